/* random.h: random numbers: from the system, and from a cheap generator that the system seeds. */
#ifndef HP_BASE_RANDOM_H
#define HP_BASE_RANDOM_H

#include "base/compat.h"

/* Fills in bytes that nobody can guess, different ones in forked processes, too. Never fails: a system that has
 * no random numbers gets them of the clock, the process and an address. A system call: not for hot paths nor
 * signal handlers. */
void hp_random_bytes(void *bytes, size_t count);

/* True for one in many, by chance, from the system. many is greater than 0. */
bool hp_random_is_one_in(uint64_t many);

/* The generator: for drawing samples, where the next number need not be a secret. A forked process goes on with
 * its parent's numbers. Seeded by hp_random_bytes(&random->state, sizeof(random->state)). */
typedef struct hp_random {
	uint64_t state; /* any */
} hp_random;

/* The next number. Sebastiano Vigna's splitmix64. */
static zend_always_inline uint64_t hp_random_next(hp_random *random)
{
	uint64_t number = random->state += UINT64_C(0x9E3779B97F4A7C15);

	number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);

	return number ^ (number >> 31);
}

/* The next one, greater than 0 and not greater than 1. */
static zend_always_inline double hp_random_unit(hp_random *random)
{
	return (double) ((hp_random_next(random) >> 11) + 1) *
		(1.0 / 9007199254740992.0); /* 2 to the 53 */
}

#endif /* HP_BASE_RANDOM_H */
