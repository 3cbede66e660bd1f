/* look.h: the looks of the helper thread at the thread, or of PHP's thread where there is no
 * helper. */
#ifndef HP_SAMPLER_LOOK_H
#define HP_SAMPLER_LOOK_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Looks at the thread. Waits for the lock. Returns the nanoseconds until the next look. UINT64_MAX:
 * is_open ended long ago, and the next look is due when it begins again. */
uint64_t hp_look(hp_sampler *sampler);

#endif

#endif /* HP_SAMPLER_LOOK_H */
