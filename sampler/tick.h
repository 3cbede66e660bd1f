/* tick.h: what a tick of perf costs the thread that it interrupts.
 *
 * A real machine takes some microseconds. In a virtual one each setting of a timer and each interrupt of a processor to
 * itself may leave it, and a tick may take 80. */
#ifndef HP_SAMPLER_TICK_H
#define HP_SAMPLER_TICK_H

#include "sampler/source.h"

/* perf is not permitted. */
#define HP_SAMPLE_NO_TICK UINT64_MAX

/* Nanoseconds, without the handler's; or that. The first call of a process measures it, which takes a millisecond. */
uint64_t hp_sample_tick_ns(void);

#endif /* HP_SAMPLER_TICK_H */
