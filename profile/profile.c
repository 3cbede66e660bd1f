#include "profile/profile.h"

#include "base/function_name.h"
#include "base/wrap.h"

/* Small, as most profiles are made, read and freed at once. */
#define PROFILE_NAMES_BYTES ((size_t) 4096)

typedef struct hp_profile_slot {
	uint32_t number; /* the number plus one */
	uint32_t key[HP_PROFILE_KEY_PARTS];
} hp_profile_slot;

uint32_t *hp_profile_no_numbers(uint32_t count)
{
	uint32_t *numbers = safe_pemalloc((size_t) count + 1, sizeof(*numbers), 0, true);

	memset(numbers, 0xFF, ((size_t) count + 1) * sizeof(*numbers));

	return numbers;
}

void hp_values_add(hp_values *sum, const hp_values *more)
{
	sum->wall_ns = hp_wrap_sum(sum->wall_ns, more->wall_ns);
	sum->cpu_ns = hp_wrap_sum(sum->cpu_ns, more->cpu_ns);
	sum->memory_bytes = hp_wrap_sum(sum->memory_bytes, more->memory_bytes);
	sum->peak_bytes = hp_wrap_sum(sum->peak_bytes, more->peak_bytes);
}

void hp_values_subtract(hp_values *sum, const hp_values *less)
{
	sum->wall_ns = hp_wrap_difference(sum->wall_ns, less->wall_ns);
	sum->cpu_ns = hp_wrap_difference(sum->cpu_ns, less->cpu_ns);
	sum->memory_bytes = hp_wrap_difference(sum->memory_bytes, less->memory_bytes);
	sum->peak_bytes = hp_wrap_difference(sum->peak_bytes, less->peak_bytes);
}

static zend_always_inline uint64_t profile_hash(uint64_t first, uint64_t second)
{
	uint64_t hash = first * HP_TABLE_GOLDEN ^ second * UINT64_C(0xC2B2AE3D27D4EB4F);

	return (hash ^ hash >> 29) >> 32;
}

static uint64_t profile_slot_hash(const hp_table *index, const void *row)
{
	const uint32_t *key = ((const hp_profile_slot *) row)->key;

	return profile_hash((uint64_t) key[0] << 32 | key[1], (uint64_t) key[2] << 32 | key[3]);
}

static bool profile_slot_is_same(const hp_table *index, const void *row, const void *wanted)
{
	const hp_profile_slot *slot = row, *other = wanted;

	return memcmp(slot->key, other->key, sizeof(slot->key)) == 0;
}

static const hp_table_kind profile_slots = {
	.row_bytes = sizeof(hp_profile_slot),
	.first_rows = 256,
	.hash = profile_slot_hash,
	.is_same = profile_slot_is_same,
};

uint32_t hp_profile_index_find(hp_profile_index *index, const uint32_t *key, uint32_t next)
{
	hp_profile_slot wanted = {next + 1, {0}};
	hp_profile_slot *slot;

	memcpy(wanted.key, key, sizeof(wanted.key));
	slot = hp_table_add(index, &profile_slots, &wanted);
	if (slot->number == 0) {
		*slot = wanted;
	}

	return slot->number - 1;
}

void hp_profile_index_free(hp_profile_index *index)
{
	hp_table_free(index, &profile_slots);
}

/* Returns the pair of a row of the pair index. A row holds the number of a pair plus one, and the
 * key is in the pair. */
static const hp_profile_pair *profile_indexed_pair(const hp_table *index, const void *row)
{
	return &((const hp_profile *) index->context)->pairs.rows[*(const uint32_t *) row - 1];
}

static uint64_t profile_pair_hash(const hp_table *index, const void *row)
{
	const hp_profile_pair *pair = profile_indexed_pair(index, row);

	return profile_hash((uint64_t) pair->caller << 32 | pair->caller_level,
		(uint64_t) pair->callee << 32 | pair->callee_level);
}

static bool profile_pair_is_same(const hp_table *index, const void *row, const void *wanted)
{
	const hp_profile_pair *pair = profile_indexed_pair(index, row);
	const hp_profile_pair *other = profile_indexed_pair(index, wanted);

	return pair->caller == other->caller && pair->callee == other->callee &&
		pair->caller_level == other->caller_level && pair->callee_level == other->callee_level;
}

static const hp_table_kind profile_pairs = {
	.row_bytes = sizeof(uint32_t),
	.first_rows = 256,
	.hash = profile_pair_hash,
	.is_same = profile_pair_is_same,
};

/* A row of the functions' numbers, or a name to search for. */
typedef struct profile_named {
	uint32_t number; /* the number plus one; 0: `name` is searched for */
	zend_string *name;
} profile_named;

static zend_string *profile_name(const hp_table *numbers, const void *row)
{
	const hp_profile *profile = numbers->context;
	/* Rows are too short, and not aligned, for a profile_named. */
	uint32_t number = *(const uint32_t *) row;

	return number == 0 ? ((const profile_named *) row)->name
					   : profile->functions.rows[number - 1].name;
}

static uint64_t profile_name_hash(const hp_table *numbers, const void *row)
{
	return hp_table_mix(0, (uint64_t) zend_string_hash_val(profile_name(numbers, row)));
}

static bool profile_name_is_same(const hp_table *numbers, const void *row, const void *wanted)
{
	return zend_string_equals(profile_name(numbers, row), profile_name(numbers, wanted));
}

static const hp_table_kind profile_names = {
	.row_bytes = sizeof(uint32_t),
	.first_rows = 256,
	.hash = profile_name_hash,
	.is_same = profile_name_is_same,
};

hp_profile *hp_profile_new(uint32_t metrics, uint32_t features)
{
	hp_profile *profile = pecalloc(1, sizeof(*profile), true);

	profile->metrics = metrics;
	profile->features = features;
	profile->runs = 1;
	profile->lookup.pairs.context = profile;
	profile->lookup.functions.context = profile;
	profile->names.first_bytes = PROFILE_NAMES_BYTES;
	profile->looks = pecalloc(1, sizeof(*profile->looks), true);

	return profile;
}

hp_profile *hp_profile_new_of(const hp_profile *run, uint32_t metrics, uint32_t features)
{
	hp_profile *profile = hp_profile_new(metrics, features);

	profile->runs = run->runs;
	profile->started_ns = run->started_ns;
	profile->reduced = run->reduced;
	profile->calls.truncated = run->calls.truncated;
	profile->calls.cost_ps = hp_profile_call_cost_ps(run);
	profile->samples.interval_ns = run->samples.interval_ns;
	profile->samples.sources = run->samples.sources;
	profile->cpu_clock = run->cpu_clock;
	profile->meta = run->meta == NULL ? NULL : zend_string_copy(run->meta);
	profile->components = run->components == NULL ? NULL : zend_string_copy(run->components);

	return profile;
}

uint32_t hp_profile_missing(const hp_profile *profile, uint32_t needs)
{
	return needs & ~(profile->metrics | profile->features);
}

hp_profile *hp_profile_share(hp_profile *profile)
{
	profile->more_owners++;

	return profile;
}

static void profile_release(zend_string *text)
{
	if (text != NULL) {
		zend_string_release(text);
	}
}

static void profile_free_timeline(const hp_profile_timeline *timeline)
{
	hp_vector_release(timeline->events.rows);
	hp_vector_release(timeline->points.rows);
	hp_vector_release(timeline->memories.rows);
	for (uint32_t i = 0; i < timeline->marks.count; i++) {
		profile_release(timeline->marks.rows[i].text);
	}
	hp_vector_release(timeline->marks.rows);
}

/* Frees what only an unfinished profile needs. */
static void profile_free_keys(hp_profile_lookup *lookup)
{
	hp_table_free(&lookup->pairs, &profile_pairs);
	hp_profile_index_free(&lookup->nodes);
	hp_profile_index_free(&lookup->lines);
}

void hp_profile_free(hp_profile *profile)
{
	if (profile == NULL) {
		return;
	}
	if (profile->more_owners > 0) {
		profile->more_owners--;
		return;
	}
	for (uint32_t i = 0; i < profile->functions.count; i++) {
		profile_release(profile->functions.rows[i].name);
		profile_release(profile->functions.rows[i].file);
	}
	hp_vector_release(profile->functions.rows);
	hp_pool_free(&profile->names);
	if (profile->looks->found != NULL) {
		profile->looks->release(profile->looks->found);
	}
	pefree(profile->looks, true);
	hp_vector_release(profile->pairs.rows);
	hp_vector_release(profile->nodes.rows);
	hp_vector_release(profile->calls.lines.rows);
	hp_vector_release(profile->samples.order.rows);
	hp_vector_release(profile->samples.moments.rows);
	profile_free_timeline(&profile->timeline);
	hp_profile_allocs_free(&profile->allocated.pairs);
	hp_profile_allocs_free(&profile->allocated.nodes);
	hp_profile_events_free(&profile->counted.events);
	hp_vector_release(profile->counted.pairs.rows);
	hp_vector_release(profile->counted.nodes.rows);
	profile_release(profile->meta);
	profile_release(profile->components);
	hp_profile_free(profile->sampled);
	profile_free_keys(&profile->lookup);
	hp_table_free(&profile->lookup.functions, &profile_names);
	pefree(profile, true);
}

/* Returns a reference to a persistent string, or else a persistent duplicate. */
static zend_string *profile_keep(zend_string *text)
{
	if (text == NULL) {
		return NULL;
	}
	if ((GC_FLAGS(text) & IS_STR_PERSISTENT) && !ZSTR_IS_INTERNED(text)) {
		return zend_string_copy(text);
	}

	return zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), true);
}

static zend_string *profile_keep_file(zend_string *file)
{
	zend_string *plain = file == NULL ? NULL : hp_function_name_plain_path(file);

	return plain != NULL ? plain : profile_keep(file);
}

/* Numbers the functions that were appended. Returns false if a name occurs twice. */
static bool profile_number_appended(hp_profile *profile)
{
	bool is_unique = true;

	if (profile->lookup.functions.rows != NULL || profile->functions.count == 0) {
		return true;
	}
	hp_table_reserve(&profile->lookup.functions, &profile_names, profile->functions.count);
	for (uint32_t i = 0; i < profile->functions.count; i++) {
		profile_named wanted = {0, profile->functions.rows[i].name};
		uint32_t *row = hp_table_add(&profile->lookup.functions, &profile_names, &wanted);

		if (*row == 0) {
			*row = i + 1;
		} else {
			is_unique = false;
		}
	}

	return is_unique;
}

uint32_t hp_profile_find_function(const hp_profile *profile, zend_string *name)
{
	profile_named wanted = {0, name};
	const uint32_t *row;

	/* The numbers are only an index, so even a finished profile may get them. */
	profile_number_appended((hp_profile *) (uintptr_t) profile);
	row = hp_table_find(&profile->lookup.functions, &profile_names, &wanted);

	return row == NULL ? HP_PROFILE_NONE : *row - 1;
}

uint32_t hp_profile_function_number(
	hp_profile *profile, zend_string *name, zend_string *file, uint32_t line)
{
	profile_named wanted = {0, name};
	hp_profile_function *function;
	uint32_t *row;

	profile_number_appended(profile);
	row = hp_table_add(&profile->lookup.functions, &profile_names, &wanted);
	if (*row != 0) {
		function = &profile->functions.rows[*row - 1];
		if (function->file == NULL) {
			function->file = profile_keep_file(file);
			function->line = line;
		}
		return *row - 1;
	}
	function = hp_vector_add(&profile->functions);
	function->name = profile_keep(name);
	function->file = profile_keep_file(file);
	function->line = line;
	*row = profile->functions.count;

	return *row - 1;
}

/* Makes a name as an interned string, which has no reference count: another profile that keeps it
 * makes a duplicate. */
static zend_string *profile_append_name(hp_profile *profile, const char *text, size_t length)
{
	zend_string *name =
		hp_pool_alloc_packed(&profile->names, ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(length)));

	GC_SET_REFCOUNT(name, 1);
	GC_TYPE_INFO(name) = GC_STRING | ((IS_STR_INTERNED | IS_STR_PERSISTENT) << GC_FLAGS_SHIFT);
	ZSTR_LEN(name) = length;
	memcpy(ZSTR_VAL(name), text, length);

	return name;
}

uint32_t hp_profile_append_function(
	hp_profile *profile, const char *name, size_t length, zend_string *file, uint32_t line)
{
	hp_profile_function *function = hp_vector_add(&profile->functions);

	ZEND_ASSERT(profile->lookup.functions.rows == NULL);
	function->name = profile_append_name(profile, name, length);
	function->file = profile_keep_file(file);
	function->line = line;

	return profile->functions.count - 1;
}

bool hp_profile_number_functions(hp_profile *profile)
{
	for (uint32_t i = 0; i < profile->functions.count; i++) {
		hp_profile_function *function = &profile->functions.rows[i];
		zend_string *file = function->file;

		if (function->name == NULL) {
			return false;
		}
		function->file = profile_keep_file(file);
		if (file != NULL) {
			zend_string_release_ex(file, true);
		}
	}

	return profile_number_appended(profile);
}

hp_profile_pair *hp_profile_append_pair(hp_profile *profile, uint32_t caller, uint32_t caller_level,
	uint32_t callee, uint32_t callee_level)
{
	hp_profile_pair *pair = hp_vector_add(&profile->pairs);

	memset(pair, 0, sizeof(*pair));
	pair->caller = caller;
	pair->caller_level = caller_level;
	pair->callee = callee;
	pair->callee_level = callee_level;

	return pair;
}

/* Indexes the pair of that number unless an equal one is indexed. Returns the number of the indexed
 * one. */
static uint32_t profile_index_pair(hp_profile *profile, uint32_t number)
{
	uint32_t wanted = number + 1;
	uint32_t *row = hp_table_add(&profile->lookup.pairs, &profile_pairs, &wanted);

	if (*row == 0) {
		*row = wanted;
	}

	return *row - 1;
}

void hp_profile_index_pairs(hp_profile *profile, uint32_t more)
{
	if (profile->lookup.pairs.rows != NULL) {
		return;
	}
	hp_table_reserve(&profile->lookup.pairs, &profile_pairs, (size_t) profile->pairs.count + more);
	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		profile_index_pair(profile, i);
	}
}

/* Appends the pair to search for it, and removes it if it was there. */
hp_profile_pair *hp_profile_pair_of(hp_profile *profile, uint32_t caller, uint32_t caller_level,
	uint32_t callee, uint32_t callee_level)
{
	uint32_t number;

	hp_profile_index_pairs(profile, 0);
	hp_profile_append_pair(profile, caller, caller_level, callee, callee_level);
	number = profile_index_pair(profile, profile->pairs.count - 1);
	if (number < profile->pairs.count - 1) {
		profile->pairs.count--;
	}

	return &profile->pairs.rows[number];
}

hp_profile_node *hp_profile_append_node(hp_profile *profile, uint32_t parent, uint32_t function)
{
	hp_profile_node *node = hp_vector_add(&profile->nodes);

	memset(node, 0, sizeof(*node));
	node->parent = parent;
	node->function = function;
	node->min_ns = INT64_MAX;
	node->max_ns = -1;

	return node;
}

uint32_t hp_profile_node_number(
	hp_profile *profile, uint32_t parent, uint32_t function, uint32_t line)
{
	bool has_lines = (profile->features & HP_PROFILE_LINES) != 0;
	uint32_t key[HP_PROFILE_KEY_PARTS] = {parent, function, has_lines ? line : 0, 0};
	uint32_t number = hp_profile_index_find(&profile->lookup.nodes, key, profile->nodes.count);

	if (number == profile->nodes.count) {
		hp_profile_append_node(profile, parent, function)->line = line;
	}

	return number;
}

/* Moves main() to the end, as a merged run may have added pairs after it. */
static void profile_put_root_last(hp_profile *profile)
{
	hp_allocs_table *allocs = &profile->allocated.pairs;
	hp_counts_table *counts = &profile->counted.pairs;
	uint32_t at = 0, count = profile->pairs.count;

	while (at < count && profile->pairs.rows[at].caller != HP_PROFILE_NONE) {
		at++;
	}
	if (at + 1 >= count) {
		return;
	}
	hp_vector_rotate(&profile->pairs.rows[at], count - at, sizeof(*profile->pairs.rows));
	if (allocs->count > 0) {
		hp_profile_allocs_of(allocs, count - 1);
		hp_vector_rotate(&allocs->rows[at], count - at, sizeof(*allocs->rows));
	}
	if (counts->count > 0) {
		hp_profile_counts_of(counts, count - 1);
		hp_vector_rotate(&counts->rows[at], count - at, sizeof(*counts->rows));
	}
}

/* Frees unused room: nothing is added any more, and many profiles may be kept for a long time. */
static void profile_trim(hp_profile *profile)
{
	if (profile->nodes.size > profile->nodes.count && profile->nodes.count > 0) {
		profile->nodes.size = profile->nodes.count;
		profile->nodes.rows = perealloc(
			profile->nodes.rows, profile->nodes.size * sizeof(*profile->nodes.rows), true);
	}
	if (profile->pairs.size > profile->pairs.count && profile->pairs.count > 0) {
		profile->pairs.size = profile->pairs.count;
		profile->pairs.rows = perealloc(
			profile->pairs.rows, profile->pairs.size * sizeof(*profile->pairs.rows), true);
	}
}

void hp_profile_finish(hp_profile *profile)
{
	profile_put_root_last(profile);
	profile_free_keys(&profile->lookup);
	profile_trim(profile);
}

const hp_profile_pair *hp_profile_root(const hp_profile *profile)
{
	const hp_profile_pair *last;

	if (profile->pairs.count == 0) {
		return NULL;
	}
	last = &profile->pairs.rows[profile->pairs.count - 1];

	return last->caller == HP_PROFILE_NONE ? last : NULL;
}

int64_t hp_profile_call_cost_ps(const hp_profile *profile)
{
	bool is_compensated =
		(profile->features & HP_PROFILE_COSTS) != 0 && profile->calls.compensated != 0;

	return is_compensated ? 0 : profile->calls.cost_ps;
}

bool hp_profile_is_timeless(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);

	return (profile->features & HP_PROFILE_SAMPLED) && profile->counted.events.count > 0 &&
		root != NULL && root->sum.wall_ns == 0;
}

bool hp_profile_has_all_paths(const hp_profile *profile)
{
	return (profile->features & HP_PROFILE_TREE) != 0 && profile->calls.truncated == 0;
}

uint64_t hp_profile_count(const hp_profile *profile)
{
	uint64_t calls = 0;

	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		calls += profile->pairs.rows[i].count;
	}

	return calls;
}
