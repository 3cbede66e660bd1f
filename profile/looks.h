/* looks.h: how far the time of each function may be off, computed from the samples of a run one by
 * one.
 *
 * A sample is drawn at a random moment of its stretch of time and stands for all of it. A function
 * that is there for many samples in a row can only be off where it begins and ends. So the error
 * depends on how often it comes and goes between two samples, and on the weight of these. Time on
 * the CPU and time off it are measured by separate clocks: chance affects only what is drawn within
 * each, and the error of CPU time does not depend on waits. */
#ifndef HP_PROFILE_LOOKS_H
#define HP_PROFILE_LOOKS_H

#include "profile/profile.h"

typedef enum hp_looks_time {
	HP_LOOKS_ON_CPU,
	HP_LOOKS_OFF_CPU,
	HP_LOOKS_TIMES
} hp_looks_time;

/* The error of one function's time. There are two for each function: without callees, and with
 * them. */
typedef struct hp_looks_chance {
	double variance[HP_LOOKS_TIMES]; /* in square nanoseconds */
	uint32_t changes[HP_LOOKS_TIMES]; /* how often the function came or went */
} hp_looks_chance;

typedef struct hp_looks {
	/* without callees, by number of the function; NULL: errors are not known */
	hp_looks_chance *own;
	hp_looks_chance *sum;
	/* the time that an independent sample stands for; 0: there is none */
	double unit_ns[HP_LOOKS_TIMES];
	double time_ns[HP_LOOKS_TIMES];
	double unseen_ns; /* the part of the time that no look saw */
	double unseen_square; /* the sum of the squares of the waits for a CPU within it */
} hp_looks;

/* Errors are not known if a run does not have all its samples one by one, or has fewer than
 * this. */
#define HP_LOOKS_LEAST 100u

/* Returns the looks of a finished profile, which owns them. */
const hp_looks *hp_looks_of(const hp_profile *profile);

#endif /* HP_PROFILE_LOOKS_H */
