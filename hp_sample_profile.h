/* hp_sample_profile.h: a sampling run as a profile, for all that is made of these.
 *
 * Each sample counts as a call of each function on its stack, but for main(), which is called once. Time is
 * the weight of the samples, and CPU time that of those on the CPU. */
#ifndef HP_SAMPLE_PROFILE_H
#define HP_SAMPLE_PROFILE_H

#include "hp_profile.h"
#include "hp_sample_result.h"

/* With call paths. The caller owns it. */
hp_profile *hp_sample_profile(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary);

#endif /* HP_SAMPLE_PROFILE_H */
