/* targets.h: patterns that choose functions and files, by the rules of base/pattern.h.
 *
 *   Cart::total     a function, in any namespace; case does not matter, as in PHP
 *   src/Cart.php    a file whose path ends like this, from the beginning of a folder's name
 *
 * A '\\' before a function's name and a "./" before a path are ignored. */
#ifndef HP_TRACE_TARGETS_H
#define HP_TRACE_TARGETS_H

#include "base/vector.h"

typedef struct hp_targets {
	HP_VECTOR(zend_string *) all; /* persistent; all zeros is an empty list */
} hp_targets;

void hp_targets_add(hp_targets *targets, const char *text, size_t length);
void hp_targets_free(hp_targets *targets);

/* Adds the strings of an array. Returns false if it is no array, or holds something else or an
 * empty string; the strings before that were added. */
bool hp_targets_add_array(hp_targets *targets, zval *array);

bool hp_targets_have_function(const hp_targets *targets, const char *name, size_t length);
bool hp_targets_have_file(const hp_targets *targets, const char *path, size_t length);

#endif /* HP_TRACE_TARGETS_H */
