/* stacks.h: the call paths of a profile by function alone, with what each cost without callees: rows that a store of many
 * profiles adds up. */
#ifndef HP_PROFILE_STACKS_H
#define HP_PROFILE_STACKS_H

#include "profile/profile.h"

typedef struct hp_stack {
	uint32_t parent; /* a stack before this one; HP_PROFILE_NONE for main() */
	uint32_t function;
	uint32_t depth; /* frames */
	uint64_t samples; /* of a traced run calls */
	int64_t wall_ns;
	int64_t cpu_ns; /* 0: not recorded */
} hp_stack;

typedef struct hp_stacks {
	HP_VECTOR(hp_stack) rows; /* no path is there twice; some have neither samples nor times */
} hp_stacks;

/* Paths that differ by their lines are one. Times below 0, as of fibers that were resumed from elsewhere, go to the
 * callers, so that the sums stay what they were. The caller frees it by hp_stacks_free(). */
hp_stacks hp_stacks_new(const hp_profile *profile);
void hp_stacks_free(hp_stacks *stacks);

#endif /* HP_PROFILE_STACKS_H */
