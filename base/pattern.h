/* pattern.h: patterns that names of functions and paths of files are matched with.
 *
 * A pattern that begins with '/' is a regular expression, as preg_match() takes it. In any other '*' stands for any
 * characters, a '?' for one, and the rest for itself, backslashes too: they are in the names of classes. */
#ifndef HP_BASE_PATTERN_H
#define HP_BASE_PATTERN_H

#include "base/compat.h"

/* True if an entry of a list of names is a pattern: it begins with '/' or holds a '*'. */
bool hp_pattern_is(const zend_string *entry);

/* False if PCRE does not take the pattern: an exception says why. */
bool hp_pattern_check(zend_string *pattern);

/* True if all of a name is as the pattern says. Does not change preg_last_error(). */
bool hp_pattern_matches(zend_string *pattern, const char *name, size_t length);

/* Finds a pattern of paths, such as "vendor/" and '*', in a path: from the start if it begins with '/', else from any folder on,
 * the first that fits. A '*' stands for characters other than '/'; what is below a folder that fits, fits. Returns the
 * start of the part that the pattern stands for ("vendor/symfony") and sets *part_length; NULL: it does not fit. */
const char *hp_pattern_find_path(
	const zend_string *pattern, const char *path, size_t length, size_t *part_length);

#endif /* HP_BASE_PATTERN_H */
