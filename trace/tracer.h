/* tracer.h: one run, from xhprof_enable() to xhprof_disable().
 *
 * A hook reports each call by hp_tracer_begin() and hp_tracer_end(), and names it by an address:
 * see hp_entry_t.id. */
#ifndef HP_TRACE_TRACER_H
#define HP_TRACE_TRACER_H

#include "trace/detail.h"
#include "hp_entry.h"
#include "alloc/live.h"
#include "trace/line_log.h"
#include "trace/open.h"
#include "trace/options.h"
#include "trace/overhead.h"
#include "trace/subject.h"
#include "trace/counting.h"
#include "profile/profile.h"
#include "trace/timeline.h"
#include "trace/tree.h"

typedef struct hp_tracer {
	/* the thread's, not owned; NULL: no hooks look here, as in a tracer that only measures its own
	 * cost */
	hp_open_stacks *open;
	uint32_t open_run; /* equals generation, or 0 while the run is paused */
	bool is_recording; /* calls are recorded now: a hook tests this first */
	bool is_recording_builtins; /* so are calls of internal functions */
	bool is_armed; /* between enable and disable, paused or not */
	bool has_made_hooks; /* the installed hooks of user functions are made for this run's work */
	bool has_made_builtins; /* so are those of internal functions */
	uint32_t work; /* HP_METRIC_* and HP_WORK_*: what hooks do at each call */
	uint32_t generation; /* changes at each start and stop; hooks compare it */
	hp_entry_stack *stack; /* the running fiber's */
	hp_meter meter;
	hp_overhead overhead; /* if the run is HP_WORK_COMPENSATED */
	hp_counting counting; /* if the run is HP_WORK_EVENTS */
	hp_graph graph;
	hp_pool nodes;
	hp_symbols symbols; /* they live until the request ends */
	bool has_symbols; /* the table is initialized */
	uint64_t naming_ticks; /* time that this run spent on naming functions */
	hp_trace_options options;
	hp_details details;
	hp_subjects subjects;
	hp_entry_t root; /* main() */
	HashTable stacks; /* all stacks of the run, by the fiber's address; persistent */
	uint32_t stacks_count; /* seen so far */
	hp_timeline timeline;
	hp_live live; /* live blocks; the owner of an allocation site is an edge */
	hp_line_log lines; /* the lines of the functions chosen for it */
	uint64_t paused_ticks; /* sum of the finished pauses */
	int64_t started_ns; /* Unix time */
	hp_metrics paused_at; /* the reading at which the pause began */
	/* calls that began too deep on the C stack; each stands for all calls below it */
	uint64_t unrecorded_calls;
} hp_tracer;

/* Tells a tracer of all zeros where its hooks look for the stack. `open` must live as long as the
 * tracer. */
void hp_tracer_init(hp_tracer *tracer, hp_open_stacks *open);

/* Starts a run and takes the options over. No run may be open. A tracer of all zeros is one that
 * never ran. */
void hp_tracer_start(hp_tracer *tracer, const hp_trace_options *options);

/* Enters the main program, or a fiber below the one that calls xhprof_enable(). Call it right after
 * hp_tracer_start(), from the outermost to the innermost. */
void hp_tracer_enter_fiber(hp_tracer *tracer, const void *context);

/* Says which of the installed hooks are made for this run's work. Call it after hp_tracer_start(),
 * which assumes that none are. */
void hp_tracer_expect_made(hp_tracer *tracer, bool has_hooks, bool has_builtins);

/* True between enable and disable of a run that records calls, paused or not. Call hooks must ask:
 * another thread's run or another extension may have installed them, and a run without calls does
 * not follow the stack. */
static inline bool hp_tracer_has_calls(const hp_tracer *tracer)
{
	return tracer->is_armed && !tracer->options.is_untraced;
}

/* Switches recording on or off; the clock runs on. */
void hp_tracer_record(hp_tracer *tracer, bool is_recording);

/* Pauses and resumes the run, unless it has ended. A pause records neither calls nor time. */
void hp_tracer_pause(hp_tracer *tracer);
void hp_tracer_resume(hp_tracer *tracer);

/* Reads the start of main(). Call it last: the cost of enabling stays outside the run. */
void hp_tracer_begin_root(hp_tracer *tracer);

/* Ends all open calls, the innermost first and main() last. The result stays in the graph, so it
 * can be read again after a fatal error. */
void hp_tracer_stop(hp_tracer *tracer);

/* Makes the classic result of a stopped run: profile/rows.h. */
void hp_tracer_rows(hp_tracer *tracer, zval *result);

/* Makes the profile of a stopped run. The caller owns it. */
hp_profile *hp_tracer_profile(hp_tracer *tracer);

/* Makes the profile of a running run as if it stopped now; the run is unchanged. Does not use PHP's
 * allocator. */
hp_profile *hp_tracer_snapshot(hp_tracer *tracer);

/* Returns the log file of the open or the last run, which the tracer owns; NULL if it has none. */
const struct hp_log_file *hp_tracer_log(const hp_tracer *tracer);

/* Adds a mark, such as an exception, to the timeline now. Only in a run with a timeline. */
void hp_tracer_mark(hp_tracer *tracer, const hp_mark *mark);

/* Returns the overhead taken out of main() so far, in wall time. */
double hp_tracer_compensated_ns(const hp_tracer *tracer);

/* Counts the calls that have ended so far; 0 if there is no run. */
uint64_t hp_tracer_calls(const hp_tracer *tracer);

/* Counts the calls so far that a "(truncated)" stands for: trace/tree.h. */
uint64_t hp_tracer_truncated_calls(const hp_tracer *tracer);

/* Frees all memory, the request's symbols included. Ends a running run. */
void hp_tracer_free(hp_tracer *tracer);

/* Follows a switch to another fiber; NULL is the main program. is_over: the fiber that is left has
 * ended. */
void hp_tracer_switch_fiber(hp_tracer *tracer, const void *to, bool is_over);

/* Drops the stack of a destroyed fiber. */
void hp_tracer_drop_fiber(hp_tracer *tracer, const void *context);

/* Find or add the symbol of a function, file or name, classified by the options of the run. */
hp_symbol *hp_tracer_symbol(hp_tracer *tracer, const zend_function *function);
hp_symbol *hp_tracer_symbol_of_load(hp_tracer *tracer, zend_string *path);
hp_symbol *hp_tracer_symbol_named(hp_tracer *tracer, const char *name, size_t length);

/* Returns the symbol under which a call of a special symbol is recorded; NULL if it is not
 * recorded. */
hp_symbol *hp_tracer_resolve(
	hp_tracer *tracer, hp_symbol *symbol, const zend_execute_data *execute_data);

/* Begins to record the lines of a call whose symbol is HP_SYMBOL_HAS_LINES. Then report each line,
 * and the end within the same run. Returns NULL if the lines cannot be recorded; the call then
 * counts as missed. */
hp_line_call *hp_tracer_begin_lines(
	hp_tracer *tracer, hp_symbol *symbol, const zend_op_array *code);
void hp_tracer_come_to_line(hp_tracer *tracer, hp_line_call *call, uint32_t line, bool has_come);
void hp_tracer_end_lines(hp_tracer *tracer, const hp_line_call *call);

/* Closes the calls above the call of `id`: the hook missed their ends. Returns false, and closes
 * nothing, if no call of `id` is open. */
bool hp_tracer_close_until(hp_tracer *tracer, const void *id);

/* Closes the open calls whose frame is neither the caller's nor one of its callers'. They have
 * ended, but no hook reported it. The engine's longjmp() after a fatal error leaves such calls
 * behind, and a function that returns has ended while its variables are destroyed. */
void hp_tracer_close_dead(hp_tracer *tracer, const zend_execute_data *caller);

/* Does what hp_tracer_begin() does, in a run that compensates. */
bool hp_tracer_begin_compensated(
	hp_tracer *tracer, hp_symbol *symbol, const void *id, const zend_execute_data *execute_data);

/* Reads the start of a call that hp_entry_push_cached() opened. Not for runs with HP_WORK_TIMELINE
 * or HP_WORK_EVENTS. `kind` matters only in a run that compensates. */
static zend_always_inline void hp_tracer_read_cached(
	hp_tracer *tracer, uint32_t work, hp_entry_t *entry, hp_overhead_kind kind)
{
	hp_metric_begin(&entry->start, work, &tracer->meter);
	if (work & HP_WORK_COMPENSATED) {
		entry->overhead_kind = (uint8_t) kind;
		hp_overhead_open(&tracer->overhead, work, &tracer->meter, &entry->start);
	}
}

/* Reads the start of the innermost call, in a run with a timeline or with events. */
void hp_tracer_read_more(hp_tracer *tracer, uint32_t work);

/* Opens a call. The stack must have room. */
static zend_always_inline void hp_tracer_push(hp_tracer *tracer, uint32_t work, hp_symbol *symbol,
	const void *id, const zend_execute_data *execute_data)
{
	hp_entry_t *entry = hp_entry_push(tracer->stack, &tracer->nodes, symbol, id, execute_data);

	if (UNEXPECTED(work & (HP_WORK_TIMELINE | HP_WORK_EVENTS))) {
		hp_tracer_read_more(tracer, work);
	} else {
		hp_metric_begin(&entry->start, work, &tracer->meter);
	}
}

/* Does what hp_tracer_begin() does, when the stack is full. */
bool hp_tracer_begin_full(hp_tracer *tracer, uint32_t work, hp_symbol *symbol, const void *id,
	const zend_execute_data *execute_data);

/* Opens a call. Returns false if it is not recorded: then do not report its end, or ask
 * hp_tracer_is_deep() first. */
static zend_always_inline bool hp_tracer_begin(hp_tracer *tracer, uint32_t work, hp_symbol *symbol,
	const void *id, const zend_execute_data *execute_data)
{
	if (UNEXPECTED(work & HP_WORK_COMPENSATED)) {
		return hp_tracer_begin_compensated(tracer, symbol, id, execute_data);
	}
	if (UNEXPECTED(symbol->special != 0)) {
		symbol = hp_tracer_resolve(tracer, symbol, execute_data);
		if (symbol == NULL) {
			return false;
		}
	}
	if (UNEXPECTED(hp_entry_stack_is_full(tracer->stack))) {
		return hp_tracer_begin_full(tracer, work, symbol, id, execute_data);
	}
	hp_tracer_push(tracer, work, symbol, id, execute_data);

	return true;
}

/* Adds the events of a stack's innermost call, which is about to end. Only in a run with events.
 * Returns true if the run is a tree. */
bool hp_tracer_end_counts(hp_tracer *tracer, const hp_entry_stack *stack, uint32_t work);

/* Closes the innermost call of a stack. */
static zend_always_inline void hp_tracer_pop(
	hp_tracer *tracer, hp_entry_stack *stack, uint32_t work, const hp_metrics *now)
{
	if (UNEXPECTED(work & (HP_WORK_TREE | HP_WORK_EVENTS))) {
		/* One test for both, as most runs have neither. */
		if ((work & HP_WORK_EVENTS) == 0 || hp_tracer_end_counts(tracer, stack, work)) {
			hp_tree_note(stack->top->edge, now->wall_ticks - stack->top->start.wall_ticks);
		}
		if (UNEXPECTED(hp_entry_is_cut(stack->top))) {
			hp_entry_end_cut(stack->top, work, now, true);
		}
		if (work & HP_WORK_TIMELINE) {
			hp_timeline_add(&tracer->timeline, now->wall_ticks - tracer->paused_ticks, NULL, now);
		}
	}
	hp_entry_pop(stack, work, now);
}

/* Does what hp_tracer_pop() does, for an innermost call that left the paths of a tree. The reading
 * is passed by value, member by member: passing its address would keep every call's reading out of
 * registers. */
void hp_tracer_pop_cut(hp_tracer *tracer, uint32_t work, hp_metrics now);

/* For hooks that see the ends of unrecorded calls: true if the call that ends was not recorded
 * because it was too deep. Its id must not be that of the innermost call. */
static inline bool hp_tracer_is_deep(const hp_tracer *tracer)
{
	hp_entry_stack *stack = tracer->stack;

	if (stack->deep == 0 || stack->top <= stack->last) {
		return false;
	}
	stack->deep--;

	return true;
}

/* Does what hp_tracer_end() does when the run is paused or compensates, the call is not the
 * innermost, or the CPU clock has a gap. The clock is passed by value: a hook whose reading stays
 * in registers takes less of the C stack at each level of recursion. */
void hp_tracer_end_special(hp_tracer *tracer, const void *id, uint64_t wall_ticks);

/* Closes a call that hp_tracer_begin() opened in this run. */
static zend_always_inline void hp_tracer_end(hp_tracer *tracer, uint32_t work, const void *id)
{
	hp_metrics now = {hp_metric_ticks(work), 0, 0, 0};

	if (UNEXPECTED(tracer->stack->top->id != id) ||
		UNEXPECTED(work & (HP_WORK_COMPENSATED | HP_WORK_PAUSED)) ||
		((work & HP_METRIC_CPU) && hp_timer_cpu_has_gap(&tracer->meter.cpu, now.wall_ticks))) {
		hp_tracer_end_special(tracer, id, now.wall_ticks);
		return;
	}
	if (work & HP_METRIC_CPU) {
		now.cpu_ticks = hp_timer_cpu_advance(&tracer->meter.cpu, now.wall_ticks);
	}
	hp_metric_read_memory(&now, work, &tracer->meter);
	hp_tracer_pop(tracer, tracer->stack, work, &now);
}

/* Closes the call of `id`, for a hook that is made for the work of a run and for the kind of call.
 * It must be the innermost call, and the CPU clock must have no gap. Otherwise returns false and
 * does nothing but read the clock into *wall_ticks. Not while the run is paused. */
static zend_always_inline bool hp_tracer_end_made(hp_tracer *tracer, hp_entry_stack *stack,
	uint32_t work, const void *id, hp_overhead_kind kind, uint64_t *wall_ticks)
{
	hp_metrics now = {hp_metric_ticks(work), 0, 0, 0};

	*wall_ticks = now.wall_ticks;
	if (UNEXPECTED(stack->top->id != id) ||
		((work & HP_METRIC_CPU) && hp_timer_cpu_has_gap(&tracer->meter.cpu, now.wall_ticks))) {
		return false;
	}
	if ((work & HP_METRIC_CPU) && (work & HP_WORK_COMPENSATED)) {
		tracer->meter.cpu.last_ticks = now.wall_ticks;
	} else if (work & HP_METRIC_CPU) {
		now.cpu_ticks = hp_timer_cpu_advance(&tracer->meter.cpu, now.wall_ticks);
	}
	hp_metric_read_memory(&now, work, &tracer->meter);
	if (work & HP_WORK_COMPENSATED) {
		hp_overhead_close(&tracer->overhead, &tracer->overhead.costs[kind], work, &now);
	}
	if ((work & HP_WORK_TREE) && UNEXPECTED(hp_entry_is_cut(stack->top))) {
		hp_tracer_pop_cut(tracer, work,
			(hp_metrics){now.wall_ticks, now.cpu_ticks, now.memory_bytes, now.peak_bytes});
		return true;
	}
	if (work & HP_WORK_TREE) {
		hp_tree_note(stack->top->edge, now.wall_ticks - stack->top->start.wall_ticks);
	}
	hp_entry_pop(stack, work, &now);

	return true;
}

#endif /* HP_TRACE_TRACER_H */
