#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "alloc/block.h"

#define BLOCK_FIRST_BITS 11u

/* The filter has this many times as many places as the table. */
#define BLOCK_FILTER_BITS 2u

#define BLOCK_FILTER_FULL 255

static void block_allocate(hp_blocks *blocks, unsigned int bits)
{
	blocks->slots = pecalloc((size_t) 1 << bits, sizeof(*blocks->slots), true);
	blocks->filter = pecalloc((size_t) 1 << (bits + BLOCK_FILTER_BITS), 1, true);
	blocks->filter_shift = 64 - bits - BLOCK_FILTER_BITS;
	blocks->mask = (uint32_t) (((size_t) 1 << bits) - 1);
	blocks->used = 0;
}

void hp_block_init(hp_blocks *blocks)
{
	block_allocate(blocks, BLOCK_FIRST_BITS);
}

void hp_block_free(hp_blocks *blocks)
{
	if (blocks->slots != NULL) {
		pefree(blocks->slots, true);
		pefree(blocks->filter, true);
	}
	memset(blocks, 0, sizeof(*blocks));
}

static uint32_t block_home(const hp_blocks *blocks, uintptr_t address)
{
	return (uint32_t) (hp_block_hash(address) >> (blocks->filter_shift + BLOCK_FILTER_BITS));
}

static uint8_t *block_filter(const hp_blocks *blocks, uintptr_t address)
{
	return &blocks->filter[hp_block_hash(address) >> blocks->filter_shift];
}

static hp_block *block_slot(const hp_blocks *blocks, uintptr_t address)
{
	uint32_t at = block_home(blocks, address);

	while (blocks->slots[at].address != 0 && blocks->slots[at].address != address) {
		at = (at + 1) & blocks->mask;
	}

	return &blocks->slots[at];
}

static hp_block *block_put(hp_blocks *blocks, uintptr_t address)
{
	hp_block *block = block_slot(blocks, address);

	if (block->address == 0) {
		uint8_t *filter = block_filter(blocks, address);

		block->address = address;
		blocks->used++;
		if (*filter < BLOCK_FILTER_FULL) {
			++*filter;
		}
	}

	return block;
}

static void block_grow(hp_blocks *blocks)
{
	hp_blocks old = *blocks;

	block_allocate(blocks, 64 - old.filter_shift - BLOCK_FILTER_BITS + 1);
	for (size_t i = 0; i <= old.mask; i++) {
		if (old.slots[i].address != 0) {
			*block_put(blocks, old.slots[i].address) = old.slots[i];
		}
	}
	pefree(old.slots, true);
	pefree(old.filter, true);
}

hp_block *hp_block_add(hp_blocks *blocks, uintptr_t address)
{
	if (blocks->used > blocks->mask / 2) {
		block_grow(blocks);
	}

	return block_put(blocks, address);
}

const hp_block *hp_block_find(const hp_blocks *blocks, uintptr_t address)
{
	const hp_block *block = block_slot(blocks, address);

	return block->address == 0 ? NULL : block;
}

/* Whether at is on the way from home to hole, which is before it: then moving it there keeps it
 * reachable. The table is a ring. */
static bool block_may_move(const hp_blocks *blocks, uint32_t home, uint32_t hole, uint32_t at)
{
	return ((at - home) & blocks->mask) >= ((at - hole) & blocks->mask);
}

/* Closes the gap that a block leaves: those behind it may have been put there for want of its place. */
static void block_close_gap(hp_blocks *blocks, uint32_t hole)
{
	uint32_t at = hole;

	for (;;) {
		at = (at + 1) & blocks->mask;
		if (blocks->slots[at].address == 0) {
			break;
		}
		if (block_may_move(blocks, block_home(blocks, blocks->slots[at].address), hole, at)) {
			blocks->slots[hole] = blocks->slots[at];
			hole = at;
		}
	}
	blocks->slots[hole].address = 0;
}

bool hp_block_take(hp_blocks *blocks, uintptr_t address, hp_block *block)
{
	hp_block *slot = block_slot(blocks, address);
	uint8_t *filter = block_filter(blocks, address);

	if (slot->address == 0) {
		return false;
	}
	*block = *slot;
	blocks->used--;
	if (*filter < BLOCK_FILTER_FULL) {
		--*filter;
	}
	block_close_gap(blocks, (uint32_t) (slot - blocks->slots));

	return true;
}
