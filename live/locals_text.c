#include "live/locals_text.h"

#ifdef HP_LIVE_HAS_RINGS

# include "base/atomic_file.h"
# include "base/pages.h"
# include "base/utf8.h"

# include "main/snprintf.h"

/* No variable begins after this many bytes, so that the longest one and the end of the file have
 * room. */
# define HP_LOCALS_MOST (HP_LOCALS_BYTES - 16 * 1024)

void hp_locals_add(hp_locals_value *value, const char *text, size_t length)
{
	size_t room = sizeof(value->text) - value->used;

	length = MIN(length, room);
	memcpy(value->text + value->used, text, length);
	value->used += length;
}

void hp_locals_say(hp_locals_value *value, const char *text)
{
	hp_locals_add(value, text, strlen(text));
}

ZEND_ATTRIBUTE_FORMAT(printf, 2, 3)
void hp_locals_print(hp_locals_value *value, const char *format, ...)
{
	char text[128];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	hp_locals_say(value, text);
}

/* Control characters and bytes that are not UTF-8 are escaped as PHP does it. */
void hp_locals_add_text(hp_locals_value *value, const char *text, size_t length)
{
	while (length > 0) {
		size_t bytes = hp_utf8_length(text, length);

		if (bytes == 0 || (unsigned char) *text < ' ' || *text == 0x7f) {
			bytes = 1;
			if (*text == '\n') {
				hp_locals_say(value, "\\n");
			} else {
				hp_locals_print(value, "\\x%02X", (unsigned char) *text);
			}
		} else if (*text == '"' || *text == '\\') {
			hp_locals_print(value, "\\%c", *text);
		} else {
			hp_locals_add(value, text, bytes);
		}
		text += bytes;
		length -= bytes;
	}
}

void hp_locals_add_string(hp_locals_value *value, const char *text, size_t length)
{
	if (value->level == HP_LIVE_LOCALS_TYPES) {
		hp_locals_print(value, "string(%zu)", length);
		return;
	}
	hp_locals_say(value, "\"");
	hp_locals_add_text(value, text, hp_utf8_cut(text, length, HP_LOCALS_STRING));
	hp_locals_say(value, "\"");
	if (length > HP_LOCALS_STRING) {
		hp_locals_print(value, "... (%zu bytes)", length);
	}
}

void hp_locals_add_class(hp_locals_value *value, const char *name, size_t length)
{
	char bytes[2];
	bool is_utf8;

	length = hp_utf8_cut(name, strnlen(name, length), HP_LOCALS_NAME);
	is_utf8 = hp_utf8_is(name, length);
	for (size_t i = 0; i < length; i++) {
		hp_locals_add(value, bytes, hp_utf8_byte(bytes, (unsigned char) name[i], is_utf8));
	}
}

void hp_locals_add_more(hp_locals_value *value, uint32_t count, uint32_t shown)
{
	if (count > shown) {
		hp_locals_print(value, "%s... %u more", shown > 0 ? ", " : "", count - shown);
	}
}

/* Adds the shortest text that reads back as this number. */
static void locals_add_double(hp_locals_value *value, double number)
{
	char text[64];

	for (int digits = 15; digits <= 17; digits++) {
		php_gcvt(number, digits, '.', 'E', text);
		if (zend_strtod(text, NULL) == number) {
			break;
		}
	}
	hp_locals_say(value, text);
}

bool hp_locals_add_scalar(hp_locals_value *value, const zval *from)
{
	bool is_shown = value->level == HP_LIVE_LOCALS_VALUES;

	switch (Z_TYPE_P(from)) {
		case IS_NULL:
			hp_locals_say(value, "null");
			return true;
		case IS_FALSE:
		case IS_TRUE:
			hp_locals_say(value, !is_shown ? "bool" : Z_TYPE_P(from) == IS_TRUE ? "true" : "false");
			return true;
		case IS_LONG:
			hp_locals_print(value, is_shown ? ZEND_LONG_FMT : "int", Z_LVAL_P(from));
			return true;
		case IS_DOUBLE:
			if (is_shown) {
				locals_add_double(value, Z_DVAL_P(from));
			} else {
				hp_locals_say(value, "float");
			}
			return true;
		default:
			return false;
	}
}

static void locals_write(hp_locals_file *file, const char *text, size_t length)
{
	memcpy(file->bytes + file->used, text, length);
	file->used += length;
}

ZEND_ATTRIBUTE_FORMAT(printf, 2, 3)
static void locals_print(hp_locals_file *file, const char *format, ...)
{
	char text[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	locals_write(file, text, strlen(text));
}

/* Writes at most so many bytes as the inside of a JSON string, by the rule of base/utf8.h. */
static void locals_write_json(hp_locals_file *file, const char *text, size_t length, size_t most)
{
	bool is_utf8;
	char bytes[HP_UTF8_JSON_BYTES];

	length = hp_utf8_cut(text, length, most);
	is_utf8 = hp_utf8_is(text, length);
	for (size_t i = 0; i < length; i++) {
		locals_write(file, bytes, hp_utf8_json(bytes, (unsigned char) text[i], is_utf8));
	}
}

zend_result hp_locals_file_begin(hp_locals_file *file, uint64_t request, hp_live_locals_level level)
{
	static const char *const levels[] = {"off", "types", "values", "missed"};

	*file = (hp_locals_file){.bytes = hp_pages_take(HP_LOCALS_BYTES), .level = level};
	if (file->bytes == NULL) {
		return FAILURE;
	}
	locals_print(file, "{\"version\":1,\"request\":%" PRIu64 ",\"level\":\"%s\",\"frames\":[",
		request, levels[level]);
	file->head_bytes = file->used;

	return SUCCESS;
}

void hp_locals_file_restart(hp_locals_file *file)
{
	file->used = file->head_bytes;
	file->frames = 0;
	file->omitted = 0;
}

bool hp_locals_has_room(const hp_locals_file *file)
{
	return file->frames < HP_LOCALS_FRAMES && file->used <= HP_LOCALS_MOST;
}

static void locals_write_function(hp_locals_file *file, const hp_function_parts *function)
{
	smart_str name = {NULL, 0};

	if (function->name != NULL) {
		hp_function_name_append_parts(&name, function, true);
		hp_function_name_finish(&name);
		locals_write_json(file, ZSTR_VAL(name.s), ZSTR_LEN(name.s), 2 * HP_LOCALS_NAME);
		smart_str_free_ex(&name, true);
	}
}

void hp_locals_frame_begin(
	hp_locals_file *file, const hp_function_parts *function, bool has_code, uint32_t line)
{
	locals_print(file, "%s{\"function\":\"", file->frames++ > 0 ? "," : "");
	locals_write_function(file, function);
	if (has_code) {
		locals_print(file, "\",\"file\":\"");
		locals_write_json(file, function->file, function->file_length, HP_LOCALS_VALUE);
		locals_print(file, "\",\"line\":%u,\"arguments\":[", line);
	} else {
		locals_print(file, "\",\"file\":null,\"line\":null,\"arguments\":[");
	}
}

void hp_locals_frame_locals(hp_locals_file *file)
{
	locals_print(file, "],\"locals\":[");
}

void hp_locals_frame_end(hp_locals_file *file)
{
	locals_print(file, "]}");
}

bool hp_locals_value_begin(hp_locals_file *file, hp_locals_value *value)
{
	if (file->used > HP_LOCALS_MOST) {
		file->omitted++;
		return false;
	}
	value->used = 0;
	value->level = file->level;

	return true;
}

void hp_locals_write_variable(
	hp_locals_file *file, const char *name, const hp_locals_value *value, char *separator)
{
	if (*separator != '\0') {
		locals_write(file, separator, 1);
	}
	*separator = ',';
	locals_print(file, "[\"");
	locals_write_json(file, name, strlen(name), HP_LOCALS_NAME);
	locals_print(file, "\",\"");
	locals_write_json(file, value->text, value->used, HP_LOCALS_VALUE);
	locals_print(file, "%s\"]", value->used > HP_LOCALS_VALUE ? "..." : "");
}

void hp_locals_file_end(hp_locals_file *file, uint32_t cut)
{
	locals_print(file, "],\"cut\":%u,\"omitted\":%u}\n", cut, file->omitted);
}

int hp_locals_file_publish(const hp_locals_file *file, int folder, const char *name)
{
	char path[128];
	hp_atomic_file to;
	int error;

	snprintf(path, sizeof(path), "%s.locals", name);
	error = hp_atomic_file_create(&to, folder, path, HP_ATOMIC_FILE_PRIVATE);
	if (error != 0) {
		return error;
	}
	hp_atomic_file_write(&to, file->bytes, file->used);
	hp_atomic_file_close(&to);

	return hp_atomic_file_publish(&to);
}

void hp_locals_file_free(hp_locals_file *file)
{
	hp_pages_release(file->bytes, HP_LOCALS_BYTES);
}

#endif
