#include "hook/stop.h"

#include "hook/allocator.h"
#include "hook/event.h"
#include "hook/fiber.h"
#include "hook/lines.h"
#include "hook/state.h"
#include "trace/call_run.h"

#include "Zend/zend_observer.h"

static void stop_run(hp_tracer *tracer)
{
	hp_allocator_disable(tracer);
	hp_hook_lines_forget();
	hp_hook_event_watch_timeline(tracer, false);
	hp_call_run_stop(tracer);
	if (!tracer->options.is_untraced) {
		hp_hook_in_force()->disable(tracer);
	}
}

const char *hp_hook_disable(hp_tracer *tracer)
{
	if (tracer->is_armed) {
		stop_run(tracer);
		return NULL;
	}

	return "an extension switched to a coroutine without notifying PHP, so the profile ends "
		   "there; take samples instead, or have it notify PHP (swoole.enable_fiber_mock)";
}

bool hp_hook_lose(hp_tracer *tracer)
{
	if (hp_hook_fiber_has_frames(tracer)) {
		return false;
	}
	tracer->unrecorded_calls++;
	stop_run(tracer);
	/* The engine's list of observed frames mixes both stacks, and would be walked at the end, so it
	 * is reset. */
	if (hp_hook_choice_in_force()->kind == HP_HOOK_OBSERVER) {
		zend_observer_activate();
	}

	return true;
}
