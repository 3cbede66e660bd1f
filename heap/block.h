/* block.h: the blocks of PHP's heap: the block that an address is in, its size, and whether it is
 * claimed.
 *
 * A block is claimed once, by the value, the region or the memory of C code that is in it. So the
 * sizes add up to no more than the memory in use. The pages, free blocks and huge blocks are read
 * once, at the beginning. What get_gc() allocates later is not part of the heap here. */
#ifndef HP_HEAP_BLOCK_H
#define HP_HEAP_BLOCK_H

#include "heap/address_map.h"

typedef struct hp_heap_chunk hp_heap_chunk;
typedef struct hp_heap_huge hp_heap_huge;

typedef struct hp_heap_blocks {
	zend_mm_heap *heap; /* NULL: PHP runs without its own allocator, or we do not know its layout */
	/* by address of each multiple of a chunk's size, what is there; without heap: claimed blocks */
	hp_address_map units;
	hp_heap_chunk *chunks;
	size_t chunks_count;
	hp_heap_huge *huge;
	size_t huge_count;
	uintptr_t lowest, highest; /* all blocks are between these addresses */
	int handlers; /* the allocator's own value, which hp_heap_block_end() restores */
} hp_heap_blocks;

/* Called in MINIT: detects PHP's own allocator. Later, another one on top of it would look the
 * same. */
void hp_heap_block_startup(void);

/* Between these two calls, the allocator works as if it had no custom handlers. */
void hp_heap_block_begin(hp_heap_blocks *blocks);
void hp_heap_block_end(hp_heap_blocks *blocks);

/* True if a block of PHP's heap begins here. Without PHP's own allocator: true unless
 * is_persistent. */
bool hp_heap_block_is_inside(const hp_heap_blocks *blocks, const void *address, bool is_persistent);

/* Claims the block that begins here, and returns its size: as the allocator rounds it, or
 * wanted_bytes without PHP's own allocator. Returns 0 if no block begins here, or if the block is
 * free or already claimed. */
size_t hp_heap_block_claim(hp_heap_blocks *blocks, const void *block, size_t wanted_bytes);

/* The beginning of the block that an address is in; sets *bytes to its size. NULL: it is in none,
 * or this is not known. */
const void *hp_heap_block_start(const hp_heap_blocks *blocks, const void *address, size_t *bytes);

#endif /* HP_HEAP_BLOCK_H */
