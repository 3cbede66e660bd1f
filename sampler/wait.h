/* wait.h: names what a thread sleeps in, as the kernel reports it: "{tcp 10.0.0.5:3306}", "{flock
 * sess_ab12…}", "{sleep}". For a server, the name may include the statement that it executes:
 * "{unix /run/mysqld.sock: SELECT * FROM t WHERE id = ?}".
 *
 * The kernel lets each thread of a process, and whoever may trace it, read in which system call
 * another thread sleeps, and with which arguments: wait_call reads that, wait_argument and
 * wait_set name the arguments by wait_file, wait_socket and wait_child, and wait_names bounds the
 * names.
 *
 * An hp_wait is embedded in its owner, the sampler or a reader of another process. Only the thread
 * that watches uses it, except that the watched thread may change has_texts. */
#ifndef HP_SAMPLER_WAIT_H
#define HP_SAMPLER_WAIT_H

#include "profile/profile.h"
#include "sampler/wait_names.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* The thread is stopped: by SIGSTOP, a debugger or a frozen container. */
# define HP_WAIT_STOPPED "{stopped}"

/* The thread sleeps for a time, not until something happens. */
# define HP_WAIT_SLEEP "{sleep}"

/* One thread that is watched. All zeros: none. */
typedef struct hp_wait {
	hp_wait_process process;
	pid_t tid;
	hp_descriptor_kept call; /* the file in which the kernel reports its system call */
	bool is_resolver; /* this is only used to find out if the thread asks a name server */
	bool has_texts; /* names include statements and URLs, without their values */
	/* The place of the pointer to the thread's innermost frame in this process; NULL: not known. */
	const zend_execute_data *const *current;
	hp_wait_names names; /* since hp_wait_open() */
	char name[HP_WAIT_BYTES]; /* the last one, with braces */
} hp_wait;

/* Begins to watch a thread. Called by the thread that watches. has_files: the process is this one,
 * and the calling thread shares its table of files. */
void hp_wait_open(hp_wait *wait, pid_t pid, pid_t tid, bool has_files);
void hp_wait_close(hp_wait *wait);

/* True if a thread with its own table of files may get copies of the program's sockets from the
 * kernel. Tries it with this file. */
bool hp_wait_may_leave_files(int file);

/* Called by such a thread once it has its own table: from now on the program's files are those of
 * the process, not of the thread. */
void hp_wait_left_files(hp_wait *wait);

/* The name of what the thread sleeps in, valid until the next call. NULL: the thread runs, or the
 * name is not known. */
const char *hp_wait_name(hp_wait *wait);

#endif

#endif /* HP_SAMPLER_WAIT_H */
