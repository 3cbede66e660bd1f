/* squares.h: how exact samples of unequal weight are, computed from the squares of their
 * weights. */
#ifndef HP_PROFILE_SQUARES_H
#define HP_PROFILE_SQUARES_H

#include "profile/profile.h"

/* Samples of a ring are worth half as many independent ones: a tick may come late, and sleeps that
 * no look saw and waits for a CPU are estimates. By this factor the variance of shares that
 * bench/pool.php measures exceeds that of chance. */
#define HP_SQUARES_RING_EFFECT 2

/* Returns how many samples of one interval each would be as exact as samples of this weight and sum
 * of squares: hp_profile_samples.squares. */
double hp_profile_effective_samples(uint64_t weight, uint64_t squares);

/* Returns the effective samples of a sampled run, or its number of samples if the squares are not
 * known. */
double hp_profile_effective(const hp_profile *profile);

/* Sets hp_profile_samples.squares from the squares of weights in another unit. The run must have
 * been added up. */
void hp_profile_set_squares(hp_profile *profile, double squares);

/* Sets hp_profile_samples.squares so that hp_profile_effective() returns that number. */
void hp_profile_set_effective(hp_profile *profile, double effective);

/* Add the squares of another run, and set hp_profile_samples.squares to those of all that was
 * merged, once the run is finished. Different runs have different units of weight. */
void hp_profile_merge_squares(hp_profile *profile, const hp_profile *other);
void hp_profile_finish_squares(hp_profile *profile);

/* Returns twice the standard error, in percentage points, of a share of one half with this many
 * effective samples; other shares have smaller errors. `timed` is the weight of the samples that a
 * clock took: if it is 0, nothing is left to chance. */
double hp_profile_sample_error(double effective, uint64_t timed);

/* Computes Wilson's 95 % interval of a share, from 0 to 1. Even a share without a sample is not
 * certain to be 0. */
void hp_profile_share_interval(double share, double effective, double *low, double *high);

#endif /* HP_PROFILE_SQUARES_H */
