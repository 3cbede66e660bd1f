#include "profile/rows.h"

#include "base/bailout.h"
#include "profile/reconcile.h"

#define ROWS_ARROW "==>"

/* The decimal digits of a level, and the '@' before them. */
#define ROWS_LEVEL_BYTES (1 + 10)

/* Limit of columns in a row. */
#define ROWS_METRICS 10
#define ROWS_COLUMNS (ROWS_METRICS + HP_EVENT_MAX)

/* Rows with the same values share one array, as in PHP after an assignment: most of a million rows
 * are one or two calls that took no time. This many rows made lately are kept, by a hash of their
 * values. */
#define ROWS_RECENT_MAX 1024u

typedef struct rows_recent {
	zend_array *row; /* a row of the result; NULL: none */
	zend_long values[ROWS_COLUMNS];
} rows_recent;

typedef struct rows_table {
	const hp_profile *profile;
	zend_long *wall_us; /* by pair */
	zend_long *cpu_us; /* NULL: not measured */
	zval *result;
	bool is_bounded;
	zend_string *keys[ROWS_COLUMNS]; /* names of the existing columns */
	rows_recent *recent;
	uint32_t recent_count; /* a power of two */
} rows_table;

/* The columns, in the order of rows_values(). */
static const struct {
	const char *name;
	uint32_t metric; /* the metric that the column needs */
} rows_columns[ROWS_METRICS] = {
	{"ct", 0},
	{"wt", 0},
	{"cpu", HP_METRIC_CPU},
	{"mu", HP_METRIC_MEMORY},
	{"pmu", HP_METRIC_PEAK},
	{"own_na", HP_METRIC_ALLOC},
	{"own_nf", HP_METRIC_ALLOC},
	{"own_ab", HP_METRIC_ALLOC},
	{"own_fb", HP_METRIC_ALLOC},
	{"own_lb", HP_METRIC_ALLOC},
};

/* Writes "f" or "f@2". Returns its end. */
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
	const zend_string *callee = profile->functions.rows[pair->callee].name;
	const zend_string *caller =
		pair->caller == HP_PROFILE_NONE ? NULL : profile->functions.rows[pair->caller].name;
	size_t room = ZSTR_LEN(callee) + (pair->callee_level > 0 ? ROWS_LEVEL_BYTES : 0);
	zend_string *key;
	char *end;

	if (caller != NULL) {
		room +=
			ZSTR_LEN(caller) + strlen(ROWS_ARROW) + (pair->caller_level > 0 ? ROWS_LEVEL_BYTES : 0);
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

/* Writes the values of a pair in the order of the columns. Returns their number. */
static uint32_t rows_values(const rows_table *table, uint32_t number, zend_long *values)
{
	const hp_profile *profile = table->profile;
	const hp_profile_pair *pair = &profile->pairs.rows[number];
	uint32_t count = 0;

	values[count++] = (zend_long) pair->count;
	values[count++] = table->wall_us[number];
	if (table->cpu_us != NULL) {
		values[count++] = table->cpu_us[number];
	}
	if (profile->metrics & HP_METRIC_MEMORY) {
		values[count++] = (zend_long) pair->sum.memory_bytes;
	}
	if (profile->metrics & HP_METRIC_PEAK) {
		values[count++] = (zend_long) pair->sum.peak_bytes;
	}
	if (profile->metrics & HP_METRIC_ALLOC) {
		const hp_alloc_counts *allocs = hp_profile_allocs(&profile->allocated.pairs, number);

		values[count++] = (zend_long) allocs->allocs;
		values[count++] = (zend_long) allocs->frees;
		values[count++] = (zend_long) allocs->alloc_bytes;
		values[count++] = (zend_long) allocs->freed_bytes;
		values[count++] = (zend_long) hp_allocs_live_bytes(allocs);
	}
	for (uint32_t i = 0; i < profile->counted.events.count; i++) {
		values[count++] = (zend_long) hp_profile_counts(&profile->counted.pairs, number)->of[i];
	}

	return count;
}

static void rows_fill(const rows_table *table, zval *row, const zend_long *values, uint32_t count)
{
	array_init_size(row, count);
	zend_hash_real_init_mixed(Z_ARRVAL_P(row));
	for (uint32_t i = 0; i < count; i++) {
		zval value;

		ZVAL_LONG(&value, values[i]);
		_zend_hash_append(Z_ARRVAL_P(row), table->keys[i], &value);
	}
}

/* Puts a row with these values: one that was made lately if there is one, else a new one. */
static void rows_put(const rows_table *table, zval *row, const zend_long *values, uint32_t count)
{
	rows_recent *recent;
	uint64_t hash = 0;

	for (uint32_t i = 0; i < count; i++) {
		hash = hp_table_mix(hash, (uint64_t) values[i]);
	}
	recent = &table->recent[hash & (table->recent_count - 1)];
	if (recent->row != NULL && memcmp(recent->values, values, count * sizeof(*values)) == 0) {
		GC_ADDREF(recent->row);
		ZVAL_ARR(row, recent->row);
		return;
	}
	rows_fill(table, row, values, count);
	recent->row = Z_ARR_P(row);
	memcpy(recent->values, values, count * sizeof(*values));
}

static void rows_sum(const rows_table *table, zval *row, const zend_long *values, uint32_t count)
{
	/* This row may be one of the recent ones, and is about to change. */
	memset(table->recent, 0, table->recent_count * sizeof(*table->recent));
	SEPARATE_ARRAY(row);
	for (uint32_t i = 0; i < count; i++) {
		Z_LVAL_P(zend_hash_find_known_hash(Z_ARRVAL_P(row), table->keys[i])) += values[i];
	}
}

/* Adds a row. Two names may be written alike, such as level 1 of "load::f" and a file that is
 * called "f@1": then their values are added up. */
static void rows_add(rows_table *table, uint32_t number)
{
	zend_string *key = rows_key(table->profile, &table->profile->pairs.rows[number]);
	zval *row = zend_hash_lookup(Z_ARRVAL_P(table->result), key);
	zend_long values[ROWS_COLUMNS];
	uint32_t count = rows_values(table, number, values);

	zend_string_release(key);
	if (Z_TYPE_P(row) == IS_ARRAY) {
		rows_sum(table, row, values, count);
	} else {
		rows_put(table, row, values, count);
	}
}

static void rows_make_keys(rows_table *table)
{
	const hp_profile_events *events = &table->profile->counted.events;
	uint32_t count = 0;

	for (size_t i = 0; i < ROWS_METRICS; i++) {
		uint32_t metric = rows_columns[i].metric;

		if ((table->profile->metrics & metric) == metric) {
			table->keys[count++] =
				zend_string_init(rows_columns[i].name, strlen(rows_columns[i].name), false);
			zend_string_hash_val(table->keys[count - 1]);
		}
	}
	for (uint32_t i = 0; i < events->count; i++) {
		table->keys[count++] =
			zend_string_init(ZSTR_VAL(events->names[i]), ZSTR_LEN(events->names[i]), false);
		zend_string_hash_val(table->keys[count - 1]);
	}
}

static void rows_make(void *context)
{
	rows_table *table = context;

	rows_make_keys(table);
	array_init_size(table->result, table->profile->pairs.count);
	zend_hash_real_init_mixed(Z_ARRVAL_P(table->result));
	for (uint32_t i = 0; i < table->profile->pairs.count; i++) {
		if (table->is_bounded && hp_bailout_is_due()) {
			break;
		}
		rows_add(table, i);
	}
	for (size_t i = 0; i < ROWS_COLUMNS && table->keys[i] != NULL; i++) {
		zend_string_release(table->keys[i]);
	}
}

static void rows_free(void *context)
{
	rows_table *table = context;

	pefree(table->recent, true);
	pefree(table->wall_us, true);
	hp_vector_release(table->cpu_us);
}

/* A number for each function at each level of recursion. */
typedef struct rows_numbers {
	/* number of a function's level 0; NULL: levels have gaps, as a loaded file's may */
	uint32_t *base;
	hp_profile_index index; /* used if base is NULL */
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

/* Returns the number of levels of each function, counted up to its greatest. The caller frees
 * them. */
static uint32_t *rows_levels(const hp_profile *profile)
{
	uint32_t *levels = pecalloc((size_t) profile->functions.count + 1, sizeof(*levels), true);

	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		const hp_profile_pair *pair = &profile->pairs.rows[i];

		if (pair->callee_level >= levels[pair->callee]) {
			levels[pair->callee] = pair->callee_level + 1;
		}
		if (pair->caller != HP_PROFILE_NONE && pair->caller_level >= levels[pair->caller]) {
			levels[pair->caller] = pair->caller_level + 1;
		}
	}

	return levels;
}

/* Numbers functions and levels. A recorded run has no gaps, as a call at level n is within one at
 * level n - 1. */
static rows_numbers rows_number_levels(const hp_profile *profile)
{
	rows_numbers numbers = {.base = rows_levels(profile)};
	uint64_t most = (uint64_t) 2 * profile->pairs.count + profile->functions.count, sum = 0;

	for (uint32_t i = 0; i < profile->functions.count; i++) {
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

/* Returns the rows for reconcile.h: numbers of caller and callee. The caller frees them. */
static hp_reconcile_row *rows_ways(const hp_profile *profile, uint32_t *nodes_count)
{
	rows_numbers numbers = rows_number_levels(profile);
	hp_reconcile_row *ways =
		safe_pemalloc((size_t) profile->pairs.count + 1, sizeof(*ways), 0, true);

	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		const hp_profile_pair *pair = &profile->pairs.rows[i];

		ways[i].caller = pair->caller == HP_PROFILE_NONE
			? HP_PROFILE_NONE
			: rows_number(&numbers, pair->caller, pair->caller_level);
		ways[i].callee = rows_number(&numbers, pair->callee, pair->callee_level);
	}
	*nodes_count = numbers.base != NULL ? numbers.count : numbers.index.used;
	hp_profile_index_free(&numbers.index);
	hp_vector_release(numbers.base);

	return ways;
}

static void rows_round(rows_table *table)
{
	const hp_profile *profile = table->profile;
	uint32_t nodes_count;
	hp_reconcile_row *ways = rows_ways(profile, &nodes_count);
	hp_reconcile reconcile;

	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		table->wall_us[i] = (zend_long) (profile->pairs.rows[i].sum.wall_ns / 1000);
	}
	hp_reconcile_init(&reconcile, ways, profile->pairs.count, nodes_count);
	hp_reconcile_conserve(&reconcile, table->wall_us);
	if (table->cpu_us != NULL) {
		for (uint32_t i = 0; i < profile->pairs.count; i++) {
			table->cpu_us[i] = (zend_long) (profile->pairs.rows[i].sum.cpu_ns / 1000);
		}
		hp_reconcile_conserve(&reconcile, table->cpu_us);
	}
	hp_reconcile_free(&reconcile);
	pefree(ways, true);
}

static uint32_t rows_recent_count(uint32_t rows)
{
	uint32_t count = 1;

	while (count < rows && count < ROWS_RECENT_MAX) {
		count *= 2;
	}

	return count;
}

void hp_profile_rows(const hp_profile *profile, zval *result, bool is_bounded)
{
	size_t room = (size_t) profile->pairs.count + 1;
	rows_table table = {.profile = profile, .result = result, .is_bounded = is_bounded};

	table.recent_count = rows_recent_count(profile->pairs.count);
	table.recent = pecalloc(table.recent_count, sizeof(*table.recent), true);
	table.wall_us = safe_pemalloc(room, sizeof(*table.wall_us), 0, true);
	if (profile->metrics & HP_METRIC_CPU) {
		table.cpu_us = safe_pemalloc(room, sizeof(*table.cpu_us), 0, true);
	}
	rows_round(&table);
	hp_bailout(rows_make, rows_free, &table);
}
