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

/* The beginning of an element of the heap's list of huge blocks: blocks of whole chunks. */
typedef struct block_huge {
	const void *block;
	size_t bytes;
	const struct block_huge *next;
} block_huge;

/* The list of huge blocks is somewhere in the first bytes of the heap. */
#define BLOCK_HEAP_BYTES 512

static bool block_has_allocator;
static size_t block_huge_offset; /* of that list in the heap; 0: unknown */

static const void *block_chunk_of(const void *address)
{
	return (const void *) ((uintptr_t) address & ~(uintptr_t) (ZEND_MM_CHUNK_SIZE - 1));
}

static const block_huge *block_huge_list(const zend_mm_heap *heap, size_t offset)
{
	return *(const block_huge *const *) ((const char *) heap + offset);
}

/* A list that begins with this block; NULL if the address is not one in the heap's first chunk. */
static const block_huge *block_is_list(
	const zend_mm_heap *heap, const block_huge *list, const void *block)
{
	return block_chunk_of(list) == block_chunk_of(heap) && list->block == block ? list : NULL;
}

static size_t block_find_huge(const zend_mm_heap *heap, const void *newest, const void *oldest)
{
	for (size_t at = sizeof(void *); at < BLOCK_HEAP_BYTES; at += sizeof(void *)) {
		const block_huge *list = block_is_list(heap, block_huge_list(heap, at), newest);

		if (list != NULL && block_is_list(heap, list->next, oldest) != NULL) {
			return at;
		}
	}

	return 0;
}

/* is_zend_ptr() must not be asked: in 8.1, and in older releases of 8.2 and 8.3, it crashes where there
 * are huge blocks, or knows none of them. Builds of one version differ in where the heap has its list,
 * so it is searched for in a heap of our own. */
void hp_heap_block_startup(void)
{
	zend_mm_heap *heap;
	const void *oldest, *newest;

	block_has_allocator = is_zend_mm();
	heap = block_has_allocator ? zend_mm_startup() : NULL;
	if (heap == NULL) {
		return;
	}
	oldest = zend_mm_alloc(heap, ZEND_MM_CHUNK_SIZE);
	newest = zend_mm_alloc(heap, ZEND_MM_CHUNK_SIZE);
	block_huge_offset = block_find_huge(heap, newest, oldest);
	zend_mm_shutdown(heap, true, true);
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
	const block_huge *huge;

	if (address != block_chunk_of(address) || block_huge_offset == 0) {
		return false;
	}
	huge = block_huge_list(blocks->heap, block_huge_offset);
	while (huge != NULL && huge->block != address) {
		huge = huge->next;
	}

	return huge != NULL;
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
	uint32_t kind;
	size_t bytes;

	if (block == NULL) {
		return 0;
	}
	if (blocks->heap == NULL) {
		return wanted_bytes;
	}
	kind = hp_address_map_find(&blocks->chunks, block_chunk_of(block));
	if ((kind == 0 && !block_is_huge(blocks, block)) || block_is_compiled(kind, block)) {
		return 0;
	}
	bytes = zend_mm_block_size(blocks->heap, (void *) block);

	/* A larger block begins with a page, so this address is inside another block. */
	return bytes > ZEND_MM_MAX_SMALL_SIZE && (uintptr_t) block % ZEND_MM_PAGE_SIZE != 0 ? 0 : bytes;
}
