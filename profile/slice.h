/* slice.h: the part of a run between two times, or that of one fiber or process, as a run of its own.
 *
 * A run of calls needs a timeline. Each path has the wall time that it took in the part, what memory grew by, and the calls
 * that ran in it, even if they began before or ended after it. The times are those that were measured, with the
 * overhead. Other metrics are known of the whole run only. Of samples the part has what it has of their spans (profile/moments.h).
 * Parts add up to the run. */
#ifndef HP_PROFILE_SLICE_H
#define HP_PROFILE_SLICE_H

#include "profile/profile.h"

typedef struct hp_slice {
	int64_t from_ns; /* since the start of the run */
	int64_t to_ns; /* what is then is no longer in it */
	uint32_t lane; /* HP_PROFILE_NONE: all */
} hp_slice;

/* True if the run knows when something was. */
bool hp_profile_has_times(const hp_profile *profile);

/* Makes a new profile, which the caller owns. The run must have times. */
hp_profile *hp_profile_slice(const hp_profile *profile, const hp_slice *slice);

#endif /* HP_PROFILE_SLICE_H */
