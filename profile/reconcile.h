/* reconcile.h: makes rounded numbers add up.
 *
 * Each row is rounded down on its own. A function with many callers loses up to a microsecond in
 * each row, its only callee less than one: the callee would seem to take longer. So a function's
 * deficit against its callees is added to one of its rows, and in turn to its caller's deficit, up
 * to main(). In most cases the caller's own time covers it at once. */
#ifndef HP_PROFILE_RECONCILE_H
#define HP_PROFILE_RECONCILE_H

#include "base/compat.h"

/* The caller and callee of a row: numbers of nodes, from 0 on. */
typedef struct hp_reconcile_row {
	uint32_t caller; /* HP_PROFILE_NONE for main() */
	uint32_t callee;
} hp_reconcile_row;

typedef struct hp_reconcile {
	const hp_reconcile_row *rows; /* owned by the caller */
	uint32_t rows_count;
	uint32_t nodes_count;
	uint32_t *reached_by; /* the first row that leads to each node, breadth first from main() on */
	uint32_t reached_count;
} hp_reconcile;

/* Finds the first row to each node. The rows must outlive it. */
void hp_reconcile_init(hp_reconcile *reconcile, const hp_reconcile_row *rows, uint32_t rows_count,
	uint32_t nodes_count);
void hp_reconcile_free(hp_reconcile *reconcile);

/* Raises values so that the rows to a node sum to at least the rows from it. */
void hp_reconcile_conserve(const hp_reconcile *reconcile, zend_long *values);

#endif /* HP_PROFILE_RECONCILE_H */
