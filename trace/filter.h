/* filter.h: the names of the functions that a run leaves out. */
#ifndef HP_TRACE_FILTER_H
#define HP_TRACE_FILTER_H

#include "base/compat.h"

typedef struct hp_filter {
	HashTable names; /* persistent; .nNumOfElements is 0 in an empty filter */
} hp_filter;

void hp_filter_init(hp_filter *filter);
void hp_filter_free(hp_filter *filter);

/* Adds a name; a copy is kept. */
void hp_filter_add(hp_filter *filter, const zend_string *name);

/* By exact name, case included. */
bool hp_filter_has(const hp_filter *filter, zend_string *name);

#endif /* HP_TRACE_FILTER_H */
