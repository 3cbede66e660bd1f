/* fork.h: samples the time that a fork takes, and resets the sampler in the forked child. */
#ifndef HP_SAMPLER_FORK_H
#define HP_SAMPLER_FORK_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Call these in the forking thread, right before and right after the fork. The first takes the lock
 * and the second releases it, so that the child never inherits half a sample. The kernel copies the
 * process for milliseconds, which neither looks nor ticks can see. So this time is measured, and
 * charged to the stack that forks. The child calls hp_fork_forget() instead of the second
 * function. */
void hp_fork_begin(hp_sampler *sampler);
void hp_fork_end(hp_sampler *sampler);

/* In a forked child, if the lock was taken before the fork: drops the parent's source and files,
 * and releases the lock. */
void hp_fork_forget(hp_sampler *sampler);

#endif

#endif /* HP_SAMPLER_FORK_H */
