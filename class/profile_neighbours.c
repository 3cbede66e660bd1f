/* profile_neighbours.c: neighbours() of XHProf\Profile, the callers and callees of a function. */
#include "class/profile.h"

#include "base/bailout.h"
#include "class/row.h"
#include "profile/neighbours.h"

typedef struct profile_neighbours {
	zval *result;
	const hp_profile *run;
	hp_neighbours neighbours;
} profile_neighbours;

static void profile_make_side(
	zval *result, const char *key, const hp_profile *run, const hp_neighbour_list *list)
{
	const hp_profile_events *events = &run->counted.events;
	zval rows;

	array_init_size(&rows, list->count);
	for (uint32_t i = 0; i < list->count && !hp_bailout_is_due(); i++) {
		const hp_neighbour *row = &list->rows[i];
		const zend_string *name = run->functions.rows[row->function].name;
		zval values;

		array_init_size(&values, 8);
		add_assoc_long(&values, "calls", (zend_long) row->calls);
		hp_class_row_add_values(&values, &row->sum, run->metrics, false);
		for (uint32_t j = 0; j < events->count; j++) {
			add_assoc_long(&values, ZSTR_VAL(events->names[j]), row->counts.of[j]);
		}
		add_assoc_zval_ex(&rows, ZSTR_VAL(name), ZSTR_LEN(name), &values);
	}
	add_assoc_zval(result, key, &rows);
}

static void profile_make_neighbours(void *context)
{
	const profile_neighbours *made = context;

	array_init_size(made->result, 3);
	add_assoc_long(made->result, "recursive_calls", (zend_long) made->neighbours.itself.calls);
	profile_make_side(made->result, "callers", made->run, &made->neighbours.callers);
	profile_make_side(made->result, "callees", made->run, &made->neighbours.callees);
}

static void profile_free_neighbours(void *context)
{
	hp_neighbours_free(&((profile_neighbours *) context)->neighbours);
}

static void profile_mean(const hp_profile *run, bool *is_meant, zend_string *name)
{
	uint32_t number = hp_profile_find_function(run, name);

	if (number != HP_PROFILE_NONE) {
		is_meant[number] = true;
	}
}

/* False: one of the names is no string. */
static bool profile_mean_all(const hp_profile *run, bool *is_meant, HashTable *names)
{
	zval *name;

	ZEND_HASH_FOREACH_VAL(names, name) {
		ZVAL_DEREF(name);
		if (Z_TYPE_P(name) != IS_STRING) {
			return false;
		}
		profile_mean(run, is_meant, Z_STR_P(name));
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

ZEND_METHOD(XHProf_Profile, neighbours)
{
	profile_neighbours made = {.result = return_value, .run = hp_class_profile_of(ZEND_THIS)};
	HashTable *names = NULL;
	zend_string *name = NULL;
	bool *is_meant;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT_OR_STR(names, name)
	ZEND_PARSE_PARAMETERS_END();

	is_meant = pecalloc((size_t) made.run->functions.count + 1, sizeof(*is_meant), true);
	if (names == NULL) {
		profile_mean(made.run, is_meant, name);
	} else if (!profile_mean_all(made.run, is_meant, names)) {
		pefree(is_meant, true);
		zend_argument_type_error(1, "must be a list of strings");
		RETURN_THROWS();
	}
	made.neighbours = hp_neighbours_new(made.run, is_meant);
	pefree(is_meant, true);
	hp_bailout(profile_make_neighbours, profile_free_neighbours, &made);
}
