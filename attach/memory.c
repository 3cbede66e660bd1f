/* For process_vm_readv(). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "attach/memory.h"

#include "base/peek.h"

#ifdef __linux__

#include <sys/uio.h>

bool hp_attach_read(pid_t pid, uintptr_t from, void *to, size_t bytes)
{
	return hp_peek(pid, (const void *) from, to, bytes);
}

size_t hp_attach_read_pieces(pid_t pid, const hp_attach_piece *pieces, size_t count)
{
	struct iovec local[HP_ATTACH_PIECES], remote[HP_ATTACH_PIECES];
	ssize_t bytes;
	size_t whole = 0;

	count = MIN(count, HP_ATTACH_PIECES);
	for (size_t i = 0; i < count; i++) {
		local[i] = (struct iovec){pieces[i].to, pieces[i].bytes};
		remote[i] = (struct iovec){(void *) pieces[i].from, pieces[i].bytes};
	}
	bytes = count == 0 ? 0 : process_vm_readv(pid, local, count, remote, count, 0);
	while (whole < count && bytes >= (ssize_t) pieces[whole].bytes) {
		bytes -= (ssize_t) pieces[whole].bytes;
		whole++;
	}

	return whole;
}

#endif
