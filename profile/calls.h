/* calls.h: what a profile of recorded calls has beside its pairs and call paths. Runs of samples
 * leave all of it 0. */
#ifndef HP_PROFILE_CALLS_H
#define HP_PROFILE_CALLS_H

#include "base/vector.h"

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

/* A line of a chosen function. */
typedef struct hp_profile_line {
	uint32_t function;
	uint32_t line;
	uint64_t count; /* how often execution reached it */
	int64_t wall_ns; /* callees included */
} hp_profile_line;

/* The profile owns the rows. */
typedef struct hp_profile_calls {
	int64_t cost_ps; /* of recording one call, in picoseconds; 0: unknown */
	hp_profile_cost costs[HP_PROFILE_CALLS]; /* by kind, with HP_PROFILE_COSTS */
	int64_t compensated; /* 1: these costs were taken out of the times; else 0 */
	/* calls without a row, as they began too deep on the C stack; each stands for all below it */
	uint64_t unrecorded;
	uint64_t truncated; /* calls that a "(truncated)" stands for */
	uint64_t missed_lines; /* calls of chosen functions whose lines were not recorded */
	HP_VECTOR(hp_profile_line) lines; /* with HP_PROFILE_LINE_COUNTS */
} hp_profile_calls;

#endif /* HP_PROFILE_CALLS_H */
