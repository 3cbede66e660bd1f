/* sample_run_rest.h: settles the open intervals when a run ends, so that the weights of its samples
 * add up to the time that passed. */
#ifndef HP_SAMPLER_SAMPLE_RUN_REST_H
#define HP_SAMPLER_SAMPLE_RUN_REST_H

#include "sampler/sample_run_state.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Adds a sample of weight 0 where the caller is, in the program's own code. Returns NULL if that
 * failed. */
hp_sample_record *hp_sample_run_rest_here(hp_sample_run *run, hp_sample_record kind);

/* The sink's end(). A sample comes at a random moment of its interval, so at the end each clock has
 * some intervals open, or some that were sampled too early. The last samples gain or lose whole
 * intervals. The remainder goes to the summary, from which the profile makes its times exact. */
void hp_sample_run_rest_end(void *owner, int64_t cpu_ns, int64_t off_ns);

/* Returns the sum of squared weights, from which the sampling error is estimated. A wait that looks
 * saw was measured, so its weight is not squared. Any other sample may have come at any moment of
 * its intervals. */
uint64_t hp_sample_run_rest_squares(const hp_sample_run *run);

#endif

#endif /* HP_SAMPLER_SAMPLE_RUN_REST_H */
