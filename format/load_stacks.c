#include "format/load_stacks.h"

#include "profile/paths.h"

/* The limit of each sum over all stacks. */
#define STACKS_MAX_SUM (INT64_MAX >> 1)

typedef struct stacks_row {
	HashTable *frames;
	int64_t samples;
	hp_values times;
} stacks_row;

/* The frame of the row before at the same depth: mostly the next row begins as it does. */
typedef struct stacks_frame {
	zend_string *name; /* the array's */
	uint32_t node;
} stacks_frame;

typedef struct stacks_load {
	hp_profile *profile;
	hp_load_fault *fault;
	int64_t samples; /* so far, in all */
	hp_values times;
	HP_VECTOR(stacks_frame) frames;
} stacks_load;

static bool stacks_refuse(
	const stacks_load *load, const char *wanted, const char *column, const zval *value)
{
	load->fault->wanted = wanted;
	load->fault->column = column;
	load->fault->value = value;

	return false;
}

static bool stacks_int(
	const stacks_load *load, const HashTable *row, const char *column, int64_t *number)
{
	const zval *value = zend_hash_str_find(row, column, strlen(column));

	if (value != NULL) {
		ZVAL_DEREF(value);
	}
	if (value == NULL || Z_TYPE_P(value) != IS_LONG) {
		return stacks_refuse(load, "an int as", column, value);
	}
	*number = Z_LVAL_P(value);

	return *number >= 0 || stacks_refuse(load, "a number of 0 or more as", column, NULL);
}

static bool stacks_read_row(const stacks_load *load, const HashTable *columns, stacks_row *row)
{
	const zval *frames = zend_hash_str_find(columns, ZEND_STRL("frames"));

	if (frames != NULL) {
		ZVAL_DEREF(frames);
	}
	if (frames == NULL || Z_TYPE_P(frames) != IS_ARRAY) {
		return stacks_refuse(load, "an array as", "frames", frames);
	}
	row->frames = Z_ARRVAL_P(frames);
	if (zend_hash_num_elements(row->frames) == 0) {
		return stacks_refuse(load, "a name or more in", "frames", NULL);
	}

	return stacks_int(load, columns, "samples", &row->samples) &&
		stacks_int(load, columns, "wall_ns", &row->times.wall_ns) &&
		stacks_int(load, columns, "cpu_ns", &row->times.cpu_ns);
}

/* A row without "main()" in front begins below it. */
static uint32_t stacks_node(stacks_load *load, uint32_t caller, zend_string *name, bool is_first)
{
	uint32_t function;

	if (is_first && zend_string_equals_literal(name, "main()")) {
		return 0;
	}
	function = hp_profile_function_number(load->profile, name, NULL, 0);

	return hp_profile_node_number(load->profile, caller, function, 0);
}

/* The innermost node of a row; HP_PROFILE_NONE: it is refused. */
static uint32_t stacks_path(stacks_load *load, HashTable *frames)
{
	uint32_t depth = 0, node = 0, shared = load->frames.count;
	zval *value;

	hp_vector_reserve(&load->frames, zend_hash_num_elements(frames));
	ZEND_HASH_FOREACH_VAL(frames, value) {
		stacks_frame *frame = &load->frames.rows[depth];

		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) != IS_STRING || Z_STRLEN_P(value) == 0) {
			stacks_refuse(load, "strings, none of them empty, in", "frames",
				Z_TYPE_P(value) == IS_STRING ? NULL : value);
			return HP_PROFILE_NONE;
		}
		if (depth >= shared || !zend_string_equals(frame->name, Z_STR_P(value))) {
			shared = 0;
			frame->node = stacks_node(load, node, Z_STR_P(value), depth == 0);
		}
		frame->name = Z_STR_P(value);
		node = frame->node;
		depth++;
	}
	ZEND_HASH_FOREACH_END();
	load->frames.count = depth;

	return node;
}

static bool stacks_fits(int64_t *sum, int64_t more)
{
	if (more > STACKS_MAX_SUM - *sum) {
		return false;
	}
	*sum += more;

	return true;
}

static bool stacks_load_row(stacks_load *load, const HashTable *columns)
{
	stacks_row row = {.frames = NULL};
	hp_profile_node *node;
	uint32_t number;

	if (!stacks_read_row(load, columns, &row)) {
		return false;
	}
	if (!stacks_fits(&load->samples, row.samples) ||
		!stacks_fits(&load->times.wall_ns, row.times.wall_ns) ||
		!stacks_fits(&load->times.cpu_ns, row.times.cpu_ns)) {
		load->fault->code = HP_LOAD_OUT_OF_RANGE;
		return stacks_refuse(
			load, "numbers that add up to less than 2**62; they exceed it", NULL, NULL);
	}
	number = stacks_path(load, row.frames);
	if (number == HP_PROFILE_NONE) {
		return false;
	}
	node = &load->profile->nodes.rows[number];
	if (node->count == 0 && row.samples > 0) {
		*hp_vector_add(&load->profile->samples.order) = number;
	}
	node->count += (uint64_t) row.samples;
	hp_values_add(&node->sum, &row.times);

	return true;
}

static bool stacks_load_rows(stacks_load *load, HashTable *stacks)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(stacks, value) {
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) != IS_ARRAY) {
			return stacks_refuse(load, "an array", NULL, value);
		}
		if (!stacks_load_row(load, Z_ARRVAL_P(value))) {
			return false;
		}
		load->fault->number++;
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

/* main() is the first function and node, even without stacks. */
static hp_profile *stacks_profile(void)
{
	zend_string *name = zend_string_init(ZEND_STRL("main()"), true);
	hp_profile *profile = hp_profile_new(HP_METRIC_CPU, HP_PROFILE_TREE | HP_PROFILE_SAMPLED);

	hp_profile_node_number(
		profile, HP_PROFILE_NONE, hp_profile_function_number(profile, name, NULL, 0), 0);
	zend_string_release(name);

	return profile;
}

hp_profile *hp_load_stacks(HashTable *stacks, hp_load_fault *fault)
{
	stacks_load load = {.profile = stacks_profile(), .fault = fault};
	bool is_good;

	*fault = (hp_load_fault){.is_numbered = true};
	is_good = stacks_load_rows(&load, stacks);
	hp_vector_free(&load.frames);
	if (!is_good) {
		hp_profile_free(load.profile);
		return NULL;
	}
	load.profile->samples.count = (uint64_t) load.samples;
	hp_paths_add_up(load.profile);

	return load.profile;
}
