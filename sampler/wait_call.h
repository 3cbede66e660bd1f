/* wait_call.h: the system call in which a thread sleeps, as the kernel reports it, and which of its
 * arguments say what the thread waits for.
 *
 * Numbers of system calls and arguments are the kernel's own; addresses among them are those of the
 * watched process. Nothing is kept between two calls, so that any thread may call these. */
#ifndef HP_SAMPLER_WAIT_CALL_H
#define HP_SAMPLER_WAIT_CALL_H

#include "base/descriptor.h"
#include "sampler/source.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

typedef enum hp_wait_kind {
	HP_WAIT_ON_FILE, /* argument 0 is the descriptor */
	HP_WAIT_ON_PATH, /* argument 0 or 1 is a path */
	HP_WAIT_ON_PATH_AT,
	HP_WAIT_ON_FLOCK,
	HP_WAIT_ON_FCNTL,
	HP_WAIT_ON_CONNECT,
	HP_WAIT_ON_POLL,
	HP_WAIT_ON_SELECT,
	HP_WAIT_ON_EPOLL,
	HP_WAIT_ON_CHILD, /* argument 0 is the process id; for the next kind argument 1 */
	HP_WAIT_ON_CHILD_BY_KIND,
	HP_WAIT_ON_NOTHING /* the system call's name says it all */
} hp_wait_kind;

/* One system call of the table. */
typedef struct hp_wait_call {
	long number; /* SYS_* */
	hp_wait_kind kind;
	const char *name; /* with HP_WAIT_ON_NOTHING: the name of the wait; else NULL */
} hp_wait_call;

/* The system call that a thread is in. */
typedef struct hp_wait_now {
	long number; /* SYS_*; -1: in none */
	uintptr_t arguments[4]; /* the first ones; addresses are in the sampled process */
} hp_wait_now;

/* Opens the kernel's file about the system call of a thread; folder is that of its process in
 * /proc. The caller owns the file. */
hp_descriptor_kept hp_wait_call_open(const char *folder, pid_t tid);

/* Reads the system call from that file. A call that the kernel has restarted is the one that it
 * continues. Returns false if the thread runs, or if the file cannot be read. */
bool hp_wait_call_read(const hp_descriptor_kept *file, hp_wait_now *now);

/* Returns the table's row of a system call, which lives as long as the process; NULL: it has
 * none. */
const hp_wait_call *hp_wait_call_find(long number);

#endif

#endif /* HP_SAMPLER_WAIT_CALL_H */
