/* slice.h: the part of a run between two times, or of one fiber or process, as a separate run.
 *
 * A run of calls needs a timeline. Each path has the wall time that it took in the part, the growth
 * of memory, and the calls that ran in it, even if they began before or ended after it. The times
 * are as measured, including the overhead. Other metrics are known only for the whole run. A part
 * of a sampled run contains the pieces of the samples' spans that are in it (profile/moments.h).
 * All parts add up to the run. */
#ifndef HP_PROFILE_SLICE_H
#define HP_PROFILE_SLICE_H

#include "profile/profile.h"

typedef struct hp_slice {
	int64_t from_ns; /* since the start of the run */
	int64_t to_ns; /* the end, which is no longer in the part */
	uint32_t lane; /* HP_PROFILE_NONE: all */
} hp_slice;

/* True if the run knows when things happened. */
bool hp_profile_has_times(const hp_profile *profile);

/* Makes a new profile, which the caller owns. The run must have times. */
hp_profile *hp_profile_slice(const hp_profile *profile, const hp_slice *slice);

#endif /* HP_PROFILE_SLICE_H */
