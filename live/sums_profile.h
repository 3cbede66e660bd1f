/* sums_profile.h: turns the sums of many rings into profiles. */
#ifndef HP_LIVE_SUMS_PROFILE_H
#define HP_LIVE_SUMS_PROFILE_H

#include "live/sums.h"
#include "profile/profile.h"

/* The samples of a series that belong to one of the heaviest traces, or those that belong to none
 * of them. */
typedef struct hp_live_sums_part {
	uint32_t series;
	hp_live_trace trace; /* zeros: no trace, or a lighter one */
	hp_profile *profile; /* a part of a run */
} hp_live_sums_part;

/* Returns all samples as parts, in the order of the series, and their number. The caller frees the
 * profiles and, by pefree(, true), the array. */
hp_live_sums_part *hp_live_sums_parts(const hp_live_sums *sums, uint32_t *count);

#endif /* HP_LIVE_SUMS_PROFILE_H */
