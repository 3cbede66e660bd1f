#include "sampler/wait_text.h"

#ifdef __linux__

# include "base/call_text.h"
# include "base/peek.h"
# include "base/sql.h"

# include <unistd.h>

/* The most bytes that are read of a function's or a class's name. */
# define TEXT_NAME_BYTES 64

# define TEXT_ARGUMENTS 3

/* A copy of a call. */
typedef struct text_call {
	zend_execute_data frame;
	zval arguments[TEXT_ARGUMENTS];
	const zend_class_entry *scope;
	char name[2 * TEXT_NAME_BYTES + sizeof("::")];
} text_call;

typedef char text_frame_is_followed_by_arguments
	[offsetof(text_call, arguments) == ZEND_CALL_FRAME_SLOT * sizeof(zval) ? 1 : -1];

/* Copies memory that the thread may free meanwhile. */
static bool text_copy(void *to, const void *from, size_t bytes)
{
	return hp_peek(getpid(), from, to, bytes);
}

static bool text_add_name(text_call *call, size_t *length, const zend_string *name)
{
	size_t bytes;

	if (name == NULL || !text_copy(&bytes, &name->len, sizeof(bytes))) {
		return false;
	}
	bytes = MIN(bytes, TEXT_NAME_BYTES - 1);
	if (!text_copy(call->name + *length, ZSTR_VAL(name), bytes)) {
		return false;
	}
	*length += bytes;
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

	return text_add_name(call, &length, function.function_name);
}

static bool text_read_call(const zend_execute_data *const *current, text_call *call)
{
	const zend_execute_data *frame;

	return text_copy((void *) &frame, current, sizeof(frame)) && frame != NULL &&
		text_copy(call, frame, offsetof(text_call, scope)) && text_read_name(call);
}

/* A thread that waits in a call that prepares a statement has sent its text. */
static bool text_append(const text_call *call, smart_str *to)
{
	char buffer[HP_CALL_TEXT_BYTES];
	uint16_t kind = hp_detail_kind_of(call->name);
	uint32_t argument = hp_detail_kind_argument(kind);
	hp_call_text read = {.frame = &call->frame,
		.arguments = MIN(TEXT_ARGUMENTS, ZEND_CALL_NUM_ARGS(&call->frame)),
		.scope = call->scope,
		.name = call->name,
		.copy = text_copy,
		.buffer = buffer,
		.most_bytes = HP_WAIT_TEXT_BYTES - 1};

	switch (hp_detail_kind_action(kind)) {
		case HP_DETAIL_PREPARE_NEW:
		case HP_DETAIL_PREPARE:
			return hp_call_text_append(&read, HP_DETAIL_SQL, argument, to);
		case HP_DETAIL_PG_PREPARE:
			return hp_call_text_append(&read, HP_DETAIL_PG_QUERY, argument + 1, to);
		default:
			return hp_call_text_append(&read, hp_detail_kind_action(kind), argument, to);
	}
}

bool hp_wait_text(const zend_execute_data *const *current, char text[HP_WAIT_TEXT_BYTES])
{
	smart_str made = {NULL, 0};
	text_call call;
	bool has_text = text_read_call(current, &call) && text_append(&call, &made) && made.s != NULL;

	if (has_text) {
		hp_sql_limit(&made, 0, HP_WAIT_TEXT_BYTES - 1);
		smart_str_0(&made);
		snprintf(text, HP_WAIT_TEXT_BYTES, "%s", ZSTR_VAL(made.s));
	}
	smart_str_free_ex(&made, true);

	return has_text;
}

#endif
