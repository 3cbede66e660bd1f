#include "format/load.h"

#include "format/columns.h"

#include <math.h>

/* So that the difference of two runs is an int, too. */
#define LOAD_MAX_SUM ((double) (INT64_MAX / 2))

#define LOAD_XHGUI "{\"profile\":"

static bool load_begins_with(const zend_string *bytes, const char *start)
{
	return ZSTR_LEN(bytes) >= strlen(start) && memcmp(ZSTR_VAL(bytes), start, strlen(start)) == 0;
}

static hp_profile *load_any(const zend_string *bytes, size_t max_bytes, const char **error)
{
	if (ZSTR_LEN(bytes) > max_bytes) {
		*error = HP_LOAD_TOO_MUCH;
	} else if (load_begins_with(bytes, "\x1f\x8b")) {
		return hp_load_pprof(bytes, max_bytes, error);
	} else if (load_begins_with(bytes, "a:")) {
		*error = "it is a serialized array; give what unserialize() makes of it to "
				 "XHProf\\Profile::fromPairs()";
	} else if (load_begins_with(bytes, LOAD_XHGUI)) {
		*error = "it is a line for XHGui; give what json_decode() makes of it, \"profile\" and "
				 "\"meta\", to XHProf\\Profile::fromPairs()";
	} else if (load_begins_with(bytes, "{")) {
		return hp_load_json(bytes, max_bytes - ZSTR_LEN(bytes), error);
	} else {
		*error = "it is neither pprof nor json of xhprof";
	}

	return NULL;
}

/* Any recorded run ends in one main(); merging runs and searching for main() rely on it. */
static bool load_has_main(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);

	for (uint32_t i = 0; i + 1 < profile->pairs.count; i++) {
		if (profile->pairs.rows[i].caller == HP_PROFILE_NONE) {
			return false;
		}
	}

	return root != NULL && root->callee_level == 0 &&
		zend_string_equals_literal(profile->functions.rows[root->callee].name, "main()");
}

bool hp_load_is_countable(const hp_profile *profile)
{
	double calls = 0, sums[HP_COLUMNS_VALUES] = {0};
	bool is_countable;

	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		calls += (double) profile->pairs.rows[i].count;
		for (size_t j = 0; j < HP_COLUMNS_VALUES; j++) {
			sums[j] += fabs((double) ((const int64_t *) &profile->pairs.rows[i].sum)[j]);
		}
	}
	is_countable = calls < LOAD_MAX_SUM;
	for (size_t j = 0; j < HP_COLUMNS_VALUES; j++) {
		is_countable &= sums[j] < LOAD_MAX_SUM;
	}

	return is_countable;
}

hp_profile *hp_load(const zend_string *bytes, size_t max_bytes, const char **error)
{
	hp_profile *profile = load_any(bytes, max_bytes, error);

	if (profile == NULL) {
		return NULL;
	}
	if (!load_has_main(profile)) {
		*error = "its calls are not all below one main()";
	} else if (!hp_load_is_countable(profile)) {
		*error = "its numbers are too large";
	} else {
		return profile;
	}
	hp_profile_free(profile);

	return NULL;
}
