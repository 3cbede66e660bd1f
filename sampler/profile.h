/* profile.h: a sampling run as a profile. */
#ifndef HP_SAMPLER_PROFILE_H
#define HP_SAMPLER_PROFILE_H

#include "profile/profile.h"
#include "sampler/result.h"

/* Call paths with lines and the time that the samples stand for: wall and CPU time by the wall
 * clock, CPU time as both by the CPU clock. The caller owns it. */
hp_profile *hp_sample_profile(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary);

#endif /* HP_SAMPLER_PROFILE_H */
