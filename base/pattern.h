/* pattern.h: matches names of functions, paths of files and URIs with patterns.
 *
 * In a pattern '*' stands for any characters and '?' for one, which in UTF-8 may be several bytes.
 * Every other character stands for itself, including backslashes, which are in the names of
 * classes. In a list of names, a pattern that begins with '/' is a regular expression, as in
 * preg_match().
 *
 * The command has the same rules in Terminal/Pattern; both are tested with the cases of
 * tests/base/patterns.inc. */
#ifndef HP_BASE_PATTERN_H
#define HP_BASE_PATTERN_H

#include "base/compat.h"

/* How a pattern is compared with a text. */
typedef enum hp_pattern_kind {
	HP_PATTERN_TEXT, /* with the whole text, byte by byte */
	HP_PATTERN_FUNCTION, /* also with the rest after each '\\'; case does not matter, as in PHP */
	HP_PATTERN_FILE /* also with the rest after each '/', which a '\\' equals */
} hp_pattern_kind;

bool hp_pattern_matches_glob(const char *pattern, size_t pattern_length, const char *text,
	size_t length, hp_pattern_kind kind);

/* True if an entry of a list of names is a pattern: it begins with '/', or holds '*' or '?'. */
bool hp_pattern_is(const zend_string *entry);

/* Returns false if PCRE refuses the pattern; an exception then says why. */
bool hp_pattern_check(zend_string *pattern);

/* True if a name matches the pattern of a list: all of it, unless that is a regular expression.
 * Does not change preg_last_error(). */
bool hp_pattern_matches(zend_string *pattern, const char *name, size_t length);

/* Finds a pattern of paths, such as "vendor/" and '*', in a path: at the start if the pattern
 * begins with '/', else at the first folder from which it matches. Here '*' and '?' stand for
 * characters other than '/'. What is below a matching folder matches too. Returns the start of the
 * matched part ("vendor/symfony") and sets *part_length; returns NULL if the pattern does not
 * match. */
const char *hp_pattern_find_path(
	const zend_string *pattern, const char *path, size_t length, size_t *part_length);

#endif /* HP_BASE_PATTERN_H */
