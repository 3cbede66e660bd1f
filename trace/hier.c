#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "trace/hier.h"

#include "base/bailout.h"

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

/* The columns of a row. */
enum {
	HIER_CALLS,
	HIER_WALL,
	HIER_CPU,
	HIER_MEMORY,
	HIER_PEAK,
	HIER_ALLOCS,
	HIER_FREES,
	HIER_ALLOC_BYTES,
	HIER_FREED_BYTES,
	HIER_LIVE_BYTES,
	HIER_COLUMNS
};

typedef struct hier_table {
	hp_hier_row *rows;
	uint32_t rows_count;
	zval *result;
	uint32_t metrics;
	zend_string *keys[HIER_COLUMNS];
} hier_table;

static const char *const hier_columns[HIER_COLUMNS] = {
	"ct", "wt", "cpu", "mu", "pmu", "own_na", "own_nf", "own_ab", "own_fb", "own_lb"};

static void hier_begin(hier_table *table)
{
	for (size_t i = 0; i < HIER_COLUMNS; i++) {
		table->keys[i] = zend_string_init(hier_columns[i], strlen(hier_columns[i]), false);
	}
	array_init_size(table->result, table->rows_count);
	zend_hash_real_init_mixed(Z_ARRVAL_P(table->result));
}

static void hier_end(hier_table *table)
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

static void hier_add_allocs(hier_table *table, HashTable *values, const hp_allocs *allocs)
{
	hier_add_value(values, table->keys[HIER_ALLOCS], allocs->allocs);
	hier_add_value(values, table->keys[HIER_FREES], allocs->frees);
	hier_add_value(values, table->keys[HIER_ALLOC_BYTES], allocs->alloc_bytes);
	hier_add_value(values, table->keys[HIER_FREED_BYTES], allocs->freed_bytes);
	hier_add_value(values, table->keys[HIER_LIVE_BYTES], hp_allocs_live_bytes(allocs));
}

static void hier_add(hier_table *table, const hp_hier_row *row)
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
	if (row->allocs != NULL) {
		hier_add_allocs(table, values, row->allocs);
	}
}

/* A clock that ran backwards must not show as a time of centuries. */
static zend_long hier_microseconds(uint64_t ticks, double ticks_per_us)
{
	return (int64_t) ticks < 0 ? 0 : (zend_long) ((double) ticks / ticks_per_us);
}

static void hier_conserve(
	hp_hier_row *rows, uint32_t rows_count, uint32_t nodes_count, uint32_t metrics)
{
	hp_reconcile_row *ways = safe_pemalloc((size_t) rows_count + 1, sizeof(*ways), 0, true);
	zend_long *values = safe_pemalloc((size_t) rows_count + 1, sizeof(*values), 0, true);
	hp_reconcile round;

	for (uint32_t i = 0; i < rows_count; i++) {
		ways[i].caller = rows[i].caller_node;
		ways[i].callee = rows[i].callee_node;
		values[i] = rows[i].wall_us;
	}
	hp_reconcile_init(&round, ways, rows_count, nodes_count);
	hp_reconcile_conserve(&round, values);
	for (uint32_t i = 0; i < rows_count; i++) {
		rows[i].wall_us = values[i];
		values[i] = rows[i].cpu_us;
	}
	if (metrics & HP_METRIC_CPU) {
		hp_reconcile_conserve(&round, values);
		for (uint32_t i = 0; i < rows_count; i++) {
			rows[i].cpu_us = values[i];
		}
	}
	hp_reconcile_free(&round);
	pefree(values, true);
	pefree(ways, true);
}

static void hier_make_rows(void *context)
{
	hier_table *table = context;

	hier_begin(table);
	for (uint32_t i = 0; i < table->rows_count; i++) {
		hier_add(table, &table->rows[i]);
	}
	hier_end(table);
}

static void hier_free_rows(void *context)
{
	pefree(((hier_table *) context)->rows, true);
}

void hp_hier_rows(
	hp_hier_row *rows, uint32_t rows_count, uint32_t nodes_count, uint32_t metrics, zval *result)
{
	hier_table table = {rows, rows_count, result, metrics, {NULL}};

	hier_conserve(rows, rows_count, nodes_count, metrics);
	hp_bailout(hier_make_rows, hier_free_rows, &table);
}

static void hier_number(hp_node *node, uint32_t *count)
{
	if (node != NULL && node->number == HP_RECONCILE_NOBODY) {
		node->number = (*count)++;
	}
}

static uint32_t hier_number_nodes(const hp_graph *graph)
{
	uint32_t count = 0;

	for (const hp_edge *edge = graph->first; edge != NULL; edge = edge->next) {
		edge->child->number = HP_RECONCILE_NOBODY;
		if (edge->parent != NULL) {
			edge->parent->number = HP_RECONCILE_NOBODY;
		}
	}
	for (const hp_edge *edge = graph->first; edge != NULL; edge = edge->next) {
		hier_number(edge->child, &count);
		hier_number(edge->parent, &count);
	}

	return count;
}

static hp_hier_row hier_row_of_edge(const hp_edge *edge, double ticks_per_us)
{
	const hp_node *parent = edge->parent;
	hp_hier_row row = {
		.caller_node = parent == NULL ? HP_RECONCILE_NOBODY : parent->number,
		.callee_node = edge->child->number,
		.caller = parent == NULL ? NULL : parent->symbol->name,
		.caller_level = parent == NULL ? 0 : parent->level,
		.callee = edge->child->symbol->name,
		.callee_level = edge->child->level,
		.calls = (zend_long) edge->calls,
		.wall_us = hier_microseconds(edge->sum.wall_ticks, ticks_per_us),
		.cpu_us = hier_microseconds(edge->sum.cpu_ticks, ticks_per_us),
		.memory_bytes = (zend_long) edge->sum.memory_bytes,
		.peak_bytes = (zend_long) edge->sum.peak_bytes,
	};

	return row;
}

void hp_hier_result(const hp_graph *graph, uint32_t metrics, double ticks_per_ns, zval *result)
{
	hp_hier_row *rows = safe_pemalloc((size_t) graph->ended_count + 1, sizeof(*rows), 0, true);
	uint32_t nodes_count = hier_number_nodes(graph);
	uint32_t count = 0;

	for (const hp_edge *edge = graph->first; edge != NULL; edge = edge->next) {
		rows[count++] = hier_row_of_edge(edge, ticks_per_ns * 1000);
	}
	hp_hier_rows(rows, count, nodes_count, metrics, result);
}
