/* adapt.h: times a part of the hot short calls, counts all, and estimates the rest.
 *
 * In a run that is HP_WORK_ADAPTIVE, an edge that was called often with a small mean is sampled: after each timed call
 * a random number of calls is not timed, 7 or 15 or 31 on average. Calls, and memory, are exact. Of times:
 *
 *   an untimed call is at first as long as its timed callees together: so all sums add up, as recorded
 *   the rest of a timed call, its time without these, stands for that of the untimed calls since the last
 *   at the end these rests are taken out of what their caller has left, and never more: hp_adapt_share()
 *
 * So an edge all of whose calls were timed keeps its exact sum, a caller never takes less than its callees, and a slow
 * call below an untimed one is not lost. The error is that of a random sample. */
#ifndef HP_TRACE_ADAPT_H
#define HP_TRACE_ADAPT_H

#include "hp_entry.h"
#include "base/random.h"

/* Calls of an edge before its timed ones are noted: by then the caches are warm. */
#define HP_ADAPT_WARM_CALLS 64

/* Lies in front of each edge; each call reads the last member. Times are in ticks. */
typedef struct hp_adapt {
	/* Calls that were timed and noted, and their rests: sums for the error. */
	double noted_calls;
	double rest_sum;
	double rest_squares;
	/* Untimed calls that a later timed one stands for, and their estimated rests. */
	double stood_calls;
	double stood_squares; /* sum of the squares of how many one stood for */
	double stood_wall;
	double stood_cpu;
	double mean_ticks; /* of the newest timed calls, inclusive */
	uint64_t last_calls; /* ended when a timed one was noted last, with it; 0: none was */
	bool is_exact; /* for good: a fiber left its calls open, or it stands for several edges */
	/* of hp_adapt_share() */
	double wall_ticks; /* to add to the sum */
	double cpu_ticks;
	double wall_variance; /* in ticks squared */
	uint64_t untimed_calls;
	uint64_t spare;
	uint64_t due_calls; /* as long as fewer have ended, the next is not timed */
} hp_adapt;

ZEND_STATIC_ASSERT(sizeof(hp_adapt) % 64 == 0, "edges keep their cache lines");

typedef struct hp_adapter {
	hp_random random;
	double limit_ticks; /* longer calls are timed, all of them */
	double
		read_ticks; /* the part of a timed call that an untimed one does not take; measured once a thread */
	bool is_calibrated; /* read_ticks is set */
	const hp_graph *graph;
} hp_adapter;

static zend_always_inline hp_adapt *hp_adapt_of(const hp_edge *edge)
{
	return (hp_adapt *) edge - 1;
}

/* Begins a run; the graph's edges have an hp_adapt in front. */
void hp_adapt_start(hp_adapter *adapter, const hp_graph *graph);

/* Notes a timed call that ends, and decides on the next ones of its edge. */
void hp_adapt_note(
	hp_adapter *adapter, const hp_entry_t *entry, uint32_t work, const hp_metrics *now);

/* Makes the open untimed calls above until timed ones, from as early on as their callees show, and times the edges of
 * all that are open there for good. above is the time of the calls open on the stacks above this one, and then
 * of this one's as well. For all that is not the end of one call: fibers, pauses, the run's end. */
void hp_adapt_settle(hp_entry_stack *stack, const hp_entry_t *until, uint32_t work,
	const hp_metrics *now, hp_metrics *above);

/* Adds the time of a stack's ended bottom calls to the call that resumed it. */
void hp_adapt_hand_over(hp_entry_stack *stack);

/* A call that is open while a profile is made. */
typedef struct hp_adapt_open {
	const hp_entry_t *entry;
	bool is_cut; /* hp_entry_is_cut() */
	hp_metrics cost; /* so far */
	hp_counts counts; /* likewise, of its events */
} hp_adapt_open;

/* Sets the estimates of all edges, for the costs so far. */
void hp_adapt_share(const hp_adapter *adapter, const hp_adapt_open *opens, uint32_t opens_count);

/* The sum of an edge with the estimate for its untimed calls. */
hp_metrics hp_adapt_sum(const hp_edge *edge);

/* Adds an entry's time to its caller's. */
static zend_always_inline void hp_adapt_cover(
	hp_entry_t *entry, uint32_t work, uint64_t wall_ticks, uint64_t cpu_ticks)
{
	entry[-1].covered_wall_ticks += wall_ticks;
	if (work & HP_METRIC_CPU) {
		entry[-1].covered_cpu_ticks += cpu_ticks;
	}
}

/* Opens a call. True: it is not to be timed. */
static zend_always_inline bool hp_adapt_open_entry(hp_entry_t *entry, uint32_t work)
{
	entry->covered_wall_ticks = 0;
	if (work & HP_METRIC_CPU) {
		entry->covered_cpu_ticks = 0;
	}
	entry->timing = entry->edge->calls < hp_adapt_of(entry->edge)->due_calls ? HP_ENTRY_UNTIMED
																			 : HP_ENTRY_TIMED;

	return entry->timing == HP_ENTRY_UNTIMED;
}

/* Before a timed call is closed. */
static zend_always_inline void hp_adapt_close_entry(
	hp_adapter *adapter, hp_entry_t *entry, uint32_t work, const hp_metrics *now)
{
	hp_adapt_cover(entry, work, now->wall_ticks - entry->start.wall_ticks,
		now->cpu_ticks - entry->start.cpu_ticks);
	if (entry->edge->calls >= HP_ADAPT_WARM_CALLS && entry->timing == HP_ENTRY_TIMED) {
		hp_adapt_note(adapter, entry, work, now);
	}
}

/* The costs of an untimed call's timed callees become its own. */
void hp_adapt_close_covered(hp_entry_t *entry, uint32_t work);

/* Closes the innermost call if it is that one, and not timed. */
static zend_always_inline bool hp_adapt_end_untimed(
	hp_entry_stack *stack, uint32_t work, const void *id, const hp_meter *meter)
{
	hp_entry_t *entry = stack->top;
	hp_edge *edge = entry->edge;
	hp_metrics now;

	if (entry->timing != HP_ENTRY_UNTIMED || UNEXPECTED(entry->id != id)) {
		return false;
	}
	if (work & HP_METRIC_MEMORY) {
		hp_metric_read_memory(&now, work, meter);
		hp_metric_add_memory(&edge->sum, &entry->start, &now);
	}
	stack->top = entry - 1;
	entry->symbol->depth--;
	edge->calls++;
	if (UNEXPECTED(entry->covered_wall_ticks != 0)) {
		hp_adapt_close_covered(entry, work);
	}

	return true;
}

#endif /* HP_TRACE_ADAPT_H */
