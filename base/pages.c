#include "base/pages.h"

#ifndef PHP_WIN32
# include <sys/mman.h>
# ifndef MAP_ANONYMOUS
#  define MAP_ANONYMOUS MAP_ANON
# endif
#endif

#define PAGES_FIRST_ITEMS ((size_t) 4096)
#define PAGES_LEAST_BYTES ((size_t) 64 * 1024) /* fewer are not worth a system call */
#define PAGES_LINE_BYTES ((size_t) 64)

/* In front of the memory. It is a whole cache line, so that the memory is aligned to one. */
typedef union pages_head {
	size_t mapped_bytes; /* 0: it comes from malloc() */
	char line[PAGES_LINE_BYTES];
} pages_head;

void *hp_pages_take(size_t size_bytes)
{
#ifdef PHP_WIN32
	return calloc(1, size_bytes);
#else
	void *memory =
		mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
#endif
}

void hp_pages_release(void *memory, size_t size_bytes)
{
	if (memory == NULL) {
		return;
	}
#ifdef PHP_WIN32
	free(memory);
#else
	munmap(memory, size_bytes);
#endif
}

bool hp_pages_grow(void **memory, size_t *count, size_t wanted, size_t item_bytes)
{
	size_t size = MAX(MAX(*count * 2, PAGES_FIRST_ITEMS), wanted);
	void *larger;

	if (wanted <= *count) {
		return true;
	}
	larger = hp_pages_take(size * item_bytes);
	if (larger == NULL) {
		return false;
	}
	if (*memory != NULL) {
		memcpy(larger, *memory, *count * item_bytes);
		hp_pages_release(*memory, *count * item_bytes);
	}
	*memory = larger;
	*count = size;

	return true;
}

void *hp_pages_allocate(size_t size_bytes)
{
	size_t bytes = size_bytes + sizeof(pages_head);
	pages_head *head = bytes < PAGES_LEAST_BYTES ? NULL : hp_pages_take(bytes);

	if (head == NULL) {
		head = pecalloc(1, bytes, true);
	} else {
		head->mapped_bytes = bytes;
	}

	return head + 1;
}

void hp_pages_free(void *memory)
{
	pages_head *head = memory;

	if (memory == NULL) {
		return;
	}
	head--;
	if (head->mapped_bytes == 0) {
		pefree(head, true);
	} else {
		hp_pages_release(head, head->mapped_bytes);
	}
}
