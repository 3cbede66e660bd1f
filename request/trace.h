/* trace.h: the trace and the span of the request or the job that runs: as the program has set them
 * by xhprof_trace(), else of the header traceparent, of a command of its environment's
 * TRACEPARENT. */
#ifndef HP_REQUEST_TRACE_H
#define HP_REQUEST_TRACE_H

#include "live/trace.h"

/* All zeros: it was not looked for so far. */
typedef struct hp_request_trace {
	hp_live_trace trace;
	bool is_known;
} hp_request_trace;

/* No trace is all zeros. */
const hp_live_trace *hp_request_trace_get(hp_request_trace *state);

void hp_request_trace_set(hp_request_trace *state, const hp_live_trace *trace);

/* At the end of a request or a job. */
void hp_request_trace_clear(hp_request_trace *state);

#endif /* HP_REQUEST_TRACE_H */
