/* memory.h: reads the memory of another process, without stopping it or changing anything in it.
 *
 * The other process may belong to anybody, and its memory may be made to keep its reader busy:
 * chains without end, a thousand images. Each reading counts against a budget that is far above
 * what PHP needs. When it is spent, all readings fail. */
#ifndef HP_ATTACH_MEMORY_H
#define HP_ATTACH_MEMORY_H

#include "base/compat.h"

#ifdef __linux__

# include <sys/types.h>

/* The kernel takes no more pieces in one call. */
# define HP_ATTACH_PIECES 1024

typedef struct hp_attach_memory {
	pid_t pid;
	/* what is left of the budget, which the owner sets: a piece costs 1, each page in it 1, and
	 * each 50 us 1 */
	uint64_t left;
	uint64_t readings; /* readings so far; another thread may read this */
} hp_attach_memory;

/* The budget to open a process. PHP needs a hundredth of it, except for the texts of a large
 * library. It lasts about a tenth of a second, or at most 7 s if the memory is slow. */
# define HP_ATTACH_OPEN_BUDGET (UINT64_C(1) << 17)

/* The budget of a look: enough for a stack of 500 frames that is read eight times. It lasts at most
 * 4 s. */
# define HP_ATTACH_LOOK_BUDGET (UINT64_C(1) << 16)

typedef struct hp_attach_piece {
	uintptr_t from;
	void *to;
	size_t bytes;
} hp_attach_piece;

/* Reads memory of the process. Returns false if not all of it could be read; then errno says why,
 * ETIME if the budget is spent. */
bool hp_attach_read(hp_attach_memory *memory, uintptr_t from, void *to, size_t bytes);

/* Return a pointer, and a number, from bytes that were read. */
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

/* Reads all pieces by one system call, up to HP_ATTACH_PIECES. Returns how many were read
 * completely, up to the first that was not. */
size_t hp_attach_read_pieces(hp_attach_memory *memory, const hp_attach_piece *pieces, size_t count);

#endif

#endif /* HP_ATTACH_MEMORY_H */
