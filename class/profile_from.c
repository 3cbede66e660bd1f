/* profile_from.c: fromPairs() and fromStacks() of XHProf\Profile. */
#include "class/profile.h"

#include "format/load_pairs.h"
#include "format/load_stacks.h"
#include "profile/meta.h"
#include "profile/squares.h"

#include "Zend/zend_smart_str.h"

/* A key may have any length and any byte; the message ends at the first zero. */
#define PROFILE_KEY_SHOWN 200

static void profile_throw_fault(const hp_load_fault *fault)
{
	smart_str place = {NULL, 0};

	if (fault->column != NULL) {
		smart_str_append_printf(&place, " \"%s\"", fault->column);
	}
	if (fault->row != NULL) {
		smart_str_appends(&place, " in the row \"");
		smart_str_appendl(
			&place, ZSTR_VAL(fault->row), strnlen(ZSTR_VAL(fault->row), PROFILE_KEY_SHOWN));
		smart_str_appendc(&place, '"');
	}
	if (fault->is_numbered) {
		smart_str_append_printf(&place, " in row %u", fault->number);
	}
	smart_str_0(&place);
	if (fault->value != NULL) {
		zend_argument_type_error(1, "must have %s%s, %s given", fault->wanted, ZSTR_VAL(place.s),
			zend_zval_type_name(fault->value));
	} else {
		zend_argument_value_error(
			1, "must have %s%s", fault->wanted, place.s == NULL ? "" : ZSTR_VAL(place.s));
	}
	smart_str_free(&place);
}

typedef hp_profile *(*profile_maker)(HashTable *array, hp_load_fault *fault);

/* A run made of an array, with its meta; NULL: thrown. */
static hp_profile *profile_make(profile_maker make, HashTable *array, HashTable *given)
{
	zend_string *meta;
	hp_load_fault fault;
	hp_profile *run;

	/* First: a JsonSerializable in it runs code of the program. */
	if (!hp_class_profile_meta(given, 2, 0, &meta)) {
		return NULL;
	}
	run = make(array, &fault);
	if (run == NULL) {
		if (meta != NULL) {
			zend_string_release(meta);
		}
		profile_throw_fault(&fault);
		return NULL;
	}
	run->meta = meta;
	run->started_ns = given == NULL ? 0 : MAX(0, hp_profile_meta_started_ns(given));

	return run;
}

ZEND_METHOD(XHProf_Profile, fromPairs)
{
	HashTable *pairs, *given = NULL;
	hp_profile *run;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(pairs)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(given)
	ZEND_PARSE_PARAMETERS_END();

	run = profile_make(hp_load_pairs, pairs, given);
	if (run == NULL) {
		RETURN_THROWS();
	}
	hp_class_profile_wrap(return_value, run);
}

ZEND_METHOD(XHProf_Profile, fromStacks)
{
	HashTable *stacks, *given = NULL;
	double effective = 0;
	bool is_unknown = true;
	hp_profile *run;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ARRAY_HT(stacks)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(given)
		Z_PARAM_DOUBLE_OR_NULL(effective, is_unknown)
	ZEND_PARSE_PARAMETERS_END();

	if (!is_unknown && !(zend_finite(effective) && effective > 0)) {
		zend_argument_value_error(3, "must be a number above 0");
		RETURN_THROWS();
	}
	run = profile_make(hp_load_stacks, stacks, given);
	if (run == NULL) {
		RETURN_THROWS();
	}
	if (!is_unknown) {
		hp_profile_set_effective(run, effective);
	}
	hp_class_profile_wrap(return_value, run);
}
