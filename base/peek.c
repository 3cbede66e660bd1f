/* For process_vm_readv(). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "base/peek.h"

#ifdef __linux__

#include "base/seccomp.h"

#include <errno.h>
#include <sys/syscall.h>

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

#endif
