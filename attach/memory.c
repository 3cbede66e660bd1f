#include "attach/memory.h"

#include "base/peek.h"
#include "sampler/source.h"

#ifdef __linux__

# include <errno.h>
# include <sys/uio.h>

# define MEMORY_PAGE 4096

/* The time of reading that costs as much as one piece. A piece takes a microsecond; it takes longer
 * if the system has to fetch its memory, from a disk or from a program. */
# define MEMORY_UNIT_NS 50000

/* A clock that moves every few milliseconds, and costs next to nothing to read. Most short reads
 * take 0 by it; the few during which it moves make up for them on average. */
# define MEMORY_CLOCK CLOCK_MONOTONIC_COARSE

static bool memory_pay(hp_attach_memory *memory, uint64_t cost)
{
	uint64_t paid = MIN(cost, memory->left);

	memory->left -= paid;
	__atomic_store_n(&memory->readings, memory->readings + 1, __ATOMIC_RELAXED);
	if (paid < cost) {
		errno = ETIME;
	}

	return paid == cost;
}

static void memory_pay_time(hp_attach_memory *memory, uint64_t began_ns)
{
	uint64_t took = (hp_sample_source_clock_ns(MEMORY_CLOCK) - began_ns) / MEMORY_UNIT_NS;

	memory->left -= MIN(memory->left, took);
}

bool hp_attach_read(hp_attach_memory *memory, uintptr_t from, void *to, size_t bytes)
{
	uint64_t began_ns = hp_sample_source_clock_ns(MEMORY_CLOCK);
	bool is_read = memory_pay(memory, 1 + bytes / MEMORY_PAGE) &&
		hp_peek(memory->pid, (const void *) from, to, bytes);

	memory_pay_time(memory, began_ns);

	return is_read;
}

size_t hp_attach_read_pieces(hp_attach_memory *memory, const hp_attach_piece *pieces, size_t count)
{
	struct iovec local[HP_ATTACH_PIECES], remote[HP_ATTACH_PIECES];
	uint64_t cost = 0, began_ns = hp_sample_source_clock_ns(MEMORY_CLOCK);
	ssize_t bytes;
	size_t whole = 0;

	count = MIN(count, HP_ATTACH_PIECES);
	for (size_t i = 0; i < count; i++) {
		local[i] = (struct iovec){pieces[i].to, pieces[i].bytes};
		remote[i] = (struct iovec){(void *) pieces[i].from, pieces[i].bytes};
		cost += 1 + pieces[i].bytes / MEMORY_PAGE;
	}
	if (count == 0 || !memory_pay(memory, cost)) {
		return 0;
	}
	bytes = hp_peek_pieces(memory->pid, local, remote, count);
	memory_pay_time(memory, began_ns);
	while (whole < count && bytes >= (ssize_t) pieces[whole].bytes) {
		bytes -= (ssize_t) pieces[whole].bytes;
		whole++;
	}

	return whole;
}

#endif
