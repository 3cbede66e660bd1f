/* overhead.h: takes the profiler's own overhead out of the times that it measures.
 *
 * A run that compensates has clocks of its own: the machine's less the overhead so far. Recording adds a constant to
 * each call of a kind, calibrated in runs of small calls (hook/calibrate.c), as two more reads of the clock at each
 * hook would cost more than they tell:
 *
 *   caller .... begin of the hook |.. to the callee, callee, and back ..| end of the hook .... caller
 *               outer               inner                                 outer
 *
 * Likewise to each block of memory, in a run that records these: it is all between two hooks.
 *
 * Work that is rare and long, an edge that is not cached or a question to the kernel for CPU time, is measured each time.
 * After the former the processor is not done with it when the clock is read: half of the constant, not its inner part,
 * is then in the call's own time. A switch of fibers is measured, too, as it takes longer the more calls are open:
 * a constant is what its two readings of the clock do not see.
 *
 * These clocks never run backwards: where the overhead was less than the constant they stand still, until the sum
 * is right again. Calls nest, so no time is negative and callees never take longer than their caller. After each call
 * they have advanced by what it takes without us at the least, in its caller's time: a constant that is too high makes
 * small calls no shorter than that. */
#ifndef HP_TRACE_OVERHEAD_H
#define HP_TRACE_OVERHEAD_H

#include "trace/metric.h"

/* Overhead is summed up in parts of a tick, as a tick of some clocks is longer than a hook. */
#define HP_OVERHEAD_PARTS_BITS 8
#define HP_OVERHEAD_PARTS (1u << HP_OVERHEAD_PARTS_BITS)

/* The kinds of call with an overhead of their own. */
typedef enum hp_overhead_kind {
	HP_OVERHEAD_USER,
	HP_OVERHEAD_INTERNAL,
	HP_OVERHEAD_METHOD, /* internal, by zend_execute_internal */
	HP_OVERHEAD_KINDS
} hp_overhead_kind;

/* The overhead of one call. */
typedef struct hp_overhead_cost {
	uint64_t inner_parts; /* to the call's own time */
	uint64_t all_parts; /* and to its caller's */
	uint64_t least_ticks; /* what any call of its kind takes without a profile, at the least */
} hp_overhead_cost;

/* Work that a run records between two hooks of calls: blocks of memory, if it has them, and switches of fibers. */
typedef enum hp_overhead_other {
	HP_OVERHEAD_ALLOCATE,
	HP_OVERHEAD_RESIZE,
	HP_OVERHEAD_RELEASE,
	HP_OVERHEAD_SWITCH, /* beyond what two readings of the clock tell of it */
	HP_OVERHEAD_OTHERS
} hp_overhead_other;

typedef struct hp_overhead {
	/* So far; the machine's clock minus the run's. */
	uint64_t taken_parts;
	uint64_t newest_ticks; /* the last reading of the run's clock */
	uint64_t absent_ticks; /* its wall time less its CPU time, since the last gap */
	uint64_t most_ticks; /* a clock that is ahead by more has taken too much: it lets go */
	uint64_t entered_ticks; /* start of the running hook, if that is measured */
	uint64_t entered_offset_ticks; /* and the meter's offset then */
	hp_overhead_cost costs[2 * HP_OVERHEAD_KINDS]; /* by kind; then of calls that began slowly */
	uint64_t other_parts[HP_OVERHEAD_OTHERS]; /* in the time of who does it */
	bool is_calibrated; /* the costs are set, for runs of these metrics and these modes */
	uint32_t metrics;
	uint32_t mode;
	uint32_t alloc_mode;
} hp_overhead;

/* Sets what a call of a kind costs. */
void hp_overhead_set_cost(hp_overhead *overhead, hp_overhead_kind kind, hp_overhead_cost cost);

/* Starts a run with no overhead so far. */
void hp_overhead_start(hp_overhead *overhead, const hp_metrics *start);

/* The overhead so far. */
double hp_overhead_ticks(const hp_overhead *overhead);

/* The run's time where its clock is too far ahead: it stands still, and gives up all that it took too much. With the excess
 * alone, the same would happen at each call, which then costs a fifth more: calibrated so, the constant would stay too high. */
uint64_t hp_overhead_stand_still(hp_overhead *overhead, uint64_t ahead_ticks);

/* The reading at an end, by the run's clock. Where it would run backwards it stands still: a maximum without a branch, which
 * would be right at one call and wrong at the next. */
static zend_always_inline uint64_t hp_overhead_correct_wall(
	hp_overhead *overhead, uint64_t wall_ticks, uint64_t taken_parts)
{
	uint64_t corrected = wall_ticks - (taken_parts >> HP_OVERHEAD_PARTS_BITS);
	int64_t ahead_ticks = (int64_t) (overhead->newest_ticks - corrected);

	if (UNEXPECTED(ahead_ticks > (int64_t) overhead->most_ticks)) {
		return hp_overhead_stand_still(overhead, (uint64_t) ahead_ticks);
	}
	corrected = ahead_ticks > 0 ? overhead->newest_ticks : corrected;
	overhead->newest_ticks = corrected;

	return corrected;
}

/* Turns a reading of the machine's clocks into one of the run's, after a gap of the CPU clock as well. Where the kernel
 * was asked after the reading, returns the time in which the thread was off the CPU since: it often is switched there. */
uint64_t hp_overhead_correct(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, hp_metrics *reading);

/* The same, and takes what passed on the CPU since the reading, while the kernel was asked. */
void hp_overhead_correct_question(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, hp_metrics *reading);

/* Call after a hook opened a call and read the clocks. Corrects that reading. The maximum is without a branch: with
 * one, the call that follows took 5 ns more, and compilers make one of a conditional. */
static zend_always_inline void hp_overhead_open(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, hp_metrics *start)
{
	uint64_t wall_ticks = start->wall_ticks;
	int64_t ahead_ticks;

	if ((work & HP_METRIC_CPU) && UNEXPECTED(meter->cpu.last_ticks != wall_ticks)) {
		hp_overhead_correct_question(overhead, work, meter, start);
		start->wall_ticks = overhead->newest_ticks; /* the call began after the question */
		return;
	}
	wall_ticks -= overhead->taken_parts >> HP_OVERHEAD_PARTS_BITS;
	ahead_ticks = (int64_t) (overhead->newest_ticks - wall_ticks);
	wall_ticks += (uint64_t) ahead_ticks & (0 - (uint64_t) (ahead_ticks > 0));
	overhead->newest_ticks = wall_ticks;
	start->wall_ticks = wall_ticks;
	if (work & HP_METRIC_CPU) {
		start->cpu_ticks = start->wall_ticks - overhead->absent_ticks;
	}
}

/* Call after a hook read the clock, without a gap of the CPU clock, before it closes a call. Corrects that reading.
 * The sum is read and written once: it is what each call waits for. */
static zend_always_inline void hp_overhead_close(
	hp_overhead *overhead, const hp_overhead_cost *cost, uint32_t work, hp_metrics *now)
{
	uint64_t taken_parts = overhead->taken_parts;

	overhead->taken_parts = taken_parts + cost->all_parts;
	now->wall_ticks =
		hp_overhead_correct_wall(overhead, now->wall_ticks, taken_parts + cost->inner_parts);
	overhead->newest_ticks = now->wall_ticks + cost->least_ticks;
	if (work & HP_METRIC_CPU) {
		now->cpu_ticks = now->wall_ticks - overhead->absent_ticks;
	}
}

/* The same after a gap. wall_ticks is the machine's reading, and in *now. */
void hp_overhead_close_after_gap(hp_overhead *overhead, const hp_overhead_cost *cost, uint32_t work,
	const hp_meter *meter, hp_metrics *now);

/* Call after a block was recorded, or before a switch is. */
static zend_always_inline void hp_overhead_take(hp_overhead *overhead, hp_overhead_other what)
{
	overhead->taken_parts += overhead->other_parts[what];
}

/* Likewise after work that is rare and long, in the middle of a call. */
static zend_always_inline void hp_overhead_take_since(
	hp_overhead *overhead, uint64_t start_ticks, uint64_t now_ticks)
{
	overhead->taken_parts += (now_ticks - start_ticks) << HP_OVERHEAD_PARTS_BITS;
}

/* For a hook whose work is rare and long: call at its start, and after it read the clock. */
void hp_overhead_enter(hp_overhead *overhead, uint32_t work, const hp_meter *meter);
void hp_overhead_leave(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, uint64_t wall_ticks);

#endif /* HP_TRACE_OVERHEAD_H */
