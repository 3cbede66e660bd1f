/* result.h: the result of a run: its profile, at the end or as if it ended now, or its rows. */
#ifndef HP_TRACE_RESULT_H
#define HP_TRACE_RESULT_H

#include "profile/profile.h"
#include "trace/tracer.h"

/* Makes the classic result of a stopped run: profile/rows.h. */
void hp_result_rows(hp_tracer *tracer, zval *result);

/* Makes the profile of a stopped run. The caller owns it. */
hp_profile *hp_result_profile(hp_tracer *tracer);

/* Makes the profile of a running run as if it stopped now; the run is unchanged. Does not use PHP's
 * allocator. */
hp_profile *hp_result_snapshot(hp_tracer *tracer);

#endif /* HP_TRACE_RESULT_H */
