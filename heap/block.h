/* block.h: whether an address is in PHP's heap, and the size of its block. */
#ifndef HP_HEAP_BLOCK_H
#define HP_HEAP_BLOCK_H

#include "heap/address_map.h"

typedef struct hp_heap_blocks {
	zend_mm_heap *heap; /* NULL: PHP runs without its own allocator */
	hp_address_map chunks;
	int handlers; /* the allocator's own value, put back at the end */
} hp_heap_blocks;

/* Call in MINIT: it detects PHP's own allocator, which later looks the same as another on top of it. */
void hp_heap_block_startup(void);

/* In between, the allocator answers as if it had no custom handlers, and can still allocate. */
void hp_heap_block_begin(hp_heap_blocks *blocks);
void hp_heap_block_end(hp_heap_blocks *blocks);

/* True for an address in PHP's heap. Without PHP's own allocator: true unless is_persistent. */
bool hp_heap_block_is_inside(const hp_heap_blocks *blocks, const void *address, bool is_persistent);

/* The block's size as the allocator rounds it; without PHP's own allocator wanted_bytes. 0 if it is
 * not in PHP's heap. */
size_t hp_heap_block_bytes(const hp_heap_blocks *blocks, const void *block, size_t wanted_bytes);

#endif /* HP_HEAP_BLOCK_H */
