/* profile_nodes.c: nodes() of XHProf\Profile, the call paths as rows. */
#include "class/profile.h"

#include "base/assoc.h"
#include "base/bailout.h"
#include "class/row.h"

#include "Zend/zend_exceptions.h"
#include "profile/paths.h"
#include "ext/spl/spl_exceptions.h"

typedef struct profile_nodes {
	zval *result;
	const hp_profile *run;
	hp_values *own;
	hp_counts *own_counts; /* NULL: no events */
	uint64_t *samples; /* callees included; NULL: calls were recorded */
} profile_nodes;

static void profile_add_node_counts(zval *row, const profile_nodes *nodes, uint32_t number)
{
	const hp_profile *run = nodes->run;

	if (run->metrics & HP_METRIC_ALLOC) {
		hp_class_row_add_own_allocs(row, hp_profile_allocs(&run->allocated.nodes, number));
	}
	if (nodes->own_counts != NULL) {
		hp_class_row_add_counts(row, &run->counted.events,
			hp_profile_counts(&run->counted.nodes, number), &nodes->own_counts[number]);
	}
}

static void profile_fill_node(zval *row, const profile_nodes *nodes, uint32_t number)
{
	const hp_profile *run = nodes->run;
	const hp_profile_node *node = &run->nodes.rows[number];
	const hp_profile_function *function = &run->functions.rows[node->function];
	bool is_sampled = nodes->samples != NULL;

	hp_assoc_number(row, "parent", node->parent != HP_PROFILE_NONE, node->parent);
	hp_class_row_add_function(row, "function", run, node->function);
	add_assoc_long(row, "calls", (zend_long) (is_sampled ? nodes->samples[number] : node->count));
	if (is_sampled) {
		add_assoc_long(row, "own_samples", (zend_long) node->count);
	}
	hp_class_row_add_values(row, &node->sum, run->metrics, false);
	hp_class_row_add_values(row, &nodes->own[number], run->metrics, true);
	profile_add_node_counts(row, nodes, number);
	hp_class_row_add_extremes(row, node->min_ns, node->max_ns);
	hp_assoc_number(row, is_sampled ? "own_line" : "call_line", node->line != 0, node->line);
	hp_class_row_add_place(row, function->file, function->line);
}

/* Rows are copies of the first, so they share its twenty keys. */
static void profile_make_nodes(void *context)
{
	const profile_nodes *nodes = context;
	zval first;

	array_init_size(nodes->result, nodes->run->nodes.count);
	for (uint32_t i = 0; i < nodes->run->nodes.count && !hp_bailout_is_due(); i++) {
		zval row;

		if (i == 0) {
			array_init_size(&first, 32);
			row = first;
		} else {
			ZVAL_ARR(&row, zend_array_dup(Z_ARRVAL(first)));
		}
		profile_fill_node(&row, nodes, i);
		add_next_index_zval(nodes->result, &row);
	}
}

static void profile_free_nodes(void *context)
{
	const profile_nodes *nodes = context;

	pefree(nodes->own, true);
	hp_vector_release(nodes->own_counts);
	hp_vector_release(nodes->samples);
}

ZEND_METHOD(XHProf_Profile, nodes)
{
	profile_nodes nodes = {.result = return_value, .run = hp_class_profile_of(ZEND_THIS)};
	const hp_profile *run = nodes.run;

	ZEND_PARSE_PARAMETERS_NONE();

	if (run->pairs.count > 0 && hp_profile_missing(run, HP_PROFILE_TREE) != 0) {
		zend_throw_exception(spl_ce_RuntimeException,
			"Nodes need call paths (XHPROF_FLAGS_TREE); this run has none", 0);
		RETURN_THROWS();
	}
	nodes.own = hp_paths_own_values(run);
	nodes.own_counts = hp_paths_own_counts(run);
	nodes.samples = run->features & HP_PROFILE_SAMPLED ? hp_paths_node_samples(run) : NULL;
	hp_bailout(profile_make_nodes, profile_free_nodes, &nodes);
}
