/* sample_run_event.h: the samples that events take, of PHP or of the kernel. */
#ifndef HP_SAMPLER_SAMPLE_RUN_EVENT_H
#define HP_SAMPLER_SAMPLE_RUN_EVENT_H

#include "sampler/sample_run_state.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Arms all events. Returns NULL, or why one cannot be counted, in English. */
const char *hp_sample_run_event_arm(hp_sample_run *run);

void hp_sample_run_event_disarm(hp_sample_run *run);

/* With the lock: accounts for what an event has counted since its last sample. */
void hp_sample_run_event_end(hp_sample_run *run, hp_sample_run_event *event);

#endif

#endif /* HP_SAMPLER_SAMPLE_RUN_EVENT_H */
