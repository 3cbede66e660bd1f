/* look.h: one look at the sampled thread, by the helper thread or, where there is none, by PHP's
 * own thread. */
#ifndef HP_SAMPLER_LOOK_H
#define HP_SAMPLER_LOOK_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Looks at the thread. Waits for the lock. Returns the delay until the next look in nanoseconds.
 * UINT64_MAX: there has long been nothing to sample, and no look is due until is_open is set
 * again. */
uint64_t hp_look(hp_sampler *sampler);

#endif

#endif /* HP_SAMPLER_LOOK_H */
