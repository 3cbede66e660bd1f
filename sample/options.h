/* options.h: what a sampling run was asked for. */
#ifndef HP_SAMPLE_OPTIONS_H
#define HP_SAMPLE_OPTIONS_H

#include "base/filter.h"

/* A shorter interval would be nothing but samples. */
#define HP_SAMPLE_MIN_INTERVAL_US 100
/* A longer one would overflow nanoseconds sooner or later: a quarter of an hour. */
#define HP_SAMPLE_MAX_INTERVAL_US 1000000000

typedef enum hp_sample_clock {
	HP_SAMPLE_WALL,
	HP_SAMPLE_CPU
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
	hp_sample_engine engine;
	bool has_run_init; /* the code of included files is shown */
	hp_filter ignored;
} hp_sample_options;

/* "wall", "cpu"; "auto", "signal", "interrupt". FAILURE for others. */
zend_result hp_sample_options_clock(hp_sample_clock *clock, const char *name);
zend_result hp_sample_options_engine(hp_sample_engine *engine, const char *name);

/* Reads the argument of xhprof_sample_enable() over what the caller has set; array may be NULL.
 * The caller frees the options, also on FAILURE, when *error says what is wrong. */
zend_result hp_sample_options_parse(
	hp_sample_options *options, const HashTable *array, const char **error);
void hp_sample_options_free(hp_sample_options *options);

/* Brings the interval into its bounds; false if it was not. */
bool hp_sample_options_clamp(hp_sample_options *options);

#endif /* HP_SAMPLE_OPTIONS_H */
