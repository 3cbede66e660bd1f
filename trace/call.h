/* call.h: begins and ends calls, for hooks. docs/architecture.md explains the terms.
 *
 * A hook names a call by an address: see hp_entry_t.id. */
#ifndef HP_TRACE_CALL_H
#define HP_TRACE_CALL_H

#include "trace/tracer.h"

/* Does what hp_call_begin() does, in a run that compensates. */
bool hp_call_begin_compensated(
	hp_tracer *tracer, hp_symbol *symbol, const void *id, const zend_execute_data *execute_data);

/* Reads the start of a call that hp_entry_push_cached() pushed. Not for runs with HP_WORK_TIMELINE
 * or HP_WORK_EVENTS. `kind` matters only in a run that compensates. */
static zend_always_inline void hp_call_read_begin(
	hp_tracer *tracer, uint32_t work, hp_entry_t *entry, hp_overhead_kind kind)
{
	hp_metric_begin(&entry->start, work, &tracer->meter);
	if (work & HP_WORK_COMPENSATED) {
		entry->overhead_kind = (uint8_t) kind;
		hp_overhead_correct_begin(&tracer->overhead, work, &tracer->meter, &entry->start);
	}
}

/* Reads the start of the innermost call, in a run with a timeline or with events. */
void hp_call_read_begin_more(hp_tracer *tracer, uint32_t work);

/* Begins a call that is not special, in a stack that has room. */
static zend_always_inline void hp_call_begin_plain(hp_tracer *tracer, uint32_t work,
	hp_symbol *symbol, const void *id, const zend_execute_data *execute_data)
{
	hp_entry_t *entry = hp_entry_push(tracer->stack, &tracer->nodes, symbol, id, execute_data);

	if (UNEXPECTED(work & (HP_WORK_TIMELINE | HP_WORK_EVENTS))) {
		hp_call_read_begin_more(tracer, work);
	} else {
		hp_metric_begin(&entry->start, work, &tracer->meter);
	}
}

/* Does what hp_call_begin() does, when the stack is full. */
bool hp_call_begin_full(hp_tracer *tracer, uint32_t work, hp_symbol *symbol, const void *id,
	const zend_execute_data *execute_data);

/* Begins a call. Returns false if it is not recorded: then do not report its end, or ask
 * hp_call_is_deep() first. */
static zend_always_inline bool hp_call_begin(hp_tracer *tracer, uint32_t work, hp_symbol *symbol,
	const void *id, const zend_execute_data *execute_data)
{
	if (UNEXPECTED(work & HP_WORK_COMPENSATED)) {
		return hp_call_begin_compensated(tracer, symbol, id, execute_data);
	}
	if (UNEXPECTED(symbol->special != 0)) {
		symbol = hp_naming_resolve(&tracer->naming, symbol, execute_data);
		if (symbol == NULL) {
			return false;
		}
	}
	if (UNEXPECTED(hp_entry_stack_is_full(tracer->stack))) {
		return hp_call_begin_full(tracer, work, symbol, id, execute_data);
	}
	hp_call_begin_plain(tracer, work, symbol, id, execute_data);

	return true;
}

/* Adds the events of a stack's innermost call, which is about to end. Only in a run with events.
 * Returns true if the run is a tree. */
bool hp_call_count_events(hp_tracer *tracer, const hp_entry_stack *stack, uint32_t work);

/* Ends the innermost call of a stack at a reading. */
static zend_always_inline void hp_call_end_top(
	hp_tracer *tracer, hp_entry_stack *stack, uint32_t work, const hp_metrics *now)
{
	if (UNEXPECTED(work & (HP_WORK_TREE | HP_WORK_EVENTS))) {
		/* One test for both, as most runs have neither. */
		if ((work & HP_WORK_EVENTS) == 0 || hp_call_count_events(tracer, stack, work)) {
			hp_tree_note(stack->top->edge, now->wall_ticks - stack->top->start.wall_ticks);
		}
		if (UNEXPECTED(hp_entry_is_cut(stack->top))) {
			hp_entry_add_cut(stack->top, work, now, true);
		}
		if (work & HP_WORK_TIMELINE) {
			hp_timeline_add(&tracer->timeline, now->wall_ticks - tracer->paused_ticks, NULL, now);
		}
	}
	hp_entry_pop(stack, work, now);
}

/* Does what hp_call_end_top() does, for an innermost call that left the paths of a tree. The
 * reading is passed by value, member by member: passing its address would keep every call's reading
 * out of registers. */
void hp_call_end_cut(hp_tracer *tracer, uint32_t work, hp_metrics now);

/* For hooks that see the ends of unrecorded calls: true if the call that ends was not recorded
 * because it was too deep. Its id must not be that of the innermost call. */
static inline bool hp_call_is_deep(const hp_tracer *tracer)
{
	hp_entry_stack *stack = tracer->stack;

	if (stack->deep == 0 || stack->top <= stack->last) {
		return false;
	}
	stack->deep--;

	return true;
}

/* Does what hp_call_end() does when the run is paused or compensates, the call is not the
 * innermost, or the CPU clock has a gap. The clock is passed by value: a hook whose reading stays
 * in registers takes less of the C stack at each level of recursion. */
void hp_call_end_slowly(hp_tracer *tracer, const void *id, uint64_t wall_ticks);

/* Ends a call that hp_call_begin() began in this run. */
static zend_always_inline void hp_call_end(hp_tracer *tracer, uint32_t work, const void *id)
{
	hp_metrics now = {hp_metric_ticks(work), 0, 0, 0};

	if (UNEXPECTED(tracer->stack->top->id != id) ||
		UNEXPECTED(work & (HP_WORK_COMPENSATED | HP_WORK_PAUSED)) ||
		((work & HP_METRIC_CPU) && hp_timer_cpu_has_gap(&tracer->meter.cpu, now.wall_ticks))) {
		hp_call_end_slowly(tracer, id, now.wall_ticks);
		return;
	}
	if (work & HP_METRIC_CPU) {
		now.cpu_ticks = hp_timer_cpu_advance(&tracer->meter.cpu, now.wall_ticks);
	}
	hp_metric_read_memory(&now, work, &tracer->meter);
	hp_call_end_top(tracer, tracer->stack, work, &now);
}

/* Ends the call of `id`, for a hook that is specialized for the work of a run and for the kind of
 * call. It must be the innermost call, and the CPU clock must have no gap. Otherwise returns false
 * and does nothing but read the clock into *wall_ticks. Not while the run is paused. */
static zend_always_inline bool hp_call_end_made(hp_tracer *tracer, hp_entry_stack *stack,
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
		hp_overhead_correct_end(&tracer->overhead, &tracer->overhead.costs[kind], work, &now);
	}
	if ((work & HP_WORK_TREE) && UNEXPECTED(hp_entry_is_cut(stack->top))) {
		hp_call_end_cut(tracer, work,
			(hp_metrics){now.wall_ticks, now.cpu_ticks, now.memory_bytes, now.peak_bytes});
		return true;
	}
	if (work & HP_WORK_TREE) {
		hp_tree_note(stack->top->edge, now.wall_ticks - stack->top->start.wall_ticks);
	}
	hp_entry_pop(stack, work, &now);

	return true;
}

/* Closes the calls above the call of `id`: the hook missed their ends. Returns false, and closes
 * nothing, if no call of `id` is open. */
bool hp_call_close_until(hp_tracer *tracer, const void *id);

/* Closes the open calls whose frame is neither the caller's nor one of its callers'. They have
 * ended, but no hook reported it. The engine's longjmp() after a fatal error leaves such calls
 * behind, and a function that returns has ended while its variables are destroyed. */
void hp_call_close_dead(hp_tracer *tracer, const zend_execute_data *caller);

/* Closes the calls of a stack above `until`. */
void hp_call_close_above(
	hp_tracer *tracer, hp_entry_stack *stack, const hp_entry_t *until, const hp_metrics *now);

/* Updates the shortest and longest call of a path. */
static inline void hp_call_note(
	const hp_tracer *tracer, const hp_entry_t *entry, const hp_metrics *now)
{
	if (tracer->work & HP_WORK_TREE) {
		hp_tree_note(entry->edge, now->wall_ticks - entry->start.wall_ticks);
	}
}

/* Subtracts the time and memory between two readings from the open calls. */
void hp_call_skip(hp_tracer *tracer, const hp_metrics *from, const hp_metrics *to);

#endif /* HP_TRACE_CALL_H */
