/* event.h: the places where PHP's own events are seen: event/php.h counts them.
 *
 *   exceptions      zend_throw_exception_hook
 *   errors          the engine's observers of errors, which see those a handler of the program takes, too
 *   gc-runs         gc_collect_cycles, and the collector's own number of runs
 *   autoloads       zend_autoload
 *   includes        zend_compile_file, above opcache
 *   sql-statements  the handlers of PDO, mysqli, pgsql and sqlite3: hook/event_sql.c
 *   objects, allocated-bytes  the allocator's handlers: hook/allocator_events.c
 *
 * The engine's pointers are swapped while a thread counts, and swapped back. Observers of errors cannot be removed,
 * and a handler is copied into each class that inherits it: these two are in place from startup on, and cost a
 * test for each error and each statement while off. */
#ifndef HP_HOOK_EVENT_H
#define HP_HOOK_EVENT_H

#include "event/php.h"
#include "trace/tracer.h"

#include "Zend/zend_fibers.h"

/* In MINIT; when all modules have their functions; in MSHUTDOWN. */
void hp_hook_event_startup(void);
void hp_hook_event_post_startup(void);
void hp_hook_event_shutdown(void);

/* Exceptions of this thread are emitted as marks, or no longer: as often the one as the other. */
void hp_hook_event_watch_thrown(bool is_wanted);

/* Exceptions are marks in the timeline of a run, or no longer. */
void hp_hook_event_watch_timeline(hp_tracer *tracer, bool is_wanted);

/* A fiber has ended, and is about to be left: its uncaught exception goes on in who resumed it, and is not thrown
 * again. */
void hp_hook_event_fiber_over(const zend_fiber_context *context);

#endif /* HP_HOOK_EVENT_H */
