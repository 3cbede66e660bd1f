/* allocator_site.h: finds a new block's allocation site: the call, function or stack that is
 * charged. */
#ifndef HP_HOOK_ALLOCATOR_SITE_H
#define HP_HOOK_ALLOCATOR_SITE_H

#include "hook/slot.h"

/* Does the rare part of hp_allocator_site_of_function(). */
uint32_t hp_allocator_site_of_function_slow(hp_tracer *tracer);

/* Returns the site of a sampled block: the open call or, in a run without calls, the whole
 * stack. */
uint32_t hp_allocator_site_of_sample(hp_tracer *tracer);

static zend_always_inline uint32_t hp_allocator_site_of_edge(hp_sites *sites, hp_edge *edge)
{
	uint32_t site = hp_site_find(sites, edge);

	return EXPECTED(site != HP_SITE_NONE) ? site : hp_site_add(sites, edge, edge);
}

/* Returns the site of the innermost call if that allocated lately, else HP_SITE_NONE. */
static zend_always_inline uint32_t hp_allocator_known_site_of_call(hp_tracer *tracer)
{
	const hp_edge *edge = tracer->stack->top->edge;
	const hp_site_slot *cached = hp_site_cached(&tracer->live.sites, edge);

	return EXPECTED(cached->key == edge) ? cached->site : HP_SITE_NONE;
}

/* In a run that records calls: returns the site of the innermost open call. */
static zend_always_inline uint32_t hp_allocator_site_of_call(hp_tracer *tracer)
{
	return hp_allocator_site_of_edge(&tracer->live.sites, tracer->stack->top->edge);
}

/* Returns the site of the innermost function if that allocated before, else HP_SITE_NONE. */
static zend_always_inline uint32_t hp_allocator_known_site_of_function(hp_tracer *tracer)
{
	const zend_execute_data *execute_data = EG(current_execute_data);
	const zend_function *function;
	const hp_site_slot *cached;
	const hp_symbol *symbol;

	if (EXPECTED(execute_data != NULL) && EXPECTED((function = execute_data->func) != NULL)) {
		if (!ZEND_USER_CODE(function->type)) {
			cached = hp_site_cached(&tracer->live.sites, function);
			if (EXPECTED(cached->key == function)) {
				return cached->site;
			}
		} else if (EXPECTED(execute_data->run_time_cache != NULL) &&
			EXPECTED((function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) == 0)) {
			symbol = ((hp_symbol **) execute_data->run_time_cache)[hp_hook_slot];
			if (EXPECTED(symbol != NULL) && EXPECTED(symbol->site != HP_SYMBOL_NO_NUMBER)) {
				return symbol->site;
			}
		}
	}

	return HP_SITE_NONE;
}

/* In a run without calls: returns the site of the innermost function, as if main() had called
 * it. */
static zend_always_inline uint32_t hp_allocator_site_of_function(hp_tracer *tracer)
{
	uint32_t site = hp_allocator_known_site_of_function(tracer);

	return EXPECTED(site != HP_SITE_NONE) ? site : hp_allocator_site_of_function_slow(tracer);
}

#endif /* HP_HOOK_ALLOCATOR_SITE_H */
