/* profile_stacks.c: stacks() of XHProf\Profile. */
#include "class/profile.h"

#include "base/bailout.h"
#include "profile/stacks.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

typedef enum profile_stack_key {
	PROFILE_STACK_FRAMES,
	PROFILE_STACK_SAMPLES,
	PROFILE_STACK_WALL,
	PROFILE_STACK_CPU,
	PROFILE_STACK_KEYS
} profile_stack_key;

typedef struct profile_stacks {
	zval *result;
	const hp_profile *run;
	hp_stacks stacks;
	zend_string *keys[PROFILE_STACK_KEYS];
	zend_string **names; /* by function: all stacks share them; NULL: not made yet */
	HP_VECTOR(uint32_t) path; /* functions, innermost first */
} profile_stacks;

static zend_string *profile_stack_name(profile_stacks *stacks, uint32_t function)
{
	if (stacks->names[function] == NULL) {
		const zend_string *name = stacks->run->functions.rows[function].name;

		stacks->names[function] = zend_string_init(ZSTR_VAL(name), ZSTR_LEN(name), false);
	}

	return zend_string_copy(stacks->names[function]);
}

static void profile_stack_frames(profile_stacks *stacks, const hp_stack *stack, zval *frames)
{
	const hp_stack *rows = stacks->stacks.rows.rows;

	stacks->path.count = 0;
	hp_vector_reserve(&stacks->path, stack->depth);
	*hp_vector_add(&stacks->path) = stack->function;
	for (uint32_t at = stack->parent; at != HP_PROFILE_NONE; at = rows[at].parent) {
		*hp_vector_add(&stacks->path) = rows[at].function;
	}
	array_init_size(frames, stack->depth);
	zend_hash_real_init_packed(Z_ARRVAL_P(frames));
	ZEND_HASH_FILL_PACKED(Z_ARRVAL_P(frames))
	{
		for (uint32_t i = stacks->path.count; i-- > 0;) {
			zval name;

			ZVAL_STR(&name, profile_stack_name(stacks, stacks->path.rows[i]));
			ZEND_HASH_FILL_ADD(&name);
		}
	}
	ZEND_HASH_FILL_END();
}

static void profile_add_stack(profile_stacks *stacks, const hp_stack *stack)
{
	zval row, values[PROFILE_STACK_KEYS];

	profile_stack_frames(stacks, stack, &values[PROFILE_STACK_FRAMES]);
	ZVAL_LONG(&values[PROFILE_STACK_SAMPLES], (zend_long) stack->samples);
	ZVAL_LONG(&values[PROFILE_STACK_WALL], (zend_long) stack->wall_ns);
	ZVAL_LONG(&values[PROFILE_STACK_CPU], (zend_long) stack->cpu_ns);
	array_init_size(&row, PROFILE_STACK_KEYS);
	for (size_t i = 0; i < PROFILE_STACK_KEYS; i++) {
		zend_hash_add_new(Z_ARRVAL(row), stacks->keys[i], &values[i]);
	}
	add_next_index_zval(stacks->result, &row);
}

static void profile_make_stacks(void *context)
{
	static const char *const keys[] = {"frames", "samples", "wall_ns", "cpu_ns"};
	profile_stacks *stacks = context;

	for (size_t i = 0; i < PROFILE_STACK_KEYS; i++) {
		stacks->keys[i] = zend_string_init(keys[i], strlen(keys[i]), false);
	}
	array_init(stacks->result);
	for (uint32_t i = 0; i < stacks->stacks.rows.count && !hp_bailout_is_due(); i++) {
		const hp_stack *stack = &stacks->stacks.rows.rows[i];

		if (stack->samples != 0 || stack->wall_ns != 0 || stack->cpu_ns != 0) {
			profile_add_stack(stacks, stack);
		}
	}
}

static void profile_free_stacks(void *context)
{
	profile_stacks *stacks = context;

	for (size_t i = 0; i < PROFILE_STACK_KEYS && stacks->keys[i] != NULL; i++) {
		zend_string_release(stacks->keys[i]);
	}
	for (uint32_t i = 0; i < stacks->run->functions.count; i++) {
		if (stacks->names[i] != NULL) {
			zend_string_release(stacks->names[i]);
		}
	}
	pefree(stacks->names, true);
	hp_vector_free(&stacks->path);
	hp_stacks_free(&stacks->stacks);
}

ZEND_METHOD(XHProf_Profile, stacks)
{
	profile_stacks stacks = {.result = return_value, .run = hp_class_profile_of(ZEND_THIS)};

	ZEND_PARSE_PARAMETERS_NONE();

	if (stacks.run->pairs.count > 0 && hp_profile_missing(stacks.run, HP_PROFILE_TREE) != 0) {
		zend_throw_exception(spl_ce_RuntimeException,
			"Stacks need call paths (XHPROF_FLAGS_TREE); this run has none", 0);
		RETURN_THROWS();
	}
	stacks.stacks = hp_stacks_new(stacks.run);
	stacks.names = pecalloc((size_t) stacks.run->functions.count + 1, sizeof(*stacks.names), true);
	hp_bailout(profile_make_stacks, profile_free_stacks, &stacks);
}
