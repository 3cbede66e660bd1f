#include "trace/detail.h"

#include "base/call_text.h"
#include "base/detail_kind.h"
#include "base/sql.h"
#include "base/url.h"

#define DETAIL_CURLOPT_URL 10002 /* libcurl never changes it */

void hp_detail_init(hp_details *details)
{
	hp_noted_init(&details->noted);
	hp_symbol_startup(&details->symbols);
	memset(&details->name, 0, sizeof(details->name));
}

void hp_detail_free(hp_details *details)
{
	hp_noted_free(&details->noted);
	hp_symbol_shutdown(&details->symbols);
	smart_str_free_ex(&details->name, true);
}

/* The call as base/call_text.h reads it: in place. */
static hp_call_text detail_call(const zend_execute_data *execute_data)
{
	const zend_function *function = execute_data->func;
	uint32_t arguments = ZEND_CALL_NUM_ARGS(execute_data);

	/* Undeclared arguments of a user function are stored elsewhere. */
	if (ZEND_USER_CODE(function->type)) {
		arguments = MIN(arguments, function->op_array.num_args);
	}

	return (hp_call_text){.frame = execute_data,
		.arguments = arguments,
		.scope = function->common.scope,
		.most_bytes = HP_DETAIL_MAX_BYTES};
}

/* Returns an argument as passed; NULL if it is missing. */
static const zval *detail_argument(const zend_execute_data *execute_data, uint32_t number)
{
	hp_call_text call = detail_call(execute_data);

	return hp_call_text_argument(&call, number, NULL);
}

static const zend_string *detail_string(const zval *value)
{
	return value != NULL && Z_TYPE_P(value) == IS_STRING ? Z_STR_P(value) : NULL;
}

static const zend_string *detail_text(const zend_execute_data *execute_data, uint32_t number)
{
	return detail_string(detail_argument(execute_data, number));
}

/* Returns $this (number 0) or an argument, if it is an object; else NULL. */
static const zval *detail_object(const zend_execute_data *execute_data, uint32_t number)
{
	const zval *object = number == 0 ? &execute_data->This : detail_argument(execute_data, number);

	return object != NULL && Z_TYPE_P(object) == IS_OBJECT ? object : NULL;
}

static bool detail_append_noted(smart_str *to, const zend_string *text)
{
	if (text == NULL) {
		return false;
	}
	smart_str_appendl_ex(to, ZSTR_VAL(text), ZSTR_LEN(text), true);

	return true;
}

/* Reads the number of an object ($this if argument is 0). Returns false if it is no object. */
static bool detail_number(
	const zend_execute_data *execute_data, uint32_t argument, zend_ulong *number)
{
	const zval *object = detail_object(execute_data, argument);

	*number = object == NULL ? 0 : Z_OBJ_HANDLE_P(object);

	return object != NULL;
}

/* Returns the noted text of an object; NULL if there is none. */
static const zend_string *detail_noted(const hp_details *details, hp_noted_kind kind,
	const zend_execute_data *execute_data, uint32_t argument)
{
	zend_ulong number;

	return detail_number(execute_data, argument, &number)
		? hp_noted_get(&details->noted, kind, number, NULL)
		: NULL;
}

/* As hp_call_text_pg_argument(). Without a connection, *connection is 0: the default connection. */
static uint32_t detail_pg_argument(
	const zend_execute_data *execute_data, uint32_t argument, zend_ulong *connection)
{
	hp_call_text call = detail_call(execute_data);

	detail_number(execute_data, 1, connection);

	return hp_call_text_pg_argument(&call, argument);
}

/* Appends the text of a call. Returns false if it has none. */
static bool detail_append(const hp_details *details, smart_str *to, const hp_symbol *plain,
	const zend_execute_data *execute_data)
{
	hp_detail_action action = hp_detail_kind_action(plain->detail);
	uint32_t argument = hp_detail_kind_argument(plain->detail);
	hp_call_text call = detail_call(execute_data);
	const zend_string *name;
	zend_ulong connection;

	switch (action) {
		case HP_DETAIL_PG_EXECUTE:
			argument = detail_pg_argument(execute_data, argument, &connection);
			name = detail_text(execute_data, argument);
			return name != NULL &&
				detail_append_noted(
					to, hp_noted_get(&details->noted, HP_NOTED_SQL, connection, name));
		case HP_DETAIL_STATEMENT:
			return detail_append_noted(
				to, detail_noted(details, HP_NOTED_SQL, execute_data, argument));
		case HP_DETAIL_HANDLE:
			return detail_append_noted(
				to, detail_noted(details, HP_NOTED_URL, execute_data, argument));
		default:
			call.name = hp_symbol_text(plain);
			return hp_call_text_append(&call, action, argument, to);
	}
}

/* Makes the text to note: persistent, owned by the caller; NULL if there is none. */
static zend_string *detail_made(const zend_string *text, hp_noted_kind kind)
{
	smart_str made = {NULL, 0};
	zend_string *note;

	if (text == NULL) {
		return NULL;
	}
	smart_str_alloc(&made, HP_DETAIL_MAX_BYTES, true);
	if (kind == HP_NOTED_SQL) {
		hp_sql_append(&made, ZSTR_VAL(text), ZSTR_LEN(text), HP_DETAIL_MAX_BYTES);
	} else {
		hp_url_append(&made, ZSTR_VAL(text), ZSTR_LEN(text), HP_CALL_TEXT_URL_BYTES);
		hp_sql_limit(&made, 0, HP_DETAIL_MAX_BYTES);
	}
	note = zend_string_init(ZSTR_VAL(made.s), ZSTR_LEN(made.s), true);
	smart_str_free_ex(&made, true);

	return note;
}

static const zend_string *detail_url_option(const zval *options)
{
	zval *url = options == NULL || Z_TYPE_P(options) != IS_ARRAY
		? NULL
		: zend_hash_index_find(Z_ARRVAL_P(options), DETAIL_CURLOPT_URL);

	if (url != NULL) {
		ZVAL_DEREF(url);
	}

	return detail_string(url);
}

/* Notes the URL that a call sets, copies or resets on a curl handle. */
static void detail_note_curl(
	hp_details *details, hp_detail_action action, const zend_execute_data *execute_data)
{
	const zval *second = detail_argument(execute_data, 2);
	const zend_string *url = NULL;
	zend_ulong handle;

	if (!detail_number(execute_data, 1, &handle)) {
		return;
	}
	if (action == HP_DETAIL_CURL_COPY) {
		url = hp_noted_get(&details->noted, HP_NOTED_URL, handle, NULL);
		hp_noted_set(&details->noted, HP_NOTED_URL, hp_noted_next_object(), NULL,
			url == NULL ? NULL : zend_string_init(ZSTR_VAL(url), ZSTR_LEN(url), true));
		return;
	}
	if (action == HP_DETAIL_CURL_SETOPT_ARRAY) {
		url = detail_url_option(second);
	} else if (action == HP_DETAIL_CURL_SETOPT && second != NULL && Z_TYPE_P(second) == IS_LONG &&
		Z_LVAL_P(second) == DETAIL_CURLOPT_URL) {
		url = detail_text(execute_data, 3);
	}
	if (url != NULL || action == HP_DETAIL_CURL_RESET) {
		hp_noted_set(&details->noted, HP_NOTED_URL, handle, NULL, detail_made(url, HP_NOTED_URL));
	}
}

/* Notes the text of a prepared statement, which is an object, or a name within a connection. */
static void detail_note_statement(hp_details *details, hp_detail_action action, uint32_t argument,
	const zend_execute_data *execute_data)
{
	const zend_string *name = NULL, *text;
	zend_ulong object;

	if (action == HP_DETAIL_PREPARE_NEW) {
		object = hp_noted_next_object();
	} else if (action == HP_DETAIL_PG_PREPARE) {
		argument = detail_pg_argument(execute_data, argument, &object);
		name = detail_text(execute_data, argument++);
		if (name == NULL) {
			return;
		}
	} else if (!detail_number(execute_data, 0, &object) &&
		!detail_number(execute_data, argument - 1, &object)) {
		return;
	}
	text = detail_text(execute_data, argument);
	if (text != NULL) { /* else it is a constructor without the text, which is set later */
		hp_noted_set(&details->noted, HP_NOTED_SQL, object, name, detail_made(text, HP_NOTED_SQL));
	}
}

void hp_detail_note(
	hp_details *details, const hp_symbol *plain, const zend_execute_data *execute_data)
{
	hp_detail_action action = hp_detail_kind_action(plain->detail);

	if (action == HP_DETAIL_CURL_INIT) {
		hp_noted_set(&details->noted, HP_NOTED_URL, hp_noted_next_object(), NULL,
			detail_made(detail_text(execute_data, 1), HP_NOTED_URL));
	} else if (action > HP_DETAIL_CURL_INIT) {
		detail_note_curl(details, action, execute_data);
	} else if (action >= HP_DETAIL_PREPARE_NEW) {
		detail_note_statement(
			details, action, hp_detail_kind_argument(plain->detail), execute_data);
	}
}

hp_symbol *hp_detail_symbol(
	hp_details *details, hp_symbol *plain, const zend_execute_data *execute_data)
{
	smart_str *name = &details->name;
	size_t start;

	if (hp_detail_kind_action(plain->detail) >= HP_DETAIL_PREPARE_NEW) {
		hp_detail_note(details, plain, execute_data);
		return plain;
	}
	if (name->s != NULL) {
		ZSTR_LEN(name->s) = 0;
	}
	smart_str_appendl_ex(name, hp_symbol_text(plain), plain->name_length, true);
	smart_str_appendc_ex(name, '#', true);
	start = ZSTR_LEN(name->s);
	if (!detail_append(details, name, plain, execute_data)) {
		return plain;
	}
	hp_symbol_limit(&details->symbols, HP_DETAIL_MAX_TEXTS, name, start);

	return hp_symbol_get(&details->symbols, ZSTR_VAL(name->s), ZSTR_LEN(name->s), NULL);
}
