/* allocs.h: the allocations of each pair or node of a profile, by its number. */
#ifndef HP_PROFILE_ALLOCS_H
#define HP_PROFILE_ALLOCS_H

#include "alloc/totals.h"
#include "base/vector.h"

/* Numbers from count on have no row: nothing was allocated there. */
typedef HP_VECTOR(hp_alloc_counts) hp_allocs_table;

/* The allocations of a profile with HP_METRIC_ALLOC, which owns the rows. */
typedef struct hp_profile_allocated {
	hp_allocs_table pairs;
	hp_allocs_table nodes;
	hp_alloc_run totals; /* of the run */
} hp_profile_allocated;

/* Returns the row of a number for reading. */
const hp_alloc_counts *hp_profile_allocs(const hp_allocs_table *table, uint32_t number);

/* Returns the row of a number for writing, and makes it if it is new. */
hp_alloc_counts *hp_profile_allocs_of(hp_allocs_table *table, uint32_t number);

/* Adds to a row, including the bytes at the high-water mark. */
void hp_profile_allocs_add(hp_allocs_table *table, uint32_t number, const hp_alloc_counts *allocs);

/* Adds the rows of another run; map gives the numbers that its rows have here. The bytes at the
 * high-water mark are those of the run whose mark was highest: is_higher says that this is the
 * other one. */
void hp_profile_allocs_merge(
	hp_allocs_table *table, const hp_allocs_table *other, const uint32_t *map, bool is_higher);
void hp_profile_allocs_merge_totals(hp_alloc_run *sum, const hp_alloc_run *more);

void hp_profile_allocs_free(hp_allocs_table *table);

#endif /* HP_PROFILE_ALLOCS_H */
