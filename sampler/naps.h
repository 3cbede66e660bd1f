/* naps.h: charges the CPU time of a thread that naps, which means that it runs only for short turns
 * between sleeps. Looks see little of that time, so it goes to the call in which the thread
 * sleeps. */
#ifndef HP_SAMPLER_NAPS_H
#define HP_SAMPLER_NAPS_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* With the lock: charges naps, if the thread has napped since the last look. Returns true if the
 * open CPU time does not belong to the code that runs next: it was naps, or it passed before the
 * current sleep. reads: this look may read the stack. */
bool hp_naps_watch(hp_sampler *sampler, uint64_t cpu_ns, bool reads);

#endif

#endif /* HP_SAMPLER_NAPS_H */
