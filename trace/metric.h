/* metric.h: what is measured at the begin and the end of a call. */
#ifndef HP_TRACE_METRIC_H
#define HP_TRACE_METRIC_H

#include "hp_timer.h"
#include "profile/features.h"

/* Work of a call's hooks beside HP_METRIC_*; in one word with these, so that the hot path has one test.
 * All are greater than the metrics that are read at each call. */
#define HP_WORK_TREE 32u /* note the shortest and the longest call of each path */
#define HP_WORK_TIMELINE 64u /* note each begin and end */
#define HP_WORK_COMPENSATED 128u /* take the profiler's own overhead out: trace/overhead.h */
#define HP_WORK_PAUSED 256u /* the clock stands still */

/* One reading, or the difference of two, or a sum of such. Not measured is zero. */
typedef struct hp_metrics {
	uint64_t wall_ticks;
	uint64_t cpu_ticks;
	int64_t memory_bytes; /* memory_get_usage() */
	int64_t peak_bytes; /* memory_get_peak_usage() */
} hp_metrics;

/* All that flags ask for but wall time, which the caller has just read or reads last. */
static zend_always_inline void hp_metric_read_memory(hp_metrics *reading, uint32_t flags)
{
	if (flags & HP_METRIC_MEMORY) {
		reading->memory_bytes = (int64_t) zend_memory_usage(false);
		reading->peak_bytes = (int64_t) zend_memory_peak_usage(false);
	}
}

/* The reading at the begin of a call: the clock last, so that what the hook did before is not
 * charged to the callee. */
static zend_always_inline void hp_metric_begin(
	hp_metrics *reading, uint32_t flags, hp_timer_cpu *cpu)
{
	hp_metric_read_memory(reading, flags);
	reading->wall_ticks = hp_timer_ticks();
	if (flags & HP_METRIC_CPU) {
		reading->cpu_ticks = hp_timer_cpu_ticks(cpu, reading->wall_ticks);
	}
}

/* The reading at the end of a call: the clock first. */
static zend_always_inline void hp_metric_end(hp_metrics *reading, uint32_t flags, hp_timer_cpu *cpu)
{
	reading->wall_ticks = hp_timer_ticks();
	if (flags & HP_METRIC_CPU) {
		reading->cpu_ticks = hp_timer_cpu_ticks(cpu, reading->wall_ticks);
	}
	hp_metric_read_memory(reading, flags);
}

/* sum += to - from */
static zend_always_inline void hp_metric_add(
	hp_metrics *sum, uint32_t flags, const hp_metrics *from, const hp_metrics *to)
{
	sum->wall_ticks += to->wall_ticks - from->wall_ticks;
	if (flags & HP_METRIC_CPU) {
		sum->cpu_ticks += to->cpu_ticks - from->cpu_ticks;
	}
	if (flags & HP_METRIC_MEMORY) {
		sum->memory_bytes += to->memory_bytes - from->memory_bytes;
		sum->peak_bytes += to->peak_bytes - from->peak_bytes;
	}
}

#endif /* HP_TRACE_METRIC_H */
