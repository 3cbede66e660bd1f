/* profile_sites.c: allocations() of XHProf\Profile. */
#include "class/profile.h"

#include "base/bailout.h"
#include "base/nearest.h"
#include "class/row.h"
#include "profile/sites.h"

static void profile_add_path(zval *row, const hp_profile *run, uint32_t node)
{
	uint32_t length = 0, at = node;
	zval path;

	for (; at != HP_PROFILE_NONE; at = run->nodes.rows[at].parent) {
		length++;
	}
	array_init_size(&path, length);
	zend_hash_real_init_packed(Z_ARRVAL(path));
	/* Makes room first: the walk finds the last element, the innermost, first. */
	for (uint32_t i = 0; i < length; i++) {
		add_next_index_null(&path);
	}
	for (at = node; at != HP_PROFILE_NONE; at = run->nodes.rows[at].parent) {
		const zend_string *function = run->functions.rows[run->nodes.rows[at].function].name;
		zval *name = zend_hash_index_find(Z_ARRVAL(path), --length);

		ZVAL_STRINGL(name, ZSTR_VAL(function), ZSTR_LEN(function));
	}
	add_assoc_zval(row, "path", &path);
}

static void profile_add_site(zval *result, const hp_profile *run, const hp_profile_site *site)
{
	bool is_tree = (run->features & HP_PROFILE_TREE) != 0;
	uint32_t function =
		is_tree ? run->nodes.rows[site->number].function : run->pairs.rows[site->number].callee;
	zval row;

	array_init_size(&row, 16);
	hp_class_row_add_function(&row, "function", run, function);
	if (is_tree) {
		profile_add_path(&row, run, site->number);
	} else {
		hp_class_row_add_function(&row, "caller", run, run->pairs.rows[site->number].caller);
	}
	hp_class_row_add_place(
		&row, run->functions.rows[function].file, run->functions.rows[function].line);
	add_assoc_long(&row, "allocs", site->allocs->allocs);
	add_assoc_long(&row, "frees", site->allocs->frees);
	add_assoc_long(&row, "live", hp_allocs_live(site->allocs));
	add_assoc_long(&row, "alloc_bytes", site->allocs->alloc_bytes);
	add_assoc_long(&row, "freed_bytes", site->allocs->freed_bytes);
	add_assoc_long(&row, "live_bytes", hp_allocs_live_bytes(site->allocs));
	add_assoc_long(&row, "peak_bytes", site->allocs->peak_bytes);
	add_assoc_long(&row, "temporary", site->allocs->temporary);
	add_next_index_zval(result, &row);
}

typedef struct profile_sites {
	zval *result;
	const hp_profile *run;
	hp_profile_site *sites;
	uint32_t count;
} profile_sites;

static void profile_make_sites(void *context)
{
	const profile_sites *sites = context;

	array_init_size(sites->result, sites->count);
	for (uint32_t i = 0; i < sites->count; i++) {
		profile_add_site(sites->result, sites->run, &sites->sites[i]);
	}
}

static void profile_free_sites(void *context)
{
	pefree(((profile_sites *) context)->sites, true);
}

ZEND_METHOD(XHProf_Profile, allocations)
{
	const hp_profile *run = hp_class_profile_of(ZEND_THIS);
	hp_profile_alloc_order order = HP_PROFILE_ALLOC_LIVE;
	zend_string *by = NULL;
	zend_long limit = 0;
	profile_sites sites = {.result = return_value, .run = run};

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(by)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();

	if (by != NULL && hp_profile_alloc_order_of(&order, by) == FAILURE) {
		hp_nearest nearest;

		hp_nearest_among(&nearest, ZSTR_VAL(by), ZSTR_LEN(by), "live total count peak temporary");
		zend_argument_value_error(1,
			"must be one of \"live\", \"total\", \"count\", \"peak\", \"temporary\"%s",
			hp_nearest_hint(&nearest));
		RETURN_THROWS();
	}
	if (limit < 0) {
		zend_argument_value_error(2, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	sites.count = hp_profile_alloc_sites(run, order, &sites.sites);
	if (limit > 0 && (zend_ulong) limit < sites.count) {
		sites.count = (uint32_t) limit;
	}
	hp_bailout(profile_make_sites, profile_free_sites, &sites);
}
