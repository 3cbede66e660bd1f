#include "alloc/shadow.h"

#include "base/pages.h"

#define SHADOW_BYTES (HP_SHADOW_SLOTS * sizeof(uint32_t))

static const hp_table_kind shadow_chunks = {
	.row_bytes = sizeof(hp_shadow_chunk), .first_rows = 512};

void hp_shadow_init(hp_shadow *shadow)
{
	hp_table_reserve(&shadow->chunks, &shadow_chunks, 1);
}

void hp_shadow_free(hp_shadow *shadow)
{
	const hp_shadow_chunk *chunk = NULL;

	while ((chunk = hp_table_next(&shadow->chunks, &shadow_chunks, chunk)) != NULL) {
		hp_pages_release(chunk->slots, SHADOW_BYTES);
	}
	hp_table_free(&shadow->chunks, &shadow_chunks);
	memset(shadow, 0, sizeof(*shadow));
}

uint32_t *hp_shadow_slot_slow(hp_shadow *shadow, uintptr_t address, bool is_made)
{
	uintptr_t number = address >> HP_SHADOW_CHUNK_BITS;
	hp_shadow_chunk *chunk = hp_table_find(&shadow->chunks, &shadow_chunks, &number);

	if (chunk == NULL) {
		uint32_t *slots = is_made ? hp_pages_take(SHADOW_BYTES) : NULL;

		if (slots == NULL) {
			return NULL;
		}
		chunk = hp_table_add(&shadow->chunks, &shadow_chunks, &number);
		*chunk = (hp_shadow_chunk){number, slots};
	}
	shadow->cache[number % HP_SHADOW_CACHE] = *chunk;

	return &chunk->slots[(address & (HP_SHADOW_CHUNK_BYTES - 1)) >> HP_SHADOW_GRAIN_BITS];
}
