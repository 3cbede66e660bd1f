/* reduce.h: a profile with fewer rows: functions are hidden, libraries folded into one frame each,
 * small subtrees left out.
 *
 * Time is never lost. The time of a hidden function goes to its caller, like that of an ignored
 * function; the time of a folded file goes to the frame of its library, "[vendor/symfony]"; that of
 * small subtrees goes to a "(left out)" below their caller. Functions of the program that a library
 * calls back keep their frames. Internal functions called by hidden or folded code are part of it.
 * hp_profile.reduced counts what the rows no longer show. Functions are renamed before all this. */
#ifndef HP_PROFILE_REDUCE_H
#define HP_PROFILE_REDUCE_H

#include "profile/slice.h"

/* Each list is a string, or an array of strings, or NULL. base/pattern.h has the patterns. */
typedef struct hp_reduce_options {
	const zval *hide; /* patterns of files */
	const zval *hide_functions; /* names, and patterns of them */
	const zval *fold; /* patterns of files */
	const zval
		*components; /* rules of profile/component_rules.h, which take precedence over the run's */
	const HashTable *rename; /* new names by name of a function; NULL: none */
	/* share of the run's wall time below which subtrees are left out; 0: none are */
	double threshold;
	bool has_slice; /* reduce only the part of the run in `slice` */
	hp_slice slice;
} hp_reduce_options;

/* Makes a new profile, which the caller owns. Returns NULL if functions are to be hidden and the
 * profile has no call paths: then nothing says who called their callees. A slice needs
 * hp_profile_has_times(). */
hp_profile *hp_profile_reduce(const hp_profile *profile, const hp_reduce_options *options);

#endif /* HP_PROFILE_REDUCE_H */
