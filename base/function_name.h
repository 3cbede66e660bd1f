/* function_name.h: what functions and files are called in a result. Text is appended to a persistent
 * smart_str. An "==>" in a name becomes "= =>": it would split the keys of the result. */
#ifndef HP_BASE_FUNCTION_NAME_H
#define HP_BASE_FUNCTION_NAME_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

void hp_function_name_append(smart_str *text, const char *bytes, size_t length);

/* A name of the engine's, without what follows a NUL byte up to the next "::": there an anonymous class
 * keeps the path of its file. */
void hp_function_name_append_raw(smart_str *text, const char *name, size_t length);

/* The prefix, and the last two components of a path. */
void hp_function_name_append_file(
	smart_str *text, const char *prefix, const char *path, size_t length);

/* Terminates the name: "?" where it is empty. The caller owns it. */
zend_string *hp_function_name_finish(smart_str *text);

#endif /* HP_BASE_FUNCTION_NAME_H */
