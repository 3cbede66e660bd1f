/* rows.h: the classic result: the cost of each function for each of its callers.
 *
 * array<string, array<string, int>>: "parent==>child" => ct, wt[, cpu][, mu, pmu][, own_na, own_nf,
 * own_ab, own_fb, own_lb][, <event>...], in the order of the profile's pairs, "main()" last; times
 * in microseconds, memory in bytes. */
#ifndef HP_PROFILE_ROWS_H
#define HP_PROFILE_ROWS_H

#include "profile/profile.h"

/* Fills *result with a new array. Raises some of the rounded times, so that callees never took
 * longer than their caller. Does not leak if memory_limit interrupts it. is_bounded: stops early if
 * hp_bailout_is_due(). */
void hp_profile_rows(const hp_profile *profile, zval *result, bool is_bounded);

#endif /* HP_PROFILE_ROWS_H */
