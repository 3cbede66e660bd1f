/* merge.h: several runs in one profile. */
#ifndef HP_PROFILE_MERGE_H
#define HP_PROFILE_MERGE_H

#include "profile/profile.h"

/* Adds all that another profile holds, but for its timeline. It must have nodes if this one is a tree. */
void hp_profile_add(hp_profile *profile, const hp_profile *other);

/* The run without HP_PROFILE_LINES, in a new profile; NULL if it is without them already. */
hp_profile *hp_profile_join_lines(const hp_profile *profile);

#endif /* HP_PROFILE_MERGE_H */
