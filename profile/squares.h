/* squares.h: what samples of unequal weight are worth, by the squares of their weights. */
#ifndef HP_PROFILE_SQUARES_H
#define HP_PROFILE_SQUARES_H

#include "profile/profile.h"

/* How many samples of one interval each would be as exact as samples of this weight and these squares: hp_profile. */
double hp_profile_effective_samples(uint64_t weight, uint64_t squares);

/* Those of a sampled run; where squares are not known, its samples. */
double hp_profile_effective(const hp_profile *profile);

/* Sets hp_profile.squares from those of weights in another unit, once the run is added up. */
void hp_profile_set_squares(hp_profile *profile, double squares);

/* Sets them so that hp_profile_effective() is that number. */
void hp_profile_set_effective(hp_profile *profile, double effective);

/* Those of all that was merged, once the run is finished. Weights of different runs have different units. */
void hp_profile_merge_squares(hp_profile *profile, const hp_profile *other);
void hp_profile_finish_squares(hp_profile *profile);

/* Twice the standard error, in percentage points, of a share of one half in so many effective samples; others have less. timed is
 * the weight of the samples that a clock took: without any, nothing is left to chance. */
double hp_profile_sample_error(double effective, uint64_t timed);

/* The interval in which a share lies 95 of 100 times, of 1, by Wilson: without a sample it is not certain to be 0. */
void hp_profile_share_interval(double share, double effective, double *low, double *high);

#endif /* HP_PROFILE_SQUARES_H */
