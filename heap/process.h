/* process.h: a forked process that the program does not notice.
 *
 * Its end sends no SIGCHLD, and wait() does not see it. It has all signals blocked, all files
 * closed except those it needs, and ends without the handlers that run at the program's end. */
#ifndef HP_HEAP_PROCESS_H
#define HP_HEAP_PROCESS_H

#include "base/compat.h"

#ifndef PHP_WIN32
# include <sys/types.h>
#else
typedef int pid_t;
#endif

#define HP_HEAP_PROCESS_UNAVAILABLE "clone() without an exit signal is not available here"

/* Returns the reason why such a process is not possible here; NULL: it is. */
const char *hp_heap_process_obstacle(void);

/* Calls work in a forked process, which keeps the two descriptors (-1: none) and ends when work
 * returns. Returns the process id, or a negative errno. *is_ours: the process is a child of ours
 * after all, because init would otherwise see an unknown child end. The caller must then call
 * hp_heap_process_reap(). */
pid_t hp_heap_process_start(
	void (*work)(void *context), void *context, const int keep[2], bool *is_ours);

/* Waits for the end of a process that is_ours. */
void hp_heap_process_reap(pid_t process);

#endif /* HP_HEAP_PROCESS_H */
