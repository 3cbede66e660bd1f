#include "format/load_pairs.h"

#include "event/registry.h"
#include "format/load.h"
#include "format/load_limits.h"

#define PAIRS_ARROW "==>"
#define PAIRS_MAX_US (INT64_MAX / 1000) /* nanoseconds must fit, too */
#define PAIRS_MAX_US_TEXT "9223372036854775"

typedef struct pairs_load {
	hp_profile *profile;
	HashTable *pairs;
	HashTable names; /* of callers and callees; persistent */
	bool has_names;
} pairs_load;

/* A row and its first fault. */
typedef struct pairs_row {
	const zend_string *key;
	const HashTable *columns;
	hp_load_fault *fault;
	bool is_good;
} pairs_row;

static void pairs_refuse(pairs_row *row, const char *wanted, const char *column, const zval *value)
{
	if (row->is_good) {
		*row->fault =
			(hp_load_fault){.wanted = wanted, .column = column, .row = row->key, .value = value};
		row->is_good = false;
	}
}

static const char *pairs_arrow(const zend_string *key)
{
	return zend_memnstr(
		ZSTR_VAL(key), PAIRS_ARROW, strlen(PAIRS_ARROW), ZSTR_VAL(key) + ZSTR_LEN(key));
}

/* All callers and callees; built on first use. */
static const HashTable *pairs_names(pairs_load *load)
{
	const zend_string *key;

	if (load->has_names) {
		return &load->names;
	}
	load->has_names = true;
	zend_hash_init(&load->names, 0, NULL, NULL, true);
	ZEND_HASH_FOREACH_STR_KEY(load->pairs, key) {
		const char *arrow = key == NULL ? NULL : pairs_arrow(key);

		if (arrow != NULL) {
			const char *callee = arrow + strlen(PAIRS_ARROW);

			zend_hash_str_add_empty_element(
				&load->names, ZSTR_VAL(key), (size_t) (arrow - ZSTR_VAL(key)));
			zend_hash_str_add_empty_element(
				&load->names, callee, (size_t) (ZSTR_VAL(key) + ZSTR_LEN(key) - callee));
		}
	}
	ZEND_HASH_FOREACH_END();

	return &load->names;
}

/* True if the name occurs at that level of recursion: "f@2", or "f" for level 0. */
static bool pairs_has_level(pairs_load *load, const char *name, size_t length, uint32_t level)
{
	zend_string *text = zend_string_alloc(length + 16, true);
	bool is_there;

	memcpy(ZSTR_VAL(text), name, length);
	if (level > 0) {
		length += (size_t) snprintf(ZSTR_VAL(text) + length, 16, "@%u", level);
	}
	is_there = zend_hash_str_exists(pairs_names(load), ZSTR_VAL(text), length);
	zend_string_release(text);

	return is_there;
}

/* The level of "f@2" is 2 only if "f@1" occurs, too: a name may end in "@2", as SQL may. */
static uint32_t pairs_level(pairs_load *load, const char *name, size_t *length)
{
	size_t digits = 0, end = *length;
	uint32_t level;

	while (digits < end && digits < 9 && name[end - 1 - digits] >= '0' &&
		name[end - 1 - digits] <= '9') {
		digits++;
	}
	if (digits == 0 || digits + 1 >= end || name[end - digits - 1] != '@' ||
		name[end - digits] == '0') {
		return 0;
	}
	level = (uint32_t) ZEND_STRTOUL(name + end - digits, NULL, 10);
	if (!pairs_has_level(load, name, end - digits - 1, level - 1)) {
		return 0;
	}
	*length = end - digits - 1;

	return level;
}

/* The number of a function, named as in a key, and its level of recursion. */
static uint32_t pairs_function(pairs_load *load, const char *name, size_t length, uint32_t *level)
{
	zend_string *plain;
	uint32_t number;

	*level = pairs_level(load, name, &length);
	plain = zend_string_init(name, length, true);
	number = hp_profile_function_number(load->profile, plain, NULL, 0);
	zend_string_release(plain);

	return number;
}

static hp_profile_pair *pairs_pair(pairs_load *load, const zend_string *key)
{
	const char *start = ZSTR_VAL(key), *end = start + ZSTR_LEN(key), *arrow = pairs_arrow(key);
	uint32_t caller = HP_PROFILE_NONE, caller_level = 0, callee, callee_level;

	if (arrow != NULL) {
		caller = pairs_function(load, start, (size_t) (arrow - start), &caller_level);
		start = arrow + strlen(PAIRS_ARROW);
	}
	callee = pairs_function(load, start, (size_t) (end - start), &callee_level);

	return hp_profile_pair_of(load->profile, caller, caller_level, callee, callee_level);
}

/* Reads a column. Returns false if it is missing, or if it is no int, which makes the array
 * invalid. */
static bool pairs_find(pairs_row *row, const char *column, int64_t *number)
{
	const zval *value = zend_hash_str_find(row->columns, column, strlen(column));

	if (value == NULL) {
		return false;
	}
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_LONG) {
		pairs_refuse(row, "an int as", column, value);
		return false;
	}
	*number = Z_LVAL_P(value);

	return true;
}

static int64_t pairs_natural(pairs_row *row, const char *column, int64_t most, const char *wanted)
{
	int64_t number = 0;

	if (!pairs_find(row, column, &number)) {
		pairs_refuse(row, "an int as", column, NULL);
	} else if (number < 0 || number > most) {
		pairs_refuse(row, wanted, column, NULL);
	}

	return number;
}

static hp_values pairs_values(pairs_row *row, uint32_t *metrics)
{
	int64_t wall_us =
		pairs_natural(row, "wt", PAIRS_MAX_US, "a number from 0 to " PAIRS_MAX_US_TEXT " as");
	int64_t cpu_us = 0;
	hp_values values = {0, 0, 0, 0};
	bool has_memory;

	if (pairs_find(row, "cpu", &cpu_us)) {
		*metrics |= HP_METRIC_CPU;
	}
	if (cpu_us > PAIRS_MAX_US || cpu_us < -PAIRS_MAX_US) {
		pairs_refuse(
			row, "a number from -" PAIRS_MAX_US_TEXT " to " PAIRS_MAX_US_TEXT " as", "cpu", NULL);
	}
	has_memory = pairs_find(row, "mu", &values.memory_bytes);
	if (pairs_find(row, "pmu", &values.peak_bytes) && has_memory) {
		*metrics |= HP_METRIC_MEMORY | HP_METRIC_PEAK;
	}
	if (row->is_good) {
		values.wall_ns = 1000 * wall_us;
		values.cpu_ns = 1000 * cpu_us;
	}

	return values;
}

/* The events that main() has, of those that this version knows. */
static void pairs_find_events(hp_profile_counted *counted, const zval *root)
{
	const hp_event *event;

	for (uint32_t i = 0; Z_TYPE_P(root) == IS_ARRAY && (event = hp_event_at(i)) != NULL; i++) {
		size_t length = strlen(event->name);

		if (zend_hash_str_exists(Z_ARRVAL_P(root), event->name, length)) {
			hp_profile_events_add(&counted->events, event->name, length, event->unit);
		}
	}
}

static void pairs_load_counts(hp_profile *profile, pairs_row *row, const hp_profile_pair *pair)
{
	uint32_t number = (uint32_t) (pair - profile->pairs.rows);
	hp_counts counts = {{0}};

	for (uint32_t i = 0; i < profile->counted.events.count; i++) {
		const zend_string *name = profile->counted.events.names[i];

		/* The event's own name outlives the profile, which a fault ends. */
		counts.of[i] = pairs_natural(row, hp_event_find(ZSTR_VAL(name), ZSTR_LEN(name))->name,
			HP_LOAD_MAX_COUNT, "a number of 0 or more as");
	}
	hp_counts_add(hp_profile_counts_of(&profile->counted.pairs, number), &counts);
}

static void pairs_load_row(pairs_load *load, pairs_row *row)
{
	int64_t calls = pairs_natural(row, "ct", INT64_MAX, "a number of 0 or more as");
	hp_values sum = pairs_values(row, &load->profile->metrics);
	hp_profile_pair *pair;

	if (pairs_arrow(row->key) == NULL && !zend_string_equals_literal(row->key, "main()")) {
		pairs_refuse(row, "a caller", NULL, NULL);
	}
	if (row->is_good) {
		pair = pairs_pair(load, row->key);
		pair->count += (uint64_t) calls;
		hp_values_add(&pair->sum, &sum);
		if (load->profile->counted.events.count > 0) {
			pairs_load_counts(load->profile, row, pair);
		}
	}
}

static bool pairs_load_rows(pairs_load *load, hp_load_fault *fault)
{
	const zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(load->pairs, key, value) {
		pairs_row row = {.key = key, .fault = fault, .is_good = true};

		ZVAL_DEREF(value);
		if (key == NULL) {
			pairs_refuse(&row, "names as keys", NULL, NULL);
		} else if (Z_TYPE_P(value) != IS_ARRAY) {
			pairs_refuse(&row, "an array", NULL, value);
		} else {
			row.columns = Z_ARRVAL_P(value);
			pairs_load_row(load, &row);
		}
		if (!row.is_good) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

hp_profile *hp_load_pairs(HashTable *pairs, hp_load_fault *fault)
{
	pairs_load load = {.pairs = pairs, .has_names = false};
	zval *root;
	bool is_good;

	root = zend_hash_str_find(pairs, ZEND_STRL("main()"));
	if (root == NULL) {
		*fault = (hp_load_fault){.wanted = "a row \"main()\""};
		return NULL;
	}
	load.profile = hp_profile_new(0, 0);
	ZVAL_DEREF(root);
	pairs_find_events(&load.profile->counted, root);
	is_good = pairs_load_rows(&load, fault);
	if (load.has_names) {
		zend_hash_destroy(&load.names);
	}
	hp_profile_finish(load.profile);
	if (is_good && !hp_load_is_countable(load.profile)) {
		*fault = (hp_load_fault){
			.wanted = "numbers whose sum is below 2**62", .code = HP_LOAD_OUT_OF_RANGE};
		is_good = false;
	}
	if (!is_good) {
		hp_profile_free(load.profile);
		return NULL;
	}

	return load.profile;
}
