/* options.h: the options of a sampling run. */
#ifndef HP_SAMPLER_OPTIONS_H
#define HP_SAMPLER_OPTIONS_H

#include "base/filter.h"
#include "base/function_name.h"
#include "event/registry.h"

/* With a shorter interval the program would do little more than take samples. */
#define HP_SAMPLE_MIN_INTERVAL_US 100
/* About a quarter of an hour. A longer interval would sooner or later overflow the counts of
 * nanoseconds. */
#define HP_SAMPLE_MAX_INTERVAL_US 1000000000

typedef enum hp_sample_clock {
	HP_SAMPLE_WALL,
	HP_SAMPLE_CPU,
	HP_SAMPLE_CUSTOM /* no clock: only xhprof_sample() takes samples */
} hp_sample_clock;

typedef enum hp_sample_engine {
	HP_SAMPLE_AUTO,
	HP_SAMPLE_SIGNAL,
	HP_SAMPLE_INTERRUPT
} hp_sample_engine;

typedef struct hp_sample_options {
	zend_long interval_us;
	zend_long depth;
	/* depth is given; else each sample uses the present value of xhprof.sampling_depth */
	bool has_depth;
	bool has_paths; /* the result has call paths */
	hp_sample_clock clock;
	bool has_clock; /* clock is given, so that it samples beside events, too */
	hp_sample_engine engine;
	bool has_memory; /* each sample records the memory in use */
	bool has_texts; /* names of waits include statements and URLs, without their values */
	bool has_run_init; /* stacks show the code of included files */
	hp_closure_names closure_names; /* how the arrays name closures */
	bool is_beside; /* calls may be recorded at the same time: hook/run.h */
	/* The events that take samples: one in place of the clock, or several beside a clock that is
	 * given. */
	hp_event_choice events;
	char error[HP_EVENT_MESSAGE_BYTES]; /* why an event cannot be chosen */
	hp_filter ignored;
} hp_sample_options;

const char *hp_sample_options_clock_name(hp_sample_clock clock);

/* Applies the argument of xhprof_sample_enable() to the caller's defaults; array may be NULL. On
 * FAILURE *error gives the reason; it may be options->error. The caller frees the options in either
 * case. */
zend_result hp_sample_options_parse(
	hp_sample_options *options, const HashTable *array, const char **error);
void hp_sample_options_free(hp_sample_options *options);

/* The message of hp_option_unknown() about an unknown option; NULL: there is none. The caller
 * releases it. */
zend_string *hp_sample_options_unknown(const HashTable *array);

/* Clamps the interval to its bounds. Returns false if it was outside. */
bool hp_sample_options_clamp(hp_sample_options *options);

#endif /* HP_SAMPLER_OPTIONS_H */
