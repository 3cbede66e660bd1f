/* calibrate.h: the overhead of a recorded call, for runs that compensate. */
#ifndef HP_HOOK_CALIBRATE_H
#define HP_HOOK_CALIBRATE_H

#include "hook/state.h"

/* Measures the overhead of calls in separate runs, with the metrics and the mode of the options,
 * and sets it in tracer->overhead. No other run of calls may be open. */
void hp_hook_calibrate(hp_tracer *tracer, const hp_hook *hook, const hp_trace_options *options);

#ifdef XHPROF_FAKE_CLOCK
/* From now on, calibration sets these costs for each kind of call. It happens when a run is of
 * another kind than the one before. */
void hp_hook_calibrate_fake(uint64_t inner_ns, uint64_t all_ns, uint64_t least_ns);
#endif

/* When all modules have started. */
void hp_hook_calibrate_startup(void);

#endif /* HP_HOOK_CALIBRATE_H */
