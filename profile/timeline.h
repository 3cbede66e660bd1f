/* timeline.h: the calls of a run in order of time, with curves and marks. A run of calls records
 * it; for samples, profile/moments.h makes it. */
#ifndef HP_PROFILE_TIMELINE_H
#define HP_PROFILE_TIMELINE_H

#include "base/compat.h"
#include "base/vector.h"

/* A call of a node begins or, with HP_PROFILE_NONE, the innermost call ends. */
typedef struct hp_profile_event {
	int64_t at_ns; /* since the start of main() */
	uint32_t node;
	uint32_t lane; /* the lane of the call that begins: 0 is the main program, others are fibers */
} hp_profile_event;

/* The memory in use from an event of the timeline on. */
typedef struct hp_profile_memory {
	int64_t event; /* the event's number */
	int64_t bytes; /* memory_get_usage() */
} hp_profile_memory;

/* The metrics at a time of the timeline. */
typedef struct hp_profile_point {
	int64_t at_ns; /* since the start of main() */
	int64_t cpu_ns; /* CPU time since the start of main(); 0 without HP_METRIC_CPU */
	int64_t memory_bytes; /* memory_get_usage(); 0 without HP_METRIC_MEMORY */
} hp_profile_point;

/* Something that happened at a moment of the run, such as an exception. */
typedef struct hp_profile_mark {
	int64_t at_ns; /* since the start of main(); marks are in order of this */
	zend_string *text; /* persistent, owned; NULL: none */
	uint32_t kind; /* hp_mark_kind, or one of a later version */
	uint32_t lane;
} hp_profile_mark;

/* The profile owns the rows, with HP_PROFILE_TIMELINE. Marks may also be there without it, for
 * moments with HP_PROFILE_LANES. */
typedef struct hp_profile_timeline {
	HP_VECTOR(hp_profile_event) events;
	/* with HP_METRIC_MEMORY, the events at which memory changed */
	HP_VECTOR(hp_profile_memory) memories;
	HP_VECTOR(hp_profile_point) points;
	HP_VECTOR(hp_profile_mark) marks;
	uint64_t lost_marks; /* marks that were not kept; with HP_PROFILE_LOST_MARKS */
	/* events, or moments, that were not recorded because the buffer was full */
	uint64_t lost_events;
} hp_profile_timeline;

#endif /* HP_PROFILE_TIMELINE_H */
