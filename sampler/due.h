/* due.h: whether a sample is due, by which way it is taken, and how much time it stands for. */
#ifndef HP_SAMPLER_DUE_H
#define HP_SAMPLER_DUE_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* From this mean cooldown on, stacks count as deep: see hp_sampler_locked.mean_depth_ns. */
# define HP_DUE_DEEP_NS 500000u

/* When a tick is missing because the thread was in the kernel, the helper checks once per interval
 * whether another one is missing, for this many intervals of CPU time. */
# define HP_DUE_HURRY_INTERVALS 100u

/* The CPU clock of a thread that naps runs ahead of the looks. Once it is this many intervals
 * ahead, that time is charged to all functions: see sampler/naps.h. */
# define HP_DUE_NAPS_MOST 16

/* Rounds a time to whole grains. */
static inline uint64_t hp_due_weight_ns(const hp_sampler *sampler, uint64_t time_ns)
{
	return (time_ns + sampler->setup.grain_ns / 2) / sampler->setup.grain_ns *
		sampler->setup.grain_ns;
}

/* Has the helper look once per interval for some time. */
static inline void hp_due_hurry(hp_sampler *sampler, uint64_t cpu_ns)
{
	HP_SHARED_WRITE(&sampler->hurry_until_ns,
		cpu_ns + HP_DUE_HURRY_INTERVALS * hp_sampler_interval_ns(sampler));
}

/* Returns the weight of the sample of CPU time that is due, at most most_ns, without the time that
 * is owed. 0: no sample is due. */
uint64_t hp_due_ns(const hp_sampler *sampler, uint64_t cpu_ns, uint64_t most_ns);

/* True if a tick of perf is missing: perf does not tick in the kernel. The next safe point is
 * mostly right behind the call into the kernel. A tick of the timer never counts as missing: it
 * comes as the call ends, and as late as the kernel's own tick. */
bool hp_due_is_late(const hp_sampler *sampler, uint64_t cpu_ns);

/* True if the helper's looks take the samples, and ticks only take what looks leave. The timer
 * needs this, because its ticks come with the kernel's own, mostly every 4 ms: at shorter intervals
 * they may fall in step with the program. So does perf where it may not tick for most of the time.
 * Deep stacks are left to ticks: reading one from beside takes so long that looks mostly see what
 * follows it. */
bool hp_due_has_finer_looks(const hp_sampler *sampler);

/* True if no tick came where one was due. */
bool hp_due_is_silent(const hp_sampler *sampler, uint64_t cpu_ns);

/* True if no signal takes samples: none is permitted, perf costs too much, the program has its own
 * handler, or none arrives. */
bool hp_due_needs_safe_point(const hp_sampler *sampler, uint64_t cpu_ns);

/* The weights of looks may be ahead of the clock by this much. */
int64_t hp_due_ahead_ns(const hp_sampler *sampler);

/* With the lock: returns the weight of a sample for looks that found found_ns, while open_ns of
 * their clock is open. */
uint64_t hp_due_found_ns(hp_sampler *sampler, uint64_t found_ns, int64_t open_ns);

#endif

#endif /* HP_SAMPLER_DUE_H */
