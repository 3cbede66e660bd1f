#include "profile/shares.h"

#include "base/wrap.h"
#include "profile/moments.h"
#include "profile/squares.h"

#include <math.h>

/* Samples also have errors that more samples do not reduce: what happens between two looks at a
 * process is an estimate. So a run counts as at most this many samples, and as fewer if they are
 * far apart. bench/sample.php: however long it ran, half of the time was off by up to 1 point, and
 * by 2 in programs with much kernel time; bench/pool.php: 5 % was off by up to 0.9 at 10 ms. */
#define SHARES_COARSE_NS 5000000
#define SHARES_MOST_COARSE 2500
#define SHARES_MOST 10000

/* Each time that a function comes or goes adds at most this to such errors: a stack is read within
 * this time of its moment. */
#define SHARES_LATE_NS 70000.0

/* An error is this many standard errors: profile/squares.c. */
#define SHARES_ERRORS 2.0

/* A function that comes and goes less often than this may be missed. Its error is increased by the
 * distance of Wilson's interval from the share found. */
#define SHARES_FEW_CHANGES 5

/* True for a part of a run that lies within waits which looks saw both before and after it. */
static bool shares_are_seen(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);
	int64_t sum_ns = 0;

	for (uint32_t i = 0; i < profile->samples.moments.count; i++) {
		const hp_profile_moment *moment = &profile->samples.moments.rows[i];

		if (moment->off_cpu != HP_PROFILE_STILL_OFF_CPU) {
			return false;
		}
		sum_ns = hp_wrap_sum(sum_ns, hp_profile_moment_ns(profile, moment));
	}

	return profile->samples.interval_ns > 0 && sum_ns > 0 && sum_ns == root->sum.wall_ns;
}

hp_shares hp_shares_of(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);
	hp_shares shares = {
		.interval_ns = (double) profile->samples.interval_ns, .looks = hp_looks_of(profile)};

	/* 0: the run has several intervals, as samples of rings mostly do. */
	shares.is_coarse =
		profile->samples.interval_ns == 0 || profile->samples.interval_ns > SHARES_COARSE_NS;
	shares.most = shares.is_coarse ? SHARES_MOST_COARSE : SHARES_MOST;
	shares.effective = MIN(shares.most, hp_profile_effective(profile));
	if (root == NULL || (profile->features & HP_PROFILE_SAMPLED) == 0) {
		return shares;
	}
	/* A clock must have taken some: xhprof_sample() leaves nothing to chance, nor do looks that saw
	 * all of a wait. */
	shares.is_sampled = (profile->samples.custom == 0 || profile->samples.custom < root->count) &&
		!shares_are_seen(profile);
	shares.is_timeless = hp_profile_is_timeless(profile);
	shares.whole = shares.is_timeless
		? (double) hp_profile_counts(&profile->counted.pairs, profile->pairs.count - 1)->of[0]
		: (double) root->sum.wall_ns;
	shares.whole_cpu = (double) root->sum.cpu_ns;

	return shares;
}

/* Returns a share from 0 to 1. */
static double shares_part(double part, double whole)
{
	return whole > 0 ? MAX(0, MIN(1, part / whole)) : 0;
}

static double shares_error(const hp_shares *shares, double part, hp_shares_metric metric)
{
	double share, low, high, effective = shares->effective, whole = shares->whole;

	if (!shares->is_sampled) {
		return 0;
	}
	if (metric == HP_SHARES_CPU &&
		!shares->is_timeless) { /* samples off the CPU say nothing about CPU time */
		effective *= whole > 0 ? MIN(1, shares->whole_cpu / whole) : 1;
		whole = shares->whole_cpu;
	}
	share = shares_part(part, whole);
	hp_profile_share_interval(share, effective, &low, &high);

	return 100 * MAX(high - share, share - low);
}

/* Returns the time that one sample stands for. A function with less may be missed. */
static double shares_unit(const hp_shares *shares)
{
	const double *unit_ns = shares->looks->unit_ns;

	if (unit_ns[HP_LOOKS_ON_CPU] > 0) {
		return unit_ns[HP_LOOKS_ON_CPU];
	}

	return shares->interval_ns > 0 ? shares->interval_ns : unit_ns[HP_LOOKS_OFF_CPU];
}

/* Returns the variance of a function's time on the CPU or off it. Stretches cannot have more than
 * independent samples would. */
static double shares_variance(
	const hp_shares *shares, const hp_looks_chance *chance, double part, hp_looks_time time)
{
	double whole = shares->looks->time_ns[time], unit_ns = shares->looks->unit_ns[time];
	double share = shares_part(part, whole);

	return MIN(chance->variance[time], unit_ns * whole * share * (1 - share));
}

/* Returns the variance from waits for a CPU that no look saw. Each was charged to one function, but
 * may have been another's: a function is preempted about as often as it runs. */
static double shares_missed(const hp_shares *shares, double cpu_ns)
{
	double share = shares_part(cpu_ns, shares->looks->time_ns[HP_LOOKS_ON_CPU]);

	return shares->looks->unseen_square * share * (1 - share);
}

/* Returns the variance that more samples do not reduce. */
static double shares_beside(const hp_shares *shares, double share, double whole, uint32_t changes)
{
	double most = share * (1 - share) * whole * whole / shares->most;
	double late = SHARES_LATE_NS * changes / SHARES_ERRORS;

	return shares->is_coarse ? most : MIN(most, late * late);
}

/* Returns the error in percentage points, from the samples of a run one by one. */
static double shares_measured(const hp_shares *shares, const hp_looks_chance *chance,
	const hp_values *values, hp_shares_metric metric, bool is_sum)
{
	bool has_off = metric == HP_SHARES_WALL;
	double whole = has_off ? shares->whole : shares->whole_cpu;
	double cpu_ns = (double) values->cpu_ns, part = has_off ? (double) values->wall_ns : cpu_ns;
	double share = shares_part(part, whole);
	double off = MAX(shares_variance(shares, chance, part - cpu_ns, HP_LOOKS_OFF_CPU),
		is_sum ? shares_missed(shares, cpu_ns) : 0);
	double variance =
		shares_variance(shares, chance, cpu_ns, HP_LOOKS_ON_CPU) + (has_off ? off : 0);
	uint32_t changes =
		chance->changes[HP_LOOKS_ON_CPU] + (has_off ? chance->changes[HP_LOOKS_OFF_CPU] : 0);
	double least = SHARES_ERRORS * SHARES_ERRORS / 2 * shares_unit(shares);
	double few = least * MIN(1, SHARES_FEW_CHANGES / (double) MAX(1, changes));

	variance += shares_beside(shares, share, whole, changes);
	variance = SHARES_ERRORS * SHARES_ERRORS * variance + least * least;

	return whole > 0 ? MIN(100, 100 * (sqrt(variance) + few) / (whole + 2 * least)) : 100;
}

static double shares_of_row(const hp_shares *shares, const hp_looks_chance *chances,
	const hp_flat_row *row, const hp_values *values, const hp_counts *counts,
	hp_shares_metric metric)
{
	double part = metric == HP_SHARES_CPU ? (double) values->cpu_ns : (double) values->wall_ns;

	if (shares->is_timeless) {
		return shares_error(shares, (double) counts->of[0], metric);
	}
	if (shares->is_sampled && chances != NULL) {
		return shares_measured(
			shares, &chances[row->number], values, metric, chances == shares->looks->sum);
	}

	return shares_error(shares, part, metric);
}

double hp_shares_part_error(const hp_shares *shares, int64_t wall_ns, const hp_counts *counts)
{
	return shares_error(
		shares, shares->is_timeless ? (double) counts->of[0] : (double) wall_ns, HP_SHARES_WALL);
}

double hp_shares_own_error(
	const hp_shares *shares, const hp_flat *flat, const hp_flat_row *row, hp_shares_metric metric)
{
	const hp_counts *counts = shares->is_timeless ? &flat->counts[row->counts_at].own : NULL;

	return shares_of_row(shares, shares->looks->own, row, &row->own, counts, metric);
}

double hp_shares_error(
	const hp_shares *shares, const hp_flat *flat, const hp_flat_row *row, hp_shares_metric metric)
{
	const hp_counts *counts = shares->is_timeless ? &flat->counts[row->counts_at].sum : NULL;

	return shares_of_row(shares, shares->looks->sum, row, &row->sum, counts, metric);
}

double hp_shares_greatest_error(
	const hp_shares *shares, const hp_flat *flat, hp_shares_metric metric)
{
	double error = flat->count == 0 && shares->is_sampled ? 100 : 0;

	for (uint32_t i = 0; i < flat->count; i++) {
		error = MAX(error, hp_shares_own_error(shares, flat, &flat->rows[i], metric));
	}

	return error;
}
