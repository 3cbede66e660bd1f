#include "base/filter.h"

#include "base/pattern.h"

#define FILTER_ROOT "main()"

void hp_filter_init(hp_filter *filter)
{
	memset(filter, 0, sizeof(*filter));
	zend_hash_init(&filter->names, 0, NULL, NULL, true);
}

void hp_filter_free(hp_filter *filter)
{
	zend_hash_destroy(&filter->names);
	for (uint32_t i = 0; i < filter->patterns.count; i++) {
		zend_string_release(filter->patterns.rows[i]);
	}
	hp_vector_free(&filter->patterns);
}

/* Adds a name or a pattern, as a copy: a string of the request must not be kept. */
static const char *filter_add(hp_filter *filter, zval *name)
{
	ZVAL_DEREF(name);
	if (Z_TYPE_P(name) != IS_STRING || zend_string_equals_literal(Z_STR_P(name), FILTER_ROOT)) {
		return NULL;
	}
	if (!hp_pattern_is(Z_STR_P(name))) {
		zend_hash_str_add_empty_element(&filter->names, Z_STRVAL_P(name), Z_STRLEN_P(name));
		return NULL;
	}
	if (!hp_pattern_check(Z_STR_P(name))) {
		return "option \"ignored_functions\" has a pattern that is not a valid regular expression";
	}
	*hp_vector_add(&filter->patterns) = zend_string_init(Z_STRVAL_P(name), Z_STRLEN_P(name), true);

	return NULL;
}

const char *hp_filter_add_option(hp_filter *filter, const HashTable *options)
{
	zval *value = zend_hash_str_find(options, ZEND_STRL("ignored_functions")), *name;
	const char *error = NULL;
	zend_string *key;

	if (value == NULL) {
		return NULL;
	}
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_ARRAY) {
		return filter_add(filter, value);
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(value), key, name) {
		if (key == NULL && error == NULL) {
			error = filter_add(filter, name);
		}
	}
	ZEND_HASH_FOREACH_END();

	return error;
}

bool hp_filter_has(const hp_filter *filter, const char *name, size_t length)
{
	if (filter->names.nNumOfElements > 0 && zend_hash_str_exists(&filter->names, name, length)) {
		return true;
	}
	if (filter->patterns.count == 0 ||
		(length == strlen(FILTER_ROOT) && memcmp(name, FILTER_ROOT, length) == 0)) {
		return false;
	}
	for (uint32_t i = 0; i < filter->patterns.count; i++) {
		if (hp_pattern_matches(filter->patterns.rows[i], name, length)) {
			return true;
		}
	}

	return false;
}
