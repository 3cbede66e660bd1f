/* block.h: the live-block table: blocks of memory by their addresses. */
#ifndef HP_ALLOC_BLOCK_H
#define HP_ALLOC_BLOCK_H

#include "base/table.h"

typedef struct hp_block {
	uintptr_t address; /* the key, not 0 */
	uint64_t bytes;
	uint32_t site; /* that allocated it: see alloc/site.h */
	uint32_t count; /* blocks it stands for */
} hp_block;

typedef struct hp_blocks {
	hp_table table; /* of hp_block; no rows: closed */
	/* Counts the blocks by the upper bits of their hash: one byte rules out most addresses that are
	 * not in the table. 255 is never decremented: there may be more. */
	uint8_t *filter;
	unsigned int filter_shift;
} hp_blocks;

/* hp_block_init() wants all zeros, which is what hp_block_free() leaves and takes. */
void hp_block_init(hp_blocks *blocks);
void hp_block_free(hp_blocks *blocks);

/* Adds a block. Its row is valid until the next change of the table. A block already in the table
 * was freed without being noticed; overwrite its row. */
hp_block *hp_block_add(hp_blocks *blocks, uintptr_t address);

/* Removes a block into *block; false if it is not there. */
bool hp_block_take(hp_blocks *blocks, uintptr_t address, hp_block *block);

/* The block of an address, or NULL. */
const hp_block *hp_block_find(const hp_blocks *blocks, uintptr_t address);

static zend_always_inline uint64_t hp_block_hash(uintptr_t address)
{
	return (uint64_t) (address >> 3) * HP_TABLE_GOLDEN;
}

/* False: certainly not in the table. */
static zend_always_inline bool hp_block_may_have(const hp_blocks *blocks, uintptr_t address)
{
	return blocks->filter[hp_block_hash(address) >> blocks->filter_shift] != 0;
}

#endif /* HP_ALLOC_BLOCK_H */
