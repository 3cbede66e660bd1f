/* profile.h: a sampling run as a profile. */
#ifndef HP_SAMPLER_PROFILE_H
#define HP_SAMPLER_PROFILE_H

#include "profile/profile.h"
#include "sampler/result.h"

/* A profile of call paths with lines. It has the time that the samples stand for: by the wall
 * clock, wall and CPU time; by the CPU clock, CPU time as both. The caller owns it. */
hp_profile *hp_sample_profile(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary);

#endif /* HP_SAMPLER_PROFILE_H */
