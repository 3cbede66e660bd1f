/* shares.h: how far the shares of a sampled run may be off by chance. */
#ifndef HP_PROFILE_SHARES_H
#define HP_PROFILE_SHARES_H

#include "profile/flat.h"
#include "profile/looks.h"

typedef struct hp_shares {
	bool is_sampled; /* false: no share of the run is left to chance */
	bool is_timeless; /* shares are of the first event */
	double effective; /* samples */
	double whole; /* that they are shares of */
	double whole_cpu; /* likewise of CPU time */
	bool is_coarse;
	double interval_ns;
	const hp_looks *looks;
} hp_shares;

typedef enum hp_shares_metric {
	HP_SHARES_WALL,
	HP_SHARES_CPU
} hp_shares_metric;

hp_shares hp_shares_of(const hp_profile *profile);

/* So many percentage points may a share be off: 95 of 100 times the truth is nearer. Of a row's own time, and of that with its callees;
 * the flat has the row. By the samples one by one where the run has them all: profile/looks.h; else as if each was drawn anew. */
double hp_shares_own_error(
	const hp_shares *shares, const hp_flat *flat, const hp_flat_row *row, hp_shares_metric metric);
double hp_shares_error(
	const hp_shares *shares, const hp_flat *flat, const hp_flat_row *row, hp_shares_metric metric);

/* Likewise of any part of the run. */
double hp_shares_part_error(const hp_shares *shares, int64_t wall_ns, const hp_counts *counts);

/* The greatest of own times; 100 without a sample. */
double hp_shares_greatest_error(
	const hp_shares *shares, const hp_flat *flat, hp_shares_metric metric);

#endif /* HP_PROFILE_SHARES_H */
