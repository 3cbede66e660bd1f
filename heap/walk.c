#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/walk.h"

#include "Zend/zend_ast.h"
#include "main/php_globals.h"

/* get_gc() of many classes fills the engine's buffer, which comes from PHP's heap and stays there.
 * It gets another one for the time being, and may go over the limit by it. */
void hp_heap_walk_begin(hp_heap_walk *walk)
{
	hp_heap_block_begin(&walk->blocks);
	walk->gc_buffer = EG(get_gc_buffer);
	memset(&EG(get_gc_buffer), 0, sizeof(EG(get_gc_buffer)));
	walk->memory_limit = PG(memory_limit);
	zend_set_memory_limit((size_t) -1 >> 1);
}

void hp_heap_walk_end(hp_heap_walk *walk)
{
	if (EG(get_gc_buffer).start != NULL) {
		efree(EG(get_gc_buffer).start);
	}
	EG(get_gc_buffer) = walk->gc_buffer;
	zend_set_memory_limit((size_t) walk->memory_limit);
	hp_heap_block_end(&walk->blocks);
	hp_address_map_free(&walk->seen);
	hp_address_map_free(&walk->told_sites);
	hp_address_map_free(&walk->record.names);
	hp_address_map_release(walk->tasks, walk->tasks_size * sizeof(*walk->tasks));
	hp_address_map_release(walk->pending, walk->pending_count * sizeof(*walk->pending));
}

uint32_t hp_heap_walk_id(hp_heap_walk *walk, const void *address, bool *is_new)
{
	uint32_t *place;

	*is_new = false;
	if (UNEXPECTED(walk->last_id >= walk->max_nodes)) {
		uint32_t known = hp_address_map_find(&walk->seen, address);

		walk->record.counts.truncated += known == 0;
		return known == HP_HEAP_BLOCK ? 0 : known;
	}
	place = hp_address_map_place(&walk->seen, address);
	if (UNEXPECTED(place == NULL)) {
		walk->max_nodes = walk->last_id; /* no memory for more */
		walk->record.counts.truncated++;
		return 0;
	}
	if (*place == 0) {
		*place = ++walk->last_id;
		*is_new = true;
	}

	return *place == HP_HEAP_BLOCK ? 0 : *place;
}

void hp_heap_walk_node(hp_heap_walk *walk, hp_heap_node *node, const void *block)
{
	if (walk->sites.of != NULL && (node->site = walk->sites.of(block)) != 0) {
		uint32_t *told =
			hp_address_map_place(&walk->told_sites, (const void *) (uintptr_t) node->site);

		if (told != NULL && *told == 0) {
			char name[HP_HEAP_TEXT];

			*told = 1;
			walk->sites.name(node->site, name, sizeof(name));
			hp_heap_record_site(&walk->record, node->site, name);
		}
	}
	hp_heap_record_node(&walk->record, node);
}

size_t hp_heap_walk_block(hp_heap_walk *walk, const void *block, size_t wanted_bytes)
{
	size_t bytes = hp_heap_block_bytes(&walk->blocks, block, wanted_bytes);
	uint32_t *place;

	if (bytes == 0) {
		return 0;
	}
	place = hp_address_map_place(&walk->seen, block);
	if (place == NULL || *place != 0) {
		return 0;
	}
	*place = HP_HEAP_BLOCK;

	return bytes;
}

static uint32_t walk_flags(const hp_heap_walk *walk, const void *counted, uint32_t type_info)
{
	uint32_t flags = 0;

	if (type_info & ((uint32_t) GC_IMMUTABLE << GC_FLAGS_SHIFT)) {
		flags |= HP_HEAP_IS_IMMUTABLE;
	}
	if (type_info >> GC_INFO_SHIFT != 0) {
		flags |= HP_HEAP_IS_BUFFERED;
	}
	if (!hp_heap_block_is_inside(&walk->blocks, counted, false)) {
		flags |= HP_HEAP_IS_OUTSIDE;
	}

	return flags;
}

/* Strings hold nothing, so they are told at once. */
static void walk_tell_string(hp_heap_walk *walk, const zend_string *string, uint32_t id)
{
	hp_heap_node node = {0};

	node.id = id;
	node.kind = HP_HEAP_STRING;
	node.address = string;
	node.bytes = hp_heap_block_bytes(&walk->blocks, string, _ZSTR_STRUCT_SIZE(ZSTR_LEN(string)));
	node.refcount = GC_REFCOUNT(string);
	node.count = ZSTR_LEN(string);
	if (ZSTR_IS_INTERNED(string)) {
		node.flags = HP_HEAP_IS_INTERNED;
	} else {
		node.digest = hp_heap_digest(&walk->digest_key, ZSTR_VAL(string), ZSTR_LEN(string));
	}
	if (node.bytes == 0) {
		node.flags |= HP_HEAP_IS_OUTSIDE;
	}
	if (walk->has_values) {
		node.value = ZSTR_VAL(string);
		node.value_length = ZSTR_LEN(string);
	}
	hp_heap_walk_node(walk, &node, string);
}

uint32_t hp_heap_walk_string(hp_heap_walk *walk, const zend_string *string)
{
	bool is_new;
	uint32_t id;

	/* Those of the engine and of opcache's shared memory neither belong to the heap nor hold any. */
	if (ZSTR_IS_INTERNED(string) &&
		!hp_heap_block_is_inside(&walk->blocks, string, GC_FLAGS(string) & IS_STR_PERMANENT)) {
		return 0;
	}
	id = hp_heap_walk_id(walk, string, &is_new);
	if (is_new) {
		walk_tell_string(walk, string, id);
	}

	return id;
}

uint32_t hp_heap_walk_counted(hp_heap_walk *walk, const void *counted, hp_heap_kind kind)
{
	bool is_new;
	uint32_t id = hp_heap_walk_id(walk, counted, &is_new);

	if (is_new) {
		if (!hp_address_map_grow((void **) &walk->tasks, &walk->tasks_size, walk->tasks_count + 1,
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
			/* Opcache has them in its shared memory, too. */
			if (!Z_REFCOUNTED_P(value) &&
				!hp_heap_block_is_inside(&walk->blocks, Z_AST_P(value), true)) {
				return 0;
			}
			return hp_heap_walk_counted(walk, Z_AST_P(value), HP_HEAP_AST);
		default:
			return 0;
	}
}

size_t hp_heap_walk_table_bytes(const hp_heap_walk *walk, const HashTable *table)
{
	if (HT_FLAGS(table) & HASH_FLAG_UNINITIALIZED) {
		return 0;
	}

	return hp_heap_block_bytes(
		&walk->blocks, HT_GET_DATA_ADDR(table), hp_compat_table_bytes(table));
}

void hp_heap_walk_elements(hp_heap_walk *walk, uint32_t from, const HashTable *table)
{
	zend_ulong index;
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_KEY_VAL((HashTable *) table, index, key, value) {
		/* Indirect ones belong to an object's or a frame's own place for them. */
		uint32_t to = Z_TYPE_P(value) == IS_INDIRECT ? 0 : hp_heap_walk_value(walk, value);

		if (key == NULL) {
			if (to != 0) {
				hp_heap_record_edge_index(
					&walk->record, from, to, HP_HEAP_EDGE_ELEMENT, (int64_t) index);
			}
			continue;
		}
		if (to != 0) {
			hp_heap_record_edge_key(&walk->record, from, to, HP_HEAP_EDGE_ELEMENT, key);
		}
		/* Interned ones live on without the array. */
		if (!ZSTR_IS_INTERNED(key) && (to = hp_heap_walk_string(walk, key)) != 0) {
			hp_heap_record_edge(&walk->record, from, to, HP_HEAP_EDGE_KEY);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void walk_array(hp_heap_walk *walk, const zend_array *array, uint32_t id)
{
	hp_heap_node node = {0};

	node.id = id;
	node.kind = HP_HEAP_ARRAY;
	node.address = array;
	node.bytes = hp_heap_block_bytes(&walk->blocks, array, sizeof(*array)) +
		hp_heap_walk_table_bytes(walk, array);
	node.refcount = GC_REFCOUNT(array);
	node.count = zend_hash_num_elements(array);
	node.capacity = HT_FLAGS(array) & HASH_FLAG_UNINITIALIZED ? 0 : array->nTableSize;
	node.flags = walk_flags(walk, array, GC_TYPE_INFO(array)) |
		(HT_FLAGS(array) & HASH_FLAG_PACKED ? HP_HEAP_IS_PACKED : 0);
	hp_heap_walk_node(walk, &node, array);
	hp_heap_walk_elements(walk, id, array);
}

static void walk_reference(hp_heap_walk *walk, const zend_reference *reference, uint32_t id)
{
	hp_heap_node node = {0};
	uint32_t to;

	node.id = id;
	node.kind = HP_HEAP_REFERENCE;
	node.address = reference;
	node.bytes = hp_heap_block_bytes(&walk->blocks, reference, sizeof(*reference));
	node.refcount = GC_REFCOUNT(reference);
	node.flags = walk_flags(walk, reference, GC_TYPE_INFO(reference));
	hp_heap_walk_node(walk, &node, reference);
	to = hp_heap_walk_value(walk, &reference->val);
	if (to != 0) {
		hp_heap_record_edge(&walk->record, id, to, HP_HEAP_EDGE_VALUE);
	}
}

static void walk_ast_constant(hp_heap_walk *walk, const zval *value, uint32_t id)
{
	uint32_t to = hp_heap_walk_value(walk, value);

	if (to != 0) {
		hp_heap_record_edge(&walk->record, id, to, HP_HEAP_EDGE_CONSTANT);
	}
}

/* Deeper expressions than that are told without their constants. */
#define WALK_AST_DEPTH 64

/* NOLINTNEXTLINE(misc-no-recursion): to a depth that has a bound */
static void walk_ast_tree(hp_heap_walk *walk, const zend_ast *ast, uint32_t id, int depth)
{
	uint32_t count;
	zend_ast *const *children;

	if (ast == NULL || depth > WALK_AST_DEPTH) {
		return;
	}
	if (ast->kind == ZEND_AST_ZVAL) {
		walk_ast_constant(walk, &((const zend_ast_zval *) ast)->val, id);
		return;
	}
	if (zend_ast_is_special((zend_ast *) ast)) {
		return;
	}
	if (zend_ast_is_list((zend_ast *) ast)) {
		count = ((const zend_ast_list *) ast)->children;
		children = ((const zend_ast_list *) ast)->child;
	} else {
		count = zend_ast_get_num_children((zend_ast *) ast);
		children = ast->child;
	}
	for (uint32_t i = 0; i < count; i++) {
		walk_ast_tree(walk, children[i], id, depth + 1);
	}
}

static void walk_ast(hp_heap_walk *walk, zend_ast_ref *ast, uint32_t id)
{
	hp_heap_node node = {0};

	node.id = id;
	node.kind = HP_HEAP_AST;
	node.address = ast;
	node.bytes = hp_heap_block_bytes(&walk->blocks, ast, sizeof(*ast));
	node.refcount = GC_REFCOUNT(ast);
	node.flags = walk_flags(walk, ast, GC_TYPE_INFO(ast));
	hp_heap_walk_node(walk, &node, ast);
	walk_ast_tree(walk, GC_AST(ast), id, 0);
}

void hp_heap_walk_drain(hp_heap_walk *walk)
{
	while (walk->tasks_count > 0) {
		hp_heap_task task = walk->tasks[--walk->tasks_count];

		switch (task.kind) {
			case HP_HEAP_ARRAY:
				walk_array(walk, task.address, task.id);
				break;
			case HP_HEAP_OBJECT:
				hp_heap_object(walk, (zend_object *) task.address, task.id);
				break;
			case HP_HEAP_REFERENCE:
				walk_reference(walk, task.address, task.id);
				break;
			case HP_HEAP_RESOURCE:
				hp_heap_resource(walk, task.address, task.id);
				break;
			case HP_HEAP_AST:
				walk_ast(walk, (zend_ast_ref *) task.address, task.id);
				break;
			default:
				break;
		}
	}
}
