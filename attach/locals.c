#include "attach/locals.h"

#ifdef __linux__

# include "attach/functions.h"
# include "base/pages.h"

/* Attempts to read the same text twice in a row. */
# define LOCALS_TRIES 16

/* Calls that are left out are counted up to this number. */
# define LOCALS_MOST_FRAMES 10000u

/* Variables that are left out are read this many at a time, to count them. */
# define LOCALS_CHUNK 64u

/* Offsets. Like variables and the texts of strings, these have been the same since PHP 7.0: an
 * array's count, an object's number and class, a reference's value. */
# define LOCALS_ARRAY_COUNT 28
# define LOCALS_OBJECT_NUMBER 8
# define LOCALS_OBJECT_CLASS 16
# define LOCALS_REFERENCE_VALUE 8

/* Flags of functions that have been the same as long: the last argument takes all that are left;
 * the function is a call of __call(). */
# define LOCALS_VARIADIC (1u << 14)
# define LOCALS_TRAMPOLINE (1u << 18)

# define LOCALS_USER_CODE(type) ((type) % 2 == 0)

typedef struct locals_reader {
	const hp_attach_process *process;
	const hp_attach_layout *layout;
	hp_locals_file *file;
} locals_reader;

/* A call: copies of its frame and of its function. */
typedef struct locals_frame {
	uintptr_t at;
	char frame[80];
	char function[HP_ATTACH_FUNCTION_BYTES];
	bool has_code;
} locals_frame;

typedef struct locals_text {
	size_t length;
	char text[HP_LOCALS_VALUE + 1];
} locals_text;

/* A function's texts, and its parts, which point into them. */
typedef struct locals_function {
	locals_text scope;
	locals_text name;
	locals_text file;
	hp_function_parts parts;
} locals_function;

static bool locals_get(const locals_reader *reader, uintptr_t from, void *to, size_t bytes)
{
	return from > 4096 && hp_attach_read(reader->process->memory, from, to, bytes);
}

/* Reads the length of a string, and as much of its text as has room. */
static bool locals_get_text(const locals_reader *reader, uintptr_t string, locals_text *to)
{
	const hp_attach_layout *layout = reader->layout;

	to->length = 0;

	return locals_get(reader, string + layout->string_length, &to->length, sizeof(to->length)) &&
		locals_get(
			reader, string + layout->string_text, to->text, MIN(to->length, sizeof(to->text)));
}

static void locals_add_class(
	const locals_reader *reader, hp_locals_value *value, uintptr_t class_entry)
{
	uintptr_t name;
	locals_text text;

	if (locals_get(reader, class_entry + reader->layout->class_name, &name, sizeof(name)) &&
		locals_get_text(reader, name, &text)) {
		hp_locals_add_class(value, text.text, text.length);
	} else {
		hp_locals_say(value, "object");
	}
}

static void locals_add_object(const locals_reader *reader, hp_locals_value *value, uintptr_t object)
{
	uintptr_t class_entry = 0;
	uint32_t number = 0;

	if (locals_get(reader, object + LOCALS_OBJECT_CLASS, &class_entry, sizeof(class_entry))) {
		locals_add_class(reader, value, class_entry);
	}
	if (value->level == HP_LIVE_LOCALS_VALUES &&
		locals_get(reader, object + LOCALS_OBJECT_NUMBER, &number, sizeof(number))) {
		hp_locals_print(value, " #%u", number);
	}
}

static void locals_add_counted(
	const locals_reader *reader, hp_locals_value *value, uint8_t type, uintptr_t at)
{
	locals_text text;
	uint32_t number = 0;

	if (type == IS_STRING && locals_get_text(reader, at, &text)) {
		hp_locals_add_string(value, text.text, text.length);
	} else if (type == IS_ARRAY &&
		locals_get(reader, at + LOCALS_ARRAY_COUNT, &number, sizeof(number))) {
		hp_locals_print(value, "array(%u)", number);
	} else if (type == IS_OBJECT) {
		locals_add_object(reader, value, at);
	} else if (type == IS_RESOURCE &&
		locals_get(reader, at + LOCALS_OBJECT_NUMBER, &number, sizeof(number))) {
		hp_locals_print(value, "resource(%u)", number);
	} else {
		hp_locals_say(value, "(unreadable)");
	}
}

static void locals_add_value(const locals_reader *reader, hp_locals_value *value, const zval *from)
{
	if (!hp_locals_add_scalar(value, from)) {
		locals_add_counted(reader, value, Z_TYPE_P(from), (uintptr_t) Z_PTR_P(from));
	}
}

static void locals_write_variable(
	const locals_reader *reader, const char *name, zval variable, char *separator)
{
	hp_locals_value value;

	if (Z_TYPE(variable) == IS_REFERENCE &&
		!locals_get(reader, (uintptr_t) Z_PTR(variable) + LOCALS_REFERENCE_VALUE, &variable,
			sizeof(variable))) {
		return;
	}
	if (Z_TYPE(variable) != IS_UNDEF && hp_locals_value_begin(reader->file, &value)) {
		locals_add_value(reader, &value, &variable);
		hp_locals_write_variable(reader->file, name, &value, separator);
	}
}

/* Returns how many of count variables are set, as far as they can be read. */
static uint32_t locals_count_set(const locals_reader *reader, uintptr_t at, uint32_t count)
{
	zval some[LOCALS_CHUNK];
	uint32_t set = 0;

	for (uint32_t first = 0; first < count; first += LOCALS_CHUNK) {
		uint32_t here = MIN(count - first, LOCALS_CHUNK);

		if (!locals_get(reader, at + first * sizeof(zval), some, here * sizeof(zval))) {
			break;
		}
		for (uint32_t i = 0; i < here; i++) {
			set += Z_TYPE(some[i]) != IS_UNDEF;
		}
	}

	return set;
}

/* Writes the variables of the code from first to end - 1. */
static void locals_write_variables(const locals_reader *reader, const locals_frame *frame,
	uint32_t first, uint32_t end, char separator)
{
	const hp_attach_layout *layout = reader->layout;
	uintptr_t names = hp_attach_pointer(frame->function, layout->code_vars);
	/* Rounded up to whole variables: in PHP 7.4 a frame has half of one more. */
	uintptr_t variables =
		frame->at + (layout->frame_bytes + sizeof(zval) - 1) / sizeof(zval) * sizeof(zval);

	for (uint32_t i = first; i < end; i++) {
		uintptr_t name;
		locals_text text;
		zval variable;

		if (i - first >= HP_LOCALS_VARIABLES) {
			reader->file->omitted +=
				locals_count_set(reader, variables + i * sizeof(zval), end - i);
			break;
		}
		if (locals_get(reader, names + i * sizeof(name), &name, sizeof(name)) &&
			locals_get_text(reader, name, &text) && text.length < sizeof(text.text) &&
			locals_get(reader, variables + i * sizeof(variable), &variable, sizeof(variable))) {
			text.text[text.length] = '\0';
			locals_write_variable(reader, text.text, variable, &separator);
		}
	}
}

/* Reads the text of a part of a function. Returns NULL if it has none. */
static char *locals_get_part(
	const locals_reader *reader, uintptr_t string, locals_text *text, size_t *length)
{
	if (string == 0 || !locals_get_text(reader, string, text)) {
		return NULL;
	}
	*length = MIN(text->length, sizeof(text->text));

	return text->text;
}

static void locals_get_function(
	const locals_reader *reader, const locals_frame *frame, locals_function *to)
{
	const hp_attach_layout *layout = reader->layout;
	uintptr_t scope = hp_attach_pointer(frame->function, layout->function_scope), class_name = 0;
	hp_function_parts *parts = &to->parts;
	char *name = locals_get_part(reader, hp_attach_pointer(frame->function, layout->function_name),
		&to->name, &parts->name_length);

	if (name != NULL) {
		parts->name_length = hp_attach_functions_closure(name, parts->name_length);
	}
	parts->name = name;
	if (scope != 0) {
		locals_get(reader, scope + layout->class_name, &class_name, sizeof(class_name));
	}
	parts->scope = locals_get_part(reader, class_name, &to->scope, &parts->scope_length);
	if (frame->has_code) {
		parts->file =
			locals_get_part(reader, hp_attach_pointer(frame->function, layout->code_filename),
				&to->file, &parts->file_length);
		parts->line = hp_attach_number(frame->function, layout->code_line_start);
	}
}

static void locals_write_code(const locals_reader *reader, const locals_frame *frame)
{
	const hp_attach_layout *layout = reader->layout;
	const char *function = frame->function;
	uint32_t flags = hp_attach_number(function, layout->function_flags);
	uint32_t last = hp_attach_number(function, layout->code_last_var);
	uint32_t arguments =
		hp_attach_number(function, layout->function_num_args) + ((flags & LOCALS_VARIADIC) != 0);
	char separator = '\0';
	zval self;

	last = MIN(last, UINT16_MAX);
	arguments = MIN(arguments, last);
	memcpy(
		&self, frame->frame + layout->frame_this_info - offsetof(zval, u1.type_info), sizeof(self));
	if (Z_TYPE(self) == IS_OBJECT) {
		locals_write_variable(reader, "this", self, &separator);
	}
	locals_write_variables(reader, frame, 0, arguments, separator);
	hp_locals_frame_locals(reader->file);
	locals_write_variables(reader, frame, arguments, last, '\0');
}

static void locals_write_frame(const locals_reader *reader, const locals_frame *frame)
{
	uintptr_t opline = hp_attach_pointer(frame->frame, reader->layout->frame_opline);
	locals_function function = {.parts = {.name = NULL}};
	uint32_t line = 0;

	locals_get_function(reader, frame, &function);
	if (frame->has_code) {
		locals_get(reader, opline + reader->layout->op_line, &line, sizeof(line));
	}
	hp_locals_frame_begin(reader->file, &function.parts, frame->has_code, line);
	if (frame->has_code) {
		locals_write_code(reader, frame);
	} else {
		hp_locals_frame_locals(reader->file);
	}
	hp_locals_frame_end(reader->file);
}

/* Reads the call at that address. Returns false if there is none. */
static bool locals_get_frame(const locals_reader *reader, uintptr_t at, locals_frame *frame)
{
	const hp_attach_layout *layout = reader->layout;
	uintptr_t function;

	frame->at = at;
	frame->has_code = false;
	if (layout->frame_bytes > sizeof(frame->frame) ||
		!locals_get(reader, at, frame->frame, layout->frame_bytes)) {
		return false;
	}
	function = hp_attach_pointer(frame->frame, layout->frame_func);
	if (function == 0) {
		return true;
	}
	if (!locals_get(reader, function, frame->function, HP_ATTACH_COMMON_BYTES)) {
		return false;
	}
	frame->has_code = LOCALS_USER_CODE((uint8_t) frame->function[0]) &&
		(hp_attach_number(frame->function, layout->function_flags) & LOCALS_TRAMPOLINE) == 0;

	return !frame->has_code ||
		(layout->code_bytes <= sizeof(frame->function) &&
			locals_get(reader, function, frame->function, layout->code_bytes));
}

/* Counts an outer call that is left out, and moves on to its caller. Returns false if it cannot be
 * read. */
static bool locals_pass(const locals_reader *reader, uintptr_t *at, uint32_t *cut)
{
	char frame[sizeof(((locals_frame *) NULL)->frame)];

	if (!locals_get(reader, *at, frame, reader->layout->frame_bytes)) {
		return false;
	}
	*cut += hp_attach_pointer(frame, reader->layout->frame_func) != 0;
	*at = hp_attach_pointer(frame, reader->layout->frame_prev);

	return true;
}

/* Writes the calls, the innermost first, and sets *cut to how many are left out. Returns false if
 * the chain breaks. */
static bool locals_write_frames(const locals_reader *reader, uint32_t *cut)
{
	const hp_attach_layout *layout = reader->layout;
	locals_frame frame;
	uintptr_t at = 0;

	*cut = 0;
	if (!locals_get(reader, reader->process->executor_globals + layout->current_execute_data, &at,
			sizeof(at))) {
		return false;
	}
	while (at != 0 && hp_locals_has_room(reader->file)) {
		if (!locals_get_frame(reader, at, &frame)) {
			return false;
		}
		if (hp_attach_pointer(frame.frame, layout->frame_func) != 0) {
			locals_write_frame(reader, &frame);
		}
		at = hp_attach_pointer(frame.frame, layout->frame_prev);
	}
	for (uint32_t i = 0; at != 0 && i < LOCALS_MOST_FRAMES; i++) {
		if (!locals_pass(reader, &at, cut)) {
			return false;
		}
	}

	return true;
}

bool hp_attach_locals_read(hp_locals_file *file, const hp_attach_process *process)
{
	locals_reader reader = {process, process->layout, file};
	size_t from = file->used, used = SIZE_MAX;
	char *copy = hp_pages_take(HP_LOCALS_BYTES);
	bool is_same = false;

	for (int i = 0; i < LOCALS_TRIES && copy != NULL && !is_same; i++) {
		uint32_t cut;

		hp_locals_file_restart(file);
		if (!locals_write_frames(&reader, &cut)) {
			used = SIZE_MAX;
			continue;
		}
		hp_locals_file_end(file, cut);
		/* the text is that of the attempt before */
		is_same = file->used - from == used && memcmp(file->bytes + from, copy, used) == 0;
		used = file->used - from;
		memcpy(copy, file->bytes + from, used);
	}
	hp_pages_release(copy, HP_LOCALS_BYTES);

	return is_same;
}

#endif
