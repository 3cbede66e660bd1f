#include "heap/reach.h"

#include "base/pages.h"

/* A search of one part or area. */
typedef struct reach_search {
	hp_heap_walk *walk;
	const char *start;
	uint32_t owner; /* the owner of the part; 0: it is an area */
	const hp_heap_area *area;
	/* pointers into the inside of a block count, too, as tables, strings and lists have them */
	bool has_inner;
	bool is_again; /* it has been searched for pointers to the beginnings of blocks */
} reach_search;

void hp_heap_reach_part(hp_heap_walk *walk, uint32_t owner, const char *start, size_t bytes)
{
	hp_heap_parts *parts = owner < HP_HEAP_REGION ? &walk->value_parts : &walk->region_parts;

	if (bytes >= sizeof(void *) &&
		hp_pages_grow((void **) &parts->all, &parts->size, parts->count + 1, sizeof(*parts->all))) {
		parts->all[parts->count++] = (hp_heap_part){start, bytes, owner};
	}
}

static uint32_t reach_node(hp_heap_walk *walk, const void *block, size_t bytes)
{
	bool is_new;
	hp_heap_node node = {.id = hp_heap_walk_id(walk, block, &is_new),
		.kind = HP_HEAP_MEMORY,
		.address = block,
		.bytes = bytes};

	if (node.id != 0) {
		hp_heap_walk_record(walk, &node, block);
	}

	return node.id;
}

/* The table that this word is in, if the word is its pointer to its elements; else NULL. */
static HP_UNCHECKED const HashTable *reach_table(
	const reach_search *search, const uintptr_t *word, const void *block)
{
	const HashTable *table = (const void *) ((const char *) word - offsetof(HashTable, arData));

	return (const char *) word - search->start >= (ptrdiff_t) offsetof(HashTable, arData) &&
			GC_TYPE(table) == IS_ARRAY && HT_GET_DATA_ADDR(table) == block &&
			table->nNumUsed <= table->nTableSize
		? table
		: NULL;
}

/* True if the block is a string's, which is not searched: its text may look like an address, and
 * the room behind the text has addresses of former blocks. */
static HP_UNCHECKED bool reach_is_string(const void *block, size_t bytes)
{
	const zend_string *string = block;

	return bytes >= _ZSTR_HEADER_SIZE && GC_REFCOUNT(string) > 0 &&
		hp_string_may_begin(&string->gc) &&
		(ZSTR_H(string) == 0 || (zend_long) ZSTR_H(string) < 0) &&
		ZSTR_LEN(string) < bytes - _ZSTR_HEADER_SIZE;
}

/* The number of bytes that are searched of a block to which a word points. A table's room for more
 * elements has addresses of former blocks. It is searched only with the C stacks, because a running
 * function may be filling it. */
static size_t reach_searched_bytes(
	const reach_search *search, const void *block, size_t bytes, const uintptr_t *word)
{
	const HashTable *table =
		search->walk->last_found_id != 0 ? NULL : reach_table(search, word, block);

	if (reach_is_string(block, bytes)) {
		return 0;
	}

	return table == NULL ? bytes : MIN(bytes, hp_compat_table_used_bytes(table));
}

/* Claims a block. Returns the id of its new node; 0: it was claimed before, it has become part of a
 * region, or there is no room for a node. */
static uint32_t reach_claim(const reach_search *search, const void *block, const uintptr_t *word)
{
	hp_heap_walk *walk = search->walk;
	size_t bytes = hp_heap_block_claim(&walk->blocks, block, 0);
	uint32_t owner = search->owner;

	if (bytes == 0) {
		return 0;
	}
	if (owner < HP_HEAP_REGION) {
		owner = reach_node(walk, block, bytes);
	} else {
		walk->regions[owner - HP_HEAP_REGION].bytes += bytes;
		walk->regions[owner - HP_HEAP_REGION].blocks++;
	}
	if (owner != 0) {
		hp_heap_reach_part(walk, owner, block, reach_searched_bytes(search, block, bytes, word));
	}

	return owner < HP_HEAP_REGION ? owner : 0;
}

/* Records a root in an area. One for each node is enough. */
static void reach_root(const reach_search *search, uint32_t id)
{
	hp_heap_walk *walk = search->walk;
	uint32_t *is_known = hp_address_map_place(&walk->reached, (const void *) (uintptr_t) id);

	if (is_known != NULL && *is_known == 0) {
		*is_known = 1;
		hp_heap_record_root(&walk->record, id, search->area->kind, NULL, search->area->name, NULL);
	}
}

/* True if no holder is to be recorded for a node. A value that other roots lead to has its holders
 * already. Memory of C code that a value has is not given to a variable, too, because memory that C
 * code does not clear has addresses of former blocks. */
static bool reach_is_held(const reach_search *search, uint32_t id)
{
	const hp_heap_walk *walk = search->walk;
	bool is_of_value = search->owner != 0 && search->owner <= walk->last_owned_id;

	return id <= walk->last_firm_id || id == search->owner || search->owner >= HP_HEAP_REGION ||
		(!is_of_value && id > walk->last_value_id && id <= walk->last_owned_id);
}

static void reach_pointer(const reach_search *search, const void *pointer, const uintptr_t *word)
{
	hp_heap_walk *walk = search->walk;
	uint32_t id = hp_address_map_find(&walk->seen, pointer);
	/* Most addresses on a C stack are stale, so it becomes the holder only of what has no other
	 * one. */
	bool is_stack = search->owner != 0 && search->owner <= walk->last_found_id;

	if (id == 0) {
		size_t bytes;
		const void *block = hp_heap_block_start(&walk->blocks, pointer, &bytes);

		id = block == pointer || search->has_inner ? reach_claim(search, block, word) : 0;
	} else if (search->is_again || is_stack) {
		return;
	}
	if (reach_is_held(search, id)) {
		return;
	}
	if (search->area != NULL) {
		reach_root(search, id);
	} else {
		hp_heap_record_edge(&walk->record, search->owner, id, HP_HEAP_EDGE_POINTER);
	}
}

static HP_UNCHECKED void reach_words(const reach_search *search, size_t bytes)
{
	const uintptr_t *word =
		(const void *) ZEND_MM_ALIGNED_SIZE_EX((uintptr_t) search->start, sizeof(void *));
	const uintptr_t *end =
		word + (bytes - (size_t) ((const char *) word - search->start)) / sizeof(void *);
	uintptr_t lowest = search->walk->blocks.lowest;
	uintptr_t size = search->walk->blocks.highest - lowest;

	for (; word < end; word++) {
		if (UNEXPECTED(*word - lowest < size)) {
			reach_pointer(search, (const void *) *word, word);
		}
	}
}

static void reach_areas(hp_heap_walk *walk, const hp_heap_areas *areas, bool has_inner)
{
	for (size_t i = 0; areas != NULL && i < areas->count; i++) {
		reach_search search = {walk, areas->all[i].start, 0, &areas->all[i], has_inner, has_inner};

		reach_words(&search, search.area->bytes);
	}
}

/* Searches the parts, including those that this adds. */
static void reach_parts(hp_heap_walk *walk, hp_heap_parts *parts, bool has_inner)
{
	for (; parts->done < parts->count; parts->done++) {
		hp_heap_part part = parts->all[parts->done]; /* a copy, as the search may move the parts */
		reach_search search = {
			walk, part.start, part.owner, NULL, has_inner, parts->done < parts->known};

		reach_words(&search, part.bytes);
	}
}

/* Searches for the beginnings of blocks first, because a pointer behind the end of one block points
 * into the next one. */
static void reach_all(hp_heap_walk *walk, const hp_heap_areas *areas, hp_heap_parts *parts)
{
	size_t first = parts->done;

	reach_areas(walk, areas, false);
	reach_parts(walk, parts, false);
	parts->known = parts->count;
	parts->done = first;
	reach_areas(walk, areas, true);
	reach_parts(walk, parts, true);
}

/* Searches values before variables, and regions last. */
void hp_heap_reach_visit(hp_heap_walk *walk, const hp_heap_areas *areas)
{
	if (walk->blocks.heap == NULL) {
		return;
	}
	walk->last_value_id = walk->last_id;
	walk->last_owned_id = HP_HEAP_REGION - 1; /* so far, all that is found belongs to values */
	reach_all(walk, NULL, &walk->value_parts);
	walk->last_owned_id = walk->last_id;
	reach_all(walk, areas, &walk->value_parts);
	reach_all(walk, NULL, &walk->region_parts);
}

void hp_heap_reach_rest(hp_heap_walk *walk)
{
	walk->last_found_id = walk->last_firm_id = walk->last_id;
	reach_all(walk, NULL, &walk->value_parts);
}
