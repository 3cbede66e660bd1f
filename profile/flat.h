/* flat.h: the costs by function, summed over all callers. */
#ifndef HP_PROFILE_FLAT_H
#define HP_PROFILE_FLAT_H

#include "profile/profile.h"

typedef struct hp_flat_row {
	const hp_profile_function *function; /* owned by the profile */
	uint32_t number; /* the function's number there */
	uint32_t level; /* 0 where recursion is merged */
	int64_t calls;
	hp_values sum; /* callees included; with merged recursion, of the outermost calls */
	hp_values own; /* without callees */
	hp_alloc_counts allocs; /* without callees */
	int64_t min_ns; /* as in hp_profile_node; only in trees */
	int64_t max_ns;
	uint32_t counts_at; /* index into hp_flat.counts */
} hp_flat_row;

/* The events of a row. */
typedef struct hp_flat_counts {
	hp_counts sum; /* inclusive and own, as in hp_flat_row */
	hp_counts own;
} hp_flat_counts;

typedef struct hp_flat {
	hp_flat_row *rows; /* the greatest own wall time first */
	uint32_t count;
	hp_flat_counts *counts; /* NULL: the profile has no events */
} hp_flat;

/* Sums the costs by function. is_merged: one row for each function; otherwise one for each of its
 * levels of recursion. */
hp_flat hp_flat_new(const hp_profile *profile, bool is_merged);

/* Returns the changes in cost from before to after, with recursion merged; for merged runs, on
 * average per run. Includes functions that only one of them has. Sorted by the change of own wall
 * time, the greatest first. */
hp_flat hp_flat_diff(const hp_profile *after, const hp_profile *before);

void hp_flat_free(hp_flat *flat);

#endif /* HP_PROFILE_FLAT_H */
