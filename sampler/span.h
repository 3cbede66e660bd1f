/* span.h: the spans of time that are sampled: requests, and the time between pauses. All functions
 * are called with the lock. */
#ifndef HP_SAMPLER_SPAN_H
#define HP_SAMPLER_SPAN_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* In the thread: time is to be sampled from now on, and until now. is_pause: a pause ends or begins
 * in the middle of a stack, and time that was open before stays open. Else a request begins or
 * ends. Looks and ticks go on as if there were no requests, so that each moment of each request has
 * the same part in samples, and time that is open at its end goes to its account. */
void hp_span_enter(hp_sampler *sampler, uint64_t now_ns, bool is_pause);
void hp_span_leave(hp_sampler *sampler, bool is_pause);

/* In the thread, within a request: time from now on goes to another account, as if the next request
 * began. */
void hp_span_turn(hp_sampler *sampler);

/* With the lock: returns the time until then that no sample accounts for. is_here: called in the
 * sampled thread. */
hp_sampler_account hp_span_rest(
	hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool is_here);

#endif

#endif /* HP_SAMPLER_SPAN_H */
