/* block.h: the blocks of memory that a table knows one by one, by their addresses. */
#ifndef HP_ALLOC_BLOCK_H
#define HP_ALLOC_BLOCK_H

#include "base/compat.h"

typedef struct hp_block {
	uintptr_t address; /* 0: the slot is free */
	uint64_t bytes;
	uint32_t site; /* who allocated it */
	uint32_t count; /* how many blocks it stands for */
} hp_block;

typedef struct hp_blocks {
	hp_block *slots; /* open addressing, at most half full; NULL: empty */
	uint32_t mask; /* slots minus one */
	uint32_t used;
	/* How many blocks there are whose hash ends like this, so that most addresses that are not in
	 * the table cost one look at one byte. 255 stays: it may be more. */
	uint8_t *filter;
	unsigned int filter_shift;
} hp_blocks;

/* Makes room for the first ones. All zeros is what hp_block_free() leaves and takes. */
void hp_block_init(hp_blocks *blocks);
void hp_block_free(hp_blocks *blocks);

/* Adds a block, and returns it until the next change of the table. One that is there already under
 * its address is overwritten: somebody else gave it back. */
hp_block *hp_block_add(hp_blocks *blocks, uintptr_t address);

/* Takes a block out; false if it is not there. */
bool hp_block_take(hp_blocks *blocks, uintptr_t address, hp_block *block);

/* The block of an address, or NULL. */
const hp_block *hp_block_find(const hp_blocks *blocks, uintptr_t address);

static zend_always_inline uint64_t hp_block_hash(uintptr_t address)
{
	return (uint64_t) (address >> 3) * UINT64_C(0x9E3779B97F4A7C15);
}

/* False: it is not there for sure. */
static zend_always_inline bool hp_block_may_have(const hp_blocks *blocks, uintptr_t address)
{
	return blocks->filter[hp_block_hash(address) >> blocks->filter_shift] != 0;
}

#endif /* HP_ALLOC_BLOCK_H */
