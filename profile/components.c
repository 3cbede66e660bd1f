#include "profile/components.h"

#include "profile/component_rules.h"
#include "profile/flat.h"
#include "profile/paths.h"

#define COMPONENTS_APPLICATION "(application)"
#define COMPONENTS_UNKNOWN "(unknown)"

/* Finds the component of each file once, as files have many functions. */
typedef struct components_builder {
	hp_components *components;
	hp_component_rules rules;
	HashTable files; /* index into names plus 1, by file; 0: the file is in no component */
	HashTable numbers; /* index into names, by name */
} components_builder;

static uint32_t components_name(components_builder *builder, zend_string *name)
{
	zval *number = zend_hash_lookup(&builder->numbers, name);

	if (Z_TYPE_P(number) == IS_NULL) {
		ZVAL_LONG(number, builder->components->names.count);
		*hp_vector_add(&builder->components->names) = zend_string_copy(name);
	}

	return (uint32_t) Z_LVAL_P(number);
}

static uint32_t components_file(components_builder *builder, zend_string *file)
{
	zval *number = zend_hash_lookup(&builder->files, file);
	zend_string *name;

	if (Z_TYPE_P(number) == IS_NULL) {
		name = hp_component_rules_name(&builder->rules, file);
		ZVAL_LONG(number, name == NULL ? 0 : components_name(builder, name) + 1);
		if (name != NULL) {
			zend_string_release(name);
		}
	}

	return Z_LVAL_P(number) == 0 ? HP_COMPONENT_AROUND : (uint32_t) (Z_LVAL_P(number) - 1);
}

static void components_add_application(components_builder *builder)
{
	zend_string *name = zend_string_init(ZEND_STRL(COMPONENTS_APPLICATION), true);

	components_name(builder, name);
	zend_string_release_ex(name, true);
}

hp_components hp_components_of(const hp_profile *profile)
{
	hp_components components = {.of = NULL};
	components_builder builder = {.components = &components};

	zend_hash_init(&builder.files, 0, NULL, NULL, true);
	zend_hash_init(&builder.numbers, 0, NULL, NULL, true);
	hp_component_rules_init(&builder.rules, profile->components);
	components_add_application(&builder);
	components.of = safe_pemalloc(profile->functions.count + 1, sizeof(*components.of), 0, true);
	for (uint32_t i = 0; i < profile->functions.count; i++) {
		if (profile->functions.rows[i].file != NULL) {
			hp_component_rules_see(&builder.rules, profile->functions.rows[i].file);
		}
	}
	for (uint32_t i = 0; i < profile->functions.count; i++) {
		zend_string *file = profile->functions.rows[i].file;

		components.of[i] = file == NULL ? HP_COMPONENT_CALLERS : components_file(&builder, file);
	}
	hp_component_rules_free(&builder.rules);
	zend_hash_destroy(&builder.files);
	zend_hash_destroy(&builder.numbers);

	return components;
}

void hp_components_free(hp_components *components)
{
	for (uint32_t i = 0; i < components->names.count; i++) {
		zend_string_release_ex(components->names.rows[i], true);
	}
	hp_vector_free(&components->names);
	pefree(components->of, true);
}

/* Where a node belongs. */
typedef struct components_place {
	uint32_t component;
	uint32_t around; /* the nearest component, from this node upwards, that is no package */
	/* the node, this or one above, at which this stretch of the same component begins */
	uint32_t entry;
} components_place;

typedef struct components_work {
	const hp_profile *profile;
	hp_component_table *table;
	components_place *places; /* by node */
	hp_values *own;
	hp_counts *own_counts; /* NULL: the profile has no events */
	uint64_t *samples; /* NULL: the run has calls, not samples */
} components_work;

static components_place components_place_of(const components_work *work, uint32_t number)
{
	const hp_profile_node *node = &work->profile->nodes.rows[number];
	bool is_root = node->parent == HP_PROFILE_NONE;
	const components_place *above = is_root ? NULL : &work->places[node->parent];
	uint32_t component = work->table->components.of[node->function];
	components_place place = {.around = is_root ? 0 : above->around, .entry = number};

	if (component == HP_COMPONENT_CALLERS) {
		place.component = is_root ? 0 : above->component;
	} else if (component == HP_COMPONENT_AROUND) {
		place.component = place.around;
	} else {
		place.component = component;
		place.around = hp_component_is_package(work->table->components.names.rows[component])
			? place.around
			: component;
	}
	if (!is_root && above->component == place.component) {
		place.entry = above->entry;
	}

	return place;
}

/* True if the same component has another call above the node, which must be an entry. */
static bool components_is_nested(const components_work *work, uint32_t number)
{
	uint32_t component = work->places[number].component;
	uint32_t parent = work->profile->nodes.rows[number].parent;

	while (parent != HP_PROFILE_NONE) {
		if (work->places[parent].component == component) {
			return true;
		}
		parent = work->profile->nodes.rows[work->places[parent].entry].parent;
	}

	return false;
}

static void components_add_node(const components_work *work, uint32_t number)
{
	const hp_profile *profile = work->profile;
	const hp_profile_node *node = &profile->nodes.rows[number];
	hp_component_row *row = &work->table->rows.rows[work->places[number].component];
	bool is_sampled = work->samples != NULL;
	bool is_entry = work->places[number].entry == number;

	ZEND_ASSERT(row != NULL); /* a profile with nodes has components */
	hp_values_add(&row->own, &work->own[number]);
	hp_allocs_add(&row->allocs, hp_profile_allocs(&profile->allocated.nodes, number));
	row->own_samples += is_sampled ? node->count : 0;
	row->calls += is_entry && !is_sampled ? node->count : 0;
	if (work->own_counts != NULL) {
		hp_counts_add(&row->own_counts, &work->own_counts[number]);
	}
	if (is_entry && !components_is_nested(work, number)) {
		hp_values_add(&row->sum, &node->sum);
		hp_counts_add(&row->sum_counts, hp_profile_counts(&profile->counted.nodes, number));
		row->calls += is_sampled ? work->samples[number] : 0;
	}
}

static void components_add_nodes(const hp_profile *profile, hp_component_table *table)
{
	uint32_t count = profile->nodes.count;
	components_work work = {.profile = profile, .table = table};

	work.places = safe_pemalloc(count + 1, sizeof(*work.places), 0, true);
	work.own = hp_paths_own_values(profile);
	work.own_counts = hp_paths_own_counts(profile);
	work.samples = profile->features & HP_PROFILE_SAMPLED ? hp_paths_node_samples(profile) : NULL;
	for (uint32_t i = 0; i < count; i++) {
		work.places[i] = components_place_of(&work, i);
	}
	for (uint32_t i = 0; i < count; i++) {
		components_add_node(&work, i);
	}
	pefree(work.places, true);
	pefree(work.own, true);
	hp_vector_release(work.own_counts);
	hp_vector_release(work.samples);
}

/* Attributes costs when there are no call paths. */
typedef struct components_pairs {
	const hp_profile *profile;
	hp_component_table *table;
	bool *is_caller; /* by function */
	uint32_t root; /* the function main(), which nothing calls */
	uint32_t around; /* the row that code outside of all components belongs to */
	uint32_t unknown;
} components_pairs;

/* Returns the row of code outside of all components. It cannot belong to packages: if there are no
 * other components, it is the application's. */
static uint32_t components_around(const hp_component_table *table, uint32_t unknown)
{
	for (uint32_t i = 1; i < unknown; i++) {
		if (!hp_component_is_package(table->components.names.rows[i])) {
			return unknown;
		}
	}

	return 0;
}

static hp_values *components_own_of(const components_pairs *pairs, uint32_t function)
{
	uint32_t component =
		function == HP_PROFILE_NONE ? HP_COMPONENT_CALLERS : pairs->table->components.of[function];

	if (function == pairs->root) {
		component = 0;
	} else if (component == HP_COMPONENT_AROUND) {
		component = pairs->around;
	} else if (component == HP_COMPONENT_CALLERS) {
		component = pairs->unknown;
	}

	return &pairs->table->rows.rows[component].own;
}

/* True for an internal function that calls nothing: its time counts as its caller's. */
static bool components_is_leaf(const components_pairs *pairs, uint32_t function)
{
	return function != pairs->root &&
		pairs->table->components.of[function] == HP_COMPONENT_CALLERS &&
		!pairs->is_caller[function];
}

static void components_add_functions(const components_pairs *pairs)
{
	hp_flat flat = hp_flat_new(pairs->profile, true);

	for (uint32_t i = 0; i < flat.count; i++) {
		if (!components_is_leaf(pairs, flat.rows[i].number)) {
			hp_values_add(components_own_of(pairs, flat.rows[i].number), &flat.rows[i].own);
		}
	}
	hp_flat_free(&flat);
	for (uint32_t i = 0; i < pairs->profile->pairs.count; i++) {
		const hp_profile_pair *pair = &pairs->profile->pairs.rows[i];

		if (components_is_leaf(pairs, pair->callee)) {
			hp_values_add(components_own_of(pairs, pair->caller), &pair->sum);
		}
	}
}

static void components_add_pairs(const hp_profile *profile, hp_component_table *table)
{
	const hp_profile_pair *root = hp_profile_root(profile);
	components_pairs pairs = {.profile = profile, .table = table, .unknown = table->rows.count - 1};

	pairs.root = root == NULL ? HP_PROFILE_NONE : root->callee;
	pairs.around = components_around(table, pairs.unknown);
	pairs.is_caller = pecalloc((size_t) profile->functions.count + 1, sizeof(bool), true);
	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		if (profile->pairs.rows[i].caller != HP_PROFILE_NONE) {
			pairs.is_caller[profile->pairs.rows[i].caller] = true;
		}
	}
	components_add_functions(&pairs);
	pefree(pairs.is_caller, true);
}

static int components_compare(const void *left, const void *right)
{
	const hp_component_row *a = left, *b = right;

	if (a->own.wall_ns != b->own.wall_ns) {
		return a->own.wall_ns < b->own.wall_ns ? 1 : -1;
	}

	return strcmp(ZSTR_VAL(a->name), ZSTR_VAL(b->name));
}

/* Removes the rows without calls and costs, such as components whose costs are all in
 * "(unknown)". */
static void components_drop_empty(hp_component_table *table)
{
	static const hp_values nothing;
	uint32_t count = 0;

	for (uint32_t i = 0; i < table->rows.count; i++) {
		const hp_component_row *row = &table->rows.rows[i];

		if (row->calls > 0 || row->own_samples > 0 ||
			memcmp(&row->sum, &nothing, sizeof(nothing)) != 0 ||
			memcmp(&row->own, &nothing, sizeof(nothing)) != 0) {
			table->rows.rows[count++] = *row;
		}
	}
	table->rows.count = count;
}

hp_component_table hp_component_table_new(const hp_profile *profile)
{
	hp_component_table table = {.components = hp_components_of(profile)};

	table.is_whole = profile->nodes.count > 0;
	if (!table.is_whole) {
		*hp_vector_add(&table.components.names) =
			zend_string_init(ZEND_STRL(COMPONENTS_UNKNOWN), true);
	}
	for (uint32_t i = 0; i < table.components.names.count; i++) {
		hp_component_row *row = hp_vector_add(&table.rows);

		memset(row, 0, sizeof(*row));
		row->name = table.components.names.rows[i];
	}
	ZEND_ASSERT(table.rows.rows != NULL); /* the application's row exists */
	if (table.is_whole) {
		components_add_nodes(profile, &table);
	} else {
		components_add_pairs(profile, &table);
	}
	components_drop_empty(&table);
	hp_vector_sort(table.rows.rows, table.rows.count, sizeof(*table.rows.rows), components_compare);

	return table;
}

void hp_component_table_free(hp_component_table *table)
{
	hp_components_free(&table->components);
	hp_vector_free(&table->rows);
}
