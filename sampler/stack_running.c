#include "sampler/stack_running.h"

#ifdef __linux__

# include "sampler/stack_calls.h"
# include "sampler/stack_function.h"
# include "sampler/stack_links.h"
# include "sampler/stack_walk.h"

/* A stack of this many frames is read only once. Another attempt would come so late that it would
 * mostly find what the thread does afterwards. */
# define STACK_RUNNING_DEEP 1000u

/* The time between two attempts is random, and shorter than this. */
# define STACK_RUNNING_APART_NS 40000u

/* True if a function that may be freed at any time is still the same one: its texts are read
 * again. */
static bool stack_running_is_same_function(hp_stack_walk *walk, const hp_stack_walk_link *link)
{
	hp_stack_buffers buffers;
	const zend_function *function = hp_stack_function_view(walk, false, &buffers, link->function);
	uint64_t key;

	return function != NULL && !hp_stack_function_is_lasting(function) &&
		hp_stack_function_key(walk, false, function, &key) && key == link->key;
}

/* True if the functions of frames that were left meanwhile still exist, so that the texts that were
 * read are theirs. */
static bool stack_running_are_there(hp_stack_walk *walk, uint32_t join)
{
	bool is_fresh = false;

	for (uint32_t i = 0; i < join; i++) {
		const hp_stack_walk_link *link = &walk->links[i];

		if (link->key != 0 && !is_fresh) {
			hp_stack_memory_reset_pages(walk);
			is_fresh = true;
		}
		if (link->key != 0 && !stack_running_is_same_function(walk, link)) {
			return false;
		}
	}

	return true;
}

/* True if the file that was being compiled still has the name that was read. Another string may
 * have taken its place in memory. */
static bool stack_running_is_file_there(hp_stack_walk *walk)
{
	uint64_t key = HP_SAMPLE_COMPILED;

	if (walk->file_key == 0) {
		return true;
	}
	hp_stack_memory_reset_pages(walk);

	return hp_stack_function_hash(walk, false, &key, walk->compiled) && key == walk->file_key;
}

/* The last check: true if the texts that were read belong to the functions that were on the stack.
 * The thread may have left any of them since. */
static bool stack_running_is_whole(hp_stack_walk *walk)
{
	uint32_t join = hp_stack_links_rejoin(walk);

	return stack_running_is_file_there(walk) && hp_stack_calls_are_possible(walk, join) &&
		stack_running_are_there(walk, join);
}

static uint32_t stack_running_try(
	hp_stack_walk *walk, const hp_sample_thread *thread, bool *is_running)
{
	const zend_execute_data *top;
	uint32_t count;
	bool is_read;

	walk->count = walk->linked = 0;
	walk->file_key = 0;
	hp_stack_memory_reset_copies(walk);
	hp_stack_memory_read_pages(walk);
	if (!hp_stack_function_get_compiled(walk, false, &walk->compiled) ||
		!hp_stack_links_copy(walk, thread, &top, is_running)) {
		return HP_SAMPLE_NONE;
	}
	top = hp_stack_walk_innermost(walk, false, top);
	is_read = hp_stack_links_read(walk, top);
	if (top != NULL) {
		hp_stack_links_choose(walk, top);
	}
	if (!is_read || !hp_stack_links_join(walk)) {
		return HP_SAMPLE_NONE;
	}
	count = hp_stack_walk_links(walk, top);

	return count != HP_SAMPLE_NONE && stack_running_is_whole(walk) ? count : HP_SAMPLE_NONE;
}

void hp_stack_running_wait(hp_random *random, uint32_t most_ns)
{
	uint64_t until_ns =
		hp_sample_source_clock_ns(CLOCK_MONOTONIC) + (uint64_t) (hp_random_unit(random) * most_ns);

	while (hp_sample_source_clock_ns(CLOCK_MONOTONIC) < until_ns) {
		/* any sleep would be longer */
	}
}

uint32_t hp_stack_running_walk(
	hp_stack_walk *walk, const hp_sample_thread *thread, bool *is_running)
{
	uint32_t functions_count = walk->store->functions.count, count = HP_SAMPLE_NONE;

	walk->links_count = 0;
	hp_stack_memory_set_beside(walk, true);
	for (int i = 0; i < HP_STACK_LINKS_TRIES && count == HP_SAMPLE_NONE &&
		 walk->links_count < STACK_RUNNING_DEEP;
		 i++) {
		if (i > 0) {
			hp_stack_running_wait(&walk->random, STACK_RUNNING_APART_NS);
		}
		count = stack_running_try(walk, thread, is_running);
		if (count == HP_SAMPLE_NONE) {
			hp_sample_store_drop_functions(walk->store, functions_count);
		}
	}
	hp_stack_memory_set_beside(walk, false);
	hp_stack_memory_reset_copies(walk);

	return count;
}

#else

uint32_t hp_stack_running_walk(
	hp_stack_walk *walk, const hp_sample_thread *thread, bool *is_running)
{
	*is_running = false;
	return HP_SAMPLE_NONE;
}

#endif
