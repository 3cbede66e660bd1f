/* memory.h: reads the memory of another process. It stops and changes nothing there. */
#ifndef HP_ATTACH_MEMORY_H
#define HP_ATTACH_MEMORY_H

#include "base/compat.h"

#ifdef __linux__

# include <sys/types.h>

/* The kernel takes no more at once. */
# define HP_ATTACH_PIECES 1024

typedef struct hp_attach_piece {
	uintptr_t from;
	void *to;
	size_t bytes;
} hp_attach_piece;

/* False: not all of it could be read; errno says why. */
bool hp_attach_read(pid_t pid, uintptr_t from, void *to, size_t bytes);

/* Bytes that were read as a pointer, and as a number. */
static inline uintptr_t hp_attach_pointer(const char *bytes, uint16_t at)
{
	uintptr_t value;

	memcpy(&value, bytes + at, sizeof(value));

	return value;
}

static inline uint32_t hp_attach_number(const char *bytes, uint16_t at)
{
	uint32_t value;

	memcpy(&value, bytes + at, sizeof(value));

	return value;
}

/* All pieces by one system call, up to HP_ATTACH_PIECES. Returns how many were read whole, up to the first that was not. */
size_t hp_attach_read_pieces(pid_t pid, const hp_attach_piece *pieces, size_t count);

#endif

#endif /* HP_ATTACH_MEMORY_H */
