/* profile_reduce.c: reduce() of XHProf\Profile. */
#include "class/profile.h"

#include "base/nearest.h"
#include "base/pattern.h"
#include "profile/component_rules.h"
#include "profile/reduce.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

/* True if all entries of an array are accepted, or what is no array itself. */
static bool profile_accepts(const zval *list, bool (*accepts)(const zval *entry))
{
	zval *entry;

	if (Z_TYPE_P(list) != IS_ARRAY) {
		return accepts(list);
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), entry) {
		ZVAL_DEREF(entry);
		if (!accepts(entry)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

static bool profile_is_text(const zval *entry)
{
	return Z_TYPE_P(entry) == IS_STRING;
}

static bool profile_is_name(const zval *entry)
{
	return Z_TYPE_P(entry) == IS_STRING && Z_STRLEN_P(entry) > 0;
}

/* False if it threw: PCRE does not take it. */
static bool profile_is_pattern(const zval *entry)
{
	return hp_pattern_check(Z_STR_P(entry));
}

/* False if it threw. */
static bool profile_check_rules(const zval *list)
{
	zval *entry;
	size_t bytes = 0;
	bool is_good = true;

	if (Z_TYPE_P(list) == IS_STRING) {
		is_good = hp_component_rules_check(Z_STRVAL_P(list), Z_STRLEN_P(list));
	} else {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), entry) {
			ZVAL_DEREF(entry);
			bytes += Z_STRLEN_P(entry);
			is_good = is_good && bytes <= HP_COMPONENT_RULES_BYTES / 2 &&
				hp_component_rules_check(Z_STRVAL_P(entry), Z_STRLEN_P(entry));
		}
		ZEND_HASH_FOREACH_END();
	}
	if (!is_good) {
		zend_argument_value_error(
			1, "must have rules like \"src/Billing/*=billing\" for the key \"components\"");
	}

	return is_good;
}

/* False if it threw. */
static bool profile_threshold(const zval *value, double *threshold)
{
	if (Z_TYPE_P(value) != IS_LONG && Z_TYPE_P(value) != IS_DOUBLE) {
		zend_argument_type_error(1, "must have a float for the key \"threshold\"");
		return false;
	}
	*threshold = zval_get_double((zval *) (uintptr_t) value);
	if (!(*threshold >= 0 && *threshold <= 1)) {
		zend_argument_value_error(1, "must have a share from 0 to 1 for the key \"threshold\"");
		return false;
	}

	return true;
}

/* Strings by name; false if it threw. */
static bool profile_rename(const zval *names, const HashTable **rename)
{
	if (Z_TYPE_P(names) != IS_ARRAY || !profile_accepts(names, profile_is_name)) {
		zend_argument_type_error(
			1, "must have an array of non-empty strings for the key \"rename\"");
		return false;
	}
	*rename = Z_ARRVAL_P(names);

	return true;
}

/* Nanoseconds, or the number of a lane; false if it threw. */
static bool profile_slice(hp_reduce_options *options, const zend_string *key, const zval *value)
{
	if (Z_TYPE_P(value) != IS_LONG) {
		zend_argument_type_error(1, "must have an int for the key \"%s\"", ZSTR_VAL(key));
		return false;
	}
	if (Z_LVAL_P(value) < 0 ||
		(zend_string_equals_literal(key, "lane") && Z_LVAL_P(value) >= HP_PROFILE_NONE)) {
		zend_argument_value_error(
			1, "must not have a negative number for the key \"%s\"", ZSTR_VAL(key));
		return false;
	}
	options->has_slice = true;
	if (zend_string_equals_literal(key, "from_ns")) {
		options->slice.from_ns = Z_LVAL_P(value);
	} else if (zend_string_equals_literal(key, "to_ns")) {
		options->slice.to_ns = Z_LVAL_P(value);
	} else {
		options->slice.lane = (uint32_t) Z_LVAL_P(value);
	}

	return true;
}

/* Reads one option; false if it threw. */
static bool profile_reduce_option(
	hp_reduce_options *options, const zend_string *key, const zval *value)
{
	if (zend_string_equals_literal(key, "threshold")) {
		return profile_threshold(value, &options->threshold);
	}
	if (zend_string_equals_literal(key, "rename")) {
		return profile_rename(value, &options->rename);
	}
	if (zend_string_equals_literal(key, "from_ns") || zend_string_equals_literal(key, "to_ns") ||
		zend_string_equals_literal(key, "lane")) {
		return profile_slice(options, key, value);
	}
	if (!profile_accepts(value, profile_is_text)) {
		zend_argument_type_error(
			1, "must have a string or an array of strings for the key \"%s\"", ZSTR_VAL(key));
		return false;
	}
	if (zend_string_equals_literal(key, "hide")) {
		options->hide = value;
	} else if (zend_string_equals_literal(key, "fold")) {
		options->fold = value;
	} else if (zend_string_equals_literal(key, "components")) {
		options->components = value;
		return profile_check_rules(value);
	} else {
		options->hide_functions = value;
		return profile_accepts(value, profile_is_pattern);
	}

	return true;
}

static bool profile_reduce_options(hp_reduce_options *options, const HashTable *array)
{
	static const char *const keys[] = {"hide", "hide_functions", "fold", "components", "rename",
		"threshold", "from_ns", "to_ns", "lane"};
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL((HashTable *) (uintptr_t) array, key, value) {
		bool is_known = false;

		for (size_t i = 0; key != NULL && i < sizeof(keys) / sizeof(keys[0]); i++) {
			is_known |= zend_string_equals_cstr(key, keys[i], strlen(keys[i]));
		}
		if (!is_known) {
			hp_nearest nearest;
			const char *name = key == NULL ? "(an integer)" : ZSTR_VAL(key);

			hp_nearest_among(&nearest, name, strlen(name),
				"hide hide_functions fold components rename threshold from_ns to_ns lane");
			zend_argument_value_error(1,
				"has the unknown key \"%s\"; known are hide, hide_functions, fold, components, "
				"rename, threshold, from_ns, to_ns and lane%s",
				name, hp_nearest_hint(&nearest));
			return false;
		}
		ZVAL_DEREF(value);
		if (!profile_reduce_option(options, key, value)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

ZEND_METHOD(XHProf_Profile, reduce)
{
	hp_reduce_options options = {.slice = {0, INT64_MAX, HP_PROFILE_NONE}};
	const hp_profile *profile = hp_class_profile_of(ZEND_THIS);
	HashTable *array;
	hp_profile *reduced;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (!profile_reduce_options(&options, array)) {
		RETURN_THROWS();
	}
	if (options.has_slice && !hp_profile_has_times(profile)) {
		zend_throw_exception(spl_ce_RuntimeException,
			"Choosing a part of the time needs a timeline (XHPROF_FLAGS_TIMELINE) or samples; this "
			"run has none",
			0);
		RETURN_THROWS();
	}
	reduced = hp_profile_reduce(profile, &options);
	if (reduced == NULL) {
		zend_throw_exception(spl_ce_RuntimeException,
			"Hiding functions needs call paths (XHPROF_FLAGS_TREE); this run has none. \"fold\" "
			"and \"threshold\" do not need them",
			0);
		RETURN_THROWS();
	}
	hp_class_profile_wrap(return_value, reduced);
}
