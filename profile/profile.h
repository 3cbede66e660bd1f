/* profile.h: the result of a run. It holds no references to the engine or the request. Times are in
 * nanoseconds. A finished profile does not change.
 *
 * Every profile has pairs, the rows of the classic result. In tree mode it also has nodes, the call
 * paths. A sampled run counts samples where others count calls. What only some have is in structs
 * with headers of their own: calls.h, samples.h, timeline.h, allocs.h, events.h. */
#ifndef HP_PROFILE_PROFILE_H
#define HP_PROFILE_PROFILE_H

#include "base/pool.h"
#include "base/table.h"
#include "base/vector.h"
#include "profile/allocs.h"
#include "profile/calls.h"
#include "profile/events.h"
#include "profile/features.h"
#include "profile/samples.h"
#include "profile/timeline.h"

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

/* The calls and paths that have no rows in a reduced profile: profile/reduce.h. */
typedef struct hp_profile_reduced {
	uint64_t hidden_calls; /* calls of functions that are part of another row */
	uint64_t left_out; /* call paths, or functions if there are no paths, below the threshold */
	int64_t left_out_ns; /* the wall time of these */
} hp_profile_reduced;

/* The garbage collector's work in the run. Merged runs have the sums, and the maxima of the last
 * four members. */
typedef struct hp_profile_gc {
	uint64_t runs;
	uint64_t collected; /* values freed */
	uint64_t collector_ns; /* with HP_PROFILE_GC_TIMES; includes the next two */
	uint64_t destructor_ns;
	uint64_t free_ns;
	uint64_t threshold_before; /* number of roots at which it would run, when the run began */
	uint64_t threshold; /* the same, when the run ended */
	uint64_t roots_before; /* number of values that may begin a cycle, when the run began */
	uint64_t roots; /* the same, when the run ended */
} hp_profile_gc;

/* Something that a finished profile computes when it is first asked for, and then keeps. */
typedef struct hp_profile_kept {
	void *found; /* NULL: not asked for yet */
	void (*release)(void *found);
} hp_profile_kept;

/* A map from keys of four parts to numbers. All zeros is an empty map. */
#define HP_PROFILE_KEY_PARTS 4

typedef hp_table hp_profile_index;

/* Numbers of rows by key, filled when one is first searched for. */
typedef struct hp_profile_lookup {
	hp_table functions; /* by name */
	/* the rest is used until the profile is finished */
	hp_table pairs; /* by caller and callee */
	hp_profile_index nodes; /* by parent, function and perhaps line */
	hp_profile_index lines; /* by function and line */
} hp_profile_lookup;

typedef struct hp_profile {
	uint32_t more_owners; /* number of owners besides the first */
	uint32_t metrics; /* HP_METRIC_* */
	uint32_t features; /* HP_PROFILE_* */
	HP_VECTOR(hp_profile_function) functions;
	hp_pool names; /* memory for the names of some functions; freed with the profile */
	HP_VECTOR(hp_profile_pair) pairs; /* in order of their first ends, so main() is the last */
	HP_VECTOR(hp_profile_node) nodes;
	hp_profile_calls calls;
	hp_profile_samples samples;
	hp_profile_timeline timeline;
	hp_profile_allocated allocated;
	hp_profile_counted counted;
	hp_profile_gc gc; /* with HP_PROFILE_GC */
	int64_t started_ns; /* Unix time */
	int64_t cpu_clock; /* 1 with HP_PROFILE_CPU_CLOCK */
	int64_t runs; /* number of runs that were merged; 0: parts of one run */
	hp_profile_reduced reduced; /* with HP_PROFILE_REDUCED */
	hp_profile_kept *looks; /* profile/looks.h; owned */
	/* samples of the same run, taken beside the calls; owned; NULL: there are none */
	struct hp_profile *sampled;
	zend_string *meta; /* profile/meta.h; persistent, owned; NULL: unknown */
	zend_string *components; /* profile/component_rules.h; persistent, owned; NULL: none */
	hp_profile_lookup lookup;
} hp_profile;

/* Makes an empty profile. The caller owns it, fills it with the functions below, the root first,
 * and then finishes it. NULL may be freed. */
hp_profile *hp_profile_new(uint32_t metrics, uint32_t features);
void hp_profile_free(hp_profile *profile);

/* Makes an empty profile of the same run, with these metrics and features. */
hp_profile *hp_profile_new_of(const hp_profile *run, uint32_t metrics, uint32_t features);

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

/* Indexes the pairs that were appended, with room for more, unless they are indexed. */
void hp_profile_index_pairs(hp_profile *profile, uint32_t more);

/* Adds a pair or a node that is known to be new. */
hp_profile_pair *hp_profile_append_pair(hp_profile *profile, uint32_t caller, uint32_t caller_level,
	uint32_t callee, uint32_t callee_level);
hp_profile_node *hp_profile_append_node(hp_profile *profile, uint32_t parent, uint32_t function);

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

/* Returns the sum of the pairs' counts. */
uint64_t hp_profile_count(const hp_profile *profile);

/* Returns the number of a key. A new key gets the number `next`. */
uint32_t hp_profile_index_find(hp_profile_index *index, const uint32_t *key, uint32_t next);
void hp_profile_index_free(hp_profile_index *index);

/* Returns `count` numbers, each HP_PROFILE_NONE, for the caller to free by pefree(, true). */
uint32_t *hp_profile_no_numbers(uint32_t count);

void hp_values_add(hp_values *sum, const hp_values *more);
void hp_values_subtract(hp_values *sum, const hp_values *less);

#endif /* HP_PROFILE_PROFILE_H */
