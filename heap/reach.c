#include "heap/reach.h"

#include "base/pages.h"

/* Whose pointers are searched, and for what. */
typedef struct reach_search {
	hp_heap_walk *walk;
	uint32_t owner; /* 0: the area */
	const hp_heap_area *area;
	bool has_inner; /* pointers into a block count, too: of tables, strings, lists */
	bool is_again; /* it was searched for beginnings of blocks before */
} reach_search;

void hp_heap_reach_part(hp_heap_walk *walk, uint32_t owner, const char *start, size_t bytes)
{
	if (bytes >= sizeof(void *) &&
		hp_pages_grow((void **) &walk->parts, &walk->parts_size, walk->parts_count + 1,
			sizeof(*walk->parts))) {
		walk->parts[walk->parts_count++] = (hp_heap_part){start, bytes, owner};
	}
}

static uint32_t reach_node(hp_heap_walk *walk, const void *block, size_t bytes)
{
	hp_heap_node node = {0};
	bool is_new;

	node.id = hp_heap_walk_id(walk, block, &is_new);
	node.kind = HP_HEAP_MEMORY;
	node.address = block;
	node.bytes = bytes;
	if (node.id != 0) {
		hp_heap_walk_record(walk, &node, block);
		hp_heap_reach_part(walk, node.id, block, bytes);
	}

	return node.id;
}

/* The new node of a block that nobody claimed yet; 0: none, or the block is another one of a region. */
static uint32_t reach_claim(const reach_search *search, const void *block)
{
	hp_heap_walk *walk = search->walk;
	size_t bytes = hp_heap_block_claim(&walk->blocks, block, 0);

	if (bytes == 0) {
		return 0;
	}
	if (search->owner < HP_HEAP_REGION) {
		return reach_node(walk, block, bytes);
	}
	walk->regions[search->owner - HP_HEAP_REGION].bytes += bytes;
	walk->regions[search->owner - HP_HEAP_REGION].blocks++;
	hp_heap_reach_part(walk, search->owner, block, bytes);

	return 0;
}

/* One root for each node is enough. */
static void reach_root(const reach_search *search, uint32_t id)
{
	hp_heap_walk *walk = search->walk;
	uint32_t *is_known = hp_address_map_place(&walk->reached, (const void *) (uintptr_t) id);

	if (is_known != NULL && *is_known == 0) {
		*is_known = 1;
		hp_heap_record_root(
			&walk->record, id, search->area->kind, NULL, search->area->name, NULL);
	}
}

static void reach_pointer(const reach_search *search, const void *pointer)
{
	hp_heap_walk *walk = search->walk;
	uint32_t id = hp_address_map_find(&walk->seen, pointer);

	if (id == 0) {
		size_t bytes;
		const void *block = hp_heap_block_start(&walk->blocks, pointer, &bytes);

		id = block == pointer || search->has_inner ? reach_claim(search, block) : 0;
	} else if (search->is_again) {
		return;
	}
	if (id <= walk->last_firm_id || id == search->owner || search->owner >= HP_HEAP_REGION) {
		return;
	}
	if (search->owner == 0) {
		reach_root(search, id);
	} else {
		hp_heap_record_edge(&walk->record, search->owner, id, HP_HEAP_EDGE_POINTER);
	}
}

#ifdef __GNUC__
/* Between variables there is memory that sanitizers guard, and other threads write to theirs. */
__attribute__((no_sanitize("address", "thread")))
#endif
static void reach_words(const reach_search *search, const char *start, size_t bytes)
{
	const uintptr_t *word =
		(const uintptr_t *) (((uintptr_t) start + sizeof(void *) - 1) & ~(sizeof(void *) - 1));
	const uintptr_t *end = (const uintptr_t *) ((uintptr_t) (start + bytes) & ~(sizeof(void *) - 1));
	uintptr_t lowest = search->walk->blocks.lowest;
	uintptr_t size = search->walk->blocks.highest - lowest;

	for (; word < end; word++) {
		if (UNEXPECTED(*word - lowest < size)) {
			reach_pointer(search, (const void *) *word);
		}
	}
}

/* Searches parts, and with until SIZE_MAX also those that are found by that. Returns the next one. */
static size_t reach_parts(
	hp_heap_walk *walk, size_t from, size_t until, size_t known, bool has_inner)
{
	for (; from < MIN(until, walk->parts_count); from++) {
		hp_heap_part part = walk->parts[from]; /* they may move */
		reach_search search = {walk, part.owner, NULL, has_inner, from < known};

		reach_words(&search, part.start, part.bytes);
	}

	return from;
}

/* Code comes first, as values point to it. known: the number of parts that were searched before. */
static void reach_all(
	hp_heap_walk *walk, const hp_heap_areas *areas, size_t known, bool has_inner)
{
	size_t done = reach_parts(walk, walk->first_region_part, SIZE_MAX, known, has_inner);

	reach_parts(walk, 0, walk->first_region_part, known, has_inner);
	done = reach_parts(walk, done, SIZE_MAX, known, has_inner);
	for (size_t i = 0; i < areas->count; i++) {
		reach_search search = {walk, 0, &areas->all[i], has_inner, has_inner};

		reach_words(&search, search.area->start, search.area->bytes);
		done = reach_parts(walk, done, SIZE_MAX, known, has_inner);
	}
}

/* The beginnings of blocks first: a pointer behind the end of one block points into the next. */
void hp_heap_reach_visit(hp_heap_walk *walk, const hp_heap_areas *areas)
{
	if (walk->blocks.heap != NULL) {
		reach_all(walk, areas, 0, false);
		reach_all(walk, areas, walk->parts_count, true);
	}
}
