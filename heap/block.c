#include "heap/block.h"

#include "base/pages.h"

#include "Zend/zend_alloc_sizes.h"

/* The beginning of each chunk. This part has been the same since PHP 7.0; the rest differs between
 * versions, and even between builds of one. */
typedef struct block_head {
	zend_mm_heap *heap;
	struct block_head *next;
} block_head;

/* The beginning of an element of the heap's list of huge blocks: blocks of whole chunks. */
typedef struct block_list {
	const void *block;
	size_t bytes;
	const struct block_list *next;
} block_list;

/* An entry of a chunk's map of pages: the kind of the page, and the number of pages of a large
 * block or the bin of small blocks. In a run of several pages, a page of small blocks also has its
 * distance from the first. */
#define BLOCK_IS_LARGE UINT32_C(0x40000000)
#define BLOCK_IS_SMALL UINT32_C(0x80000000)
#define BLOCK_PAGES_MASK UINT32_C(0x3ff)
#define BLOCK_BIN_MASK UINT32_C(0x1f)
#define BLOCK_DISTANCE_SHIFT 16

#define BLOCK_MAP_BYTES (ZEND_MM_PAGES * sizeof(uint32_t))
#define BLOCK_WORD_BITS (8 * sizeof(zend_ulong))
#define BLOCK_FREE_BYTES (ZEND_MM_PAGES / 8)
#define BLOCK_ALIGNMENT 8

/* The lists that we search for are somewhere in the heap's first bytes. */
#define BLOCK_HEAP_BYTES 512

typedef struct block_bin {
	uint32_t bytes, count, pages;
} block_bin;

#define BLOCK_BIN(number, size, count, pages, x, y) {size, count, pages},
static const block_bin block_bins[] = {ZEND_MM_BINS_INFO(BLOCK_BIN, x, y)};
#define BLOCK_BINS (sizeof(block_bins) / sizeof(block_bins[0]))

struct hp_heap_chunk {
	const char *start;
	uint16_t first[ZEND_MM_PAGES]; /* the first page of the run that a page is in; 0: free */
	/* one bit for each block, at the block's beginning */
	uint64_t claimed[ZEND_MM_CHUNK_SIZE / BLOCK_ALIGNMENT / 64];
};

struct hp_heap_huge {
	const char *start;
	size_t bytes;
	bool is_claimed;
};

/* Values of the map of units: the index of a chunk or of a huge block, plus one. */
#define BLOCK_IS_HUGE UINT32_C(0x80000000)

/* The offsets of the lists in a heap, and of the map of pages in a chunk. That is behind the bits
 * of the pages in use. */
static struct {
	bool has_allocator;
	bool is_known;
	size_t huge, free_blocks, map;
} block_layout;

static const char *block_unit(const void *address)
{
	return (const char *) ((uintptr_t) address & ~(uintptr_t) (ZEND_MM_CHUNK_SIZE - 1));
}

static size_t block_page(const void *address)
{
	return (size_t) ((const char *) address - block_unit(address)) / ZEND_MM_PAGE_SIZE;
}

static const void *block_pointer(const void *base, size_t offset)
{
	return *(const void *const *) ((const char *) base + offset);
}

/* Returns the list if it begins with this block. NULL: it does not, or its address is not in the
 * heap's first chunk. */
static const block_list *block_is_list(
	const zend_mm_heap *heap, const block_list *list, const void *block)
{
	return block_unit(list) == block_unit(heap) && list->block == block ? list : NULL;
}

static bool block_find_huge(zend_mm_heap *heap)
{
	const void *oldest = zend_mm_alloc(heap, ZEND_MM_CHUNK_SIZE);
	const void *newest = zend_mm_alloc(heap, ZEND_MM_CHUNK_SIZE);

	for (size_t at = sizeof(void *); at < BLOCK_HEAP_BYTES; at += sizeof(void *)) {
		const block_list *list = block_is_list(heap, block_pointer(heap, at), newest);

		if (list != NULL && block_is_list(heap, list->next, oldest) != NULL) {
			block_layout.huge = at;
			return true;
		}
	}

	return false;
}

/* Allocates a block of a bin and frees it at once, so that the heap's list of free blocks of this
 * bin begins with it. */
static const void *block_free_one(zend_mm_heap *heap, size_t bin)
{
#if ZEND_DEBUG
	void *block = zend_mm_alloc(heap, block_bins[bin].bytes - sizeof(zend_mm_debug_info));
#else
	void *block = zend_mm_alloc(heap, block_bins[bin].bytes);
#endif

	zend_mm_free(heap, block);

	return block;
}

static bool block_find_free_blocks(zend_mm_heap *heap)
{
	const size_t bins[] = {BLOCK_BINS / 3, BLOCK_BINS / 2, BLOCK_BINS - 1};
	const void *blocks[3];

	for (int i = 0; i < 3; i++) {
		blocks[i] = block_free_one(heap, bins[i]);
	}
	for (size_t at = 0; at < BLOCK_HEAP_BYTES; at += sizeof(void *)) {
		bool is_found = true;

		for (int i = 0; i < 3; i++) {
			is_found = is_found && block_pointer(heap, at + bins[i] * sizeof(void *)) == blocks[i];
		}
		if (is_found) {
			block_layout.free_blocks = at;
			return true;
		}
	}

	return false;
}

static uint32_t block_page_info(const char *chunk, size_t page)
{
	return ((const uint32_t *) (chunk + block_layout.map))[page];
}

static bool block_page_is_used(const char *chunk, size_t page)
{
	const zend_ulong *words = (const zend_ulong *) (chunk + block_layout.map - BLOCK_FREE_BYTES);

	return (words[page / BLOCK_WORD_BITS] >> (page % BLOCK_WORD_BITS) & 1) != 0;
}

static bool block_is_map(const char *chunk, size_t large, size_t small)
{
	uint32_t bin = block_page_info(chunk, small);

	return block_page_info(chunk, 0) == (BLOCK_IS_LARGE | ZEND_MM_FIRST_PAGE) &&
		block_page_info(chunk, large) == (BLOCK_IS_LARGE | 3) && (bin & BLOCK_IS_SMALL) != 0 &&
		(bin & ~BLOCK_IS_SMALL) < BLOCK_BINS &&
		block_page_info(chunk, small + 1) ==
		(bin | BLOCK_IS_LARGE | UINT32_C(1) << BLOCK_DISTANCE_SHIFT) &&
		block_page_is_used(chunk, large + 2) && !block_page_is_used(chunk, ZEND_MM_PAGES - 1);
}

/* Finds the map by two blocks: a large one of three pages, and a small one whose run has several
 * pages. */
static bool block_find_map(zend_mm_heap *heap)
{
	const char *chunk = block_unit(heap);
	const void *large = zend_mm_alloc(heap, 3 * ZEND_MM_PAGE_SIZE - 256);
	const void *small = zend_mm_alloc(heap, block_bins[BLOCK_BINS - 1].bytes - 256);

	if (block_unit(large) != chunk || block_unit(small) != chunk) {
		return false;
	}
	for (size_t at = BLOCK_FREE_BYTES; at + BLOCK_MAP_BYTES <= ZEND_MM_PAGE_SIZE;
		 at += sizeof(zend_ulong)) {
		block_layout.map = at;
		if (block_is_map(chunk, block_page(large), block_page(small))) {
			return true;
		}
	}

	return false;
}

/* This file does not call is_zend_ptr(), or the allocator for sizes. In 8.1, and in older releases
 * of 8.2 and 8.3, the first crashes if there are huge blocks. If an address is not that of a block,
 * newer allocators assume a corrupted heap and end the process. Builds of one version differ in
 * where the heap has its lists, so these are searched for in a heap of our own. */
void hp_heap_block_startup(void)
{
	zend_mm_heap *heap;

	block_layout.has_allocator = is_zend_mm();
	heap = block_layout.has_allocator ? zend_mm_startup() : NULL;
	if (heap == NULL) {
		return;
	}
	block_layout.is_known =
		block_find_huge(heap) && block_find_free_blocks(heap) && block_find_map(heap);
	zend_mm_shutdown(heap, true, true);
}

static void block_widen(hp_heap_blocks *blocks, const char *start, size_t bytes)
{
	uintptr_t first = (uintptr_t) start;

	blocks->lowest = blocks->highest == 0 ? first : MIN(blocks->lowest, first);
	blocks->highest = MAX(blocks->highest, first + bytes);
}

/* Finds the runs of pages. Of a large block, only the first page's entry in the map is valid. */
static void block_read_pages(hp_heap_chunk *chunk)
{
	size_t page = ZEND_MM_FIRST_PAGE;

	while (page < ZEND_MM_PAGES) {
		uint32_t info = block_page_info(chunk->start, page);
		uint32_t bin = info & BLOCK_BIN_MASK;
		size_t pages = (info & BLOCK_IS_SMALL) != 0 ? bin < BLOCK_BINS ? block_bins[bin].pages : 1
													: info & BLOCK_PAGES_MASK;

		if (!block_page_is_used(chunk->start, page)) {
			page++;
			continue;
		}
		pages = MIN(MAX(pages, 1), ZEND_MM_PAGES - page);
		for (size_t i = 0; i < pages; i++) {
			chunk->first[page + i] = (uint16_t) page;
		}
		page += pages;
	}
}

static bool block_add_unit(hp_heap_blocks *blocks, const char *unit, uint32_t value)
{
	uint32_t *place = hp_address_map_place(&blocks->units, unit);

	if (place == NULL) {
		return false;
	}
	*place = value;

	return true;
}

/* The first chunk holds the heap itself. */
static bool block_read_chunks(hp_heap_blocks *blocks)
{
	const block_head *first = (const void *) block_unit(blocks->heap);
	const block_head *head = first;
	size_t count = 0;

	do {
		count++;
		head = head->heap == blocks->heap ? head->next : NULL;
	} while (head != first && head != NULL);
	blocks->chunks = head == NULL ? NULL : hp_pages_take(count * sizeof(*blocks->chunks));
	blocks->chunks_count = blocks->chunks == NULL ? 0 : count;
	for (size_t i = 0; i < blocks->chunks_count; i++, head = head->next) {
		blocks->chunks[i].start = (const char *) head;
		block_read_pages(&blocks->chunks[i]);
		block_widen(blocks, (const char *) head, ZEND_MM_CHUNK_SIZE);
		if (!block_add_unit(blocks, (const char *) head, (uint32_t) i + 1)) {
			return false;
		}
	}

	return blocks->chunks != NULL;
}

static bool block_add_huge(hp_heap_blocks *blocks, hp_heap_huge *huge, const block_list *list)
{
	uint32_t value = ((uint32_t) (huge - blocks->huge) + 1) | BLOCK_IS_HUGE;

	huge->start = list->block;
	huge->bytes = list->bytes;
	block_widen(blocks, huge->start, huge->bytes);
	for (size_t at = 0; at < huge->bytes; at += ZEND_MM_CHUNK_SIZE) {
		if (!block_add_unit(blocks, huge->start + at, value)) {
			return false;
		}
	}

	return true;
}

static bool block_read_huge(hp_heap_blocks *blocks)
{
	const block_list *first = block_pointer(blocks->heap, block_layout.huge);
	size_t count = 0;

	for (const block_list *list = first; list != NULL; list = list->next) {
		count++;
	}
	blocks->huge = count == 0 ? NULL : hp_pages_take(count * sizeof(*blocks->huge));
	if (blocks->huge == NULL) {
		return count == 0;
	}
	for (const block_list *list = first; list != NULL; list = list->next) {
		if (!block_add_huge(blocks, &blocks->huge[blocks->huge_count++], list)) {
			return false;
		}
	}

	return true;
}

/* Claims the free blocks. A corrupted list ends at its first wrong entry. */
static void block_claim_free(hp_heap_blocks *blocks)
{
	for (size_t bin = 0; bin < BLOCK_BINS; bin++) {
		const void *block =
			block_pointer(blocks->heap, block_layout.free_blocks + bin * sizeof(void *));

		while (hp_heap_block_claim(blocks, block, 0) == block_bins[bin].bytes) {
			block = block_pointer(block, 0);
		}
	}
}

void hp_heap_block_begin(hp_heap_blocks *blocks)
{
	memset(blocks, 0, sizeof(*blocks));
	if (!block_layout.has_allocator) {
		return;
	}
	blocks->heap = zend_mm_get_heap();
	/* The first field flags custom handlers, which must not see what get_gc() allocates. */
	blocks->handlers = *(int *) blocks->heap;
	*(int *) blocks->heap = 0;
	if (!block_layout.is_known || !block_read_chunks(blocks) || !block_read_huge(blocks)) {
		blocks->heap = NULL;
		return;
	}
	block_claim_free(blocks);
}

void hp_heap_block_end(hp_heap_blocks *blocks)
{
	if (block_layout.has_allocator) {
		*(int *) zend_mm_get_heap() = blocks->handlers;
	}
	hp_address_map_free(&blocks->units);
	hp_pages_release(blocks->chunks, blocks->chunks_count * sizeof(*blocks->chunks));
	hp_pages_release(blocks->huge, blocks->huge_count * sizeof(*blocks->huge));
}

static const char *block_in_chunk(const hp_heap_chunk *chunk, const char *address, size_t *bytes)
{
	size_t first = chunk->first[block_page(address)];
	const char *run = chunk->start + first * ZEND_MM_PAGE_SIZE;
	uint32_t info = block_page_info(chunk->start, first);
	size_t at;

	if (first == 0) {
		return NULL;
	}
	if ((info & BLOCK_IS_SMALL) == 0) {
		*bytes = (info & BLOCK_PAGES_MASK) * ZEND_MM_PAGE_SIZE;
		return run;
	}
	*bytes = block_bins[info & BLOCK_BIN_MASK].bytes;
	at = (size_t) (address - run) / *bytes;

	return at < block_bins[info & BLOCK_BIN_MASK].count ? run + at * *bytes : NULL;
}

static hp_heap_huge *block_huge(const hp_heap_blocks *blocks, uint32_t unit)
{
	return &blocks->huge[(unit & ~BLOCK_IS_HUGE) - 1];
}

/* Returns the beginning of the address's block, or NULL. Sets *unit to the entry in the map of
 * units; 0: not in PHP's heap. */
static const char *block_find(
	const hp_heap_blocks *blocks, const void *address, size_t *bytes, uint32_t *unit)
{
	const hp_heap_huge *huge;

	*unit = (uintptr_t) address < blocks->lowest || (uintptr_t) address >= blocks->highest
		? 0
		: hp_address_map_find(&blocks->units, block_unit(address));
	if (*unit == 0) {
		return NULL;
	}
	if ((*unit & BLOCK_IS_HUGE) == 0) {
		return block_in_chunk(&blocks->chunks[*unit - 1], address, bytes);
	}
	huge = block_huge(blocks, *unit);
	*bytes = huge->bytes;

	return (const char *) address < huge->start + huge->bytes ? huge->start : NULL;
}

const void *hp_heap_block_start(const hp_heap_blocks *blocks, const void *address, size_t *bytes)
{
	uint32_t unit;

	return block_find(blocks, address, bytes, &unit);
}

bool hp_heap_block_is_inside(const hp_heap_blocks *blocks, const void *address, bool is_persistent)
{
	size_t bytes;

	return blocks->heap == NULL ? !is_persistent
								: hp_heap_block_start(blocks, address, &bytes) == address;
}

/* Claims any block once, without PHP's own allocator. */
static size_t block_claim_any(hp_heap_blocks *blocks, const void *block, size_t wanted_bytes)
{
	uint32_t *place = hp_address_map_place(&blocks->units, block);

	if (place == NULL || *place != 0) {
		return 0;
	}
	*place = 1;

	return wanted_bytes;
}

/* Marks a block as claimed. Returns false if it is already. */
static bool block_mark(const hp_heap_blocks *blocks, const char *block, uint32_t unit)
{
	hp_heap_chunk *chunk;
	uint64_t *word, bit;
	size_t at;

	if ((unit & BLOCK_IS_HUGE) != 0) {
		bool was_claimed = block_huge(blocks, unit)->is_claimed;

		block_huge(blocks, unit)->is_claimed = true;
		return !was_claimed;
	}
	chunk = &blocks->chunks[unit - 1];
	at = (size_t) (block - chunk->start) / BLOCK_ALIGNMENT;
	word = &chunk->claimed[at / 64];
	bit = UINT64_C(1) << (at % 64);
	if ((*word & bit) != 0) {
		return false;
	}
	*word |= bit;

	return true;
}

size_t hp_heap_block_claim(hp_heap_blocks *blocks, const void *block, size_t wanted_bytes)
{
	size_t bytes;
	uint32_t unit;

	if (block == NULL) {
		return 0;
	}
	if (blocks->heap == NULL) {
		return block_claim_any(blocks, block, wanted_bytes);
	}

	return block_find(blocks, block, &bytes, &unit) == block && block_mark(blocks, block, unit)
		? bytes
		: 0;
}
