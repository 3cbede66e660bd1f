/* profile_functions.c: functions() and diff() of XHProf\Profile, a row for each function. */
#include "class/profile.h"

#include "base/bailout.h"
#include "class/row.h"
#include "profile/flat.h"
#include "profile/shares.h"
#include "profile/wait.h"

#include "Zend/zend_smart_str.h"

static zend_string *profile_row_name(const hp_flat_row *flat)
{
	smart_str name = {NULL, 0};

	smart_str_append(&name, flat->function->name);
	if (flat->level > 0) {
		smart_str_appendc(&name, '@');
		smart_str_append_unsigned(&name, flat->level);
	}

	return smart_str_extract(&name);
}

typedef struct profile_rows {
	zval *result;
	hp_flat flat;
	const hp_profile *run; /* whose samples have errors and waits; NULL: not shown */
	const hp_profile_events *events; /* NULL: none */
	uint32_t metrics;
	bool has_extremes;
	hp_shares shares;
} profile_rows;

static void profile_add_sampled(const profile_rows *rows, const hp_flat_row *row, zval *values)
{
	const hp_shares *shares = &rows->shares;

	add_assoc_bool(values, "is_wait", hp_profile_is_wait(rows->run, row->function));
	add_assoc_double(values, "share_error_points",
		hp_shares_own_error(shares, &rows->flat, row, HP_SHARES_WALL));
	add_assoc_double(values, "incl_share_error_points",
		hp_shares_error(shares, &rows->flat, row, HP_SHARES_WALL));
	if (rows->metrics & HP_METRIC_CPU) {
		add_assoc_double(values, "cpu_share_error_points",
			hp_shares_own_error(shares, &rows->flat, row, HP_SHARES_CPU));
		add_assoc_double(values, "incl_cpu_share_error_points",
			hp_shares_error(shares, &rows->flat, row, HP_SHARES_CPU));
	}
}

static void profile_make_rows(void *context)
{
	const profile_rows *rows = context;
	uint32_t metrics = rows->metrics;

	array_init_size(rows->result, rows->flat.count);
	for (uint32_t i = 0; i < rows->flat.count && !hp_bailout_is_due(); i++) {
		const hp_flat_row *row = &rows->flat.rows[i];
		zend_string *name = profile_row_name(row);
		zval values;

		array_init_size(&values, 16);
		add_assoc_long(&values, "calls", row->calls);
		hp_class_row_add_values(&values, &row->sum, metrics, false);
		hp_class_row_add_values(&values, &row->own, metrics, true);
		if (rows->run != NULL) {
			profile_add_sampled(rows, row, &values);
		}
		if (metrics & HP_METRIC_ALLOC) {
			hp_class_row_add_own_allocs(&values, &row->allocs);
		}
		if (rows->events != NULL) {
			hp_class_row_add_counts(&values, rows->events, &rows->flat.counts[row->counts_at].sum,
				&rows->flat.counts[row->counts_at].own);
		}
		if (rows->has_extremes) {
			hp_class_row_add_extremes(&values, row->min_ns, row->max_ns);
		}
		hp_class_row_add_place(&values, row->function->file, row->function->line);
		/* A function may have the name "1": PHP makes an integer key of it. */
		zend_symtable_update(Z_ARRVAL_P(rows->result), name, &values);
		zend_string_release(name);
	}
}

static void profile_free_rows(void *context)
{
	hp_flat_free(&((profile_rows *) context)->flat);
}

ZEND_METHOD(XHProf_Profile, functions)
{
	const hp_profile *run = hp_class_profile_of(ZEND_THIS);
	bool is_merged = true;
	profile_rows rows = {.result = return_value, .metrics = run->metrics, .has_extremes = true};

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(is_merged)
	ZEND_PARSE_PARAMETERS_END();

	rows.run = (run->features & HP_PROFILE_SAMPLED) != 0 ? run : NULL;
	rows.shares = hp_shares_of(run);
	rows.flat = hp_flat_new(run, is_merged);
	rows.events = run->counted.events.count > 0 ? &run->counted.events : NULL;
	hp_bailout(profile_make_rows, profile_free_rows, &rows);
}

ZEND_METHOD(XHProf_Profile, diff)
{
	const hp_profile *run = hp_class_profile_of(ZEND_THIS);
	const hp_profile *before_run;
	zval *before;
	hp_profile_events events = {.count = 0};
	profile_rows rows = {.result = return_value, .has_extremes = false};

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "O", &before, hp_class_profile_entry()) == FAILURE) {
		RETURN_THROWS();
	}

	if (!hp_class_profile_is_comparable(run, before, 1)) {
		RETURN_THROWS();
	}
	before_run = hp_class_profile_of(before);
	rows.metrics = run->metrics & before_run->metrics;
	rows.flat = hp_flat_diff(run, before_run);
	hp_profile_events_copy(&events, &run->counted.events);
	hp_profile_events_keep(&events, &before_run->counted.events);
	rows.events = events.count > 0 ? &events : NULL;
	hp_bailout(profile_make_rows, profile_free_rows, &rows);
	hp_profile_events_free(&events);
}
