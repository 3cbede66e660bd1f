#include "profile/stacks.h"

#include "base/wrap.h"
#include "profile/paths.h"

/* Finds or adds the path to a node, and returns its number. The caller's path has one already. */
static uint32_t stacks_number(
	hp_stacks *stacks, hp_profile_index *index, uint32_t parent, uint32_t function)
{
	uint32_t key[HP_PROFILE_KEY_PARTS] = {parent, function, 0, 0};
	uint32_t number = hp_profile_index_find(index, key, stacks->rows.count);

	if (number == stacks->rows.count) {
		const hp_stack *caller = parent == HP_PROFILE_NONE ? NULL : &stacks->rows.rows[parent];
		uint32_t depth = caller == NULL ? 1 : caller->depth + 1;

		*hp_vector_add(&stacks->rows) = (hp_stack){parent, function, depth, 0, 0, 0};
	}

	return number;
}

static void stacks_add(
	hp_stacks *stacks, uint32_t number, const hp_profile_node *node, const hp_values *own)
{
	hp_stack *stack = &stacks->rows.rows[number];

	ZEND_ASSERT(number < stacks->rows.count && stacks->rows.rows != NULL);
	stack->samples += node->count;
	stack->wall_ns = hp_wrap_sum(stack->wall_ns, own->wall_ns);
	stack->cpu_ns = hp_wrap_sum(stack->cpu_ns, own->cpu_ns);
}

static void stacks_lend(int64_t *lender_ns, int64_t *debtor_ns)
{
	if (*debtor_ns < 0) {
		*lender_ns = hp_wrap_sum(*lender_ns, *debtor_ns);
		*debtor_ns = 0;
	}
}

/* Moves negative times to the callers. A stack comes after its parent, so one pass from the end is
 * enough. */
static void stacks_settle(hp_stacks *stacks)
{
	for (uint32_t i = stacks->rows.count; i-- > 0;) {
		hp_stack *stack = &stacks->rows.rows[i];

		if (stack->parent != HP_PROFILE_NONE) {
			hp_stack *parent = &stacks->rows.rows[stack->parent];

			stacks_lend(&parent->wall_ns, &stack->wall_ns);
			stacks_lend(&parent->cpu_ns, &stack->cpu_ns);
		}
	}
}

hp_stacks hp_stacks_new(const hp_profile *profile)
{
	uint32_t *map = safe_pemalloc((size_t) profile->nodes.count + 1, sizeof(*map), 0, true);
	hp_values *own = hp_paths_own_values(profile);
	hp_profile_index index = {NULL, 0, 0, NULL};
	hp_stacks stacks = {{NULL, 0, 0}};

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];
		uint32_t parent = node->parent == HP_PROFILE_NONE ? HP_PROFILE_NONE : map[node->parent];

		map[i] = stacks_number(&stacks, &index, parent, node->function);
		stacks_add(&stacks, map[i], node, &own[i]);
	}
	stacks_settle(&stacks);
	hp_profile_index_free(&index);
	pefree(own, true);
	pefree(map, true);

	return stacks;
}

void hp_stacks_free(hp_stacks *stacks)
{
	hp_vector_free(&stacks->rows);
}
