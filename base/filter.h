/* filter.h: the functions that a run ignores, by name or pattern. */
#ifndef HP_BASE_FILTER_H
#define HP_BASE_FILTER_H

#include "base/vector.h"

typedef struct hp_filter {
	HashTable names; /* persistent */
	HP_VECTOR(zend_string *) patterns; /* base/pattern.h; persistent */
} hp_filter;

void hp_filter_init(hp_filter *filter);
void hp_filter_free(hp_filter *filter);

/* Adds the names of the option "ignored_functions", if given. As in the original xhprof, a string
 * is one name, and in an array strings under integer keys count. Skips everything else, and main().
 * Returns NULL, or an error in English if PCRE refuses a pattern; an exception then says what is
 * wrong with it. */
const char *hp_filter_add_option(hp_filter *filter, const HashTable *options);

/* True if a function is ignored, by exact name, case included, or by pattern; main() never is. Slow
 * with patterns, so ask once for each function. */
bool hp_filter_has(const hp_filter *filter, const char *name, size_t length);

#endif /* HP_BASE_FILTER_H */
