#include "heap/roots.h"

#include "heap/code.h"
#include "heap/frame.h"
#include "heap/visit.h"

#include "Zend/zend_attributes.h"
#include "Zend/zend_closures.h"
#include "Zend/zend_constants.h"
#include "ext/standard/basic_functions.h"
#include "main/php_globals.h"
#include "main/php_output.h"

static void roots_value(hp_heap_walk *walk, const zval *value, const char *kind,
	const zend_string *before, const char *between, const zend_string *after)
{
	hp_heap_record_root(
		&walk->record, hp_heap_walk_value(walk, value), kind, before, between, after);
	hp_heap_visit_tasks(walk);
}

static void roots_named(hp_heap_walk *walk, const zval *value, const char *kind, const char *name)
{
	roots_value(walk, value, kind, NULL, name, NULL);
}

static void roots_object(
	hp_heap_walk *walk, zend_object *object, const char *kind, const char *name)
{
	zval value;

	if (object != NULL) {
		ZVAL_OBJ(&value, object);
		roots_named(walk, &value, kind, name);
	}
}

static void roots_stack(hp_heap_walk *walk, const zend_execute_data *from, bool is_exact)
{
	int64_t depth = 0;

	for (const zend_execute_data *frame = from; frame != NULL; frame = frame->prev_execute_data) {
		const zend_function *function = frame->func;
		uint32_t id = hp_heap_frame_visit(walk, frame, depth, is_exact);

		if (id == 0) {
			continue;
		}
		/* The frames further out are at their call instructions. */
		is_exact = true;
		hp_heap_record_root(&walk->record, id, "frame",
			function->common.scope == NULL ? NULL : function->common.scope->name,
			function->common.scope == NULL ? "" : "::", function->common.function_name);
		hp_heap_visit_tasks(walk);
		depth++;
	}
}

static void roots_globals(hp_heap_walk *walk)
{
	zend_string *name;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(&EG(symbol_table), name, value) {
		roots_value(walk, value, "global", NULL, "$", name);
	}
	ZEND_HASH_FOREACH_END();
	for (size_t i = 0; i < sizeof(PG(http_globals)) / sizeof(PG(http_globals)[0]); i++) {
		static const char *const names[] = {
			"$_POST", "$_GET", "$_COOKIE", "$_SERVER", "$_ENV", "$_FILES"};

		roots_named(walk, &PG(http_globals)[i], "request", names[i]);
	}
}

static void roots_attributes(hp_heap_walk *walk, HashTable *attributes, const zend_string *owner)
{
	zend_attribute *attribute;

	if (attributes == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(attributes, attribute) {
		for (uint32_t i = 0; i < attribute->argc; i++) {
			roots_value(walk, &attribute->args[i].value, "attribute", owner, " #", attribute->name);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void roots_constants(hp_heap_walk *walk)
{
	zend_string *name;
	zend_constant *constant;

	ZEND_HASH_FOREACH_STR_KEY_PTR(EG(zend_constants), name, constant) {
		if (!(ZEND_CONSTANT_FLAGS(constant) & CONST_PERSISTENT)) {
			roots_value(walk, &constant->value, "constant", NULL, "", name);
			roots_attributes(walk, HP_CONSTANT_ATTRIBUTES(constant), name);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void roots_table(
	hp_heap_walk *walk, const HashTable *table, const char *kind, const zend_op_array *code)
{
	const zend_class_entry *scope = code->scope;

	if (table != NULL) {
		hp_heap_record_root(&walk->record, hp_heap_walk_table(walk, table), kind,
			scope == NULL ? NULL : scope->name, scope == NULL ? "" : "::",
			code->function_name == NULL ? code->filename : code->function_name);
		hp_heap_visit_tasks(walk);
	}
}

/* Adds the current values of static variables, and the initial ones. The static variables of a
 * closure belong to its object. */
static void roots_static_variables(hp_heap_walk *walk, const zend_op_array *code)
{
	HashTable *now = NULL;

	if (code->static_variables == NULL || (code->fn_flags & ZEND_ACC_CLOSURE)) {
		return;
	}
	if (ZEND_MAP_PTR(code->static_variables_ptr) != NULL) {
		now = ZEND_MAP_PTR_GET(code->static_variables_ptr);
		roots_table(walk, now, "static", code);
	}
	if (code->static_variables != now) {
		roots_table(walk, code->static_variables, "static_start", code);
	}
}

static void roots_code(void *context, zend_op_array *code)
{
	hp_heap_walk *walk = context;

	roots_static_variables(walk, code);
	for (int i = 0; i < (int) code->last_literal; i++) {
		if (Z_TYPE(code->literals[i]) == IS_ARRAY) {
			roots_table(walk, Z_ARR(code->literals[i]), "literal", code);
		}
	}
	roots_attributes(walk, code->attributes, code->function_name);
}

/* Adds the static members of a class. An indirect one belongs to the parent class. */
static void roots_statics(hp_heap_walk *walk, const zend_class_entry *class_entry)
{
	const zval *members = ZEND_MAP_PTR(class_entry->static_members_table) == NULL
		? NULL
		: CE_STATIC_MEMBERS(class_entry);
	zend_property_info *property;
	zend_string *name;

	members = members != NULL ? members : class_entry->default_static_members_table;
	if (members == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_PTR((HashTable *) &class_entry->properties_info, name, property) {
		if ((property->flags & ZEND_ACC_STATIC) &&
			Z_TYPE(members[property->offset]) != IS_INDIRECT) {
			roots_value(
				walk, &members[property->offset], "class_static", class_entry->name, "::$", name);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void roots_class_constants(hp_heap_walk *walk, const zend_class_entry *class_entry)
{
	zend_class_constant *constant;
	zend_string *name;

	ZEND_HASH_FOREACH_STR_KEY_PTR(
		(HashTable *) hp_heap_code_constants(class_entry), name, constant) {
		if (constant->ce == class_entry) {
			roots_value(walk, &constant->value, "class_constant", class_entry->name, "::", name);
			roots_attributes(walk, constant->attributes, class_entry->name);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void roots_defaults(
	hp_heap_walk *walk, const zend_class_entry *class_entry, const zval *values)
{
	zend_property_info *const *infos = class_entry->properties_info_table;

	for (int i = 0; values != NULL && i < class_entry->default_properties_count; i++) {
		char text[HP_HEAP_TEXT];
		size_t length;
		const char *name =
			infos == NULL || infos[i] == NULL ? "" : hp_heap_code_property_name(infos[i], &length);

		snprintf(text, sizeof(text), "::$%s", name);
		roots_value(walk, &values[i], "default", class_entry->name, text, NULL);
	}
}

static void roots_class(void *context, zend_class_entry *class_entry)
{
	hp_heap_walk *walk = context;
	const zend_class_mutable_data *mutable_data = hp_heap_code_mutable(class_entry);
	zend_property_info *property;

	roots_statics(walk, class_entry);
	roots_class_constants(walk, class_entry);
	if (mutable_data != NULL) {
		roots_defaults(walk, class_entry, mutable_data->default_properties_table);
	}
	if (class_entry->type != ZEND_USER_CLASS) {
		return;
	}
	roots_defaults(walk, class_entry, class_entry->default_properties_table);
	roots_attributes(walk, class_entry->attributes, class_entry->name);
	ZEND_HASH_FOREACH_PTR(&class_entry->properties_info, property) {
		roots_attributes(walk, property->attributes, class_entry->name);
	}
	ZEND_HASH_FOREACH_END();
}

static void roots_callable(
	hp_heap_walk *walk, const zend_fcall_info_cache *callable, const char *name)
{
	zend_function *function = callable->function_handler;
	bool is_closure = function != NULL && (function->common.fn_flags & ZEND_ACC_CLOSURE);

	roots_object(
		walk, is_closure ? ZEND_CLOSURE_OBJECT(function) : callable->object, "callback", name);
}

static void roots_shutdown_functions(hp_heap_walk *walk)
{
	php_shutdown_function_entry *entry;

	if (BG(user_shutdown_function_names) == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(BG(user_shutdown_function_names), entry) {
		roots_callable(walk, &entry->fci_cache, "shutdown function");
		for (uint32_t i = 0; i < (uint32_t) HP_SHUTDOWN_PARAM_COUNT(entry); i++) {
			roots_named(
				walk, &HP_SHUTDOWN_PARAMS(entry)[i], "callback", "argument of a shutdown function");
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void roots_handlers(hp_heap_walk *walk, const zend_stack *handlers, const char *name)
{
	const zval *elements = zend_stack_base(handlers);

	for (int i = 0; i < handlers->top; i++) {
		roots_named(walk, &elements[i], "callback", name);
	}
}

static void roots_output_handlers(hp_heap_walk *walk)
{
	php_output_handler **handlers = zend_stack_base(&OG(handlers));

	for (int i = 0; i < OG(handlers).top; i++) {
		if (handlers[i]->flags & PHP_OUTPUT_HANDLER_USER) {
			roots_callable(walk, HP_OUTPUT_CALLABLE(handlers[i]), "output handler");
		}
	}
}

static void roots_callbacks(hp_heap_walk *walk)
{
	roots_named(walk, &EG(user_error_handler), "callback", "error handler");
	roots_named(walk, &EG(user_exception_handler), "callback", "exception handler");
	roots_handlers(walk, &EG(user_error_handlers), "former error handler");
	roots_handlers(walk, &EG(user_exception_handlers), "former exception handler");
	roots_shutdown_functions(walk);
	roots_output_handlers(walk);
	roots_object(walk, EG(exception), "exception", "thrown");
#ifdef HP_HAS_FATAL_BACKTRACE
	roots_named(walk, &EG(last_fatal_error_backtrace), "exception", "fatal error");
#endif
}

/* Adds the closures that PHP keeps: one without an object and variables for each place in the
 * code. */
static void roots_kept(hp_heap_walk *walk)
{
#ifdef HP_KEEPS_CLOSURES
	zend_object *const *closures = zend_stack_base(&EG(lambda_cache));
	zval *closure;

	ZEND_HASH_FOREACH_VAL(&EG(callable_convert_cache), closure) {
		roots_named(walk, closure, "kept", "closure");
	}
	ZEND_HASH_FOREACH_END();
	for (int i = 0; i < EG(lambda_cache).top; i++) {
		roots_object(walk, closures[i], "kept", "closure");
	}
#endif
}

/* Adds the resources that nothing else has led to. PHP's list of all resources does not hold them,
 * so they belong to C code: the file of a temporary stream, for example. */
static void roots_resources(hp_heap_walk *walk)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(&EG(regular_list), value) {
		if (hp_address_map_find(&walk->seen, Z_RES_P(value)) == 0) {
			roots_named(walk, value, "resource", "");
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* Adds the objects that nothing else has led to. Each belongs to a cycle, or to an extension whose
 * get_gc() does not return it. */
static void roots_store(hp_heap_walk *walk)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];

		if (IS_OBJ_VALID(object) && hp_address_map_find(&walk->seen, object) == 0) {
			roots_object(walk, object, "store", "");
		}
	}
}

void hp_heap_roots_visit(hp_heap_walk *walk, const zend_execute_data *from, bool is_exact)
{
	roots_stack(walk, from, is_exact);
	roots_globals(walk);
	roots_constants(walk);
	hp_heap_code_each_class(roots_class, walk);
	hp_heap_code_each(roots_code, walk);
	roots_callbacks(walk);
	roots_kept(walk);
	walk->last_firm_id = walk->last_id;
	roots_resources(walk);
	roots_store(walk);
}
