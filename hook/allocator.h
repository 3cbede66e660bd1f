/* allocator.h: installs handlers in PHP's allocator, so that a run sees each block.
 *
 * While it has handlers, the allocator behaves like a custom one: memory_limit is hit too early,
 * gc_mem_caches() does nothing, and FFI::free() treats PHP's blocks as malloc()'s. So our handlers
 * switch this off while they call the allocator, and both functions are wrapped. */
#ifndef HP_HOOK_ALLOCATOR_H
#define HP_HOOK_ALLOCATOR_H

#include "hook/allocator_blocks.h"

/* In MINIT, before any other hook looks at functions; when all modules have their functions; in
 * MSHUTDOWN. may_jit: the JIT may run in this process. */
void hp_allocator_startup(bool may_jit);
void hp_allocator_post_startup(void);
void hp_allocator_shutdown(void);

/* Returns the reason in English why blocks cannot be recorded; NULL if they can. */
const char *hp_allocator_refusal(void);

/* Opens the run's table of live blocks, and records from now on. */
void hp_allocator_enable(hp_tracer *tracer);

/* Ends recording. The allocation sites stay. Does nothing if recording was not enabled. */
void hp_allocator_disable(hp_tracer *tracer);

/* Call it before the engine frees all of the request's memory: removes our handlers. */
void hp_allocator_remove(hp_tracer *tracer);

/* The source of two events, HP_EVENT_PHP_BYTES and _OBJECTS: event/php.h. Each may count beside a
 * run that records blocks. The first function returns NULL, or the reason in English why it cannot.
 * Look for objects before the garbage collector runs. */
const char *hp_allocator_start_event(hp_event_php event);
void hp_allocator_stop_event(hp_event_php event);

/* Counts the objects created since the last look. As each object needs a block of memory, handlers
 * look before the next block; other code calls this when it needs the count. */
void hp_allocator_look_for_objects(void);

/* At the end of a request: removes our handlers if another extension put them back. */
void hp_allocator_deactivate(void);

/* Called while the fatal error of memory_limit is raised. Set in MINIT; may be NULL. */
extern void (*hp_allocator_limit_reached)(void);

#endif /* HP_HOOK_ALLOCATOR_H */
