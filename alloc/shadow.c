#include "alloc/shadow.h"

#ifndef PHP_WIN32
# include <sys/mman.h>
#endif

#define SHADOW_BYTES (HP_SHADOW_SLOTS * sizeof(uint32_t))

static const hp_table_kind shadow_chunks = {
	.row_bytes = sizeof(hp_shadow_chunk), .first_rows = 512};

/* Zeroed; NULL: no memory. */
#ifdef PHP_WIN32
static uint32_t *shadow_map(void)
{
	return VirtualAlloc(NULL, SHADOW_BYTES, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

static void shadow_unmap(uint32_t *slots)
{
	VirtualFree(slots, 0, MEM_RELEASE);
}
#else
static uint32_t *shadow_map(void)
{
	void *slots =
		mmap(NULL, SHADOW_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return slots == MAP_FAILED ? NULL : slots;
}

static void shadow_unmap(uint32_t *slots)
{
	munmap(slots, SHADOW_BYTES);
}
#endif

void hp_shadow_init(hp_shadow *shadow)
{
	memset(shadow, 0, sizeof(*shadow));
	hp_table_reserve(&shadow->chunks, &shadow_chunks, 1);
}

void hp_shadow_free(hp_shadow *shadow)
{
	const hp_shadow_chunk *chunk = NULL;

	while ((chunk = hp_table_next(&shadow->chunks, &shadow_chunks, chunk)) != NULL) {
		shadow_unmap(chunk->slots);
	}
	hp_table_free(&shadow->chunks, &shadow_chunks);
	memset(shadow, 0, sizeof(*shadow));
}

uint32_t *hp_shadow_slot_slow(hp_shadow *shadow, uintptr_t address, bool is_made)
{
	uintptr_t number = address >> HP_SHADOW_CHUNK_BITS;
	hp_shadow_chunk *chunk = hp_table_find(&shadow->chunks, &shadow_chunks, &number);

	if (chunk == NULL) {
		uint32_t *slots = is_made ? shadow_map() : NULL;

		if (slots == NULL) {
			return NULL;
		}
		chunk = hp_table_add(&shadow->chunks, &shadow_chunks, &number);
		*chunk = (hp_shadow_chunk){number, slots};
	}
	shadow->cache[number % HP_SHADOW_CACHE] = *chunk;

	return &chunk->slots[(address & (HP_SHADOW_CHUNK_BYTES - 1)) >> HP_SHADOW_GRAIN_BITS];
}
