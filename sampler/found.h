/* found.h: keeps the time that looks have found but that no sample stands for yet, for the samples
 * that safe points or looks take. */
#ifndef HP_SAMPLER_FOUND_H
#define HP_SAMPLER_FOUND_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* With the lock, for a thread off the CPU: true if it waits for one. The kernel is asked only once
 * until the thread has run again. */
bool hp_found_waits_for_cpu(hp_sampler *sampler, uint64_t cpu_ns);

/* With the lock: notes the time since the last look. is_of_cpu: looks account for CPU time;
 * is_of_waits: they account for waits as well. part is the fraction of this look for which the
 * thread ran, from 0 to 1. */
void hp_found_note(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool is_of_cpu,
	bool is_of_waits, double part);

/* With the lock: takes the time that looks have found on the CPU, in whole grains, and returns the
 * weight of the sample for it. The rest is for the next sample. */
uint64_t hp_found_take_ns(hp_sampler *sampler);

#endif

#endif /* HP_SAMPLER_FOUND_H */
