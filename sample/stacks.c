#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "sample/stacks.h"

#include "Zend/zend_smart_str.h"

static zend_string *stacks_text(const char *bytes, size_t length)
{
	return length == 0 ? NULL : zend_string_init(bytes, length, false);
}

/* The symbol as other modes would name it: they see the engine's function, we what is left of it. */
static hp_symbol *stacks_symbol_of_function(
	hp_symbols *symbols, const hp_sample_function *function, const char *texts)
{
	zend_class_entry scope;
	zend_function made;
	hp_symbol *symbol;

	memset(&scope, 0, sizeof(scope));
	memset(&made, 0, sizeof(made));
	scope.name = stacks_text(texts, function->class_length);
	made.type = function->kind == HP_SAMPLE_EVAL ? ZEND_EVAL_CODE
		: function->kind == HP_SAMPLE_INTERNAL   ? ZEND_INTERNAL_FUNCTION
												 : ZEND_USER_FUNCTION;
	made.op_array.line_start = function->line;
	made.common.scope = scope.name == NULL ? NULL : &scope;
	made.common.function_name = stacks_text(texts + function->class_length, function->name_length);
	made.op_array.filename = zend_string_init(
		texts + function->class_length + function->name_length, function->file_length, false);
	symbol = hp_symbol_of_function(symbols, &made, NULL);
	zend_string_release(made.op_array.filename);
	if (made.common.function_name != NULL) {
		zend_string_release(made.common.function_name);
	}
	if (scope.name != NULL) {
		zend_string_release(scope.name);
	}

	return symbol;
}

static hp_symbol *stacks_symbol_of_compiled(
	hp_symbols *symbols, const hp_sample_function *function, const char *path)
{
	smart_str text = {NULL, 0};
	hp_symbol *symbol;

	if (zend_memnstr(path, ZEND_STRL("eval()'d code"), path + function->file_length) == NULL) {
		return hp_symbol_of_file(symbols, "load::", path, function->file_length, NULL);
	}
	smart_str_appends(&text, "eval::");
	smart_str_appendl(&text, path, function->file_length);
	smart_str_0(&text);
	symbol = hp_symbol_get(symbols, ZSTR_VAL(text.s), ZSTR_LEN(text.s), NULL);
	smart_str_free(&text);

	return symbol;
}

static hp_symbol *stacks_symbol(hp_sample_stacks *stacks, const hp_sample_function *function)
{
	const char *texts = stacks->store->texts + function->text;
	bool is_code = function->kind == HP_SAMPLE_FILE || function->kind == HP_SAMPLE_EVAL;
	hp_symbol *symbol;

	if (is_code && !stacks->options->has_run_init) {
		return NULL;
	}
	symbol = function->kind == HP_SAMPLE_COMPILED
		? stacks_symbol_of_compiled(&stacks->symbols, function, texts)
		: stacks_symbol_of_function(&stacks->symbols, function, texts);

	return hp_filter_has(&stacks->options->ignored, symbol->name) ? NULL : symbol;
}

void hp_sample_stacks_begin(
	hp_sample_stacks *stacks, const hp_sample_store *store, const hp_trace_options *options)
{
	memset(stacks, 0, sizeof(*stacks));
	stacks->store = store;
	stacks->options = options;
	hp_symbol_startup(&stacks->symbols);
	stacks->root = hp_symbol_get(&stacks->symbols, ZEND_STRL("main()"), NULL);
	stacks->of_function =
		safe_pemalloc(store->functions_count, sizeof(*stacks->of_function), 1, true);
	for (uint32_t i = 0; i < store->functions_count; i++) {
		stacks->of_function[i] = stacks_symbol(stacks, &store->functions[i]);
	}
}

void hp_sample_stacks_end(hp_sample_stacks *stacks)
{
	if (stacks->frames != NULL) {
		pefree(stacks->frames, true);
		pefree(stacks->nodes, true);
	}
	pefree(stacks->of_function, true);
	hp_symbol_shutdown(&stacks->symbols);
}

/* Finds the nodes of a path, the innermost first, and makes room for their frames. */
static uint32_t stacks_find_nodes(hp_sample_stacks *stacks, uint32_t node)
{
	const hp_sample_node *nodes = stacks->store->nodes;
	uint32_t count = 0, length = 0;

	for (uint32_t at = node; at != HP_SAMPLE_ROOT; at = nodes[at].parent) {
		length++;
	}
	if (length + 1 > stacks->frames_size) {
		stacks->frames_size = length + 64;
		stacks->frames =
			safe_perealloc(stacks->frames, stacks->frames_size, sizeof(*stacks->frames), 0, true);
		stacks->nodes =
			safe_perealloc(stacks->nodes, stacks->frames_size, sizeof(*stacks->nodes), 0, true);
	}
	for (uint32_t at = node; at != HP_SAMPLE_ROOT; at = nodes[at].parent) {
		stacks->nodes[count++] = at;
	}

	return count;
}

uint32_t hp_sample_stacks_expand(hp_sample_stacks *stacks, uint32_t node)
{
	const hp_sample_store *store = stacks->store;
	uint32_t left = stacks_find_nodes(stacks, node);
	uint32_t count = 1;

	stacks->frames[0] = (hp_sample_visible){stacks->root, 0, HP_SAMPLE_NONE, 0};
	/* What runs at the bottom is the main script, and that is main(). */
	if (left > 0) {
		const hp_sample_frame *bottom = &store->nodes[stacks->nodes[left - 1]].frame;

		if (store->functions[bottom->function].kind == HP_SAMPLE_FILE) {
			stacks->frames[0].function = bottom->function;
			stacks->frames[0].line = bottom->line;
			left--;
		}
	}
	while (left > 0) {
		const hp_sample_frame *frame = &store->nodes[stacks->nodes[--left]].frame;
		hp_symbol *symbol = stacks->of_function[frame->function];

		if (symbol != NULL) {
			stacks->frames[count++] =
				(hp_sample_visible){symbol, symbol->depth++, frame->function, frame->line};
		}
	}
	for (uint32_t i = 0; i < count; i++) {
		stacks->frames[i].symbol->depth = 0;
	}

	return count;
}
