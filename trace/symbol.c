#include "trace/symbol.h"

#include "base/function_name.h"

static hp_node symbol_no_node;
hp_edge hp_symbol_no_edge = {.parent = &symbol_no_node};
hp_symbol_levels hp_symbol_no_levels = {.size = 0};

ZEND_STATIC_ASSERT(sizeof(void *) != 8 || sizeof(hp_symbol) == 64, "a symbol grew");

/* A row of the table, or a name to search for. */
typedef struct symbol_row {
	const hp_symbol *symbol; /* NULL: `name` is searched for */
	const char *name;
	size_t length;
} symbol_row;

static uint64_t symbol_row_hash(const hp_table *table, const void *row)
{
	const symbol_row *wanted = row;
	zend_ulong hash = wanted->symbol == NULL
		? zend_inline_hash_func(wanted->name, wanted->length)
		: zend_inline_hash_func(hp_symbol_text(wanted->symbol), wanted->symbol->name_length);

	return hp_table_mix(0, (uint64_t) hash);
}

static bool symbol_row_is_same(const hp_table *table, const void *row, const void *wanted)
{
	const hp_symbol *symbol = ((const symbol_row *) row)->symbol;
	const symbol_row *other = wanted;

	return other->symbol != NULL ? other->symbol == symbol
								 : symbol->name_length == other->length &&
			memcmp(hp_symbol_text(symbol), other->name, other->length) == 0;
}

static const hp_table_kind symbol_rows = {
	.row_bytes = sizeof(const hp_symbol *),
	.first_rows = 256,
	.hash = symbol_row_hash,
	.is_same = symbol_row_is_same,
};

void hp_symbol_startup(hp_symbols *symbols)
{
	memset(symbols, 0, sizeof(*symbols));
	zend_hash_init(&symbols->files, 0, NULL, NULL, true);
	zend_hash_init(&symbols->places, 0, NULL, NULL, true);
}

void hp_symbol_shutdown(hp_symbols *symbols)
{
	hp_table_free(&symbols->by_name, &symbol_rows);
	zend_hash_destroy(&symbols->files);
	zend_hash_destroy(&symbols->places);
	smart_str_free_ex(&symbols->text, true);
	hp_pool_free(&symbols->pool);
}

static hp_symbol *symbol_find(const hp_symbols *symbols, const char *name, size_t length)
{
	symbol_row wanted = {NULL, name, length};
	hp_symbol **row = hp_table_find(&symbols->by_name, &symbol_rows, &wanted);

	return row == NULL ? NULL : *row;
}

void hp_symbol_limit(const hp_symbols *symbols, size_t most, smart_str *name, size_t start)
{
	if (symbols->by_name.used >= most &&
		symbol_find(symbols, ZSTR_VAL(name->s), ZSTR_LEN(name->s)) == NULL) {
		ZSTR_LEN(name->s) = start;
		smart_str_appends_ex(name, "(other)", true);
	}
}

hp_symbol *hp_symbol_next(const hp_symbols *symbols, void **row)
{
	*row = hp_table_next(&symbols->by_name, &symbol_rows, *row);

	return *row == NULL ? NULL : *(hp_symbol **) *row;
}

void hp_symbol_reset(hp_symbol *symbol)
{
	symbol->depth = 0;
	symbol->special &= HP_SYMBOL_IS_FILE;
	symbol->first.in = &hp_symbol_no_edge;
	symbol->first.is_indexed = false;
	symbol->levels = &hp_symbol_no_levels;
	symbol->number = HP_SYMBOL_NO_NUMBER;
	symbol->site = HP_SYMBOL_NO_NUMBER;
}

/* Adds a symbol. has_more: it has an hp_symbol_more in front. */
static hp_symbol *symbol_add(hp_symbols *symbols, const zend_string *name, bool has_more)
{
	size_t bytes = sizeof(hp_symbol) + ZSTR_LEN(name) + 1;
	size_t more_bytes = has_more ? sizeof(hp_symbol_more) : 0;
	char *memory = hp_pool_alloc_packed(&symbols->pool, more_bytes + bytes);
	hp_symbol *symbol = (hp_symbol *) (memory + more_bytes);
	symbol_row wanted = {NULL, ZSTR_VAL(name), ZSTR_LEN(name)};

	symbol->name_length = ZSTR_LEN(name) & INT32_MAX;
	symbol->has_more = has_more;
	memcpy(symbol + 1, ZSTR_VAL(name), ZSTR_LEN(name));
	symbol->first.symbol = symbol;
	hp_symbol_reset(symbol);
	*(hp_symbol **) hp_table_add(&symbols->by_name, &symbol_rows, &wanted) = symbol;

	return symbol;
}

/* Returns the buffer for a name, emptied. */
static smart_str *symbol_text(hp_symbols *symbols)
{
	if (symbols->text.s != NULL) {
		ZSTR_LEN(symbols->text.s) = 0;
	}

	return &symbols->text;
}

/* Finds or adds the symbol that symbols->text names. has_more applies to a new one. */
static hp_symbol *symbol_of_text(hp_symbols *symbols, bool has_more, bool *is_new)
{
	const zend_string *name = hp_function_name_finish(&symbols->text);
	hp_symbol *symbol = symbol_find(symbols, ZSTR_VAL(name), ZSTR_LEN(name));

	if (is_new != NULL) {
		*is_new = symbol == NULL;
	}

	return symbol != NULL ? symbol : symbol_add(symbols, name, has_more);
}

/* A file in which symbols are declared. */
typedef struct symbol_file {
	zend_string *path;
	hp_symbol *symbols[HP_SYMBOL_FILE_KINDS]; /* NULL: not needed yet */
} symbol_file;

static symbol_file *symbol_add_file(hp_symbols *symbols, const char *path, size_t length)
{
	symbol_file *file = hp_pool_alloc_packed(&symbols->pool, sizeof(*file));

	/* Copied, as the table must not share a string of the request. */
	*file = (symbol_file){.path = zend_string_init(path, length, true)};
	zend_hash_add_new_ptr(&symbols->files, file->path, file);
	zend_string_release_ex(file->path, true); /* the table holds it now */

	return file;
}

/* Sets where a symbol is declared. If several functions have its name, the first one counts. */
static void symbol_place(
	hp_symbols *symbols, hp_symbol *symbol, const char *path, size_t length, uint32_t line)
{
	const symbol_file *file;

	if (symbol->file != NULL) {
		return;
	}
	file = zend_hash_str_find_ptr(&symbols->files, path, length);
	if (file == NULL) {
		file = symbol_add_file(symbols, path, length);
	}
	symbol->file = file->path;
	symbol->line = line;
}

void hp_symbol_set_place(hp_symbols *symbols, hp_symbol *symbol, const hp_symbol *from)
{
	if (from->file != NULL) {
		symbol_place(symbols, symbol, ZSTR_VAL(from->file), ZSTR_LEN(from->file), from->line);
	}
}

hp_symbol *hp_symbol_get(hp_symbols *symbols, const char *name, size_t length, bool *is_new)
{
	hp_function_name_append(symbol_text(symbols), name, length);
	return symbol_of_text(symbols, false, is_new);
}

hp_symbol *hp_symbol_of_file(
	hp_symbols *symbols, hp_symbol_file_kind kind, zend_string *path, bool *is_new)
{
	static const char *const prefixes[] = {"load::", "run_init::"};
	symbol_file *file = zend_hash_find_ptr(&symbols->files, path);

	if (file == NULL) {
		file = symbol_add_file(symbols, ZSTR_VAL(path), ZSTR_LEN(path));
	}
	*is_new = false;
	if (file->symbols[kind] == NULL) {
		hp_function_name_append_file(
			symbol_text(symbols), prefixes[kind], ZSTR_VAL(path), ZSTR_LEN(path));
		file->symbols[kind] = symbol_of_text(symbols, false, is_new);
		symbol_place(symbols, file->symbols[kind], ZSTR_VAL(path), ZSTR_LEN(path), 0);
	}

	return file->symbols[kind];
}

static hp_symbol *symbol_of_code(hp_symbols *symbols, const zend_op_array *code, bool *is_new)
{
	if (code->type == ZEND_EVAL_CODE) {
		return hp_symbol_get(symbols, "eval", strlen("eval"), is_new);
	}

	return hp_symbol_of_file(symbols, HP_SYMBOL_RUN_INIT, code->filename, is_new);
}

hp_symbol *hp_symbol_of_function(hp_symbols *symbols, const zend_function *function, bool *is_new)
{
	hp_function_parts parts;
	hp_symbol *symbol;

	if (function->common.function_name == NULL) {
		symbol = symbol_of_code(symbols, &function->op_array, is_new);
		symbol->special |= HP_SYMBOL_IS_FILE;
		return symbol;
	}
	parts = hp_function_parts_of(function);
	hp_function_name_append_parts(symbol_text(symbols), &parts, false);
	symbol = symbol_of_text(symbols, false, is_new);
	if (parts.file != NULL) {
		symbol_place(symbols, symbol, parts.file, parts.file_length, parts.line);
	}

	return symbol;
}

bool hp_symbol_has_places(const hp_symbol *symbol)
{
	const char *name = hp_symbol_text(symbol), *end = name + symbol->name_length;

	return zend_memnstr(name, ZEND_STRL("@anonymous"), end) != NULL ||
		zend_memnstr(name, ZEND_STRL("{closure}"), end) != NULL;
}

hp_symbol *hp_symbol_of_place(
	hp_symbols *symbols, hp_symbol *plain, const zend_function *function, bool *is_new)
{
	const zend_op_array *code = &function->op_array;
	zend_ulong key = (zend_ulong) (uintptr_t) code->opcodes;
	hp_symbol *symbol = zend_hash_index_find_ptr(&symbols->places, key);
	hp_function_parts parts;

	*is_new = false;
	/* The code may have been freed, and its address reused for other code. */
	if (symbol != NULL && hp_symbol_plain(symbol) == plain && symbol->line == code->line_start &&
		zend_string_equals(symbol->file, code->filename)) {
		return symbol;
	}
	parts = hp_function_parts_of(function);
	hp_function_name_append_parts(symbol_text(symbols), &parts, true);
	symbol = symbol_of_text(symbols, true, is_new);
	symbol_place(symbols, symbol, parts.file, parts.file_length, parts.line);
	if (symbol->has_more) {
		hp_symbol_more_of(symbol)->plain = plain;
		zend_hash_index_update_ptr(&symbols->places, key, symbol);
	}

	return symbol;
}

void hp_symbol_grow_levels(hp_symbol *symbol, uint32_t level, hp_pool *pool)
{
	size_t size = MAX(symbol->levels->size, 8);
	hp_symbol_levels *levels;

	while (size <= level) {
		size *= 2;
	}
	levels = hp_pool_alloc(pool, sizeof(*levels) + size * sizeof(levels->nodes[0]));
	memcpy(levels->nodes, symbol->levels->nodes, symbol->levels->size * sizeof(levels->nodes[0]));
	levels->size = size;
	symbol->levels = levels;
}

hp_node *hp_symbol_node_slow(hp_symbol *symbol, uint32_t level, hp_pool *pool)
{
	hp_node *node;

	if (level >= symbol->levels->size) {
		hp_symbol_grow_levels(symbol, level, pool);
	}
	node = hp_pool_alloc(pool, sizeof(*node));
	node->symbol = symbol;
	node->level = level & INT32_MAX;
	node->in = &hp_symbol_no_edge;
	symbol->levels->nodes[level] = node;

	return node;
}

void hp_symbol_reset_numbers(hp_symbols *symbols)
{
	void *row = NULL;
	hp_symbol *symbol;

	while ((symbol = hp_symbol_next(symbols, &row)) != NULL) {
		symbol->number = HP_SYMBOL_NO_NUMBER;
	}
}
