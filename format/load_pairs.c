#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "format/load_pairs.h"

#include "format/load.h"

#define PAIRS_ARROW "==>"
#define PAIRS_MAX_US (INT64_MAX / 1000) /* nanoseconds must fit, too */
#define PAIRS_MAX_US_TEXT "9223372036854775"

/* One row, and the first fault of it. */
typedef struct pairs_row {
	const zend_string *key;
	const HashTable *columns;
	hp_load_fault *fault;
	bool is_good;
} pairs_row;

static void pairs_refuse(pairs_row *row, const char *wanted, const char *column, const zval *value)
{
	if (row->is_good) {
		*row->fault = (hp_load_fault){wanted, column, row->key, value};
		row->is_good = false;
	}
}

/* The number of a name as it stands in a key, and its level: that of "f" and 2 for "f@2". */
static uint32_t pairs_name(hp_profile *profile, const char *name, size_t length, uint32_t *level)
{
	size_t digits = 0;
	zend_string *plain;
	uint32_t number;

	while (digits < length && digits < 9 && name[length - 1 - digits] >= '0' &&
		name[length - 1 - digits] <= '9') {
		digits++;
	}
	*level = 0;
	if (digits > 0 && digits + 1 < length && name[length - digits - 1] == '@' &&
		name[length - digits] != '0') {
		*level = (uint32_t) ZEND_STRTOUL(name + length - digits, NULL, 10);
		length -= digits + 1;
	}
	plain = zend_string_init(name, length, true);
	number = hp_profile_function_number(profile, plain, NULL, 0);
	zend_string_release(plain);

	return number;
}

static hp_profile_pair *pairs_pair(hp_profile *profile, const zend_string *key)
{
	const char *start = ZSTR_VAL(key), *end = start + ZSTR_LEN(key);
	const char *arrow = zend_memnstr(start, PAIRS_ARROW, strlen(PAIRS_ARROW), end);
	uint32_t caller = HP_PROFILE_NONE, caller_level = 0, callee, callee_level;

	if (arrow != NULL) {
		caller = pairs_name(profile, start, (size_t) (arrow - start), &caller_level);
		start = arrow + strlen(PAIRS_ARROW);
	}
	callee = pairs_name(profile, start, (size_t) (end - start), &callee_level);

	return hp_profile_pair_of(profile, caller, caller_level, callee, callee_level);
}

/* False: there is none, or none that is an int, which is a fault. */
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

/* CPU time and memory are there in a run that measured them. */
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
		*metrics |= HP_METRIC_MEMORY;
	}
	if (row->is_good) {
		values.wall_ns = 1000 * wall_us;
		values.cpu_ns = 1000 * cpu_us;
	}

	return values;
}

static void pairs_load_row(hp_profile *profile, pairs_row *row)
{
	int64_t calls = pairs_natural(row, "ct", INT64_MAX, "a number from 0 on as");
	hp_values sum = pairs_values(row, &profile->metrics);
	hp_profile_pair *pair;

	if (zend_memnstr(ZSTR_VAL(row->key), PAIRS_ARROW, strlen(PAIRS_ARROW),
			ZSTR_VAL(row->key) + ZSTR_LEN(row->key)) == NULL &&
		!zend_string_equals_literal(row->key, "main()")) {
		pairs_refuse(row, "a caller", NULL, NULL);
	}
	if (row->is_good) {
		pair = pairs_pair(profile, row->key);
		pair->count += (uint64_t) calls;
		hp_values_add(&pair->sum, &sum);
	}
}

static bool pairs_load_rows(hp_profile *profile, HashTable *pairs, hp_load_fault *fault)
{
	const zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(pairs, key, value) {
		pairs_row row = {.key = key, .fault = fault, .is_good = true};

		ZVAL_DEREF(value);
		if (key == NULL) {
			pairs_refuse(&row, "names as keys", NULL, NULL);
		} else if (Z_TYPE_P(value) != IS_ARRAY) {
			pairs_refuse(&row, "an array", NULL, value);
		} else {
			row.columns = Z_ARRVAL_P(value);
			pairs_load_row(profile, &row);
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
	hp_profile *profile;

	if (!zend_hash_str_exists(pairs, ZEND_STRL("main()"))) {
		*fault = (hp_load_fault){.wanted = "a row \"main()\""};
		return NULL;
	}
	profile = hp_profile_new(0, 0);
	if (pairs_load_rows(profile, pairs, fault)) {
		hp_profile_finish(profile);
		if (hp_load_is_countable(profile)) {
			return profile;
		}
		*fault = (hp_load_fault){.wanted = "numbers whose sum is below 2**62"};
	}
	hp_profile_free(profile);

	return NULL;
}
