/* hp_hier.h: the classic result: what each function cost each of its callers.
 *
 * array<string, array<string, int>>: "parent==>child" => ct, wt[, cpu][, mu, pmu], in the order in
 * which the edges first ended, "main()" last; times in microseconds, memory in bytes. */
#ifndef HP_HIER_H
#define HP_HIER_H

#include "hp_graph.h"

extern const hp_mode hp_hier;

/* Fills *result with a new array. It is the caller's alone. */
void hp_hier_result(const hp_graph *graph, uint32_t metrics, double ticks_per_ns, zval *result);

/* The same, row by row. */
typedef struct hp_hier_row {
	const zend_string *caller; /* NULL for main() */
	const zend_string *callee;
	uint32_t caller_level;
	uint32_t callee_level;
	zend_long calls;
	zend_long wall_us;
	zend_long cpu_us;
	zend_long memory_bytes;
	zend_long peak_bytes;
} hp_hier_row;

typedef struct hp_hier_table {
	zval *result;
	uint32_t metrics;
	zend_string *keys[5];
} hp_hier_table;

void hp_hier_begin(hp_hier_table *table, uint32_t rows_count, uint32_t metrics, zval *result);
void hp_hier_add(hp_hier_table *table, const hp_hier_row *row);
void hp_hier_end(hp_hier_table *table);

#endif /* HP_HIER_H */
