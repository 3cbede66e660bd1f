#include "request/trace.h"

#include "request/sapi.h"

static void trace_find(hp_live_trace *trace)
{
	zend_string *header = hp_sapi_traceparent();

	memset(trace, 0, sizeof(*trace));
	if (header != NULL) {
		hp_live_trace_read(trace, ZSTR_VAL(header), ZSTR_LEN(header));
		zend_string_release(header);
	}
}

const hp_live_trace *hp_request_trace_get(hp_request_trace *state)
{
	if (!state->is_known) {
		trace_find(&state->trace);
		state->is_known = true;
	}

	return &state->trace;
}

void hp_request_trace_set(hp_request_trace *state, const hp_live_trace *trace)
{
	state->trace = *trace;
	state->is_known = true;
}

void hp_request_trace_clear(hp_request_trace *state)
{
	state->is_known = false;
}
