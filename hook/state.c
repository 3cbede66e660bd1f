#include "hook/state.h"

uint32_t hp_hook_compiler_options = 0;

/* No hook before MINIT. Read-only after it. */
static hp_hook_choice state_choice = {.reason = "not started", .cost = "none"};
static const hp_hook *state_hook = NULL;

void hp_hook_state_set(const hp_hook *hook, const hp_hook_choice *choice)
{
	state_hook = hook;
	state_choice = *choice;
}

const hp_hook *hp_hook_in_force(void)
{
	return state_hook;
}

const hp_hook_choice *hp_hook_choice_in_force(void)
{
	return &state_choice;
}

const char *hp_hook_name(void)
{
	return state_hook == NULL ? "off" : state_hook->name;
}

const char *hp_hook_reason(void)
{
	return state_choice.reason;
}

const char *hp_hook_cost(void)
{
	return state_choice.cost;
}

bool hp_hook_has_opcache(void)
{
	return state_choice.has_opcache &&
		zend_ini_long("opcache.enable", strlen("opcache.enable"), 0) != 0;
}

bool hp_hook_has_jit(void)
{
	return state_choice.may_jit && hp_hook_has_opcache();
}

void hp_hook_free(hp_hook_state *state)
{
	hp_vector_free(&state->caches);
}

/* Also tests the frame, as a fatal error in the optimizer leaves the flag set forever. */
bool hp_hook_is_computed(const zend_execute_data *caller)
{
	return UNEXPECTED(EG(capture_warnings_during_sccp)) && caller != NULL &&
		caller->prev_execute_data == NULL && caller->func != NULL &&
		ZEND_USER_CODE(caller->func->type) && caller->opline->handler == NULL;
}
