#include "base/peek.h"

#ifdef __linux__

# include "base/descriptor.h"
# include "base/seccomp.h"

# include <errno.h>
# include <sys/mman.h>
# include <sys/syscall.h>
# include <unistd.h>

/* Limit of bytes that are copied at once. */
# define PEEK_OWN_BYTES ((size_t) 1 << 19)

ssize_t hp_peek_pieces(
	pid_t process, const struct iovec *here, const struct iovec *there, unsigned long count)
{
	if (UNEXPECTED(hp_seccomp_kills(SYS_process_vm_readv))) {
		errno = EPERM;
		return -1;
	}

	return process_vm_readv(process, here, count, there, count, 0);
}

bool hp_peek(pid_t process, const void *from, void *to, size_t bytes)
{
	struct iovec here = {to, bytes}, there = {(void *) from, bytes};

	return hp_peek_pieces(process, &here, &there, 1) == (ssize_t) bytes;
}

void hp_peek_own_open(hp_peek_own *own)
{
	void *copy;

	own->file =
		hp_seccomp_kills(SYS_pwritev) ? -1 : hp_descriptor_open_memory("xhprof", PEEK_OWN_BYTES);
	own->copy = NULL;
	if (own->file < 0) {
		return;
	}
	copy = mmap(NULL, PEEK_OWN_BYTES, PROT_READ, MAP_SHARED, own->file, 0);
	if (copy == MAP_FAILED) {
		close(own->file);
		own->file = -1;
		return;
	}
	madvise(copy, PEEK_OWN_BYTES, MADV_DONTFORK);
	own->copy = copy;
}

void hp_peek_own_close(hp_peek_own *own)
{
	if (own->file >= 0) {
		munmap(own->copy, PEEK_OWN_BYTES);
		close(own->file);
	}
	own->file = -1;
}

/* Makes the system call directly, as a sanitizer would report that another thread may be
 * writing. */
ssize_t hp_peek_own_pieces(const hp_peek_own *own, const struct iovec *here,
	const struct iovec *there, unsigned long count)
{
	ssize_t bytes;
	size_t at = 0;

	if (own->file < 0) {
		return hp_peek_pieces(getpid(), here, there, count);
	}
	bytes = (ssize_t) syscall(SYS_pwritev, own->file, there, count, 0L, 0L);
	if (bytes < 0 && errno != EFAULT) {
		return hp_peek_pieces(
			getpid(), here, there, count); /* there is no memory, or files may not be this long */
	}
	for (unsigned long i = 0; i < count && (ssize_t) at < bytes; i++) {
		size_t part = MIN(here[i].iov_len, (size_t) bytes - at);

		memcpy(here[i].iov_base, own->copy + at, part);
		at += part;
	}

	return bytes;
}

#endif
