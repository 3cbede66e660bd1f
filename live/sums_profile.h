/* sums_profile.h: the sums of many rings as profiles. */
#ifndef HP_LIVE_SUMS_PROFILE_H
#define HP_LIVE_SUMS_PROFILE_H

#include "live/sums.h"
#include "profile/profile.h"

/* A profile of each series, in their order, each a part of a run. The caller frees the profiles and, by pefree(, true), their
 * array. */
hp_profile **hp_live_sums_profiles(const hp_live_sums *sums);

#endif /* HP_LIVE_SUMS_PROFILE_H */
