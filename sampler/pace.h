/* pace.h: how much of the time the thread runs, and by that how often the helper looks. */
#ifndef HP_SAMPLER_PACE_H
#define HP_SAMPLER_PACE_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* With the lock: notes how much of the time the thread runs. A run of CPU time alone looks only
 * once per interval of CPU time. */
void hp_pace_note(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns);

#endif

#endif /* HP_SAMPLER_PACE_H */
