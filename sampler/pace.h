/* pace.h: measures for what fraction of the time the thread runs, and sets how often the helper
 * looks. */
#ifndef HP_SAMPLER_PACE_H
#define HP_SAMPLER_PACE_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* With the lock: updates the pace, at most every 100 ms. If only CPU time is sampled, the helper
 * then looks about once per interval of CPU time, not of wall time. */
void hp_pace_note(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns);

#endif

#endif /* HP_SAMPLER_PACE_H */
