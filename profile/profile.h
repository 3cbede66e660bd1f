/* profile.h: the result of a run. It refers to nothing of the engine or the request, times are in
 * nanoseconds, and once it is finished it does not change.
 *
 * Every profile has pairs, the rows of the classic result; in tree mode it has nodes, the call paths. A
 * sampled run counts samples where others count calls. */
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
	uint64_t count; /* of calls; in a sampled run of samples, callees included */
	hp_values sum; /* inclusive */
} hp_profile_pair;

typedef struct hp_profile_node {
	/* A node before this one; HP_PROFILE_NONE for main(), which is the first. Where the run is
	 * HP_PROFILE_LINES there may be more of main(). */
	uint32_t parent;
	uint32_t function;
	uint32_t level;
	/* Line of its first call in the caller's code. With HP_PROFILE_LINES, the line in its own code that ran,
	 * or called the next node. 0: unknown. */
	uint32_t line;
	/* Calls; in a sampled run samples, callees excluded. 0 if a fiber began a call on this path and
	 * ended it on another. */
	uint64_t count;
	hp_values sum;
	int64_t min_ns; /* wall time of the shortest call; INT64_MAX without any */
	int64_t max_ns; /* and of the longest; -1 */
} hp_profile_node;

/* A line of a chosen function. */
typedef struct hp_profile_line {
	uint32_t function;
	uint32_t line;
	uint64_t count; /* how often execution came to it */
	int64_t wall_ns; /* callees included */
} hp_profile_line;

/* An event of the timeline: a call of a node begins or, with HP_PROFILE_NONE, the innermost ends. */
typedef struct hp_profile_event {
	int64_t at_ns; /* since the start of main() */
	uint32_t node;
	uint32_t lane; /* of the call that begins: 0, the program's own, or its fiber's, from 1 on */
} hp_profile_event;

/* The innermost frame of a thread that could run, and had no CPU. */
#define HP_PROFILE_WAIT_FOR_CPU "{wait for CPU}"

/* The thread has not run since the sample before this one: one wait goes on. And no look saw this time pass: it was charged to where
 * the thread was last seen. */
#define HP_PROFILE_STILL_OFF_CPU 2u
#define HP_PROFILE_UNSEEN_OFF_CPU 3u

/* How a sample was off the CPU: a value for is_off_cpu of hp_profile_moment. A sample that no look saw is only that, whatever
 * else is said of it. */
static inline uint32_t hp_profile_off_cpu(bool is_off_cpu, bool is_repeated, bool is_unseen)
{
	if (is_unseen) {
		return HP_PROFILE_UNSEEN_OFF_CPU;
	}

	return is_repeated ? HP_PROFILE_STILL_OFF_CPU : is_off_cpu;
}

/* A sample: see profile/moments.h. */
typedef struct hp_profile_moment {
	int64_t at_ns; /* its end, since the start of the run; none is before the one in front of it */
	int64_t memory_bytes; /* memory_get_usage() from its begin on; 0 without HP_METRIC_MEMORY */
	int64_t wall_ns; /* its length, the time that it stands for; 0: the program took it */
	uint32_t node;
	uint32_t weight; /* intervals; with HP_PROFILE_LANES 1 */
	uint32_t is_off_cpu; /* 1: the thread was not running; HP_PROFILE_*_OFF_CPU */
	uint32_t lane; /* with HP_PROFILE_LANES: its process, from 0 on */
	uint32_t request; /* likewise: the request of that process, from 1 on */
} hp_profile_moment;

/* From an event of the timeline on, so much memory was in use. */
typedef struct hp_profile_memory {
	int64_t event; /* its number */
	int64_t bytes; /* memory_get_usage() */
} hp_profile_memory;

/* An exception, say: no call, but at a time of the timeline, or of the moments. */
typedef struct hp_profile_mark {
	int64_t at_ns; /* since the start of main(); none is before the one in front of it */
	zend_string *text; /* persistent, owned; NULL: none */
	uint32_t kind; /* hp_mark_kind, or one of a later version */
	uint32_t lane;
} hp_profile_mark;

/* The metrics at a time of the timeline. */
typedef struct hp_profile_point {
	int64_t at_ns; /* since the start of main() */
	int64_t cpu_ns; /* likewise; 0 without HP_METRIC_CPU */
	int64_t memory_bytes; /* memory_get_usage(); 0 without HP_METRIC_MEMORY */
} hp_profile_point;

/* Calls and paths without rows of their own in a reduced profile: profile/reduce.h. */
typedef struct hp_profile_reduced {
	uint64_t hidden_calls; /* of functions that are part of another row */
	uint64_t left_out; /* call paths, or without these functions, under the threshold */
	int64_t left_out_ns; /* and their wall time */
} hp_profile_reduced;

/* The kinds of call with an overhead of their own. */
typedef enum hp_profile_call {
	HP_PROFILE_CALL_USER,
	HP_PROFILE_CALL_INTERNAL,
	HP_PROFILE_CALL_METHOD, /* of an internal class */
	HP_PROFILE_CALLS
} hp_profile_call;

/* The mean cost of recording a call, in picoseconds: the part in its own time, and with that in its caller's. */
typedef struct hp_profile_cost {
	int64_t inner_ps;
	int64_t all_ps;
} hp_profile_cost;

/* The garbage collector in the run. Merged runs have the sums, and the greatest of the last four. */
typedef struct hp_profile_gc {
	uint64_t runs;
	uint64_t collected; /* values freed */
	uint64_t collector_ns; /* with HP_PROFILE_GC_TIMES, as the next two, which are parts of it */
	uint64_t destructor_ns;
	uint64_t free_ns;
	uint64_t threshold_before; /* roots at which it runs next */
	uint64_t threshold;
	uint64_t roots_before;
	uint64_t roots;
} hp_profile_gc;

/* A finished profile keeps it once it was found. */
typedef struct hp_profile_kept {
	void *found; /* NULL: nobody asked so far */
	void (*release)(void *found);
} hp_profile_kept;

/* A map from keys of four parts to numbers. All zeros is an empty one. */
#define HP_PROFILE_KEY_PARTS 4

typedef hp_table hp_profile_index;

typedef struct hp_profile {
	uint32_t more_owners; /* owners but the first */
	uint32_t metrics; /* HP_METRIC_* */
	uint32_t features; /* HP_PROFILE_* */
	HP_VECTOR(hp_profile_function) functions;
	hp_pool names; /* of some functions; freed with the profile */
	HP_VECTOR(hp_profile_pair) pairs; /* in order of first ends: main() is the last */
	HP_VECTOR(hp_profile_node) nodes;
	HP_VECTOR(uint32_t) order; /* of a sampled run, nodes with samples in order of first ends */
	HP_VECTOR(hp_profile_line) lines; /* with HP_PROFILE_LINE_COUNTS */
	HP_VECTOR(hp_profile_moment) moments; /* of a sampled run: its samples in order of time */
	HP_VECTOR(hp_profile_event) events;
	HP_VECTOR(hp_profile_memory) memories; /* with HP_METRIC_MEMORY, where it changed */
	HP_VECTOR(hp_profile_point) points;
	HP_VECTOR(hp_profile_mark) marks; /* of the timeline, or of moments with HP_PROFILE_LANES */
	uint64_t lost_marks; /* of moments; with HP_PROFILE_LOST_MARKS */
	uint64_t lost_events; /* or moments; not recorded: the buffer was full */
	hp_allocs_table pair_allocs; /* with HP_METRIC_ALLOC */
	hp_allocs_table node_allocs;
	hp_alloc_run alloc_totals;
	hp_profile_events events_counted; /* not the timeline's */
	hp_counts_table pair_counts; /* of these */
	hp_counts_table node_counts;
	int64_t started_ns; /* Unix time */
	int64_t call_cost_ps; /* cost of recording one call, in picoseconds */
	hp_profile_cost costs[HP_PROFILE_CALLS]; /* with HP_PROFILE_COSTS */
	int64_t is_compensated; /* 1: the times are without these costs; 0 */
	int64_t cpu_clock; /* 1 with HP_PROFILE_CPU_CLOCK */
	int64_t runs; /* that it is the sum of; 0: parts of one */
	uint64_t unrecorded_calls;
	uint64_t truncated_calls;
	uint64_t missed_line_calls; /* of chosen functions, whose lines were not seen */
	uint64_t samples; /* of a sampled run; a late one counts for several intervals */
	/* With HP_PROFILE_SQUARES the squares of their weights, added up: by them chance counts. The weight of a wait, or of one that
	 * the program took, is as exact as that many samples. The unit is that of main()'s count. */
	uint64_t squares;
	hp_profile_sources sources; /* that took them */
	uint64_t displaced; /* the part of the weight whose signals the program kept off */
	uint64_t custom; /* the part of the weight that xhprof_sample() took; with HP_PROFILE_CUSTOM */
	hp_profile_gc gc; /* with HP_PROFILE_GC */
	int64_t interval_ns; /* between two samples; 0: merged runs differ, or no samples */
	hp_profile_reduced reduced; /* with HP_PROFILE_REDUCED */
	hp_profile_kept *looks; /* profile/looks.h; owned */
	struct hp_profile
		*sampled; /* samples of the same run, taken beside the calls; owned; NULL: none */
	zend_string *meta; /* profile/meta.h; persistent, owned; NULL: unknown */
	zend_string *components; /* profile/component_rules.h; persistent, owned; NULL: none */
	/* until it is finished */
	/* The weight of all that was merged, in nanoseconds, or in counts if there are none; and the sum of
	 * weight * weight / effective samples. */
	double merged_weight;
	double merged_squares;
	hp_table numbers; /* of functions, by name; of none until one is searched for */
	hp_table pair_index; /* numbers of pairs, by caller and callee */
	hp_profile_index node_index;
	hp_profile_index line_index;
} hp_profile;

/* An empty profile; the caller owns it. Fill it with the functions below, the root first, and finish. */
hp_profile *hp_profile_new(uint32_t metrics, uint32_t features);
void hp_profile_free(hp_profile *profile);

/* The bits of needs (metrics or features) that a profile lacks. */
uint32_t hp_profile_missing(const hp_profile *profile, uint32_t needs);

/* Adds an owner, which frees it, too. */
hp_profile *hp_profile_share(hp_profile *profile);

/* Finds or adds a function by name, with references of its own. file may be NULL. */
uint32_t hp_profile_function_number(
	hp_profile *profile, zend_string *name, zend_string *file, uint32_t line);

/* The number of the function of that name; HP_PROFILE_NONE: there is none. */
uint32_t hp_profile_find_function(const hp_profile *profile, zend_string *name);

/* Adds a function that is known to be new. Its name is in the profile's own memory; file is as above. */
uint32_t hp_profile_append_function(
	hp_profile *profile, const char *name, size_t length, zend_string *file, uint32_t line);

/* Numbers functions that were added as rows. False if a name is NULL or not the only one. */
bool hp_profile_number_functions(hp_profile *profile);

/* Finds or adds a pair, and a node below parent. A new node has no level yet; its line is part of its key
 * with HP_PROFILE_LINES. */
hp_profile_pair *hp_profile_pair_of(hp_profile *profile, uint32_t caller, uint32_t caller_level,
	uint32_t callee, uint32_t callee_level);
uint32_t hp_profile_node_number(
	hp_profile *profile, uint32_t parent, uint32_t function, uint32_t line);

/* Adds a pair or a node that is known to be new. */
hp_profile_pair *hp_profile_append_pair(hp_profile *profile, uint32_t caller, uint32_t caller_level,
	uint32_t callee, uint32_t callee_level);
hp_profile_node *hp_profile_append_node(hp_profile *profile, uint32_t parent, uint32_t function);

/* Calls enter for each node after its caller, and leave once it has left all that the node called. Callers must stand
 * before their callees. Takes time in proportion to the nodes, however deep they are. */
void hp_profile_walk(const hp_profile *profile, void (*enter)(void *context, uint32_t node),
	void (*leave)(void *context, uint32_t node), void *context);

/* Sets each node's level: how often its function is on its path above. */
void hp_profile_set_levels(hp_profile *profile);

/* Makes the pairs of a sampled run from its nodes. */
void hp_profile_make_pairs(hp_profile *profile);

/* Finishes a sampled run whose nodes have their times without callees so far: adds these, sets the levels, makes the pairs. */
void hp_profile_add_up(hp_profile *profile);

/* Add nothing afterwards. */
void hp_profile_finish(hp_profile *profile);

/* The pair of main(): the whole run. NULL in an empty profile. */
const hp_profile_pair *hp_profile_root(const hp_profile *profile);

/* True for samples that an event gave and no clock: they have no times, but counts. */
bool hp_profile_is_timeless(const hp_profile *profile);

/* True if call paths are all there; else functions and their callers are complete in the pairs only. */
bool hp_profile_has_all_paths(const hp_profile *profile);

/* The part of a call's cost that the run's times have: none if the run was compensated. */
int64_t hp_profile_call_cost_ps(const hp_profile *profile);

/* Each node's samples in a sampled run, callees included, by number. The caller frees them by pefree(, true). */
uint64_t *hp_profile_samples(const hp_profile *profile);

/* The sum of the pairs' counts. */
uint64_t hp_profile_count(const hp_profile *profile);

/* Each node's cost without callees, by number. The caller frees it by pefree(, true). */
hp_values *hp_profile_own_values(const hp_profile *profile);

/* Likewise, the events of each. NULL: the profile has none. */
hp_counts *hp_profile_own_counts(const hp_profile *profile);

/* The number of a key; a new key gets next. */
uint32_t hp_profile_index_find(hp_profile_index *index, const uint32_t *key, uint32_t next);
void hp_profile_index_free(hp_profile_index *index);

void hp_values_add(hp_values *sum, const hp_values *more);
void hp_values_subtract(hp_values *sum, const hp_values *less);

#endif /* HP_PROFILE_PROFILE_H */
