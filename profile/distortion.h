/* distortion.h: how much recording calls distorts a profile. It compares the share of time that
 * each function has in a recording of all calls with its share in samples of the same run, which
 * cost the function nothing. */
#ifndef HP_PROFILE_DISTORTION_H
#define HP_PROFILE_DISTORTION_H

#include "profile/profile.h"

/* Shares are from 0 to 1, of the time without callees. */
typedef struct hp_distortion_row {
	const zend_string *name; /* owned by either profile */
	int64_t calls;
	double traced; /* as recorded, including the profiler's overhead */
	double compensated; /* without that overhead; negative: not known */
	double sampled;
	double difference; /* the share that the run shows, traced or compensated, minus sampled */
	double low; /* 95 % interval of the true share: its low end */
	double high; /* its high end */
	/* the difference is more than three standard errors, which chance alone does not explain */
	bool is_distorted;
} hp_distortion_row;

typedef struct hp_distortion {
	hp_distortion_row *rows; /* sorted by the difference, the greatest first */
	uint32_t count;
	uint32_t distorted_count;
	uint64_t samples; /* samples in the program, without those in the profiler */
	double effective; /* how many samples of one interval each would be as exact */
	double own; /* the profiler's own share in all samples */
	bool is_cpu; /* shares are of CPU time, else of wall time */
	bool has_costs; /* compensated is known */
	bool is_compensated; /* the run's own times are the compensated ones, and these are compared */
} hp_distortion;

/* Compares two profiles. Both must outlive the result, which the caller frees. Returns NULL, or the
 * reason in English why they cannot be compared; the result is then empty. */
const char *hp_distortion_new(
	hp_distortion *distortion, const hp_profile *calls, const hp_profile *samples);
void hp_distortion_free(hp_distortion *distortion);

/* Returns the share that the run shows divided by the sampled one; negative without samples. */
double hp_distortion_ratio(const hp_distortion *distortion, const hp_distortion_row *row);

#endif /* HP_PROFILE_DISTORTION_H */
