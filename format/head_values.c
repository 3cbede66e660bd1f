#include "format/head_values.h"

#include "base/utf8.h"

#include "ext/json/php_json.h"

#include <string.h>

/* The longest path. Nobody looks up a longer one. */
#define VALUES_PATH_MAX 128

/* A number of this many digits is an int, and one of a digit more if that digit is 1. */
#define VALUES_DIGITS_MAX (MAX_LENGTH_OF_LONG - 3)

typedef struct head_values {
	const char *at, *end; /* what is left; a NUL is behind it */
	const HashTable *paths;
	char path[VALUES_PATH_MAX]; /* of the object that is read, with a point behind it */
	size_t path_length;
} head_values;

static bool values_object(head_values *state, zval *into);

static void values_pass_space(head_values *state)
{
	while (*state->at == ' ' || *state->at == '\t' || *state->at == '\r') {
		state->at++;
	}
}

static bool values_pass(head_values *state, char expected)
{
	bool is_there;

	values_pass_space(state);
	is_there = *state->at == expected;
	state->at += is_there ? 1 : 0;

	return is_there;
}

static bool values_is_escaped(const char *quote, const char *start)
{
	const char *at = quote;

	while (at > start && at[-1] == '\\') {
		at--;
	}

	return ((quote - at) & 1) != 0;
}

/* To behind its closing quote; false: it has none. */
static bool values_pass_string(head_values *state)
{
	const char *start = state->at + 1;
	const char *quote = start;

	while ((quote = memchr(quote, '"', (size_t) (state->end - quote))) != NULL) {
		state->at = ++quote;
		if (!values_is_escaped(quote - 1, start)) {
			return true;
		}
	}

	return false;
}

/* To behind the bracket that closes this one. */
static bool values_pass_nested(head_values *state)
{
	size_t depth = 0;

	do {
		char byte = *state->at;

		if (byte == '"') {
			if (!values_pass_string(state)) {
				return false;
			}
			continue;
		}
		depth += byte == '{' || byte == '[' ? 1 : 0;
		depth -= byte == '}' || byte == ']' ? 1 : 0;
		state->at++;
	} while (depth > 0 && state->at < state->end);

	return depth == 0;
}

static bool values_pass_value(head_values *state)
{
	const char *start = state->at;

	if (*start == '"') {
		return values_pass_string(state);
	}
	if (*start == '{' || *start == '[') {
		return values_pass_nested(state);
	}
	while (state->at < state->end && strchr(",}] \t\r", *state->at) == NULL) {
		state->at++;
	}

	return state->at > start;
}

static bool values_is_plain(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\\' || (unsigned char) text[i] < ' ') {
			return false;
		}
	}

	return hp_utf8_is(text, length);
}

static bool values_is_int(const char *text, size_t length)
{
	return length <= VALUES_DIGITS_MAX + (*text == '1' ? 1 : 0) &&
		strspn(text, "0123456789") == length && (*text != '0' || length == 1);
}

static bool values_decode(const char *text, size_t length, zval *value)
{
	bool is_decoded = true;

	if (*text == '"' && values_is_plain(text + 1, length - 2)) {
		ZVAL_STRINGL(value, text + 1, length - 2);
	} else if (values_is_int(text, length)) {
		ZVAL_LONG(value, ZEND_STRTOL(text, NULL, 10));
	} else {
		char *copy = estrndup(text, length); /* the decoder needs the NUL */

		is_decoded = php_json_decode_ex(value, copy, length, PHP_JSON_OBJECT_AS_ARRAY,
						 PHP_JSON_PARSER_DEFAULT_DEPTH) == SUCCESS;
		efree(copy);
	}

	return is_decoded;
}

/* True if a path is this one or, if this one ends in a point, begins with it. */
static bool values_is_asked(const head_values *state, size_t length)
{
	bool is_object = state->path[length - 1] == '.';
	zval *path;

	ZEND_HASH_FOREACH_VAL((HashTable *) state->paths, path) {
		if (Z_TYPE_P(path) == IS_STRING &&
			(is_object ? Z_STRLEN_P(path) > length : Z_STRLEN_P(path) == length) &&
			Z_STRVAL_P(path)[length - 1] == state->path[length - 1] &&
			memcmp(Z_STRVAL_P(path), state->path, length) == 0) {
			return true;
		}
	}
	ZEND_HASH_FOREACH_END();

	return false;
}

static bool values_inside(head_values *state, size_t length, zval *value)
{
	size_t outside = state->path_length;
	bool is_read;

	array_init(value);
	state->path_length = length;
	is_read = values_object(state, value);
	state->path_length = outside;

	return is_read;
}

/* The key stands at the end of the path already. */
static bool values_value(head_values *state, const char *key, size_t length, zval *into)
{
	size_t path_length = state->path_length + length;
	const char *start = state->at;
	zval value;

	ZVAL_NULL(&value);
	if (values_is_asked(state, path_length)) {
		if (!values_pass_value(state) ||
			!values_decode(start, (size_t) (state->at - start), &value)) {
			return false;
		}
	} else {
		state->path[path_length] = '.';
		if (*start != '{' || !values_is_asked(state, path_length + 1)) {
			return values_pass_value(state);
		}
		if (!values_inside(state, path_length + 1, &value)) {
			zval_ptr_dtor(&value);
			return false;
		}
	}
	zend_symtable_str_update(Z_ARRVAL_P(into), key, length, &value);

	return true;
}

static bool values_member(head_values *state, zval *into)
{
	const char *key = state->at + 1;
	size_t length;

	if (*state->at != '"' || !values_pass_string(state)) {
		return false;
	}
	length = (size_t) (state->at - key) - 1;
	if (!values_pass(state, ':')) {
		return false;
	}
	values_pass_space(state);
	if (length == 0 || length + 1 >= VALUES_PATH_MAX - state->path_length ||
		memchr(key, '.', length) != NULL || memchr(key, '\\', length) != NULL) {
		return values_pass_value(state);
	}
	memcpy(state->path + state->path_length, key, length);

	return values_value(state, key, length, into);
}

static bool values_object(head_values *state, zval *into)
{
	if (!values_pass(state, '{')) {
		return false;
	}
	if (values_pass(state, '}')) {
		return true;
	}
	do {
		values_pass_space(state);
		if (!values_member(state, into)) {
			return false;
		}
	} while (values_pass(state, ','));

	return values_pass(state, '}');
}

void hp_head_values(const zend_string *head, const HashTable *paths, zval *values)
{
	head_values state = {
		.at = ZSTR_VAL(head), .end = ZSTR_VAL(head) + ZSTR_LEN(head), .paths = paths};

	array_init(values);
	if (!values_object(&state, values) || state.at != state.end) {
		zval_ptr_dtor(values);
		ZVAL_NULL(values);
	}
}
