/* snapshot.h: writes a snapshot of the program's memory: all values, and what holds each of them.
 *
 * A forked snapshot writer writes it while the program runs. Where fork is not possible, the
 * program writes it itself. Nothing is allocated in PHP's heap, so it works even if that is
 * full. */
#ifndef HP_HEAP_SNAPSHOT_H
#define HP_HEAP_SNAPSHOT_H

#include "heap/process.h"
#include "heap/record.h"

/* The default of max_nodes for a snapshot in place: the program stands still for about a second. */
#define HP_HEAP_MAX_NODES_IN_PLACE 1000000

typedef struct hp_heap_options {
	bool has_values; /* include the beginnings of strings */
	bool has_keys; /* include the keys of arrays */
	bool is_forked; /* fork a writer where possible */
	bool has_wait; /* return only when the file is complete */
	bool has_end; /* without has_wait: set the end of the report */
	uint32_t max_nodes; /* 0: unlimited if forked, else HP_HEAP_MAX_NODES_IN_PLACE */
} hp_heap_options;

extern const hp_heap_options hp_heap_options_default;

typedef struct hp_heap_report {
	bool is_forked;
	const char *reason; /* why there was no fork, if one was requested; else NULL */
	bool is_complete; /* false: the forked process may still be writing the file */
	pid_t process; /* 0: none */
	int end; /* a pipe that hangs up when the process ends; the caller closes it; 0: none */
	bool is_ours; /* the caller must call hp_heap_process_reap() for the process */
	uint64_t pause_ns; /* how long the program stood still */
	hp_heap_counts counts; /* valid if is_complete */
	size_t usage_bytes; /* memory_get_usage() */
} hp_heap_report;

/* Writes a snapshot. The path must be absolute, as another process may rename the file. from: the
 * innermost frame to record; is_exact: its opline is up to date, as it has called a function. Fills
 * *report. Returns 0 or an errno; after an error no file is left. */
int hp_heap_snapshot_write(const char *path, const zend_execute_data *from, bool is_exact,
	const hp_heap_options *options, hp_heap_report *report);

#endif /* HP_HEAP_SNAPSHOT_H */
