/* wait_label.h: the store's function for what the thread waits in. */
#ifndef HP_SAMPLER_WAIT_LABEL_H
#define HP_SAMPLER_WAIT_LABEL_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* With the lock: returns the store's function for what the thread waited in, or HP_SAMPLE_NONE if
 * it was on the CPU. */
uint32_t hp_wait_label_of(hp_sampler *sampler, hp_sampler_activity state, uint32_t asleep);

/* With the lock, in the helper thread: names a wait that a look found first. Returns HP_SAMPLE_NONE
 * if it has no name that is known, or if the thread has run since its CPU time was cpu_ns. */
uint32_t hp_wait_label_new(hp_sampler *sampler, uint64_t cpu_ns);

/* With the lock, in the helper thread: names a wait again, once the thread has waited twice as long
 * as when it was last named, if the name may have changed by then. */
void hp_wait_label_again(hp_sampler *sampler, uint64_t cpu_ns, uint32_t *wait);

#endif

#endif /* HP_SAMPLER_WAIT_LABEL_H */
