/* moments.h: the samples of a run one by one, each with the memory of its moment; and a timeline made of them.
 *
 * A sample stands for the time since the one before it. So a timeline of samples has a call while samples in a
 * row have it on their stack, and a point of memory at each sample. */
#ifndef HP_PROFILE_MOMENTS_H
#define HP_PROFILE_MOMENTS_H

#include "profile/profile.h"

/* The moments of a finished profile become events and points, and it has HP_PROFILE_TIMELINE. What deep stacks would
 * make too long is counted as lost events. Nothing happens without moments. */
void hp_profile_make_timeline(hp_profile *profile);

/* Adds those of another profile, whose node i is map[i] here. */
void hp_profile_add_moments(hp_profile *profile, const hp_profile *other, const uint32_t *map);

#endif /* HP_PROFILE_MOMENTS_H */
