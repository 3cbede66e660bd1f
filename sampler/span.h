/* span.h: the spans of time that are sampled: requests, and the time between pauses. All functions
 * are called with the lock. */
#ifndef HP_SAMPLER_SPAN_H
#define HP_SAMPLER_SPAN_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Call these in the thread: hp_span_enter() where time begins to be sampled, hp_span_leave() where
 * it ends. is_pause: a pause ends or begins in the middle of a stack, and open time stays open.
 * Otherwise a request begins or ends, and the time that is open at its end goes to its account.
 * Looks and ticks continue as if there were no requests, so that each moment of each request is
 * equally likely to be sampled. */
void hp_span_enter(hp_sampler *sampler, uint64_t now_ns, bool is_pause);
void hp_span_leave(hp_sampler *sampler, bool is_pause);

/* Call it in the thread, in the middle of a request, if time from now on belongs to another
 * account. It ends one request and begins the next. */
void hp_span_turn(hp_sampler *sampler);

/* With the lock: returns the time until then that no sample accounts for. is_here: called in the
 * sampled thread. */
hp_sampler_account hp_span_rest(
	hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool is_here);

#endif

#endif /* HP_SAMPLER_SPAN_H */
