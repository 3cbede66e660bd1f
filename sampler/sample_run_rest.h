/* sample_run_rest.h: what is left to do with a run's samples as it ends, so that their weights add
 * up to the time that went by. */
#ifndef HP_SAMPLER_SAMPLE_RUN_REST_H
#define HP_SAMPLER_SAMPLE_RUN_REST_H

#include "sampler/sample_run_state.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Adds a sample of weight 0 where the caller is, in the program's own code. Returns NULL if that
 * failed. */
hp_sample_record *hp_sample_run_rest_here(hp_sample_run *run, hp_sample_record kind);

/* The sink's end of sampling. As a sample comes at a random moment of its interval, some intervals
 * of each clock are open, or were sampled early. The last samples take or give back whole
 * intervals. The rest is kept for the profile, so that its times are exactly those that went by. */
void hp_sample_run_rest_end(void *owner, int64_t cpu_ns, int64_t off_ns);

/* Returns the sum of squares of weights, for the error of the samples. The weight of a wait that
 * looks saw was measured, and counts once. Any other sample may have come at any moment of its
 * intervals. */
uint64_t hp_sample_run_rest_squares(const hp_sample_run *run);

#endif

#endif /* HP_SAMPLER_SAMPLE_RUN_REST_H */
