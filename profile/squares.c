#include "profile/squares.h"

#include <math.h>

/* An error is this many standard errors: 95 of 100 times the truth is nearer. */
#define SQUARES_ERRORS 2.0

/* Sets the squares, to at least one: zero would mean that nothing is known. */
static void squares_set(hp_profile *profile, double weight, double squares)
{
	const hp_profile_pair *root = hp_profile_root(profile);
	double count = root == NULL ? 0 : (double) root->count;
	double square = weight > 0 ? count * count * (squares / (weight * weight)) : count;

	profile->samples.squares = count > 0 ? (uint64_t) MAX(1, MIN(floor(square + 0.5), 9e18)) : 0;
}

/* Returns the weight of a run in nanoseconds, or in counts if its samples have no times. */
static double squares_weight(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);

	if (root == NULL) {
		return 0;
	}

	return root->sum.wall_ns > 0 ? (double) root->sum.wall_ns : (double) root->count;
}

double hp_profile_effective_samples(uint64_t weight, uint64_t squares)
{
	return squares == 0 ? 0 : (double) weight * (double) weight / (double) squares;
}

double hp_profile_sample_error(double effective, uint64_t timed)
{
	if (effective > 0 && timed == 0) {
		return 0.0;
	}

	return effective <= 0 ? 100.0 : MIN(100.0 / sqrt(effective), 100.0);
}

void hp_profile_share_interval(double share, double effective, double *low, double *high)
{
	const double z = SQUARES_ERRORS;
	double middle, half;

	if (effective <= 0) {
		*low = 0;
		*high = 1;
		return;
	}
	middle = share + z * z / (2 * effective);
	half = z * sqrt(share * (1 - share) / effective + z * z / (4 * effective * effective));
	*low = share <= 0 ? 0 : MAX(0, (middle - half) / (1 + z * z / effective));
	*high = share >= 1 ? 1 : MIN(1, (middle + half) / (1 + z * z / effective));
}

double hp_profile_effective(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);

	return root == NULL || (profile->features & HP_PROFILE_SQUARES) == 0
		? (double) profile->samples.count
		: hp_profile_effective_samples(root->count, profile->samples.squares);
}

void hp_profile_set_squares(hp_profile *profile, double squares)
{
	squares_set(profile, squares_weight(profile), squares);
}

void hp_profile_set_effective(hp_profile *profile, double effective)
{
	profile->features |= HP_PROFILE_SQUARES;
	squares_set(profile, 1, 1 / effective);
}

void hp_profile_merge_squares(hp_profile *profile, const hp_profile *other)
{
	double weight = squares_weight(other), effective = hp_profile_effective(other);

	if (other->features & HP_PROFILE_SAMPLED) {
		profile->features |= other->features & HP_PROFILE_SQUARES;
		profile->samples.merged_weight += weight;
		profile->samples.merged_squares += weight * (weight / (effective > 0 ? effective : 1));
	}
}

void hp_profile_finish_squares(hp_profile *profile)
{
	if (profile->samples.merged_weight > 0) {
		squares_set(profile, profile->samples.merged_weight, profile->samples.merged_squares);
		profile->samples.merged_weight = profile->samples.merged_squares = 0;
	}
}
