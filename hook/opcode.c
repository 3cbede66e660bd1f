/* opcode.c: makes compiled code call user functions through zend_execute_ex, for the "ex" hook.
 *
 * If the compiler knows the function, it emits DO_UCALL or DO_FCALL_BY_NAME, which enter the
 * function without checking zend_execute_ex. DO_FCALL does the same but checks it. It costs 0 to
 * 0.9 ns more per call. */
#include "hook/opcode.h"

#include "hook/frameless.h"
#include "hook/bypass.h"
#include "hook/state.h"
#include "php_xhprof.h"

#include "Zend/zend_closures.h"
#include "Zend/zend_extensions.h"
#include "Zend/zend_fibers.h"
#include "Zend/zend_vm.h"

static bool hook_opcode_passes_us_by(const zend_op *op)
{
	return op->opcode == ZEND_DO_UCALL || op->opcode == ZEND_DO_FCALL_BY_NAME;
}

/* Runs after the compiler. The engine sets the handlers afterwards. */
static void hook_opcode_compiled(zend_op_array *code)
{
	bool is_spared = hp_hook_bypass_spares();

	for (zend_op *op = code->opcodes; op < code->opcodes + code->last; op++) {
		if (!is_spared && hook_opcode_passes_us_by(op)) {
			op->opcode = ZEND_DO_FCALL;
		}
#if PHP_VERSION_ID >= 80400 && defined(ZTS)
		if (op->opcode >= ZEND_FRAMELESS_ICALL_0 && op->opcode <= ZEND_FRAMELESS_ICALL_3) {
			op->extended_value = hp_hook_frameless_number(op->extended_value);
		}
#endif
	}
}

/* Runs after opcache's optimizer, before it stores the code; the handlers are set already. A
 * separate optimizer pass would see the same and be simpler, but the engine keeps a pass when it
 * unloads the module, as Apache does at each graceful restart, and has room for only 32. If
 * opcache's table is found to be full, the one file at which that happens is optimized but not
 * stored, and not seen here. */
static size_t hook_opcode_optimized(zend_op_array *code)
{
	for (zend_op *op = code->opcodes; op < code->opcodes + code->last; op++) {
		if (hook_opcode_passes_us_by(op)) {
			op->opcode = ZEND_DO_FCALL;
			zend_vm_set_opcode_handler(op);
		}
	}

	return 0; /* no bytes to store with it */
}

/* An extension is the only way to see each op_array. The engine keeps a copy of this. */
static zend_extension hook_opcode_extension = {
	.name = "xhprof",
	.version = PHP_XHPROF_VERSION,
	.author = "the xhprof authors",
	.URL = "",
	.copyright = "",
	.op_array_handler = hook_opcode_compiled,
};

void hp_hook_opcode_startup(void)
{
	hp_hook_compiler_options = ZEND_COMPILE_HANDLE_OP_ARRAY;
	if (!hp_hook_bypass_is_in_force()) {
		hook_opcode_extension.op_array_persist_calc = hook_opcode_optimized;
	}
	zend_register_extension(&hook_opcode_extension, NULL);
}

#if PHP_VERSION_ID >= 80400

static void hook_opcode_reset_read(const zend_op *op, char *cache)
{
	if ((op->opcode == ZEND_FETCH_OBJ_R || op->opcode == ZEND_FETCH_OBJ_FUNC_ARG) &&
		op->op2_type == IS_CONST) {
		void **slot = (void **) (cache + (op->extended_value & ~ZEND_FETCH_OBJ_FLAGS));

		slot[0] = NULL;
	}
}

void hp_hook_opcode_reset_read(const zend_execute_data *reader)
{
	if (reader != NULL && reader->func != NULL && ZEND_USER_CODE(reader->func->type)) {
		hook_opcode_reset_read(reader->opline, (char *) reader->run_time_cache);
	}
}

static void hook_opcode_reset_reads(zend_op_array *code)
{
	char *cache = ZEND_MAP_PTR(code->run_time_cache) == NULL ? NULL : RUN_TIME_CACHE(code);

	if (cache == NULL) {
		return;
	}
	for (const zend_op *op = code->opcodes; op < code->opcodes + code->last; op++) {
		hook_opcode_reset_read(op, cache);
	}
	for (uint32_t i = 0; i < code->num_dynamic_func_defs; i++) {
		hook_opcode_reset_reads(code->dynamic_func_defs[i]);
	}
}

static void hook_opcode_reset_functions(HashTable *functions)
{
	zend_function *function;

	ZEND_HASH_FOREACH_PTR(functions, function) {
		if (function->type == ZEND_USER_FUNCTION) {
			hook_opcode_reset_reads(&function->op_array);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void hook_opcode_reset_properties(const zend_class_entry *class_entry)
{
	zend_property_info *property;

	if (class_entry->num_hooked_props == 0) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(&class_entry->properties_info, property) {
		for (uint32_t i = 0; property->hooks != NULL && i < ZEND_PROPERTY_HOOK_COUNT; i++) {
			if (property->hooks[i] != NULL && property->hooks[i]->type == ZEND_USER_FUNCTION) {
				hook_opcode_reset_reads(&property->hooks[i]->op_array);
			}
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void hook_opcode_reset_classes(HashTable *classes)
{
	zval *entry;

	ZEND_HASH_FOREACH_VAL(classes, entry) {
		if (Z_TYPE_P(entry) != IS_ALIAS_PTR) {
			zend_class_entry *class_entry = Z_PTR_P(entry);

			hook_opcode_reset_functions(&class_entry->function_table);
			hook_opcode_reset_properties(class_entry);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static bool hook_opcode_has_property_hooks(void)
{
	zval *entry;

	ZEND_HASH_FOREACH_VAL(EG(class_table), entry) {
		const zend_class_entry *class_entry = Z_PTR_P(entry);

		if (class_entry->type == ZEND_USER_CLASS && class_entry->num_hooked_props > 0) {
			return true;
		}
	}
	ZEND_HASH_FOREACH_END();

	return false;
}

static void hook_opcode_reset_frames(const zend_execute_data *at)
{
	for (; at != NULL; at = at->prev_execute_data) {
		if (at->func != NULL && ZEND_USER_CODE(at->func->type)) {
			hook_opcode_reset_reads(&at->func->op_array);
		}
	}
}

/* Resets a closure's code, and the frames of a suspended fiber, as the code of a file can only be
 * found there. */
static void hook_opcode_reset_object(zend_object *object)
{
	if (hp_object_is(object, zend_ce_closure)) {
		zend_function *function = (zend_function *) zend_get_closure_method_def(object);

		if (ZEND_USER_CODE(function->type)) {
			hook_opcode_reset_reads(&function->op_array);
		}
	} else if (hp_object_is(object, zend_ce_fiber)) {
		const zend_fiber *fiber = (const zend_fiber *) object;

		if (fiber->context.status == ZEND_FIBER_STATUS_SUSPENDED) {
			hook_opcode_reset_frames(fiber->execute_data);
		}
	}
}

static void hook_opcode_reset_objects(void)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];

		if (IS_OBJ_VALID(object)) {
			hook_opcode_reset_object(object);
		}
	}
}

void hp_hook_opcode_reset_property_hooks(void)
{
	if (!hook_opcode_has_property_hooks()) {
		return;
	}
	hook_opcode_reset_functions(EG(function_table));
	hook_opcode_reset_classes(EG(class_table));
	hook_opcode_reset_objects();
	hook_opcode_reset_frames(EG(current_execute_data));
}

#else

void hp_hook_opcode_reset_property_hooks(void)
{
}

#endif
