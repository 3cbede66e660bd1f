#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "format/load.h"

#include <math.h>

/* So that the difference of two runs is an int as well. */
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
		return hp_load_json(bytes, error);
	} else {
		*error = "it is neither pprof nor json of xhprof";
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

bool hp_load_is_countable(const hp_profile *profile)
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
	} else if (!hp_load_is_countable(profile)) {
		*error = "its numbers are too large";
	} else {
		return profile;
	}
	hp_profile_free(profile);

	return NULL;
}
