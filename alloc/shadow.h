/* shadow.h: a number for each block of PHP's allocator, found by the block's address.
 *
 * The allocator cuts its memory into chunks of 2 MiB. Each chunk gets a shadow, with four bytes for
 * each 16 of the chunk; the system provides only the pages of it that are used. No two blocks begin
 * in the same 16 bytes, except those of 8 bytes: the caller handles these. */
#ifndef HP_ALLOC_SHADOW_H
#define HP_ALLOC_SHADOW_H

#include "base/table.h"

#define HP_SHADOW_CHUNK_BITS 21
#define HP_SHADOW_CHUNK_BYTES ((size_t) 1 << HP_SHADOW_CHUNK_BITS)
#define HP_SHADOW_GRAIN_BITS 4
#define HP_SHADOW_SLOTS (HP_SHADOW_CHUNK_BYTES >> HP_SHADOW_GRAIN_BITS)

#define HP_SHADOW_CACHE 64u

typedef struct hp_shadow_chunk {
	uintptr_t number; /* address / chunk bytes; 0: none */
	uint32_t *slots;
} hp_shadow_chunk;

typedef struct hp_shadow {
	hp_shadow_chunk cache[HP_SHADOW_CACHE]; /* by the last bits of the number */
	hp_table chunks; /* of hp_shadow_chunk */
} hp_shadow;

/* Takes all zeros, which has no rows. hp_shadow_free() leaves and takes that, too. */
void hp_shadow_init(hp_shadow *shadow);
void hp_shadow_free(hp_shadow *shadow);

/* The rare half of hp_shadow_slot(). */
uint32_t *hp_shadow_slot_slow(hp_shadow *shadow, uintptr_t address, bool is_made);

/* The place of a block's number in a chunk used lately; NULL: it may be elsewhere. */
static zend_always_inline uint32_t *hp_shadow_cached(const hp_shadow *shadow, uintptr_t address)
{
	uintptr_t number = address >> HP_SHADOW_CHUNK_BITS;
	const hp_shadow_chunk *chunk = &shadow->cache[number % HP_SHADOW_CACHE];

	if (UNEXPECTED(chunk->number != number)) {
		return NULL;
	}

	return &chunk->slots[(address & (HP_SHADOW_CHUNK_BYTES - 1)) >> HP_SHADOW_GRAIN_BITS];
}

/* The place of a block's number. NULL: none, because is_made is false or there is no memory. */
static zend_always_inline uint32_t *hp_shadow_slot(
	hp_shadow *shadow, uintptr_t address, bool is_made)
{
	uint32_t *slot = hp_shadow_cached(shadow, address);

	return EXPECTED(slot != NULL) ? slot : hp_shadow_slot_slow(shadow, address, is_made);
}

#endif /* HP_ALLOC_SHADOW_H */
