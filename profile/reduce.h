/* reduce.h: a profile with fewer rows: functions hidden, libraries folded into one frame each, small subtrees left out.
 *
 * Time is never lost. That of a hidden function goes to its caller, as that of an ignored one does; that of a folded file to the frame
 * of its library, "[vendor/symfony]"; that of small subtrees to a "(left out)" below their caller. The program's own
 * functions that a library calls back keep their frames. Internal functions called by what is hidden or folded are
 * part of it. What the rows no longer show is counted: hp_profile.reduced. Functions are renamed before all that. */
#ifndef HP_PROFILE_REDUCE_H
#define HP_PROFILE_REDUCE_H

#include "profile/slice.h"

/* Each list is a string, or an array of strings, or NULL. base/pattern.h has the patterns. */
typedef struct hp_reduce_options {
	const zval *hide; /* patterns of files */
	const zval *hide_functions; /* names, and patterns of them */
	const zval *fold; /* patterns of files */
	const zval
		*components; /* rules of profile/component_rules.h, which come before the run's own */
	const HashTable *rename; /* by name of a function, its new one; NULL: none */
	double threshold; /* a share of the whole run, in wall time; 0: nothing is left out */
	bool has_slice; /* all of this is done to a part of the run */
	hp_slice slice;
} hp_reduce_options;

/* Makes a new profile, which the caller owns. NULL: functions are to be hidden, and without call paths nobody knows who
 * called their callees. A slice needs hp_profile_has_times(). */
hp_profile *hp_profile_reduce(const hp_profile *profile, const hp_reduce_options *options);

#endif /* HP_PROFILE_REDUCE_H */
