/* overhead.h: the profiler's own weight, taken out of the times that it measures.
 *
 * A run that compensates has clocks of its own: the machine's, less what the profiler has taken so
 * far. What a hook takes between its first and its last look at the clock is measured, call by
 * call; the rest, its way in and out and what the engine does to get there, is calibrated:
 *
 *   caller ......|<- the hook ->|.inner.. callee ..inner.|<- the hook ->|..outer.... caller
 *                 measured                                measured
 *
 * These clocks never run backwards. Calls nest, so no time is negative and the callees of a call
 * never take longer than itself, whatever was calibrated. */
#ifndef HP_TRACE_OVERHEAD_H
#define HP_TRACE_OVERHEAD_H

#include "trace/metric.h"

/* What is not measured of one call. */
typedef struct hp_overhead_cost {
	uint64_t inner_ticks; /* is in the call's own time */
	uint64_t outer_ticks; /* is in its caller's */
} hp_overhead_cost;

typedef struct hp_overhead {
	bool has_cpu; /* CPU time is measured; else the CPU's clocks here mean nothing */
	hp_metrics taken; /* how far the clocks of the run are behind the machine's; wall and CPU */
	hp_metrics newest; /* what was last read on them */
	hp_metrics entered; /* when the hook that runs began, by the machine's */
	hp_overhead_cost user;
	hp_overhead_cost internal;
	bool is_calibrated; /* both are known: see hook/calibrate.c */
} hp_overhead;

/* A new run, from start on: nothing is taken yet. */
void hp_overhead_start(hp_overhead *overhead, uint32_t flags, const hp_metrics *start);

/* Turns a reading of the machine's clocks into one of the run's. */
void hp_overhead_correct(hp_overhead *overhead, hp_metrics *reading);

/* A hook begins. */
void hp_overhead_enter(hp_overhead *overhead, uint32_t flags, hp_timer_cpu *cpu);

/* A hook has opened a call, and read the clock last. Corrects that reading. */
void hp_overhead_open(hp_overhead *overhead, hp_metrics *start);

/* A hook is about to close a call, and read the clock first. Corrects that reading. */
void hp_overhead_close(hp_overhead *overhead, bool is_internal, hp_metrics *now);

/* A hook ends that closed a call or did not open one: then cost is NULL. */
void hp_overhead_leave(
	hp_overhead *overhead, uint32_t flags, hp_timer_cpu *cpu, const hp_overhead_cost *cost);

#endif /* HP_TRACE_OVERHEAD_H */
