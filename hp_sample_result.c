#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_sample_result.h"

#include "hp_symbol.h"

#include "Zend/zend_smart_str.h"

#include <math.h>

/* By so many labels may the sum of all weights be behind the wall clock. */
#define RESULT_SLACK 2

/* A visible frame of a path. */
typedef struct result_frame {
	hp_symbol *symbol;
	uint32_t level; /* of recursion */
	uint32_t function; /* HP_SAMPLE_NONE: main() without code */
	uint32_t line;
} result_frame;

typedef struct result_context {
	const hp_sample_store *store;
	const hp_options *options;
	hp_symbols symbols;
	hp_symbol *root;
	hp_symbol **of_function; /* by number; NULL: the function is transparent */
	result_frame *frames; /* of the path looked at, the outermost first */
	uint32_t *nodes;
	uint32_t frames_size;
} result_context;

static zend_string *result_text(const char *bytes, size_t length)
{
	return length == 0 ? NULL : zend_string_init(bytes, length, false);
}

/* The symbol as other modes would name it: they see the engine's function, we what is left of it. */
static hp_symbol *result_symbol_of_function(
	hp_symbols *symbols, const hp_sample_function *function, const char *texts)
{
	zend_class_entry scope;
	zend_function made;
	hp_symbol *symbol;

	memset(&scope, 0, sizeof(scope));
	memset(&made, 0, sizeof(made));
	scope.name = result_text(texts, function->class_length);
	made.type = function->kind == HP_SAMPLE_EVAL ? ZEND_EVAL_CODE : ZEND_USER_FUNCTION;
	made.common.scope = scope.name == NULL ? NULL : &scope;
	made.common.function_name = result_text(texts + function->class_length, function->name_length);
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

static hp_symbol *result_symbol_of_compiled(
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

static hp_symbol *result_symbol(result_context *context, const hp_sample_function *function)
{
	const char *texts = context->store->texts + function->text;
	bool is_code = function->kind == HP_SAMPLE_FILE || function->kind == HP_SAMPLE_EVAL;
	hp_symbol *symbol;

	if (is_code && !context->options->has_run_init) {
		return NULL;
	}
	symbol = function->kind == HP_SAMPLE_COMPILED
		? result_symbol_of_compiled(&context->symbols, function, texts)
		: result_symbol_of_function(&context->symbols, function, texts);

	return hp_filter_has(&context->options->ignored, symbol->name) ? NULL : symbol;
}

static void result_begin(
	result_context *context, const hp_sample_store *store, const hp_options *options)
{
	memset(context, 0, sizeof(*context));
	context->store = store;
	context->options = options;
	hp_symbol_startup(&context->symbols);
	context->root = hp_symbol_get(&context->symbols, ZEND_STRL("main()"), NULL);
	context->of_function =
		safe_pemalloc(store->functions_count, sizeof(*context->of_function), 1, true);
	for (uint32_t i = 0; i < store->functions_count; i++) {
		context->of_function[i] = result_symbol(context, &store->functions[i]);
	}
}

static void result_end(result_context *context)
{
	if (context->frames != NULL) {
		pefree(context->frames, true);
		pefree(context->nodes, true);
	}
	pefree(context->of_function, true);
	hp_symbol_shutdown(&context->symbols);
}

/* Finds the nodes of a path, the innermost first, and makes room for their frames. */
static uint32_t result_find_nodes(result_context *context, uint32_t node)
{
	const hp_sample_node *nodes = context->store->nodes;
	uint32_t count = 0, length = 0;

	for (uint32_t at = node; at != HP_SAMPLE_ROOT; at = nodes[at].parent) {
		length++;
	}
	if (length + 1 > context->frames_size) {
		context->frames_size = length + 64;
		context->frames = safe_perealloc(
			context->frames, context->frames_size, sizeof(*context->frames), 0, true);
		context->nodes =
			safe_perealloc(context->nodes, context->frames_size, sizeof(*context->nodes), 0, true);
	}
	for (uint32_t at = node; at != HP_SAMPLE_ROOT; at = nodes[at].parent) {
		context->nodes[count++] = at;
	}

	return count;
}

/* Puts the visible frames of a path into the context; returns how many. */
static uint32_t result_expand(result_context *context, uint32_t node)
{
	const hp_sample_store *store = context->store;
	uint32_t left = result_find_nodes(context, node);
	uint32_t count = 1;

	context->frames[0] = (result_frame){context->root, 0, HP_SAMPLE_NONE, 0};
	/* What runs at the bottom is the main script, and that is main(). */
	if (left > 0) {
		const hp_sample_frame *bottom = &store->nodes[context->nodes[left - 1]].frame;

		if (store->functions[bottom->function].kind == HP_SAMPLE_FILE) {
			context->frames[0].function = bottom->function;
			context->frames[0].line = bottom->line;
			left--;
		}
	}
	while (left > 0) {
		const hp_sample_frame *frame = &store->nodes[context->nodes[--left]].frame;
		hp_symbol *symbol = context->of_function[frame->function];

		if (symbol != NULL) {
			context->frames[count++] =
				(result_frame){symbol, symbol->depth++, frame->function, frame->line};
		}
	}
	for (uint32_t i = 0; i < count; i++) {
		context->frames[i].symbol->depth = 0;
	}

	return count;
}

static void result_append_name(smart_str *text, const result_frame *frame)
{
	smart_str_append(text, frame->symbol->name);
	if (frame->level > 0) {
		smart_str_appendc(text, '@');
		smart_str_append_unsigned(text, frame->level);
	}
}

/* "a==>b@1" of the innermost depth frames. */
static zend_string *result_stack(result_context *context, uint32_t node, uint32_t depth)
{
	uint32_t count = result_expand(context, node);
	uint32_t start = count > depth ? count - depth : 0;
	smart_str text = {NULL, 0};

	for (uint32_t i = start; i < count; i++) {
		if (i > start) {
			smart_str_appendl(&text, "==>", 3);
		}
		result_append_name(&text, &context->frames[i]);
	}

	return smart_str_extract(&text);
}

static void result_add_label(HashTable *result, int64_t label_us, zend_string *stack)
{
	char digits[48];
	int length = snprintf(
		digits, sizeof(digits), "%" PRId64 ".%06d", label_us / 1000000, (int) (label_us % 1000000));
	zval value;

	ZVAL_STR_COPY(&value, stack);
	zend_hash_str_update(result, digits, (size_t) length, &value);
}

/* A record of weight n stands for the n labels up to its time, as far as these are still free. By the
 * wall clock each label follows the one before: of the time on the CPU and of that off it there may
 * be most of an interval that is not yet accounted for. Only where more is missing there is a gap. */
static int64_t result_add_labels(HashTable *result, const hp_sample_record *record,
	const hp_sample_summary *summary, int64_t last, zend_string *stack)
{
	int64_t interval_us = summary->interval_us;
	int64_t label = record->time_us / interval_us - (int64_t) record->weight + 1;
	int64_t slack = strcmp(summary->clock, "wall") == 0 ? RESULT_SLACK : 0;

	if (label <= last + 1 + slack) {
		label = last + 1;
	}
	for (uint64_t i = 0; i < record->weight; i++) {
		result_add_label(result, label++ * interval_us, stack);
	}

	return label - 1;
}

void hp_sample_result_classic(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary, zval *result)
{
	int64_t last = summary->started_us / summary->interval_us;
	zend_string **stacks = ecalloc(store->nodes_count, sizeof(*stacks));
	result_context context;

	array_init(result);
	result_begin(&context, store, &options->common);
	for (size_t i = 0; i < store->records_count; i++) {
		const hp_sample_record *record = &store->records[i];
		/* Kept while the depth is the same, and that rarely changes. */
		zend_string **stack = &stacks[record->node];

		if (*stack != NULL && i > 0 && record->depth != store->records[i - 1].depth) {
			for (uint32_t node = 0; node < store->nodes_count; node++) {
				if (stacks[node] != NULL) {
					zend_string_release(stacks[node]);
					stacks[node] = NULL;
				}
			}
		}
		if (*stack == NULL) {
			*stack = result_stack(&context, record->node, (uint32_t) record->depth);
		}
		last = result_add_labels(Z_ARRVAL_P(result), record, summary, last, *stack);
	}
	for (uint32_t node = 0; node < store->nodes_count; node++) {
		if (stacks[node] != NULL) {
			zend_string_release(stacks[node]);
		}
	}
	efree(stacks);
	result_end(&context);
}

/* In percentage points: a share of one half has this as twice its standard error, any other less. */
static double result_error(uint64_t samples)
{
	return samples == 0 ? 100.0 : 100.0 / sqrt((double) samples);
}

void hp_sample_result_summary(const hp_sample_summary *summary, zval *result)
{
	array_init(result);
	add_assoc_string(result, "clock", summary->clock);
	add_assoc_string(result, "engine", summary->engine);
	add_assoc_string(result, "source", summary->source);
	add_assoc_long(result, "interval", summary->interval_us);
	add_assoc_double(result, "start", (double) summary->started_us / 1e6);
	add_assoc_long(result, "duration", (zend_long) (summary->stopped_us - summary->started_us));
	add_assoc_long(result, "samples", (zend_long) summary->samples);
	add_assoc_long(result, "weight", (zend_long) summary->weight);
	add_assoc_long(result, "off_cpu", (zend_long) summary->off_cpu);
	add_assoc_long(result, "overrun", (zend_long) summary->overrun);
	add_assoc_long(result, "late", (zend_long) summary->late);
	add_assoc_long(result, "dropped", (zend_long) summary->dropped);
	add_assoc_long(result, "truncated", (zend_long) summary->truncated);
	add_assoc_double(result, "error", result_error(summary->samples));
}

static void result_add_frame(result_context *context, const result_frame *frame, zval *frames)
{
	smart_str name = {NULL, 0};
	zval row;

	array_init(&row);
	result_append_name(&name, frame);
	add_assoc_str(&row, "function", smart_str_extract(&name));
	if (frame->function != HP_SAMPLE_NONE) {
		const hp_sample_function *function = &context->store->functions[frame->function];

		if (function->file_length > 0) {
			add_assoc_stringl(&row, "file",
				context->store->texts + function->text + function->class_length +
					function->name_length,
				function->file_length);
			add_assoc_long(&row, "line", (zend_long) frame->line);
		}
	}
	add_next_index_zval(frames, &row);
}

/* Names and lines in one text: two nodes that it makes equal are one row. */
static zend_string *result_key(const result_context *context, uint32_t start, uint32_t count)
{
	smart_str key = {NULL, 0};

	for (uint32_t i = start; i < count; i++) {
		smart_str_appendl(&key, (const char *) &context->frames[i].symbol, sizeof(hp_symbol *));
		smart_str_appendl(&key, (const char *) &context->frames[i].line, sizeof(uint32_t));
	}

	return smart_str_extract(&key);
}

static zval *result_path(result_context *context, HashTable *rows, const hp_sample_record *record)
{
	uint32_t count = result_expand(context, record->node);
	uint32_t depth = (uint32_t) record->depth;
	uint32_t start = count > depth ? count - depth : 0;
	zend_string *key = result_key(context, start, count);
	zval *row = zend_hash_lookup(rows, key);

	zend_string_release(key);
	if (Z_TYPE_P(row) != IS_ARRAY) {
		zval frames;

		array_init(row);
		add_assoc_long(row, "weight", 0);
		add_assoc_long(row, "off_cpu", 0);
		array_init(&frames);
		for (uint32_t i = start; i < count; i++) {
			result_add_frame(context, &context->frames[i], &frames);
		}
		add_assoc_zval(row, "frames", &frames);
	}

	return row;
}

static void result_add_weight(zval *row, const char *name, uint64_t weight)
{
	Z_LVAL_P(zend_hash_str_find(Z_ARRVAL_P(row), name, strlen(name))) += (zend_long) weight;
}

void hp_sample_result_paths(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary, zval *result)
{
	result_context context;
	HashTable rows;
	zval paths, *row;

	hp_sample_result_summary(summary, result);
	zend_hash_init(&rows, 0, NULL, ZVAL_PTR_DTOR, false);
	result_begin(&context, store, &options->common);
	for (size_t i = 0; i < store->records_count; i++) {
		const hp_sample_record *record = &store->records[i];

		row = result_path(&context, &rows, record);
		result_add_weight(row, "weight", record->weight);
		result_add_weight(row, "off_cpu", record->is_off_cpu ? record->weight : 0);
	}
	array_init(&paths);
	ZEND_HASH_FOREACH_VAL(&rows, row) {
		Z_ADDREF_P(row);
		add_next_index_zval(&paths, row);
	}
	ZEND_HASH_FOREACH_END();
	add_assoc_zval(result, "paths", &paths);
	result_end(&context);
	zend_hash_destroy(&rows);
}
