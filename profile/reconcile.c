#include "profile/reconcile.h"

#include "base/wrap.h"
#include "profile/profile.h"

/* The rows of each caller, as linked lists. */
typedef struct reconcile_chains {
	uint32_t *first; /* first row of a caller; HP_PROFILE_NONE: it has none */
	uint32_t *next; /* next row of the same caller; HP_PROFILE_NONE after the last */
} reconcile_chains;

static reconcile_chains reconcile_chain(const hp_reconcile *reconcile)
{
	reconcile_chains chains = {
		hp_profile_no_numbers(reconcile->nodes_count),
		hp_profile_no_numbers(reconcile->rows_count),
	};

	for (uint32_t i = reconcile->rows_count; i-- > 0;) {
		uint32_t caller = reconcile->rows[i].caller;

		if (caller != HP_PROFILE_NONE) {
			chains.next[i] = chains.first[caller];
			chains.first[caller] = i;
		}
	}

	return chains;
}

/* Adds the row if it is the first that reaches its callee. */
static void reconcile_reach(hp_reconcile *reconcile, uint32_t *is_reached, uint32_t row)
{
	uint32_t callee = reconcile->rows[row].callee;

	if (!is_reached[callee]) {
		is_reached[callee] = true;
		reconcile->reached_by[reconcile->reached_count++] = row;
	}
}

void hp_reconcile_init(hp_reconcile *reconcile, const hp_reconcile_row *rows, uint32_t rows_count,
	uint32_t nodes_count)
{
	uint32_t *is_reached = pecalloc((size_t) nodes_count + 1, sizeof(*is_reached), true);
	reconcile_chains chains;

	reconcile->rows = rows;
	reconcile->rows_count = rows_count;
	reconcile->nodes_count = nodes_count;
	reconcile->reached_by =
		pecalloc((size_t) nodes_count + 1, sizeof(*reconcile->reached_by), true);
	reconcile->reached_count = 0;
	chains = reconcile_chain(reconcile);
	for (uint32_t i = 0; i < rows_count; i++) {
		if (rows[i].caller == HP_PROFILE_NONE) {
			reconcile_reach(reconcile, is_reached, i);
		}
	}
	for (uint32_t i = 0; i < reconcile->reached_count; i++) {
		uint32_t row = chains.first[rows[reconcile->reached_by[i]].callee];

		for (; row != HP_PROFILE_NONE; row = chains.next[row]) {
			reconcile_reach(reconcile, is_reached, row);
		}
	}
	pefree(chains.first, true);
	pefree(chains.next, true);
	pefree(is_reached, true);
}

void hp_reconcile_free(hp_reconcile *reconcile)
{
	pefree(reconcile->reached_by, true);
}

void hp_reconcile_conserve(const hp_reconcile *reconcile, zend_long *values)
{
	zend_long *lacks = pecalloc((size_t) reconcile->nodes_count + 1, sizeof(*lacks), true);

	for (uint32_t i = 0; i < reconcile->rows_count; i++) {
		const hp_reconcile_row *row = &reconcile->rows[i];

		lacks[row->callee] = hp_wrap_difference(lacks[row->callee], values[i]);
		if (row->caller != HP_PROFILE_NONE) {
			lacks[row->caller] = hp_wrap_sum(lacks[row->caller], values[i]);
		}
	}
	/* In reverse: a node's deficit is complete when its callees are done. */
	for (uint32_t i = reconcile->reached_count; i-- > 0;) {
		const hp_reconcile_row *row = &reconcile->rows[reconcile->reached_by[i]];
		zend_long *value = &values[reconcile->reached_by[i]];

		if (lacks[row->callee] > 0) {
			*value = hp_wrap_sum(*value, lacks[row->callee]);
			if (row->caller != HP_PROFILE_NONE) {
				lacks[row->caller] = hp_wrap_sum(lacks[row->caller], lacks[row->callee]);
			}
		}
	}
	pefree(lacks, true);
}
