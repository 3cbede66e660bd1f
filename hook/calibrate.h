/* calibrate.h: the overhead of a recorded call, for runs that compensate. */
#ifndef HP_HOOK_CALIBRATE_H
#define HP_HOOK_CALIBRATE_H

#include "hook/state.h"

/* Measures the overhead of calls in runs of its own, with the metrics and the mode of the options. No other run is
 * on. */
void hp_hook_calibrate(hp_tracer *tracer, const hp_hook *hook, const hp_trace_options *options);

/* When all modules have started. */
void hp_hook_calibrate_startup(void);

#endif /* HP_HOOK_CALIBRATE_H */
