#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/options.h"

void hp_heap_options_init(hp_heap_options *options)
{
	memset(options, 0, sizeof(*options));
	options->has_keys = true;
	options->is_forked = true;
}

static zend_result options_flag(
	bool *flag, const zval *value, const char *complaint, const char **error)
{
	if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		*error = complaint;
		return FAILURE;
	}
	*flag = Z_TYPE_P(value) == IS_TRUE;

	return SUCCESS;
}

static zend_result options_max_nodes(
	hp_heap_options *options, const zval *value, const char **error, bool *is_type)
{
	if (Z_TYPE_P(value) != IS_LONG) {
		*error = "option \"max_nodes\" must be of type int";
		return FAILURE;
	}
	if (Z_LVAL_P(value) < 1 || (uint64_t) Z_LVAL_P(value) >= UINT32_MAX) {
		*is_type = false;
		*error = "option \"max_nodes\" must be between 1 and 4294967294";
		return FAILURE;
	}
	options->max_nodes = (uint32_t) Z_LVAL_P(value);

	return SUCCESS;
}

static zend_result options_one(hp_heap_options *options, const zend_string *name, const zval *value,
	const char **error, bool *is_type)
{
	if (name != NULL && zend_string_equals_literal(name, "values")) {
		return options_flag(
			&options->has_values, value, "option \"values\" must be of type bool", error);
	}
	if (name != NULL && zend_string_equals_literal(name, "keys")) {
		return options_flag(
			&options->has_keys, value, "option \"keys\" must be of type bool", error);
	}
	if (name != NULL && zend_string_equals_literal(name, "fork")) {
		return options_flag(
			&options->is_forked, value, "option \"fork\" must be of type bool", error);
	}
	if (name != NULL && zend_string_equals_literal(name, "wait")) {
		return options_flag(
			&options->has_wait, value, "option \"wait\" must be of type bool", error);
	}
	if (name != NULL && zend_string_equals_literal(name, "max_nodes")) {
		return options_max_nodes(options, value, error, is_type);
	}
	*is_type = false;
	*error = "options are \"values\", \"keys\", \"fork\", \"wait\" and \"max_nodes\"";

	return FAILURE;
}

zend_result hp_heap_options_parse(
	hp_heap_options *options, HashTable *array, const char **error, bool *is_type)
{
	zend_string *name;
	zval *value;

	hp_heap_options_init(options);
	*is_type = true;
	if (array == NULL) {
		return SUCCESS;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(array, name, value) {
		ZVAL_DEREF(value);
		if (options_one(options, name, value, error, is_type) == FAILURE) {
			return FAILURE;
		}
	}
	ZEND_HASH_FOREACH_END();

	return SUCCESS;
}
