/* paths.h: what follows from the nodes of a profile, its call paths: their order, levels and own
 * costs, and the pairs of a sampled run. */
#ifndef HP_PROFILE_PATHS_H
#define HP_PROFILE_PATHS_H

#include "profile/profile.h"

/* Visits the nodes: calls `enter` for each node after its caller, and `leave` after all that the
 * node called were left. Ends if `enter` returns false. Callers must be before their callees. The
 * time is proportional to the number of nodes, however deep they are. */
void hp_paths_walk(const hp_profile *profile, bool (*enter)(void *context, uint32_t node),
	void (*leave)(void *context, uint32_t node), void *context);

/* Sets each node's level: how often its function is on the path above it. */
void hp_paths_set_levels(hp_profile *profile);

/* Finds or adds the pair of a node and its caller, by their levels. */
hp_profile_pair *hp_paths_pair(hp_profile *profile, const hp_profile_node *node);

/* Makes the pairs of a run from its nodes. */
void hp_paths_make_pairs(hp_profile *profile);

/* Finishes a run whose nodes hold times without callees: adds the callees' times, sets the levels,
 * and makes the pairs. */
void hp_paths_add_up(hp_profile *profile);

/* Returns each node's samples in a sampled run, callees included, by number. The caller frees them
 * with pefree(, true). */
uint64_t *hp_paths_node_samples(const hp_profile *profile);

/* Returns each node's cost without callees, by number. The caller frees it with pefree(, true). */
hp_values *hp_paths_own_values(const hp_profile *profile);

/* Returns each node's events without callees, by number. The caller frees them with pefree(, true).
 * NULL if the profile has no events. */
hp_counts *hp_paths_own_counts(const hp_profile *profile);

#endif /* HP_PROFILE_PATHS_H */
