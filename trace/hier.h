/* hier.h: the classic result: what each function cost each of its callers.
 *
 * array<string, array<string, int>>: "parent==>child" => ct, wt[, cpu][, mu, pmu][, own_na, own_nf,
 * own_ab, own_fb, own_lb], in the order in
 * which the edges first ended, "main()" last; times in microseconds, memory in bytes. */
#ifndef HP_TRACE_HIER_H
#define HP_TRACE_HIER_H

#include "alloc/totals.h"
#include "trace/graph.h"
#include "profile/reconcile.h"

extern const hp_mode hp_hier;

/* Fills *result with a new array. It is the caller's alone. */
void hp_hier_result(const hp_graph *graph, uint32_t metrics, double ticks_per_ns, zval *result);

typedef struct hp_hier_row {
	uint32_t caller_node; /* a number for each name and level; HP_RECONCILE_NOBODY for main() */
	uint32_t callee_node;
	const zend_string *caller; /* NULL for main() */
	const zend_string *callee;
	uint32_t caller_level;
	uint32_t callee_level;
	zend_long calls;
	zend_long wall_us;
	zend_long cpu_us;
	zend_long memory_bytes;
	zend_long peak_bytes;
	const hp_allocs *allocs; /* NULL: not asked for */
} hp_hier_row;

/* The same from rows, in their order, whose times are rounded down. Raises some so that no callees
 * took longer than their caller. Takes the rows, which are persistent, over. */
void hp_hier_rows(
	hp_hier_row *rows, uint32_t rows_count, uint32_t nodes_count, uint32_t metrics, zval *result);

#endif /* HP_TRACE_HIER_H */
