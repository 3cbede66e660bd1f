/* stop.h: how a run of calls ends: by the program, or because the engine's frames are another's. */
#ifndef HP_HOOK_STOP_H
#define HP_HOOK_STOP_H

#include "trace/tracer.h"

/* Returns a warning in English if the run had ended before: see hp_hook_lose(). NULL: it is whole. */
const char *hp_hook_disable(hp_tracer *tracer);

/* Ends the run if the engine has other frames than those of the tracer's stack, without notice of a switch, as
 * coroutines of another extension: calls would find wrong callers. True: it has ended; hp_hook_disable() warns. */
bool hp_hook_lose(hp_tracer *tracer);

static zend_always_inline bool hp_hook_is_lost(hp_tracer *tracer)
{
	return UNEXPECTED((const void *) EG(vm_stack) != tracer->stack->vm_page) &&
		hp_hook_lose(tracer);
}

#endif /* HP_HOOK_STOP_H */
