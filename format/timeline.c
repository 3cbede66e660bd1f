#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "format/timeline.h"

typedef struct timeline_stack {
	hp_format_call *calls;
	uint32_t count;
	uint32_t size;
} timeline_stack;

static void timeline_push(timeline_stack *stack, const hp_profile_event *event)
{
	hp_format_call call = {event->node, stack->count, event->at_ns, 0, 0, false};

	if (stack->count == stack->size) {
		stack->size = stack->size == 0 ? 64 : 2 * stack->size;
		stack->calls = safe_perealloc(stack->calls, stack->size, sizeof(*stack->calls), 0, true);
	}
	stack->calls[stack->count++] = call;
}

static hp_format_call *timeline_pop(timeline_stack *stack, int64_t end_ns)
{
	hp_format_call *call = &stack->calls[--stack->count];

	call->end_ns = end_ns;
	if (stack->count > 0) {
		call[-1].callees_ns += end_ns - call->start_ns;
	}

	return call;
}

void hp_format_calls(const hp_profile *profile, hp_writer *writer,
	void (*tell)(const hp_profile *profile, hp_writer *writer, const hp_format_call *call))
{
	timeline_stack stack = {NULL, 0, 0};
	int64_t last_ns = 0;

	for (uint32_t i = 0; i < profile->events_count; i++) {
		const hp_profile_event *event = &profile->events[i];

		last_ns = event->at_ns;
		if (event->node != HP_PROFILE_NONE) {
			timeline_push(&stack, event);
		} else if (stack.count > 0) {
			tell(profile, writer, timeline_pop(&stack, event->at_ns));
		}
	}
	while (stack.count > 0) {
		hp_format_call *call = timeline_pop(&stack, last_ns);

		call->is_cut = true;
		tell(profile, writer, call);
	}
	if (stack.calls != NULL) {
		pefree(stack.calls, true);
	}
}
