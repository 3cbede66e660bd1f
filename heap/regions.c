#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/code.h"
#include "heap/walk.h"

#include "Zend/zend_alloc_sizes.h"
#include "Zend/zend_arena.h"
#include "Zend/zend_attributes.h"
#include "Zend/zend_closures.h"
#include "Zend/zend_constants.h"
#include "Zend/zend_fibers.h"
#include "ext/standard/basic_functions.h"
#include "main/SAPI.h"
#include "main/php_globals.h"
#include "main/php_output.h"

/* The sum of one region. */
typedef struct regions_sum {
	hp_heap_walk *walk;
	uint64_t bytes;
	uint64_t blocks;
} regions_sum;

static void regions_add(regions_sum *sum, const void *block, size_t wanted_bytes)
{
	size_t bytes = hp_heap_walk_block(sum->walk, block, wanted_bytes);

	sum->bytes += bytes;
	sum->blocks += bytes > 0;
}

/* Names and comments are blocks of their own, if no value has them as well. */
static void regions_string(regions_sum *sum, const zend_string *string)
{
	if (string != NULL && !ZSTR_IS_INTERNED(string)) {
		regions_add(sum, string, _ZSTR_STRUCT_SIZE(ZSTR_LEN(string)));
	}
}

static void regions_elements(regions_sum *sum, const HashTable *table)
{
	if (!(HT_FLAGS(table) & HASH_FLAG_UNINITIALIZED)) {
		regions_add(sum, HT_GET_DATA_ADDR(table), hp_compat_table_bytes(table));
	}
}

/* One that is a value has been told with its elements. */
static bool regions_is_told(const regions_sum *sum, const HashTable *table)
{
	uint32_t id = hp_address_map_find(&sum->walk->seen, table);

	return id != 0 && id != HP_HEAP_BLOCK;
}

static void regions_table(regions_sum *sum, const HashTable *table)
{
	if (table != NULL && !regions_is_told(sum, table)) {
		regions_add(sum, table, sizeof(*table));
		regions_elements(sum, table);
	}
}

static void regions_keys(regions_sum *sum, const HashTable *table)
{
	zend_string *key;

	ZEND_HASH_FOREACH_STR_KEY((HashTable *) table, key) {
		regions_string(sum, key);
	}
	ZEND_HASH_FOREACH_END();
}

static void regions_end(const regions_sum *sum, const char *name)
{
	hp_heap_record_region(&sum->walk->record, name, sum->bytes, sum->blocks);
}

static void regions_stack_pages(regions_sum *sum, const struct _zend_vm_stack *page)
{
	for (; page != NULL; page = page->prev) {
		regions_add(sum, page, (size_t) ((const char *) page->end - (const char *) page));
	}
}

/* A page of the stack is the engine's as long as the first frame in it, which comes right behind its head. It
 * is a block that begins where one of the allocator's pages does. */
static void regions_page_of(regions_sum *sum, const zend_execute_data *frame)
{
	const char *start = (const char *) ((const zval *) frame - ZEND_VM_STACK_HEADER_SLOTS);
	const struct _zend_vm_stack *page = (const void *) start;

	if ((uintptr_t) start % ZEND_MM_PAGE_SIZE == 0 &&
		hp_heap_block_is_inside(&sum->walk->blocks, frame, true) &&
		(const char *) page->end > (const char *) frame &&
		(size_t) ((const char *) page->end - start) % ZEND_MM_PAGE_SIZE == 0) {
		regions_add(sum, page, (size_t) ((const char *) page->end - start));
	}
}

/* A generator's is a block of its own. */
static void regions_frames(regions_sum *sum, const zend_execute_data *frame)
{
	for (; frame != NULL; frame = frame->prev_execute_data) {
		if (!(ZEND_CALL_INFO(frame) & ZEND_CALL_GENERATOR)) {
			regions_page_of(sum, frame);
		}
	}
}

/* The pages of who does not run just now are known by the frames in them alone. */
static void regions_stack(hp_heap_walk *walk)
{
	regions_sum sum = {walk, 0, 0};

	regions_stack_pages(&sum, EG(vm_stack));
	regions_frames(&sum, EG(current_execute_data));
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];

		if (IS_OBJ_VALID(object) && hp_object_is(object, zend_ce_fiber) &&
			((zend_fiber *) object)->context.status == ZEND_FIBER_STATUS_SUSPENDED &&
			((zend_fiber *) object)->caller == NULL) {
			regions_frames(&sum, ((zend_fiber *) object)->execute_data);
		}
	}
#ifdef HP_KEEPS_STACK_PAGES
	regions_stack_pages(&sum, EG(vm_stack_page_cache));
	regions_stack_pages(&sum, EG(fiber_vm_stack_page_cache));
#endif
	regions_end(&sum, "stack");
}

static void regions_arena(hp_heap_walk *walk, const zend_arena *arena, const char *name)
{
	regions_sum sum = {walk, 0, 0};

	for (; arena != NULL; arena = arena->prev) {
		regions_add(&sum, arena, (size_t) (arena->end - (const char *) arena));
	}
	regions_end(&sum, name);
}

static void regions_attributes(regions_sum *sum, HashTable *attributes)
{
	zend_attribute *attribute;

	if (attributes == NULL) {
		return;
	}
	regions_table(sum, attributes);
	ZEND_HASH_FOREACH_PTR(attributes, attribute) {
		regions_add(sum, attribute, sizeof(*attribute));
		regions_string(sum, attribute->name);
		regions_string(sum, attribute->lcname);
	}
	ZEND_HASH_FOREACH_END();
}

static void regions_code_blocks(regions_sum *sum, const zend_op_array *code)
{
	regions_add(sum, code->opcodes, code->last * sizeof(zend_op));
	regions_add(sum, code->literals, (size_t) code->last_literal * sizeof(zval));
	regions_add(sum, code->vars, (size_t) code->last_var * sizeof(zend_string *));
	regions_add(sum, code->live_range, (size_t) code->last_live_range * sizeof(zend_live_range));
	regions_add(
		sum, code->try_catch_array, (size_t) code->last_try_catch * sizeof(zend_try_catch_element));
	regions_add(sum, code->refcount, sizeof(uint32_t));
	regions_add(
		sum, code->dynamic_func_defs, code->num_dynamic_func_defs * sizeof(zend_op_array *));
	if (code->arg_info != NULL) {
		/* The result's type comes before the first argument. */
		regions_add(sum, code->arg_info - ((code->fn_flags & ZEND_ACC_HAS_RETURN_TYPE) ? 1 : 0),
			sizeof(zend_arg_info));
	}
}

/* A literal behind the instructions, in the same block, is no block. */
static bool regions_has_own_literals(const zend_op_array *code)
{
	const char *literals = (const char *) code->literals;

	return literals < (const char *) code->opcodes ||
		literals > (const char *) (code->opcodes + code->last) + 64;
}

static void regions_code(void *context, zend_op_array *code)
{
	regions_sum *sum = context;
	zend_op_array without = *code;

	if (!regions_has_own_literals(code)) {
		without.literals = NULL;
	}
	regions_code_blocks(sum, &without);
	if (!(code->fn_flags & ZEND_ACC_CLOSURE)) {
		regions_add(sum, code, sizeof(*code)); /* else it is within the object */
	}
	if (ZEND_MAP_PTR(code->run_time_cache) != NULL && (code->fn_flags & ZEND_ACC_HEAP_RT_CACHE)) {
		regions_add(sum, RUN_TIME_CACHE(code), (size_t) code->cache_size);
	}
	regions_table(sum, code->static_variables);
	regions_string(sum, code->function_name);
	regions_string(sum, code->filename);
	regions_string(sum, code->doc_comment);
	regions_attributes(sum, code->attributes);
}

static void regions_values(regions_sum *sum, const zval *values, int count)
{
	regions_add(sum, values, (size_t) count * sizeof(zval));
}

static void regions_class_tables(regions_sum *sum, const zend_class_entry *class_entry)
{
	const zend_property_info *property;
	const zend_class_constant *constant;

	regions_elements(sum, &class_entry->function_table);
	regions_elements(sum, &class_entry->properties_info);
	regions_elements(sum, &class_entry->constants_table);
	ZEND_HASH_FOREACH_PTR((HashTable *) &class_entry->properties_info, property) {
		regions_string(sum, property->doc_comment);
		regions_attributes(sum, property->attributes);
	}
	ZEND_HASH_FOREACH_END();
	ZEND_HASH_FOREACH_PTR((HashTable *) &class_entry->constants_table, constant) {
		regions_string(sum, constant->doc_comment);
		regions_attributes(sum, constant->attributes);
	}
	ZEND_HASH_FOREACH_END();
}

static void regions_mutable(regions_sum *sum, const zend_class_entry *class_entry)
{
	const zend_class_mutable_data *mutable_data = hp_heap_code_mutable(class_entry);

	if (ZEND_MAP_PTR(class_entry->static_members_table) != NULL) {
		regions_values(
			sum, CE_STATIC_MEMBERS(class_entry), class_entry->default_static_members_count);
	}
	if (mutable_data == NULL) {
		return;
	}
	regions_add(sum, mutable_data, sizeof(*mutable_data));
	regions_values(
		sum, mutable_data->default_properties_table, class_entry->default_properties_count);
	regions_table(sum, mutable_data->constants_table);
	regions_table(sum, mutable_data->backed_enum_table);
}

static void regions_class(void *context, zend_class_entry *class_entry)
{
	regions_sum *sum = context;

	regions_mutable(sum, class_entry);
	if (class_entry->type != ZEND_USER_CLASS) {
		return;
	}
	regions_add(sum, class_entry, sizeof(*class_entry));
	regions_class_tables(sum, class_entry);
	regions_values(
		sum, class_entry->default_properties_table, class_entry->default_properties_count);
	regions_values(
		sum, class_entry->default_static_members_table, class_entry->default_static_members_count);
	regions_add(sum, class_entry->properties_info_table,
		(size_t) class_entry->default_properties_count * sizeof(void *));
	regions_add(sum, class_entry->interfaces, class_entry->num_interfaces * sizeof(void *));
	regions_add(sum, class_entry->trait_names, class_entry->num_traits * sizeof(zend_class_name));
	regions_add(sum, class_entry->iterator_funcs_ptr, sizeof(zend_class_iterator_funcs));
	regions_table(sum, class_entry->backed_enum_table);
	regions_string(sum, class_entry->name);
	regions_attributes(sum, class_entry->attributes);
}

static void regions_constants(hp_heap_walk *walk)
{
	regions_sum sum = {walk, 0, 0};
	zend_constant *constant;

	ZEND_HASH_FOREACH_PTR(EG(zend_constants), constant) {
		if (!(ZEND_CONSTANT_FLAGS(constant) & CONST_PERSISTENT)) {
			regions_add(&sum, constant, sizeof(*constant));
			regions_string(&sum, constant->name);
			regions_attributes(&sum, HP_CONSTANT_ATTRIBUTES(constant));
		}
	}
	ZEND_HASH_FOREACH_END();
	regions_end(&sum, "constants");
}

static void regions_tables(hp_heap_walk *walk)
{
	regions_sum sum = {walk, 0, 0};

	regions_elements(&sum, &EG(symbol_table));
	regions_keys(&sum, &EG(symbol_table));
	for (zend_array **table = EG(symtable_cache); table < EG(symtable_cache_ptr); table++) {
		regions_table(&sum, *table);
	}
	regions_elements(&sum, &EG(included_files));
	regions_keys(&sum, &EG(included_files));
	regions_elements(&sum, &EG(regular_list));
	regions_elements(&sum, &EG(weakrefs));
	if (EG(modified_ini_directives) != NULL) {
		regions_table(&sum, EG(modified_ini_directives));
	}
	regions_end(&sum, "symbol tables");
}

static void regions_lazy_objects(regions_sum *sum, const HashTable *table)
{
	const void *info;

	if (table == NULL) {
		return;
	}
	regions_elements(sum, table);
	ZEND_HASH_FOREACH_PTR((HashTable *) table, info) {
		regions_add(sum, info, 1);
	}
	ZEND_HASH_FOREACH_END();
}

static void regions_objects(hp_heap_walk *walk)
{
	regions_sum sum = {walk, 0, 0};

	regions_add(&sum, EG(objects_store).object_buckets, EG(objects_store).size * sizeof(void *));
	regions_lazy_objects(&sum, HP_LAZY_OBJECTS);
	regions_end(&sum, "object store");
}

/* What is in these tables are values, or code. */
static void regions_kept(hp_heap_walk *walk)
{
#ifdef HP_KEEPS_CLOSURES
	regions_sum sum = {walk, 0, 0};

	regions_elements(&sum, &EG(callable_convert_cache));
	regions_elements(&sum, &EG(partial_function_application_cache));
	regions_keys(&sum, &EG(partial_function_application_cache));
	regions_add(&sum, zend_stack_base(&EG(lambda_cache)), sizeof(zend_object *));
	regions_end(&sum, "kept closures");
#endif
}

static void regions_output(hp_heap_walk *walk)
{
	regions_sum sum = {walk, 0, 0};
	php_output_handler **handlers = zend_stack_base(&OG(handlers));

	regions_add(&sum, handlers, sizeof(*handlers));
	for (int i = 0; i < OG(handlers).top; i++) {
		regions_add(&sum, handlers[i], sizeof(**handlers));
		regions_add(&sum, handlers[i]->buffer.data, handlers[i]->buffer.size);
		regions_string(&sum, handlers[i]->name);
	}
	regions_end(&sum, "output buffers");
}

static void regions_gc(hp_heap_walk *walk)
{
	regions_sum sum = {walk, 0, 0};

	regions_add(&sum, walk->gc_buffer.start,
		(size_t) ((char *) walk->gc_buffer.end - (char *) walk->gc_buffer.start));
	/* It is gone as soon as we are. */
	hp_heap_walk_block(walk, EG(get_gc_buffer).start, 0);
	regions_end(&sum, "garbage collector");
}

static void regions_request(hp_heap_walk *walk)
{
	regions_sum sum = {walk, 0, 0};

	if (BG(user_shutdown_function_names) != NULL) {
		regions_table(&sum, BG(user_shutdown_function_names));
	}
	regions_string(&sum, BG(strtok_string));
	regions_add(&sum, SG(request_info).path_translated, 1);
	regions_add(&sum, SG(request_info).cookie_data, 1);
	regions_add(&sum, SG(sapi_headers).mimetype, 1);
	regions_end(&sum, "request");
}

/* The open files of the compiler: the main script keeps its text to the end. */
static void regions_sources(hp_heap_walk *walk)
{
	regions_sum sum = {walk, 0, 0};

	for (const zend_llist_element *element = CG(open_files).head; element != NULL;
		 element = element->next) {
		const zend_file_handle *handle = (const zend_file_handle *) element->data;

		regions_add(&sum, element, sizeof(*element) + sizeof(*handle));
		regions_add(&sum, handle->buf, handle->len);
		regions_string(&sum, handle->filename);
		regions_string(&sum, handle->opened_path);
	}
	regions_end(&sum, "source files");
}

/* All strings that live as long as the request, but for those that values have, too. */
static void regions_interned(hp_heap_walk *walk)
{
	regions_sum sum = {walk, 0, 0};
	zend_string *string;

	ZEND_HASH_FOREACH_STR_KEY(&CG(interned_strings), string) {
		if (string != NULL) {
			regions_add(&sum, string, _ZSTR_STRUCT_SIZE(ZSTR_LEN(string)));
		}
	}
	ZEND_HASH_FOREACH_END();
	regions_elements(&sum, &CG(interned_strings));
	regions_end(&sum, "interned strings");
}

void hp_heap_regions(hp_heap_walk *walk)
{
	regions_sum code = {walk, 0, 0};
	regions_sum classes = {walk, 0, 0};

	regions_stack(walk);
	regions_arena(walk, CG(arena), "compiler's arena");
	regions_arena(walk, CG(ast_arena), "syntax trees");
	hp_heap_code_each(regions_code, &code);
	regions_end(&code, "functions");
	hp_heap_code_each_class(regions_class, &classes);
	regions_end(&classes, "classes");
	regions_constants(walk);
	regions_tables(walk);
	regions_objects(walk);
	regions_kept(walk);
	regions_output(walk);
	regions_gc(walk);
	regions_request(walk);
	regions_sources(walk);
	regions_interned(walk);
}
