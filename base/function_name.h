/* function_name.h: names of functions and files in results, appended to a persistent smart_str. "==>" in a name
 * becomes "= =>": it would split the keys of the result. */
#ifndef HP_BASE_FUNCTION_NAME_H
#define HP_BASE_FUNCTION_NAME_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

void hp_function_name_append(smart_str *text, const char *bytes, size_t length);

/* Appends an engine's name without the part from a NUL byte to the next "::": an anonymous class has the path of its
 * file there. */
void hp_function_name_append_raw(smart_str *text, const char *name, size_t length);

/* Appends the prefix and the last two components of a path. */
void hp_function_name_append_file(
	smart_str *text, const char *prefix, const char *path, size_t length);

/* Terminates the name, "?" if it is empty. The caller owns it. */
zend_string *hp_function_name_finish(smart_str *text);

#endif /* HP_BASE_FUNCTION_NAME_H */
