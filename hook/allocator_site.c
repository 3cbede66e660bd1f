#include "hook/allocator_site.h"

/* Limit of frames. The outer frames of a deeper stack are cut off. */
#define SITE_MAX_FRAMES 256

/* Returns the symbol that a frame's block is charged to; NULL: its caller is charged. */
static hp_symbol *site_symbol(hp_tracer *tracer, const zend_execute_data *execute_data)
{
	const zend_function *function = execute_data->func;
	hp_symbol *symbol;

	/* The internal function at the bottom of a fiber has no name. */
	if (function == NULL ||
		(!ZEND_USER_CODE(function->type) &&
			(function->common.function_name == NULL || !tracer->options.has_builtins))) {
		return NULL;
	}
	/* The trampoline to __call() has no run-time cache. */
	if (ZEND_USER_CODE(function->type) &&
		(function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) == 0 &&
		execute_data->run_time_cache != NULL) {
		symbol = hp_hook_user_symbol(tracer, execute_data);
	} else {
		symbol = hp_naming_of_function(&tracer->naming, function);
	}

	if (hp_symbol_plain(symbol) != NULL) {
		symbol = hp_symbol_plain(symbol);
	}

	return symbol->special & HP_SYMBOL_IS_IGNORED ? NULL : symbol;
}

static uint32_t site_of_symbol(hp_tracer *tracer, hp_symbol *symbol)
{
	hp_edge *edge = tracer->root.edge;

	if (symbol->site == HP_SYMBOL_NO_NUMBER) {
		if (symbol != tracer->root.symbol) {
			edge = hp_graph_edge(&tracer->graph, edge->child, &symbol->first);
		}
		symbol->site = hp_site_add(&tracer->live.sites, symbol, edge);
	}

	return symbol->site;
}

/* True for an internal function whose address belongs to it for the whole request. */
static bool site_is_fixed(const zend_function *function)
{
	return function->type == ZEND_INTERNAL_FUNCTION &&
		(function->common.fn_flags &
			(ZEND_ACC_CALL_VIA_TRAMPOLINE | ZEND_ACC_CLOSURE | ZEND_ACC_FAKE_CLOSURE)) == 0;
}

uint32_t hp_allocator_site_of_function_slow(hp_tracer *tracer)
{
	const zend_execute_data *innermost = EG(current_execute_data), *execute_data = innermost;
	hp_symbol *symbol = NULL;
	uint32_t site;

	while (execute_data != NULL && (symbol = site_symbol(tracer, execute_data)) == NULL) {
		execute_data = execute_data->prev_execute_data;
	}
	site = site_of_symbol(tracer, symbol == NULL ? tracer->root.symbol : symbol);
	/* Cached, as finding a symbol needs its name. Not if a caller is charged: that is not always
	 * the same one. */
	if (symbol != NULL && execute_data == innermost && innermost->func != NULL &&
		site_is_fixed(innermost->func)) {
		*hp_site_cached(&tracer->live.sites, innermost->func) =
			(hp_site_slot){innermost->func, site};
	}

	return site;
}

static uint32_t site_of_stack(hp_tracer *tracer)
{
	const zend_execute_data *frames[SITE_MAX_FRAMES];
	hp_symbol *symbols[SITE_MAX_FRAMES];
	const zend_execute_data *frame = EG(current_execute_data);
	hp_edge *edge = tracer->root.edge;
	uint32_t count = 0;

	for (; frame != NULL && count < SITE_MAX_FRAMES; frame = frame->prev_execute_data) {
		symbols[count] = site_symbol(tracer, frame);
		if (symbols[count] != NULL) {
			frames[count++] = frame;
		}
	}
	for (uint32_t i = count; i-- > 0;) {
		hp_node *level = hp_symbol_node(symbols[i], symbols[i]->depth++, &tracer->nodes);

		edge = hp_entry_find_edge(&tracer->graph, edge->child, level, frames[i]);
	}
	for (uint32_t i = 0; i < count; i++) {
		symbols[i]->depth = 0;
	}

	return hp_allocator_site_of_edge(&tracer->live.sites, edge);
}

uint32_t hp_allocator_site_of_sample(hp_tracer *tracer)
{
	return tracer->options.is_untraced ? site_of_stack(tracer) : hp_allocator_site_of_call(tracer);
}
