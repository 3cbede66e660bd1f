/* descriptor.h: files that we hold open beside the program's own.
 *
 * A program that closes its standard streams gets their numbers for the files it opens next, and so would we:
 * then its output would go into our file. Each descriptor of ours is above them, and closed by exec(). Nothing else
 * opens one. Async-signal-safe, but for Windows. */
#ifndef HP_BASE_DESCRIPTOR_H
#define HP_BASE_DESCRIPTOR_H

#include "base/compat.h"

#include <fcntl.h>
#include <sys/types.h>

#ifdef PHP_WIN32
# define O_NOFOLLOW 0
# define O_NONBLOCK 0
#endif

/* A descriptor that we hold while the program runs, which may close it and then get its number for a file of its own.
 * The number alone says nothing after that, nor in another table of files. */
typedef struct hp_descriptor_kept {
	int number; /* -1: none */
	uint64_t device, inode;
	uint64_t
		event; /* all files of perf have one inode: the kernel's number of the event; 0: not of perf */
} hp_descriptor_kept;

#define HP_DESCRIPTOR_NONE ((hp_descriptor_kept){.number = -1})

hp_descriptor_kept hp_descriptor_keep(int number);

/* False: there is none, or its number is of another file by now. */
bool hp_descriptor_is_kept(const hp_descriptor_kept *kept);

/* Closes it, unless its number is of another file by now. Then there is none. */
void hp_descriptor_drop(hp_descriptor_kept *kept);

/* open(), without PHP's own current folder: the path is absolute, or the system resolves it. -1: errno says why. */
int hp_descriptor_open(const char *path, int flags, int mode);

#ifndef PHP_WIN32
/* openat(). */
int hp_descriptor_open_at(int folder, const char *name, int flags, int mode);

/* pipe(). Returns 0, or an errno. */
int hp_descriptor_open_pipe(int ends[2]);

/* socketpair() of two streams. Returns 0, or an errno. */
int hp_descriptor_open_sockets(int ends[2]);

/* Closes every descriptor except these; -1 stands for none. Sorts the array. */
void hp_descriptor_close_others(int *spared, uint32_t count);
#endif

#ifdef __linux__
struct perf_event_attr;

/* perf_event_open() on any CPU, for a thread; 0: the calling one. group: its first event's, or -1. -1: errno says why. */
int hp_descriptor_open_perf(struct perf_event_attr *attributes, pid_t tid, int group);

/* Gives the calling thread a table of files of its own, with these alone; false: not possible, and nothing is changed. */
bool hp_descriptor_leave(int *spared, uint32_t count);

/* memfd_create(), and so many zero bytes in it. -1: errno says why. */
int hp_descriptor_open_memory(const char *name, size_t bytes);

/* epoll_create(). -1: errno says why. */
int hp_descriptor_open_epoll(void);

/* pidfd_open(); and a copy of a descriptor of that process. */
int hp_descriptor_open_process(pid_t pid);
int hp_descriptor_copy_from(int process, int number);
#endif

#endif /* HP_BASE_DESCRIPTOR_H */
