/* event.h: sees PHP's own events. event/php.h counts them.
 *
 *   exceptions      zend_throw_exception_hook
 *   errors          the engine's observers of errors, which also see errors that are handled
 *   gc-runs         gc_collect_cycles, and the collector's own number of runs
 *   autoloads       zend_autoload
 *   includes        zend_compile_file, above opcache
 *   sql-statements  the handlers of PDO, mysqli, pgsql and sqlite3: hook/event_sql.c
 *   objects, allocated-bytes  the allocator's handlers: hook/allocator_events.c
 *
 * The engine's pointers are swapped while a thread counts. Observers of errors cannot be removed,
 * and the handlers of SQL are copied into each class that inherits them. So these two are in place
 * from startup on, and cost one test for each error and each statement while off. */
#ifndef HP_HOOK_EVENT_H
#define HP_HOOK_EVENT_H

#include "event/php.h"
#include "trace/tracer.h"

#include "Zend/zend_fibers.h"

void hp_hook_event_startup(void); /* in MINIT */

/* Begins or ends emitting this thread's exceptions as marks. Each begin needs an end. */
void hp_hook_event_watch_thrown(bool is_wanted);

/* Begins or ends putting exceptions as marks into the timeline of a run. Does nothing the second
 * time. */
void hp_hook_event_watch_timeline(hp_tracer *tracer, bool is_wanted);

/* Call it when a fiber has ended and is about to be left. Its uncaught exception continues in the
 * code that resumed it and must not be counted as thrown again. */
void hp_hook_event_fiber_over(const zend_fiber_context *context);

#endif /* HP_HOOK_EVENT_H */
