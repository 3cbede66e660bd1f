/* overhead.h: takes the profiler's own overhead out of the times that it measures.
 *
 * A run that compensates has clocks of its own: the machine's less the overhead so far. The time
 * between a hook's first and last read of the clock is measured for each call. The rest, entering and
 * leaving the hook and the engine's dispatch, is calibrated:
 *
 *   caller ......|<- the hook ->|.inner.. callee ..inner.|<- the hook ->|..outer.... caller
 *                 measured                                measured
 *
 * These clocks never run backwards. Calls nest, so whatever was calibrated, no time is negative and
 * callees never take longer than their caller. */
#ifndef HP_TRACE_OVERHEAD_H
#define HP_TRACE_OVERHEAD_H

#include "trace/metric.h"

/* The overhead of one call that is calibrated, not measured. */
typedef struct hp_overhead_cost {
	uint64_t inner_ticks; /* part of the call's own time */
	uint64_t outer_ticks; /* part of its caller's */
} hp_overhead_cost;

typedef struct hp_overhead {
	bool has_cpu; /* else the CPU ticks below are meaningless */
	hp_metrics taken; /* overhead so far, wall and CPU: machine's clock minus run's */
	hp_metrics newest; /* the last reading of the run's clocks */
	hp_metrics entered; /* start of the running hook, by the machine's clocks */
	hp_overhead_cost user;
	hp_overhead_cost internal;
	bool is_calibrated; /* both costs are set: hook/calibrate.c */
} hp_overhead;

/* Starts a run with no overhead so far. */
void hp_overhead_start(hp_overhead *overhead, uint32_t flags, const hp_metrics *start);

/* Turns a reading of the machine's clocks into one of the run's. */
void hp_overhead_correct(hp_overhead *overhead, hp_metrics *reading);

/* Call at the start of a hook. */
void hp_overhead_enter(hp_overhead *overhead, uint32_t flags, hp_meter *meter);

/* Call after a hook opened a call and read the clock. Corrects that reading. */
void hp_overhead_open(hp_overhead *overhead, hp_metrics *start);

/* Call after a hook read the clock, before it closes a call. Corrects that reading. */
void hp_overhead_close(hp_overhead *overhead, bool is_internal, hp_metrics *now);

/* Call at the end of a hook that closed a call. cost is NULL if it opened none. */
void hp_overhead_leave(
	hp_overhead *overhead, uint32_t flags, hp_meter *meter, const hp_overhead_cost *cost);

#endif /* HP_TRACE_OVERHEAD_H */
