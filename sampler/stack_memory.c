#include "sampler/stack_memory.h"

/* While another thread's pages are read, a check after this many asks whether it has run. */
#define STACK_MEMORY_PAGES_AT_ONCE 16u

bool hp_stack_memory_read_raw(const hp_stack_walk *walk, void *to, const void *from, size_t bytes)
{
#ifdef __linux__
	struct iovec here = {to, bytes}, there = {(void *) from, bytes};

	return hp_stack_memory_peek(walk, &here, &there, 1) == (ssize_t) bytes;
#else
	return false;
#endif
}

bool hp_stack_memory_can_read(void)
{
#ifdef __linux__
	uint64_t there = 0x7868707266, here = 0;

	return hp_peek(getpid(), &there, &here, sizeof(here)) && here == there;
#else
	return false;
#endif
}

bool hp_stack_memory_has_run(const hp_stack_walk *walk)
{
#ifdef HP_SAMPLE_HAS_SOURCES
	return hp_sample_source_cpu_ns(walk->other) != walk->other_cpu_ns;
#else
	return false;
#endif
}

/* Fails if the other thread has run, or if the memory cannot be read. */
static bool stack_memory_read_page(hp_stack_walk *walk, void *to, uintptr_t address)
{
	return (walk->other == NULL || ++walk->reads % STACK_MEMORY_PAGES_AT_ONCE != 0 ||
			   !hp_stack_memory_has_run(walk)) &&
		hp_stack_memory_read_raw(walk, to, (const void *) address, HP_STACK_WALK_PAGE_BYTES);
}

hp_stack_walk_page *hp_stack_memory_slot(hp_stack_walk *walk, uintptr_t page)
{
	return &walk->pages[page / HP_STACK_WALK_PAGE_BYTES % HP_STACK_WALK_PAGES];
}

const hp_stack_walk_page *hp_stack_memory_page_read(hp_stack_walk *walk, uintptr_t page)
{
	hp_stack_walk_page *slot = hp_stack_memory_slot(walk, page);

	for (int i = 0; i < HP_STACK_WALK_COPIES; i++) {
		if (walk->copies[i].address == page) {
			return &walk->copies[i];
		}
	}
	if (slot->address != page) {
		return NULL;
	}
	slot->walk = walk->walks;

	return slot;
}

/* The page that has this address, read now if need be; NULL: it cannot be read. */
static const hp_stack_walk_page *stack_memory_page(hp_stack_walk *walk, uintptr_t address)
{
	uintptr_t start = address - address % HP_STACK_WALK_PAGE_BYTES;
	const hp_stack_walk_page *read = hp_stack_memory_page_read(walk, start);
	hp_stack_walk_page *slot;

	if (EXPECTED(read != NULL)) {
		return read;
	}
	slot = hp_stack_memory_slot(walk, start);
	slot->address = stack_memory_read_page(walk, slot->bytes, start) ? start : 0;
	slot->walk = walk->walks;

	return slot->address == 0 ? NULL : slot;
}

void hp_stack_memory_read_pages(hp_stack_walk *walk)
{
#ifdef __linux__
	struct iovec here[HP_STACK_WALK_PAGES], there[HP_STACK_WALK_PAGES];
	hp_stack_walk_page *pages[HP_STACK_WALK_PAGES];
	unsigned long count = 0;
	ssize_t bytes;

	walk->walks++;
	for (int i = 0; i < HP_STACK_WALK_PAGES; i++) {
		hp_stack_walk_page *page = &walk->pages[i];

		if (page->address != 0 && page->walk + 1 != walk->walks) {
			page->address = 0;
		} else if (page->address != 0) {
			here[count] = (struct iovec){page->bytes, sizeof(page->bytes)};
			there[count] = (struct iovec){(void *) page->address, sizeof(page->bytes)};
			pages[count++] = page;
		}
	}
	bytes = count == 0 ? 0 : hp_stack_memory_peek(walk, here, there, count);
	for (unsigned long i = 0; i < count; i++) {
		if (bytes < (ssize_t) ((i + 1) * HP_STACK_WALK_PAGE_BYTES)) {
			pages[i]->address = 0;
		}
	}
#endif
}

bool hp_stack_memory_read(hp_stack_walk *walk, void *to, const void *from, size_t bytes)
{
	uintptr_t address = (uintptr_t) from;
	char *end = to;

	while (bytes > 0) {
		size_t start = address % HP_STACK_WALK_PAGE_BYTES;
		size_t here = MIN(bytes, HP_STACK_WALK_PAGE_BYTES - start);
		const hp_stack_walk_page *page = stack_memory_page(walk, address);

		if (page == NULL) {
			return false;
		}
		memcpy(end, page->bytes + start, here);
		end += here;
		address += here;
		bytes -= here;
	}

	return true;
}
