/* retain.h: removes old runs from a folder: a sweep over all that is there, now and then after a
 * save.
 *
 * A sweep reads names, times and sizes, never files. The oldest files go, and those of one run have
 * the same time, so that they go together. It removes regular files of this user whose names
 * file_name.h recognizes. Workers may sweep at the same time: each removes only files that are too
 * many already. */
#ifndef HP_REQUEST_RETAIN_H
#define HP_REQUEST_RETAIN_H

#include "request/file_name.h"
#include "php_xhprof.h"

#ifndef PHP_WIN32 /* else no folder, and no retention */
/* Returns false if the folder already has as many slower runs of the mark's URI as xhprof.keep
 * allows. */
bool hp_retain_admits(int folder, const php_xhprof_keep *keep, const hp_file_mark *mark);

/* After a save: removes faster runs with the URI of this mark, if there is one, and sweeps the
 * folder now and then. The more files the last sweep of this process found, the rarer the next is,
 * so that a save looks at 100 files on average. *files_seen is their number, and 0 at first; NULL:
 * sweeps in any case. */
void hp_retain_sweep(
	int folder, const php_xhprof_keep *keep, const hp_file_mark *mark, uint64_t *files_seen);
#else
# define hp_retain_admits(folder, keep, mark) true
# define hp_retain_sweep(folder, keep, mark, files_seen) ((void) 0)
#endif

#endif /* HP_REQUEST_RETAIN_H */
