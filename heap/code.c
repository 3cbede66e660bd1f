#include "heap/code.h"

#include "Zend/zend_closures.h"
#include "Zend/zend_fibers.h"

/* Closures nested deeper are skipped. */
#define CODE_DEPTH 64

/* NOLINTNEXTLINE(misc-no-recursion): bounded by CODE_DEPTH */
static void code_visit(hp_heap_code_visit visit, void *context, zend_op_array *code, int depth)
{
	if (code->type != ZEND_USER_FUNCTION && code->type != ZEND_EVAL_CODE) {
		return;
	}
	visit(context, code);
	if (depth >= CODE_DEPTH) {
		return;
	}
	for (uint32_t i = 0; i < code->num_dynamic_func_defs; i++) {
		code_visit(visit, context, code->dynamic_func_defs[i], depth + 1);
	}
}

static void code_table(hp_heap_code_visit visit, void *context, const HashTable *functions)
{
	zend_function *function;

	ZEND_HASH_FOREACH_PTR((HashTable *) functions, function) {
		code_visit(visit, context, &function->op_array, 0);
	}
	ZEND_HASH_FOREACH_END();
}

static void code_hooks(hp_heap_code_visit visit, void *context, const zend_class_entry *class_entry)
{
	const zend_property_info *property;

	ZEND_HASH_FOREACH_PTR((HashTable *) &class_entry->properties_info, property) {
		zend_function *const *hooks = hp_compat_property_hooks(property);

		for (int i = 0; hooks != NULL && i < 2; i++) {
			if (hooks[i] != NULL) {
				code_visit(visit, context, &hooks[i]->op_array, 0);
			}
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void code_classes(hp_heap_code_visit visit, void *context)
{
	zend_class_entry *class_entry;

	ZEND_HASH_FOREACH_PTR(EG(class_table), class_entry) {
		if (class_entry->type == ZEND_USER_CLASS) {
			code_table(visit, context, &class_entry->function_table);
			code_hooks(visit, context, class_entry);
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* The code of files and of eval() is in no table, only on the stack. */
static void code_stack(hp_heap_code_visit visit, void *context)
{
	for (const zend_execute_data *frame = EG(current_execute_data); frame != NULL;
		 frame = frame->prev_execute_data) {
		if (frame->func != NULL && !(frame->func->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
			code_visit(visit, context, &frame->func->op_array, 0);
		}
	}
}

/* A closure outlives the file that declared it. */
static void code_closures(hp_heap_code_visit visit, void *context)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];

		if (IS_OBJ_VALID(object) && object->ce == zend_ce_closure &&
			!(GC_FLAGS(object) & IS_OBJ_FREE_CALLED)) {
			code_visit(visit, context,
				(zend_op_array *) &zend_get_closure_method_def(object)->op_array, 0);
		}
	}
}

/* Visits the functions that PHP makes for partial applications such as f(?, 1), one for each place
 * in the code. */
static void code_partial_applications(hp_heap_code_visit visit, void *context)
{
#ifdef HP_KEEPS_CLOSURES
	code_table(visit, context, &EG(partial_function_application_cache));
#endif
}

void hp_heap_code_each(hp_heap_code_visit visit, void *context)
{
	code_table(visit, context, EG(function_table));
	code_classes(visit, context);
	code_stack(visit, context);
	code_closures(visit, context);
	code_partial_applications(visit, context);
}

void hp_heap_code_each_class(hp_heap_class_visit visit, void *context)
{
	zend_class_entry *class_entry;

	ZEND_HASH_FOREACH_PTR(EG(class_table), class_entry) {
		visit(context, class_entry);
	}
	ZEND_HASH_FOREACH_END();
}

/* Does not use CE_CONSTANTS_TABLE() and similar, which would create a missing table. */
const zend_class_mutable_data *hp_heap_code_mutable(const zend_class_entry *class_entry)
{
	return ZEND_MAP_PTR(class_entry->mutable_data) == NULL
		? NULL
		: (const zend_class_mutable_data *) ZEND_MAP_PTR_GET_IMM(class_entry->mutable_data);
}

const HashTable *hp_heap_code_constants(const zend_class_entry *class_entry)
{
	const zend_class_mutable_data *mutable_data = hp_heap_code_mutable(class_entry);

	return mutable_data != NULL && mutable_data->constants_table != NULL
		? mutable_data->constants_table
		: &class_entry->constants_table;
}

const char *hp_heap_code_property_name(const zend_property_info *property, size_t *length)
{
	const char *class_name, *name;

	zend_unmangle_property_name_ex(property->name, &class_name, &name, length);

	return name;
}

const zend_execute_data *hp_heap_code_fiber(zend_object *object)
{
	const zend_fiber *fiber = (const zend_fiber *) object;

	/* The frames of a running fiber are on the stack. */
	return hp_object_is(object, zend_ce_fiber) &&
			fiber->context.status == ZEND_FIBER_STATUS_SUSPENDED && fiber->caller == NULL
		? fiber->execute_data
		: NULL;
}
