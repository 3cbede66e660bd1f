#include "sampler/tick.h"

#include "base/compat.h"
#include "sampler/helper.h"

#include <stdlib.h>
#include <unistd.h>

#define TICK_PERIOD_NS 100000u

/* The measuring thread runs for this many periods, but for no longer than TICK_MOST_NS. */
#define TICK_TIMES 7
#define TICK_MOST_NS 20000000u

/* Other programs may interrupt most periods of one measurement, and make a tick look expensive. So
 * a cost above TICK_CHEAP_NS is measured again, TICK_MEASURES times at most, and the smallest
 * result is used. */
#define TICK_CHEAP_NS 10000u
#define TICK_MEASURES 3

/* 0: not measured so far. */
static uint64_t tick_known;

static int tick_compare(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *) a, right = *(const uint64_t *) b;

	return (left > right) - (left < right);
}

/* Returns the longest time that was taken from this thread while it ran for a period. A reading of
 * the clock takes far less. */
static uint64_t tick_longest_ns(uint64_t most_ns)
{
	uint64_t start_ns = hp_sample_source_clock_ns(CLOCK_MONOTONIC), last_ns = start_ns,
			 now_ns = start_ns;
	uint64_t longest_ns = 1;

	while (now_ns - start_ns < MIN(most_ns, TICK_PERIOD_NS + longest_ns)) {
		now_ns = hp_sample_source_clock_ns(CLOCK_MONOTONIC);
		longest_ns = MAX(longest_ns, now_ns - last_ns);
		last_ns = now_ns;
	}

	return longest_ns;
}

/* Returns the third longest of these times: other things interrupt a period now and then as well,
 * and a kernel may leave ticks out. */
static uint64_t tick_typical_ns(void)
{
	uint64_t taken_ns[TICK_TIMES];

	for (size_t i = 0; i < TICK_TIMES; i++) {
		taken_ns[i] = tick_longest_ns(TICK_MOST_NS / TICK_TIMES);
	}
	qsort(taken_ns, TICK_TIMES, sizeof(*taken_ns), tick_compare);

	return taken_ns[TICK_TIMES - 3];
}

/* Returns the smallest of several measurements, or the first that is cheap. */
static uint64_t tick_least_ns(void)
{
	uint64_t least_ns = tick_typical_ns();

	for (int i = 1; i < TICK_MEASURES && least_ns > TICK_CHEAP_NS; i++) {
		uint64_t again_ns = tick_typical_ns();

		least_ns = MIN(least_ns, again_ns);
	}

	return least_ns;
}

/* Runs in a thread of its own, which has all signals blocked: ticks are sent, but never
 * delivered. */
static void *tick_measure(void *argument)
{
	int fd = hp_sample_source_open_ticking(TICK_PERIOD_NS);

	if (fd >= 0) {
		*(uint64_t *) argument = tick_least_ns();
		close(fd);
	}

	return NULL;
}

uint64_t hp_sample_tick_ns(void)
{
	uint64_t tick_ns = HP_SAMPLE_NO_TICK;
	pthread_t thread;

	if (HP_SHARED_READ(&tick_known) == 0) {
		if (hp_sample_helper_create(&thread, tick_measure, &tick_ns) == 0) {
			pthread_join(thread, NULL);
		}
		HP_SHARED_WRITE(&tick_known, tick_ns);
	}

	return HP_SHARED_READ(&tick_known);
}
