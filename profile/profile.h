/* profile.h: the result of a run. It holds no references to the engine or the request. Times are in
 * nanoseconds. A finished profile does not change.
 *
 * Every profile has pairs, the rows of the classic result. In tree mode it also has nodes, the call
 * paths. A sampled run counts samples where others count calls. */
#ifndef HP_PROFILE_PROFILE_H
#define HP_PROFILE_PROFILE_H

#include "base/pool.h"
#include "base/table.h"
#include "base/vector.h"
#include "profile/allocs.h"
#include "profile/events.h"
#include "profile/features.h"
#include "profile/sources.h"

#define HP_PROFILE_NONE UINT32_MAX

typedef struct hp_values {
	int64_t wall_ns;
	int64_t cpu_ns;
	int64_t memory_bytes;
	int64_t peak_bytes;
} hp_values;

typedef struct hp_profile_function {
	zend_string *name;
	zend_string *file; /* NULL: internal or unknown */
	uint32_t line; /* 0: unknown */
} hp_profile_function;

typedef struct hp_profile_pair {
	uint32_t caller; /* a function; HP_PROFILE_NONE for main() */
	uint32_t caller_level; /* of recursion */
	uint32_t callee;
	uint32_t callee_level;
	uint64_t count; /* calls; in a sampled run, samples, callees included */
	hp_values sum; /* inclusive */
} hp_profile_pair;

typedef struct hp_profile_node {
	/* The caller's node, which is before this one; HP_PROFILE_NONE for main(), which is the first.
	 * With HP_PROFILE_LINES there may be several nodes of main(). */
	uint32_t parent;
	uint32_t function;
	uint32_t level;
	/* Line of its first call, in the caller's code. With HP_PROFILE_LINES, the line in its own code
	 * that ran or called the next node. 0: unknown. */
	uint32_t line;
	/* Calls; in a sampled run, samples, callees excluded. 0 if a fiber began a call on this path
	 * and ended it on another. */
	uint64_t count;
	hp_values sum;
	int64_t min_ns; /* wall time of the shortest call; INT64_MAX without calls */
	int64_t max_ns; /* wall time of the longest call; -1 without calls */
} hp_profile_node;

/* A line of a chosen function. */
typedef struct hp_profile_line {
	uint32_t function;
	uint32_t line;
	uint64_t count; /* how often execution reached it */
	int64_t wall_ns; /* callees included */
} hp_profile_line;

/* An event of the timeline: a call of a node begins or, with HP_PROFILE_NONE, the innermost call
 * ends. */
typedef struct hp_profile_event {
	int64_t at_ns; /* since the start of main() */
	uint32_t node;
	uint32_t lane; /* the lane of the call that begins: 0 is the main program, others are fibers */
} hp_profile_event;

/* The innermost frame of a thread that was ready to run but had no CPU. */
#define HP_PROFILE_WAIT_FOR_CPU "{wait for CPU}"

/* Values of hp_profile_moment.is_off_cpu. STILL: the thread has not run since the previous sample,
 * so the same wait continues. UNSEEN: no look saw this time pass, and it was charged to where the
 * thread was last seen. */
#define HP_PROFILE_STILL_OFF_CPU 2u
#define HP_PROFILE_UNSEEN_OFF_CPU 3u

/* Returns the value of hp_profile_moment.is_off_cpu for a sample. A sample that no look saw is
 * HP_PROFILE_UNSEEN_OFF_CPU, whatever the other arguments say. */
static inline uint32_t hp_profile_off_cpu(bool is_off_cpu, bool is_repeated, bool is_unseen)
{
	if (is_unseen) {
		return HP_PROFILE_UNSEEN_OFF_CPU;
	}

	return is_repeated ? HP_PROFILE_STILL_OFF_CPU : is_off_cpu;
}

/* A sample: see profile/moments.h. */
typedef struct hp_profile_moment {
	int64_t at_ns; /* its end, since the start of the run; moments are in order of this */
	int64_t memory_bytes; /* memory_get_usage() from its begin on; 0 without HP_METRIC_MEMORY */
	/* the time that it stands for, which ends at at_ns; 0: the program took the sample */
	int64_t wall_ns;
	uint32_t node;
	uint32_t weight; /* intervals; with HP_PROFILE_LANES 1 */
	uint32_t is_off_cpu; /* 1: the thread was not running; HP_PROFILE_*_OFF_CPU */
	uint32_t lane; /* with HP_PROFILE_LANES, its process, from 0 on */
	uint32_t request; /* with HP_PROFILE_LANES, the request of that process, from 1 on */
} hp_profile_moment;

/* The memory in use from an event of the timeline on. */
typedef struct hp_profile_memory {
	int64_t event; /* the event's number */
	int64_t bytes; /* memory_get_usage() */
} hp_profile_memory;

/* Something that happened at a moment of the run, such as an exception. */
typedef struct hp_profile_mark {
	int64_t at_ns; /* since the start of main(); marks are in order of this */
	zend_string *text; /* persistent, owned; NULL: none */
	uint32_t kind; /* hp_mark_kind, or one of a later version */
	uint32_t lane;
} hp_profile_mark;

/* The metrics at a time of the timeline. */
typedef struct hp_profile_point {
	int64_t at_ns; /* since the start of main() */
	int64_t cpu_ns; /* CPU time since the start of main(); 0 without HP_METRIC_CPU */
	int64_t memory_bytes; /* memory_get_usage(); 0 without HP_METRIC_MEMORY */
} hp_profile_point;

/* The calls and paths that have no rows in a reduced profile: profile/reduce.h. */
typedef struct hp_profile_reduced {
	uint64_t hidden_calls; /* calls of functions that are part of another row */
	uint64_t left_out; /* call paths, or functions if there are no paths, below the threshold */
	int64_t left_out_ns; /* the wall time of these */
} hp_profile_reduced;

/* The kinds of call that differ in overhead. */
typedef enum hp_profile_call {
	HP_PROFILE_CALL_USER,
	HP_PROFILE_CALL_INTERNAL,
	HP_PROFILE_CALL_METHOD, /* of an internal class */
	HP_PROFILE_CALLS
} hp_profile_call;

/* The mean cost of recording a call, in picoseconds: the part in the call's own time, and all,
 * which includes the part in its caller's time. */
typedef struct hp_profile_cost {
	int64_t inner_ps;
	int64_t all_ps;
} hp_profile_cost;

/* The garbage collector's work in the run. Merged runs have the sums, and the maxima of the last
 * four members. */
typedef struct hp_profile_gc {
	uint64_t runs;
	uint64_t collected; /* values freed */
	uint64_t collector_ns; /* with HP_PROFILE_GC_TIMES; includes the next two */
	uint64_t destructor_ns;
	uint64_t free_ns;
	uint64_t threshold_before; /* number of roots at which it would run, when the run began */
	uint64_t threshold;
	uint64_t roots_before;
	uint64_t roots;
} hp_profile_gc;

/* Something that a finished profile computes when it is first asked for, and then keeps. */
typedef struct hp_profile_kept {
	void *found; /* NULL: not asked for yet */
	void (*release)(void *found);
} hp_profile_kept;

/* A map from keys of four parts to numbers. All zeros is an empty map. */
#define HP_PROFILE_KEY_PARTS 4

typedef hp_table hp_profile_index;

typedef struct hp_profile {
	uint32_t more_owners; /* number of owners besides the first */
	uint32_t metrics; /* HP_METRIC_* */
	uint32_t features; /* HP_PROFILE_* */
	HP_VECTOR(hp_profile_function) functions;
	hp_pool names; /* memory for the names of some functions; freed with the profile */
	HP_VECTOR(hp_profile_pair) pairs; /* in order of their first ends, so main() is the last */
	HP_VECTOR(hp_profile_node) nodes;
	/* in a sampled run, the nodes with samples, in order of their first ends */
	HP_VECTOR(uint32_t) order;
	HP_VECTOR(hp_profile_line) lines; /* with HP_PROFILE_LINE_COUNTS */
	HP_VECTOR(hp_profile_moment) moments; /* in a sampled run, its samples in order of time */
	HP_VECTOR(hp_profile_event) events;
	/* with HP_METRIC_MEMORY, the events at which memory changed */
	HP_VECTOR(hp_profile_memory) memories;
	HP_VECTOR(hp_profile_point) points;
	HP_VECTOR(hp_profile_mark) marks; /* for the timeline, or for moments with HP_PROFILE_LANES */
	uint64_t lost_marks; /* marks that were not kept; with HP_PROFILE_LOST_MARKS */
	/* events, or moments, that were not recorded because the buffer was full */
	uint64_t lost_events;
	hp_allocs_table pair_allocs; /* with HP_METRIC_ALLOC */
	hp_allocs_table node_allocs;
	hp_alloc_run alloc_totals;
	/* the kinds of event that were counted; not the timeline's events */
	hp_profile_events events_counted;
	hp_counts_table pair_counts; /* counts of these events, by pair */
	hp_counts_table node_counts;
	int64_t started_ns; /* Unix time */
	int64_t call_cost_ps; /* cost of recording one call, in picoseconds */
	hp_profile_cost costs[HP_PROFILE_CALLS]; /* with HP_PROFILE_COSTS */
	int64_t is_compensated; /* 1: these costs were taken out of the times; else 0 */
	int64_t cpu_clock; /* 1 with HP_PROFILE_CPU_CLOCK */
	int64_t runs; /* number of runs that were merged; 0: parts of one run */
	uint64_t unrecorded_calls;
	uint64_t truncated_calls;
	uint64_t missed_line_calls; /* calls of chosen functions whose lines were not recorded */
	uint64_t samples; /* samples taken in a sampled run; a late one stands for several intervals */
	/* With HP_PROFILE_SQUARES, the sum of the squares of the samples' weights, from which errors
	 * are computed. A wait, or a sample that the program took, counts as its weight, not its
	 * square: it is as exact as that many samples of weight 1. The unit is that of main()'s
	 * count. */
	uint64_t squares;
	hp_profile_sources sources; /* by what the samples were taken */
	/* the part of the weight of samples taken at a safe point, perhaps after the code whose time it
	 * is */
	uint64_t displaced;
	uint64_t custom; /* the part of the weight that xhprof_sample() took; with HP_PROFILE_CUSTOM */
	hp_profile_gc gc; /* with HP_PROFILE_GC */
	int64_t interval_ns; /* between two samples; 0: merged runs differ, or there are no samples */
	hp_profile_reduced reduced; /* with HP_PROFILE_REDUCED */
	hp_profile_kept *looks; /* profile/looks.h; owned */
	struct hp_profile
		*sampled; /* samples of the same run, taken beside the calls; owned; NULL: there are none */
	zend_string *meta; /* profile/meta.h; persistent, owned; NULL: unknown */
	zend_string *components; /* profile/component_rules.h; persistent, owned; NULL: none */
	/* The rest is used until the profile is finished. */
	/* The weight of all that was merged, in nanoseconds, or in counts if there are no times; and
	 * the sum of weight * weight / effective samples. */
	double merged_weight;
	double merged_squares;
	hp_table numbers; /* numbers of functions, by name; filled when one is first searched for */
	hp_table pair_index; /* numbers of pairs, by caller and callee */
	hp_profile_index node_index;
	hp_profile_index line_index;
} hp_profile;

/* Makes an empty profile. The caller owns it, fills it with the functions below, the root first,
 * and then finishes it. */
hp_profile *hp_profile_new(uint32_t metrics, uint32_t features);
void hp_profile_free(hp_profile *profile);

/* Returns the bits of `needs`, metrics or features, that a profile does not have. */
uint32_t hp_profile_missing(const hp_profile *profile, uint32_t needs);

/* Adds an owner and returns the profile. Each owner calls hp_profile_free(). */
hp_profile *hp_profile_share(hp_profile *profile);

/* Finds or adds a function by name, and takes references to the strings. file may be NULL. Returns
 * its number. */
uint32_t hp_profile_function_number(
	hp_profile *profile, zend_string *name, zend_string *file, uint32_t line);

/* Returns the number of the function of that name; HP_PROFILE_NONE if there is none. */
uint32_t hp_profile_find_function(const hp_profile *profile, zend_string *name);

/* Adds a function that is known to be new. Its name is copied; file is as above. Returns its
 * number. */
uint32_t hp_profile_append_function(
	hp_profile *profile, const char *name, size_t length, zend_string *file, uint32_t line);

/* Numbers functions that were added as rows. Returns false if a name is NULL or occurs twice. */
bool hp_profile_number_functions(hp_profile *profile);

/* Find or add a pair, and a node below `parent`. A new node has no level yet. With
 * HP_PROFILE_LINES, the line is part of a node's key. */
hp_profile_pair *hp_profile_pair_of(hp_profile *profile, uint32_t caller, uint32_t caller_level,
	uint32_t callee, uint32_t callee_level);
uint32_t hp_profile_node_number(
	hp_profile *profile, uint32_t parent, uint32_t function, uint32_t line);

/* Adds a pair or a node that is known to be new. */
hp_profile_pair *hp_profile_append_pair(hp_profile *profile, uint32_t caller, uint32_t caller_level,
	uint32_t callee, uint32_t callee_level);
hp_profile_node *hp_profile_append_node(hp_profile *profile, uint32_t parent, uint32_t function);

/* Visits the nodes: calls `enter` for each node after its caller, and `leave` after all that the
 * node called were left. Callers must be before their callees. The time is proportional to the
 * number of nodes, however deep they are. */
void hp_profile_walk(const hp_profile *profile, void (*enter)(void *context, uint32_t node),
	void (*leave)(void *context, uint32_t node), void *context);

/* Sets each node's level: how often its function is on the path above it. */
void hp_profile_set_levels(hp_profile *profile);

/* Makes the pairs of a sampled run from its nodes. */
void hp_profile_make_pairs(hp_profile *profile);

/* Finishes a sampled run whose nodes hold times without callees: adds the callees' times, sets the
 * levels, and makes the pairs. */
void hp_profile_add_up(hp_profile *profile);

/* Finishes a profile. Nothing may be added afterwards. */
void hp_profile_finish(hp_profile *profile);

/* Returns the pair of main(), which is the whole run. NULL if the profile is empty. */
const hp_profile_pair *hp_profile_root(const hp_profile *profile);

/* True for samples that were taken by an event and not by a clock: they have counts but no
 * times. */
bool hp_profile_is_timeless(const hp_profile *profile);

/* True if all call paths are there. Otherwise functions and their callers are complete only in the
 * pairs. */
bool hp_profile_has_all_paths(const hp_profile *profile);

/* Returns the cost per call that the run's times contain: 0 if the run was compensated. */
int64_t hp_profile_call_cost_ps(const hp_profile *profile);

/* Returns each node's samples in a sampled run, callees included, by number. The caller frees them
 * with pefree(, true). */
uint64_t *hp_profile_samples(const hp_profile *profile);

/* Returns the sum of the pairs' counts. */
uint64_t hp_profile_count(const hp_profile *profile);

/* Returns each node's cost without callees, by number. The caller frees it with pefree(, true). */
hp_values *hp_profile_own_values(const hp_profile *profile);

/* Returns each node's events without callees, by number. The caller frees them with pefree(, true).
 * NULL if the profile has no events. */
hp_counts *hp_profile_own_counts(const hp_profile *profile);

/* Returns the number of a key. A new key gets the number `next`. */
uint32_t hp_profile_index_find(hp_profile_index *index, const uint32_t *key, uint32_t next);
void hp_profile_index_free(hp_profile_index *index);

void hp_values_add(hp_values *sum, const hp_values *more);
void hp_values_subtract(hp_values *sum, const hp_values *less);

#endif /* HP_PROFILE_PROFILE_H */
