#include "hook/growth.h"

#include "base/interrupt.h"
#include "hook/allocator.h"
#include "php_xhprof.h"

#include "main/php_globals.h"

#include <stdlib.h>

uint64_t hp_growth_bytes(const hp_growth_threshold *threshold)
{
	if (threshold->bytes != 0) {
		return threshold->bytes;
	}

	if (PG(memory_limit) <= 0) {
		return UINT64_MAX;
	}

	return (uint64_t) PG(memory_limit) / 100 * threshold->percent +
		(uint64_t) PG(memory_limit) % 100 * threshold->percent / 100;
}

#ifdef __linux__

# include <sys/mman.h>
# include <unistd.h>

/* Offset of the storage in the heap, in words. It has been the same since PHP 7.0. */
# define GROWTH_STORAGE_PLACE 1

static zend_mm_storage *volatile *growth_place(zend_mm_heap *heap)
{
	return (zend_mm_storage *volatile *) ((void **) heap + GROWTH_STORAGE_PLACE);
}

/* Checks the threshold before the heap gets this many bytes. */
static void growth_note(hp_growth *growth, size_t bytes)
{
	if (zend_memory_usage(true) + bytes > hp_growth_bytes(&growth->threshold)) {
		hp_growth_unwatch(growth);
		growth->is_passed = true;
		hp_interrupt_ask(hp_compat_executor_globals());
	}
}

static void *growth_map(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/* Unmaps what lies before the first aligned address, and after the block that begins there. */
static void *growth_align(char *memory, size_t bytes, size_t room, size_t alignment)
{
	size_t before = (alignment - (uintptr_t) memory % alignment) % alignment;
	size_t behind = room - before - bytes;

	if (before > 0) {
		munmap(memory, before);
	}
	if (behind > 0) {
		munmap(memory + before + bytes, behind);
	}

	return memory + before;
}

/* Allocates aligned memory. The system usually continues the previous mapping, so that the first
 * try is aligned. */
static void *growth_allocate(zend_mm_storage *storage, size_t bytes, size_t alignment)
{
	size_t room = bytes + alignment - (size_t) sysconf(_SC_PAGESIZE);
	void *memory;

	growth_note(storage->data, bytes);
	memory = growth_map(bytes);
	if (memory == NULL || (uintptr_t) memory % alignment == 0) {
		return memory;
	}
	munmap(memory, bytes);
	memory = growth_map(room);

	return memory == NULL ? NULL : growth_align(memory, bytes, room, alignment);
}

static void growth_release(zend_mm_storage *storage, void *chunk, size_t bytes)
{
	munmap(chunk, bytes);
}

static bool growth_truncate(zend_mm_storage *storage, void *chunk, size_t before, size_t after)
{
	munmap((char *) chunk + after, before - after);

	return true;
}

static bool growth_extend(zend_mm_storage *storage, void *chunk, size_t before, size_t after)
{
	bool is_extended = mremap(chunk, before, after, 0) != MAP_FAILED;

	if (is_extended) {
		growth_note(storage->data, after - before);
	}

	return is_extended;
}

static const zend_mm_handlers growth_handlers = {
	growth_allocate, growth_release, growth_truncate, growth_extend};

/* True if the engine's allocator is used. Our own handlers call it, those of others may not. */
static bool growth_is_engines(zend_mm_heap *heap)
{
	const hp_allocator *allocator = XHPROF_G(allocator);

	return !zend_mm_is_custom_heap(heap) ||
		(allocator->heap == heap && allocator->next.allocate == NULL);
}

/* True if the storage is where we expect it. */
static bool growth_can_place(zend_mm_heap *heap)
{
	zend_mm_storage *volatile *place = growth_place(heap);
	zend_mm_storage *mark =
		(zend_mm_storage *) (void *) place; /* any address but that of a storage */
	bool is_there;

	if (*place != NULL || zend_mm_get_storage(heap) != NULL) {
		return false;
	}
	*place = mark;
	is_there = zend_mm_get_storage(heap) == mark;
	*place = NULL;

	return is_there;
}

static bool growth_has_huge_pages(void)
{
	const char *setting = getenv("USE_ZEND_ALLOC_HUGE_PAGES"); /* NOLINT(concurrency-mt-unsafe) */

	return setting != NULL && ZEND_STRTOL(setting, NULL, 0) != 0;
}

const char *hp_growth_refusal(const hp_growth_threshold *threshold)
{
	zend_mm_heap *heap = zend_mm_get_heap();

	if (!growth_is_engines(heap)) {
		return "PHP's allocator is not in use: an extension or USE_ZEND_ALLOC=0 replaces it";
	}
	if (growth_has_huge_pages()) {
		return "PHP uses huge pages, by USE_ZEND_ALLOC_HUGE_PAGES";
	}
	if (hp_growth_bytes(threshold) == UINT64_MAX) {
		return "there is no memory_limit for the percentage";
	}

	return growth_can_place(heap) ? NULL : "this PHP's allocator has an unknown layout";
}

/* Frees unused chunks: a memory limit below the memory in use makes the engine free them, if that
 * is enough to get below it. */
static void growth_trim(uint64_t bytes)
{
	if (zend_memory_usage(true) > bytes) {
		zend_set_memory_limit((size_t) bytes);
		zend_set_memory_limit((size_t) PG(memory_limit));
	}
}

void hp_growth_watch(hp_growth *growth, const hp_growth_threshold *threshold)
{
	hp_growth_unwatch(growth);
	growth->is_passed = false;
	growth->threshold = *threshold;
	growth_trim(hp_growth_bytes(threshold));
	memcpy((void *) &growth->storage.handlers, &growth_handlers, sizeof(growth_handlers));
	growth->storage.data = growth;
	growth->heap = zend_mm_get_heap();
	*growth_place(growth->heap) = &growth->storage;
}

void hp_growth_unwatch(hp_growth *growth)
{
	if (growth->heap != NULL) {
		*growth_place(growth->heap) = NULL;
		growth->heap = NULL;
	}
}

#endif
