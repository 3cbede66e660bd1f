/* descriptor.h: files that we hold open beside the program's.
 *
 * If a program closes its standard streams, the files that it opens next get their numbers, and
 * so would ours: its output would then go into our file. So each of our descriptors is above
 * these numbers, and is closed by exec(). Nothing else opens one. Async-signal-safe, except on
 * Windows. */
#ifndef HP_BASE_DESCRIPTOR_H
#define HP_BASE_DESCRIPTOR_H

#include "base/compat.h"

#include <fcntl.h>
#include <sys/types.h>

#ifdef PHP_WIN32
# define O_NOFOLLOW 0
# define O_NONBLOCK 0
#endif

/* A descriptor that we hold while the program runs. The program may close it, and then get its
 * number for another file. So the number alone does not identify the file, neither here nor in
 * another table of files. */
typedef struct hp_descriptor_kept {
	int number; /* -1: none */
	uint64_t device, inode;
	/* the kernel's number of a perf event, as all files of perf have one inode; 0: no perf event */
	uint64_t event;
} hp_descriptor_kept;

#define HP_DESCRIPTOR_NONE ((hp_descriptor_kept){.number = -1})

hp_descriptor_kept hp_descriptor_keep(int number);

/* Returns false if there is none, or its number belongs to another file now. */
bool hp_descriptor_is_kept(const hp_descriptor_kept *kept);

/* Closes the descriptor, unless its number belongs to another file now. Afterwards there is
 * none. */
void hp_descriptor_drop(hp_descriptor_kept *kept);

/* Like open(), but without PHP's own current folder: the path is absolute, or the system resolves
 * it. Returns -1 on failure; errno says why. */
int hp_descriptor_open(const char *path, int flags, int mode);

#ifndef PHP_WIN32
/* Like openat(). */
int hp_descriptor_open_at(int folder, const char *name, int flags, int mode);

/* Like pipe(). Returns 0, or an errno. */
int hp_descriptor_open_pipe(int ends[2]);

/* Like socketpair(), for stream sockets. Returns 0, or an errno. */
int hp_descriptor_open_sockets(int ends[2]);

/* Closes every descriptor except these; entries of -1 are ignored. Sorts the array. */
void hp_descriptor_close_others(int *spared, uint32_t count);
#endif

#ifdef __linux__
struct perf_event_attr;

/* Like perf_event_open() on any CPU, for a thread; 0 is the calling one. `group` is the descriptor
 * of the group's first event, or -1. Returns -1 on failure; errno says why. */
int hp_descriptor_open_perf(struct perf_event_attr *attributes, pid_t tid, int group);

/* Gives the calling thread its own table of files, with only these. Returns false, and changes
 * nothing, if that is not possible. */
bool hp_descriptor_leave(int *spared, uint32_t count);

/* Like memfd_create(), with this many zero bytes in the file. Returns -1 on failure; errno says
 * why. */
int hp_descriptor_open_memory(const char *name, size_t bytes);

/* Like epoll_create(). Returns -1 on failure; errno says why. */
int hp_descriptor_open_epoll(void);

/* Like pidfd_open(); and a copy of a descriptor of that process. Return -1 on failure; errno says
 * why. */
int hp_descriptor_open_process(pid_t pid);
int hp_descriptor_copy_from(int process, int number);
#endif

#endif /* HP_BASE_DESCRIPTOR_H */
