/* load_json.c: reads the files of format/json.c, by PHP's own decoder. */
#include "format/columns.h"
#include "format/load.h"
#include "format/xhgui_meta.h"

#include "ext/json/php_json.h"
#include "ext/json/php_json_parser.h"

/* At most 128 levels of "meta", and the two around it. */
#define LOAD_JSON_DEPTH 132

/* An object; is_good until a value is missing or wrong. */
typedef struct load_row {
	const HashTable *values;
	bool is_good;
} load_row;

static HashTable *load_list(const HashTable *table, const char *key)
{
	const zval *list = zend_hash_str_find(table, key, strlen(key));

	return list != NULL && Z_TYPE_P(list) == IS_ARRAY ? Z_ARRVAL_P(list) : NULL;
}

static int64_t load_number(load_row *row, const char *key)
{
	const zval *number = zend_hash_str_find(row->values, key, strlen(key));

	if (number == NULL || Z_TYPE_P(number) != IS_LONG) {
		row->is_good = false;
		return 0;
	}

	return Z_LVAL_P(number);
}

static int64_t load_natural(load_row *row, const char *key, int64_t most)
{
	int64_t number = load_number(row, key);

	if (number < 0 || number > most) {
		row->is_good = false;
		return 0;
	}

	return number;
}

static zend_string *load_text(load_row *row, const char *key)
{
	const zval *text = zend_hash_str_find(row->values, key, strlen(key));

	if (text == NULL || (Z_TYPE_P(text) != IS_STRING && Z_TYPE_P(text) != IS_NULL)) {
		row->is_good = false;
		return NULL;
	}

	return Z_TYPE_P(text) == IS_STRING ? Z_STR_P(text) : NULL;
}

/* A position below count, or NONE for null. */
static uint32_t load_place(load_row *row, const char *key, uint32_t count)
{
	const zval *place = zend_hash_str_find(row->values, key, strlen(key));

	if (place != NULL && Z_TYPE_P(place) == IS_NULL) {
		return HP_PROFILE_NONE;
	}
	if (place == NULL || Z_TYPE_P(place) != IS_LONG || Z_LVAL_P(place) < 0 ||
		Z_LVAL_P(place) >= (zend_long) count) {
		row->is_good = false;
		return HP_PROFILE_NONE;
	}

	return (uint32_t) Z_LVAL_P(place);
}

static hp_values load_values(load_row *row, uint32_t metrics)
{
	hp_values values = {load_natural(row, "wall_ns", INT64_MAX), 0, 0, 0};

	for (size_t i = 1; i < HP_COLUMNS_VALUES; i++) {
		if (hp_columns_has(metrics, i)) {
			((int64_t *) &values)[i] = load_number(row, hp_columns_values[i].key);
		}
	}

	return values;
}

static void load_allocs(load_row *row, hp_alloc_counts *sum)
{
	hp_alloc_counts allocs;

	for (size_t i = 0; i < HP_COLUMNS_ALLOCS; i++) {
		((int64_t *) &allocs)[i] = load_natural(row, hp_columns_allocs[i], HP_LOAD_MAX_ALLOC);
	}
	row->is_good &= allocs.frees <= allocs.allocs && allocs.freed_bytes <= allocs.alloc_bytes;
	hp_allocs_add(sum, &allocs);
	sum->peak_bytes += allocs.peak_bytes;
}

static void load_alloc_totals(load_row *head, hp_alloc_run *totals)
{
	for (size_t i = 0; i < HP_COLUMNS_TOTALS; i++) {
		int64_t *total = (int64_t *) totals + i;

		*total = load_number(head, hp_columns_totals[i]);
		head->is_good &= *total >= 0 || total == &totals->change_bytes;
	}
}

/* Names must differ, so that numbers are positions in the list. */
static bool load_function(hp_profile *profile, load_row *row)
{
	uint32_t place = profile->functions.count;
	zend_string *name = load_text(row, "name");
	zend_string *file = load_text(row, "file");
	uint32_t line = (uint32_t) load_natural(row, "line", UINT32_MAX);

	return row->is_good && name != NULL &&
		hp_profile_function_number(profile, name, file, line) == place;
}

/* In a tree only the order of pairs counts: their sums follow from the nodes. */
static bool load_pair(hp_profile *profile, load_row *row)
{
	uint32_t caller = load_place(row, "caller", profile->functions.count);
	uint32_t caller_level = (uint32_t) load_natural(row, "caller_level", UINT32_MAX);
	uint32_t callee = load_place(row, "callee", profile->functions.count);
	uint32_t callee_level = (uint32_t) load_natural(row, "callee_level", UINT32_MAX);
	int64_t calls = load_natural(row, "calls", INT64_MAX);
	hp_values sum = load_values(row, profile->metrics);
	hp_profile_pair *pair;

	if (!row->is_good || callee == HP_PROFILE_NONE) {
		return false;
	}
	pair = hp_profile_pair_of(profile, caller, caller_level, callee, callee_level);
	if ((profile->features & HP_PROFILE_TREE) == 0) {
		pair->count += (uint64_t) calls;
		hp_values_add(&pair->sum, &sum);
		if (profile->metrics & HP_METRIC_ALLOC) {
			load_allocs(row,
				hp_profile_allocs_of(
					&profile->pair_allocs, (uint32_t) (pair - profile->pairs.rows)));
		}
	}

	return row->is_good;
}

/* Only main() has no parent. */
static bool load_is_child(
	const hp_profile *profile, uint32_t place, uint32_t parent, uint32_t function)
{
	if (parent != HP_PROFILE_NONE || place == 0) {
		return (parent == HP_PROFILE_NONE) == (place == 0);
	}

	return (profile->features & HP_PROFILE_LINES) && function == profile->nodes.rows[0].function;
}

static bool load_node(hp_profile *profile, load_row *row)
{
	uint32_t place = profile->nodes.count;
	uint32_t parent = load_place(row, "parent", place);
	uint32_t function = load_place(row, "function", profile->functions.count);
	uint32_t line = (uint32_t) load_natural(row, "line", UINT32_MAX);
	int64_t calls = load_natural(row, "calls", INT64_MAX);
	hp_values sum = load_values(row, profile->metrics);
	hp_profile_node *node;

	if (!row->is_good || function == HP_PROFILE_NONE ||
		!load_is_child(profile, place, parent, function) ||
		hp_profile_node_number(profile, parent, function, line) != place) {
		return false;
	}
	node = &profile->nodes.rows[place];
	node->line = line;
	node->count = (uint64_t) calls;
	node->sum = sum;
	if (profile->metrics & HP_METRIC_ALLOC) {
		load_allocs(row, hp_profile_allocs_of(&profile->node_allocs, place));
	}
	if (zend_hash_str_exists(row->values, ZEND_STRL("max_wall_ns"))) {
		node->min_ns = load_natural(row, "min_wall_ns", INT64_MAX);
		node->max_ns = load_natural(row, "max_wall_ns", INT64_MAX);
	}

	return row->is_good;
}

static bool load_rows(
	hp_profile *profile, HashTable *list, bool (*load)(hp_profile *profile, load_row *row))
{
	const zval *value;

	if (list == NULL) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL(list, value) {
		load_row row = {Z_TYPE_P(value) == IS_ARRAY ? Z_ARRVAL_P(value) : NULL, true};

		if (row.values == NULL || !load(profile, &row)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

static uint32_t load_features(const HashTable *table)
{
	uint32_t features = load_list(table, "nodes") == NULL ? 0 : HP_PROFILE_TREE;

	if (zend_hash_str_exists(table, ZEND_STRL("samples"))) {
		features |= HP_PROFILE_SAMPLED | (features & HP_PROFILE_TREE ? HP_PROFILE_LINES : 0);
	}

	return features;
}

/* Each row has all metrics, and any run has a row. */
static uint32_t load_metrics(const HashTable *table)
{
	const HashTable *pairs = load_list(table, "pairs");
	const zval *first = pairs == NULL ? NULL : zend_hash_index_find(pairs, 0);
	const HashTable *row =
		first != NULL && Z_TYPE_P(first) == IS_ARRAY ? Z_ARRVAL_P(first) : &zend_empty_array;

	return (zend_hash_str_exists(row, ZEND_STRL("cpu_ns")) ? HP_METRIC_CPU : 0) |
		(zend_hash_str_exists(row, ZEND_STRL("memory_bytes")) ? HP_METRIC_MEMORY : 0) |
		(zend_hash_str_exists(row, ZEND_STRL("alloc_bytes")) ? HP_METRIC_ALLOC : 0);
}

static bool load_head(hp_profile *profile, const HashTable *table)
{
	load_row head = {table, true};
	zend_string *format = load_text(&head, "format");

	profile->started_ns = load_number(&head, "started_ns");
	profile->unrecorded_calls = (uint64_t) load_natural(&head, "unrecorded_calls", INT64_MAX);
	profile->truncated_calls = (uint64_t) load_natural(&head, "truncated_calls", INT64_MAX);
	profile->call_cost_ps = load_natural(&head, "call_cost_ps", INT64_MAX);
	if (profile->metrics & HP_METRIC_ALLOC) {
		load_alloc_totals(&head, &profile->alloc_totals);
	}
	if (profile->features & HP_PROFILE_SAMPLED) {
		profile->samples = (uint64_t) load_natural(&head, "samples", INT64_MAX);
		profile->interval_ns = load_natural(&head, "interval_ns", INT64_MAX);
	}

	return load_number(&head, "version") == 1 && head.is_good && format != NULL &&
		zend_string_equals_literal(format, "xhprof");
}

static bool load_meta(hp_profile *profile, const HashTable *table)
{
	HashTable *meta = load_list(table, "meta");
	const char *error;

	if (meta == NULL) {
		return !zend_hash_str_exists(table, ZEND_STRL("meta"));
	}
	profile->meta = hp_xhgui_meta_json(meta, profile->started_ns, &error);

	return profile->meta != NULL;
}

static bool load_lists(hp_profile *profile, const HashTable *table)
{
	if (!load_rows(profile, load_list(table, "functions"), load_function) ||
		!load_rows(profile, load_list(table, "pairs"), load_pair) || profile->pairs.count == 0) {
		return false;
	}
	if ((profile->features & HP_PROFILE_TREE) == 0) {
		return true;
	}
	if (!load_rows(profile, load_list(table, "nodes"), load_node) || profile->nodes.count == 0) {
		return false;
	}
	hp_profile_set_levels(profile);
	/* Callers stand before their callees, and end after them. */
	for (uint32_t i = profile->nodes.count; i-- > 0;) {
		if (profile->nodes.rows[i].count > 0) {
			*hp_vector_add(&profile->order) = i;
		}
	}

	return true;
}

hp_profile *hp_load_json(const zend_string *bytes, const char **error)
{
	php_json_parser parser;
	hp_profile *profile;
	zval array;

	*error = "it is damaged";
	php_json_parser_init(&parser, &array, ZSTR_VAL(bytes), ZSTR_LEN(bytes),
		PHP_JSON_OBJECT_AS_ARRAY, LOAD_JSON_DEPTH);
	if (php_json_parse(&parser) != 0) {
		return NULL;
	}
	profile = Z_TYPE(array) == IS_ARRAY
		? hp_profile_new(load_metrics(Z_ARRVAL(array)), load_features(Z_ARRVAL(array)))
		: hp_profile_new(0, 0);
	if (Z_TYPE(array) == IS_ARRAY && load_head(profile, Z_ARRVAL(array)) &&
		load_meta(profile, Z_ARRVAL(array)) && load_lists(profile, Z_ARRVAL(array))) {
		hp_profile_finish(profile);
	} else {
		*error = "it is JSON, but not a run of xhprof, or not all of one";
		hp_profile_free(profile);
		profile = NULL;
	}
	zval_ptr_dtor(&array);

	return profile;
}
