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
	hp_class_profile_set_code(fault->code);
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

/* NULL: there is none, or it is null. */
static const zval *profile_column(const zval *row, const char *name)
{
	const zval *value = zend_hash_str_find(Z_ARRVAL_P(row), name, strlen(name));

	if (value != NULL) {
		ZVAL_DEREF(value);
	}

	return value == NULL || Z_TYPE_P(value) == IS_NULL ? NULL : value;
}

/* False: thrown. */
static bool profile_check_places(HashTable *functions)
{
	zval *row;

	ZEND_HASH_FOREACH_VAL(functions, row) {
		const zval *file, *line;

		ZVAL_DEREF(row);
		if (Z_TYPE_P(row) != IS_ARRAY) {
			zend_argument_type_error(4, "must have arrays, %s given", zend_zval_type_name(row));
			return false;
		}
		file = profile_column(row, "file");
		line = profile_column(row, "line");
		if ((file != NULL && Z_TYPE_P(file) != IS_STRING) ||
			(line != NULL && Z_TYPE_P(line) != IS_LONG)) {
			zend_argument_type_error(
				4, "must have a string or null as \"file\", an int or null as \"line\"");
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

static void profile_add_places(hp_profile *run, const HashTable *functions)
{
	for (uint32_t i = 0; i < run->functions.count; i++) {
		const zval *row = zend_symtable_find(functions, run->functions.rows[i].name);
		const zval *file, *line;

		if (row == NULL) {
			continue;
		}
		ZVAL_DEREF(row);
		file = profile_column(row, "file");
		line = profile_column(row, "line");
		if (file != NULL && Z_STRLEN_P(file) > 0) {
			zend_long number = line == NULL ? 0 : Z_LVAL_P(line);

			hp_profile_function_number(run, run->functions.rows[i].name, Z_STR_P(file),
				number > 0 && number <= INT32_MAX ? (uint32_t) number : 0);
		}
	}
}

ZEND_METHOD(XHProf_Profile, fromStacks)
{
	HashTable *stacks, *given = NULL, *functions = NULL;
	double effective = 0;
	bool is_unknown = true;
	hp_profile *run;

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_ARRAY_HT(stacks)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(given)
		Z_PARAM_DOUBLE_OR_NULL(effective, is_unknown)
		Z_PARAM_ARRAY_HT(functions)
	ZEND_PARSE_PARAMETERS_END();

	if (!is_unknown && !(zend_finite(effective) && effective > 0)) {
		zend_argument_value_error(3, "must be a number above 0");
		RETURN_THROWS();
	}
	if (functions != NULL && !profile_check_places(functions)) {
		RETURN_THROWS();
	}
	run = profile_make(hp_load_stacks, stacks, given);
	if (run == NULL) {
		RETURN_THROWS();
	}
	if (functions != NULL) {
		profile_add_places(run, functions);
	}
	if (!is_unknown) {
		hp_profile_set_effective(run, effective);
	}
	hp_class_profile_wrap(return_value, run);
}
