#include "heap/regions.h"

#include "heap/code.h"
#include "heap/frame.h"
#include "heap/reach.h"

#include "Zend/zend_alloc_sizes.h"
#include "Zend/zend_arena.h"
#include "Zend/zend_attributes.h"
#include "Zend/zend_closures.h"
#include "Zend/zend_constants.h"
#include "ext/standard/basic_functions.h"
#include "main/SAPI.h"
#include "main/php_globals.h"
#include "main/php_output.h"

typedef struct regions_sum {
	hp_heap_walk *walk;
	hp_heap_region *region;
	/* owner of the region's blocks, which are searched for unknown ones; 0: they are not
	 * searched */
	uint32_t owner;
} regions_sum;

static void regions_count(const regions_sum *sum, size_t bytes)
{
	sum->region->bytes += bytes;
	sum->region->blocks += bytes > 0;
}

/* Claims a block. Only its first searched_bytes may have addresses of other blocks. */
static void regions_add_part(
	regions_sum *sum, const void *block, size_t wanted_bytes, size_t searched_bytes)
{
	size_t bytes = hp_heap_block_claim(&sum->walk->blocks, block, wanted_bytes);

	regions_count(sum, bytes);
	if (bytes > 0 && sum->owner != 0) {
		hp_heap_reach_part(sum->walk, sum->owner, block, MIN(bytes, searched_bytes));
	}
}

static void regions_add(regions_sum *sum, const void *block, size_t wanted_bytes)
{
	regions_add_part(sum, block, wanted_bytes, SIZE_MAX);
}

/* Claims a string, whose text has no addresses. */
static void regions_text(regions_sum *sum, const zend_string *string)
{
	regions_add_part(sum, string, _ZSTR_STRUCT_SIZE(ZSTR_LEN(string)), 0);
}

/* Claims a name or a comment. It is counted once, even if a value holds it, too. */
static void regions_string(regions_sum *sum, const zend_string *string)
{
	if (string != NULL && !ZSTR_IS_INTERNED(string)) {
		regions_text(sum, string);
	}
}

static void regions_elements(regions_sum *sum, const HashTable *table)
{
	if (!(HT_FLAGS(table) & HASH_FLAG_UNINITIALIZED)) {
		regions_add_part(sum, HT_GET_DATA_ADDR(table), hp_compat_table_bytes(table),
			hp_compat_table_used_bytes(table));
	}
}

/* A table that is a value is recorded together with its elements. */
static void regions_table(regions_sum *sum, const HashTable *table)
{
	if (table != NULL && hp_address_map_find(&sum->walk->seen, table) == 0) {
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

static void regions_stack_pages(regions_sum *sum, const struct _zend_vm_stack *page)
{
	for (; page != NULL; page = page->prev) {
		regions_add(sum, page, (size_t) ((const char *) page->end - (const char *) page));
	}
}

/* Claims the VM stack. The pages of suspended fibers belong to their objects; those of a running
 * fiber can be found only through its frames. */
static void regions_stack(regions_sum *sum)
{
	regions_stack_pages(sum, EG(vm_stack));
	for (const zend_execute_data *frame = EG(current_execute_data); frame != NULL;
		 frame = frame->prev_execute_data) {
		regions_count(sum, hp_heap_frame_claim_page(sum->walk, frame));
	}
#ifdef HP_KEEPS_STACK_PAGES
	regions_stack_pages(sum, EG(vm_stack_page_cache));
	regions_stack_pages(sum, EG(fiber_vm_stack_page_cache));
#endif
}

/* Claims an arena. The part behind arena->ptr is not in use, and has stale contents. */
static void regions_arena(regions_sum *sum, const zend_arena *arena)
{
	for (; arena != NULL; arena = arena->prev) {
		regions_add_part(sum, arena, (size_t) (arena->end - (const char *) arena),
			(size_t) (arena->ptr - (const char *) arena));
	}
}

static void regions_compiler(regions_sum *sum)
{
	regions_arena(sum, CG(arena));
}

static void regions_syntax_trees(regions_sum *sum)
{
	regions_arena(sum, CG(ast_arena));
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
	const char *literals = (const char *) code->literals;
	const char *end = (const char *) (code->opcodes + code->last);

	regions_add(sum, code->opcodes, code->last * sizeof(zend_op));
	/* Literals right behind the instructions share their block. */
	if (literals < (const char *) code->opcodes || literals > end + 64) {
		regions_add(sum, literals, (size_t) code->last_literal * sizeof(zval));
	}
	regions_add(sum, code->vars, (size_t) code->last_var * sizeof(zend_string *));
	regions_add(sum, code->live_range, (size_t) code->last_live_range * sizeof(zend_live_range));
	regions_add(
		sum, code->try_catch_array, (size_t) code->last_try_catch * sizeof(zend_try_catch_element));
	regions_add(sum, code->refcount, sizeof(uint32_t));
	regions_add(
		sum, code->dynamic_func_defs, code->num_dynamic_func_defs * sizeof(zend_op_array *));
	if (code->arg_info != NULL) {
		/* The return type comes before the first argument. */
		regions_add(sum, code->arg_info - ((code->fn_flags & ZEND_ACC_HAS_RETURN_TYPE) ? 1 : 0),
			sizeof(zend_arg_info));
	}
}

static void regions_code(void *context, zend_op_array *code)
{
	regions_sum *sum = context;

	regions_code_blocks(sum, code);
	if (!(code->fn_flags & ZEND_ACC_CLOSURE)) {
		regions_add(sum, code, sizeof(*code)); /* the code of a closure is part of its object */
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
	regions_table(sum, HP_ENUM_TABLE(mutable_data));
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

static void regions_constants(regions_sum *sum)
{
	zend_constant *constant;

	ZEND_HASH_FOREACH_PTR(EG(zend_constants), constant) {
		if (!(ZEND_CONSTANT_FLAGS(constant) & CONST_PERSISTENT)) {
			regions_add(sum, constant, sizeof(*constant));
			regions_string(sum, constant->name);
			regions_attributes(sum, HP_CONSTANT_ATTRIBUTES(constant));
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* For an object with several weak references the engine has a table, which the lowest bits of the
 * pointer show. */
#define REGIONS_WEAK_BITS ((uintptr_t) 3)
#define REGIONS_WEAK_TABLE ((uintptr_t) 2)

static void regions_weak_references(regions_sum *sum)
{
	const void *entry;

	regions_elements(sum, &EG(weakrefs));
	ZEND_HASH_FOREACH_PTR(&EG(weakrefs), entry) {
		if (((uintptr_t) entry & REGIONS_WEAK_BITS) == REGIONS_WEAK_TABLE) {
			regions_table(sum, (const HashTable *) ((uintptr_t) entry & ~REGIONS_WEAK_BITS));
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void regions_tables(regions_sum *sum)
{
	regions_elements(sum, &EG(symbol_table));
	regions_keys(sum, &EG(symbol_table));
	for (zend_array **table = EG(symtable_cache); table < EG(symtable_cache_ptr); table++) {
		regions_table(sum, *table);
	}
	regions_elements(sum, &EG(included_files));
	regions_keys(sum, &EG(included_files));
	regions_elements(sum, &EG(regular_list));
	regions_weak_references(sum);
	regions_table(sum, EG(modified_ini_directives));
}

static void regions_objects(regions_sum *sum)
{
	const HashTable *lazy = HP_LAZY_OBJECTS;
	const void *info;

	regions_add(sum, EG(objects_store).object_buckets, EG(objects_store).size * sizeof(void *));
	if (lazy == NULL) {
		return;
	}
	regions_elements(sum, lazy);
	ZEND_HASH_FOREACH_PTR((HashTable *) lazy, info) {
		regions_add(sum, info, 1);
	}
	ZEND_HASH_FOREACH_END();
}

#ifdef HP_KEEPS_CLOSURES
/* Claims the tables of closures that the engine keeps. Their elements are values or code. */
static void regions_kept(regions_sum *sum)
{
	regions_elements(sum, &EG(callable_convert_cache));
	regions_elements(sum, &EG(partial_function_application_cache));
	regions_keys(sum, &EG(partial_function_application_cache));
	regions_add(sum, zend_stack_base(&EG(lambda_cache)), sizeof(zend_object *));
}
#endif

static void regions_output(regions_sum *sum)
{
	php_output_handler **handlers = zend_stack_base(&OG(handlers));

	regions_add(sum, handlers, sizeof(*handlers));
	for (int i = 0; i < OG(handlers).top; i++) {
		regions_add(sum, handlers[i], sizeof(**handlers));
		regions_add(sum, handlers[i]->buffer.data, handlers[i]->buffer.size);
		regions_string(sum, handlers[i]->name);
	}
}

static void regions_gc(regions_sum *sum)
{
	const zend_get_gc_buffer *buffer = &sum->walk->gc_buffer;

	regions_add(
		sum, buffer->start, (size_t) ((const char *) buffer->end - (const char *) buffer->start));
}

static void regions_request(regions_sum *sum)
{
	regions_table(sum, BG(user_shutdown_function_names));
	regions_string(sum, BG(strtok_string));
	regions_add(sum, SG(request_info).path_translated, 1);
	regions_add(sum, SG(request_info).cookie_data, 1);
	regions_add(sum, SG(sapi_headers).mimetype, 1);
}

/* Claims the compiler's open files. The text of the main script stays until the end. */
static void regions_sources(regions_sum *sum)
{
	for (const zend_llist_element *element = CG(open_files).head; element != NULL;
		 element = element->next) {
		const zend_file_handle *handle = (const zend_file_handle *) element->data;

		regions_add(sum, element, sizeof(*element) + sizeof(*handle));
		regions_add(sum, handle->buf, handle->len);
		regions_string(sum, handle->filename);
		regions_string(sum, handle->opened_path);
	}
}

/* Claims the interned strings that no value holds, and their table. */
static void regions_interned(regions_sum *sum)
{
	zend_string *string;

	ZEND_HASH_FOREACH_STR_KEY(&CG(interned_strings), string) {
		if (string != NULL) {
			regions_text(sum, string);
		}
	}
	ZEND_HASH_FOREACH_END();
	regions_elements(sum, &CG(interned_strings));
}

static void regions_functions(regions_sum *sum)
{
	hp_heap_code_each(regions_code, sum);
}

static void regions_classes(regions_sum *sum)
{
	hp_heap_code_each_class(regions_class, sum);
}

/* All regions. Some have blocks that differ from version to version. With is_searched, these are
 * found by a search of the blocks that are known. */
static const struct {
	const char *name;
	void (*add)(regions_sum *sum);
	bool is_searched;
} regions_all[] = {
	{"stack", regions_stack, false},
	{"compiler's arena", regions_compiler, true},
	{"syntax trees", regions_syntax_trees, false},
	{"functions", regions_functions, true},
	{"classes", regions_classes, true},
	{"constants", regions_constants, true},
	{"symbol tables", regions_tables, false},
	{"object store", regions_objects, false},
#ifdef HP_KEEPS_CLOSURES
	{"kept closures", regions_kept, true},
#endif
	{"output buffers", regions_output, true},
	{"garbage collector", regions_gc, false},
	{"request", regions_request, true},
	{"source files", regions_sources, true},
	{"interned strings", regions_interned, false},
};

#define REGIONS (sizeof(regions_all) / sizeof(regions_all[0]))

ZEND_STATIC_ASSERT(REGIONS <= HP_HEAP_REGIONS, "a region has no number");

void hp_heap_regions_claim(hp_heap_walk *walk)
{
	for (uint32_t i = 0; i < REGIONS; i++) {
		regions_sum sum = {
			walk, &walk->regions[i], regions_all[i].is_searched ? HP_HEAP_REGION + i : 0};

		sum.region->name = regions_all[i].name;
		regions_all[i].add(&sum);
	}
}

void hp_heap_regions_record(hp_heap_walk *walk)
{
	for (size_t i = 0; i < REGIONS; i++) {
		const hp_heap_region *region = &walk->regions[i];

		hp_heap_record_region(&walk->record, region->name, region->bytes, region->blocks);
	}
}
