/* summary.h: the totals of a run, by the keys of XHProf\Profile::summary(). */
#ifndef HP_PROFILE_SUMMARY_H
#define HP_PROFILE_SUMMARY_H

#include "profile/profile.h"

typedef enum hp_summary_type {
	HP_SUMMARY_INT,
	HP_SUMMARY_DOUBLE,
	HP_SUMMARY_WORD /* an ASCII word */
} hp_summary_type;

typedef struct hp_summary_value {
	/* NULL: a value of the run itself; the values of a group follow one another */
	const char *group;
	const char *key;
	hp_summary_type type;
	int64_t number;
	double real;
	const char *word;
} hp_summary_value;

/* Returns "hier", "tree", "timeline" or "sample". */
const char *hp_profile_mode(const hp_profile *profile);

/* Calls emit for each value, in the order that users see. */
void hp_profile_summary(const hp_profile *profile,
	void (*emit)(void *context, const hp_summary_value *value), void *context);

#endif /* HP_PROFILE_SUMMARY_H */
