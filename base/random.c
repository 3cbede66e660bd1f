#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "base/random.h"

#include <time.h>
#ifdef PHP_WIN32
# include <process.h>
#else
# include <unistd.h>
#endif

/* Sebastiano Vigna's splitmix64: each step of the state, well mixed. */
static uint64_t random_mix(uint64_t number)
{
	number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);

	return number ^ (number >> 31);
}

/* Workers are forked within the same microsecond, and threads have the same process. */
static void random_seed(hp_random *dice, int64_t pid)
{
	uint64_t seed = random_mix((uint64_t) zend_hrtime()) ^ random_mix((uint64_t) time(NULL) << 32);

	dice->pid = pid;
	dice->state = random_mix(seed ^ (uint64_t) pid) ^ (uint64_t) (uintptr_t) dice;
}

uint64_t hp_random_throw(hp_random *dice)
{
	int64_t pid = (int64_t) getpid();

	if (dice->pid != pid) {
		random_seed(dice, pid);
	}
	dice->state += UINT64_C(0x9E3779B97F4A7C15);

	return random_mix(dice->state);
}

bool hp_random_is_one_in(hp_random *dice, uint64_t many)
{
	return hp_random_throw(dice) % many == 0;
}
