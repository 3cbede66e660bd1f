#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "format/load.h"

#include <math.h>

/* So that the difference of two runs is an int as well. */
#define LOAD_MAX_SUM ((double) (INT64_MAX / 2))

#define LOAD_ARROW "==>"
#define LOAD_XHGUI "{\"profile\":"

/* The number of a name as it stands in a key, and its level: that of "f" and 2 for "f@2". */
static uint32_t load_name(hp_profile *profile, const char *name, size_t length, uint32_t *level)
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

static hp_profile_pair *load_pair(hp_profile *profile, const zend_string *key)
{
	const char *start = ZSTR_VAL(key), *end = start + ZSTR_LEN(key);
	const char *arrow = zend_memnstr(start, LOAD_ARROW, strlen(LOAD_ARROW), end);
	uint32_t caller = HP_PROFILE_NONE, caller_level = 0, callee, callee_level;

	if (arrow != NULL) {
		caller = load_name(profile, start, (size_t) (arrow - start), &caller_level);
		start = arrow + strlen(LOAD_ARROW);
	}
	callee = load_name(profile, start, (size_t) (end - start), &callee_level);

	return hp_profile_pair_of(profile, caller, caller_level, callee, callee_level);
}

static bool load_value(const HashTable *row, const char *key, int64_t *value)
{
	const zval *number = zend_hash_str_find(row, key, strlen(key));

	if (number == NULL || Z_TYPE_P(number) != IS_LONG) {
		return false;
	}
	*value = Z_LVAL_P(number);

	return true;
}

static bool load_row(hp_profile *profile, const zend_string *key, const HashTable *row)
{
	hp_profile_pair *pair;
	hp_values sum = {0, 0, 0, 0};
	int64_t calls, wall_us, cpu_us = 0;

	if (!load_value(row, "ct", &calls) || !load_value(row, "wt", &wall_us) || calls < 0 ||
		wall_us < 0 || wall_us > INT64_MAX / 1000) {
		return false;
	}
	if (load_value(row, "cpu", &cpu_us)) {
		profile->metrics |= HP_METRIC_CPU;
	}
	if (load_value(row, "mu", &sum.memory_bytes) && load_value(row, "pmu", &sum.peak_bytes)) {
		profile->metrics |= HP_METRIC_MEMORY;
	}
	if (cpu_us > INT64_MAX / 1000 || cpu_us < INT64_MIN / 1000) {
		return false;
	}
	sum.wall_ns = 1000 * wall_us;
	sum.cpu_ns = 1000 * cpu_us;
	pair = load_pair(profile, key);
	pair->count += (uint64_t) calls;
	hp_values_add(&pair->sum, &sum);

	return true;
}

hp_profile *hp_load_pairs(const zval *array, const char **error)
{
	hp_profile *profile;
	zend_string *key;
	zval *row;

	if (Z_TYPE_P(array) != IS_ARRAY ||
		!zend_hash_str_exists(Z_ARRVAL_P(array), ZEND_STRL("main()"))) {
		*error = "it has no \"main()\"";
		return NULL;
	}
	profile = hp_profile_new(0, 0);
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(array), key, row) {
		if (key == NULL || Z_TYPE_P(row) != IS_ARRAY || !load_row(profile, key, Z_ARRVAL_P(row))) {
			*error = "it has rows that are not xhprof's";
			hp_profile_free(profile);
			return NULL;
		}
	}
	ZEND_HASH_FOREACH_END();
	hp_profile_finish(profile);

	return profile;
}

static hp_profile *load_any(const zend_string *bytes, size_t max_bytes, const char **error)
{
	*error = "it is neither pprof nor json of xhprof, nor of XHGui, nor a serialized array";
	if (ZSTR_LEN(bytes) > max_bytes) {
		*error = HP_LOAD_TOO_MUCH;
		return NULL;
	}
	if (ZSTR_LEN(bytes) >= 2 && memcmp(ZSTR_VAL(bytes), "\x1f\x8b", 2) == 0) {
		return hp_load_pprof(bytes, max_bytes, error);
	}
	if (ZSTR_LEN(bytes) >= 2 && memcmp(ZSTR_VAL(bytes), "a:", 2) == 0) {
		return hp_load_serialized(bytes, error);
	}
	if (ZSTR_LEN(bytes) >= strlen(LOAD_XHGUI) &&
		memcmp(ZSTR_VAL(bytes), LOAD_XHGUI, strlen(LOAD_XHGUI)) == 0) {
		return hp_load_xhgui(bytes, error);
	}
	if (ZSTR_LEN(bytes) >= 1 && ZSTR_VAL(bytes)[0] == '{') {
		return hp_load_json(bytes, error);
	}

	return NULL;
}

/* As in any run that was measured: sums of runs, and whoever looks for main(), rely on it. */
static bool load_has_main(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);

	for (uint32_t i = 0; i + 1 < profile->pairs_count; i++) {
		if (profile->pairs[i].caller == HP_PROFILE_NONE) {
			return false;
		}
	}

	return root != NULL && root->callee_level == 0 &&
		zend_string_equals_literal(profile->functions[root->callee].name, "main()");
}

/* Whatever adds up rows, in PHP too, may rely on its sums being ints. */
static bool load_is_countable(const hp_profile *profile)
{
	double calls = 0, wall_ns = 0, cpu_ns = 0, memory_bytes = 0, peak_bytes = 0;

	for (uint32_t i = 0; i < profile->pairs_count; i++) {
		const hp_profile_pair *pair = &profile->pairs[i];

		calls += (double) pair->count;
		wall_ns += fabs((double) pair->sum.wall_ns);
		cpu_ns += fabs((double) pair->sum.cpu_ns);
		memory_bytes += fabs((double) pair->sum.memory_bytes);
		peak_bytes += fabs((double) pair->sum.peak_bytes);
	}

	return calls < LOAD_MAX_SUM && wall_ns < LOAD_MAX_SUM && cpu_ns < LOAD_MAX_SUM &&
		memory_bytes < LOAD_MAX_SUM && peak_bytes < LOAD_MAX_SUM;
}

hp_profile *hp_load(const zend_string *bytes, size_t max_bytes, const char **error)
{
	hp_profile *profile = load_any(bytes, max_bytes, error);

	if (profile == NULL) {
		return NULL;
	}
	if (!load_has_main(profile)) {
		*error = "its calls are not all below one main()";
	} else if (!load_is_countable(profile)) {
		*error = "its numbers are too large";
	} else {
		return profile;
	}
	hp_profile_free(profile);

	return NULL;
}
