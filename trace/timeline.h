/* timeline.h: the begin and end of each call in order of time, up to a limit of memory; and curves of memory and CPU
 * time beside them, of a bounded number of points. */
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

/* From an event on, the calls that begin are of another lane; or so much memory was in use. */
typedef struct hp_timeline_change {
	uint64_t event; /* its number */
	int64_t value; /* a lane: 0 the program's own, else a fiber's; or bytes */
} hp_timeline_change;

typedef HP_VECTOR(hp_timeline_change) hp_timeline_changes;

/* An exception, say. */
typedef struct hp_timeline_mark {
	uint64_t ticks;
	zend_string *text; /* persistent, owned */
	uint32_t kind;
	uint32_t lane;
} hp_timeline_mark;

#define HP_TIMELINE_OCTAVES 64

/* Calls that last from 2^n to less than 2^(n+1) ticks. Of each 2^halvings that end without callees, one stays. */
typedef struct hp_timeline_octave {
	uint32_t halvings;
	uint32_t seen;
	uint32_t kept; /* which one of them: its number, modulo their count */
} hp_timeline_octave;

typedef struct hp_timeline {
	hp_timeline_event *next; /* the free place for an event */
	hp_timeline_event *end; /* of the newest chunk */
	struct hp_timeline_chunk *first;
	struct hp_timeline_chunk *last;
	hp_log *log; /* owned; NULL: there is none */
	bool is_work_due; /* call hp_timeline_work() */
	struct hp_timeline_chunk *last_kept; /* those behind it go once the log has them */
	struct hp_timeline_chunk
		*logged_chunk; /* the log has the events of this one up to logged_end */
	hp_timeline_event *logged_end;
	uint64_t before_last; /* events of the chunks before the last that is kept */
	uint64_t left_bytes; /* for more chunks */
	uint64_t lost_events; /* behind the end of a full timeline */
	uint64_t short_events; /* of short calls without callees that were left out */
	uint64_t short_ticks; /* longer calls all stay; 0 until it is full for the first time */
	bool may_leave_out; /* it is not too small for that */
	uint64_t due_ticks; /* when the next of both is */
	uint64_t log_ticks; /* when the log is due, if not sooner; UINT64_MAX: there is none */
	uint64_t
		point_ticks; /* when the next point of the curves is; UINT64_MAX: there are no curves */
	uint64_t step_ticks; /* between two points; doubled when there are too many of them */
	hp_timeline_point reading; /* at the last event */
	uint64_t skipped_cpu_ticks; /* nobody's: points are without it, readings are not */
	HP_VECTOR(hp_timeline_point) points;
	hp_timeline_changes switches;
	bool has_memory; /* it is measured */
	int64_t memory_bytes; /* at the last event */
	hp_timeline_changes memories; /* where it changed */
	HP_VECTOR(hp_timeline_mark) marks;
	bool has_marks; /* the hooks for them are taken */
	uint64_t random;
	hp_timeline_octave octaves[HP_TIMELINE_OCTAVES]; /* behind all that each event needs */
} hp_timeline;

/* Makes an empty timeline of at most about max_bytes. hp_timeline_free() accepts and leaves all zeros. */
void hp_timeline_init(hp_timeline *timeline, uint64_t max_bytes, bool has_curves);
void hp_timeline_free(hp_timeline *timeline);

/* Also writes the events to a log, which it takes over. Behind its limit it keeps them until they are written. */
void hp_timeline_set_log(hp_timeline *timeline, hp_log *log);

/* Takes time that is nobody's. Makes the system give the memory for the events that follow. Writes what the log does not have yet. Without a log, a timeline that is nearly full makes
 * room: it leaves out some of the shortest calls, here and from now on, so that it becomes coarser but ends with the run. */
void hp_timeline_work(hp_timeline *timeline);

/* So much CPU time since the last event is nobody's. Times of events have nothing of it, nor have curves. */
void hp_timeline_skip(hp_timeline *timeline, uint64_t cpu_ticks);

/* Where the run ends, writes all that the log does not have. */
void hp_timeline_end_log(hp_timeline *timeline);

/* The next event is a point of the curves, if there are any: the last. */
void hp_timeline_end_curves(hp_timeline *timeline);

/* Makes room for events. False: the timeline is full, and stays so. */
bool hp_timeline_grow(hp_timeline *timeline);

/* The calls that begin from now on are of this lane. */
void hp_timeline_switch_lane(hp_timeline *timeline, uint32_t lane);

/* Adds a mark in a lane. One that there is no room for is a lost event; a log has none. */
void hp_timeline_add_mark(
	hp_timeline *timeline, uint64_t ticks, uint32_t lane, const hp_mark *mark);

/* Appends the events to a profile of the same tree, with its node numbers. */
void hp_timeline_to_profile(const hp_timeline *timeline, double ticks_per_ns, hp_profile *profile);

/* Notes the reading, as a point or the log is due. */
void hp_timeline_note(hp_timeline *timeline, uint64_t ticks, const hp_metrics *reading);

/* True if the event ends a call that is left out, and with it the begin. */
bool hp_timeline_leave_out(hp_timeline *timeline, uint64_t ticks);

/* Notes that memory has changed with the event that is added next. */
void hp_timeline_note_memory(hp_timeline *timeline, int64_t bytes);

/* reading: the run's metrics at that time. */
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
