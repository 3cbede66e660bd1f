#include "live/locals.h"

#ifdef HP_LIVE_HAS_RINGS

# include "base/atomic_file.h"
# include "base/function_name.h"
# include "base/pages.h"
# include "base/utf8.h"

# include "Zend/zend_enum.h"
# include "Zend/zend_generators.h"
# include "main/snprintf.h"

# include <errno.h>

# define LOCALS_BYTES ((size_t) 256 * 1024)

/* No variable begins behind it: the longest one, and the end of all, have room. */
# define LOCALS_MOST (LOCALS_BYTES - 16 * 1024)

# define LOCALS_FRAMES 100
# define LOCALS_VARIABLES 50 /* of a frame */
# define LOCALS_NAME 256
# define LOCALS_VALUE 1000 /* bytes of a value's text */
# define LOCALS_STRING 80
# define LOCALS_ITEMS 10 /* of an array or object */
# define LOCALS_DEPTH 3

/* A value as text. What does not fit is left out. */
typedef struct locals_value {
	char text[LOCALS_VALUE + 1];
	size_t used;
	hp_live_locals_level level;
} locals_value;

typedef struct locals_file {
	char *bytes;
	size_t used;
	hp_live_locals_level level;
	uint32_t omitted; /* variables for which there was no room */
} locals_file;

static void locals_add(locals_value *value, const char *text, size_t length)
{
	size_t room = LOCALS_VALUE - value->used;

	length = MIN(length, room);
	memcpy(value->text + value->used, text, length);
	value->used += length;
}

static void locals_say(locals_value *value, const char *text)
{
	locals_add(value, text, strlen(text));
}

ZEND_ATTRIBUTE_FORMAT(printf, 2, 3)
static void locals_print(locals_value *value, const char *format, ...)
{
	char text[128];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	locals_say(value, text);
}

/* The name of an anonymous class has its file behind a zero byte. */
static void locals_add_class(locals_value *value, const zend_class_entry *class_entry)
{
	const char *name = ZSTR_VAL(class_entry->name);

	locals_add(value, name, MIN(strlen(name), LOCALS_NAME));
}

/* Bytes that are neither text nor UTF-8 are escaped as PHP does it. */
static void locals_add_text(locals_value *value, const char *text, size_t length)
{
	while (length > 0) {
		size_t bytes = hp_utf8_length(text, length);

		if (bytes == 0 || (unsigned char) *text < ' ' || *text == 0x7f) {
			bytes = 1;
			if (*text == '\n') {
				locals_say(value, "\\n");
			} else {
				locals_print(value, "\\x%02X", (unsigned char) *text);
			}
		} else if (*text == '"' || *text == '\\') {
			locals_print(value, "\\%c", *text);
		} else {
			locals_add(value, text, bytes);
		}
		text += bytes;
		length -= bytes;
	}
}

static void locals_add_string(locals_value *value, const char *text, size_t length)
{
	if (value->level == HP_LIVE_LOCALS_TYPES) {
		locals_print(value, "string(%zu)", length);
		return;
	}
	locals_say(value, "\"");
	locals_add_text(value, text, MIN(length, LOCALS_STRING));
	locals_say(value, "\"");
	if (length > LOCALS_STRING) {
		locals_print(value, "... (%zu bytes)", length);
	}
}

static void locals_add_value(locals_value *value, const zval *from, int depth);

static void locals_add_more(locals_value *value, uint32_t count, uint32_t shown)
{
	if (count > shown) {
		locals_print(value, "%s... %u more", shown > 0 ? ", " : "", count - shown);
	}
}

/* NOLINTNEXTLINE(misc-no-recursion): bounded by LOCALS_DEPTH */
static void locals_add_array(locals_value *value, HashTable *array, int depth)
{
	bool is_list = HT_IS_PACKED(array) && HT_IS_WITHOUT_HOLES(array);
	uint32_t shown = 0;
	zend_ulong index;
	zend_string *key;
	zval *element;

	if (value->level == HP_LIVE_LOCALS_TYPES || depth == 0) {
		locals_print(value, "array(%u)", zend_hash_num_elements(array));
		return;
	}
	locals_say(value, "[");
	ZEND_HASH_FOREACH_KEY_VAL(array, index, key, element) {
		if (shown == LOCALS_ITEMS) {
			break;
		}
		locals_say(value, shown++ > 0 ? ", " : "");
		if (key != NULL) {
			locals_add_string(value, ZSTR_VAL(key), ZSTR_LEN(key));
			locals_say(value, " => ");
		} else if (!is_list) {
			locals_print(value, ZEND_LONG_FMT " => ", (zend_long) index);
		}
		locals_add_value(value, element, depth - 1);
	}
	ZEND_HASH_FOREACH_END();
	locals_add_more(value, zend_hash_num_elements(array), shown);
	locals_say(value, "]");
}

/* NOLINTNEXTLINE(misc-no-recursion): bounded by LOCALS_DEPTH */
static void locals_add_property(
	locals_value *value, const zend_string *name, const zval *property, int depth, uint32_t *shown)
{
	const char *class_name, *plain;
	size_t length;

	if (Z_TYPE_P(property) == IS_UNDEF || (*shown)++ >= LOCALS_ITEMS ||
		zend_unmangle_property_name_ex(name, &class_name, &plain, &length) == FAILURE) {
		return;
	}
	locals_say(value, *shown > 1 ? ", " : "");
	locals_add_text(value, plain, MIN(length, LOCALS_NAME));
	locals_say(value, ": ");
	locals_add_value(value, property, depth - 1);
}

/* The properties as they lie in the object: no hook and no method is asked. */
/* NOLINTNEXTLINE(misc-no-recursion): bounded by LOCALS_DEPTH */
static void locals_add_properties(locals_value *value, const zend_object *object, int depth)
{
	const zend_class_entry *class_entry = object->ce;
	uint32_t shown = 0;
	zend_string *name;
	zval *property;

	for (int i = 0; i < class_entry->default_properties_count; i++) {
		const zend_property_info *info = class_entry->properties_info_table == NULL
			? NULL
			: class_entry->properties_info_table[i];

		if (info != NULL) {
			locals_add_property(value, info->name, &object->properties_table[i], depth, &shown);
		}
	}
	if (object->properties != NULL) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(object->properties, name, property) {
			if (name != NULL && Z_TYPE_P(property) != IS_INDIRECT) {
				locals_add_property(value, name, property, depth, &shown);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	locals_add_more(value, shown, MIN(shown, LOCALS_ITEMS));
}

/* NOLINTNEXTLINE(misc-no-recursion): bounded by LOCALS_DEPTH */
static void locals_add_object(locals_value *value, zend_object *object, int depth)
{
	locals_add_class(value, object->ce);
	if (value->level == HP_LIVE_LOCALS_TYPES) {
		return;
	}
	if (object->ce->ce_flags & ZEND_ACC_ENUM) {
		locals_print(value, "::%.100s", Z_STRVAL_P(zend_enum_fetch_case_name(object)));
	} else if (hp_compat_is_lazy(object)) {
		locals_say(value, " (lazy)");
	} else if (depth == 0) {
		locals_print(value, " #%u", object->handle);
	} else {
		locals_say(value, " {");
		locals_add_properties(value, object, depth);
		locals_say(value, "}");
	}
}

/* The shortest text that is this number. */
static void locals_add_double(locals_value *value, double number)
{
	char text[64];

	for (int digits = 15; digits <= 17; digits++) {
		php_gcvt(number, digits, '.', 'E', text);
		if (zend_strtod(text, NULL) == number) {
			break;
		}
	}
	locals_say(value, text);
}

static void locals_add_number(locals_value *value, const zval *from)
{
	if (value->level == HP_LIVE_LOCALS_TYPES) {
		locals_say(value, Z_TYPE_P(from) == IS_LONG ? "int" : "float");
	} else if (Z_TYPE_P(from) == IS_LONG) {
		locals_print(value, ZEND_LONG_FMT, Z_LVAL_P(from));
	} else {
		locals_add_double(value, Z_DVAL_P(from));
	}
}

/* NOLINTNEXTLINE(misc-no-recursion): bounded by LOCALS_DEPTH */
static void locals_add_value(locals_value *value, const zval *from, int depth)
{
	ZVAL_DEINDIRECT(from);
	ZVAL_DEREF(from);
	switch (Z_TYPE_P(from)) {
		case IS_NULL:
			locals_say(value, "null");
			break;
		case IS_FALSE:
		case IS_TRUE:
			locals_say(value,
				value->level == HP_LIVE_LOCALS_TYPES ? "bool"
					: Z_TYPE_P(from) == IS_TRUE      ? "true"
													 : "false");
			break;
		case IS_LONG:
		case IS_DOUBLE:
			locals_add_number(value, from);
			break;
		case IS_STRING:
			locals_add_string(value, Z_STRVAL_P(from), Z_STRLEN_P(from));
			break;
		case IS_ARRAY:
			locals_add_array(value, Z_ARRVAL_P(from), depth);
			break;
		case IS_OBJECT:
			locals_add_object(value, Z_OBJ_P(from), depth);
			break;
		case IS_RESOURCE:
			locals_print(value, "resource(%d)", (int) Z_RES_HANDLE_P(from));
			break;
		default:
			locals_say(value, "(unset)");
			break;
	}
}

static void locals_write(locals_file *file, const char *text, size_t length)
{
	memcpy(file->bytes + file->used, text, length);
	file->used += length;
}

ZEND_ATTRIBUTE_FORMAT(printf, 2, 3)
static void locals_write_print(locals_file *file, const char *format, ...)
{
	char text[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	locals_write(file, text, strlen(text));
}

/* The inside of a JSON string, of bytes that are perhaps not UTF-8. */
static void locals_write_json(locals_file *file, const char *text, size_t length)
{
	while (length > 0) {
		size_t bytes = hp_utf8_length(text, length);

		if (bytes == 0) {
			char utf8[2];

			bytes = 1;
			hp_utf8_of_latin1((unsigned char) *text, utf8);
			locals_write(file, utf8, 2);
		} else if ((unsigned char) *text < ' ') {
			locals_write_print(file, "\\u%04X", (unsigned char) *text);
		} else if (*text == '"' || *text == '\\') {
			locals_write_print(file, "\\%c", *text);
		} else {
			locals_write(file, text, bytes);
		}
		text += bytes;
		length -= bytes;
	}
}

/* "name": as JSON, and a zero byte ends it. */
static void locals_write_name(locals_file *file, const char *text)
{
	locals_write_json(file, text, MIN(strlen(text), LOCALS_NAME));
}

/* *separator comes before it, and is a comma from then on. */
static void locals_write_variable(
	locals_file *file, const char *name, const zval *from, char *separator)
{
	locals_value value;

	if (file->used > LOCALS_MOST) {
		file->omitted++;
		return;
	}
	value.used = 0;
	value.level = file->level;
	locals_add_value(&value, from, LOCALS_DEPTH);
	if (*separator != '\0') {
		locals_write(file, separator, 1);
	}
	*separator = ',';
	locals_write_print(file, "[\"");
	locals_write_name(file, name);
	locals_write_print(file, "\",\"");
	locals_write_json(file, value.text, value.used);
	locals_write_print(file, "%s\"]", value.used == LOCALS_VALUE ? "..." : "");
}

/* The variables of the code from first to end - 1. */
static void locals_write_variables(
	locals_file *file, const zend_execute_data *frame, int first, int end, char separator)
{
	const zend_op_array *code = &frame->func->op_array;

	for (int i = first; i < end; i++) {
		const zval *variable = ZEND_CALL_VAR_NUM(frame, i);

		if (Z_TYPE_P(variable) == IS_UNDEF) {
			continue;
		}
		if (i - first >= LOCALS_VARIABLES) {
			file->omitted++;
		} else {
			locals_write_variable(file, ZSTR_VAL(code->vars[i]), variable, &separator);
		}
	}
}

static bool locals_has_code(const zend_execute_data *frame)
{
	return ZEND_USER_CODE(frame->func->type) &&
		(frame->func->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) == 0;
}

static void locals_write_function(locals_file *file, const zend_function *function)
{
	hp_function_parts parts;
	smart_str name = {NULL, 0};

	if (function->common.function_name != NULL) {
		parts = hp_function_parts_of(function);
		hp_function_name_append_parts(&name, &parts, true);
		hp_function_name_finish(&name);
		locals_write_json(file, ZSTR_VAL(name.s), MIN(ZSTR_LEN(name.s), 2 * LOCALS_NAME));
		smart_str_free_ex(&name, true);
	}
}

static void locals_write_frame(locals_file *file, const zend_execute_data *frame)
{
	const zend_function *function = frame->func;
	int arguments;
	char separator = '\0';

	locals_write_print(file, "{\"function\":\"");
	locals_write_function(file, function);
	if (!locals_has_code(frame)) {
		locals_write_print(file, "\",\"file\":null,\"line\":null,\"arguments\":[],\"locals\":[]}");
		return;
	}
	arguments = (int) MIN(
		function->op_array.num_args + ((function->common.fn_flags & ZEND_ACC_VARIADIC) != 0),
		(uint32_t) function->op_array.last_var);
	locals_write_print(file, "\",\"file\":\"");
	locals_write_json(file, ZSTR_VAL(function->op_array.filename),
		MIN(ZSTR_LEN(function->op_array.filename), LOCALS_VALUE));
	locals_write_print(file, "\",\"line\":%u,\"arguments\":[", frame->opline->lineno);
	if (Z_TYPE(frame->This) == IS_OBJECT) {
		locals_write_variable(file, "this", &frame->This, &separator);
	}
	locals_write_variables(file, frame, 0, arguments, separator);
	locals_write_print(file, "],\"locals\":[");
	locals_write_variables(file, frame, arguments, function->op_array.last_var, '\0');
	locals_write_print(file, "]}");
}

/* The innermost first. Returns how many of the outer ones have no room. */
static uint32_t locals_write_frames(locals_file *file, const zend_execute_data *frame)
{
	uint32_t count = 0, cut = 0;

	while (frame != NULL) {
		frame = zend_generator_check_placeholder_frame((zend_execute_data *) frame);
		if (frame->func != NULL && (count >= LOCALS_FRAMES || file->used > LOCALS_MOST)) {
			cut++;
		} else if (frame->func != NULL) {
			locals_write_print(file, "%s", count++ > 0 ? "," : "");
			locals_write_frame(file, frame);
		}
		frame = frame->prev_execute_data;
	}

	return cut;
}

static int locals_publish(const locals_file *file, const hp_live_locals_question *question)
{
	char name[128];
	hp_atomic_file to;
	int error;

	snprintf(name, sizeof(name), "%s.locals", question->name);
	error = hp_atomic_file_create(&to, question->folder, name, true);
	if (error != 0) {
		return error;
	}
	hp_atomic_file_write(&to, file->bytes, file->used);
	hp_atomic_file_close(&to);

	return hp_atomic_file_publish(&to);
}

int hp_live_locals_write(const hp_live_locals_question *question, hp_live_locals_level level,
	const zend_execute_data *from)
{
	static const char *const levels[] = {"off", "types", "values"};
	locals_file file = {hp_pages_take(LOCALS_BYTES), 0, level, 0};
	uint32_t cut = 0;
	int error;

	if (file.bytes == NULL) {
		return ENOMEM;
	}
	locals_write_print(&file,
		"{\"version\":1,\"request\":%" PRIu64 ",\"level\":\"%s\",\"frames\":[", question->request,
		levels[level]);
	if (level != HP_LIVE_LOCALS_NOTHING) {
		cut = locals_write_frames(&file, from);
	}
	locals_write_print(&file, "],\"cut\":%u,\"omitted\":%u}\n", cut, file.omitted);
	error = locals_publish(&file, question);
	hp_pages_release(file.bytes, LOCALS_BYTES);

	return error;
}

#endif
