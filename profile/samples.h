/* samples.h: what a sampled profile has beside its pairs and call paths: how it was sampled, and
 * each sample. Runs of calls leave all of it 0. */
#ifndef HP_PROFILE_SAMPLES_H
#define HP_PROFILE_SAMPLES_H

#include "base/vector.h"
#include "profile/sources.h"

/* The innermost frame of a thread that was ready to run but had no CPU. */
#define HP_PROFILE_WAIT_FOR_CPU "{wait for CPU}"

/* Values of hp_profile_moment.off_cpu. STILL: the thread has not run since the previous sample,
 * so the same wait continues. UNSEEN: no look saw this time pass, and it was charged to where the
 * thread was last seen. */
#define HP_PROFILE_STILL_OFF_CPU 2u
#define HP_PROFILE_UNSEEN_OFF_CPU 3u

/* Returns the value of hp_profile_moment.off_cpu for a sample. A sample that no look saw is
 * HP_PROFILE_UNSEEN_OFF_CPU, whatever the other arguments say. */
static inline uint32_t hp_profile_off_cpu(bool is_off_cpu, bool is_repeated, bool is_unseen)
{
	if (is_unseen) {
		return HP_PROFILE_UNSEEN_OFF_CPU;
	}

	return is_repeated ? HP_PROFILE_STILL_OFF_CPU : is_off_cpu;
}

/* A sample: see profile/moments.h. */
typedef struct hp_profile_moment {
	int64_t at_ns; /* its end, since the start of the run; moments are in order of this */
	int64_t memory_bytes; /* memory_get_usage() from its begin on; 0 without HP_METRIC_MEMORY */
	/* the time that it stands for, which ends at at_ns; 0: the program took the sample */
	int64_t wall_ns;
	uint32_t node;
	uint32_t weight; /* intervals; with HP_PROFILE_LANES 1 */
	uint32_t off_cpu; /* 1: the thread was not running; HP_PROFILE_*_OFF_CPU */
	uint32_t lane; /* with HP_PROFILE_LANES, its process, from 0 on */
	uint32_t request; /* with HP_PROFILE_LANES, the request of that process, from 1 on */
} hp_profile_moment;

/* The profile owns the rows. */
typedef struct hp_profile_samples {
	int64_t interval_ns; /* between two samples; 0: merged runs differ, or there are no samples */
	uint64_t count; /* samples taken; a late one stands for several intervals */
	/* With HP_PROFILE_SQUARES, the sum of the squares of the samples' weights, from which errors
	 * are computed. A wait, or a sample that the program took, counts as its weight, not its
	 * square: it is as exact as that many samples of weight 1. The unit is that of main()'s
	 * count. */
	uint64_t squares;
	/* the part of the weight of samples taken at a safe point, perhaps after the code whose time it
	 * is */
	uint64_t displaced;
	uint64_t custom; /* the part of the weight that xhprof_sample() took; with HP_PROFILE_CUSTOM */
	hp_profile_sources sources; /* by what the samples were taken */
	HP_VECTOR(uint32_t) order; /* the nodes with samples, in order of their first ends */
	HP_VECTOR(hp_profile_moment) moments; /* the samples in order of time, or none */
	/* Used until the profile is finished: the weight of all that was merged, in nanoseconds, or in
	 * counts if there are no times; and the sum of weight * weight / effective samples. */
	double merged_weight;
	double merged_squares;
} hp_profile_samples;

#endif /* HP_PROFILE_SAMPLES_H */
