/* block.h: the blocks of PHP's heap: which one an address is in, its size, and whether it is claimed.
 *
 * Each block is claimed once, by the value, the region or the memory of C code that it is: so their
 * sizes add up to no more than the memory in use. The pages, free blocks and huge blocks are read once,
 * at the beginning; what get_gc() allocates later is not in the heap for us. */
#ifndef HP_HEAP_BLOCK_H
#define HP_HEAP_BLOCK_H

#include "heap/address_map.h"

typedef struct hp_heap_chunk hp_heap_chunk;
typedef struct hp_heap_huge hp_heap_huge;

typedef struct hp_heap_blocks {
	zend_mm_heap *heap; /* NULL: PHP runs without its own allocator, or we do not know its layout */
	hp_address_map
		units; /* what is at a multiple of a chunk's size; without heap: claimed blocks */
	hp_heap_chunk *chunks;
	size_t chunks_count;
	hp_heap_huge *huge;
	size_t huge_count;
	uintptr_t lowest, highest; /* all blocks are in between */
	int handlers; /* the allocator's own value, put back at the end */
} hp_heap_blocks;

/* Call in MINIT: it detects PHP's own allocator, which later looks the same as another on top of it. */
void hp_heap_block_startup(void);

/* In between, the allocator works as if it had no custom handlers. */
void hp_heap_block_begin(hp_heap_blocks *blocks);
void hp_heap_block_end(hp_heap_blocks *blocks);

/* True if a block of PHP's heap begins here. Without PHP's own allocator: true unless is_persistent. */
bool hp_heap_block_is_inside(const hp_heap_blocks *blocks, const void *address, bool is_persistent);

/* Claims the block that begins here. Its size as the allocator rounds it; without PHP's own allocator
 * wanted_bytes. 0 if no block begins here, or if it is free or claimed already. */
size_t hp_heap_block_claim(hp_heap_blocks *blocks, const void *block, size_t wanted_bytes);

/* The beginning of the block that an address is in, and its size. NULL: none, or not known. */
const void *hp_heap_block_start(const hp_heap_blocks *blocks, const void *address, size_t *bytes);

#endif /* HP_HEAP_BLOCK_H */
