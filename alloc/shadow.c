#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "alloc/shadow.h"

#ifndef PHP_WIN32
# include <sys/mman.h>
#endif

#define SHADOW_FIRST_CHUNKS 256u
#define SHADOW_BYTES (HP_SHADOW_SLOTS * sizeof(uint32_t))

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
	shadow->mask = SHADOW_FIRST_CHUNKS - 1;
	shadow->chunks = pecalloc(SHADOW_FIRST_CHUNKS, sizeof(*shadow->chunks), true);
}

void hp_shadow_free(hp_shadow *shadow)
{
	if (shadow->chunks == NULL) {
		return;
	}
	for (size_t i = 0; i <= shadow->mask; i++) {
		if (shadow->chunks[i].slots != NULL) {
			shadow_unmap(shadow->chunks[i].slots);
		}
	}
	pefree(shadow->chunks, true);
	memset(shadow, 0, sizeof(*shadow));
}

static hp_shadow_chunk *shadow_find(const hp_shadow *shadow, uintptr_t number)
{
	uint32_t at = (uint32_t) ((uint64_t) number * UINT64_C(0x9E3779B97F4A7C15) >> 32);

	for (at &= shadow->mask; shadow->chunks[at].number != 0; at = (at + 1) & shadow->mask) {
		if (shadow->chunks[at].number == number) {
			break;
		}
	}

	return &shadow->chunks[at];
}

static void shadow_grow(hp_shadow *shadow)
{
	hp_shadow_chunk *old = shadow->chunks;
	size_t size = (size_t) shadow->mask + 1;

	shadow->chunks = pecalloc(2 * size, sizeof(*shadow->chunks), true);
	shadow->mask = (uint32_t) (2 * size - 1);
	for (size_t i = 0; i < size; i++) {
		if (old[i].number != 0) {
			*shadow_find(shadow, old[i].number) = old[i];
		}
	}
	pefree(old, true);
}

static hp_shadow_chunk *shadow_make(hp_shadow *shadow, uintptr_t number)
{
	uint32_t *slots = shadow_map();
	hp_shadow_chunk *chunk;

	if (slots == NULL) {
		return NULL;
	}
	if (++shadow->used > shadow->mask / 2) {
		shadow_grow(shadow);
	}
	chunk = shadow_find(shadow, number);
	chunk->number = number;
	chunk->slots = slots;

	return chunk;
}

uint32_t *hp_shadow_slot_slow(hp_shadow *shadow, uintptr_t address, bool is_made)
{
	uintptr_t number = address >> HP_SHADOW_CHUNK_BITS;
	const hp_shadow_chunk *chunk = shadow_find(shadow, number);

	if (chunk->number == 0) {
		chunk = is_made ? shadow_make(shadow, number) : NULL;
	}
	if (chunk == NULL) {
		return NULL;
	}
	shadow->cache[number % HP_SHADOW_CACHE] = *chunk;

	return &chunk->slots[(address & (HP_SHADOW_CHUNK_BYTES - 1)) >> HP_SHADOW_GRAIN_BITS];
}
