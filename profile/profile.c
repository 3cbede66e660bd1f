#include "profile/profile.h"

#include "base/vector.h"
#include "base/wrap.h"

typedef struct hp_profile_slot {
	uint32_t number; /* plus one */
	uint32_t key[HP_PROFILE_KEY_PARTS];
} hp_profile_slot;

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

/* Makes room for one row more. */
#define PROFILE_RESERVE(profile, rows) \
 ((profile)->rows##_count < (profile)->rows##_size \
		 ? (void) 0 \
		 : (void) ((profile)->rows = hp_vector_grow((profile)->rows, &(profile)->rows##_size, \
					   (profile)->rows##_count, 1, sizeof(*(profile)->rows))))

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

/* A row of the pair index is the number of a pair plus one: the key is in the pair. */
static const hp_profile_pair *profile_indexed_pair(const hp_table *index, const void *row)
{
	return &((const hp_profile *) index->context)->pairs[*(const uint32_t *) row - 1];
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

hp_profile *hp_profile_new(uint32_t metrics, uint32_t features)
{
	hp_profile *profile = pecalloc(1, sizeof(*profile), true);

	profile->metrics = metrics;
	profile->features = features;
	profile->pair_index.context = profile;
	zend_hash_init(&profile->numbers, 0, NULL, NULL, true);

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

void hp_profile_free(hp_profile *profile)
{
	if (profile->more_owners > 0) {
		profile->more_owners--;
		return;
	}
	for (uint32_t i = 0; i < profile->functions_count; i++) {
		zend_string_release(profile->functions[i].name);
		if (profile->functions[i].file != NULL) {
			zend_string_release(profile->functions[i].file);
		}
	}
	hp_vector_release(profile->functions);
	hp_vector_release(profile->pairs);
	hp_vector_release(profile->nodes);
	hp_vector_release(profile->order);
	hp_vector_release(profile->events);
	if (profile->meta != NULL) {
		zend_string_release(profile->meta);
	}
	hp_profile_allocs_free(&profile->pair_allocs);
	hp_profile_allocs_free(&profile->node_allocs);
	hp_table_free(&profile->pair_index, &profile_pairs);
	hp_profile_index_free(&profile->node_index);
	zend_hash_destroy(&profile->numbers);
	pefree(profile, true);
}

/* A reference to a persistent string, or a persistent duplicate. */
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

uint32_t hp_profile_function_number(
	hp_profile *profile, zend_string *name, zend_string *file, uint32_t line)
{
	zval *known = zend_hash_find(&profile->numbers, name);
	uint32_t number = profile->functions_count;
	hp_profile_function *function;
	zval value;

	if (known != NULL) {
		function = &profile->functions[Z_LVAL_P(known)];
		if (function->file == NULL) {
			function->file = profile_keep(file);
			function->line = line;
		}
		return (uint32_t) Z_LVAL_P(known);
	}
	PROFILE_RESERVE(profile, functions);
	function = &profile->functions[profile->functions_count++];
	function->name = profile_keep(name);
	function->file = profile_keep(file);
	function->line = line;
	ZVAL_LONG(&value, number);
	zend_hash_add_new(&profile->numbers, function->name, &value);

	return number;
}

void hp_profile_reserve(hp_profile *profile, uint32_t pairs, uint32_t nodes)
{
	ZEND_ASSERT(profile->pairs == NULL && profile->nodes == NULL);
	profile->pairs = safe_pemalloc(pairs + 1, sizeof(*profile->pairs), 0, true);
	profile->pairs_size = pairs + 1;
	profile->nodes = safe_pemalloc(nodes + 1, sizeof(*profile->nodes), 0, true);
	profile->nodes_size = nodes + 1;
}

hp_profile_pair *hp_profile_append_pair(hp_profile *profile, uint32_t caller, uint32_t caller_level,
	uint32_t callee, uint32_t callee_level)
{
	hp_profile_pair *pair;

	PROFILE_RESERVE(profile, pairs);
	pair = &profile->pairs[profile->pairs_count++];
	memset(pair, 0, sizeof(*pair));
	pair->caller = caller;
	pair->caller_level = caller_level;
	pair->callee = callee;
	pair->callee_level = callee_level;

	return pair;
}

/* The indexed pair that is equal to the pair of that number, which it may be itself. */
static uint32_t profile_index_pair(hp_profile *profile, uint32_t number)
{
	uint32_t wanted = number + 1;
	uint32_t *row = hp_table_add(&profile->pair_index, &profile_pairs, &wanted);

	if (*row == 0) {
		*row = wanted;
	}

	return *row - 1;
}

/* Indexes the pairs that were appended, with room for more. */
static void profile_index_pairs(hp_profile *profile, uint32_t more)
{
	hp_table_reserve(&profile->pair_index, &profile_pairs, (size_t) profile->pairs_count + more);
	for (uint32_t i = 0; i < profile->pairs_count; i++) {
		profile_index_pair(profile, i);
	}
}

/* Appends the pair to search for it, and removes it if it was there. */
hp_profile_pair *hp_profile_pair_of(hp_profile *profile, uint32_t caller, uint32_t caller_level,
	uint32_t callee, uint32_t callee_level)
{
	uint32_t number;

	if (profile->pair_index.rows == NULL) {
		profile_index_pairs(profile, 0);
	}
	hp_profile_append_pair(profile, caller, caller_level, callee, callee_level);
	number = profile_index_pair(profile, profile->pairs_count - 1);
	if (number < profile->pairs_count - 1) {
		profile->pairs_count--;
	}

	return &profile->pairs[number];
}

hp_profile_node *hp_profile_append_node(hp_profile *profile, uint32_t parent, uint32_t function)
{
	hp_profile_node *node;

	PROFILE_RESERVE(profile, nodes);
	node = &profile->nodes[profile->nodes_count++];
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
	uint32_t number = hp_profile_index_find(&profile->node_index, key, profile->nodes_count);

	if (number == profile->nodes_count) {
		hp_profile_append_node(profile, parent, function)->line = line;
	}

	return number;
}

/* Walks over all paths. open: by function, how often it is on the current path. */
static void profile_walk_levels(
	hp_profile *profile, const uint32_t *first, const uint32_t *next, uint32_t *open)
{
	uint32_t at = 0;

	while (at != HP_PROFILE_NONE) {
		hp_profile_node *node = &profile->nodes[at];

		node->level = open[node->function];
		if (first[at] != HP_PROFILE_NONE) {
			open[node->function]++;
			at = first[at];
			continue;
		}
		while (at != HP_PROFILE_NONE && next[at] == HP_PROFILE_NONE) {
			at = profile->nodes[at].parent;
			if (at != HP_PROFILE_NONE) {
				open[profile->nodes[at].function]--;
			}
		}
		at = at == HP_PROFILE_NONE ? at : next[at];
	}
}

/* One walk for all nodes: walking up from each would be quadratic in the depth, and a loaded file
 * chooses the depth. */
void hp_profile_set_levels(hp_profile *profile)
{
	size_t count = profile->nodes_count;
	uint32_t *first = safe_pemalloc(count + 1, sizeof(*first), 0, true);
	uint32_t *next = safe_pemalloc(count + 1, sizeof(*next), 0, true);
	uint32_t *open = pecalloc((size_t) profile->functions_count + 1, sizeof(*open), true);

	memset(first, 0xFF, (count + 1) * sizeof(*first));
	memset(next, 0xFF, (count + 1) * sizeof(*next));
	for (uint32_t i = profile->nodes_count; i-- > 1;) {
		uint32_t parent = profile->nodes[i].parent;
		uint32_t *before = parent == HP_PROFILE_NONE ? &next[0] : &first[parent];

		next[i] = *before;
		*before = i;
	}
	if (count > 0) {
		profile_walk_levels(profile, first, next, open);
	}
	pefree(first, true);
	pefree(next, true);
	pefree(open, true);
}

void hp_profile_append_order(hp_profile *profile, uint32_t node)
{
	PROFILE_RESERVE(profile, order);
	profile->order[profile->order_count++] = node;
}

void hp_profile_append_event(hp_profile *profile, int64_t at_ns, uint32_t node)
{
	PROFILE_RESERVE(profile, events);
	profile->events[profile->events_count].at_ns = at_ns;
	profile->events[profile->events_count++].node = node;
}

static hp_profile_pair *profile_pair_of_node(hp_profile *profile, const hp_profile_node *node)
{
	const hp_profile_node *parent =
		node->parent == HP_PROFILE_NONE ? NULL : &profile->nodes[node->parent];

	return hp_profile_pair_of(profile, parent == NULL ? HP_PROFILE_NONE : parent->function,
		parent == NULL ? 0 : parent->level, node->function, node->level);
}

/* Adds to each pair of a sampled run the samples of its nodes, callees included. */
static void profile_add_samples(hp_profile *profile)
{
	uint64_t *samples = pecalloc((size_t) profile->nodes_count + 1, sizeof(*samples), true);

	for (uint32_t i = profile->nodes_count; i-- > 0;) {
		const hp_profile_node *node = &profile->nodes[i];

		samples[i] += node->count;
		if (node->parent != HP_PROFILE_NONE) {
			samples[node->parent] += samples[i];
		}
	}
	for (uint32_t i = 0; i < profile->nodes_count; i++) {
		profile_pair_of_node(profile, &profile->nodes[i])->count += samples[i];
	}
	pefree(samples, true);
}

static void profile_make_pairs(hp_profile *profile)
{
	bool is_sampled = (profile->features & HP_PROFILE_SAMPLED) != 0;

	if (profile->pair_index.rows == NULL) {
		profile_index_pairs(profile, profile->nodes_count);
	}
	for (uint32_t i = 0; i < profile->order_count; i++) {
		const hp_profile_node *node = &profile->nodes[profile->order[i]];
		hp_profile_pair *pair = profile_pair_of_node(profile, node);

		pair->count += is_sampled ? 0 : node->count;
		hp_values_add(&pair->sum, &node->sum);
	}
	for (uint32_t i = 0; i < profile->nodes_count; i++) {
		if (profile->nodes[i].count == 0 && profile->nodes[i].sum.wall_ns > 0) {
			hp_values_add(
				&profile_pair_of_node(profile, &profile->nodes[i])->sum, &profile->nodes[i].sum);
		}
	}
	for (uint32_t i = 0; i < profile->node_allocs.count; i++) {
		const hp_allocs *allocs = &profile->node_allocs.rows[i];
		uint32_t pair;

		if (allocs->allocs != 0) {
			pair = (uint32_t) (profile_pair_of_node(profile, &profile->nodes[i]) - profile->pairs);
			hp_profile_allocs_add(&profile->pair_allocs, pair, allocs);
		}
	}
	if (is_sampled) {
		profile_add_samples(profile);
	}
}

/* Moves main() to the end: a merged run may have added pairs behind it. */
static void profile_put_root_last(hp_profile *profile)
{
	hp_profile_pair root;
	uint32_t at = 0;

	while (at < profile->pairs_count && profile->pairs[at].caller != HP_PROFILE_NONE) {
		at++;
	}
	if (at < profile->pairs_count) {
		hp_profile_allocs_move_last(&profile->pair_allocs, at, profile->pairs_count - 1);
		root = profile->pairs[at];
		memmove(&profile->pairs[at], &profile->pairs[at + 1],
			(profile->pairs_count - at - 1) * sizeof(*profile->pairs));
		profile->pairs[profile->pairs_count - 1] = root;
	}
}

void hp_profile_finish(hp_profile *profile)
{
	if (profile->features & HP_PROFILE_TREE) {
		profile_make_pairs(profile);
	}
	profile_put_root_last(profile);
	hp_table_free(&profile->pair_index, &profile_pairs);
	hp_profile_index_free(&profile->node_index);
}

const hp_profile_pair *hp_profile_root(const hp_profile *profile)
{
	const hp_profile_pair *last;

	if (profile->pairs_count == 0) {
		return NULL;
	}
	last = &profile->pairs[profile->pairs_count - 1];

	return last->caller == HP_PROFILE_NONE ? last : NULL;
}

uint64_t hp_profile_count(const hp_profile *profile)
{
	uint64_t calls = 0;

	for (uint32_t i = 0; i < profile->pairs_count; i++) {
		calls += profile->pairs[i].count;
	}

	return calls;
}

hp_values *hp_profile_own_values(const hp_profile *profile)
{
	hp_values *own = safe_pemalloc(profile->nodes_count + 1, sizeof(*own), 0, true);

	for (uint32_t i = 0; i < profile->nodes_count; i++) {
		const hp_profile_node *node = &profile->nodes[i];

		own[i] = node->sum;
		if (node->parent != HP_PROFILE_NONE) {
			hp_values_subtract(&own[node->parent], &node->sum);
		}
	}

	return own;
}
