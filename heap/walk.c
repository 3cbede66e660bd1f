#include "heap/walk.h"

#include "base/pages.h"
#include "heap/site.h"

/* get_gc() of many classes fills the engine's buffer, which lives in PHP's heap and stays there.
 * During the walk the engine has another buffer, which may exceed the memory limit. */
void hp_heap_walk_begin(hp_heap_walk *walk)
{
	hp_heap_block_begin(&walk->blocks);
	walk->gc_buffer = EG(get_gc_buffer);
	memset(&EG(get_gc_buffer), 0, sizeof(EG(get_gc_buffer)));
	hp_memory_limit_lift(&walk->memory_limit, ZEND_LONG_MAX);
}

void hp_heap_walk_end(hp_heap_walk *walk)
{
	if (EG(get_gc_buffer).start != NULL) {
		efree(EG(get_gc_buffer).start);
	}
	EG(get_gc_buffer) = walk->gc_buffer;
	hp_memory_limit_restore(&walk->memory_limit);
	hp_heap_block_end(&walk->blocks);
	hp_address_map_free(&walk->seen);
	hp_address_map_free(&walk->named_sites);
	hp_address_map_free(&walk->running);
	hp_address_map_free(&walk->reached);
	hp_address_map_free(&walk->record.names);
	hp_pages_release(walk->tasks, walk->tasks_size * sizeof(*walk->tasks));
	hp_pages_release(walk->value_parts.all, walk->value_parts.size * sizeof(hp_heap_part));
	hp_pages_release(walk->region_parts.all, walk->region_parts.size * sizeof(hp_heap_part));
	hp_pages_release(walk->stacks.all, walk->stacks.size * sizeof(hp_heap_part));
	hp_pages_release(walk->pending, walk->pending_size * sizeof(*walk->pending));
}

uint32_t hp_heap_walk_id(hp_heap_walk *walk, const void *address, bool *is_new)
{
	uint32_t *place;

	*is_new = false;
	if (UNEXPECTED(walk->last_id >= walk->max_nodes)) {
		uint32_t known = hp_address_map_find(&walk->seen, address);

		walk->record.counts.truncated += known == 0;
		return known;
	}
	place = hp_address_map_place(&walk->seen, address);
	if (UNEXPECTED(place == NULL)) {
		walk->max_nodes = walk->last_id; /* out of memory */
		walk->record.counts.truncated++;
		return 0;
	}
	if (*place == 0) {
		*place = ++walk->last_id;
		*is_new = true;
	}

	return *place;
}

hp_heap_node hp_heap_walk_node(
	hp_heap_walk *walk, const hp_heap_task *task, const void *block, size_t wanted_bytes)
{
	return (hp_heap_node){.id = task->id,
		.kind = task->kind,
		.address = task->address,
		.bytes = hp_heap_block_claim(&walk->blocks, block, wanted_bytes),
		.refcount = GC_REFCOUNT((const zend_refcounted *) task->address)};
}

static void walk_record_site(hp_heap_walk *walk, uint32_t site)
{
	uint32_t *is_named = hp_address_map_place(&walk->named_sites, (const void *) (uintptr_t) site);
	char name[HP_HEAP_TEXT];

	if (is_named != NULL && *is_named == 0) {
		*is_named = 1;
		hp_heap_site_name(site, name, sizeof(name));
		hp_heap_record_site(&walk->record, site, name);
	}
}

void hp_heap_walk_record(hp_heap_walk *walk, hp_heap_node *node, const void *block)
{
	if (walk->has_sites && (node->site = hp_heap_site_of(block)) != 0) {
		walk_record_site(walk, node->site);
	}
	hp_heap_record_node(&walk->record, node);
}

void hp_heap_walk_alias(hp_heap_walk *walk, const void *address, uint32_t id)
{
	uint32_t *place = hp_address_map_place(&walk->seen, address);

	if (place != NULL && *place == 0) {
		*place = id;
	}
}

static void walk_record_string(hp_heap_walk *walk, const zend_string *string, uint32_t id)
{
	hp_heap_task task = {string, id, HP_HEAP_STRING};
	hp_heap_node node = hp_heap_walk_node(walk, &task, string, _ZSTR_STRUCT_SIZE(ZSTR_LEN(string)));

	node.count = ZSTR_LEN(string);
	if (ZSTR_IS_INTERNED(string)) {
		node.flags = HP_HEAP_IS_INTERNED;
	} else {
		node.digest = hp_heap_digest_string(&walk->digest_key, ZSTR_VAL(string), ZSTR_LEN(string));
	}
	if (!hp_heap_block_is_inside(&walk->blocks, string, false)) {
		node.flags |= HP_HEAP_IS_OUTSIDE;
	}
	if (walk->has_values) {
		node.value = ZSTR_VAL(string);
		node.value_length = ZSTR_LEN(string);
	}
	hp_heap_walk_record(walk, &node, string);
}

/* A string holds no other value, so it needs no task. */
uint32_t hp_heap_walk_string(hp_heap_walk *walk, const zend_string *string)
{
	bool is_new;
	uint32_t id;

	/* Strings of the engine, and those in opcache's shared memory, are not in PHP's heap. */
	if (ZSTR_IS_INTERNED(string) &&
		!hp_heap_block_is_inside(&walk->blocks, string, GC_FLAGS(string) & IS_STR_PERMANENT)) {
		return 0;
	}
	id = hp_heap_walk_id(walk, string, &is_new);
	if (is_new) {
		walk_record_string(walk, string, id);
	}

	return id;
}

uint32_t hp_heap_walk_counted(hp_heap_walk *walk, const void *counted, hp_heap_kind kind)
{
	bool is_new;
	uint32_t id = hp_heap_walk_id(walk, counted, &is_new);

	if (is_new) {
		if (!hp_pages_grow((void **) &walk->tasks, &walk->tasks_size, walk->tasks_count + 1,
				sizeof(*walk->tasks))) {
			walk->record.counts.truncated++;
			return 0;
		}
		walk->tasks[walk->tasks_count++] = (hp_heap_task){counted, id, kind};
	}

	return id;
}

uint32_t hp_heap_walk_table(hp_heap_walk *walk, const HashTable *table)
{
	if ((GC_FLAGS(table) & GC_IMMUTABLE) &&
		!hp_heap_block_is_inside(&walk->blocks, table, GC_FLAGS(table) & GC_PERSISTENT)) {
		return 0;
	}

	return hp_heap_walk_counted(walk, table, HP_HEAP_ARRAY);
}

uint32_t hp_heap_walk_value(hp_heap_walk *walk, const zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_INDIRECT:
			return hp_heap_walk_value(walk, Z_INDIRECT_P(value));
		case IS_STRING:
			return hp_heap_walk_string(walk, Z_STR_P(value));
		case IS_ARRAY:
			return hp_heap_walk_table(walk, Z_ARR_P(value));
		case IS_OBJECT:
			return hp_heap_walk_counted(walk, Z_OBJ_P(value), HP_HEAP_OBJECT);
		case IS_REFERENCE:
			return hp_heap_walk_counted(walk, Z_REF_P(value), HP_HEAP_REFERENCE);
		case IS_RESOURCE:
			return hp_heap_walk_counted(walk, Z_RES_P(value), HP_HEAP_RESOURCE);
		case IS_CONSTANT_AST:
			/* The expression may be in opcache's shared memory. */
			if (!Z_REFCOUNTED_P(value) &&
				!hp_heap_block_is_inside(&walk->blocks, Z_AST_P(value), true)) {
				return 0;
			}
			return hp_heap_walk_counted(walk, Z_AST_P(value), HP_HEAP_AST);
		default:
			return 0;
	}
}

void hp_heap_walk_edge(hp_heap_walk *walk, uint32_t from, const zval *value, hp_heap_edge kind)
{
	hp_heap_record_edge(&walk->record, from, hp_heap_walk_value(walk, value), kind);
}

void hp_heap_walk_edge_named(
	hp_heap_walk *walk, uint32_t from, const zval *value, hp_heap_edge kind, const char *name)
{
	uint32_t to = hp_heap_walk_value(walk, value);

	if (to != 0) {
		hp_heap_record_edge_name(&walk->record, from, to, kind,
			hp_heap_record_name(&walk->record, name, name, strlen(name)));
	}
}

static void walk_element(
	hp_heap_walk *walk, uint32_t from, zend_ulong index, const zend_string *key, uint32_t to)
{
	if (key == NULL) {
		hp_heap_record_edge_index(&walk->record, from, to, (int64_t) index);
		return;
	}
	hp_heap_record_edge_key(&walk->record, from, to, key);
	if (!ZSTR_IS_INTERNED(key)) { /* an interned string outlives the array */
		hp_heap_record_edge(&walk->record, from, hp_heap_walk_string(walk, key), HP_HEAP_EDGE_KEY);
	}
}

void hp_heap_walk_elements(hp_heap_walk *walk, uint32_t from, const HashTable *table)
{
	zend_ulong index;
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_KEY_VAL((HashTable *) table, index, key, value) {
		/* An indirect element is a slot of an object or a frame, which records it. */
		walk_element(walk, from, index, key,
			Z_TYPE_P(value) == IS_INDIRECT ? 0 : hp_heap_walk_value(walk, value));
	}
	ZEND_HASH_FOREACH_END();
}
