#include "base/option.h"

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

/* NULL or an error message. */
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

const char *hp_option_read(
	const hp_option *options, size_t count, const HashTable *array, void *into, bool *is_range)
{
	for (size_t i = 0; array != NULL && i < count; i++) {
		const hp_option *option = &options[i];
		zval *value = zend_hash_str_find(array, option->name, strlen(option->name));
		const char *error;

		if (value == NULL) {
			continue;
		}
		ZVAL_DEREF(value);
		error = option_put(option, value, (char *) into + option->offset);
		if (error != NULL) {
			if (is_range != NULL) {
				*is_range = error == option->range_error;
			}
			return error;
		}
		if (option->given_offset != 0) {
			*(bool *) ((char *) into + option->given_offset) = true;
		}
	}

	return NULL;
}

bool hp_option_knows_all(const hp_option *options, size_t count, const HashTable *array)
{
	zend_string *key;

	ZEND_HASH_FOREACH_STR_KEY((HashTable *) array, key) {
		size_t i = 0;

		while (key != NULL && i < count &&
			!zend_string_equals_cstr(key, options[i].name, strlen(options[i].name))) {
			i++;
		}
		if (key == NULL || i == count) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}
