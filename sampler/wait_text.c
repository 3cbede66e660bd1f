#include "sampler/wait_text.h"

#ifdef __linux__

# include "base/detail_kind.h"
# include "base/key.h"
# include "base/peek.h"
# include "base/sql.h"
# include "base/url.h"

# include <unistd.h>

/* The most bytes that are read of a statement, and of a function's or a class's name. */
# define TEXT_BYTES 4096
# define TEXT_NAME_BYTES 64

# define TEXT_ARGUMENTS 3

# define TEXT_CUT "…"

/* A copy of a call. */
typedef struct text_call {
	zend_execute_data frame;
	zval arguments[TEXT_ARGUMENTS];
	const zend_class_entry *scope;
	char name[2 * TEXT_NAME_BYTES];
	const char *method; /* within the name */
} text_call;

typedef char text_frame_is_followed_by_arguments
	[offsetof(text_call, arguments) == ZEND_CALL_FRAME_SLOT * sizeof(zval) ? 1 : -1];

typedef struct text_string {
	size_t length;
	bool is_cut;
	char text[TEXT_BYTES];
} text_string;

/* Copies memory that the thread may free meanwhile. */
static bool text_copy(void *to, const void *from, size_t bytes)
{
	return hp_peek(getpid(), from, to, bytes);
}

static bool text_copy_string(text_string *to, const zend_string *from, size_t most)
{
	to->length = 0;
	if (from == NULL || !text_copy(&to->length, &from->len, sizeof(to->length))) {
		return false;
	}
	to->is_cut = to->length > most;
	to->length = MIN(to->length, most);

	return text_copy(to->text, ZSTR_VAL(from), to->length);
}

static bool text_add_name(text_call *call, size_t *length, const zend_string *name)
{
	text_string string;

	if (!text_copy_string(&string, name, TEXT_NAME_BYTES - 1)) {
		return false;
	}
	memcpy(call->name + *length, string.text, string.length);
	*length += string.length;
	call->name[*length] = '\0';

	return true;
}

/* Reads the function's name, such as "PDO::query". Returns false if it is no internal function. */
static bool text_read_name(text_call *call)
{
	zend_internal_function function;
	const zend_string *class_name;
	size_t length = 0;

	if (call->frame.func == NULL || !text_copy(&function, call->frame.func, sizeof(function)) ||
		function.type != ZEND_INTERNAL_FUNCTION || function.function_name == NULL) {
		return false;
	}
	call->scope = function.scope;
	if (call->scope != NULL) {
		if (!text_copy(&class_name, &call->scope->name, sizeof(class_name)) ||
			!text_add_name(call, &length, class_name)) {
			return false;
		}
		memcpy(call->name + length, "::", sizeof("::"));
		length += 2;
	}
	call->method = call->name + length;

	return text_add_name(call, &length, function.function_name);
}

static bool text_read_call(const zend_execute_data *const *current, text_call *call)
{
	const zend_execute_data *frame;

	return text_copy((void *) &frame, current, sizeof(frame)) && frame != NULL &&
		text_copy(call, frame, offsetof(text_call, scope)) && text_read_name(call);
}

/* Copies an argument, as it was passed. Returns false if it is missing. */
static bool text_argument(const text_call *call, uint32_t number, zval *argument)
{
	if (number == 0 || number > TEXT_ARGUMENTS || number > ZEND_CALL_NUM_ARGS(&call->frame)) {
		return false;
	}
	*argument = call->arguments[number - 1];

	return Z_TYPE_P(argument) != IS_REFERENCE ||
		text_copy(argument, &Z_REF_P(argument)->val, sizeof(*argument));
}

static bool text_argument_string(const text_call *call, uint32_t number, text_string *string)
{
	zval argument;

	return text_argument(call, number, &argument) && Z_TYPE(argument) == IS_STRING &&
		text_copy_string(string, Z_STR(argument), sizeof(string->text));
}

/* The number of an argument of a pgsql function, whose first one may be a connection. */
static uint32_t text_pg_argument(const text_call *call, uint32_t number)
{
	zval first;

	return text_argument(call, 1, &first) &&
			(Z_TYPE(first) == IS_OBJECT || Z_TYPE(first) == IS_RESOURCE)
		? number + 1
		: number;
}

/* Copies the declared property queryString of a PDOStatement. Its class is internal, and stays in
 * memory. */
static bool text_statement(const text_call *call, text_string *string)
{
	const zend_property_info *info = call->scope == NULL
		? NULL
		: zend_hash_str_find_ptr(&call->scope->properties_info, ZEND_STRL("queryString"));
	zval value;

	return info != NULL && (info->flags & ZEND_ACC_STATIC) == 0 && (int32_t) info->offset > 0 &&
		Z_TYPE(call->frame.This) == IS_OBJECT &&
		text_copy(&value, (const char *) Z_OBJ(call->frame.This) + info->offset, sizeof(value)) &&
		Z_TYPE(value) == IS_STRING && text_copy_string(string, Z_STR(value), sizeof(string->text));
}

static bool text_ends(const smart_str *text)
{
	size_t length = strlen(TEXT_CUT);

	return ZSTR_LEN(text->s) >= length &&
		memcmp(ZSTR_VAL(text->s) + ZSTR_LEN(text->s) - length, TEXT_CUT, length) == 0;
}

static bool text_append_sql(smart_str *to, const text_string *string)
{
	hp_sql_append(to, string->text, string->length, HP_WAIT_TEXT_BYTES - 1);
	if (string->is_cut && to->s != NULL && !text_ends(to)) {
		smart_str_appends_ex(to, TEXT_CUT, true);
	}

	return true;
}

static bool text_append_url(smart_str *to, const text_string *string)
{
	if (!hp_url_is_remote(string->text, string->length)) {
		return false;
	}
	hp_url_append(to, string->text, string->length, sizeof(string->text));

	return true;
}

/* Appends a command and its key: "GET user:?". */
static void text_append_command(
	smart_str *to, const text_call *call, bool is_upper, text_string *key, bool has_key)
{
	for (const char *method = call->method; *method != '\0'; method++) {
		bool is_lower = *method >= 'a' && *method <= 'z';

		smart_str_appendc_ex(
			to, is_upper && is_lower ? (char) (*method - 'a' + 'A') : *method, true);
	}
	if (has_key && key->length > 0) {
		smart_str_appendc_ex(to, ' ', true);
		hp_key_append(to, key->text, key->length, HP_WAIT_TEXT_BYTES);
	}
}

static bool text_append(smart_str *to, const text_call *call)
{
	uint16_t kind = hp_detail_kind_of(call->name);
	uint32_t argument = hp_detail_kind_argument(kind);
	hp_detail_action action = hp_detail_kind_action(kind);
	text_string string;

	switch (action) {
		case HP_DETAIL_PG_QUERY:
			return text_argument_string(call, text_pg_argument(call, argument), &string) &&
				text_append_sql(to, &string);
		case HP_DETAIL_SQL:
		case HP_DETAIL_PREPARE_NEW:
		case HP_DETAIL_PREPARE:
			return text_argument_string(call, argument, &string) && text_append_sql(to, &string);
		case HP_DETAIL_PG_PREPARE:
			argument = text_pg_argument(call, argument) + 1;
			return text_argument_string(call, argument, &string) && text_append_sql(to, &string);
		case HP_DETAIL_PDO:
			return text_statement(call, &string) && text_append_sql(to, &string);
		case HP_DETAIL_URL:
			return text_argument_string(call, argument, &string) && text_append_url(to, &string);
		case HP_DETAIL_REDIS:
		case HP_DETAIL_MEMCACHED:
			text_append_command(to, call, action == HP_DETAIL_REDIS, &string,
				text_argument_string(call, argument, &string));
			return true;
		default:
			return false;
	}
}

bool hp_wait_text(const zend_execute_data *const *current, char text[HP_WAIT_TEXT_BYTES])
{
	smart_str made = {NULL, 0};
	text_call call;
	bool has_text = text_read_call(current, &call) && text_append(&made, &call) && made.s != NULL;

	if (has_text) {
		hp_sql_limit(&made, 0, HP_WAIT_TEXT_BYTES - 1);
		smart_str_0(&made);
		snprintf(text, HP_WAIT_TEXT_BYTES, "%s", ZSTR_VAL(made.s));
	}
	smart_str_free_ex(&made, true);

	return has_text;
}

#else

bool hp_wait_text(const zend_execute_data *const *current, char text[HP_WAIT_TEXT_BYTES])
{
	return false;
}

#endif
