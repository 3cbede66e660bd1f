/* peek.h: reads memory that may go meanwhile, as another thread or process runs on: the kernel copies it, and says if it cannot. */
#ifndef HP_BASE_PEEK_H
#define HP_BASE_PEEK_H

#include "base/compat.h"

#ifdef __linux__

# include <sys/types.h>
# include <sys/uio.h>

/* False: not all of it could be read; errno says why. Async-signal-safe once hp_seccomp_kills() has been asked. */
bool hp_peek(pid_t process, const void *from, void *to, size_t bytes);

/* Likewise of several pieces at once, up to the first one that is not there. Returns how many bytes, or -1. */
ssize_t hp_peek_pieces(
	pid_t process, const struct iovec *here, const struct iovec *there, unsigned long count);

/* Copies memory of the own process by way of a file in memory. process_vm_readv() takes the lock of the process's map: it waits as long as
 * mmap(), munmap() and fork() work, and they wait for it. */
typedef struct hp_peek_own {
	int file; /* -1: none; process_vm_readv() has to do */
	char *copy; /* its bytes */
} hp_peek_own;

/* For a thread with a table of files and all signals of its own: nobody else may come to have the number, and a limit of file sizes ends
 * nothing. */
void hp_peek_own_open(hp_peek_own *own);
void hp_peek_own_close(hp_peek_own *own);

/* As hp_peek_pieces(). */
ssize_t hp_peek_own_pieces(const hp_peek_own *own, const struct iovec *here,
	const struct iovec *there, unsigned long count);

#endif

#endif /* HP_BASE_PEEK_H */
