/* fork.h: the time of a fork, in the thread that forks, and its child. */
#ifndef HP_SAMPLER_FORK_H
#define HP_SAMPLER_FORK_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Around a fork, in the thread that forks. The first takes the lock and the second releases it, so
 * that the child does not get half a sample. No look and no tick sees the kernel copy the process,
 * which takes milliseconds. So this time is measured, and its samples are of the stack that forks.
 * The child calls hp_fork_forget() instead of the second. */
void hp_fork_begin(hp_sampler *sampler);
void hp_fork_end(hp_sampler *sampler);

/* In a forked child, if the lock was taken before the fork: drops the parent's source and files,
 * and releases the lock. */
void hp_fork_forget(hp_sampler *sampler);

#endif

#endif /* HP_SAMPLER_FORK_H */
