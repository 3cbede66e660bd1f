/* process.h: a copy of the process that nobody notices.
 *
 * It is nobody's child that is waited for: its end sends no SIGCHLD and shows in no wait(). It has
 * all signals blocked, all files closed but those it needs, and ends without running what would run
 * at the program's end. */
#ifndef HP_HEAP_PROCESS_H
#define HP_HEAP_PROCESS_H

#include "base/compat.h"

#ifndef PHP_WIN32
# include <sys/types.h>
#else
typedef int pid_t;
#endif

/* Why there can be none here; NULL if there can. */
const char *hp_heap_process_obstacle(void);

/* Calls work in a copy, which gets the descriptors keep[] and ends when work returns. Returns its
 * process id, or a negative number of errno. *is_ours: the process is our child nevertheless, and is to
 * be waited for by hp_heap_process_reap(): its end would else be told to somebody who does not know it. */
pid_t hp_heap_process_start(
	void (*work)(void *context), void *context, const int keep[2], bool *is_ours);

/* Waits for one that is ours. */
void hp_heap_process_reap(pid_t process);

#endif /* HP_HEAP_PROCESS_H */
