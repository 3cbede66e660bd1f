#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/block.h"

#include "Zend/zend_alloc_sizes.h"
#include "Zend/zend_arena.h"

/* The beginning of each chunk. This part has been the same since PHP 7.0; the rest differs between
 * versions, and even between builds of one. */
typedef struct block_chunk {
	zend_mm_heap *heap;
	struct block_chunk *next;
} block_chunk;

/* Values of the map of chunks. The compiler has its arenas in some of them. */
#define BLOCK_IS_CHUNK 1
#define BLOCK_HAS_ARENA 2

static bool block_has_allocator;

void hp_heap_block_startup(void)
{
	block_has_allocator = is_zend_mm();
}

static const void *block_chunk_of(const void *address)
{
	return (const void *) ((uintptr_t) address & ~(uintptr_t) (ZEND_MM_CHUNK_SIZE - 1));
}

/* The first chunk holds the heap itself. */
static void block_find_chunks(hp_heap_blocks *blocks)
{
	const block_chunk *first = block_chunk_of(blocks->heap);
	const block_chunk *chunk = first;

	do {
		uint32_t *place =
			chunk->heap == blocks->heap ? hp_address_map_place(&blocks->chunks, chunk) : NULL;

		if (place == NULL) {
			blocks->heap = NULL;
			return;
		}
		*place = BLOCK_IS_CHUNK;
		chunk = chunk->next;
	} while (chunk != first);
}

static void block_find_arenas(hp_heap_blocks *blocks, const zend_arena *arena)
{
	for (; arena != NULL; arena = arena->prev) {
		const void *chunk = block_chunk_of(arena);
		uint32_t *place;

		if (hp_address_map_find(&blocks->chunks, chunk) == 0) {
			continue;
		}
		place = hp_address_map_place(&blocks->chunks, chunk);
		if (place == NULL) {
			blocks->heap = NULL;
			return;
		}
		*place = BLOCK_HAS_ARENA;
	}
}

static bool block_is_within(const zend_arena *arena, const void *address)
{
	for (; arena != NULL; arena = arena->prev) {
		if ((const char *) address > (const char *) arena && (const char *) address < arena->end) {
			return true;
		}
	}

	return false;
}

/* Compiled code is mostly in the compiler's arenas; so is all code from opcache's file cache without
 * shared memory. An address in an arena is no block: asked for its size, newer allocators take their
 * heap for corrupted and end the process. kind is that of the address's chunk; it is 0 if the address
 * begins a block of whole chunks, or if an arena is larger than a chunk. */
static bool block_is_compiled(uint32_t kind, const void *address)
{
	return kind != BLOCK_IS_CHUNK &&
		(block_is_within(CG(arena), address) || block_is_within(CG(ast_arena), address));
}

void hp_heap_block_begin(hp_heap_blocks *blocks)
{
	memset(blocks, 0, sizeof(*blocks));
	if (!block_has_allocator) {
		return;
	}
	blocks->heap = zend_mm_get_heap();
	/* The first field flags custom handlers; the allocator then returns no sizes. */
	blocks->handlers = *(int *) blocks->heap;
	*(int *) blocks->heap = 0;
	block_find_chunks(blocks);
	block_find_arenas(blocks, CG(arena));
	block_find_arenas(blocks, CG(ast_arena));
}

void hp_heap_block_end(hp_heap_blocks *blocks)
{
	if (block_has_allocator) {
		*(int *) zend_mm_get_heap() = blocks->handlers;
	}
	hp_address_map_free(&blocks->chunks);
}

static bool block_is_huge(const hp_heap_blocks *blocks, const void *address)
{
	return address == block_chunk_of(address) && is_zend_ptr(address);
}

bool hp_heap_block_is_inside(const hp_heap_blocks *blocks, const void *address, bool is_persistent)
{
	uint32_t kind;

	if (blocks->heap == NULL) {
		return !is_persistent;
	}
	kind = hp_address_map_find(&blocks->chunks, block_chunk_of(address));

	return (kind != 0 || block_is_huge(blocks, address)) && !block_is_compiled(kind, address);
}

size_t hp_heap_block_bytes(const hp_heap_blocks *blocks, const void *block, size_t wanted_bytes)
{
	const void *chunk = block_chunk_of(block);
	uint32_t kind;
	size_t bytes;

	if (block == NULL) {
		return 0;
	}
	if (blocks->heap == NULL) {
		return wanted_bytes;
	}
	kind = block == chunk ? 0 : hp_address_map_find(&blocks->chunks, chunk);
	if ((block == chunk ? !is_zend_ptr(block) : kind == 0) || block_is_compiled(kind, block)) {
		return 0;
	}
	bytes = zend_mm_block_size(blocks->heap, (void *) block);

	/* A larger block begins with a page, so this address is inside another block. */
	return bytes > ZEND_MM_MAX_SMALL_SIZE && (uintptr_t) block % ZEND_MM_PAGE_SIZE != 0 ? 0 : bytes;
}
