/* rows.h: the classic result: what each function cost each of its callers.
 *
 * array<string, array<string, int>>: "parent==>child" => ct, wt[, cpu][, mu, pmu][, own_na, own_nf,
 * own_ab, own_fb, own_lb][, <event>...], in the order of the profile's pairs, "main()" last; times in microseconds,
 * memory in bytes. */
#ifndef HP_PROFILE_ROWS_H
#define HP_PROFILE_ROWS_H

#include "profile/profile.h"

/* Fills *result with a new array. Raises some times, as they are rounded, so that no callees took
 * longer than their caller. Does not leak if memory_limit interrupts it; ends at hp_bailout_is_due() if is_bounded. */
void hp_profile_rows(const hp_profile *profile, zval *result, bool is_bounded);

#endif /* HP_PROFILE_ROWS_H */
