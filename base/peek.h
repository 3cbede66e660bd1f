/* peek.h: reads memory that may be unmapped meanwhile, because another thread or process continues
 * to run. The kernel copies it, and reports if it cannot. */
#ifndef HP_BASE_PEEK_H
#define HP_BASE_PEEK_H

#include "base/compat.h"

#ifdef __linux__

# include <sys/types.h>
# include <sys/uio.h>

/* Returns false if not all of it could be read; errno says why. Async-signal-safe after the first
 * call of hp_seccomp_kills(). */
bool hp_peek(pid_t process, const void *from, void *to, size_t bytes);

/* Reads several pieces at once, up to the first one that cannot be read. Returns the number of
 * bytes, or -1. */
ssize_t hp_peek_pieces(
	pid_t process, const struct iovec *here, const struct iovec *there, unsigned long count);

/* Copies memory of this process through a file in memory. process_vm_readv() takes the lock of the
 * process's memory map: it waits while mmap(), munmap() and fork() work, and they wait for it. */
typedef struct hp_peek_own {
	int file; /* -1: none, process_vm_readv() is used */
	char *copy; /* the file's bytes, mapped */
} hp_peek_own;

/* For a thread that has its own table of files and blocks all signals: no one else may get the
 * number, and a limit of file sizes ends nothing. */
void hp_peek_own_open(hp_peek_own *own);
void hp_peek_own_close(hp_peek_own *own);

/* Like hp_peek_pieces(). */
ssize_t hp_peek_own_pieces(const hp_peek_own *own, const struct iovec *here,
	const struct iovec *there, unsigned long count);

#endif

#endif /* HP_BASE_PEEK_H */
