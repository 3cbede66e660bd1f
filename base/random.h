/* random.h: numbers that are random enough to draw samples and to name runs, and no secret.
 *
 * A process that was forked goes on with numbers of its own. */
#ifndef HP_BASE_RANDOM_H
#define HP_BASE_RANDOM_H

#include "base/compat.h"

/* All zeros is one that was never thrown. */
typedef struct hp_random {
	uint64_t state;
	int64_t pid;
} hp_random;

uint64_t hp_random_throw(hp_random *dice);

/* True for one in many, by chance. many is greater than 0. */
bool hp_random_is_one_in(hp_random *dice, uint64_t many);

#endif /* HP_BASE_RANDOM_H */
