/* fiber.h: the fibers of a run, each with a stack of open calls.
 *
 * tracer->stack is the running fiber's. Its chain of resumers ends with the main program. All other
 * fibers are suspended: their calls stay open, but their time stands still. */
#ifndef HP_TRACE_FIBER_H
#define HP_TRACE_FIBER_H

#include "trace/tracer.h"

/* Makes an empty table of fibers, and frees all stacks. */
void hp_fiber_init(hp_tracer *tracer);
void hp_fiber_free(hp_tracer *tracer);

/* Adds the main program, or a fiber below the one that calls xhprof_enable(). Call it right after
 * hp_call_run_start(), from the outermost to the innermost. */
void hp_fiber_add(hp_tracer *tracer, const void *context);

/* Follows a switch to another fiber; NULL is the main program. is_over: the fiber that was left has
 * ended. */
void hp_fiber_switch(hp_tracer *tracer, const void *to, bool is_over);

/* Drops the stack of a destroyed fiber. */
void hp_fiber_drop(hp_tracer *tracer, const void *context);

/* Closes all calls: those of the running fiber and its resumers now, the others at the time at
 * which they suspended. */
void hp_fiber_close_all(hp_tracer *tracer, const hp_metrics *now);

#endif /* HP_TRACE_FIBER_H */
