#include "trace/symbol.h"

#include "base/function_name.h"

static hp_node symbol_no_node;
hp_edge hp_symbol_no_edge = {.parent = &symbol_no_node};

ZEND_STATIC_ASSERT(sizeof(void *) != 8 || sizeof(hp_edge) == 64, "an edge is one cache line");

void hp_symbol_startup(hp_symbols *symbols)
{
	memset(symbols, 0, sizeof(*symbols));
	zend_hash_init(&symbols->by_name, 0, NULL, NULL, true);
	zend_hash_init(&symbols->files, 0, NULL, NULL, true);
	zend_hash_init(&symbols->places, 0, NULL, NULL, true);
}

void hp_symbol_shutdown(hp_symbols *symbols)
{
	zend_hash_destroy(&symbols->by_name);
	zend_hash_destroy(&symbols->files);
	zend_hash_destroy(&symbols->places);
	hp_pool_free(&symbols->pool);
}

void hp_symbol_reset(hp_symbol *symbol)
{
	symbol->depth = 0;
	symbol->special &= HP_SYMBOL_IS_FILE;
	symbol->newest = &hp_symbol_no_variant;
	symbol->first.in = &hp_symbol_no_edge;
	symbol->levels = NULL;
	symbol->levels_size = 0;
	symbol->number = HP_SYMBOL_NO_NUMBER;
	symbol->site = HP_SYMBOL_NO_NUMBER;
}

static hp_symbol *symbol_add(hp_symbols *symbols, zend_string *name)
{
	hp_symbol *symbol = hp_pool_alloc(&symbols->pool, sizeof(*symbol));

	symbol->name = name;
	symbol->first.symbol = symbol;
	hp_symbol_reset(symbol);
	zend_hash_add_new_ptr(&symbols->by_name, name, symbol);
	zend_string_release_ex(name, true); /* the table holds it now */

	return symbol;
}

static void symbol_append_name(smart_str *text, const zend_string *name)
{
	hp_function_name_append_raw(text, ZSTR_VAL(name), ZSTR_LEN(name));
}

/* Owns the text from here on. */
static hp_symbol *symbol_of_text(hp_symbols *symbols, smart_str *text, bool *is_new)
{
	hp_symbol *symbol = zend_hash_find_ptr(&symbols->by_name, hp_function_name_finish(text));

	if (is_new != NULL) {
		*is_new = symbol == NULL;
	}
	if (symbol != NULL) {
		smart_str_free_ex(text, true);
		return symbol;
	}

	return symbol_add(symbols, text->s);
}

/* Sets where it is declared; the first of several functions of one name counts. */
static void symbol_place(
	hp_symbols *symbols, hp_symbol *symbol, const char *path, size_t length, uint32_t line)
{
	zend_string *file;

	if (symbol->file != NULL) {
		return;
	}
	/* By bytes: the table must not share a string of the request. */
	file = zend_hash_str_find_ptr(&symbols->files, path, length);
	if (file == NULL) {
		file = zend_string_init(path, length, true);
		zend_hash_add_new_ptr(&symbols->files, file, file);
		zend_string_release_ex(file, true); /* the table holds it now */
	}
	symbol->file = file;
	symbol->line = line;
}

hp_symbol *hp_symbol_get(hp_symbols *symbols, const char *name, size_t length, bool *is_new)
{
	smart_str text = {NULL, 0};

	hp_function_name_append(&text, name, length);
	return symbol_of_text(symbols, &text, is_new);
}

hp_symbol *hp_symbol_of_file(
	hp_symbols *symbols, const char *prefix, const char *path, size_t length, bool *is_new)
{
	smart_str text = {NULL, 0};
	hp_symbol *symbol;

	hp_function_name_append_file(&text, prefix, path, length);
	symbol = symbol_of_text(symbols, &text, is_new);
	symbol_place(symbols, symbol, path, length, 0);

	return symbol;
}

static hp_symbol *symbol_of_code(hp_symbols *symbols, const zend_op_array *code, bool *is_new)
{
	if (code->type == ZEND_EVAL_CODE) {
		return hp_symbol_get(symbols, "eval", strlen("eval"), is_new);
	}

	return hp_symbol_of_file(
		symbols, "run_init::", ZSTR_VAL(code->filename), ZSTR_LEN(code->filename), is_new);
}

hp_symbol *hp_symbol_of_function(hp_symbols *symbols, const zend_function *function, bool *is_new)
{
	smart_str text = {NULL, 0};
	hp_symbol *symbol;

	if (function->common.function_name == NULL) {
		symbol = symbol_of_code(symbols, &function->op_array, is_new);
		symbol->special |= HP_SYMBOL_IS_FILE;
		return symbol;
	}
	if (function->common.scope != NULL) {
		symbol_append_name(&text, function->common.scope->name);
		smart_str_appendl_ex(&text, "::", 2, true);
	}
	symbol_append_name(&text, function->common.function_name);
	symbol = symbol_of_text(symbols, &text, is_new);
	if (ZEND_USER_CODE(function->type)) {
		const zend_op_array *code = &function->op_array;

		symbol_place(
			symbols, symbol, ZSTR_VAL(code->filename), ZSTR_LEN(code->filename), code->line_start);
	}

	return symbol;
}

bool hp_symbol_has_places(const hp_symbol *symbol)
{
	const char *end = ZSTR_VAL(symbol->name) + ZSTR_LEN(symbol->name);

	return zend_memnstr(ZSTR_VAL(symbol->name), ZEND_STRL("@anonymous"), end) != NULL ||
		zend_memnstr(ZSTR_VAL(symbol->name), ZEND_STRL("{closure}"), end) != NULL;
}

static void symbol_append_place(
	smart_str *text, const char *prefix, const zend_string *file, uint32_t line)
{
	hp_function_name_append_file(text, prefix, ZSTR_VAL(file), ZSTR_LEN(file));
	smart_str_appendc_ex(text, ':', true);
	smart_str_append_unsigned_ex(text, line, true);
}

static void symbol_append_class(smart_str *text, const zend_class_entry *class_entry)
{
	if (class_entry->ce_flags & ZEND_ACC_ANON_CLASS) {
		symbol_append_name(text, class_entry->name); /* up to "@anonymous" */
		symbol_append_place(
			text, ":", class_entry->info.user.filename, class_entry->info.user.line_start);
	} else {
		symbol_append_name(text, class_entry->name);
	}
	smart_str_appendl_ex(text, "::", 2, true);
}

/* Until 8.3 a closure is a "{closure}", or in a namespace a "Name\\{closure}". */
static void symbol_append_function(smart_str *text, const zend_op_array *code)
{
	static const char closure[] = "{closure}";
	const zend_string *name = code->function_name;
	size_t length = ZSTR_LEN(name) - MIN(ZSTR_LEN(name), sizeof(closure) - 1);

	if (strcmp(ZSTR_VAL(name) + length, closure) != 0) {
		symbol_append_name(text, name);
		return;
	}
	hp_function_name_append_raw(text, ZSTR_VAL(name), length);
	symbol_append_place(text, "{closure:", code->filename, code->line_start);
	smart_str_appendc_ex(text, '}', true);
}

hp_symbol *hp_symbol_of_place(
	hp_symbols *symbols, hp_symbol *plain, const zend_op_array *code, bool *is_new)
{
	zend_ulong key = (zend_ulong) (uintptr_t) code->opcodes;
	hp_symbol *symbol = zend_hash_index_find_ptr(&symbols->places, key);
	smart_str text = {NULL, 0};

	*is_new = false;
	/* Code may be freed, and other code be there. */
	if (symbol != NULL && symbol->plain == plain && symbol->line == code->line_start &&
		zend_string_equals(symbol->file, code->filename)) {
		return symbol;
	}
	if (code->scope != NULL) {
		symbol_append_class(&text, code->scope);
	}
	symbol_append_function(&text, code);
	symbol = symbol_of_text(symbols, &text, is_new);
	symbol_place(
		symbols, symbol, ZSTR_VAL(code->filename), ZSTR_LEN(code->filename), code->line_start);
	ZEND_ASSERT(symbol != plain);
	symbol->plain = plain;
	zend_hash_index_update_ptr(&symbols->places, key, symbol);

	return symbol;
}

void hp_symbol_grow_levels(hp_symbol *symbol, uint32_t level, hp_pool *pool)
{
	uint32_t size = symbol->levels_size < 8 ? 8 : symbol->levels_size;
	hp_node **levels;

	while (size <= level) {
		size *= 2;
	}
	levels = hp_pool_alloc(pool, size * sizeof(*levels));
	if (symbol->levels_size > 0) {
		memcpy(levels, symbol->levels, symbol->levels_size * sizeof(*levels));
	}
	symbol->levels = levels;
	symbol->levels_size = size;
}

hp_node *hp_symbol_node_slow(hp_symbol *symbol, uint32_t level, hp_pool *pool)
{
	hp_node *node;

	if (level >= symbol->levels_size) {
		hp_symbol_grow_levels(symbol, level, pool);
	}
	node = hp_pool_alloc(pool, sizeof(*node));
	node->symbol = symbol;
	node->level = level;
	node->in = &hp_symbol_no_edge;
	symbol->levels[level] = node;

	return node;
}

void hp_symbol_reset_numbers(hp_symbols *symbols)
{
	hp_symbol *symbol;

	ZEND_HASH_FOREACH_PTR(&symbols->by_name, symbol) {
		symbol->number = HP_SYMBOL_NO_NUMBER;
	}
	ZEND_HASH_FOREACH_END();
}
