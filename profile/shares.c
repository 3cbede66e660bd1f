#include "profile/shares.h"

#include "profile/squares.h"

#include <math.h>

/* Samples far apart have errors beside chance, which more of them do not mend: what happens between two looks at a process is an
 * estimate. bench/pool.php: shares of 5 % were off by up to 0.9 points after any time. */
#define SHARES_COARSE_NS 5000000
#define SHARES_MOST_COARSE 2500.0

static double shares_effective(const hp_profile *profile)
{
	double effective = hp_profile_effective(profile);
	/* 0: of several intervals, as those of rings mostly are. */
	bool is_coarse = profile->interval_ns == 0 || profile->interval_ns > SHARES_COARSE_NS;

	return is_coarse ? MIN(SHARES_MOST_COARSE, effective) : effective;
}

hp_shares hp_shares_of(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);
	hp_shares shares = {.effective = shares_effective(profile)};

	if (root == NULL || (profile->features & HP_PROFILE_SAMPLED) == 0) {
		return shares;
	}
	/* A clock took some at least: xhprof_sample() leaves nothing to chance. */
	shares.is_sampled = profile->custom == 0 || profile->custom < root->count;
	shares.is_timeless = hp_profile_is_timeless(profile);
	shares.whole = shares.is_timeless
		? (double) hp_profile_counts(&profile->pair_counts, profile->pairs.count - 1)->of[0]
		: (double) root->sum.wall_ns;

	return shares;
}

static double shares_error(const hp_shares *shares, double part)
{
	double share, low, high;

	if (!shares->is_sampled) {
		return 0;
	}
	share = shares->whole > 0 ? MAX(0, MIN(1, part / shares->whole)) : 0;
	hp_profile_share_interval(share, shares->effective, &low, &high);

	return 100 * MAX(high - share, share - low);
}

double hp_shares_part_error(const hp_shares *shares, int64_t wall_ns, const hp_counts *counts)
{
	return shares_error(shares, shares->is_timeless ? (double) counts->of[0] : (double) wall_ns);
}

double hp_shares_own_error(const hp_shares *shares, const hp_flat *flat, const hp_flat_row *row)
{
	return shares_error(shares,
		shares->is_timeless ? (double) flat->counts[row->counts_at].own.of[0]
							: (double) row->own.wall_ns);
}

double hp_shares_error(const hp_shares *shares, const hp_flat *flat, const hp_flat_row *row)
{
	return shares_error(shares,
		shares->is_timeless ? (double) flat->counts[row->counts_at].sum.of[0]
							: (double) row->sum.wall_ns);
}

double hp_shares_greatest_error(const hp_shares *shares, const hp_flat *flat)
{
	double error = flat->count == 0 && shares->is_sampled ? 100 : 0;

	for (uint32_t i = 0; i < flat->count; i++) {
		error = MAX(error, hp_shares_own_error(shares, flat, &flat->rows[i]));
	}

	return error;
}
