/* neighbours.h: who calls a function and whom it calls, with the cost of each edge between the two.
 * As in pprof, a call path counts once for an edge, however often the edge is on it. Calls of the
 * function by itself are no edge. */
#ifndef HP_PROFILE_NEIGHBOURS_H
#define HP_PROFILE_NEIGHBOURS_H

#include "profile/profile.h"

/* A caller, with the cost of the function when called from there; or a callee, with its cost when
 * the function calls it. */
typedef struct hp_neighbour {
	uint32_t function;
	/* All calls; in a sampled run, samples, callees included, which add up as times do. */
	uint64_t calls;
	hp_values sum; /* inclusive */
	hp_counts counts;
} hp_neighbour;

typedef HP_VECTOR(hp_neighbour) hp_neighbour_list;

typedef struct hp_neighbours {
	hp_neighbour_list callers; /* sorted by wall time, the greatest first */
	hp_neighbour_list callees;
	hp_neighbour itself; /* calls of the function by itself */
} hp_neighbours;

/* Makes the neighbours of one or several functions. is_meant says, by number, which functions are
 * taken as one. Without complete call paths, levels of recursion do not always show whether an edge
 * is within the same edge. If it may be, it is assumed to be, so that no cost is counted twice. */
hp_neighbours hp_neighbours_new(const hp_profile *profile, const bool *is_meant);
void hp_neighbours_free(hp_neighbours *neighbours);

#endif /* HP_PROFILE_NEIGHBOURS_H */
