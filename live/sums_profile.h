/* sums_profile.h: the sums of many rings as profiles. */
#ifndef HP_LIVE_SUMS_PROFILE_H
#define HP_LIVE_SUMS_PROFILE_H

#include "live/sums.h"
#include "profile/profile.h"

/* The samples of a series, or those of them that one of the heaviest traces has. */
typedef struct hp_live_sums_part {
	uint32_t series;
	hp_live_trace trace; /* zeros: of no trace, or of lighter ones */
	hp_profile *profile; /* a part of a run */
} hp_live_sums_part;

/* All samples, in the order of the series. The caller frees the profiles and, by pefree(, true), the array. */
hp_live_sums_part *hp_live_sums_parts(const hp_live_sums *sums, uint32_t *count);

#endif /* HP_LIVE_SUMS_PROFILE_H */
