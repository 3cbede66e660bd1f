/* timeline.h: the begin and end of each call in order of time, within a limit of memory. Beside
 * them, curves of memory and CPU time with a bounded number of points. */
#ifndef HP_TRACE_TIMELINE_H
#define HP_TRACE_TIMELINE_H

#include "event/mark.h"
#include "profile/profile.h"
#include "trace/log.h"
#include "trace/metric.h"
#include "trace/symbol.h"

typedef struct hp_timeline_event {
	uint64_t ticks;
	const hp_edge *edge; /* of the call that begins; NULL: the innermost call ends */
} hp_timeline_event;

typedef struct hp_timeline_point {
	uint64_t ticks;
	uint64_t cpu_ticks;
	int64_t memory_bytes;
} hp_timeline_point;

/* A change that holds from an event on: a new lane for calls that begin, or a new amount of memory
 * in use. */
typedef struct hp_timeline_change {
	uint64_t event; /* its number */
	int64_t value; /* a lane (0 is the main program's, others are fibers'), or bytes */
} hp_timeline_change;

typedef HP_VECTOR(hp_timeline_change) hp_timeline_changes;

/* Something that happens at a moment, such as an exception. */
typedef struct hp_timeline_mark {
	uint64_t ticks;
	zend_string *text; /* persistent, owned */
	uint32_t kind;
	uint32_t lane;
} hp_timeline_mark;

#define HP_TIMELINE_OCTAVES 64

/* The calls that last from 2^n to less than 2^(n+1) ticks. One of every 2^halvings calls without
 * callees is kept. */
typedef struct hp_timeline_octave {
	uint32_t halvings;
	uint32_t seen;
	uint32_t kept; /* the number of the one that is kept, modulo 2^halvings */
} hp_timeline_octave;

typedef struct hp_timeline {
	hp_timeline_event *next; /* the place of the next event */
	hp_timeline_event *end; /* the end of the newest chunk */
	struct hp_timeline_chunk *first;
	struct hp_timeline_chunk *last;
	hp_log *log; /* owned; NULL: the run has no log */
	bool is_work_due; /* call hp_timeline_work() */
	struct hp_timeline_chunk *last_kept; /* the chunks after it are freed once the log has them */
	struct hp_timeline_chunk *logged_chunk; /* the log has this chunk's events up to logged_end */
	hp_timeline_event *logged_end;
	uint64_t before_last; /* number of events in the chunks before last_kept */
	uint64_t left_bytes; /* memory that may still be used */
	uint64_t lost_events; /* events that came when the timeline was full */
	uint64_t short_events; /* events of short calls without callees, which were left out */
	/* all calls that last this long are kept; 0 until the timeline is full for the first time */
	uint64_t short_ticks;
	/* short calls may be left out: the limit of memory is not too small for that */
	bool may_leave_out;
	uint64_t due_ticks; /* the sooner of log_ticks and point_ticks */
	uint64_t log_ticks; /* when the log is written at the latest; UINT64_MAX: there is no log */
	/* when the next point of the curves is taken; UINT64_MAX: there are no curves */
	uint64_t point_ticks;
	uint64_t step_ticks; /* time between two points; doubled when there are too many points */
	hp_timeline_point reading; /* at the last event */
	/* CPU time that belongs to no call; the points leave it out, the readings do not */
	uint64_t skipped_cpu_ticks;
	HP_VECTOR(hp_timeline_point) points;
	hp_timeline_changes switches;
	bool has_memory; /* the run measures memory */
	int64_t memory_bytes; /* at the last event */
	hp_timeline_changes memories; /* the events at which memory_bytes changed */
	HP_VECTOR(hp_timeline_mark) marks;
	bool has_marks; /* the hooks that report marks are installed */
	uint64_t random;
	/* last, so that the members each event needs are close together */
	hp_timeline_octave octaves[HP_TIMELINE_OCTAVES];
} hp_timeline;

/* Makes an empty timeline of at most about max_bytes. hp_timeline_free() accepts and leaves all
 * zeros. */
void hp_timeline_init(hp_timeline *timeline, uint64_t max_bytes, bool has_curves);
void hp_timeline_free(hp_timeline *timeline);

/* Makes the timeline write its events to a log too, and takes the log over. Events beyond the limit
 * of memory are kept only until they are written. */
void hp_timeline_set_log(hp_timeline *timeline, hp_log *log);

/* Does the work that is_work_due asks for: makes the system provide the memory for the next events,
 * and writes new events to the log. The caller must subtract the time of this work from the open
 * calls. Without a log, a timeline that is nearly full makes room: it leaves out some of the
 * shortest calls, among the recorded ones and from now on. So it becomes coarser, but reaches to
 * the end of the run. */
void hp_timeline_work(hp_timeline *timeline);

/* Declares that some CPU time since the last event belongs to no call. The times of the events are
 * already without it; this keeps it out of the curves. */
void hp_timeline_skip(hp_timeline *timeline, uint64_t cpu_ticks);

/* Writes all that the log does not have yet, and ends it. Call it when the run ends. */
void hp_timeline_finish_log(hp_timeline *timeline);

/* Makes the next event the last point of the curves, if there are any. */
void hp_timeline_finish_curves(hp_timeline *timeline);

/* Makes room for events. Returns false if the timeline is full; then it stays full. */
bool hp_timeline_grow(hp_timeline *timeline);

/* Puts the calls that begin from now on into this lane. */
void hp_timeline_switch_lane(hp_timeline *timeline, uint32_t lane);

/* Adds a mark in a lane. Without room for it, it counts as a lost event, unless there is a log.
 * Marks are not written to a log. */
void hp_timeline_add_mark(
	hp_timeline *timeline, uint64_t ticks, uint32_t lane, const hp_mark *mark);

/* Appends the events to a profile of the same tree, with its node numbers. */
void hp_timeline_to_profile(const hp_timeline *timeline, double ticks_per_ns, hp_profile *profile);

/* Takes a point of the curves, or asks for the log to be written: whichever is due. */
void hp_timeline_note(hp_timeline *timeline, uint64_t ticks, const hp_metrics *reading);

/* Returns true if the end of a call must not be added because the call is left out. Its begin is
 * then removed. */
bool hp_timeline_leave_out(hp_timeline *timeline, uint64_t ticks);

/* Notes that memory has changed at the event that is added next. */
void hp_timeline_note_memory(hp_timeline *timeline, int64_t bytes);

/* Adds the begin of a call by `edge` or, if that is NULL, the end of the innermost call. `reading`
 * holds the run's metrics at that time. */
static zend_always_inline void hp_timeline_add(
	hp_timeline *timeline, uint64_t ticks, const hp_edge *edge, const hp_metrics *reading)
{
	if (UNEXPECTED(ticks >= timeline->due_ticks)) {
		hp_timeline_note(timeline, ticks, reading);
	}
	timeline->reading = (hp_timeline_point){ticks, reading->cpu_ticks, reading->memory_bytes};
	if (UNEXPECTED(timeline->short_ticks > 0) && edge == NULL &&
		hp_timeline_leave_out(timeline, ticks)) {
		return;
	}
	if (UNEXPECTED(timeline->next == timeline->end) && !hp_timeline_grow(timeline)) {
		timeline->lost_events++;
		return;
	}
	if (timeline->has_memory && reading->memory_bytes != timeline->memory_bytes) {
		hp_timeline_note_memory(timeline, reading->memory_bytes);
	}
	timeline->next->ticks = ticks;
	timeline->next->edge = edge;
	timeline->next++;
}

#endif /* HP_TRACE_TIMELINE_H */
