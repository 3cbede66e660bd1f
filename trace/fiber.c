#include "trace/fiber.h"

#include "trace/call.h"

static zend_ulong fiber_key(const void *context)
{
	return (zend_ulong) (uintptr_t) context;
}

static void fiber_free_stack(zval *stack)
{
	hp_entry_stack_free(Z_PTR_P(stack));
}

void hp_fiber_init(hp_tracer *tracer)
{
	zend_hash_init(&tracer->stacks, 0, NULL, fiber_free_stack, true);
	tracer->stacks_count = 0;
}

void hp_fiber_free(hp_tracer *tracer)
{
	zend_hash_destroy(&tracer->stacks);
	tracer->stack = NULL;
}

static hp_entry_stack *fiber_add_stack(hp_tracer *tracer, const void *context, hp_edge *caller)
{
	hp_entry_stack *stack = hp_entry_stack_new(caller, tracer->options.max_depth, &tracer->graph);

	stack->number = tracer->stacks_count++;
	if (tracer->work & HP_WORK_EVENTS) {
		hp_entry_stack_count(stack);
	}
	zend_hash_index_add_new_ptr(&tracer->stacks, fiber_key(context), stack);

	return stack;
}

void hp_fiber_add(hp_tracer *tracer, const void *context)
{
	hp_entry_stack *stack = fiber_add_stack(tracer, context, tracer->root.edge);

	stack->resumer = tracer->stack;
	tracer->stack = stack;
	if (stack->number > 0 && (tracer->work & HP_WORK_TIMELINE)) {
		hp_timeline_switch_lane(&tracer->timeline, stack->number);
	}
}

/* Ends the calls of a fiber that will not be resumed, at the time at which it suspended. Its bottom
 * call was counted then. */
static void fiber_close_suspended(hp_tracer *tracer, hp_entry_stack *stack)
{
	if (stack->top > stack->base) {
		for (hp_entry_t *entry = stack->top; entry > stack->base + 1; entry--) {
			hp_call_note(tracer, entry, &stack->suspended_at);
			hp_graph_add(
				&tracer->graph, entry->edge, tracer->work, &entry->start, &stack->suspended_at);
			if (tracer->work & HP_WORK_EVENTS) {
				hp_counts_add_difference(hp_graph_counts_of(entry->edge),
					hp_entry_counts(stack, entry), hp_entry_counts(stack, stack->base));
			}
		}
		stack->top = stack->base;
	}
}

void hp_fiber_close_all(hp_tracer *tracer, const hp_metrics *now)
{
	hp_entry_stack *suspended;

	for (hp_entry_stack *stack = tracer->stack; stack != NULL; stack = stack->resumer) {
		hp_call_close_above(tracer, stack, stack->base, now);
	}
	ZEND_HASH_FOREACH_PTR(&tracer->stacks, suspended) {
		fiber_close_suspended(tracer, suspended);
	}
	ZEND_HASH_FOREACH_END();
}

/* Puts the calls that begin from now on into the lane of a stack. */
static void fiber_set_lane(hp_tracer *tracer, const hp_entry_stack *stack)
{
	if (tracer->work & HP_WORK_TIMELINE) {
		hp_timeline_switch_lane(&tracer->timeline, stack->number);
	}
}

static bool fiber_is_resumer(const hp_tracer *tracer, const hp_entry_stack *stack)
{
	const hp_entry_stack *resumer = tracer->stack->resumer;

	while (resumer != NULL && resumer != stack) {
		resumer = resumer->resumer;
	}

	return stack != NULL && resumer == stack;
}

/* Returns to a fiber that waits in the chain. The fibers above it suspend; is_over: the top one has
 * ended instead. */
static void fiber_return_to(
	hp_tracer *tracer, hp_entry_stack *to, bool is_over, const hp_metrics *now)
{
	while (tracer->stack != to) {
		hp_entry_stack *from = tracer->stack;

		tracer->stack = from->resumer;
		hp_tracer_point(tracer);
		hp_line_log_suspend(from->lines, now->wall_ticks);
		if (is_over) {
			hp_call_close_above(tracer, from, from->base, now);
			is_over = false; /* the others suspend */
		}
		if (from->top > from->base) {
			hp_call_note(tracer, from->base + 1, now); /* suspending ends this call */
		}
		for (hp_entry_t *entry = from->top; entry > from->base; entry--) {
			hp_tracer_note_event(tracer, NULL, now);
		}
		hp_entry_suspend(from, tracer->work, now);
	}
	fiber_set_lane(tracer, to);
}

/* Enters a fiber that is not in the chain. If `stack` is NULL it is a new fiber. */
static void fiber_continue_in(
	hp_tracer *tracer, hp_entry_stack *stack, const void *context, const hp_metrics *now)
{
	hp_entry_stack *from = tracer->stack;

	if (stack == NULL) {
		stack = fiber_add_stack(tracer, context, from->top->edge);
		fiber_set_lane(tracer, stack);
	} else {
		fiber_set_lane(tracer, stack);
		hp_entry_resume(stack, &tracer->nodes, tracer->work, from->top->edge, now);
		hp_line_log_resume(stack->lines, now->wall_ticks);
		for (hp_entry_t *entry = stack->base + 1; entry <= stack->top; entry++) {
			hp_tracer_note_event(tracer, entry->edge, now);
		}
	}
	stack->resumer = from;
	tracer->stack = stack;
	hp_tracer_point(tracer);
}

/* The switch lies between two readings of the clock. A run that compensates takes their difference
 * out. */
void hp_fiber_switch(hp_tracer *tracer, const void *to, bool is_over)
{
	hp_entry_stack *stack = zend_hash_index_find_ptr(&tracer->stacks, fiber_key(to));
	hp_overhead *overhead = &tracer->overhead;
	bool is_compensated =
		(tracer->work & (HP_WORK_COMPENSATED | HP_WORK_PAUSED)) == HP_WORK_COMPENSATED;
	hp_metrics now = {0, 0, 0, 0};

	/* The run began in a coroutine that is not the engine's current fiber: hook/fiber.c recognizes
	 * it by its frames. */
	if (stack == tracer->stack) {
		return;
	}
	hp_overhead_enter(overhead, tracer->work, &tracer->meter);
	if (is_compensated) {
		hp_overhead_take(overhead, HP_OVERHEAD_SWITCH);
	}
	hp_tracer_read_at(tracer, overhead->entered_ticks, &now);
	if (fiber_is_resumer(tracer, stack)) {
		fiber_return_to(tracer, stack, is_over, &now);
	} else {
		fiber_continue_in(tracer, stack, to, &now);
	}
	if (is_compensated) {
		hp_overhead_leave(overhead, tracer->work, &tracer->meter, hp_metric_ticks(tracer->work));
	}
}

void hp_fiber_drop(hp_tracer *tracer, const void *context)
{
	zend_ulong key = fiber_key(context);
	hp_entry_stack *stack = zend_hash_index_find_ptr(&tracer->stacks, key);

	if (stack != NULL && stack->is_suspended) {
		fiber_close_suspended(tracer, stack);
		zend_hash_index_del(&tracer->stacks, key);
	}
}
