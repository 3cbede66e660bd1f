#include "base/option.h"

#include "base/nearest.h"

int hp_option_word(const char *const *words, const char *name, size_t length)
{
	for (int i = 0; length > 0 && words[i] != NULL; i++) {
		if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0) {
			return i;
		}
	}

	return -1;
}

static const char *option_put_int(const hp_option *option, int64_t number, void *member)
{
	if (option->bytes == sizeof(int32_t)) {
		int32_t half = (int32_t) number;

		memcpy(member, &half, sizeof(half));
	} else {
		memcpy(member, &number, sizeof(number));
	}

	return NULL;
}

/* Sets a member. Returns NULL or an error message. */
static const char *option_put(const hp_option *option, const zval *value, void *member)
{
	int word;

	switch (option->type) {
		case HP_OPTION_IS_BOOL:
			*(bool *) member = Z_TYPE_P(value) == IS_TRUE;
			return *(bool *) member || Z_TYPE_P(value) == IS_FALSE ? NULL : option->type_error;
		case HP_OPTION_IS_INT:
			if (Z_TYPE_P(value) != IS_LONG) {
				return option->type_error;
			}
			if (Z_LVAL_P(value) < option->least || Z_LVAL_P(value) > option->most) {
				return option->range_error != NULL ? option->range_error : option->type_error;
			}
			return option_put_int(option, Z_LVAL_P(value), member);
		default:
			word = Z_TYPE_P(value) == IS_STRING
				? hp_option_word(option->words, Z_STRVAL_P(value), Z_STRLEN_P(value))
				: -1;
			return word < 0 ? option->type_error : option_put_int(option, word, member);
	}
}

/* Adds the nearest word to the message. */
static const char *option_word_error(
	const hp_option *option, const zval *value, char error[HP_OPTION_ERROR_BYTES])
{
	hp_nearest nearest;

	hp_nearest_start(&nearest, Z_STRVAL_P(value), Z_STRLEN_P(value));
	for (size_t i = 0; option->words[i] != NULL; i++) {
		hp_nearest_offer(&nearest, option->words[i], strlen(option->words[i]));
	}
	snprintf(error, HP_OPTION_ERROR_BYTES, "%s%s", option->type_error, hp_nearest_hint(&nearest));

	return error;
}

const char *hp_option_read(const hp_option *options, size_t count, const HashTable *array,
	void *into, bool *is_range, char error[HP_OPTION_ERROR_BYTES])
{
	for (size_t i = 0; array != NULL && i < count; i++) {
		const hp_option *option = &options[i];
		zval *value = zend_hash_str_find(array, option->name, strlen(option->name));
		const char *wrong;

		if (value == NULL) {
			continue;
		}
		ZVAL_DEREF(value);
		wrong = option_put(option, value, (char *) into + option->offset);
		if (wrong != NULL) {
			if (is_range != NULL) {
				*is_range = wrong == option->range_error;
			}
			return option->type == HP_OPTION_IS_WORD && Z_TYPE_P(value) == IS_STRING
				? option_word_error(option, value, error)
				: wrong;
		}
		if (option->given_offset != 0) {
			*(bool *) ((char *) into + option->given_offset) = true;
		}
	}

	return NULL;
}

/* Returns the i-th of all names; NULL after the last. */
static const char *option_name(
	const hp_option *options, size_t count, const char *const *others, size_t i)
{
	if (i < count) {
		return options[i].name;
	}

	return others == NULL ? NULL : others[i - count];
}

static bool option_is_known(
	const hp_option *options, size_t count, const char *const *others, const zend_string *key)
{
	const char *name;

	for (size_t i = 0; (name = option_name(options, count, others, i)) != NULL; i++) {
		if (zend_string_equals_cstr(key, name, strlen(name))) {
			return true;
		}
	}

	return false;
}

bool hp_option_knows_all(const hp_option *options, size_t count, const HashTable *array)
{
	zend_string *key;

	ZEND_HASH_FOREACH_STR_KEY((HashTable *) array, key) {
		if (key == NULL || !option_is_known(options, count, NULL, key)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

zend_string *hp_option_unknown(const hp_option *options, size_t count, const char *const *others,
	const HashTable *array, const char *consequence)
{
	zend_string *key;
	hp_nearest nearest;
	const char *name;

	if (array == NULL) {
		return NULL;
	}
	ZEND_HASH_FOREACH_STR_KEY((HashTable *) array, key) {
		if (key == NULL || option_is_known(options, count, others, key)) {
			continue;
		}
		hp_nearest_start(&nearest, ZSTR_VAL(key), ZSTR_LEN(key));
		for (size_t i = 0; (name = option_name(options, count, others, i)) != NULL; i++) {
			hp_nearest_offer(&nearest, name, strlen(name));
		}
		return zend_strpprintf(
			0, "unknown option \"%s\"%s%s", ZSTR_VAL(key), consequence, hp_nearest_hint(&nearest));
	}
	ZEND_HASH_FOREACH_END();

	return NULL;
}
