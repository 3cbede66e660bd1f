/* block.h: which memory is PHP's heap, and how large the blocks in it are. */
#ifndef HP_HEAP_BLOCK_H
#define HP_HEAP_BLOCK_H

#include "heap/address_map.h"

typedef struct hp_heap_blocks {
	zend_mm_heap *heap; /* NULL: PHP runs without its own allocator */
	hp_address_map chunks;
	int handlers; /* what to put back */
} hp_heap_blocks;

/* Finds out, in MINIT, whether PHP has its own allocator: later one cannot tell it from another that
 * sits on top of it. */
void hp_heap_block_startup(void);

/* Between these two the allocator answers as if nobody had put handlers before it, and allocates as
 * if nobody looked. */
void hp_heap_block_begin(hp_heap_blocks *blocks);
void hp_heap_block_end(hp_heap_blocks *blocks);

/* Whether the address is in PHP's heap. Without PHP's own allocator: what is not marked as lasting. */
bool hp_heap_block_is_inside(const hp_heap_blocks *blocks, const void *address, bool is_lasting);

/* What a block takes: what the allocator says; without PHP's own, what was asked for. 0 if it is not
 * in PHP's heap. */
size_t hp_heap_block_bytes(const hp_heap_blocks *blocks, const void *block, size_t wanted_bytes);

#endif /* HP_HEAP_BLOCK_H */
