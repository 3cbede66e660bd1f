/* allocator.h: puts handlers into PHP's allocator, so that a run sees each block.
 *
 * While it has handlers, the allocator behaves like a custom one: memory_limit strikes too
 * early, gc_mem_caches() does nothing, and FFI::free() takes PHP's blocks for those of malloc(). So ours
 * switch it back while they call it, and both functions are wrapped. */
#ifndef HP_HOOK_ALLOCATOR_H
#define HP_HOOK_ALLOCATOR_H

#include "hook/allocator_blocks.h"

/* In MINIT, before any other hook looks at functions; and when all modules have theirs. */
void hp_allocator_startup(void);
void hp_allocator_post_startup(void);
void hp_allocator_shutdown(void);

/* The reason why blocks cannot be recorded; NULL: they can. may_jit: the JIT may run. */
const char *hp_allocator_refusal(bool may_jit);

/* Opens the run's table of live blocks and records from here on. */
void hp_allocator_enable(hp_tracer *tracer);

/* Ends recording; the allocation sites stay. Does nothing where nothing was enabled. */
void hp_allocator_disable(hp_tracer *tracer);

/* At the end of a request: removes our handlers if another extension put them back. */
void hp_allocator_deactivate(void);

/* Called while the fatal error of memory_limit is raised. Set in MINIT; may be NULL. */
extern void (*hp_allocator_limit_reached)(void);

#endif /* HP_HOOK_ALLOCATOR_H */
