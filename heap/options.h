/* options.h: the options of a snapshot. */
#ifndef HP_HEAP_OPTIONS_H
#define HP_HEAP_OPTIONS_H

#include "base/compat.h"

/* The default of max_nodes for a snapshot in place: the program stands still for about a second. */
#define HP_HEAP_MAX_NODES_IN_PLACE 1000000

typedef struct hp_heap_options {
	bool has_values; /* include the beginnings of strings */
	bool has_keys; /* include the keys of arrays */
	bool is_forked; /* where possible */
	bool has_wait; /* return when the file is complete */
	uint32_t max_nodes; /* 0: unlimited if forked, else HP_HEAP_MAX_NODES_IN_PLACE */
} hp_heap_options;

/* The defaults of xhprof_heap_snapshot(). */
void hp_heap_options_init(hp_heap_options *options);

/* On FAILURE *error is a message, and *is_type is true if an option has a wrong type, false if it has
 * a wrong value. */
zend_result hp_heap_options_parse(
	hp_heap_options *options, HashTable *array, const char **error, bool *is_type);

#endif /* HP_HEAP_OPTIONS_H */
