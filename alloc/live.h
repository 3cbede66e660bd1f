/* live.h: which blocks of PHP's allocator are alive, and to whose account.
 *
 *   full     every block. A small one has its account and its size class in the shadow of its
 *            chunk; the few of 8 bytes and those of more than 2 MiB are in a table.
 *   sampled  about one in every interval of bytes, in the table. The gaps between two are
 *            exponential, so that a block of n bytes is taken with a probability of
 *            1 - exp(-n / interval); it stands for one over that.
 *
 * In a ledger that is is_measured, all blocks are in the table: their addresses tell nothing. */
#ifndef HP_ALLOC_LIVE_H
#define HP_ALLOC_LIVE_H

#include "alloc/mode.h"
#include "alloc/site.h"
#include "alloc/block.h"
#include "alloc/shadow.h"
#include "base/random.h"

/* Blocks up to that size are of a class by their size alone. */
#define HP_LIVE_SMALL_BYTES ((size_t) 3072)

/* What may be more than a chunk has room for: the allocator is asked what it took. */
#define HP_LIVE_HUGE_BYTES ((size_t) 1024 * 1024)

/* What stands in the shadow: an account and a class. 0: nothing is known of the block. */
#define HP_LIVE_CLASS_BITS 6
#define HP_LIVE_CLASS_MASK 63u
#define HP_LIVE_CLASS_TABLE 62u /* two blocks may begin there: look in the table */
#define HP_LIVE_CLASS_LARGE 63u /* of pages: ask the allocator */
#define HP_LIVE_MAX_SITES (UINT32_MAX >> HP_LIVE_CLASS_BITS)

typedef struct hp_live {
	hp_live_mode mode;
	bool is_recording; /* not paused */
	bool is_measured;
	zend_mm_heap *heap;
	hp_sites sites;
	hp_shadow shadow;
	hp_blocks blocks;
	/* size classes, learnt as they are seen */
	uint8_t class_of[HP_LIVE_SMALL_BYTES / 8 + 1]; /* by size in words; 0: not yet known */
	uint8_t class_with[HP_LIVE_SMALL_BYTES / 8 + 1]; /* by the class's own bytes in words */
	uint32_t class_bytes[HP_LIVE_CLASS_TABLE];
	uint32_t classes_count;
	uintptr_t newest[2]; /* the blocks allocated last */
	/* of blocks allocated before the run, or while it was paused */
	uint64_t outside_frees;
	uint64_t outside_bytes;
	uint64_t lost; /* blocks that no memory was left to note */
	/* sampled */
	int64_t left_bytes; /* until the next sample */
	double interval_bytes;
	hp_random random;
} hp_live;

/* Opens an empty ledger. interval_bytes is for HP_LIVE_SAMPLED. All zeros is a closed one. */
void hp_live_open(hp_live *live, hp_live_mode mode, bool is_measured, zend_mm_heap *heap,
	uint64_t interval_bytes);

/* Forgets the blocks; the accounts stay to be read. */
void hp_live_close(hp_live *live);

/* Forgets the accounts too. */
void hp_live_free(hp_live *live);

/* Blocks that take the slow way. bytes is what the memory in use grew or shrank by. */
void hp_live_add(hp_live *live, uint32_t site, uintptr_t address, uint64_t count, uint64_t bytes);
void hp_live_outside(hp_live *live, uint64_t bytes);

/* Takes a block out of the table, and gives it back to its account. False: it is not there. */
bool hp_live_take(hp_live *live, uintptr_t address);

/* Draws the next gap, and says how many blocks one of that size stands for. */
uint64_t hp_live_sample(hp_live *live, size_t size);

/* What a block takes. The allocator may not say while it has handlers, so these are out of its sight. */
uint64_t hp_live_block_bytes(const hp_live *live, void *block);

/* The class of a block of that size, or in place of it of that address. */
uint32_t hp_live_class_slow(hp_live *live, void *block, size_t size);
uint32_t hp_live_class_of_bytes(hp_live *live, uint64_t bytes);

/* Whether an address is that of a block of its own: the first page of a chunk is the allocator's. */
static zend_always_inline bool hp_live_is_huge(uintptr_t address)
{
	return (address & (HP_SHADOW_CHUNK_BYTES - 1)) == 0;
}

static zend_always_inline uint32_t hp_live_class(hp_live *live, void *block, size_t size)
{
	uint32_t class = size <= HP_LIVE_SMALL_BYTES ? live->class_of[(size + 7) / 8] : 0;

	return EXPECTED(class != 0) ? class : hp_live_class_slow(live, block, size);
}

static zend_always_inline uint64_t hp_live_bytes_of_class(
	const hp_live *live, uint32_t class, void *block)
{
	return EXPECTED(class < HP_LIVE_CLASS_TABLE) ? live->class_bytes[class]
												 : hp_live_block_bytes(live, block);
}

/* A new block in a chunk. */
static zend_always_inline void hp_live_note(
	hp_live *live, uint32_t site, void *block, uint32_t class)
{
	uintptr_t address = (uintptr_t) block;
	uint32_t *slot = hp_shadow_slot(&live->shadow, address, true);

	if (UNEXPECTED(slot == NULL) || UNEXPECTED(site > HP_LIVE_MAX_SITES)) {
		live->lost++;
		return;
	}
	*slot = site << HP_LIVE_CLASS_BITS | class;
	if (UNEXPECTED(class == HP_LIVE_CLASS_TABLE)) {
		hp_live_add(live, site, address, 1, hp_live_block_bytes(live, block));
		return;
	}
	hp_site_charge(&live->sites, site, 1, hp_live_bytes_of_class(live, class, block));
}

/* The shadow of a block in a chunk, NULL if nothing is known of it. */
static zend_always_inline uint32_t *hp_live_known(hp_live *live, void *block)
{
	uint32_t *slot = hp_shadow_slot(&live->shadow, (uintptr_t) block, false);

	return EXPECTED(slot != NULL) && EXPECTED(*slot != 0) ? slot : NULL;
}

/* A block in a chunk is about to be given back. */
static zend_always_inline void hp_live_drop(hp_live *live, void *block)
{
	uintptr_t address = (uintptr_t) block;
	uint32_t *slot = hp_live_known(live, block);
	uint32_t class;

	if (UNEXPECTED(slot == NULL)) {
		hp_live_outside(live, hp_live_block_bytes(live, block));
		return;
	}
	class = *slot & HP_LIVE_CLASS_MASK;
	if (UNEXPECTED(class == HP_LIVE_CLASS_TABLE)) {
		if (!hp_live_take(live, address)) {
			hp_live_outside(live, hp_live_block_bytes(live, block));
		}
		return;
	}
	hp_site_discharge(&live->sites, *slot >> HP_LIVE_CLASS_BITS, 1,
		hp_live_bytes_of_class(live, class, block),
		address == live->newest[0] || address == live->newest[1]);
	*slot = 0;
}

#endif /* HP_ALLOC_LIVE_H */
