/* wait.h: the name of what a thread sleeps in, as the kernel tells: "{tcp 10.0.0.5:3306}", "{flock sess_ab12…}",
 * "{sleep}"; of a server with the question to it, "{unix /run/mysqld.sock: SELECT * FROM t WHERE id = ?}".
 *
 * The kernel lets each thread of a process, and whoever may trace it, read in which system call another one sleeps, and
 * with which arguments. Server ends of connections and files have names; there are at most HP_WAIT_NAMES of them, and
 * then "{tcp *}", and HP_WAIT_TEXTS questions, and then "{tcp 10.0.0.5:3306: *}". Session ids are secrets: no more than four characters are kept. */
#ifndef HP_SAMPLER_WAIT_H
#define HP_SAMPLER_WAIT_H

#include "profile/profile.h"
#include "sampler/wait_file.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# define HP_WAIT_NAMES 128
# define HP_WAIT_SESSIONS 16
# define HP_WAIT_TEXTS 128

/* By SIGSTOP, a debugger or a frozen container. */
# define HP_WAIT_STOPPED "{stopped}"

/* For a time, and not until something happens. */
# define HP_WAIT_SLEEP "{sleep}"

/* All zeros is one of no thread. */
typedef struct hp_wait {
	hp_wait_process process;
	pid_t tid;
	hp_descriptor_kept call; /* the kernel's file about its system call */
	bool is_resolver; /* only asked whether it asks a name server */
	bool has_texts; /* statements and URLs without values are part of names */
	const zend_execute_data *const
		*current; /* where this process keeps the thread's innermost frame; NULL: not known */
	uint32_t names_count;
	uint32_t texts_count;
	uint32_t sessions;
	uint64_t names[HP_WAIT_NAMES]; /* hashes of those since sampling began */
	uint64_t texts[HP_WAIT_TEXTS]; /* and of those with a question */
	char name[HP_WAIT_BYTES];
} hp_wait;

/* In MINIT. Children of a server's master that runs as root change their user, and may not open that file any more: they
 * get it as they are forked. */
void hp_wait_startup(void);

/* has_files: the process is this one, and the calling thread shares its table of files. In the thread that looks. */
void hp_wait_open(hp_wait *wait, pid_t pid, pid_t tid, bool has_files);
void hp_wait_close(hp_wait *wait);

/* A thread with a table of files of its own gets a copy of the program's sockets from the kernel. True if it may; that file is tried. */
bool hp_wait_may_leave_files(int file);

/* In such a thread, once it has its own table: the program's files are those of the process from now on. */
void hp_wait_left_files(hp_wait *wait);

/* That file of the calling process; -1: none, or the program has closed it. For a thread that closes others. */
int hp_wait_kept_file(void);

/* The name of what the thread sleeps in, valid until the next call. NULL: it runs, or it is not known. */
const char *hp_wait_name(hp_wait *wait);

#endif

#endif /* HP_SAMPLER_WAIT_H */
