#include "alloc/block.h"

#define BLOCK_FILTER_BITS 2u /* the filter has 4 places for each row of the table */
#define BLOCK_FILTER_FULL 255

static const hp_table_kind block_kind = {.row_bytes = sizeof(hp_block), .first_rows = 2048};

static uint8_t *block_filter(const hp_blocks *blocks, uintptr_t address)
{
	return &blocks->filter[hp_block_hash(address) >> blocks->filter_shift];
}

static void block_filter_add(hp_blocks *blocks, uintptr_t address)
{
	uint8_t *filter = block_filter(blocks, address);

	if (*filter < BLOCK_FILTER_FULL) {
		++*filter;
	}
}

/* Rebuilds the filter for the size of the table. */
static void block_make_filter(hp_blocks *blocks)
{
	size_t places = (blocks->table.mask + 1) << BLOCK_FILTER_BITS;
	const hp_block *block = NULL;

	pefree(blocks->filter, true);
	blocks->filter = pecalloc(places, 1, true);
	for (blocks->filter_shift = 64; places > 1; places /= 2) {
		blocks->filter_shift--;
	}
	while ((block = hp_table_next(&blocks->table, &block_kind, block)) != NULL) {
		block_filter_add(blocks, block->address);
	}
}

void hp_block_init(hp_blocks *blocks)
{
	hp_table_reserve(&blocks->table, &block_kind, 1);
	block_make_filter(blocks);
}

void hp_block_free(hp_blocks *blocks)
{
	hp_table_free(&blocks->table, &block_kind);
	pefree(blocks->filter, true);
	memset(blocks, 0, sizeof(*blocks));
}

hp_block *hp_block_add(hp_blocks *blocks, uintptr_t address)
{
	size_t mask = blocks->table.mask;
	hp_block *block = hp_table_add(&blocks->table, &block_kind, &address);

	if (mask != blocks->table.mask) {
		block_make_filter(blocks);
	}
	if (block->address == 0) {
		block->address = address;
		block_filter_add(blocks, address);
	}

	return block;
}

const hp_block *hp_block_find(const hp_blocks *blocks, uintptr_t address)
{
	return hp_table_find(&blocks->table, &block_kind, &address);
}

bool hp_block_take(hp_blocks *blocks, uintptr_t address, hp_block *block)
{
	hp_block *found = hp_table_find(&blocks->table, &block_kind, &address);
	uint8_t *filter;

	if (found == NULL) {
		return false;
	}
	*block = *found;
	hp_table_remove(&blocks->table, &block_kind, found);
	filter = block_filter(blocks, address);
	if (*filter < BLOCK_FILTER_FULL) {
		--*filter;
	}

	return true;
}
