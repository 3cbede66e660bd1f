/* allocator.h: puts handlers into PHP's allocator, so that a run sees each block.
 *
 * While it has handlers, the allocator behaves like a custom one: memory_limit strikes too
 * early, gc_mem_caches() does nothing, and FFI::free() takes PHP's blocks for those of malloc(). So ours
 * switch it back while they call it, and both functions are wrapped. */
#ifndef HP_HOOK_ALLOCATOR_H
#define HP_HOOK_ALLOCATOR_H

#include "hook/allocator_blocks.h"

/* In MINIT, before any other hook looks at functions; and when all modules have theirs. may_jit: the JIT may run. */
void hp_allocator_startup(bool may_jit);
void hp_allocator_post_startup(void);
void hp_allocator_shutdown(void);

/* The reason why blocks cannot be recorded; NULL: they can. */
const char *hp_allocator_refusal(void);

/* Opens the run's table of live blocks and records from here on. */
void hp_allocator_enable(hp_tracer *tracer);

/* Ends recording; the allocation sites stay. Does nothing where nothing was enabled. */
void hp_allocator_disable(hp_tracer *tracer);

/* Before the engine gives back all of the request's memory: no handlers of ours from here on. */
void hp_allocator_end(hp_tracer *tracer);

/* The sources of two events: event/php.h. Each may count beside a run that records blocks. Objects are to be looked for
 * before the garbage collector runs. */
const char *hp_allocator_start_bytes(void);
void hp_allocator_stop_bytes(void);
const char *hp_allocator_start_objects(void);
void hp_allocator_stop_objects(void);

/* Counts objects created since the last look. An object is created in a block of memory: handlers look before the next
 * one, and whoever needs the count looks by this. */
void hp_allocator_look_for_objects(void);

/* At the end of a request: removes our handlers if another extension put them back. */
void hp_allocator_deactivate(void);

/* Called while the fatal error of memory_limit is raised. Set in MINIT; may be NULL. */
extern void (*hp_allocator_limit_reached)(void);

#endif /* HP_HOOK_ALLOCATOR_H */
