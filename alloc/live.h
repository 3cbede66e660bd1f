/* live.h: the live blocks of PHP's allocator, and the allocation site of each.
 *
 *   full     every block. The shadow of a chunk has the site and size class of each block in it;
 *            the few blocks of 8 bytes, and those of more than 2 MiB, are in a table.
 *   sampled  about one block per interval of bytes, in the table. Gaps between samples are
 *            exponential: a block of n bytes is taken with probability 1 - exp(-n / interval), and
 *            stands for one over that.
 *
 * With is_measured, all blocks are in the table: their addresses say nothing. */
#ifndef HP_ALLOC_LIVE_H
#define HP_ALLOC_LIVE_H

#include "alloc/mode.h"
#include "alloc/site.h"
#include "alloc/block.h"
#include "alloc/shadow.h"
#include "base/random.h"

/* Up to this size, a block's size alone determines its class. */
#define HP_LIVE_SMALL_BYTES ((size_t) 3072)

/* A number in the shadow holds a site and a class. 0: the block is unknown. */
#define HP_LIVE_CLASS_BITS 6
#define HP_LIVE_CLASS_MASK 63u
#define HP_LIVE_CLASS_TABLE 62u /* two blocks may begin there: look in the table */
#define HP_LIVE_CLASS_LARGE 63u /* of pages: ask the allocator */
#define HP_LIVE_MAX_SITES (UINT32_MAX >> HP_LIVE_CLASS_BITS)

typedef struct hp_live {
	hp_live_mode mode;
	bool is_recording; /* not paused */
	bool is_measured;
	size_t table_bytes; /* a new block of this size may belong into the table */
	zend_mm_heap *heap;
	hp_sites sites;
	hp_shadow shadow;
	hp_blocks blocks;
	/* Size classes are learnt as they occur. */
	uint8_t class_of[HP_LIVE_SMALL_BYTES / 8 + 1]; /* by size in words; 0: not yet known */
	uint8_t class_with[HP_LIVE_SMALL_BYTES / 8 + 1]; /* by the class's own bytes in words */
	uint32_t class_bytes[HP_LIVE_CLASS_TABLE];
	uint32_t classes_count;
	uintptr_t newest[2]; /* the blocks allocated last */
	/* of blocks allocated before the run, or while it was paused */
	uint64_t outside_frees, outside_bytes;
	uint64_t lost; /* blocks not recorded: out of memory */
	/* sampled */
	int64_t left_bytes; /* until the next sample */
	double interval_bytes;
	hp_random random;
} hp_live;

/* Opens it empty; all zeros is a closed one. interval_bytes is for HP_LIVE_SAMPLED. */
void hp_live_open(hp_live *live, hp_live_mode mode, bool is_measured, zend_mm_heap *heap,
	uint64_t interval_bytes);

/* Closing releases the blocks, and keeps the sites for reading; freeing releases both. */
void hp_live_close(hp_live *live);
void hp_live_free(hp_live *live);

/* The slow path. bytes: by how much memory in use grew or shrank. */
void hp_live_add(hp_live *live, uint32_t site, uintptr_t address, uint64_t count, uint64_t bytes);
void hp_live_outside(hp_live *live, uint64_t bytes);

/* Removes a block from the table, and discharges its site. False: it is not there. */
bool hp_live_take(hp_live *live, uintptr_t address);

/* The allocation site of a block. False: the block is unknown. */
bool hp_live_site(hp_live *live, const void *block, uint32_t *site);

/* Draws the next gap. Returns how many blocks a block of that size stands for. */
uint64_t hp_live_sample(hp_live *live, size_t size);

/* The size the allocator gave a block. It returns none while it has handlers, so they are hidden
 * from it. With is_measured, the size in the table; 0: the block is unknown. */
uint64_t hp_live_block_bytes(const hp_live *live, void *block);

/* The class of a new block, and that of a number of bytes. */
uint32_t hp_live_class_slow(hp_live *live, void *block, size_t size);
uint32_t hp_live_class_of_bytes(hp_live *live, uint64_t bytes);

/* The block has chunks of its own: in other chunks the first page is the allocator's. */
static zend_always_inline bool hp_live_is_huge(uintptr_t address)
{
	return (address & (HP_SHADOW_CHUNK_BYTES - 1)) == 0;
}

/* In a full run: the block has no place in a shadow. */
static zend_always_inline bool hp_live_is_in_table(const hp_live *live, const void *block)
{
	return live->is_measured || hp_live_is_huge((uintptr_t) block);
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

/* The shadow of a block in a chunk; NULL: the block is unknown. */
static zend_always_inline uint32_t *hp_live_known(hp_live *live, const void *block)
{
	uint32_t *slot = hp_shadow_slot(&live->shadow, (uintptr_t) block, false);

	return EXPECTED(slot != NULL) && EXPECTED(*slot != 0) ? slot : NULL;
}

/* A block in a chunk is about to be freed. */
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

/* The block has a place, and its class the number of its bytes. No block begins where a chunk does,
 * and no class is 0. */
static zend_always_inline bool hp_live_is_common(const uint32_t *slot, uint32_t class)
{
	return EXPECTED(slot != NULL) && EXPECTED(class - 1 < HP_LIVE_CLASS_TABLE - 1);
}

/* hp_live_note() of a common block, by a site of at most HP_LIVE_MAX_SITES. */
static zend_always_inline void hp_live_note_common(
	hp_live *live, uint32_t *slot, uint32_t site, uint32_t class)
{
	*slot = site << HP_LIVE_CLASS_BITS | class;
	hp_site_charge(&live->sites, site, 1, live->class_bytes[class]);
}

/* hp_live_drop() of a common block. */
static zend_always_inline void hp_live_drop_common(hp_live *live, uint32_t *slot, uintptr_t address)
{
	uint32_t noted = *slot;

	*slot = 0;
	hp_site_discharge(&live->sites, noted >> HP_LIVE_CLASS_BITS, 1,
		live->class_bytes[noted & HP_LIVE_CLASS_MASK],
		address == live->newest[0] || address == live->newest[1]);
}

#endif /* HP_ALLOC_LIVE_H */
