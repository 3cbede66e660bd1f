/* stop.h: ends a run of calls: by the program, or because the engine has switched to other
 * frames. */
#ifndef HP_HOOK_STOP_H
#define HP_HOOK_STOP_H

#include "trace/tracer.h"

/* Ends the run. Returns a warning in English if it had already ended: see hp_hook_lose(). NULL if
 * the run is complete. */
const char *hp_hook_disable(hp_tracer *tracer);

/* Ends the run if the engine has other frames than those of the tracer's stack without a reported
 * switch, as with coroutines of another extension: calls would find wrong callers. Returns true if
 * it has ended; hp_hook_disable() then returns a warning. */
bool hp_hook_lose(hp_tracer *tracer);

static zend_always_inline bool hp_hook_is_lost(hp_tracer *tracer)
{
	return UNEXPECTED((const void *) EG(vm_stack) != tracer->stack->vm_page) &&
		hp_hook_lose(tracer);
}

#endif /* HP_HOOK_STOP_H */
