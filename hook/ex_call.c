#include "hook/ex_call.h"

#include "hook/state.h"
#include "hook/stop.h"
#include "php_xhprof.h"

bool hp_hook_ex_find_caller(hp_tracer *tracer, const zend_execute_data *caller)
{
	if (hp_hook_is_computed(caller) || hp_hook_is_lost(tracer)) {
		return false;
	}
	hp_call_close_dead(tracer, caller);
	/* The next call at the bottom has the same caller, which the first test then accepts. */
	if (tracer->stack->top == tracer->stack->base) {
		tracer->stack->bottom_id = caller;
	}

	return true;
}

bool hp_hook_ex_begin_any(
	hp_tracer *tracer, hp_symbol *symbol, const zend_execute_data *execute_data)
{
	const zend_execute_data *caller = execute_data->prev_execute_data;

	if (UNEXPECTED(!hp_hook_ex_is_caller(tracer->stack, caller)) &&
		!hp_hook_ex_find_caller(tracer, caller)) {
		return false;
	}

	return hp_call_begin(tracer, tracer->work, symbol, execute_data, execute_data);
}

void hp_hook_ex_end_any(hp_tracer *tracer, uint32_t run, const void *id)
{
	if (tracer->generation == run) {
		hp_call_end(tracer, tracer->work, id);
	}
}

void hp_hook_ex_end_slowly(const void *id, uint64_t wall_ticks)
{
	hp_tracer *tracer = XHPROF_G(tracer);

	if (hp_tracer_has_calls(tracer)) {
		hp_call_end_slowly(tracer, id, wall_ticks);
	}
}
