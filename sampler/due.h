/* due.h: decides whether a sample is due, who takes it (a tick, a look or a safe point), and how
 * much time it stands for. */
#ifndef HP_SAMPLER_DUE_H
#define HP_SAMPLER_DUE_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* From this mean cooldown on, stacks count as deep: see hp_sampler_locked.mean_depth_ns. */
# define HP_DUE_DEEP_NS 500000u

/* When a tick is missing because the thread was in the kernel, the helper checks once per interval
 * whether another one is missing, for this many intervals of CPU time. */
# define HP_DUE_HURRY_INTERVALS 100u

/* Looks see little of the CPU time of a thread that naps, so its CPU clock runs ahead of their
 * samples. Once it is this many intervals ahead, later looks and ticks make up for the difference,
 * whatever function they find: see sampler/naps.h. */
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

/* Returns the weight in nanoseconds, at most most_ns, of the sample of CPU time that is due; 0 if
 * none is due. The time that is owed to earlier requests is not included. */
uint64_t hp_due_ns(const hp_sampler *sampler, uint64_t cpu_ns, uint64_t most_ns);

/* True if a tick of perf is missing: perf does not tick in the kernel. The next safe point is
 * mostly right behind the call into the kernel. A tick of the timer never counts as missing: it
 * comes as the call ends, and as late as the kernel's own tick. */
bool hp_due_is_late(const hp_sampler *sampler, uint64_t cpu_ns);

/* True if the helper's looks take the samples, and ticks sample only the time that looks leave
 * open. That is so with the timer, which ticks with the kernel's own clock, mostly every 4 ms: at
 * shorter intervals its ticks may fall in step with the program. It is also so while perf may be
 * unable to tick for most of the time. Deep stacks are left to ticks: a look takes so long to read
 * one that it mostly sees the code that follows it. */
bool hp_due_has_finer_looks(const hp_sampler *sampler);

/* True if no tick came where one was due. */
bool hp_due_is_silent(const hp_sampler *sampler, uint64_t cpu_ns);

/* True if no signal takes samples: none is permitted, perf costs too much, the program has its own
 * handler, or none arrives. */
bool hp_due_needs_safe_point(const hp_sampler *sampler, uint64_t cpu_ns);

/* Returns how far, in nanoseconds, the sum of the weights of looks may run ahead of the clock. */
int64_t hp_due_ahead_ns(const hp_sampler *sampler);

/* With the lock: returns the weight of the next sample in nanoseconds; 0 for none. found_ns is the
 * time that looks have found, which is an estimate. open_ns is the time on the clock that no sample
 * accounts for yet, which bounds the weight. */
uint64_t hp_due_found_ns(hp_sampler *sampler, uint64_t found_ns, int64_t open_ns);

#endif

#endif /* HP_SAMPLER_DUE_H */
