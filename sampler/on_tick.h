/* on_tick.h: the sample that a tick takes, in the thread's signal handler. */
#ifndef HP_SAMPLER_ON_TICK_H
#define HP_SAMPLER_ON_TICK_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* The event's tick. Its owner is the sampler. */
void hp_on_tick(hp_sample_event *event, const void *context);

#endif

#endif /* HP_SAMPLER_ON_TICK_H */
