/* summary.h: what a run comes to, by the keys of XHProf\Profile::summary(). */
#ifndef HP_PROFILE_SUMMARY_H
#define HP_PROFILE_SUMMARY_H

#include "profile/profile.h"

typedef enum hp_summary_type {
	HP_SUMMARY_INT,
	HP_SUMMARY_DOUBLE,
	HP_SUMMARY_WORD /* of ASCII */
} hp_summary_type;

typedef struct hp_summary_value {
	const char *group; /* NULL: a value of the run; else values of that group follow one another */
	const char *key;
	hp_summary_type type;
	int64_t number;
	double real;
	const char *word;
} hp_summary_value;

/* "hier", "tree", "timeline" or "sample". */
const char *hp_profile_mode(const hp_profile *profile);

/* Calls emit for each value, in the order that users see. */
void hp_profile_summary(const hp_profile *profile,
	void (*emit)(void *context, const hp_summary_value *value), void *context);

#endif /* HP_PROFILE_SUMMARY_H */
