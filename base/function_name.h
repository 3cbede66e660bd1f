/* function_name.h: names of functions and files in results, appended to a persistent smart_str.
 * "==>" in a name becomes "= =>", as it would split the keys of the result. */
#ifndef HP_BASE_FUNCTION_NAME_H
#define HP_BASE_FUNCTION_NAME_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

/* How arrays name closures and anonymous classes; everything else names them by file and line. */
typedef enum hp_closure_names {
	HP_CLOSURE_ENGINE,
	HP_CLOSURE_LOCATION
} hp_closure_names;

/* The words of the option "closure_names", by value. */
extern const char *const hp_closure_names_words[];

void hp_function_name_append(smart_str *text, const char *bytes, size_t length);

/* Appends the prefix and the last two components of a path. */
void hp_function_name_append_file(
	smart_str *text, const char *prefix, const char *path, size_t length);

/* Returns the path of a file without "//", "/./" and "x/../", which autoloaders leave in; PHP opens
 * the same file by it. Persistent; the caller owns it. NULL if the path has none of these, or is
 * not absolute. */
zend_string *hp_function_name_plain_path(const zend_string *path);

/* A function as the engine names it. The texts need not end with a NUL byte. */
typedef struct hp_function_parts {
	const char *scope; /* the declaring class; NULL: none */
	const char *name;
	const char *file; /* NULL: internal */
	size_t scope_length;
	size_t name_length;
	size_t file_length;
	uint32_t line; /* of the declaration */
} hp_function_parts;

/* Returns the parts of a function that has a name. They are valid as long as the function. */
hp_function_parts hp_function_parts_of(const zend_function *function);

/* Appends "Class::name". has_places: adds the file and line of a closure and of an anonymous class,
 * "{closure:src/a.php:3}", "class@anonymous:src/a.php:7::m"; otherwise many of them have the same
 * name. */
void hp_function_name_append_parts(smart_str *text, const hp_function_parts *of, bool has_places);

/* Terminates the name, which is "?" if it is empty, and returns it. It is text->s itself, which the
 * caller owns. */
zend_string *hp_function_name_finish(smart_str *text);

#endif /* HP_BASE_FUNCTION_NAME_H */
