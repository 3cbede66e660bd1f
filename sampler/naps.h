/* naps.h: the CPU time of a thread that runs for short turns between sleeps. Looks see little of
 * it, so that it is charged to what the thread sleeps in. */
#ifndef HP_SAMPLER_NAPS_H
#define HP_SAMPLER_NAPS_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* With the lock: true if the open time belongs to naps, or to what came before this sleep, and not
 * to what follows it. */
bool hp_naps_watch(hp_sampler *sampler, uint64_t cpu_ns, bool reads);

#endif

#endif /* HP_SAMPLER_NAPS_H */
