#include "format/timeline.h"

#include "base/vector.h"

typedef HP_VECTOR(hp_format_call) timeline_stack;

static hp_format_call *timeline_pop(timeline_stack *stack, int64_t end_ns)
{
	hp_format_call *call = &stack->rows[--stack->count];

	call->end_ns = end_ns;
	if (stack->count > 0) {
		call[-1].callees_ns += end_ns - call->start_ns;
	}

	return call;
}

void hp_format_calls(const hp_profile *profile, hp_writer *writer,
	void (*emit)(const hp_profile *profile, hp_writer *writer, const hp_format_call *call))
{
	timeline_stack stack = {NULL, 0, 0};
	int64_t last_ns = 0;

	for (uint32_t i = 0; i < profile->timeline.events.count && hp_writer_goes_on(writer); i++) {
		const hp_profile_event *event = &profile->timeline.events.rows[i];

		last_ns = event->at_ns;
		if (event->node != HP_PROFILE_NONE) {
			hp_format_call call = {event->node, stack.count, event->at_ns, 0, 0, false};

			*hp_vector_add(&stack) = call;
		} else if (stack.count > 0) {
			emit(profile, writer, timeline_pop(&stack, event->at_ns));
		}
	}
	while (stack.count > 0) {
		hp_format_call *call = timeline_pop(&stack, last_ns);

		call->is_cut = true;
		emit(profile, writer, call);
	}
	hp_vector_free(&stack);
}
