/* tick.h: what a tick of perf costs the thread that it interrupts.
 *
 * On a real machine it is some microseconds. In a virtual machine it may be 80, because setting a
 * timer may exit to the hypervisor, and so may the interrupt that a processor sends to itself. */
#ifndef HP_SAMPLER_TICK_H
#define HP_SAMPLER_TICK_H

#include "sampler/source.h"

/* The cost of a tick where perf is not permitted. */
#define HP_SAMPLE_NO_TICK UINT64_MAX

/* The kernel's cost of a tick in nanoseconds, without our handler; or HP_SAMPLE_NO_TICK. The first
 * call in a process measures it. This takes 1 ms, or 3 ms if ticks are expensive. */
uint64_t hp_sample_tick_ns(void);

#endif /* HP_SAMPLER_TICK_H */
