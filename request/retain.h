/* retain.h: how many runs a folder keeps, and which.
 *
 * What is in the folder stands in an index, a file within it, so that nobody needs to look through the
 * folder: its first line has the sums, each other line a run. Whoever adds a run locks it for as long, and
 * when a limit is passed removes the oldest runs until a tenth of it is free, so that this comes seldom.
 * A worker that dies leaves no lock, and no run that is not in the index; an index that is gone is made
 * anew of the files there are. */
#ifndef HP_REQUEST_RETAIN_H
#define HP_REQUEST_RETAIN_H

#include "request/output.h"

/* 0: no limit. */
typedef struct hp_retain_limits {
	uint64_t files;
	uint64_t bytes;
	int64_t seconds;
	uint64_t slowest; /* of each URI */
} hp_retain_limits;

typedef struct hp_retain_run {
	int64_t now_s; /* Unix time */
	int64_t wall_us;
	uint64_t uri; /* a hash; 0: that of a run to be kept however fast it is */
} hp_retain_run;

/* Makes room for the files of a run, and takes note of them; before they get their names. *refused is
 * NULL, or why they are not to be kept, in English. FAILURE: then for trouble with the index. *lock, -1
 * before, is to be released in either case, when they have their names: until then nobody else may
 * remove them, who would not find them, and forget them. */
zend_result hp_retain_admit(const hp_output *output, const hp_retain_limits *limits,
	const hp_retain_run *run, int *lock, const char **refused);
void hp_retain_release(int lock);

/* Of a URI's path; never 0. */
uint64_t hp_retain_hash(const char *uri);

#endif /* HP_REQUEST_RETAIN_H */
