/* result.h: what a sampling run gives when it is over.
 *
 *   classic   array<string, string>: "<seconds>.<6 digits>" => "main()==>f==>g", one for each
 *             interval, on the grid of the wall clock
 *   paths     the same samples added up by call path, with lines, and the run's summary */
#ifndef HP_SAMPLE_RESULT_H
#define HP_SAMPLE_RESULT_H

#include "sample/store.h"
#include "sample/options.h"

typedef struct hp_sample_summary {
	const char *clock; /* "wall", "cpu"; NULL: there was no run */
	const char *engine; /* "signal", "interrupt" */
	const char *source; /* of CPU time, or of all: see sample/source.h */
	zend_long interval_us;
	int64_t started_us; /* since 1970 */
	int64_t stopped_us;
	uint64_t samples;
	uint64_t weight; /* of all samples, in intervals */
	uint64_t off_cpu; /* of those while the thread was not running */
	uint64_t overrun; /* of the weight, what had passed unsampled before a sample */
	uint64_t late; /* times that a sample was due and could not be taken at once */
	uint64_t dropped; /* intervals that no sample accounts for */
	uint64_t truncated; /* stacks of which the outermost frames were cut off */
} hp_sample_summary;

/* Fill *result with a new array. */
void hp_sample_result_classic(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary, zval *result);
void hp_sample_result_paths(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary, zval *result);

/* In percentage points, with so many samples: a share of one half has this as twice its standard error,
 * any other less. */
double hp_sample_result_error(uint64_t samples);

/* The summary alone. */
void hp_sample_result_summary(const hp_sample_summary *summary, zval *result);

#endif /* HP_SAMPLE_RESULT_H */
