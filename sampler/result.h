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
	const hp_event *event; /* samples were taken by it; NULL: by time */
	uint64_t period; /* after as many of it */
	const char *source; /* of CPU time, or of all: see sampler/source.h */
	const char *reason; /* why that one; NULL: it is no clock's */
	zend_long interval_us;
	int64_t started_us; /* since 1970 */
	int64_t stopped_us;
	int64_t paused_us; /* between them */
	uint64_t started_bytes; /* memory in use then, if samples have it */
	uint64_t samples;
	uint64_t event_samples; /* by events beside a clock, not among these */
	uint64_t squares; /* as in hp_profile */
	uint64_t weight; /* of all samples, in intervals */
	uint64_t off_cpu; /* of those while the thread was not running */
	uint64_t custom; /* of those that xhprof_sample() took */
	uint64_t custom_samples; /* and how many these are */
	uint64_t displaced; /* taken at a safe point: see hp_sampler_sample */
	uint64_t late; /* samples that were due and could not be taken at once */
	uint64_t dropped; /* intervals that no sample accounts for */
	int64_t rest_cpu_ns; /* by how much the run's times exceed all weights of CPU time, */
	int64_t
		rest_off_ns; /* and of other time: less than an interval, unless intervals were dropped */
	uint64_t truncated; /* stacks whose outermost frames were cut off */
} hp_sample_summary;

/* Fills *result with a new array, of paths if the options say so. */
void hp_sample_result(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary, zval *result);

/* The summary alone. */
void hp_sample_result_summary(const hp_sample_summary *summary, zval *result);

#endif /* HP_SAMPLER_RESULT_H */
