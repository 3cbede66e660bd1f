/* locals_text.h: writes variables of open calls as text into a JSON file: see docs/ring-format.md.
 * Everything is bounded: frames, variables, values, and the file. */
#ifndef HP_LIVE_LOCALS_TEXT_H
#define HP_LIVE_LOCALS_TEXT_H

#include "base/function_name.h"
#include "live/thread.h"

#ifdef HP_LIVE_HAS_RINGS

# define HP_LOCALS_BYTES ((size_t) 256 * 1024)
# define HP_LOCALS_FRAMES 100
# define HP_LOCALS_VARIABLES 50 /* in a frame */
# define HP_LOCALS_NAME 256
# define HP_LOCALS_VALUE 1000 /* bytes of a value's text */
# define HP_LOCALS_STRING 80
# define HP_LOCALS_ITEMS 10 /* in an array or object */
# define HP_LOCALS_DEPTH 3

/* How much of a value is shown, as xhprof.meta decides it for a request's parameters. */
typedef enum hp_live_locals_level {
	HP_LIVE_LOCALS_NOTHING,
	HP_LIVE_LOCALS_TYPES, /* types, sizes and classes */
	HP_LIVE_LOCALS_VALUES,
	HP_LIVE_LOCALS_MISSED /* none: the thread ran on while it was read from outside */
} hp_live_locals_level;

/* A value as text. Text that does not fit is left out. */
typedef struct hp_locals_value {
	char text[HP_LOCALS_VALUE + 1]; /* the last byte only shows that there is more */
	size_t used;
	hp_live_locals_level level;
} hp_locals_value;

typedef struct hp_locals_file {
	char *bytes;
	size_t used;
	size_t head_bytes; /* before the first frame */
	hp_live_locals_level level;
	uint32_t frames;
	uint32_t omitted; /* variables for which there was no room */
} hp_locals_file;

void hp_locals_add(hp_locals_value *value, const char *text, size_t length);
void hp_locals_say(hp_locals_value *value, const char *text);
void hp_locals_print(hp_locals_value *value, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

/* Adds text in which control characters and bytes that are not UTF-8 are escaped as PHP does it. */
void hp_locals_add_text(hp_locals_value *value, const char *text, size_t length);

/* Adds a string that is length bytes long. Only the first HP_LOCALS_STRING + 1 of them need to be
 * in text. */
void hp_locals_add_string(hp_locals_value *value, const char *text, size_t length);

/* Adds the name of a class. That of an anonymous class is cut at its zero byte, where its file
 * follows. Only the first HP_LOCALS_NAME + 1 bytes need to be in name. */
void hp_locals_add_class(hp_locals_value *value, const char *name, size_t length);

/* Adds null, a bool or a number. Returns false, and adds nothing, for a value of another type. */
bool hp_locals_add_scalar(hp_locals_value *value, const zval *from);
void hp_locals_add_more(hp_locals_value *value, uint32_t count, uint32_t shown);

/* Begins a file, which hp_locals_file_free() frees. FAILURE: no memory. */
zend_result hp_locals_file_begin(
	hp_locals_file *file, uint64_t request, hp_live_locals_level level);

/* Removes all frames, so that they can be read again. */
void hp_locals_file_restart(hp_locals_file *file);

/* Returns false if there is no room for one more frame. */
bool hp_locals_has_room(const hp_locals_file *file);

/* Write a call's frame: call begin, write its arguments, call locals, write its other variables,
 * call end. Code that is no function, such as that of a file, has parts without a name. has_code:
 * false for an internal function and for a call of __call(), which have no file and no line. line:
 * where the function calls the next one. */
void hp_locals_frame_begin(
	hp_locals_file *file, const hp_function_parts *function, bool has_code, uint32_t line);
void hp_locals_frame_locals(hp_locals_file *file);
void hp_locals_frame_end(hp_locals_file *file);

/* Begins a value. Returns false if there is no room for one more variable. */
bool hp_locals_value_begin(hp_locals_file *file, hp_locals_value *value);

/* Writes a variable. *separator comes before it unless that is zero, and is a comma from then
 * on. */
void hp_locals_write_variable(
	hp_locals_file *file, const char *name, const hp_locals_value *value, char *separator);

/* Ends the file. cut is the number of outer calls that were left out. */
void hp_locals_file_end(hp_locals_file *file, uint32_t cut);

/* Publishes the file as NAME.locals in the folder; only its owner can read it. Returns 0 or an
 * errno. */
int hp_locals_file_publish(const hp_locals_file *file, int folder, const char *name);
void hp_locals_file_free(hp_locals_file *file);

#endif

#endif /* HP_LIVE_LOCALS_TEXT_H */
