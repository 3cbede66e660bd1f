#include "sampler/tick.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# include "base/compat.h"
# include "sampler/helper.h"

# include <stdlib.h>
# include <unistd.h>

# define TICK_PERIOD_NS 100000u

/* That many ticks are waited for, and not for longer. */
# define TICK_TIMES 7
# define TICK_MOST_NS 10000000u

/* Between two readings of the clock less passes where nothing interrupts. */
# define TICK_LEAST_NS 800u

/* The result, plus one; 0: not measured so far. */
static uint64_t tick_known;

static int tick_compare(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *) a, right = *(const uint64_t *) b;

	return (left > right) - (left < right);
}

/* The median of the times that were taken from this thread. Some are not the ticks'. */
static uint64_t tick_median_ns(void)
{
	uint64_t start_ns = hp_sample_source_clock_ns(CLOCK_MONOTONIC), last_ns = start_ns, now_ns;
	uint64_t gaps[TICK_TIMES];
	size_t count = 0;

	do {
		now_ns = hp_sample_source_clock_ns(CLOCK_MONOTONIC);
		if (now_ns - last_ns > TICK_LEAST_NS) {
			gaps[count++] = now_ns - last_ns;
		}
		last_ns = now_ns;
	} while (count < TICK_TIMES && now_ns - start_ns < TICK_MOST_NS &&
		(count > 0 || now_ns - start_ns < TICK_TIMES * TICK_PERIOD_NS));
	qsort(gaps, count, sizeof(*gaps), tick_compare);

	return count == 0 ? 0 : gaps[count / 2];
}

/* In a thread of its own, which has all signals blocked: they are sent, and end with it. */
static void *tick_measure(void *argument)
{
	int fd = hp_sample_source_open_ticking(TICK_PERIOD_NS);

	if (fd >= 0) {
		*(uint64_t *) argument = tick_median_ns();
		close(fd);
	}

	return NULL;
}

uint64_t hp_sample_tick_ns(void)
{
	uint64_t tick_ns = 0;
	pthread_t thread;

	if (HP_SHARED_READ(&tick_known) == 0) {
		if (hp_sample_helper_create(&thread, tick_measure, &tick_ns) == 0) {
			pthread_join(thread, NULL);
		}
		HP_SHARED_WRITE(&tick_known, tick_ns + 1);
	}

	return HP_SHARED_READ(&tick_known) - 1;
}

#endif
