#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "profile/reconcile.h"

#include "base/wrap.h"

/* The rows of each caller, chained. */
typedef struct reconcile_chains {
	uint32_t *first; /* of a node's rows; HP_RECONCILE_NOBODY: it has none */
	uint32_t *next; /* of the same caller's rows; HP_RECONCILE_NOBODY after the last */
} reconcile_chains;

static uint32_t *reconcile_array(uint32_t count, int byte)
{
	uint32_t *array = safe_pemalloc((size_t) count + 1, sizeof(*array), 0, true);

	memset(array, byte, ((size_t) count + 1) * sizeof(*array));
	return array;
}

static reconcile_chains reconcile_chain(const hp_reconcile *round)
{
	reconcile_chains chains = {
		reconcile_array(round->nodes_count, 0xff),
		reconcile_array(round->rows_count, 0xff),
	};

	for (uint32_t i = round->rows_count; i-- > 0;) {
		uint32_t caller = round->rows[i].caller;

		if (caller != HP_RECONCILE_NOBODY) {
			chains.next[i] = chains.first[caller];
			chains.first[caller] = i;
		}
	}

	return chains;
}

/* Notes the row, if none has led to its callee before. */
static void reconcile_reach(hp_reconcile *round, uint32_t *is_reached, uint32_t row)
{
	uint32_t callee = round->rows[row].callee;

	if (!is_reached[callee]) {
		is_reached[callee] = true;
		round->reached_by[round->reached_count++] = row;
	}
}

void hp_reconcile_init(
	hp_reconcile *round, const hp_reconcile_row *rows, uint32_t rows_count, uint32_t nodes_count)
{
	uint32_t *is_reached = reconcile_array(nodes_count, 0);
	reconcile_chains chains;

	round->rows = rows;
	round->rows_count = rows_count;
	round->nodes_count = nodes_count;
	round->reached_by = reconcile_array(nodes_count, 0);
	round->reached_count = 0;
	chains = reconcile_chain(round);
	for (uint32_t i = 0; i < rows_count; i++) {
		if (rows[i].caller == HP_RECONCILE_NOBODY) {
			reconcile_reach(round, is_reached, i);
		}
	}
	for (uint32_t i = 0; i < round->reached_count; i++) {
		uint32_t row = chains.first[rows[round->reached_by[i]].callee];

		for (; row != HP_RECONCILE_NOBODY; row = chains.next[row]) {
			reconcile_reach(round, is_reached, row);
		}
	}
	pefree(chains.first, true);
	pefree(chains.next, true);
	pefree(is_reached, true);
}

void hp_reconcile_free(hp_reconcile *round)
{
	pefree(round->reached_by, true);
}

void hp_reconcile_conserve(const hp_reconcile *round, zend_long *values)
{
	zend_long *lacks = pecalloc((size_t) round->nodes_count + 1, sizeof(*lacks), true);

	for (uint32_t i = 0; i < round->rows_count; i++) {
		const hp_reconcile_row *row = &round->rows[i];

		lacks[row->callee] = hp_wrap_difference(lacks[row->callee], values[i]);
		if (row->caller != HP_RECONCILE_NOBODY) {
			lacks[row->caller] = hp_wrap_sum(lacks[row->caller], values[i]);
		}
	}
	/* In reverse: who is asked for what it lacks has settled with all whom it led to. */
	for (uint32_t i = round->reached_count; i-- > 0;) {
		const hp_reconcile_row *row = &round->rows[round->reached_by[i]];
		zend_long *value = &values[round->reached_by[i]];

		if (lacks[row->callee] > 0) {
			*value = hp_wrap_sum(*value, lacks[row->callee]);
			if (row->caller != HP_RECONCILE_NOBODY) {
				lacks[row->caller] = hp_wrap_sum(lacks[row->caller], lacks[row->callee]);
			}
		}
	}
	pefree(lacks, true);
}
