/* filter.h: the names of the functions that a run leaves out. */
#ifndef HP_BASE_FILTER_H
#define HP_BASE_FILTER_H

#include "base/compat.h"

typedef struct hp_filter {
	HashTable names; /* persistent; .nNumOfElements is 0 in an empty filter */
} hp_filter;

void hp_filter_init(hp_filter *filter);
void hp_filter_free(hp_filter *filter);

/* Adds the names of the option "ignored_functions", if given. As xhprof always has: a string is one name; in an
 * array, strings under integer keys count. Skips the rest, and main(). */
void hp_filter_add_option(hp_filter *filter, const HashTable *options);

/* By exact name, case included. */
bool hp_filter_has(const hp_filter *filter, const char *name, size_t length);

#endif /* HP_BASE_FILTER_H */
