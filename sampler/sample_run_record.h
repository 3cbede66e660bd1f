/* sample_run_record.h: adds samples to a run. All functions are called with the lock. All but the
 * last may be called in the signal handler. */
#ifndef HP_SAMPLER_SAMPLE_RUN_RECORD_H
#define HP_SAMPLER_SAMPLE_RUN_RECORD_H

#include "sampler/sample_run_state.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Returns the event's count; 0 for an event of PHP that calls us. */
uint64_t hp_sample_run_record_count_of(hp_sample_run_event *event);

/* Adds a sample of a node. kind has the other members of the record. FAILURE: no room. */
zend_result hp_sample_run_record_add(
	hp_sample_run *run, uint32_t node, uint64_t weight, hp_sample_record kind);

/* Counts a sample that was added, which stands for this many intervals. */
static inline void hp_sample_run_record_count(hp_sample_run *run, uint64_t due, bool is_off_cpu)
{
	run->summary.samples++;
	run->summary.weight += due;
	run->summary.off_cpu += is_off_cpu ? due : 0;
}

/* The sampler's sink: keeps a stack, and adds a sample, whose weight is in whole intervals. */
bool hp_sample_run_record_keep(void *owner, bool is_own, uint32_t count);
uint64_t hp_sample_run_record_take(void *owner, const hp_sampler_sample *sample);

/* In the thread: adds a sample of xhprof_sample(). The sum of all weights
 * must not overflow, not even in nanoseconds. */
void hp_sample_run_record_custom(hp_sample_run *run, uint32_t node, uint64_t weight);

#endif

#endif /* HP_SAMPLER_SAMPLE_RUN_RECORD_H */
