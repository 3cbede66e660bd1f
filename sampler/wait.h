/* wait.h: names what a thread sleeps in, as the kernel reports it: "{tcp 10.0.0.5:3306}", "{flock
 * sess_ab12…}", "{sleep}". For a server, the name may have the question to it: "{unix
 * /run/mysqld.sock: SELECT * FROM t WHERE id = ?}".
 *
 * The kernel lets each thread of a process, and whoever may trace it, read in which system call
 * another thread sleeps, and with which arguments. Names have server addresses and files. Once
 * there are HP_WAIT_NAMES of them, a new one becomes "{tcp *}"; once there are HP_WAIT_TEXTS
 * questions, a new one becomes "{tcp 10.0.0.5:3306: *}". Session ids are secrets: at most four of
 * their characters are kept. */
#ifndef HP_SAMPLER_WAIT_H
#define HP_SAMPLER_WAIT_H

#include "profile/profile.h"
#include "sampler/wait_file.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# define HP_WAIT_NAMES 128
# define HP_WAIT_SESSIONS 16
# define HP_WAIT_TEXTS 128

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
	uint32_t names_count;
	uint32_t texts_count;
	uint32_t sessions;
	uint64_t names[HP_WAIT_NAMES]; /* hashes of the names since sampling began */
	uint64_t texts[HP_WAIT_TEXTS]; /* hashes of the names with a question */
	char name[HP_WAIT_BYTES];
} hp_wait;

/* Called in MINIT. If a server's master runs as root, its children change their user after the fork
 * and may then not open the file about their system call. So each child opens it right after the
 * fork. */
void hp_wait_startup(void);

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

/* The number of the file that this process has opened right after its fork, see hp_wait_startup();
 * -1: none, or the program has closed it. A thread that closes all other files must keep it. */
int hp_wait_kept_file(void);

/* The name of what the thread sleeps in, valid until the next call. NULL: the thread runs, or the
 * name is not known. */
const char *hp_wait_name(hp_wait *wait);

#endif

#endif /* HP_SAMPLER_WAIT_H */
