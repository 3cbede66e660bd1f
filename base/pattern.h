/* pattern.h: matches names of functions and paths of files with patterns.
 *
 * A pattern that begins with '/' is a regular expression, as in preg_match(). In any other pattern
 * '*' stands for any characters and '?' for one. All else stands for itself, including backslashes,
 * which are in the names of classes. */
#ifndef HP_BASE_PATTERN_H
#define HP_BASE_PATTERN_H

#include "base/compat.h"

/* True if an entry of a list of names is a pattern: it begins with '/' or holds a '*'. */
bool hp_pattern_is(const zend_string *entry);

/* Returns false if PCRE refuses the pattern; an exception then says why. */
bool hp_pattern_check(zend_string *pattern);

/* True if a name matches the pattern; a pattern that is no regular expression must match all of it.
 * Does not change preg_last_error(). */
bool hp_pattern_matches(zend_string *pattern, const char *name, size_t length);

/* Finds a pattern of paths, such as "vendor/" and '*', in a path: at the start if the pattern
 * begins with '/', else at the first folder from which it matches. A '*' stands for characters
 * other than '/'. What is below a matching folder matches too. Returns the start of the matched
 * part ("vendor/symfony") and sets *part_length; returns NULL if the pattern does not match. */
const char *hp_pattern_find_path(
	const zend_string *pattern, const char *path, size_t length, size_t *part_length);

#endif /* HP_BASE_PATTERN_H */
