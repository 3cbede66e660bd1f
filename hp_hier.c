#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_hier.h"

#define HIER_ARROW "==>"

/* The decimal digits of a level, and the '@' before them. */
#define HIER_LEVEL_BYTES (1 + 10)

static hp_edge *hier_make(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_edge *edge = hp_pool_alloc(&graph->pool, sizeof(*edge));

	edge->parent = parent;
	edge->child = level;

	return edge;
}

const hp_mode hp_hier = {"hier", hier_make, NULL};

/* The columns, as hp_hier_table.keys. */
enum {
	HIER_CALLS,
	HIER_WALL,
	HIER_CPU,
	HIER_MEMORY,
	HIER_PEAK,
	HIER_COLUMNS
};

static const char *const hier_columns[HIER_COLUMNS] = {"ct", "wt", "cpu", "mu", "pmu"};

void hp_hier_begin(hp_hier_table *table, uint32_t rows_count, uint32_t metrics, zval *result)
{
	table->result = result;
	table->metrics = metrics;
	for (size_t i = 0; i < HIER_COLUMNS; i++) {
		table->keys[i] = zend_string_init(hier_columns[i], strlen(hier_columns[i]), false);
	}
	array_init_size(result, rows_count);
	zend_hash_real_init_mixed(Z_ARRVAL_P(result));
}

void hp_hier_end(hp_hier_table *table)
{
	for (size_t i = 0; i < HIER_COLUMNS; i++) {
		zend_string_release(table->keys[i]);
	}
}

/* Writes "f" or "f@2"; returns where it ends. */
static char *hier_write_name(char *to, const zend_string *name, uint32_t level)
{
	char digits[HIER_LEVEL_BYTES + 1];
	char *end = digits + sizeof(digits) - 1;
	char *start;

	memcpy(to, ZSTR_VAL(name), ZSTR_LEN(name));
	to += ZSTR_LEN(name);
	if (level == 0) {
		return to;
	}
	*end = '\0';
	start = zend_print_ulong_to_buf(end, level);
	*--start = '@';
	memcpy(to, start, (size_t) (end - start));

	return to + (end - start);
}

static zend_string *hier_key(const hp_hier_row *row)
{
	size_t room = ZSTR_LEN(row->callee) + HIER_LEVEL_BYTES;
	zend_string *key;
	char *end;

	if (row->caller != NULL) {
		room += ZSTR_LEN(row->caller) + HIER_LEVEL_BYTES + strlen(HIER_ARROW);
	}
	key = zend_string_alloc(room, false);
	end = ZSTR_VAL(key);
	if (row->caller != NULL) {
		end = hier_write_name(end, row->caller, row->caller_level);
		memcpy(end, HIER_ARROW, strlen(HIER_ARROW));
		end += strlen(HIER_ARROW);
	}
	end = hier_write_name(end, row->callee, row->callee_level);
	*end = '\0';
	ZSTR_LEN(key) = (size_t) (end - ZSTR_VAL(key));

	return key;
}

static HashTable *hier_row_of(HashTable *rows, const hp_hier_row *row)
{
	zend_string *key = hier_key(row);
	zval *slot = zend_hash_lookup(rows, key);

	zend_string_release(key);
	if (Z_TYPE_P(slot) != IS_ARRAY) {
		array_init_size(slot, 8);
		zend_hash_real_init_mixed(Z_ARRVAL_P(slot));
	}

	return Z_ARRVAL_P(slot);
}

/* Adds to what is there: two names may be written alike, such as level 1 of "load::f" and a file
 * that is called "f@1". */
static void hier_add_value(HashTable *row, zend_string *key, zend_long value)
{
	zval *slot = zend_hash_lookup(row, key);

	ZVAL_LONG(slot, value + (Z_TYPE_P(slot) == IS_LONG ? Z_LVAL_P(slot) : 0));
}

void hp_hier_add(hp_hier_table *table, const hp_hier_row *row)
{
	HashTable *values = hier_row_of(Z_ARRVAL_P(table->result), row);

	hier_add_value(values, table->keys[HIER_CALLS], row->calls);
	hier_add_value(values, table->keys[HIER_WALL], row->wall_us);
	if (table->metrics & HP_METRIC_CPU) {
		hier_add_value(values, table->keys[HIER_CPU], row->cpu_us);
	}
	if (table->metrics & HP_METRIC_MEMORY) {
		hier_add_value(values, table->keys[HIER_MEMORY], row->memory_bytes);
		hier_add_value(values, table->keys[HIER_PEAK], row->peak_bytes);
	}
}

/* A clock that ran backwards must not show as a time of centuries. */
static zend_long hier_microseconds(uint64_t ticks, double ticks_per_us)
{
	return (int64_t) ticks < 0 ? 0 : (zend_long) ((double) ticks / ticks_per_us);
}

void hp_hier_result(const hp_graph *graph, uint32_t metrics, double ticks_per_ns, zval *result)
{
	double ticks_per_us = ticks_per_ns * 1000;
	hp_hier_table table;

	hp_hier_begin(&table, graph->ended_count, metrics, result);
	for (const hp_edge *edge = graph->first; edge != NULL; edge = edge->next) {
		hp_hier_row row = {
			.caller = edge->parent == NULL ? NULL : edge->parent->symbol->name,
			.caller_level = edge->parent == NULL ? 0 : edge->parent->level,
			.callee = edge->child->symbol->name,
			.callee_level = edge->child->level,
			.calls = (zend_long) edge->calls,
			.wall_us = hier_microseconds(edge->sum.wall_ticks, ticks_per_us),
			.cpu_us = hier_microseconds(edge->sum.cpu_ticks, ticks_per_us),
			.memory_bytes = (zend_long) edge->sum.memory_bytes,
			.peak_bytes = (zend_long) edge->sum.peak_bytes,
		};

		hp_hier_add(&table, &row);
	}
	hp_hier_end(&table);
}
