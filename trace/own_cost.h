/* own_cost.h: what recording a call of a run has cost, for its profile. trace/overhead.h takes such
 * costs out of the times. */
#ifndef HP_TRACE_OWN_COST_H
#define HP_TRACE_OWN_COST_H

#include "profile/profile.h"
#include "trace/tracer.h"

/* Returns the profiler's overhead per call, in picoseconds: that of a cached call, plus a share of
 * the rare and long work. Measures it with some calls of a run like this one. */
int64_t hp_own_cost_call_ps(const hp_tracer *tracer, double ticks_per_ns);

/* Adds the costs by kind of call, if this kind of run was calibrated. They show how much recording
 * distorts. */
void hp_own_cost_add_kinds(const hp_tracer *tracer, hp_profile *profile, double ticks_per_ns);

#endif /* HP_TRACE_OWN_COST_H */
