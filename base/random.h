/* random.h: random numbers: from the system, and from a cheap generator that the system seeds. */
#ifndef HP_BASE_RANDOM_H
#define HP_BASE_RANDOM_H

#include "base/compat.h"

/* Fills in unpredictable bytes, which also differ between forked processes. Never fails: without
 * the system's random numbers it mixes the clock, the process id and an address. It is a system
 * call, so it is not for hot paths or signal handlers. */
void hp_random_bytes(void *bytes, size_t count);

/* True with a probability of 1 in `many`, which must be greater than 0. Uses the system's random
 * numbers. */
bool hp_random_is_one_in(uint64_t many);

/* A generator for samples, whose next number need not be secret. A forked process continues its
 * parent's sequence. Seed it with hp_random_bytes(&random->state, sizeof(random->state)). */
typedef struct hp_random {
	uint64_t state; /* any value */
} hp_random;

/* Returns the next number, by the algorithm splitmix64. */
static zend_always_inline uint64_t hp_random_next(hp_random *random)
{
	uint64_t number = random->state += UINT64_C(0x9E3779B97F4A7C15);

	number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);

	return number ^ (number >> 31);
}

/* Returns the next number in (0, 1]. */
static zend_always_inline double hp_random_unit(hp_random *random)
{
	return (double) ((hp_random_next(random) >> 11) + 1) *
		(1.0 / 9007199254740992.0); /* 2 to the 53 */
}

/* Returns a number from half of the mean to one and a half of it. Intervals of such lengths never
 * run in step with a periodic program. */
static zend_always_inline uint64_t hp_random_around(hp_random *random, uint64_t mean)
{
	return mean / 2 + (uint64_t) (hp_random_unit(random) * (double) mean);
}

#endif /* HP_BASE_RANDOM_H */
