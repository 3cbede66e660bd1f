#include "heap/object.h"

#include "heap/code.h"
#include "heap/frame.h"
#include "heap/reach.h"
#include "heap/stack.h"

#include "Zend/zend_closures.h"
#include "Zend/zend_fibers.h"
#include "Zend/zend_generators.h"
#include "Zend/zend_interfaces.h"
#include "Zend/zend_weakrefs.h"

/* The beginning of an object's block. An internal class may keep its own data before the
 * zend_object. */
static const char *object_block(const zend_object *object)
{
	return (const char *) object - object->handlers->offset;
}

static uint32_t object_property_name(hp_heap_walk *walk, const zend_property_info *property)
{
	size_t length;
	const char *name;

	if (property == NULL) {
		return hp_heap_record_name(&walk->record, "?", "?", 1);
	}
	name = hp_heap_code_property_name(property, &length);

	return hp_heap_record_name(&walk->record, property, name, length);
}

static void object_properties(hp_heap_walk *walk, const zend_object *object, uint32_t id)
{
	zend_property_info *const *infos = object->ce->properties_info_table;

	for (int i = 0; i < object->ce->default_properties_count; i++) {
		uint32_t to = hp_heap_walk_value(walk, &object->properties_table[i]);

		if (to != 0) {
			hp_heap_record_edge_name(&walk->record, id, to, HP_HEAP_EDGE_PROPERTY,
				object_property_name(walk, infos == NULL ? NULL : infos[i]));
		}
	}
	if (object->properties != NULL) {
		hp_heap_record_edge(&walk->record, id, hp_heap_walk_table(walk, object->properties),
			HP_HEAP_EDGE_PROPERTIES);
	}
}

/* True if a value is one of the object's properties: get_gc() of a lazy object returns them as
 * well. */
static bool object_is_property(const zend_object *object, const zval *value)
{
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		const zval *property = &object->properties_table[i];

		if (Z_TYPE_P(property) == Z_TYPE_P(value) && Z_REFCOUNTED_P(value) &&
			Z_COUNTED_P(property) == Z_COUNTED_P(value)) {
			return true;
		}
	}

	return false;
}

/* Values of an internal class that PHP code does not see, as get_gc() returns them. */
typedef struct object_inside {
	zval *values; /* in the engine's buffer or in the object's own memory */
	int count;
	HashTable *table;
	HashTable *made; /* the table that get_gc() built, to be freed; else NULL */
} object_inside;

/* Calls get_gc(). Some classes build the table of all properties in it, which the object would
 * keep: it is taken away again. */
static void object_get_gc(zend_object *object, object_inside *inside)
{
	bool had_table = object->properties != NULL;

	memset(inside, 0, sizeof(*inside));
	if (object->handlers->get_gc == NULL ||
		(object->handlers->get_gc == zend_std_get_gc && !hp_compat_is_lazy(object))) {
		return;
	}
	inside->table = object->handlers->get_gc(object, &inside->values, &inside->count);
	if (!had_table && object->properties != NULL) {
		inside->made = object->properties;
		object->properties = NULL;
	}
	if (inside->table == inside->made || inside->table == object->properties) {
		inside->table = NULL;
	}
}

/* Claims the block that get_gc() points to, which belongs to the object, and returns its size. */
static size_t object_inside_bytes(
	hp_heap_walk *walk, const zend_object *object, const object_inside *inside)
{
	if (object->ce == zend_ce_closure) {
		const zend_function *function = zend_get_closure_method_def((zend_object *) object);

		return function->type == ZEND_USER_FUNCTION &&
				(function->common.fn_flags & ZEND_ACC_HEAP_RT_CACHE)
			? hp_heap_block_claim(&walk->blocks, RUN_TIME_CACHE(&function->op_array),
				  (size_t) function->op_array.cache_size)
			: 0;
	}
	if (inside->count == 0 || inside->values == EG(get_gc_buffer).start ||
		inside->values == object->properties_table) {
		return 0;
	}

	return hp_heap_block_claim(
		&walk->blocks, inside->values, (size_t) inside->count * sizeof(zval));
}

static void object_inside_values(
	hp_heap_walk *walk, const zend_object *object, uint32_t id, const object_inside *inside)
{
	bool is_lazy = hp_compat_is_lazy(object);
	hp_heap_edge kind = object->ce == zend_ce_closure ? HP_HEAP_EDGE_THIS : HP_HEAP_EDGE_INTERNAL;

	if (inside->values == object->properties_table) {
		return;
	}
	for (int i = 0; i < inside->count; i++) {
		if (!is_lazy || !object_is_property(object, &inside->values[i])) {
			hp_heap_walk_edge(walk, id, &inside->values[i], kind);
		}
	}
}

static void object_inside_table(hp_heap_walk *walk, const zend_object *object, uint32_t id,
	const HashTable *table, size_t bytes)
{
	const char *start = object_block(object);

	if (table == NULL) {
		return;
	}
	if ((const char *) table >= start && (const char *) table < start + bytes) {
		hp_heap_walk_elements(walk, id, table);
		return;
	}
	hp_heap_record_edge(&walk->record, id, hp_heap_walk_table(walk, table),
		object->ce == zend_ce_closure ? HP_HEAP_EDGE_STATICS : HP_HEAP_EDGE_INTERNAL);
}

static void object_generator(hp_heap_walk *walk, zend_object *object, uint32_t id)
{
	zend_generator *generator = (zend_generator *) object;

	hp_heap_walk_edge_named(walk, id, &generator->value, HP_HEAP_EDGE_YIELDED, "value");
	hp_heap_walk_edge_named(walk, id, &generator->key, HP_HEAP_EDGE_YIELDED, "key");
	hp_heap_walk_edge_named(walk, id, &generator->retval, HP_HEAP_EDGE_YIELDED, "result");
	hp_heap_walk_edge_named(walk, id, &generator->values, HP_HEAP_EDGE_YIELDED, "yield from");
	if (generator->execute_data == NULL) {
		return;
	}
	if (generator->node.parent != NULL) {
		zval parent;

		ZVAL_OBJ(&parent, &generator->node.parent->std);
		hp_heap_walk_edge_named(walk, id, &parent, HP_HEAP_EDGE_YIELDED, "yield from");
	}
	hp_heap_record_edge(&walk->record, id,
		hp_heap_frame_visit(walk, generator->execute_data, -1, true), HP_HEAP_EDGE_FRAME);
}

static void object_fiber(hp_heap_walk *walk, zend_object *object, uint32_t id)
{
	zend_fiber *fiber = (zend_fiber *) object;

	hp_heap_walk_edge_named(walk, id, &fiber->fci.function_name, HP_HEAP_EDGE_INTERNAL, "function");
	hp_heap_walk_edge_named(walk, id, &fiber->result, HP_HEAP_EDGE_INTERNAL, "result");
	for (const zend_execute_data *frame = hp_heap_code_fiber(object); frame != NULL;
		 frame = frame->prev_execute_data) {
		hp_heap_record_edge(
			&walk->record, id, hp_heap_frame_visit(walk, frame, -1, true), HP_HEAP_EDGE_FRAME);
	}
	if (hp_heap_code_fiber(object) != NULL) {
		hp_heap_stack_fiber(walk, &fiber->context);
	}
}

/* Adds an edge to the value that foreach holds while it iterates over an object. */
static void object_iterator(hp_heap_walk *walk, zend_object *object, uint32_t id)
{
	zend_object_iterator *iterator;
	zval wrapped;

	if (object->handlers->get_gc == zend_std_get_gc) {
		return;
	}
	ZVAL_OBJ(&wrapped, object);
	iterator = zend_iterator_unwrap(&wrapped);
	if (iterator != NULL) {
		hp_heap_walk_edge(walk, id, &iterator->data, HP_HEAP_EDGE_INTERNAL);
	}
}

static uint32_t object_flags(const hp_heap_walk *walk, const zend_object *object)
{
	uint32_t flags = GC_FLAGS(object);

	return (flags & IS_OBJ_DESTRUCTOR_CALLED && object->ce->destructor != NULL
				   ? HP_HEAP_IS_DESTRUCTED
				   : 0) |
		(flags & IS_OBJ_FREE_CALLED ? HP_HEAP_IS_FREED : 0) |
		(flags & IS_OBJ_WEAKLY_REFERENCED ? HP_HEAP_IS_WEAKLY_REFERENCED : 0) |
		(hp_compat_is_lazy(object) ? HP_HEAP_IS_LAZY : 0) |
		(object->ce->ce_flags & ZEND_ACC_ENUM ? HP_HEAP_IS_ENUM : 0) |
		(GC_INFO(object) != 0 ? HP_HEAP_IS_BUFFERED : 0) |
		(hp_heap_block_is_inside(&walk->blocks, object_block(object), false) ? 0
																			 : HP_HEAP_IS_OUTSIDE);
}

static hp_heap_node object_node(hp_heap_walk *walk, const hp_heap_task *task)
{
	const zend_object *object = task->address;
	hp_heap_node node = hp_heap_walk_node(walk, task, object_block(object),
		(size_t) object->handlers->offset + sizeof(*object) +
			zend_object_properties_size(object->ce));

	node.count = object->handle;
	node.flags = object_flags(walk, object);
	node.class_name = hp_heap_record_name(
		&walk->record, object->ce, ZSTR_VAL(object->ce->name), ZSTR_LEN(object->ce->name));

	/* C code points to the beginning of its data, not to the zend_object. */
	if (object->handlers->offset > 0) {
		hp_heap_walk_alias(walk, object_block(object), task->id);
	}

	return node;
}

/* Claims the memory of a suspended fiber's VM stack, and returns its size. It can be found only
 * through the frames on it. */
static size_t object_stack_bytes(hp_heap_walk *walk, zend_object *object)
{
	size_t bytes = 0;

	for (const zend_execute_data *frame = hp_heap_code_fiber(object); frame != NULL;
		 frame = frame->prev_execute_data) {
		bytes += hp_heap_frame_claim_page(walk, frame);
	}

	return bytes;
}

/* Adds the memory where an internal class keeps its data, to be searched later: before the object,
 * or behind it if the object comes first. The parts of closures and generators are known, and have
 * stale values that were not cleared. A weak reference points to an object that it does not
 * hold. */
static void object_parts(hp_heap_walk *walk, const zend_object *object, uint32_t id)
{
	const char *block = object_block(object);
	const char *behind = (const char *) object + sizeof(*object) - sizeof(zval) +
		sizeof(zval) * (size_t) object->ce->default_properties_count;
	size_t bytes;

	if (object->handlers == &std_object_handlers || object->ce == zend_ce_closure ||
		object->ce == zend_ce_generator || object->ce == zend_ce_weakref ||
		hp_heap_block_start(&walk->blocks, block, &bytes) != block) {
		return;
	}
	if (object->handlers->offset > 0) {
		hp_heap_reach_part(walk, id, block, (size_t) object->handlers->offset);
	} else if (object->ce->type == ZEND_INTERNAL_CLASS && behind < block + bytes) {
		hp_heap_reach_part(walk, id, behind, (size_t) (block + bytes - behind));
	}
}

static void object_opaque(hp_heap_walk *walk, zend_object *object, hp_heap_node *node)
{
	size_t own_bytes = node->bytes;
	object_inside inside;

	object_get_gc(object, &inside);
	node->bytes += object_inside_bytes(walk, object, &inside);
	hp_heap_walk_record(walk, node, object_block(object));
	object_inside_values(walk, object, node->id, &inside);
	object_inside_table(walk, object, node->id, inside.table, own_bytes);
	if (inside.made != NULL) {
		zend_array_destroy(inside.made);
	}
	if (inside.count == 0) {
		object_iterator(walk, object, node->id);
	}
}

void hp_heap_object_visit(hp_heap_walk *walk, const hp_heap_task *task)
{
	zend_object *object = (zend_object *) task->address;
	hp_heap_node node = object_node(walk, task);
	bool is_freed = GC_FLAGS(object) & IS_OBJ_FREE_CALLED;
	bool is_generator = hp_object_is(object, zend_ce_generator);
	bool is_fiber = hp_object_is(object, zend_ce_fiber);

	/* All that a generator or a fiber holds is known without get_gc(). */
	if (is_freed || is_generator || is_fiber) {
		node.bytes += is_fiber && !is_freed ? object_stack_bytes(walk, object) : 0;
		hp_heap_walk_record(walk, &node, object_block(object));
	} else {
		object_opaque(walk, object, &node);
	}
	if (is_freed) {
		return;
	}
	object_properties(walk, object, task->id);
	object_parts(walk, object, task->id);
	if (is_generator) {
		object_generator(walk, object, task->id);
	} else if (is_fiber) {
		object_fiber(walk, object, task->id);
	}
}
