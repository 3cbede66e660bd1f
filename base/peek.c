/* For process_vm_readv(). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "base/peek.h"

#ifdef __linux__

#include <sys/uio.h>

bool hp_peek(pid_t process, const void *from, void *to, size_t bytes)
{
	struct iovec here = {to, bytes}, there = {(void *) from, bytes};

	return process_vm_readv(process, &here, 1, &there, 1, 0) == (ssize_t) bytes;
}

#endif
