#include "trace/call.h"

/* Suspended fibers are adjusted when they are resumed: they were all suspended before the first
 * reading, or at it. */
void hp_call_skip(hp_tracer *tracer, const hp_metrics *from, const hp_metrics *to)
{
	for (hp_entry_stack *stack = tracer->stack; stack != NULL; stack = stack->resumer) {
		hp_line_log_skip(stack->lines, from->wall_ticks, to->wall_ticks);
		for (hp_entry_t *entry = stack->base + 1; entry <= stack->top; entry++) {
			hp_metric_add(&entry->start, tracer->work, from, to);
		}
	}
	hp_metric_add(&tracer->root.start, tracer->work, from, to);
	hp_timeline_skip(&tracer->timeline, to->cpu_ticks - from->cpu_ticks);
	tracer->paused_ticks += to->wall_ticks - from->wall_ticks;
}

/* Does the timeline's work, and takes its time out of the open calls. It is measured from the begin
 * of the innermost call, which was just read. */
static void call_work_timeline(hp_tracer *tracer)
{
	hp_metrics began = tracer->stack->top->start, now = {0, 0, 0, 0};
	hp_counts before = tracer->counting.now;

	hp_timeline_work(&tracer->timeline);
	hp_tracer_read(tracer, &now);
	if (tracer->work & HP_WORK_EVENTS) {
		hp_counting_skip(&tracer->counting, before);
	}
	hp_call_skip(tracer, &began, &now);
}

void hp_call_read_begin_more(hp_tracer *tracer, uint32_t work)
{
	hp_entry_t *entry = tracer->stack->top;

	if (work & HP_WORK_EVENTS) {
		hp_counting_begin(&tracer->counting, tracer->stack);
	}
	hp_metric_begin(&entry->start, work, &tracer->meter);
	if (work & HP_WORK_TIMELINE) {
		hp_timeline_add(&tracer->timeline, entry->start.wall_ticks - tracer->paused_ticks,
			entry->edge, &entry->start);
		if (UNEXPECTED(tracer->timeline.is_work_due)) {
			call_work_timeline(tracer);
		}
	}
}

bool hp_call_count_events(hp_tracer *tracer, const hp_entry_stack *stack, uint32_t work)
{
	hp_counting_end(&tracer->counting, stack, (tracer->work & HP_WORK_PAUSED) != 0);

	return (work & HP_WORK_TREE) != 0;
}

static hp_overhead_kind call_kind(const zend_execute_data *execute_data)
{
	if (execute_data == NULL) {
		return HP_OVERHEAD_INTERNAL;
	}
	if (ZEND_USER_CODE(execute_data->func->type)) {
		return HP_OVERHEAD_USER;
	}

	return execute_data->func->common.scope == NULL ? HP_OVERHEAD_INTERNAL : HP_OVERHEAD_METHOD;
}

/* Begins a call whose edge is not cached, and measures the time that this takes. */
static bool call_begin_slowly(
	hp_tracer *tracer, hp_symbol *symbol, const void *id, const zend_execute_data *execute_data)
{
	hp_overhead *overhead = &tracer->overhead;
	hp_entry_t *entry;

	hp_overhead_enter(overhead, tracer->work, &tracer->meter);
	if (!hp_call_begin(tracer, tracer->work & ~(HP_WORK_COMPENSATED | HP_WORK_TIMELINE), symbol, id,
			execute_data)) {
		hp_overhead_leave(overhead, tracer->work, &tracer->meter, hp_metric_ticks(tracer->work));
		return false;
	}
	entry = tracer->stack->top;
	if ((tracer->work & HP_METRIC_CPU) == 0) {
		entry->start.cpu_ticks = 0; /* not read; it may hold an older call's value */
	}
	entry->overhead_kind = (uint8_t) (HP_OVERHEAD_KINDS + call_kind(execute_data));
	hp_overhead_leave(overhead, tracer->work, &tracer->meter, entry->start.wall_ticks);
	hp_overhead_correct(overhead, tracer->work, &tracer->meter, &entry->start);

	return true;
}

bool hp_call_begin_compensated(
	hp_tracer *tracer, hp_symbol *symbol, const void *id, const zend_execute_data *execute_data)
{
	hp_overhead_kind kind = call_kind(execute_data);
	hp_entry_t *entry = tracer->work & HP_WORK_EVENTS
		? NULL
		: hp_entry_push_cached(tracer->stack, symbol, id, kind == HP_OVERHEAD_USER,
			  (tracer->work & HP_WORK_TREE) != 0);

	if (entry != NULL) {
		hp_call_read_begin(tracer, tracer->work, entry, kind);
	} else if (!call_begin_slowly(tracer, symbol, id, execute_data)) {
		return false;
	}
	hp_tracer_note_event(tracer, tracer->stack->top->edge, &tracer->stack->top->start);
	if (tracer->timeline.is_work_due) {
		call_work_timeline(tracer);
	}

	return true;
}

bool hp_call_begin_full(hp_tracer *tracer, uint32_t work, hp_symbol *symbol, const void *id,
	const zend_execute_data *execute_data)
{
	symbol = hp_entry_stack_grow(tracer->stack, symbol);
	if (symbol == NULL) {
		return false;
	}
	hp_call_begin_plain(tracer, work, symbol, id, execute_data);

	return true;
}

/* Takes the overhead of the innermost call out of the reading at its end. */
static void call_compensate_end(hp_tracer *tracer, bool has_gap, hp_metrics *now)
{
	hp_overhead *overhead = &tracer->overhead;
	const hp_overhead_cost *cost = &overhead->costs[tracer->stack->top->overhead_kind];

	if (has_gap) {
		hp_overhead_correct_end_after_gap(overhead, cost, tracer->work, &tracer->meter, now);
	} else {
		hp_overhead_correct_end(overhead, cost, tracer->work, now);
	}
}

void hp_call_end_slowly(hp_tracer *tracer, const void *id, uint64_t wall_ticks)
{
	hp_metrics now = {wall_ticks, 0, 0, 0};
	bool has_gap = false;

	if (tracer->work & HP_METRIC_CPU) {
		has_gap = hp_timer_cpu_has_gap(&tracer->meter.cpu, wall_ticks);
		now.cpu_ticks = hp_timer_cpu_ticks(&tracer->meter.cpu, wall_ticks);
	}
	hp_metric_read_memory(&now, tracer->work, &tracer->meter);
	if (tracer->stack->top->id != id) {
		has_gap = true; /* a reading that closes the calls above may ask the kernel */
		if (!hp_call_close_until(tracer, id)) {
			return;
		}
	}
	if (tracer->work & HP_WORK_PAUSED) {
		hp_call_end_top(tracer, tracer->stack, tracer->work, &tracer->paused_at);
		return;
	}
	if (tracer->work & HP_WORK_COMPENSATED) {
		call_compensate_end(tracer, has_gap, &now);
	}
	hp_call_end_top(tracer, tracer->stack, tracer->work, &now);
}

void hp_call_end_cut(hp_tracer *tracer, uint32_t work, hp_metrics now)
{
	hp_call_end_top(tracer, tracer->stack, work, &now);
}

void hp_call_close_above(
	hp_tracer *tracer, hp_entry_stack *stack, const hp_entry_t *until, const hp_metrics *now)
{
	while (stack->top > until) {
		hp_call_end_top(tracer, stack, tracer->work, now);
	}
}

bool hp_call_close_until(hp_tracer *tracer, const void *id)
{
	hp_entry_stack *stack = tracer->stack;
	hp_entry_t *entry = stack->top;
	hp_metrics now = {0, 0, 0, 0};

	while (entry > stack->base && entry->id != id) {
		entry--;
	}
	if (entry == stack->base) {
		return false;
	}
	hp_tracer_read(tracer, &now);
	hp_call_close_above(tracer, stack, entry, &now);

	return true;
}

/* Returns whether an entry is open. Walks up from the caller until it finds the entry's frame
 * (open) or the frame of the entry below (not open), or that of an ignored call, which knows its
 * entry: with many nested ignored calls, each call would otherwise walk past all of them. */
static bool call_is_open(
	const hp_entry_stack *stack, const hp_entry_t *entry, const zend_execute_data *caller)
{
	const void *below = entry - 1 > stack->base ? entry[-1].id : NULL;

	/* A file compiled without any frame: the hook always reports its end. */
	if (entry->id == NULL) {
		return true;
	}
	while (
		caller != NULL && caller != entry->id && caller != below && caller != stack->ignored_id) {
		caller = caller->prev_execute_data;
	}

	return caller != NULL &&
		(caller == entry->id ||
			(caller == stack->ignored_id && entry - stack->base == stack->ignored_depth));
}

void hp_call_close_dead(hp_tracer *tracer, const zend_execute_data *caller)
{
	hp_entry_stack *stack = tracer->stack;
	hp_entry_t *entry = stack->top;
	hp_metrics now = {0, 0, 0, 0};

	while (entry > stack->base && !call_is_open(stack, entry, caller)) {
		entry--;
	}
	if (entry < stack->top) {
		hp_tracer_read(tracer, &now);
		hp_call_close_above(tracer, stack, entry, &now);
	}
}
