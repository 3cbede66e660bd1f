#include "trace/detail.h"

#include "trace/sql.h"

/* Where the text comes from: a number below is an argument's position. */
enum {
	DETAIL_QUERY_STRING = 100,
	DETAIL_CURL_INIT,
	DETAIL_CURL_SETOPT,
	DETAIL_CURL_SETOPT_ARRAY,
	DETAIL_CURL_COPY,
	DETAIL_CURL_RESET,
	DETAIL_CURL_EXEC,
};

#define DETAIL_CURLOPT_URL 10002 /* libcurl never changes it */

static const struct {
	const char *name;
	uint32_t detail;
} details[] = {
	{"PDO::exec", 1},
	{"PDO::query", 1},
	{"PDOStatement::execute", DETAIL_QUERY_STRING},
	{"mysql_query", 1},
	{"mysqli::query", 1},
	{"mysqli_query", 2},
	{"curl_init", DETAIL_CURL_INIT},
	{"curl_setopt", DETAIL_CURL_SETOPT},
	{"curl_setopt_array", DETAIL_CURL_SETOPT_ARRAY},
	{"curl_copy_handle", DETAIL_CURL_COPY},
	{"curl_reset", DETAIL_CURL_RESET},
	{"curl_exec", DETAIL_CURL_EXEC},
};

uint32_t hp_detail_of(const hp_symbol *symbol)
{
	for (size_t i = 0; i < sizeof(details) / sizeof(details[0]); i++) {
		if (strcmp(hp_symbol_text(symbol), details[i].name) == 0) {
			return details[i].detail;
		}
	}

	return 0;
}

static void detail_free_url(zval *url)
{
	zend_string_release_ex(Z_PTR_P(url), true);
}

void hp_detail_init(hp_details *details)
{
	zend_hash_init(&details->urls, 0, NULL, detail_free_url, true);
	hp_symbol_startup(&details->symbols);
}

void hp_detail_free(hp_details *details)
{
	zend_hash_destroy(&details->urls);
	hp_symbol_shutdown(&details->symbols);
}

/* An argument as passed; NULL if it is missing. */
static const zval *detail_argument(const zend_execute_data *execute_data, uint32_t number)
{
	const zend_function *function = execute_data->func;
	const zval *argument;

	/* Undeclared arguments of a user function are stored elsewhere. */
	if (number > ZEND_CALL_NUM_ARGS(execute_data) ||
		(ZEND_USER_CODE(function->type) && number > function->op_array.num_args)) {
		return NULL;
	}
	argument = ZEND_CALL_ARG(execute_data, number);
	ZVAL_DEREF(argument);

	return argument;
}

static const zend_string *detail_string(const zval *value)
{
	return value != NULL && Z_TYPE_P(value) == IS_STRING ? Z_STR_P(value) : NULL;
}

/* Reads a PDOStatement's declared property queryString in place. */
static const zend_string *detail_query_string(const zend_execute_data *execute_data)
{
	const zend_class_entry *scope = execute_data->func->common.scope;
	const zend_property_info *info;
	const zval *value;

	if (Z_TYPE(execute_data->This) != IS_OBJECT || scope == NULL) {
		return NULL;
	}
	info = zend_hash_str_find_ptr(&scope->properties_info, ZEND_STRL("queryString"));
	if (info == NULL || (info->flags & ZEND_ACC_STATIC) || (int32_t) info->offset <= 0) {
		return NULL;
	}
	value = OBJ_PROP(Z_OBJ(execute_data->This), info->offset);
	ZVAL_DEREF(value);

	return Z_TYPE_P(value) == IS_STRING ? Z_STR_P(value) : NULL;
}

/* The handle of the next new object. */
static zend_ulong detail_next_object(void)
{
	if (EG(objects_store).free_list_head != -1 && !(EG(flags) & EG_FLAGS_OBJECT_STORE_NO_REUSE)) {
		return (zend_ulong) EG(objects_store).free_list_head;
	}

	return EG(objects_store).top;
}

/* NULL removes the URL of the handle. */
static void detail_note_url(hp_details *details, zend_ulong object, const zend_string *text)
{
	if (text == NULL) {
		zend_hash_index_del(&details->urls, object);
	} else {
		zend_hash_index_update_ptr(&details->urls, object,
			zend_string_init(ZSTR_VAL(text),
				hp_sql_cut(ZSTR_VAL(text), ZSTR_LEN(text), HP_DETAIL_MAX_BYTES), true));
	}
}

static const zend_string *detail_url_option(const zval *options)
{
	const zval *url = options == NULL || Z_TYPE_P(options) != IS_ARRAY
		? NULL
		: zend_hash_index_find(Z_ARRVAL_P(options), DETAIL_CURLOPT_URL);

	if (url != NULL) {
		ZVAL_DEREF(url);
	}

	return detail_string(url);
}

/* Follows the URL of each handle. Returns it for curl_exec(), else NULL. */
static const zend_string *detail_curl(
	hp_details *details, uint32_t detail, const zend_execute_data *execute_data)
{
	const zval *first = detail_argument(execute_data, 1);
	const zval *second = detail_argument(execute_data, 2);
	const zend_string *url = NULL;
	zend_ulong handle;

	if (detail == DETAIL_CURL_INIT) {
		detail_note_url(details, detail_next_object(), detail_string(first));
		return NULL;
	}
	if (first == NULL || Z_TYPE_P(first) != IS_OBJECT) {
		return NULL;
	}
	handle = Z_OBJ_HANDLE_P(first);
	if (detail == DETAIL_CURL_EXEC) {
		return zend_hash_index_find_ptr(&details->urls, handle);
	}
	if (detail == DETAIL_CURL_COPY) {
		detail_note_url(
			details, detail_next_object(), zend_hash_index_find_ptr(&details->urls, handle));
	} else if (detail == DETAIL_CURL_RESET) {
		detail_note_url(details, handle, NULL);
	} else if (detail == DETAIL_CURL_SETOPT_ARRAY) {
		url = detail_url_option(second);
	} else if (second != NULL && Z_TYPE_P(second) == IS_LONG &&
		Z_LVAL_P(second) == DETAIL_CURLOPT_URL) {
		url = detail_string(detail_argument(execute_data, 3));
	}
	if (url != NULL) {
		detail_note_url(details, handle, url);
	}

	return NULL;
}

static const zend_string *detail_text(
	hp_details *details, uint32_t detail, const zend_execute_data *execute_data)
{
	if (detail < DETAIL_QUERY_STRING) {
		return detail_string(detail_argument(execute_data, detail));
	}
	if (detail == DETAIL_QUERY_STRING) {
		return detail_query_string(execute_data);
	}

	return detail_curl(details, detail, execute_data);
}

/* Beyond the limit of texts, a new one is "(other)". */
static void detail_limit(const hp_details *details, smart_str *name, size_t start)
{
	const hp_symbols *known = &details->symbols;

	if (hp_symbol_count(known) >= HP_DETAIL_MAX_TEXTS &&
		!hp_symbol_exists(known, ZSTR_VAL(name->s), ZSTR_LEN(name->s))) {
		ZSTR_LEN(name->s) = start;
		smart_str_appends_ex(name, "(other)", true);
	}
}

hp_symbol *hp_detail_symbol(
	hp_details *details, hp_symbol *plain, const zend_execute_data *execute_data)
{
	const zend_string *text = detail_text(details, plain->detail, execute_data);
	smart_str name = {NULL, 0};
	hp_symbol *symbol;
	size_t start;

	if (text == NULL) {
		return plain;
	}
	smart_str_appendl_ex(&name, hp_symbol_text(plain), plain->name_length, true);
	smart_str_appendc_ex(&name, '#', true);
	start = ZSTR_LEN(name.s);
	if (plain->detail <= DETAIL_QUERY_STRING) {
		hp_sql_append(&name, ZSTR_VAL(text), ZSTR_LEN(text), HP_DETAIL_MAX_BYTES);
	} else {
		smart_str_appendl_ex(&name, ZSTR_VAL(text), ZSTR_LEN(text), true); /* a URL, cut before */
	}
	detail_limit(details, &name, start);
	symbol = hp_symbol_get(&details->symbols, ZSTR_VAL(name.s), ZSTR_LEN(name.s), NULL);
	smart_str_free_ex(&name, true);

	return symbol;
}
