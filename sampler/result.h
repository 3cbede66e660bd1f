/* result.h: the arrays that a sampling run returns.
 *
 *   classic   array<string, string>: "<seconds>.<6 digits>" => "main()==>f==>g", one for each
 *             interval, on the grid of the wall clock
 *   paths     the same samples added up by call path, with lines, and the run's summary */
#ifndef HP_SAMPLER_RESULT_H
#define HP_SAMPLER_RESULT_H

#include "sampler/store.h"
#include "sampler/options.h"

typedef struct hp_sample_summary {
	const char *clock; /* "wall", "cpu", "custom", or the event's name; NULL: there was no run */
	const char *engine; /* "signal", "interrupt", "none", "event" */
	const hp_event *event; /* the event that took the samples; NULL: a clock did */
	uint64_t period; /* a sample is due after this many events */
	/* the source of samples of CPU time, or of all samples: see sampler/source.h */
	const char *source;
	const char *reason; /* why that source was chosen; NULL: it has no clock */
	zend_long interval_us;
	int64_t started_us; /* since 1970 */
	int64_t stopped_us;
	int64_t paused_us; /* the part of the time between both that was paused */
	uint64_t started_bytes; /* memory in use at the start, if samples have it */
	uint64_t samples;
	uint64_t squares; /* the sum of squared weights, as in hp_profile */
	uint64_t weight; /* of all samples, in intervals */
	uint64_t off_cpu; /* the part of weight while the thread was not running */
	uint64_t custom; /* the part of weight that xhprof_sample() took */
	uint64_t custom_samples; /* the number of samples that xhprof_sample() took */
	/* the part of weight that was taken at a safe point: see hp_sampler_sample */
	uint64_t displaced;
	uint64_t late; /* samples that could not be taken when they were due */
	uint64_t dropped; /* intervals that no sample accounts for */
	int64_t rest_cpu_ns; /* the run's CPU time without that of the weights */
	/* The time off the CPU without that of the weights. Both rests are below one interval, unless
	 * intervals were dropped. */
	int64_t rest_off_ns;
	uint64_t truncated; /* stacks whose outermost frames were cut off */
} hp_sample_summary;

/* Sets *result to a new array, of call paths if the options say so. The caller owns it. */
void hp_sample_result(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary, zval *result);

/* Sets *result to a new array of the summary alone. The caller owns it. */
void hp_sample_result_summary(const hp_sample_summary *summary, zval *result);

#endif /* HP_SAMPLER_RESULT_H */
