#include "trace/counting.h"

void hp_counting_start(hp_counting *counting, const hp_event_choice *choice)
{
	memset(counting, 0, sizeof(*counting));
	hp_event_set_enable(&counting->set, choice);
	counting->count = counting->set.count;
	for (uint32_t i = 0; i < counting->count; i++) {
		counting->events[i] = counting->set.counters[i].event;
	}
}

void hp_counting_stop(hp_counting *counting)
{
	hp_event_set_disable(&counting->set);
}

void hp_counting_read(hp_counting *counting)
{
	hp_event_set_read(&counting->set, counting->now.of);
	hp_counts_subtract(&counting->now, &counting->paused);
}

void hp_counting_skip(hp_counting *counting, hp_counts before)
{
	hp_counts_add_difference(&counting->paused, &before, &counting->now);
	counting->now = before;
}

void hp_counting_resume(hp_counting *counting)
{
	hp_counts before = counting->now;

	hp_counting_read(counting);
	hp_counting_skip(counting, before);
}

void hp_counting_begin(hp_counting *counting, hp_entry_stack *stack)
{
	hp_counting_read(counting);
	*hp_entry_counts(stack, stack->top) = counting->now;
}

void hp_counting_end(hp_counting *counting, const hp_entry_stack *stack, bool is_paused)
{
	const hp_counts *start = hp_entry_counts(stack, stack->top);

	if (!is_paused) {
		hp_counting_read(counting);
	}
	hp_counts_add_difference(hp_graph_counts_of(stack->top->edge), start, &counting->now);
	if (UNEXPECTED(hp_entry_is_cut(stack->top))) {
		hp_counts_add_difference(
			hp_graph_counts_of(hp_entry_cut_edge(stack->top)), start, &counting->now);
	}
}
