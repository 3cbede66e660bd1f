/* shares.h: how far the shares of a sampled run may be off by chance. */
#ifndef HP_PROFILE_SHARES_H
#define HP_PROFILE_SHARES_H

#include "profile/flat.h"
#include "profile/looks.h"

typedef struct hp_shares {
	bool is_sampled; /* false: no share of the run is left to chance */
	bool is_timeless; /* shares are of the first event, as the samples have no times */
	uint32_t most; /* effective samples count as no more than this */
	double effective; /* effective samples, at most so many: profile/squares.h */
	double whole; /* the total that shares are of */
	double whole_cpu; /* the total of CPU time */
	bool is_coarse;
	double interval_ns;
	const hp_looks *looks;
} hp_shares;

typedef enum hp_shares_metric {
	HP_SHARES_WALL,
	HP_SHARES_CPU
} hp_shares_metric;

hp_shares hp_shares_of(const hp_profile *profile);

/* Return by how many percentage points a share may be off: 95 of 100 times the true share is
 * nearer. The first is for a row's own time, the second for its time with callees; the row must be
 * of this flat. If the run has all its samples one by one, the errors come from these
 * (profile/looks.h); otherwise each sample counts as drawn independently. */
double hp_shares_own_error(
	const hp_shares *shares, const hp_flat *flat, const hp_flat_row *row, hp_shares_metric metric);
double hp_shares_error(
	const hp_shares *shares, const hp_flat *flat, const hp_flat_row *row, hp_shares_metric metric);

/* Returns the same for any part of the run. */
double hp_shares_part_error(const hp_shares *shares, int64_t wall_ns, const hp_counts *counts);

/* Returns the greatest error of all own times; 100 without samples. */
double hp_shares_greatest_error(
	const hp_shares *shares, const hp_flat *flat, hp_shares_metric metric);

#endif /* HP_PROFILE_SHARES_H */
