/* merge.h: several runs in one profile. */
#ifndef HP_PROFILE_MERGE_H
#define HP_PROFILE_MERGE_H

#include "profile/profile.h"

/* Adds all that another profile holds, but for its timeline. It must have nodes if this one is a tree. */
void hp_profile_add(hp_profile *profile, const hp_profile *other);

/* The run without HP_PROFILE_LINES, in a new profile; NULL if it is without them already. */
hp_profile *hp_profile_join_lines(const hp_profile *profile);

/* False: the number of all runs is beyond an int, and the mean of a run would be wrong. */
bool hp_profile_may_merge(const hp_profile *const *runs, uint32_t count);

/* A new profile of all runs, count of at least one, with the metrics, features and meta that all of them have; and with
 * their samples if all have these. Samples do not mix with calls. */
hp_profile *hp_profile_merge(const hp_profile *const *runs, uint32_t count);

/* The same run, in a new profile, with other names for some functions: strings by name. Functions that then have one name are one. A
 * timeline is lost if call paths become one. */
hp_profile *hp_profile_rename(const hp_profile *profile, const HashTable *names);

#endif /* HP_PROFILE_MERGE_H */
