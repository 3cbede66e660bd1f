/* totals.h: exclusive allocations of a function, a pair or a call path: without its callees. */
#ifndef HP_ALLOC_TOTALS_H
#define HP_ALLOC_TOTALS_H

#include "base/wrap.h"

typedef struct hp_alloc_counts {
	int64_t allocs; /* blocks; like all numbers here, estimated in a sampled run */
	int64_t frees; /* of these blocks, by any function */
	int64_t alloc_bytes, freed_bytes;
	int64_t peak_bytes; /* live when the memory in use had its peak */
	int64_t temporary; /* blocks freed right after they were allocated */
} hp_alloc_counts;

/* The totals of a run. */
typedef struct hp_alloc_run {
	int64_t interval_bytes; /* between two samples; 0: every block is recorded */
	int64_t change_bytes; /* growth of the memory in use */
	int64_t peak_bytes; /* of that growth */
	int64_t outside_frees,
		outside_bytes; /* freed blocks that were allocated before the run or in a pause */
	int64_t lost; /* blocks not recorded: out of memory */
} hp_alloc_run;

/* Adds all but peak_bytes: peaks of several runs have no sum. */
static inline void hp_allocs_add(hp_alloc_counts *sum, const hp_alloc_counts *more)
{
	sum->allocs = hp_wrap_sum(sum->allocs, more->allocs);
	sum->frees = hp_wrap_sum(sum->frees, more->frees);
	sum->alloc_bytes = hp_wrap_sum(sum->alloc_bytes, more->alloc_bytes);
	sum->freed_bytes = hp_wrap_sum(sum->freed_bytes, more->freed_bytes);
	sum->temporary = hp_wrap_sum(sum->temporary, more->temporary);
}

static inline void hp_allocs_subtract(hp_alloc_counts *sum, const hp_alloc_counts *less)
{
	sum->allocs = hp_wrap_difference(sum->allocs, less->allocs);
	sum->frees = hp_wrap_difference(sum->frees, less->frees);
	sum->alloc_bytes = hp_wrap_difference(sum->alloc_bytes, less->alloc_bytes);
	sum->freed_bytes = hp_wrap_difference(sum->freed_bytes, less->freed_bytes);
	sum->temporary = hp_wrap_difference(sum->temporary, less->temporary);
}

static inline int64_t hp_allocs_live_bytes(const hp_alloc_counts *allocs)
{
	return hp_wrap_difference(allocs->alloc_bytes, allocs->freed_bytes);
}

static inline int64_t hp_allocs_live(const hp_alloc_counts *allocs)
{
	return hp_wrap_difference(allocs->allocs, allocs->frees);
}

#endif /* HP_ALLOC_TOTALS_H */
