/* looks.h: how far the time of each function may be off, by the samples of a run one by one.
 *
 * A sample is drawn at a random moment of its stretch of time and stands for all of it. A function that is there for many in a row can
 * only be off where it begins and ends, so what counts is how often it comes and goes from one sample to the next, and what these
 * weigh. Time on the CPU and time off it are measured by clocks of their own: only what is drawn within each is left to chance, and
 * CPU time has nothing to do with waits. */
#ifndef HP_PROFILE_LOOKS_H
#define HP_PROFILE_LOOKS_H

#include "profile/profile.h"

typedef enum hp_looks_time {
	HP_LOOKS_ON_CPU,
	HP_LOOKS_OFF_CPU,
	HP_LOOKS_TIMES
} hp_looks_time;

/* A function has two: without callees, and with them. */
typedef struct hp_looks_chance {
	double variance[HP_LOOKS_TIMES]; /* in square nanoseconds */
	uint32_t changes[HP_LOOKS_TIMES]; /* how often it came or went */
} hp_looks_chance;

typedef struct hp_looks {
	hp_looks_chance *own; /* by number of the function; NULL: nothing is known */
	hp_looks_chance *sum;
	double unit_ns[HP_LOOKS_TIMES]; /* what an independent sample stands for; 0: there is none */
	double time_ns[HP_LOOKS_TIMES];
	double unseen_ns; /* the part of it that no look saw */
	double unseen_square; /* the sum of the squares of waits for a CPU among them */
} hp_looks;

/* A run tells nothing if it does not have all samples one by one, or has fewer. */
#define HP_LOOKS_LEAST 100u

/* The profile is finished, and owns them. */
const hp_looks *hp_looks_of(const hp_profile *profile);

#endif /* HP_PROFILE_LOOKS_H */
