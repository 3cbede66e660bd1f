#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_heap_block.h"

/* Of Zend/zend_alloc_sizes.h, the same in all versions. */
#define BLOCK_CHUNK_BYTES ((uintptr_t) 2 * 1024 * 1024)
#define BLOCK_PAGE_BYTES ((uintptr_t) 4096)
#define BLOCK_SMALL_BYTES ((size_t) 3072)

/* The beginning of each chunk. What follows differs between versions, and even between builds of
 * one; this has been the same since 7.0. */
typedef struct block_chunk {
	zend_mm_heap *heap;
	struct block_chunk *next;
} block_chunk;

static bool block_has_allocator;

void hp_heap_block_startup(void)
{
	block_has_allocator = is_zend_mm();
}

static const void *block_chunk_of(const void *address)
{
	return (const void *) ((uintptr_t) address & ~(BLOCK_CHUNK_BYTES - 1));
}

/* The first chunk holds the heap itself. */
static void block_find_chunks(hp_heap_blocks *blocks)
{
	const block_chunk *first = block_chunk_of(blocks->heap);
	const block_chunk *chunk = first;

	do {
		uint32_t *place =
			chunk->heap == blocks->heap ? hp_heap_map_place(&blocks->chunks, chunk) : NULL;

		if (place == NULL) {
			blocks->heap = NULL;
			return;
		}
		*place = 1;
		chunk = chunk->next;
	} while (chunk != first);
}

void hp_heap_block_begin(hp_heap_blocks *blocks)
{
	memset(blocks, 0, sizeof(*blocks));
	if (!block_has_allocator) {
		return;
	}
	blocks->heap = zend_mm_get_heap();
	/* The first field says whether there are handlers; with any, no sizes are told. */
	blocks->handlers = *(int *) blocks->heap;
	*(int *) blocks->heap = 0;
	block_find_chunks(blocks);
}

void hp_heap_block_end(hp_heap_blocks *blocks)
{
	if (block_has_allocator) {
		*(int *) zend_mm_get_heap() = blocks->handlers;
	}
	hp_heap_map_free(&blocks->chunks);
}

static bool block_is_huge(const hp_heap_blocks *blocks, const void *address)
{
	return address == block_chunk_of(address) && is_zend_ptr(address);
}

bool hp_heap_block_is_inside(const hp_heap_blocks *blocks, const void *address, bool is_lasting)
{
	if (blocks->heap == NULL) {
		return !is_lasting;
	}

	return hp_heap_map_find(&blocks->chunks, block_chunk_of(address)) != 0 ||
		block_is_huge(blocks, address);
}

size_t hp_heap_block_bytes(const hp_heap_blocks *blocks, const void *block, size_t wanted_bytes)
{
	const void *chunk = block_chunk_of(block);
	size_t bytes;

	if (block == NULL) {
		return 0;
	}
	if (blocks->heap == NULL) {
		return wanted_bytes;
	}
	if (block == chunk ? !is_zend_ptr(block) : hp_heap_map_find(&blocks->chunks, chunk) == 0) {
		return 0;
	}

	bytes = zend_mm_block_size(blocks->heap, (void *) block);

	/* A larger one has pages of its own, so this is within another: the compiler's arena, mostly. */
	return bytes > BLOCK_SMALL_BYTES && (uintptr_t) block % BLOCK_PAGE_BYTES != 0 ? 0 : bytes;
}

const void *hp_heap_block_start(const hp_heap_blocks *blocks, const void *address)
{
	uintptr_t page = (uintptr_t) address & ~(BLOCK_PAGE_BYTES - 1);
	uintptr_t chunk = (uintptr_t) block_chunk_of(address);

	if (blocks->heap == NULL || hp_heap_map_find(&blocks->chunks, (const void *) chunk) == 0) {
		return NULL;
	}
	for (; page > chunk; page -= BLOCK_PAGE_BYTES) {
		if (zend_mm_block_size(blocks->heap, (void *) page) > 0) {
			return (const void *) page;
		}
	}

	return NULL;
}
