/* merge.h: several runs in one profile. */
#ifndef HP_PROFILE_MERGE_H
#define HP_PROFILE_MERGE_H

#include "profile/profile.h"

/* Adds all that another profile holds, except its timeline. It must have nodes if this one is a
 * tree. */
void hp_profile_add(hp_profile *profile, const hp_profile *other);

/* Returns a new profile of the run without HP_PROFILE_LINES, which the caller owns; NULL if it has
 * no lines anyway. */
hp_profile *hp_profile_join_lines(const hp_profile *profile);

/* Returns false if the number of all runs together would overflow: averages per run would be
 * wrong. */
bool hp_profile_may_merge(const hp_profile *const *runs, uint32_t count);

/* Returns a new profile of `count` runs (at least one), which the caller owns. It has the metrics,
 * features and meta that all runs have, and their samples if all have some. Samples do not mix with
 * calls. */
hp_profile *hp_profile_merge(const hp_profile *const *runs, uint32_t count);

/* Returns a new profile of the run with other names for some functions, which the caller owns.
 * `names` maps names to strings. Functions that then have the same name become one. The timeline is
 * lost if call paths become one. */
hp_profile *hp_profile_rename(const hp_profile *profile, const HashTable *names);

#endif /* HP_PROFILE_MERGE_H */
