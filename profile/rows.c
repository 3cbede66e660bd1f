#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "profile/rows.h"

#include "base/bailout.h"
#include "profile/reconcile.h"

#define ROWS_ARROW "==>"

/* The decimal digits of a level, and the '@' before them. */
#define ROWS_LEVEL_BYTES (1 + 10)

enum {
	ROWS_CALLS,
	ROWS_WALL,
	ROWS_CPU,
	ROWS_MEMORY,
	ROWS_PEAK,
	ROWS_ALLOCS,
	ROWS_FREES,
	ROWS_ALLOC_BYTES,
	ROWS_FREED_BYTES,
	ROWS_LIVE_BYTES,
	ROWS_COLUMNS
};

static const char *const rows_columns[ROWS_COLUMNS] = {
	"ct", "wt", "cpu", "mu", "pmu", "own_na", "own_nf", "own_ab", "own_fb", "own_lb"};

typedef struct rows_table {
	const hp_profile *profile;
	zend_long *wall_us; /* by pair */
	zend_long *cpu_us; /* NULL: not measured */
	zval *result;
	zend_string *keys[ROWS_COLUMNS];
} rows_table;

/* Writes "f" or "f@2"; returns where it ends. */
static char *rows_write_name(char *to, const zend_string *name, uint32_t level)
{
	char digits[ROWS_LEVEL_BYTES + 1];
	char *end = digits + sizeof(digits) - 1;
	char *start;

	memcpy(to, ZSTR_VAL(name), ZSTR_LEN(name));
	to += ZSTR_LEN(name);
	if (level == 0) {
		return to;
	}
	*end = '\0';
	start = zend_print_ulong_to_buf(end, level);
	*--start = '@';
	memcpy(to, start, (size_t) (end - start));

	return to + (end - start);
}

static zend_string *rows_key(const hp_profile *profile, const hp_profile_pair *pair)
{
	const zend_string *callee = profile->functions[pair->callee].name;
	const zend_string *caller =
		pair->caller == HP_PROFILE_NONE ? NULL : profile->functions[pair->caller].name;
	size_t room = ZSTR_LEN(callee) + ROWS_LEVEL_BYTES;
	zend_string *key;
	char *end;

	if (caller != NULL) {
		room += ZSTR_LEN(caller) + ROWS_LEVEL_BYTES + strlen(ROWS_ARROW);
	}
	key = zend_string_alloc(room, false);
	end = ZSTR_VAL(key);
	if (caller != NULL) {
		end = rows_write_name(end, caller, pair->caller_level);
		memcpy(end, ROWS_ARROW, strlen(ROWS_ARROW));
		end += strlen(ROWS_ARROW);
	}
	end = rows_write_name(end, callee, pair->callee_level);
	*end = '\0';
	ZSTR_LEN(key) = (size_t) (end - ZSTR_VAL(key));

	return key;
}

static HashTable *rows_row(rows_table *table, const hp_profile_pair *pair)
{
	zend_string *key = rows_key(table->profile, pair);
	zval *slot = zend_hash_lookup(Z_ARRVAL_P(table->result), key);

	zend_string_release(key);
	if (Z_TYPE_P(slot) != IS_ARRAY) {
		array_init_size(slot, 8);
		zend_hash_real_init_mixed(Z_ARRVAL_P(slot));
	}

	return Z_ARRVAL_P(slot);
}

/* Adds to what is there: two names may be written alike, such as level 1 of "load::f" and a file
 * that is called "f@1". */
static void rows_add_value(HashTable *row, zend_string *key, zend_long value)
{
	zval *slot = zend_hash_lookup(row, key);

	ZVAL_LONG(slot, value + (Z_TYPE_P(slot) == IS_LONG ? Z_LVAL_P(slot) : 0));
}

static void rows_add_allocs(rows_table *table, HashTable *row, const hp_allocs *allocs)
{
	rows_add_value(row, table->keys[ROWS_ALLOCS], allocs->allocs);
	rows_add_value(row, table->keys[ROWS_FREES], allocs->frees);
	rows_add_value(row, table->keys[ROWS_ALLOC_BYTES], allocs->alloc_bytes);
	rows_add_value(row, table->keys[ROWS_FREED_BYTES], allocs->freed_bytes);
	rows_add_value(row, table->keys[ROWS_LIVE_BYTES], hp_allocs_live_bytes(allocs));
}

static void rows_add(rows_table *table, uint32_t number)
{
	const hp_profile *profile = table->profile;
	const hp_profile_pair *pair = &profile->pairs[number];
	HashTable *row = rows_row(table, pair);

	rows_add_value(row, table->keys[ROWS_CALLS], (zend_long) pair->calls);
	rows_add_value(row, table->keys[ROWS_WALL], table->wall_us[number]);
	if (table->cpu_us != NULL) {
		rows_add_value(row, table->keys[ROWS_CPU], table->cpu_us[number]);
	}
	if (profile->metrics & HP_METRIC_MEMORY) {
		rows_add_value(row, table->keys[ROWS_MEMORY], (zend_long) pair->sum.memory_bytes);
		rows_add_value(row, table->keys[ROWS_PEAK], (zend_long) pair->sum.peak_bytes);
	}
	if (profile->metrics & HP_METRIC_ALLOC) {
		rows_add_allocs(table, row, hp_profile_allocs(&profile->pair_allocs, number));
	}
}

static void rows_make(void *context)
{
	rows_table *table = context;

	for (size_t i = 0; i < ROWS_COLUMNS; i++) {
		table->keys[i] = zend_string_init(rows_columns[i], strlen(rows_columns[i]), false);
	}
	array_init_size(table->result, table->profile->pairs_count);
	zend_hash_real_init_mixed(Z_ARRVAL_P(table->result));
	for (uint32_t i = 0; i < table->profile->pairs_count; i++) {
		rows_add(table, i);
	}
	for (size_t i = 0; i < ROWS_COLUMNS; i++) {
		zend_string_release(table->keys[i]);
	}
}

static void rows_free(void *context)
{
	rows_table *table = context;

	pefree(table->wall_us, true);
	if (table->cpu_us != NULL) {
		pefree(table->cpu_us, true);
	}
}

/* A number for each function at each level of recursion. */
typedef struct rows_numbers {
	uint32_t *base; /* of a function's level 0; NULL: levels have gaps, as a file may have them */
	hp_profile_index index; /* then */
	uint32_t count;
} rows_numbers;

static uint32_t rows_number(rows_numbers *numbers, uint32_t function, uint32_t level)
{
	uint32_t key[HP_PROFILE_KEY_PARTS] = {function, level, 0, 0};

	if (numbers->base != NULL) {
		return numbers->base[function] + level;
	}

	return hp_profile_index_find(&numbers->index, key, numbers->index.used);
}

/* How many levels each function has, from 0 to its greatest. The caller frees it. */
static uint32_t *rows_levels(const hp_profile *profile)
{
	uint32_t *levels = pecalloc((size_t) profile->functions_count + 1, sizeof(*levels), true);

	for (uint32_t i = 0; i < profile->pairs_count; i++) {
		const hp_profile_pair *pair = &profile->pairs[i];

		if (pair->callee_level >= levels[pair->callee]) {
			levels[pair->callee] = pair->callee_level + 1;
		}
		if (pair->caller != HP_PROFILE_NONE && pair->caller_level >= levels[pair->caller]) {
			levels[pair->caller] = pair->caller_level + 1;
		}
	}

	return levels;
}

/* A recorded run has no gaps: a call at level n is within one at level n - 1. */
static rows_numbers rows_number_levels(const hp_profile *profile)
{
	rows_numbers numbers = {rows_levels(profile), {NULL, 0, 0}, 0};
	uint64_t most = (uint64_t) 2 * profile->pairs_count + profile->functions_count, sum = 0;

	for (uint32_t i = 0; i < profile->functions_count; i++) {
		uint32_t levels = numbers.base[i];

		numbers.base[i] = (uint32_t) sum;
		sum += levels;
		if (sum > most) {
			pefree(numbers.base, true);
			numbers.base = NULL;
			return numbers;
		}
	}
	numbers.count = (uint32_t) sum;

	return numbers;
}

/* The caller frees it. */
static hp_reconcile_row *rows_ways(const hp_profile *profile, uint32_t *nodes_count)
{
	rows_numbers numbers = rows_number_levels(profile);
	hp_reconcile_row *ways =
		safe_pemalloc((size_t) profile->pairs_count + 1, sizeof(*ways), 0, true);

	for (uint32_t i = 0; i < profile->pairs_count; i++) {
		const hp_profile_pair *pair = &profile->pairs[i];

		ways[i].caller = pair->caller == HP_PROFILE_NONE
			? HP_RECONCILE_NOBODY
			: rows_number(&numbers, pair->caller, pair->caller_level);
		ways[i].callee = rows_number(&numbers, pair->callee, pair->callee_level);
	}
	*nodes_count = numbers.base != NULL ? numbers.count : numbers.index.used;
	hp_profile_index_free(&numbers.index);
	if (numbers.base != NULL) {
		pefree(numbers.base, true);
	}

	return ways;
}

static void rows_round(rows_table *table)
{
	const hp_profile *profile = table->profile;
	uint32_t nodes_count;
	hp_reconcile_row *ways = rows_ways(profile, &nodes_count);
	hp_reconcile reconcile;

	for (uint32_t i = 0; i < profile->pairs_count; i++) {
		table->wall_us[i] = (zend_long) (profile->pairs[i].sum.wall_ns / 1000);
	}
	hp_reconcile_init(&reconcile, ways, profile->pairs_count, nodes_count);
	hp_reconcile_conserve(&reconcile, table->wall_us);
	if (table->cpu_us != NULL) {
		for (uint32_t i = 0; i < profile->pairs_count; i++) {
			table->cpu_us[i] = (zend_long) (profile->pairs[i].sum.cpu_ns / 1000);
		}
		hp_reconcile_conserve(&reconcile, table->cpu_us);
	}
	hp_reconcile_free(&reconcile);
	pefree(ways, true);
}

void hp_profile_rows(const hp_profile *profile, zval *result)
{
	size_t room = (size_t) profile->pairs_count + 1;
	rows_table table = {.profile = profile, .result = result};

	table.wall_us = safe_pemalloc(room, sizeof(*table.wall_us), 0, true);
	if (profile->metrics & HP_METRIC_CPU) {
		table.cpu_us = safe_pemalloc(room, sizeof(*table.cpu_us), 0, true);
	}
	rows_round(&table);
	hp_bailout(rows_make, rows_free, &table);
}
