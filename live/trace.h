/* trace.h: reads and writes ids of W3C Trace Context: those of the trace and the span that a
 * request is a part of. */
#ifndef HP_LIVE_TRACE_H
#define HP_LIVE_TRACE_H

#include "base/compat.h"
#include "live/format.h"

static zend_always_inline bool hp_live_trace_is_set(const hp_live_trace *trace)
{
	uint64_t words[2];

	memcpy(words, trace->id, sizeof(words));

	return (words[0] | words[1]) != 0;
}

/* Returns true if both have the same trace. Their spans may differ. */
static zend_always_inline bool hp_live_trace_is_same(
	const hp_live_trace *one, const hp_live_trace *other)
{
	return memcmp(one->id, other->id, sizeof(one->id)) == 0;
}

/* Reads an id of that many bytes. Returns false unless the text is its lower-case hexadecimal
 * digits and nothing else, and not all zeros. */
bool hp_live_trace_read_id(uint8_t *id, size_t bytes, const char *text, size_t length);

/* Reads the value of a header "traceparent", whose span is the caller's. Returns false and sets no
 * trace if it is malformed: W3C wants it ignored then. */
bool hp_live_trace_read(hp_live_trace *trace, const char *text, size_t length);

/* Reads the trace of a record of another kind than HP_LIVE_SAMPLE, whose texts begin texts_at bytes
 * into it. Without a trace it is all zeros. Returns the end of the texts. */
const char *hp_live_trace_of(hp_live_trace *trace, const hp_live_record *record, size_t texts_at);

/* Writes the digits of an id: 2 * bytes, and a zero byte. */
void hp_live_trace_write_id(char *text, const uint8_t *id, size_t bytes);

/* Adds "trace" and "span" to an array: strings, or null where there is none. */
void hp_live_trace_add(zval *array, const hp_live_trace *trace);

#endif /* HP_LIVE_TRACE_H */
