/* distortion.h: what recording calls distorts. It sets the share of time that each function has in a recording of
 * all calls beside its share in samples of the same run, which cost the function nothing. */
#ifndef HP_PROFILE_DISTORTION_H
#define HP_PROFILE_DISTORTION_H

#include "profile/profile.h"

/* The function of samples that were taken in the profiler itself. They are of no function of the program. */
#define HP_PROFILE_OWN_NAME "{xhprof}"

/* Shares are of 1, of the time without callees. */
typedef struct hp_distortion_row {
	const zend_string *name; /* either profile's */
	int64_t calls;
	double traced; /* as recorded, the profiler's overhead included */
	double compensated; /* without that overhead; negative: not known */
	double sampled;
	double difference; /* the share that the run shows, traced or compensated, minus sampled */
	double low; /* 95 of 100 times the truth is from here */
	double high; /* to here */
	bool
		is_distorted; /* it differs from sampled by more than chance allows: three standard errors */
} hp_distortion_row;

typedef struct hp_distortion {
	hp_distortion_row
		*rows; /* the greatest difference between the run's share and the sampled one first */
	uint32_t count;
	uint32_t distorted_count;
	uint64_t samples; /* of the program itself */
	double effective; /* and as many of one interval each would be as exact */
	double own; /* the profiler's own share in all samples */
	bool is_cpu; /* shares are of CPU time, else of wall time */
	bool has_costs; /* compensated is known */
	bool is_compensated; /* the run's own times are the compensated ones, and these are compared */
} hp_distortion;

/* Both profiles must outlive the result, which the caller frees. A reason in English, and an empty result: they cannot be
 * compared. */
const char *hp_distortion_new(
	hp_distortion *distortion, const hp_profile *calls, const hp_profile *samples);
void hp_distortion_free(hp_distortion *distortion);

/* traced / sampled, of the times that the run has; negative: no sample. */
double hp_distortion_ratio(const hp_distortion *distortion, const hp_distortion_row *row);

#endif /* HP_PROFILE_DISTORTION_H */
