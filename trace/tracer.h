/* tracer.h: the recording of a thread's calls: its members, whether hooks record now, and its
 * clocks.
 *
 * trace/call_run.h starts and stops a run. Hooks find the symbol of a call by trace/naming.h, and
 * begin and end it by trace/call.h. trace/fiber.h follows fibers. trace/result.h makes the profile,
 * for which trace/own_cost.h measures what recording a call has cost. */
#ifndef HP_TRACE_TRACER_H
#define HP_TRACE_TRACER_H

#include "hp_entry.h"
#include "alloc/live.h"
#include "trace/line_log.h"
#include "trace/naming.h"
#include "trace/open.h"
#include "trace/options.h"
#include "trace/overhead.h"
#include "trace/counting.h"
#include "trace/timeline.h"
#include "trace/tree.h"

typedef struct hp_tracer {
	/* the thread's, not owned; NULL: no hooks look here, as in a tracer that only measures its own
	 * cost */
	hp_open_stacks *open;
	uint32_t open_run; /* equals generation, or 0 while the run is paused */
	bool is_recording; /* calls are recorded now: a hook tests this first */
	bool is_recording_builtins; /* so are calls of internal functions */
	bool is_armed; /* between enable and disable, paused or not */
	bool has_made_hooks; /* the installed hooks of user functions are made for this run's work */
	bool has_made_builtins; /* so are those of internal functions */
	uint32_t work; /* HP_METRIC_* and HP_WORK_*: what hooks do at each call */
	uint32_t generation; /* changes at each start and stop; hooks compare it */
	hp_entry_stack *stack; /* the running fiber's */
	hp_meter meter;
	hp_overhead overhead; /* if the run is HP_WORK_COMPENSATED */
	hp_counting counting; /* if the run is HP_WORK_EVENTS */
	hp_graph graph;
	hp_pool nodes; /* memory of the graph's nodes */
	hp_naming naming;
	hp_trace_options options; /* owned */
	hp_entry_t root; /* main() */
	HashTable stacks; /* all stacks of the run, by the fiber's address; persistent */
	uint32_t stacks_count; /* seen so far */
	hp_timeline timeline;
	hp_live live; /* live blocks; the owner of an allocation site is an edge */
	hp_line_log lines; /* the lines of the functions chosen for it */
	uint64_t paused_ticks; /* sum of the finished pauses */
	int64_t started_ns; /* Unix time */
	hp_metrics paused_at; /* the reading at which the pause began */
	/* calls that began too deep on the C stack; each stands for all calls below it */
	uint64_t unrecorded_calls;
} hp_tracer;

/* Tells a tracer of all zeros where its hooks look for the stack. `open` must live as long as the
 * tracer. */
void hp_tracer_init(hp_tracer *tracer, hp_open_stacks *open);

/* Declares which of the installed hooks are specialized for this run's work. Call it after
 * hp_call_run_start(), which assumes that none are. */
void hp_tracer_expect_made(hp_tracer *tracer, bool has_hooks, bool has_builtins);

/* True between enable and disable of a run that records calls, paused or not. Call hooks must ask:
 * another thread's run or another extension may have installed them, and a run without calls does
 * not follow the stack. */
static inline bool hp_tracer_has_calls(const hp_tracer *tracer)
{
	return tracer->is_armed && !tracer->options.is_untraced;
}

/* Switches recording on or off; the clock runs on. */
void hp_tracer_record(hp_tracer *tracer, bool is_recording);

/* Tells hooks on which stacks to record. Call it after each change of the stack or of what is
 * recorded. */
void hp_tracer_point(hp_tracer *tracer);

/* Reads the metrics at the end of a call; hp_tracer_read_at() after the clock was read. While the
 * run is paused, the reading is that at which the pause began. */
void hp_tracer_read(hp_tracer *tracer, hp_metrics *now);
void hp_tracer_read_at(hp_tracer *tracer, uint64_t wall_ticks, hp_metrics *now);

/* Adds an event to the timeline. Only in a run with a timeline. */
void hp_tracer_add_event(hp_tracer *tracer, const hp_edge *edge, const hp_metrics *now);

/* If the run has a timeline, adds an event: a call by `edge` begins or, if it is NULL, the
 * innermost call ends. */
static inline void hp_tracer_note_event(
	hp_tracer *tracer, const hp_edge *edge, const hp_metrics *now)
{
	if (tracer->work & HP_WORK_TIMELINE) {
		hp_tracer_add_event(tracer, edge, now);
	}
}

/* Adds a mark, such as an exception, to the timeline now. Only in a run with a timeline. */
void hp_tracer_add_mark(hp_tracer *tracer, const hp_mark *mark);

#endif /* HP_TRACE_TRACER_H */
