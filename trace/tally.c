#include "trace/tally.h"

void hp_tally_start(hp_tally *tally, const hp_event_choice *choice)
{
	memset(tally, 0, sizeof(*tally));
	hp_event_set_enable(&tally->set, choice);
	tally->count = tally->set.count;
	for (uint32_t i = 0; i < tally->count; i++) {
		tally->events[i] = tally->set.counters[i].event;
	}
}

void hp_tally_stop(hp_tally *tally)
{
	hp_event_set_disable(&tally->set);
}

void hp_tally_read(hp_tally *tally)
{
	hp_event_set_read(&tally->set, tally->now.of);
	hp_counts_subtract(&tally->now, &tally->paused);
}

void hp_tally_resume(hp_tally *tally)
{
	hp_counts before = tally->now;

	hp_tally_read(tally);
	hp_counts_add_difference(&tally->paused, &before, &tally->now);
	tally->now = before;
}

void hp_tally_open(hp_tally *tally, hp_entry_stack *stack)
{
	hp_tally_read(tally);
	*hp_entry_counts(stack, stack->top) = tally->now;
}

void hp_tally_close(hp_tally *tally, const hp_entry_stack *stack, bool is_paused)
{
	const hp_counts *start = hp_entry_counts(stack, stack->top);

	if (!is_paused) {
		hp_tally_read(tally);
	}
	hp_counts_add_difference(hp_graph_counts_of(stack->top->edge), start, &tally->now);
	if (UNEXPECTED(hp_entry_is_cut(stack->top))) {
		hp_counts_add_difference(
			hp_graph_counts_of(hp_entry_cut_edge(stack->top)), start, &tally->now);
	}
}
