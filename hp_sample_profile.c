#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_sample_profile.h"

static int64_t sample_number(const zval *row, const char *key)
{
	return Z_LVAL_P(zend_hash_str_find(Z_ARRVAL_P(row), key, strlen(key)));
}

/* Levels of recursion follow from the path: "f@1" is f. */
static zend_string *sample_name(zend_string *name)
{
	size_t length = ZSTR_LEN(name);

	while (length > 0 && ZSTR_VAL(name)[length - 1] >= '0' && ZSTR_VAL(name)[length - 1] <= '9') {
		length--;
	}
	if (length > 1 && length < ZSTR_LEN(name) && ZSTR_VAL(name)[length - 1] == '@') {
		return zend_string_init(ZSTR_VAL(name), length - 1, false);
	}

	return zend_string_copy(name);
}

static uint32_t sample_function(hp_profile *profile, const zval *frame)
{
	zval *name = zend_hash_str_find(Z_ARRVAL_P(frame), ZEND_STRL("function"));
	zval *file = zend_hash_str_find(Z_ARRVAL_P(frame), ZEND_STRL("file"));
	zend_string *plain = sample_name(Z_STR_P(name));
	uint32_t number =
		hp_profile_function_number(profile, plain, file == NULL ? NULL : Z_STR_P(file), 0);

	zend_string_release(plain);

	return number;
}

static void sample_add(hp_profile *profile, uint32_t node, const zval *row, int64_t interval_ns)
{
	int64_t weight = sample_number(row, "weight");

	profile->nodes[node].calls += (uint64_t) weight;
	profile->nodes[node].sum.wall_ns += weight * interval_ns;
	profile->nodes[node].sum.cpu_ns += (weight - sample_number(row, "off_cpu")) * interval_ns;
}

static uint32_t sample_root(hp_profile *profile)
{
	zend_string *name = zend_string_init(ZEND_STRL("main()"), false);
	uint32_t function = hp_profile_function_number(profile, name, NULL, 0);

	zend_string_release(name);

	return hp_profile_node_number(profile, HP_PROFILE_NONE, function);
}

/* main() is the first frame, but where the depth has cut it off. */
static void sample_add_path(
	hp_profile *profile, uint32_t root, const zval *row, int64_t interval_ns)
{
	const zval *frames = zend_hash_str_find(Z_ARRVAL_P(row), ZEND_STRL("frames"));
	uint32_t node = root, line = 0;
	zval *frame;

	sample_add(profile, root, row, interval_ns);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(frames), frame) {
		uint32_t function = sample_function(profile, frame);
		const zval *place = zend_hash_str_find(Z_ARRVAL_P(frame), ZEND_STRL("line"));

		if (node != root || function != profile->nodes[root].function) {
			node = hp_profile_node_number(profile, node, function);
			sample_add(profile, node, row, interval_ns);
			if (profile->nodes[node].line == 0) {
				profile->nodes[node].line = line;
			}
		}
		line = place == NULL ? 0 : (uint32_t) Z_LVAL_P(place);
	}
	ZEND_HASH_FOREACH_END();
}

hp_profile *hp_sample_profile(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary)
{
	hp_profile *profile = hp_profile_new(HP_RUN_TREE | HP_METRIC_CPU);
	int64_t interval_ns = (int64_t) summary->interval_us * 1000;
	uint32_t root = sample_root(profile);
	zval result, *row;

	hp_sample_result_paths(store, options, summary, &result);
	ZEND_HASH_FOREACH_VAL(
		Z_ARRVAL_P(zend_hash_str_find(Z_ARRVAL(result), ZEND_STRL("paths"))), row) {
		sample_add_path(profile, root, row, interval_ns);
	}
	ZEND_HASH_FOREACH_END();
	profile->nodes[root].calls = 1;
	profile->started_ns = summary->started_us * 1000;
	for (uint32_t node = profile->nodes_count; node-- > 0;) {
		hp_profile_append_order(profile, node);
	}
	hp_profile_finish(profile);
	zval_ptr_dtor(&result);

	return profile;
}
