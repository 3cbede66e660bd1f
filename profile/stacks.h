/* stacks.h: the call paths of a profile by function alone, each with its cost without callees.
 * These are the rows that a store of many profiles adds up. */
#ifndef HP_PROFILE_STACKS_H
#define HP_PROFILE_STACKS_H

#include "profile/profile.h"

typedef struct hp_stack {
	uint32_t parent; /* a stack before this one; HP_PROFILE_NONE for main() */
	uint32_t function;
	uint32_t depth; /* frames */
	uint64_t samples; /* in a run of calls, calls */
	int64_t wall_ns;
	int64_t cpu_ns; /* 0: not recorded */
} hp_stack;

typedef struct hp_stacks {
	HP_VECTOR(hp_stack) rows; /* each path once; some have neither samples nor times */
} hp_stacks;

/* Makes the stacks; the caller frees them with hp_stacks_free(). Paths that differ only in their
 * lines become one. Negative times, as of fibers that were resumed from elsewhere, are moved to the
 * callers, so that the sums do not change. */
hp_stacks hp_stacks_new(const hp_profile *profile);
void hp_stacks_free(hp_stacks *stacks);

#endif /* HP_PROFILE_STACKS_H */
