/* reconcile.h: whole numbers that still add up.
 *
 * Each row of a result is rounded down on its own. A function that many call loses up to a
 * microsecond in each of these rows, and its only callee less than one: the callee would seem to
 * have taken longer. So what a function lacks against its callees is added to one of its rows, and
 * that caller owes it in turn, up to main(). Mostly the caller's own time covers it at once. */
#ifndef HP_PROFILE_RECONCILE_H
#define HP_PROFILE_RECONCILE_H

#include "base/compat.h"

#define HP_RECONCILE_NOBODY UINT32_MAX

/* From whom to whom a row leads: numbers of nodes, from 0 on. */
typedef struct hp_reconcile_row {
	uint32_t caller; /* HP_RECONCILE_NOBODY for main() */
	uint32_t callee;
} hp_reconcile_row;

typedef struct hp_reconcile {
	const hp_reconcile_row *rows; /* the caller's */
	uint32_t rows_count;
	uint32_t nodes_count;
	uint32_t *reached_by; /* rows, each of which is the first that leads to its callee: from main()
	                       * on, and a callee's after its caller's */
	uint32_t reached_count;
} hp_reconcile;

/* Finds the way to each node. The rows must outlive it. */
void hp_reconcile_init(hp_reconcile *reconcile, const hp_reconcile_row *rows, uint32_t rows_count,
	uint32_t nodes_count);
void hp_reconcile_free(hp_reconcile *reconcile);

/* Makes the values of the rows add up: of what leads to a node, at least what leads on from it. */
void hp_reconcile_conserve(const hp_reconcile *reconcile, zend_long *values);

#endif /* HP_PROFILE_RECONCILE_H */
