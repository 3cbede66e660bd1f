/* profile_components.c: components() of XHProf\Profile, a row of values for each component. */
#include "class/profile.h"

#include "base/bailout.h"
#include "class/row.h"
#include "profile/components.h"
#include "profile/shares.h"

typedef struct profile_components {
	zval *result;
	const hp_profile *run;
	hp_component_table table;
	hp_shares shares;
} profile_components;

/* Without call paths nobody knows. */
static void profile_forget(zval *values)
{
	static const char *const keys[] = {"calls", "wall_ns", "cpu_ns", "memory_bytes", "peak_bytes"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		zval *value = zend_hash_str_find(Z_ARRVAL_P(values), keys[i], strlen(keys[i]));

		if (value != NULL) {
			ZVAL_NULL(value);
		}
	}
}

static void profile_add_component(const profile_components *made, const hp_component_row *row)
{
	const hp_profile *run = made->run;
	bool is_sampled = (run->features & HP_PROFILE_SAMPLED) != 0;
	zval values;

	array_init_size(&values, 16);
	add_assoc_long(&values, "calls", (zend_long) row->calls);
	if (is_sampled) {
		add_assoc_long(&values, "own_samples", (zend_long) row->own_samples);
	}
	hp_class_row_add_values(&values, &row->sum, run->metrics, false);
	hp_class_row_add_values(&values, &row->own, run->metrics, true);
	if (is_sampled) {
		add_assoc_double(&values, "share_error_points",
			hp_shares_part_error(&made->shares, row->own.wall_ns, &row->own_counts));
		add_assoc_double(&values, "incl_share_error_points",
			hp_shares_part_error(&made->shares, row->sum.wall_ns, &row->sum_counts));
	}
	if (made->table.is_whole && (run->metrics & HP_METRIC_ALLOC) != 0) {
		hp_class_row_add_own_allocs(&values, &row->allocs);
	}
	if (made->table.is_whole && run->counted.events.count > 0) {
		hp_class_row_add_counts(&values, &run->counted.events, &row->sum_counts, &row->own_counts);
	}
	if (!made->table.is_whole) {
		profile_forget(&values);
	}
	zend_symtable_str_update(
		Z_ARRVAL_P(made->result), ZSTR_VAL(row->name), ZSTR_LEN(row->name), &values);
}

static void profile_make_components(void *context)
{
	const profile_components *made = context;

	array_init_size(made->result, made->table.rows.count);
	for (uint32_t i = 0; i < made->table.rows.count && !hp_bailout_is_due(); i++) {
		profile_add_component(made, &made->table.rows.rows[i]);
	}
}

static void profile_free_components(void *context)
{
	hp_component_table_free(&((profile_components *) context)->table);
}

ZEND_METHOD(XHProf_Profile, components)
{
	profile_components made = {.result = return_value, .run = hp_class_profile_of(ZEND_THIS)};

	ZEND_PARSE_PARAMETERS_NONE();

	made.shares = hp_shares_of(made.run);
	made.table = hp_component_table_new(made.run);
	hp_bailout(profile_make_components, profile_free_components, &made);
}
