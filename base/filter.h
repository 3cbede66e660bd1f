/* filter.h: the functions that a run leaves out, by name or pattern. */
#ifndef HP_BASE_FILTER_H
#define HP_BASE_FILTER_H

#include "base/vector.h"

typedef struct hp_filter {
	HashTable names; /* persistent */
	HP_VECTOR(zend_string *) patterns; /* base/pattern.h; persistent */
} hp_filter;

void hp_filter_init(hp_filter *filter);
void hp_filter_free(hp_filter *filter);

/* Adds the names of the option "ignored_functions", if given. As xhprof always has: a string is one name; in an
 * array, strings under integer keys count. Skips the rest, and main(). Returns NULL, or an error in English of a
 * pattern that PCRE does not take; then an exception says what is wrong with it. */
const char *hp_filter_add_option(hp_filter *filter, const HashTable *options);

/* By exact name, case included, or by pattern; main() never is. Takes a while with patterns: ask once for each
 * function. */
bool hp_filter_has(const hp_filter *filter, const char *name, size_t length);

#endif /* HP_BASE_FILTER_H */
