#include "attach/loop.h"

#ifdef __linux__

# include <stdlib.h>
# include <time.h>

/* The loop sleeps at least so long, and at least as long as it worked. */
# define LOOP_LEAST_SLEEP_NS 50000u

static uint64_t loop_next_ns(hp_attach_writer *const *writers, size_t count, uint64_t until_ns)
{
	for (size_t i = 0; i < count; i++) {
		if (!writers[i]->is_over) {
			until_ns = MIN(until_ns, MIN(writers[i]->due_ns, writers[i]->control_ns));
		}
	}

	return until_ns;
}

/* False: a signal came. */
static bool loop_sleep(uint64_t until_ns, uint64_t least_ns)
{
	uint64_t now_ns = hp_live_ring_now_ns(),
			 sleep_ns = MAX(least_ns, until_ns > now_ns ? until_ns - now_ns : 0);

	return nanosleep(
			   &(struct timespec){(time_t) (sleep_ns / 1000000000), (long) (sleep_ns % 1000000000)},
			   NULL) == 0;
}

void hp_attach_loop_run(hp_attach_writer *const *writers, size_t count, uint64_t for_ns)
{
	uint64_t began_ns = hp_live_ring_now_ns(), now_ns = began_ns, spent_ns;
	struct hp_attach_walk *walk = hp_attach_walk_new();

	while (walk != NULL && now_ns < began_ns + for_ns) {
		for (size_t i = 0; i < count; i++) {
			if (!writers[i]->is_over &&
				MIN(writers[i]->due_ns, writers[i]->control_ns) <= now_ns + HP_ATTACH_TOGETHER_NS) {
				hp_attach_writer_look(writers[i], walk, hp_live_ring_now_ns());
			}
		}
		spent_ns = hp_live_ring_now_ns() - now_ns;
		if (!loop_sleep(loop_next_ns(writers, count, began_ns + for_ns),
				MAX(LOOP_LEAST_SLEEP_NS, spent_ns))) {
			break;
		}
		now_ns = hp_live_ring_now_ns();
	}
	free(walk);
}

#endif
