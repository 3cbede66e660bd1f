/* overhead.h: takes the profiler's own overhead out of the times that it measures.
 *
 * A run that compensates has its own clocks: the machine's minus the overhead so far. The overhead
 * of a call is a constant for its kind, calibrated with runs of small calls (hook/calibrate.c). To
 * measure it at each hook would need two more reads of the clock, which cost more than they are
 * worth:
 *
 *   caller .. begin of the hook |.. to the callee, callee, and back ..| end of the hook .... caller
 *             outer               inner                                 outer
 *
 * Each block of memory also adds a constant, in a run that records blocks. All of it lies between
 * two hooks of calls.
 *
 * Work that is rare and long is measured each time: finding an edge that is not cached, or asking
 * the kernel for CPU time. After the search for an edge, the processor is still busy with it when
 * the clock is read: at least half of the constant, not just its inner part, then counts as the
 * call's own time. A switch of fibers is measured too, because it takes longer the more calls are
 * open; a constant covers the part that its two readings of the clock do not see.
 *
 * These clocks never run backwards: where the overhead was less than the constant they stand still
 * until the sum is right again. As calls nest, no time is negative, and callees never take longer
 * than their caller. After each call the clocks have advanced, in its caller's time, by at least
 * what such a call takes without a profiler: a constant that is too high cannot make small calls
 * shorter than that. */
#ifndef HP_TRACE_OVERHEAD_H
#define HP_TRACE_OVERHEAD_H

#include "trace/metric.h"

/* Overhead is summed in parts of a tick, because a tick of some clocks is longer than a hook. */
#define HP_OVERHEAD_PARTS_BITS 8
#define HP_OVERHEAD_PARTS (1u << HP_OVERHEAD_PARTS_BITS)

/* The kinds of call that differ in overhead. */
typedef enum hp_overhead_kind {
	HP_OVERHEAD_USER,
	HP_OVERHEAD_INTERNAL,
	HP_OVERHEAD_METHOD, /* internal, called through zend_execute_internal */
	HP_OVERHEAD_KINDS
} hp_overhead_kind;

/* The overhead of one call. */
typedef struct hp_overhead_cost {
	uint64_t inner_parts; /* the part that falls into the call's own time */
	uint64_t all_parts; /* that part, plus the part in its caller's time */
	uint64_t least_ticks; /* the least that any call of this kind takes without a profiler */
} hp_overhead_cost;

/* Work between two hooks of calls: recording blocks of memory, if the run does, and switches of
 * fibers. */
typedef enum hp_overhead_other {
	HP_OVERHEAD_ALLOCATE,
	HP_OVERHEAD_RESIZE,
	HP_OVERHEAD_RELEASE,
	HP_OVERHEAD_SWITCH, /* only the part that the two readings of the clock do not see */
	HP_OVERHEAD_OTHERS
} hp_overhead_other;

typedef struct hp_overhead {
	/* The overhead so far: the machine's clock minus the run's. */
	uint64_t taken_parts;
	uint64_t newest_ticks; /* the last reading of the run's clock */
	uint64_t absent_ticks; /* the run's wall time minus its CPU time, constant since the last gap */
	/* a run's clock that is ahead by more than this took out too much, and is corrected */
	uint64_t most_ticks;
	uint64_t entered_ticks; /* start of the running hook, if its work is measured */
	uint64_t entered_offset_ticks; /* the meter's offset at that moment */
	/* by kind; the second half is for calls that began slowly */
	hp_overhead_cost costs[2 * HP_OVERHEAD_KINDS];
	uint64_t other_parts[HP_OVERHEAD_OTHERS]; /* in the time of the function that does it */
	bool is_calibrated; /* the costs are set; they apply to runs with these metrics and modes */
	uint32_t metrics;
	uint32_t mode;
	uint32_t alloc_mode;
} hp_overhead;

/* Sets the cost of a call of a kind. */
void hp_overhead_set_cost(hp_overhead *overhead, hp_overhead_kind kind, hp_overhead_cost cost);

/* Starts a run with no overhead so far. */
void hp_overhead_start(hp_overhead *overhead, const hp_metrics *start);

/* The overhead so far. */
double hp_overhead_ticks(const hp_overhead *overhead);

/* Called when the run's clock is too far ahead: lets it stand still until all overhead that was
 * subtracted in excess is given back. Returns the run's time. If only the part beyond the limit
 * were given back, the next call would reach the limit again and cost a fifth more. Calibration
 * would then find a constant that is too high. */
uint64_t hp_overhead_stand_still(hp_overhead *overhead, uint64_t ahead_ticks);

/* Returns the wall time by the run's clock at the end of a call. Where the clock would run
 * backwards it stands still. That is a maximum without a branch: a branch would be predicted right
 * at one call and wrong at the next. */
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

/* Turns a reading of the machine's clocks into one of the run's clocks. Also works after a gap of
 * the CPU clock. If the kernel was asked after the reading, returns the time for which the thread
 * has been off the CPU since: it is often switched at that moment. Otherwise returns 0. */
uint64_t hp_overhead_correct(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, hp_metrics *reading);

/* Does the same, and subtracts the CPU time since the reading, which the system call for CPU time
 * has used. */
void hp_overhead_correct_question(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, hp_metrics *reading);

/* Corrects the reading at the begin of a call. Call it after a hook pushed the call and read the
 * clocks. The maximum is without a branch: with one, the call that follows took 5 ns more.
 * Compilers turn a conditional into a branch. */
static zend_always_inline void hp_overhead_correct_begin(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, hp_metrics *start)
{
	uint64_t wall_ticks = start->wall_ticks;
	int64_t ahead_ticks;

	if ((work & HP_METRIC_CPU) && UNEXPECTED(meter->cpu.last_ticks != wall_ticks)) {
		hp_overhead_correct_question(overhead, work, meter, start);
		start->wall_ticks = overhead->newest_ticks; /* the call began after the kernel was asked */
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

/* Corrects the reading at the end of a call. Call it before the hook pops the call, if the CPU
 * clock has no gap. The sum is read and written only once, because each call waits for it. */
static zend_always_inline void hp_overhead_correct_end(
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

/* Does the same after a gap of the CPU clock. *now holds the machine's reading. */
void hp_overhead_correct_end_after_gap(hp_overhead *overhead, const hp_overhead_cost *cost,
	uint32_t work, const hp_meter *meter, hp_metrics *now);

/* Takes out the constant overhead of other work. Call it after a block was recorded, or before a
 * switch of fibers is. */
static zend_always_inline void hp_overhead_take(hp_overhead *overhead, hp_overhead_other what)
{
	overhead->taken_parts += overhead->other_parts[what];
}

/* Takes out the time of rare and long work in the middle of a call. Call it after that work. */
static zend_always_inline void hp_overhead_take_since(
	hp_overhead *overhead, uint64_t start_ticks, uint64_t now_ticks)
{
	overhead->taken_parts += (now_ticks - start_ticks) << HP_OVERHEAD_PARTS_BITS;
}

/* For a hook whose work is rare and long. Call hp_overhead_enter() at its start, and
 * hp_overhead_leave() after it read the clock. */
void hp_overhead_enter(hp_overhead *overhead, uint32_t work, const hp_meter *meter);
void hp_overhead_leave(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, uint64_t wall_ticks);

#endif /* HP_TRACE_OVERHEAD_H */
