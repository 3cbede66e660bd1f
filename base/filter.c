#include "base/filter.h"

void hp_filter_init(hp_filter *filter)
{
	zend_hash_init(&filter->names, 0, NULL, NULL, true);
}

void hp_filter_free(hp_filter *filter)
{
	zend_hash_destroy(&filter->names);
}

static void filter_add(hp_filter *filter, zval *name)
{
	ZVAL_DEREF(name);
	if (Z_TYPE_P(name) == IS_STRING && !zend_string_equals_literal(Z_STR_P(name), "main()")) {
		/* By bytes: the table must not keep a string of the request. */
		zend_hash_str_add_empty_element(&filter->names, Z_STRVAL_P(name), Z_STRLEN_P(name));
	}
}

void hp_filter_add_option(hp_filter *filter, const HashTable *options)
{
	zval *value = zend_hash_str_find(options, ZEND_STRL("ignored_functions")), *name;
	zend_string *key;

	if (value == NULL) {
		return;
	}
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_ARRAY) {
		filter_add(filter, value);
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(value), key, name) {
		if (key == NULL) {
			filter_add(filter, name);
		}
	}
	ZEND_HASH_FOREACH_END();
}

bool hp_filter_has(const hp_filter *filter, const char *name, size_t length)
{
	return filter->names.nNumOfElements > 0 && zend_hash_str_exists(&filter->names, name, length);
}
