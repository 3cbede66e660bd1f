#include "trace/metric.h"

/* Offset of the counters in the heap, in words. It has been the same since PHP 7.0. */
#define METRIC_USAGE_PLACE 2

/* The heap has its counters at that place. Set in MINIT. */
static bool metric_has_usage = false;

static const hp_metric_usage *metric_usage(void)
{
	return (const hp_metric_usage *) ((const size_t *) zend_mm_get_heap() + METRIC_USAGE_PLACE);
}

static bool metric_is_usage(const hp_metric_usage *usage)
{
	return usage->bytes == zend_memory_usage(false) &&
		usage->peak_bytes == zend_memory_peak_usage(false);
}

/* Compares the counters with the engine's numbers both at a new peak and below it. The engine
 * resets the peak before the first request. With USE_TRACKED_ALLOC there is no peak, and the test
 * fails. */
void hp_metric_startup(void)
{
	const hp_metric_usage *usage = metric_usage();
	size_t bytes = zend_memory_usage(false), peak_bytes = zend_memory_peak_usage(false);
	bool is_at_peak;
	void *block;

	if (bytes > peak_bytes) {
		return;
	}
	block = emalloc(peak_bytes - bytes + 1);
	is_at_peak = metric_is_usage(usage) && usage->bytes == usage->peak_bytes;
	efree(block);
	metric_has_usage = is_at_peak && metric_is_usage(usage) && usage->bytes < usage->peak_bytes;
}

const hp_metric_usage *hp_metric_find_usage(void)
{
	const hp_metric_usage *usage = metric_usage();

	return metric_has_usage && metric_is_usage(usage) ? usage : NULL;
}

void hp_metric_begin_after_gap(hp_metrics *reading, hp_meter *meter)
{
	hp_timer_cpu_ask(&meter->cpu, reading->wall_ticks);
	reading->wall_ticks = meter->cpu.last_ticks;
	reading->cpu_ticks = hp_timer_cpu_advance(&meter->cpu, reading->wall_ticks);
}
