/* slot.h: the place in a function's run-time cache where its symbol is kept. */
#ifndef HP_HOOK_SLOT_H
#define HP_HOOK_SLOT_H

#include "trace/tracer.h"

/* The slot for user functions, and for internal functions in PHP versions in which these have such
 * a cache. Set in MINIT. */
extern HP_HIDDEN int hp_hook_slot;
extern HP_HIDDEN int hp_hook_internal_slot;

/* In MINIT. */
void hp_hook_slot_startup(void);

/* Returns the symbol of the user function that is called; makes it at the first call. */
static zend_always_inline hp_symbol *hp_hook_user_symbol(
	hp_tracer *tracer, const zend_execute_data *execute_data)
{
	hp_symbol **slot = (hp_symbol **) execute_data->run_time_cache + hp_hook_slot;

	if (UNEXPECTED(*slot == NULL)) {
		*slot = hp_naming_of_function(&tracer->naming, execute_data->func);
	}

	return *slot;
}

/* Returns the same if the function was called before in this request; else NULL. */
static zend_always_inline hp_symbol *hp_hook_known_symbol(const zend_execute_data *execute_data)
{
	return ((hp_symbol **) execute_data->run_time_cache)[hp_hook_slot];
}

#endif /* HP_HOOK_SLOT_H */
