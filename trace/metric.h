/* metric.h: what is measured at the begin and the end of a call. */
#ifndef HP_TRACE_METRIC_H
#define HP_TRACE_METRIC_H

#include "hp_timer.h"
#include "profile/features.h"

/* The work of a call's hooks besides HP_METRIC_*. The flags share one word, so that the hot path
 * has one test. */
#define HP_WORK_TREE 32u /* note the shortest and the longest call of each path */
#define HP_WORK_TIMELINE 64u /* note each begin and end */
#define HP_WORK_COMPENSATED 128u /* take the profiler's own overhead out: trace/overhead.h */
#define HP_WORK_PAUSED 256u /* the clock stands still */

/* Time is read from the CPU's counter and memory from the heap's own counters, without a function
 * call. */
#define HP_WORK_DIRECT 512u

#define HP_WORK_EVENTS 1024u /* events are counted: trace/counting.h */

/* One reading, the difference of two, or a sum of differences. A metric that is not measured is
 * zero. */
typedef struct hp_metrics {
	uint64_t wall_ticks;
	uint64_t cpu_ticks;
	int64_t memory_bytes; /* memory_get_usage() */
	int64_t peak_bytes; /* memory_get_peak_usage() */
} hp_metrics;

/* The heap's own counters, as the engine lays them out. */
typedef struct hp_metric_usage {
	size_t bytes;
	size_t peak_bytes;
} hp_metric_usage;

/* The sources of a run's readings. */
typedef struct hp_meter {
	hp_timer_cpu cpu;
	const hp_metric_usage *usage; /* of the thread's heap */
} hp_meter;

/* Tests if the heap has its counters where we expect them. In MINIT. */
void hp_metric_startup(void);

/* Returns the counters of the thread's heap; NULL if they are not where we expect them. */
const hp_metric_usage *hp_metric_find_usage(void);

/* Reads memory into *reading if the flags ask for it. */
static zend_always_inline void hp_metric_read_memory(
	hp_metrics *reading, uint32_t flags, const hp_meter *meter)
{
	if ((flags & HP_METRIC_MEMORY) && (flags & HP_WORK_DIRECT)) {
		reading->memory_bytes = (int64_t) meter->usage->bytes;
		reading->peak_bytes = (int64_t) meter->usage->peak_bytes;
	} else if (flags & HP_METRIC_MEMORY) {
		reading->memory_bytes = (int64_t) zend_memory_usage(false);
		reading->peak_bytes = (int64_t) zend_memory_peak_usage(false);
	}
}

static zend_always_inline uint64_t hp_metric_ticks(uint32_t flags)
{
	return flags & HP_WORK_DIRECT ? hp_timer_counter() : hp_timer_ticks();
}

/* Completes the reading at the begin of a call after a gap. *reading holds the wall time. The wall
 * time is read again after the system call for CPU time. That call takes several times as long as a
 * short call of PHP, and would count as part of it. This is a separate function so that its caller
 * need not keep anything across the call. */
void hp_metric_begin_after_gap(hp_metrics *reading, hp_meter *meter);

/* Takes the reading at the begin of a call. The clock is read last, so that the hook's earlier work
 * is not charged to the callee. A run that compensates reads it before it asks the kernel, and then
 * takes the time of that out. */
static zend_always_inline void hp_metric_begin(hp_metrics *reading, uint32_t flags, hp_meter *meter)
{
	hp_metric_read_memory(reading, flags, meter);
	reading->wall_ticks = hp_metric_ticks(flags);
	if (flags & HP_METRIC_CPU) {
		if (flags & HP_WORK_COMPENSATED) {
			reading->cpu_ticks = hp_timer_cpu_ticks(&meter->cpu, reading->wall_ticks);
		} else if (hp_timer_cpu_has_gap(&meter->cpu, reading->wall_ticks)) {
			hp_metric_begin_after_gap(reading, meter);
		} else {
			reading->cpu_ticks = hp_timer_cpu_advance(&meter->cpu, reading->wall_ticks);
		}
	}
}

/* Reads the metrics at the end of a call. The clock was read before. */
static zend_always_inline void hp_metric_end(
	hp_metrics *reading, uint64_t wall_ticks, uint32_t flags, hp_meter *meter)
{
	reading->wall_ticks = wall_ticks;
	if (flags & HP_METRIC_CPU) {
		reading->cpu_ticks = hp_timer_cpu_ticks(&meter->cpu, reading->wall_ticks);
	}
	hp_metric_read_memory(reading, flags, meter);
}

/* sum += to - from */
static zend_always_inline void hp_metric_add(
	hp_metrics *sum, uint32_t flags, const hp_metrics *from, const hp_metrics *to)
{
	uint64_t wall_ticks = to->wall_ticks - from->wall_ticks;

	HP_AS_IT_IS(wall_ticks); /* makes the compiler add to the sum in memory, as below */
	sum->wall_ticks += wall_ticks;
	if (flags & HP_METRIC_CPU) {
		uint64_t cpu_ticks = to->cpu_ticks - from->cpu_ticks;

		HP_AS_IT_IS(cpu_ticks);
		sum->cpu_ticks += cpu_ticks;
	}
	if (flags & HP_METRIC_MEMORY) {
		sum->memory_bytes += to->memory_bytes - from->memory_bytes;
		sum->peak_bytes += to->peak_bytes - from->peak_bytes;
	}
}

#endif /* HP_TRACE_METRIC_H */
