/* options.h: the options of a sampling run. */
#ifndef HP_SAMPLER_OPTIONS_H
#define HP_SAMPLER_OPTIONS_H

#include "base/filter.h"
#include "base/function_name.h"
#include "event/registry.h"

/* At a shorter interval the program would do little but take samples. */
#define HP_SAMPLE_MIN_INTERVAL_US 100
/* A quarter of an hour. A longer one would overflow nanoseconds sooner or later. */
#define HP_SAMPLE_MAX_INTERVAL_US 1000000000

typedef enum hp_sample_clock {
	HP_SAMPLE_WALL,
	HP_SAMPLE_CPU,
	HP_SAMPLE_CUSTOM /* none: only xhprof_sample() takes samples */
} hp_sample_clock;

typedef enum hp_sample_engine {
	HP_SAMPLE_AUTO,
	HP_SAMPLE_SIGNAL,
	HP_SAMPLE_INTERRUPT
} hp_sample_engine;

typedef struct hp_sample_options {
	zend_long interval_us;
	zend_long depth;
	bool has_depth; /* else xhprof.sampling_depth, as it is at each sample */
	bool has_paths; /* the result is call paths */
	hp_sample_clock clock;
	bool has_clock; /* it is given: beside events, too */
	hp_sample_engine engine;
	bool has_memory; /* each sample has the memory in use */
	bool has_texts; /* names of waits have statements and URLs, without values */
	bool has_run_init; /* the code of included files is shown */
	hp_closure_names closure_names; /* in arrays */
	bool is_beside; /* calls may be recorded at the same time: hook/run.h */
	hp_event_choice
		events; /* by which samples are taken: one in place of the clock, or several beside one that is given */
	char error[HP_EVENT_MESSAGE_BYTES]; /* of an event that cannot be chosen */
	hp_filter ignored;
} hp_sample_options;

const char *hp_sample_options_clock_name(hp_sample_clock clock);

/* Applies the argument of xhprof_sample_enable() to the caller's defaults; array may be NULL.
 * The caller frees the options, also on FAILURE, when *error gives the reason. */
zend_result hp_sample_options_parse(
	hp_sample_options *options, const HashTable *array, const char **error);
void hp_sample_options_free(hp_sample_options *options);

/* The message of hp_option_unknown(). */
zend_string *hp_sample_options_unknown(const HashTable *array);

/* Clamps the interval to its bounds; false if it was outside. */
bool hp_sample_options_clamp(hp_sample_options *options);

#endif /* HP_SAMPLER_OPTIONS_H */
