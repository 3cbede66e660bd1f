/* stack_memory.h: reads the memory of a thread, in place in the thread itself, and from another
 * thread by the kernel, in copies of whole pages. */
#ifndef HP_SAMPLER_STACK_MEMORY_H
#define HP_SAMPLER_STACK_MEMORY_H

#include "sampler/stack_walker.h"

#ifdef __linux__
# include <unistd.h>
#endif

/* Nothing lives at lower addresses. */
#define HP_STACK_MEMORY_LOWEST ((uintptr_t) 65536)

/* Copies of another thread's structures. */
typedef struct hp_stack_buffers {
	zend_execute_data frame;
	zend_function function;
	zend_op instruction;
	zend_function frameless;
} hp_stack_buffers;

/* True if another thread's stack can be read here. */
bool hp_stack_memory_can_read(void);

#ifdef __linux__

static inline ssize_t hp_stack_memory_peek(const hp_stack_walk *walk, const struct iovec *here,
	const struct iovec *there, unsigned long count)
{
	return walk->is_beside ? hp_peek_own_pieces(&walk->own, here, there, count)
						   : hp_peek_pieces(getpid(), here, there, count);
}

#endif

/* Reads memory that may be unmapped at any moment. */
bool hp_stack_memory_read_raw(const hp_stack_walk *walk, void *to, const void *from, size_t bytes);

/* Another thread begins or ends to read. */
static inline void hp_stack_memory_set_beside(hp_stack_walk *walk, bool is_beside)
{
#ifdef __linux__
	walk->is_beside = is_beside;
#endif
}

/* True if the thread of hp_stack_walk_other() has run since the walk began. A system without
 * sources has no clock for another thread, and no thread that would read its stack. */
bool hp_stack_memory_has_run(const hp_stack_walk *walk);

/* The slot of a page, which may have another one. */
hp_stack_walk_page *hp_stack_memory_slot(hp_stack_walk *walk, uintptr_t page);

/* The copy of a page that was read in this walk; NULL: it was not read, or another one took its
 * slot. */
const hp_stack_walk_page *hp_stack_memory_page_read(hp_stack_walk *walk, uintptr_t page);

/* Begins a walk by another thread: reads the pages of the last walk again with one call, as most
 * walks need the same ones. */
void hp_stack_memory_read_pages(hp_stack_walk *walk);

/* Copies memory out of pages that were read, and reads those that were not. Returns false if one
 * cannot be read. */
bool hp_stack_memory_read(hp_stack_walk *walk, void *to, const void *from, size_t bytes);

static inline void hp_stack_memory_reset_copies(hp_stack_walk *walk)
{
	for (int i = 0; i < HP_STACK_WALK_COPIES; i++) {
		walk->copies[i].address = 0;
	}
}

static inline void hp_stack_memory_reset_pages(hp_stack_walk *walk)
{
	for (int i = 0; i < HP_STACK_WALK_PAGES; i++) {
		walk->pages[i].address = 0; /* may have changed since the last walk */
	}
	hp_stack_memory_reset_copies(walk);
}

/* Copies memory. is_own: it is the calling thread's, and known to be there. */
static zend_always_inline bool hp_stack_memory_get(
	hp_stack_walk *walk, bool is_own, void *to, const void *from, size_t bytes)
{
	if (is_own) {
		memcpy(to, from, bytes);
		return true;
	}

	return hp_stack_memory_read(walk, to, from, bytes);
}

/* True if an address that was read can be that of a frame, a function or a text. If the thread
 * changed the memory while it was read, the address may be garbage. */
static zend_always_inline bool hp_stack_memory_is_pointer(const void *address)
{
	return EXPECTED((uintptr_t) address >= HP_STACK_MEMORY_LOWEST) &&
		EXPECTED(((uintptr_t) address & 7) == 0);
}

/* The memory at an address, in place or as a copy in the buffer; NULL: not readable. */
static zend_always_inline const void *hp_stack_memory_view(
	hp_stack_walk *walk, bool is_own, void *buffer, const void *from, size_t bytes)
{
	if (!hp_stack_memory_is_pointer(from)) {
		return NULL;
	}
	if (is_own) {
		return from;
	}

	return hp_stack_memory_read(walk, buffer, from, bytes) ? buffer : NULL;
}

#endif /* HP_SAMPLER_STACK_MEMORY_H */
