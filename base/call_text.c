#include "base/call_text.h"

#include "base/key.h"
#include "base/sql.h"
#include "base/url.h"

/* The rest of a longer key is not read. */
#define CALL_TEXT_KEY_BYTES 128

/* A copied list has its first key among this many elements, or counts as without one: each copy is
 * a system call. */
#define CALL_TEXT_ELEMENTS 8u

#define CALL_TEXT_CUT "…"

/* A string in place, or as much of it as was copied. */
typedef struct call_text_string {
	const char *text;
	size_t length;
	bool is_cut;
} call_text_string;

/* The memory at an address, in place or as a copy in the buffer; NULL: it is not there. */
static const void *call_text_view(
	const hp_call_text *call, void *buffer, const void *from, size_t bytes)
{
	if (from == NULL || call->copy == NULL) {
		return from;
	}

	return call->copy(buffer, from, bytes) ? buffer : NULL;
}

/* The value that a reference leads to, or the value itself. */
static const zval *call_text_value(const hp_call_text *call, const zval *value, zval *buffer)
{
	return value == NULL || Z_TYPE_P(value) != IS_REFERENCE
		? value
		: call_text_view(call, buffer, &Z_REF_P(value)->val, sizeof(*value));
}

const zval *hp_call_text_argument(const hp_call_text *call, uint32_t number, zval *buffer)
{
	return number == 0 || number > call->arguments
		? NULL
		: call_text_value(call, ZEND_CALL_ARG(call->frame, number), buffer);
}

uint32_t hp_call_text_pg_argument(const hp_call_text *call, uint32_t argument)
{
	zval buffer;
	const zval *first = hp_call_text_argument(call, 1, &buffer);

	return first != NULL && Z_TYPE_P(first) == IS_OBJECT ? argument + 1 : argument;
}

static bool call_text_of(
	const hp_call_text *call, const zend_string *from, call_text_string *string)
{
	size_t head;
	const size_t *length =
		from == NULL ? NULL : call_text_view(call, &head, &from->len, sizeof(head));

	if (length == NULL) {
		return false;
	}
	string->length = call->copy == NULL ? *length : MIN(*length, HP_CALL_TEXT_BYTES);
	string->is_cut = string->length < *length;
	string->text = call_text_view(call, call->buffer, ZSTR_VAL(from), string->length);

	return string->text != NULL;
}

static bool call_text_of_value(
	const hp_call_text *call, const zval *value, call_text_string *string)
{
	return value != NULL && Z_TYPE_P(value) == IS_STRING &&
		call_text_of(call, Z_STR_P(value), string);
}

static bool call_text_of_argument(
	const hp_call_text *call, uint32_t number, call_text_string *string)
{
	zval buffer;

	return call_text_of_value(call, hp_call_text_argument(call, number, &buffer), string);
}

/* Reads a PDOStatement's declared property queryString. Its class is internal, and stays in
 * memory. */
static bool call_text_of_statement(const hp_call_text *call, call_text_string *string)
{
	const zval *self = &call->frame->This;
	const zend_property_info *info;
	zval buffer, target;

	if (Z_TYPE_P(self) != IS_OBJECT || call->scope == NULL) {
		return false;
	}
	info = zend_hash_str_find_ptr(&call->scope->properties_info, ZEND_STRL("queryString"));
	if (info == NULL || (info->flags & ZEND_ACC_STATIC) != 0 || (int32_t) info->offset <= 0) {
		return false;
	}

	return call_text_of_value(call,
		call_text_value(call,
			call_text_view(call, &buffer, OBJ_PROP(Z_OBJ_P(self), info->offset), sizeof(buffer)),
			&target),
		string);
}

/* Reads the first key of a list: if it maps keys to values, that is one of its keys, else one of
 * its values. */
static bool call_text_of_list(
	const hp_call_text *call, const zend_array *from, call_text_string *string)
{
	zend_array buffer;
	Bucket element;
	zval target;
	const zend_array *list = call_text_view(call, &buffer, from, sizeof(buffer));
	uint32_t most;

	if (list == NULL) {
		return false;
	}
	most = call->copy == NULL ? list->nNumUsed : MIN(list->nNumUsed, CALL_TEXT_ELEMENTS);
	for (uint32_t i = 0; i < most; i++) {
		const Bucket *at = call_text_view(call, &element,
			(const char *) list->arData + i * ZEND_HASH_ELEMENT_SIZE(list),
			ZEND_HASH_ELEMENT_SIZE(list));

		if (at == NULL) {
			return false;
		}
		if (Z_TYPE(at->val) != IS_UNDEF) {
			return ZEND_HASH_ELEMENT_SIZE(list) == sizeof(Bucket) && at->key != NULL
				? call_text_of(call, at->key, string)
				: call_text_of_value(call, call_text_value(call, &at->val, &target), string);
		}
	}

	return false;
}

static bool call_text_of_key(const hp_call_text *call, uint32_t number, call_text_string *string)
{
	zval buffer;
	const zval *value = hp_call_text_argument(call, number, &buffer);

	return value != NULL && Z_TYPE_P(value) == IS_ARRAY
		? call_text_of_list(call, Z_ARRVAL_P(value), string)
		: call_text_of_value(call, value, string);
}

/* Appends a command with its key, such as "GET user:?". */
static bool call_text_append_command(
	const hp_call_text *call, bool is_upper, uint32_t argument, smart_str *to)
{
	const char *method = strstr(call->name, "::");
	call_text_string key;

	for (method = method == NULL ? call->name : method + 2; *method != '\0'; method++) {
		bool is_lower = *method >= 'a' && *method <= 'z';

		smart_str_appendc_ex(
			to, is_upper && is_lower ? (char) (*method - 'a' + 'A') : *method, true);
	}
	if (call_text_of_key(call, argument, &key) && key.length > 0) {
		smart_str_appendc_ex(to, ' ', true);
		hp_key_append(to, key.text, key.length, CALL_TEXT_KEY_BYTES);
	}

	return true;
}

/* True if the text from `start` on is cut already. */
static bool call_text_ends(const smart_str *text, size_t start)
{
	size_t length = strlen(CALL_TEXT_CUT);

	return ZSTR_LEN(text->s) >= start + length &&
		memcmp(ZSTR_VAL(text->s) + ZSTR_LEN(text->s) - length, CALL_TEXT_CUT, length) == 0;
}

static bool call_text_append_sql(
	const hp_call_text *call, const call_text_string *string, smart_str *to)
{
	size_t start = to->s == NULL ? 0 : ZSTR_LEN(to->s);

	hp_sql_append(to, string->text, string->length, call->most_bytes);
	if (string->is_cut && to->s != NULL && !call_text_ends(to, start)) {
		smart_str_appends_ex(to, CALL_TEXT_CUT, true);
	}

	return true;
}

static bool call_text_append_url(
	const hp_call_text *call, const call_text_string *string, smart_str *to)
{
	size_t start = to->s == NULL ? 0 : ZSTR_LEN(to->s);

	if (!hp_url_is_remote(string->text, string->length)) {
		return false;
	}
	hp_url_append(to, string->text, string->length, HP_CALL_TEXT_URL_BYTES);
	hp_sql_limit(to, start, call->most_bytes);

	return true;
}

bool hp_call_text_append(
	const hp_call_text *call, hp_detail_action action, uint32_t argument, smart_str *to)
{
	call_text_string string;

	switch (action) {
		case HP_DETAIL_PG_QUERY:
			argument = hp_call_text_pg_argument(call, argument);
			ZEND_FALLTHROUGH;
		case HP_DETAIL_SQL:
			return call_text_of_argument(call, argument, &string) &&
				call_text_append_sql(call, &string, to);
		case HP_DETAIL_PDO:
			return call_text_of_statement(call, &string) && call_text_append_sql(call, &string, to);
		case HP_DETAIL_URL:
			return call_text_of_argument(call, argument, &string) &&
				call_text_append_url(call, &string, to);
		case HP_DETAIL_REDIS:
		case HP_DETAIL_MEMCACHED:
			return call_text_append_command(call, action == HP_DETAIL_REDIS, argument, to);
		default:
			return false;
	}
}
