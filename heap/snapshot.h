/* snapshot.h: a snapshot of the program's memory: what there is, and what holds it.
 *
 * Written by a copy of the process while the program goes on, or in place, where there can be no
 * copy. Nothing of it comes from PHP's heap, so it can be made when that is full. */
#ifndef HP_HEAP_SNAPSHOT_H
#define HP_HEAP_SNAPSHOT_H

#include "heap/process.h"
#include "heap/walk.h"

/* So many at most without a copy of the process, if no other number is asked for: the program stands
 * still, about a second for a million. */
#define HP_HEAP_MAX_NODES_IN_PLACE 1000000

typedef struct hp_heap_options {
	bool has_values; /* the beginnings of strings, too */
	bool has_keys; /* of arrays */
	bool is_forked; /* where it is possible */
	bool has_wait; /* for the copy to be ready */
	uint32_t max_nodes; /* 0: as many as there are, in place HP_HEAP_MAX_NODES_IN_PLACE */
	hp_heap_site sites;
} hp_heap_options;

/* What xhprof_heap_snapshot() does if it is not told otherwise. */
void hp_heap_options_init(hp_heap_options *options);

/* FAILURE if an option is not what it should be: *error is then in English, and *is_type tells
 * whether its type is wrong, or its value. */
zend_result hp_heap_options_parse(
	hp_heap_options *options, HashTable *array, const char **error, bool *is_type);

typedef struct hp_heap_report {
	bool is_forked;
	const char *reason; /* why it is not; NULL: it is, or nobody wanted it */
	bool is_complete; /* the file is there; else the process still writes it */
	pid_t process; /* 0: none */
	bool is_ours; /* hp_heap_process_reap() is to be called for it */
	uint64_t pause_ns; /* how long the program stood still */
	hp_heap_counts counts; /* if it is complete */
	size_t usage_bytes; /* memory_get_usage() */
} hp_heap_report;

/* Writes a snapshot. The path is absolute, as another process may rename the file. from: the
 * innermost frame that counts; is_exact: whether it has called somebody, so that its instruction is
 * up to date. Returns an errno, or 0; without a file there is an error. */
int hp_heap_write(const char *path, const zend_execute_data *from, bool is_exact,
	const hp_heap_options *options, hp_heap_report *report);

#endif /* HP_HEAP_SNAPSHOT_H */
