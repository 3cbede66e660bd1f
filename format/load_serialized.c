/* load_serialized.c: reads what serialize() makes of the classic result. PHP's own reader would make
 * whatever the bytes ask for, and complain of some to the program's error handler. */
#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "format/load.h"

/* An array of rows, and a row. */
#define LOAD_DEPTH 2

/* What is left of the text. What does not fit makes it bad. */
typedef struct load_text {
	const char *at;
	const char *end;
	bool is_bad;
} load_text;

static void load_expect(load_text *text, const char *token)
{
	size_t length = strlen(token);

	if (text->is_bad || (size_t) (text->end - text->at) < length ||
		memcmp(text->at, token, length) != 0) {
		text->is_bad = true;
		return;
	}
	text->at += length;
}

/* What comes next, or '\0'. */
static char load_peek(const load_text *text)
{
	return text->is_bad || text->at == text->end ? '\0' : *text->at;
}

/* Digits, and the character that ends them. */
static zend_long load_integer(load_text *text, char end)
{
	bool is_negative = load_peek(text) == '-';
	zend_ulong number = 0;
	const char *start;

	text->at += is_negative;
	start = text->at;
	while (load_peek(text) >= '0' && *text->at <= '9' && number <= ZEND_LONG_MAX / 10) {
		number = 10 * number + (zend_ulong) (*text->at++ - '0');
	}
	if (text->at == start || load_peek(text) != end || number > ZEND_LONG_MAX) {
		text->is_bad = true;
		return 0;
	}
	text->at++;

	return is_negative ? -(zend_long) number : (zend_long) number;
}

/* "s:3:"abc";" */
static const char *load_string(load_text *text, size_t *length)
{
	const char *start;
	zend_long bytes;

	load_expect(text, "s:");
	bytes = load_integer(text, ':');
	load_expect(text, "\"");
	if (text->is_bad || bytes < 0 || bytes > text->end - text->at) {
		text->is_bad = true;
		*length = 0;
		return "";
	}
	start = text->at;
	*length = (size_t) bytes;
	text->at += bytes;
	load_expect(text, "\";");

	return start;
}

/* A number, an array, or null for all that no row of ours needs. */
static void load_value(load_text *text, zval *value, uint32_t depth);

static void load_member(load_text *text, HashTable *array, uint32_t depth)
{
	const char *name = NULL;
	zend_long index = 0;
	size_t length;
	zval value;

	if (load_peek(text) == 'i') {
		load_expect(text, "i:");
		index = load_integer(text, ';');
	} else {
		name = load_string(text, &length);
	}
	load_value(text, &value, depth);
	if (name == NULL) {
		zend_hash_index_update(array, (zend_ulong) index, &value);
	} else {
		zend_symtable_str_update(array, name, length, &value);
	}
}

static void load_array(load_text *text, zval *array, uint32_t depth)
{
	zend_long count;

	load_expect(text, "a:");
	count = load_integer(text, ':');
	load_expect(text, "{");
	if (depth == 0 || count < 0) {
		text->is_bad = true;
	}
	if (text->is_bad || count == 0) {
		ZVAL_EMPTY_ARRAY(array);
	} else {
		/* It grows as it is filled: the count may promise anything. */
		array_init(array);
	}
	while (!text->is_bad && count-- > 0) {
		load_member(text, Z_ARRVAL_P(array), depth - 1);
	}
	load_expect(text, "}");
}

static void load_value(load_text *text, zval *value, uint32_t depth)
{
	size_t length;

	ZVAL_NULL(value);
	switch (load_peek(text)) {
		case 'a':
			load_array(text, value, depth);
			break;
		case 'i':
			load_expect(text, "i:");
			ZVAL_LONG(value, load_integer(text, ';'));
			break;
		case 's':
			load_string(text, &length);
			break;
		case 'b':
		case 'd':
		case 'N':
			while (load_peek(text) != ';' && load_peek(text) != '\0') {
				text->at++;
			}
			load_expect(text, ";");
			break;
		default:
			text->is_bad = true;
	}
}

hp_profile *hp_load_serialized(const zend_string *bytes, const char **error)
{
	load_text text = {ZSTR_VAL(bytes), ZSTR_VAL(bytes) + ZSTR_LEN(bytes), false};
	hp_profile *profile = NULL;
	zval array;

	load_value(&text, &array, LOAD_DEPTH);
	if (text.is_bad) {
		*error = "it is damaged, or more than an array of arrays";
	} else {
		profile = hp_load_pairs(&array, error);
	}
	zval_ptr_dtor(&array);

	return profile;
}
