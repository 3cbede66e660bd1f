/* graph_profile.h: makes a profile of a graph of calls and of what belongs to it. */
#ifndef HP_TRACE_GRAPH_PROFILE_H
#define HP_TRACE_GRAPH_PROFILE_H

#include "alloc/live.h"
#include "profile/profile.h"
#include "hp_entry.h"
#include "trace/line_log.h"
#include "trace/options.h"
#include "trace/counting.h"

/* Makes an unfinished profile of what a graph and a live-block table hold. The caller owns it.
 * Gives the graph's symbols numbers: they must have none before, and the caller must reset them
 * before the next profile. is_plain: only pairs, by the engine's names. */
hp_profile *hp_graph_profile_new(const hp_graph *graph, const hp_live *live,
	const hp_trace_options *options, const hp_counting *counting, bool is_plain,
	double ticks_per_ns);

/* A call that is open while a profile is made. */
typedef struct hp_graph_profile_open {
	const hp_entry_t *entry;
	bool is_cut; /* hp_entry_is_cut() */
	hp_metrics cost; /* so far */
	hp_counts counts; /* its events so far */
} hp_graph_profile_open;

/* Counts an open call as if it had ended. */
void hp_graph_profile_add_open(
	hp_profile *profile, const hp_graph_profile_open *open, double ticks_per_ns);

/* Adds the lines of a run that recorded them. */
void hp_graph_profile_take_lines(hp_profile *profile, hp_line_log *lines, double ticks_per_ns);

#endif /* HP_TRACE_GRAPH_PROFILE_H */
