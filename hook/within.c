#include "hook/within.h"

#include "hook/state.h"
#include "hook/stop.h"
#include "trace/call.h"
#include "php_xhprof.h"

typedef struct hook_within {
	hp_bailout_function work;
	void *context;
	const void *id;
	uint32_t generation;
} hook_within;

static void hook_within_work(void *context)
{
	const hook_within *within = context;

	within->work(within->context);
}

/* Ends the call, also after a fatal error: the observer would not see that the call has left the
 * stack. */
static void hook_within_end(void *context)
{
	const hook_within *within = context;
	hp_tracer *tracer = XHPROF_G(tracer);

	/* The work may call the program's code, which may stop the run. */
	if (tracer->generation == within->generation && hp_call_close_until(tracer, within->id)) {
		hp_call_end(tracer, tracer->work, within->id);
	}
}

/* Begins the call. The current frame is the caller's, or that of an internal function that is not
 * recorded. A function that returns has already left it while its variables are destroyed, which
 * may start the garbage collector. */
static bool hook_within_begin(hp_tracer *tracer, hp_symbol *symbol, const zend_execute_data *caller)
{
	if (hp_hook_is_computed(caller) || hp_hook_is_lost(tracer)) {
		return false;
	}
	if (tracer->stack->top->id != caller) {
		hp_call_close_dead(tracer, caller);
	}

	return hp_call_begin(tracer, tracer->work, symbol, caller, NULL);
}

void hp_hook_within(hp_symbol *symbol, hp_bailout_function work, void *context)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	const zend_execute_data *caller = EG(current_execute_data);
	hook_within within = {work, context, caller, tracer->generation};

	if (symbol != NULL && hook_within_begin(tracer, symbol, caller)) {
		hp_bailout(hook_within_work, hook_within_end, &within);
	} else {
		work(context);
	}
}
