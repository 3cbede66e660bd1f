#include "heap/memory.h"

#ifndef PHP_WIN32
# include <sys/mman.h>
# ifndef MAP_ANONYMOUS
#  define MAP_ANONYMOUS MAP_ANON
# endif
#endif

#define MEMORY_FIRST_ITEMS ((size_t) 4096)

void *hp_heap_memory_take(size_t size_bytes)
{
#ifdef PHP_WIN32
	return calloc(1, size_bytes);
#else
	void *memory =
		mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
#endif
}

void hp_heap_memory_release(void *memory, size_t size_bytes)
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

bool hp_heap_memory_grow(void **memory, size_t *count, size_t wanted, size_t item_bytes)
{
	size_t size = MAX(MAX(*count * 2, MEMORY_FIRST_ITEMS), wanted);
	void *larger;

	if (wanted <= *count) {
		return true;
	}
	larger = hp_heap_memory_take(size * item_bytes);
	if (larger == NULL) {
		return false;
	}
	if (*memory != NULL) {
		memcpy(larger, *memory, *count * item_bytes);
		hp_heap_memory_release(*memory, *count * item_bytes);
	}
	*memory = larger;
	*count = size;

	return true;
}
