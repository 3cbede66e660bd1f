/* tracer.h: one run, from xhprof_enable() to xhprof_disable().
 *
 * A hook tells of each call by hp_tracer_begin() and hp_tracer_end(), and names it by an
 * address: see hp_entry.id. */
#ifndef HP_TRACE_TRACER_H
#define HP_TRACE_TRACER_H

#include "trace/detail.h"
#include "hp_entry.h"
#include "alloc/live.h"
#include "trace/options.h"
#include "trace/overhead.h"
#include "profile/profile.h"
#include "trace/timeline.h"
#include "trace/tree.h"

typedef struct hp_tracer {
	bool is_recording; /* calls are to be recorded now: the one thing a hook looks at first */
	bool is_recording_builtins; /* calls of internal functions too */
	bool is_running; /* between enable and disable */
	uint32_t work; /* at each call: HP_METRIC_* and HP_WORK_* */
	uint32_t generation; /* changes at each start and each stop, so that a hook sees either */
	hp_entry_stack *stack; /* of the fiber that runs */
	hp_timer_cpu cpu;
	hp_overhead overhead; /* if the run is HP_WORK_COMPENSATED */
	hp_graph graph;
	hp_pool nodes;
	hp_symbols symbols; /* of the request, not of the run */
	bool has_symbols; /* the table is there */
	hp_trace_options options;
	hp_details details;
	hp_entry root; /* main() */
	HashTable stacks; /* all of the run, by the address of the fiber; persistent */
	hp_timeline timeline;
	hp_live live; /* of blocks of memory; the owners of its sites are edges */
	uint64_t paused_ticks; /* all pauses that are over */
	int64_t started_ns; /* Unix time */
	hp_metrics paused_at; /* the reading of a run that is paused */
	uint64_t unrecorded_calls; /* begun too deep on the C stack, each with all below it */
} hp_tracer;

/* Starts a run. Takes the options over. The profiler must not be running; one that is all zeros
 * has never run. */
void hp_tracer_start(hp_tracer *tracer, const hp_trace_options *options);

/* The main program, or a fiber below the one that calls xhprof_enable(): to be told from the
 * outermost to the innermost, right after hp_tracer_start(). */
void hp_tracer_enter_fiber(hp_tracer *tracer, const void *context);

/* Records calls from here on, or none, while the clock goes on. */
void hp_tracer_record(hp_tracer *tracer, bool is_recording);

/* Lets the clock of all that is open stand still, and go on. Calls between are not recorded. */
void hp_tracer_pause(hp_tracer *tracer);
void hp_tracer_resume(hp_tracer *tracer);

/* Measures the start of main(). Last, so that what enabling cost is outside of the run. */
void hp_tracer_begin_root(hp_tracer *tracer);

/* Ends all that is open, innermost first and main() last. The result stays in the graph, and can be
 * asked for again where a fatal error was in the way. */
void hp_tracer_stop(hp_tracer *tracer);

/* The classic result of a run that was stopped: see profile/rows.h. */
void hp_tracer_rows(hp_tracer *tracer, zval *result);

/* All of a run that was stopped. The caller owns it. */
hp_profile *hp_tracer_profile(hp_tracer *tracer);

/* The same of one that goes on, as if it were stopped now; it is left as it was. Needs nothing of
 * PHP's allocator. */
hp_profile *hp_tracer_snapshot(hp_tracer *tracer);

/* How much wall time was taken out of main() so far, as the profiler's own weight. */
double hp_tracer_compensated_ns(const hp_tracer *tracer);

/* How many calls so far have no path of their own: see trace/tree.h. */
uint64_t hp_tracer_truncated_calls(const hp_tracer *tracer);

/* Gives back what a run left, symbols of the request included. Ends a run that goes on. */
void hp_tracer_free(hp_tracer *tracer);

/* The program switches to another fiber (NULL: out of all); is_over: and never comes back. */
void hp_tracer_switch_fiber(hp_tracer *tracer, const void *to, bool is_over);

/* A fiber is gone for good. */
void hp_tracer_drop_fiber(hp_tracer *tracer, const void *context);

/* The symbol of a function, file or name, known to the run's filter. */
hp_symbol *hp_tracer_symbol(hp_tracer *tracer, const zend_function *function);
hp_symbol *hp_tracer_symbol_of_file(
	hp_tracer *tracer, const char *prefix, const char *path, size_t length);
hp_symbol *hp_tracer_symbol_named(hp_tracer *tracer, const char *name, size_t length);

/* What a call of a special symbol is recorded as; NULL: not at all. */
hp_symbol *hp_tracer_resolve(
	hp_tracer *tracer, hp_symbol *symbol, const zend_execute_data *execute_data);

/* Closes the open calls of which the hook's end never came, down to that of id, but not it.
 * False if no call of id is open: then nothing is closed. */
bool hp_tracer_close_until(hp_tracer *tracer, const void *id);

/* Closes the open calls that are over, though their end was not told of: those whose frame is not
 * among the caller's and its callers'. The engine's longjmp() after a fatal error leaves such calls
 * behind; and a function that returns is over while its variables are destroyed. */
void hp_tracer_close_dead(hp_tracer *tracer, const zend_execute_data *caller);

/* The same in a run that compensates. */
bool hp_tracer_begin_compensated(
	hp_tracer *tracer, hp_symbol *symbol, const void *id, const zend_execute_data *execute_data);

/* Opens a call. False if it is not recorded: then there is no end to tell of. */
static zend_always_inline bool hp_tracer_begin(hp_tracer *tracer, uint32_t work, hp_symbol *symbol,
	const void *id, const zend_execute_data *execute_data)
{
	hp_entry *entry;

	if (UNEXPECTED(work & HP_WORK_COMPENSATED)) {
		return hp_tracer_begin_compensated(tracer, symbol, id, execute_data);
	}
	if (UNEXPECTED(symbol->special != 0)) {
		symbol = hp_tracer_resolve(tracer, symbol, execute_data);
		if (symbol == NULL) {
			return false;
		}
	}
	entry = hp_entry_push(tracer->stack, &tracer->graph, &tracer->nodes, symbol, id, execute_data);
	hp_metric_begin(&entry->start, work, &tracer->cpu);
	if (UNEXPECTED(work & HP_WORK_TIMELINE)) {
		hp_timeline_add(
			&tracer->timeline, entry->start.wall_ticks - tracer->paused_ticks, entry->edge);
	}

	return true;
}

/* Closes the innermost call of a stack. */
static zend_always_inline void hp_tracer_pop(
	hp_tracer *tracer, hp_entry_stack *stack, uint32_t work, const hp_metrics *now)
{
	if (UNEXPECTED(work & HP_WORK_TREE)) {
		hp_tree_note(stack->top->edge, now->wall_ticks - stack->top->start.wall_ticks);
		if (work & HP_WORK_TIMELINE) {
			hp_timeline_add(&tracer->timeline, now->wall_ticks - tracer->paused_ticks, NULL);
		}
	}
	hp_entry_pop(stack, &tracer->graph, work, now);
}

/* The same in a run that does more than to measure, or is paused. */
void hp_tracer_end_special(hp_tracer *tracer, const void *id, hp_metrics *now);

/* Closes a call that hp_tracer_begin() opened in this run. */
static zend_always_inline void hp_tracer_end(hp_tracer *tracer, uint32_t work, const void *id)
{
	hp_metrics now = {0, 0, 0, 0};

	hp_metric_end(&now, work, &tracer->cpu);
	if (UNEXPECTED(work > (HP_METRIC_CPU | HP_METRIC_MEMORY))) {
		hp_tracer_end_special(tracer, id, &now);
		return;
	}
	if (UNEXPECTED(tracer->stack->top->id != id) && !hp_tracer_close_until(tracer, id)) {
		return;
	}
	hp_entry_pop(tracer->stack, &tracer->graph, work, &now);
}

#endif /* HP_TRACE_TRACER_H */
