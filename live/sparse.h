/* sparse.h: samples at random moments, for long intervals and for threads that switch often.
 *
 * perf costs at each switch of a thread that it is armed for. So each look of the helper thread arms it for a
 * single tick, at a random moment of the CPU time that follows. What it finds asleep counts for the time since
 * the last look, whatever that saw: clocks that add up would say little of a thread that is looked at a few times a
 * minute. All in the helper thread. */
#ifndef HP_LIVE_SPARSE_H
#define HP_LIVE_SPARSE_H

#include "live/sampler.h"

/* Changes from one way to the other, at once. Nothing changes where perf is not permitted: what takes its
 * place costs nothing at switches. */
void hp_live_sparse_set(hp_live_sampler *sampler, bool is_sparse);

/* As hp_live_sampler_look(), for a sparse sampler. */
uint64_t hp_live_sparse_look(hp_live_sampler *sampler);

#endif /* HP_LIVE_SPARSE_H */
