#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/walk.h"

#include "Zend/zend_closures.h"
#include "Zend/zend_fibers.h"
#include "Zend/zend_generators.h"
#include "Zend/zend_interfaces.h"

static void object_edge(hp_heap_walk *walk, uint32_t from, const zval *value, hp_heap_edge kind)
{
	uint32_t to = hp_heap_walk_value(walk, value);

	if (to != 0) {
		hp_heap_record_edge(&walk->record, from, to, kind);
	}
}

static void object_edge_named(
	hp_heap_walk *walk, uint32_t from, const zval *value, hp_heap_edge kind, const char *name)
{
	uint32_t to = hp_heap_walk_value(walk, value);

	if (to != 0) {
		hp_heap_record_edge_name(&walk->record, from, to, kind,
			hp_heap_record_name(&walk->record, name, name, strlen(name)));
	}
}

/* Private and protected names begin with "\0class\0" or "\0*\0". */
static uint32_t object_property_name(hp_heap_walk *walk, const zend_property_info *property)
{
	const char *text, *end;

	if (property == NULL) {
		return hp_heap_record_name(&walk->record, "?", "?", 1);
	}
	text = ZSTR_VAL(property->name);
	end = text + ZSTR_LEN(property->name);
	if (ZSTR_LEN(property->name) > 2 && text[0] == '\0') {
		text += strlen(text + 1) + 2;
	}

	return hp_heap_record_name(&walk->record, property, text, (size_t) (end - text));
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
		uint32_t to = hp_heap_walk_table(walk, object->properties);

		if (to != 0) {
			hp_heap_record_edge(&walk->record, id, to, HP_HEAP_EDGE_PROPERTIES);
		}
	}
}

/* A lazy object's get_gc() gives its properties as well. */
static bool object_is_told(const zend_object *object, const zval *value)
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

/* What get_gc() says: what an internal class has that PHP code does not see. */
typedef struct object_inside {
	zval *values; /* in the engine's buffer, or the object's own memory */
	int count;
	HashTable *table;
	HashTable *made; /* see object_ask() */
} object_inside;

/* Some classes make the table of all properties for that, which the object would then keep: it is
 * taken away again. */
static void object_ask(zend_object *object, object_inside *inside)
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

/* A block that get_gc() pointed into belongs to the object. */
static size_t object_inside_bytes(
	hp_heap_walk *walk, const zend_object *object, const object_inside *inside)
{
	if (object->ce == zend_ce_closure) {
		const zend_function *function = zend_get_closure_method_def((zend_object *) object);

		return function->type == ZEND_USER_FUNCTION &&
				(function->common.fn_flags & ZEND_ACC_HEAP_RT_CACHE)
			? hp_heap_walk_block(
				  walk, RUN_TIME_CACHE(&function->op_array), (size_t) function->op_array.cache_size)
			: 0;
	}
	if (inside->count == 0 || inside->values == EG(get_gc_buffer).start ||
		inside->values == object->properties_table) {
		return 0;
	}

	return hp_heap_walk_block(walk, inside->values, (size_t) inside->count * sizeof(zval));
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
		if (!is_lazy || !object_is_told(object, &inside->values[i])) {
			object_edge(walk, id, &inside->values[i], kind);
		}
	}
}

static void object_inside_table(hp_heap_walk *walk, const zend_object *object, uint32_t id,
	const HashTable *table, size_t bytes)
{
	const char *start = (const char *) object - object->handlers->offset;
	uint32_t to;

	if (table == NULL) {
		return;
	}
	if ((const char *) table >= start && (const char *) table < start + bytes) {
		hp_heap_walk_elements(walk, id, table);
		return;
	}
	to = hp_heap_walk_table(walk, table);
	if (to != 0) {
		hp_heap_record_edge(&walk->record, id, to,
			object->ce == zend_ce_closure ? HP_HEAP_EDGE_STATICS : HP_HEAP_EDGE_INTERNAL);
	}
}

static void object_generator(hp_heap_walk *walk, zend_object *object, uint32_t id)
{
	zend_generator *generator = (zend_generator *) object;
	uint32_t frame;

	object_edge_named(walk, id, &generator->value, HP_HEAP_EDGE_YIELDED, "value");
	object_edge_named(walk, id, &generator->key, HP_HEAP_EDGE_YIELDED, "key");
	object_edge_named(walk, id, &generator->retval, HP_HEAP_EDGE_YIELDED, "result");
	object_edge_named(walk, id, &generator->values, HP_HEAP_EDGE_YIELDED, "yield from");
	if (generator->execute_data == NULL) {
		return;
	}
	if (generator->node.parent != NULL) {
		zval parent;

		ZVAL_OBJ(&parent, &generator->node.parent->std);
		object_edge_named(walk, id, &parent, HP_HEAP_EDGE_YIELDED, "yield from");
	}
	frame = hp_heap_frame(walk, generator->execute_data, -1, true);
	if (frame != 0) {
		hp_heap_record_edge(&walk->record, id, frame, HP_HEAP_EDGE_FRAME);
	}
}

/* The frames of one that runs are on the stack. */
static void object_fiber(hp_heap_walk *walk, zend_object *object, uint32_t id)
{
	zend_fiber *fiber = (zend_fiber *) object;

	object_edge_named(walk, id, &fiber->fci.function_name, HP_HEAP_EDGE_INTERNAL, "function");
	object_edge_named(walk, id, &fiber->result, HP_HEAP_EDGE_INTERNAL, "result");
	if (fiber->context.status != ZEND_FIBER_STATUS_SUSPENDED || fiber->caller != NULL) {
		return;
	}
	for (const zend_execute_data *frame = fiber->execute_data; frame != NULL;
		 frame = frame->prev_execute_data) {
		uint32_t to = hp_heap_frame(walk, frame, -1, true);

		if (to != 0) {
			hp_heap_record_edge(&walk->record, id, to, HP_HEAP_EDGE_FRAME);
		}
	}
}

/* What foreach keeps while it goes over an object. */
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
		object_edge(walk, id, &iterator->data, HP_HEAP_EDGE_INTERNAL);
	}
}

static uint32_t object_flags(const hp_heap_walk *walk, const zend_object *object)
{
	uint32_t flags = GC_FLAGS(object);
	uint32_t type_info = GC_TYPE_INFO(object);

	return (flags & IS_OBJ_DESTRUCTOR_CALLED && object->ce->destructor != NULL
				   ? HP_HEAP_IS_DESTRUCTED
				   : 0) |
		(flags & IS_OBJ_FREE_CALLED ? HP_HEAP_IS_FREED : 0) |
		(flags & IS_OBJ_WEAKLY_REFERENCED ? HP_HEAP_IS_WEAKLY_REFERENCED : 0) |
		(hp_compat_is_lazy(object) ? HP_HEAP_IS_LAZY : 0) |
		(object->ce->ce_flags & ZEND_ACC_ENUM ? HP_HEAP_IS_ENUM : 0) |
		(type_info >> GC_INFO_SHIFT != 0 ? HP_HEAP_IS_BUFFERED : 0) |
		(hp_heap_block_is_inside(&walk->blocks, object, false) ? 0 : HP_HEAP_IS_OUTSIDE);
}

static void object_tell(
	hp_heap_walk *walk, zend_object *object, uint32_t id, size_t bytes, size_t inside_bytes)
{
	hp_heap_node node = {0};

	node.id = id;
	node.kind = HP_HEAP_OBJECT;
	node.address = object;
	node.bytes = bytes + inside_bytes;
	node.refcount = GC_REFCOUNT(object);
	node.count = object->handle;
	node.flags = object_flags(walk, object);
	node.class_name = hp_heap_record_name(
		&walk->record, object->ce, ZSTR_VAL(object->ce->name), ZSTR_LEN(object->ce->name));
	hp_heap_walk_node(walk, &node, (const char *) object - object->handlers->offset);
}

/* Those that are known in full need not be asked. */
static bool object_is_opaque(const zend_object *object)
{
	return !hp_object_is(object, zend_ce_generator) && !hp_object_is(object, zend_ce_fiber);
}

static void object_opaque(hp_heap_walk *walk, zend_object *object, uint32_t id, size_t bytes)
{
	object_inside inside;

	object_ask(object, &inside);
	object_tell(walk, object, id, bytes, object_inside_bytes(walk, object, &inside));
	object_inside_values(walk, object, id, &inside);
	object_inside_table(walk, object, id, inside.table, bytes);
	if (inside.made != NULL) {
		zend_array_destroy(inside.made);
	}
	if (inside.count == 0) {
		object_iterator(walk, object, id);
	}
}

void hp_heap_object(hp_heap_walk *walk, zend_object *object, uint32_t id)
{
	const char *block = (const char *) object - object->handlers->offset;
	size_t bytes = hp_heap_block_bytes(&walk->blocks, block,
		(size_t) object->handlers->offset + sizeof(*object) +
			zend_object_properties_size(object->ce));

	if (GC_FLAGS(object) & IS_OBJ_FREE_CALLED) {
		object_tell(walk, object, id, bytes, 0);
		return;
	}
	if (object_is_opaque(object)) {
		object_opaque(walk, object, id, bytes);
	} else {
		object_tell(walk, object, id, bytes, 0);
	}
	object_properties(walk, object, id);
	if (hp_object_is(object, zend_ce_generator)) {
		object_generator(walk, object, id);
	} else if (hp_object_is(object, zend_ce_fiber)) {
		object_fiber(walk, object, id);
	}
}
