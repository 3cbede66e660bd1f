/* shadow.h: a number for each block of PHP's allocator, in a place that its address leads to.
 *
 * The allocator cuts its memory into chunks of 2 MiB. Beside each there is a shadow, of which the
 * system gives only the pages that are used: four bytes for each 16. No two blocks begin in the same
 * 16 bytes, but those of 8 bytes do, and whoever writes here knows that. */
#ifndef HP_ALLOC_SHADOW_H
#define HP_ALLOC_SHADOW_H

#include "base/compat.h"

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
	hp_shadow_chunk *chunks; /* open addressing, at most half full */
	uint32_t mask;
	uint32_t used;
} hp_shadow;

/* An empty one; all zeros is what hp_shadow_free() leaves and takes. */
void hp_shadow_init(hp_shadow *shadow);
void hp_shadow_free(hp_shadow *shadow);

/* The rare half of hp_shadow_slot(). */
uint32_t *hp_shadow_slot_slow(hp_shadow *shadow, uintptr_t address, bool is_made);

/* Where the number of a block is. NULL: there is none, because is_made is false or the system has no
 * memory left. */
static zend_always_inline uint32_t *hp_shadow_slot(
	hp_shadow *shadow, uintptr_t address, bool is_made)
{
	uintptr_t number = address >> HP_SHADOW_CHUNK_BITS;
	const hp_shadow_chunk *chunk = &shadow->cache[number % HP_SHADOW_CACHE];

	if (UNEXPECTED(chunk->number != number)) {
		return hp_shadow_slot_slow(shadow, address, is_made);
	}

	return &chunk->slots[(address & (HP_SHADOW_CHUNK_BYTES - 1)) >> HP_SHADOW_GRAIN_BITS];
}

#endif /* HP_ALLOC_SHADOW_H */
