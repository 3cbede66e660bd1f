#include "live/trace.h"

/* "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" */
#define TRACE_ID_AT 3
#define TRACE_SPAN_AT 36
#define TRACE_FLAGS_AT 53
#define TRACE_LENGTH 55

static int trace_digit(char digit)
{
	if (digit >= '0' && digit <= '9') {
		return digit - '0';
	}

	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static bool trace_read_bytes(uint8_t *bytes, size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++) {
		int high = trace_digit(text[2 * i]), low = trace_digit(text[2 * i + 1]);

		if (high < 0 || low < 0) {
			return false;
		}
		bytes[i] = (uint8_t) (16 * high + low);
	}

	return true;
}

static bool trace_id_is_set(const uint8_t *id, size_t bytes)
{
	uint8_t any = 0;

	for (size_t i = 0; i < bytes; i++) {
		any |= id[i];
	}

	return any != 0;
}

bool hp_live_trace_read_id(uint8_t *id, size_t bytes, const char *text, size_t length)
{
	return length == 2 * bytes && trace_read_bytes(id, bytes, text) && trace_id_is_set(id, bytes);
}

/* A later version may have more fields behind those of version 0. */
static bool trace_has_form(const char *text, size_t length, uint8_t version)
{
	return version != 0xFF && text[TRACE_ID_AT - 1] == '-' && text[TRACE_SPAN_AT - 1] == '-' &&
		text[TRACE_FLAGS_AT - 1] == '-' &&
		(length == TRACE_LENGTH || (version > 0 && text[TRACE_LENGTH] == '-'));
}

bool hp_live_trace_read(hp_live_trace *trace, const char *text, size_t length)
{
	uint8_t version, flags;
	hp_live_trace found;

	memset(trace, 0, sizeof(*trace));
	if (length < TRACE_LENGTH || !trace_read_bytes(&version, 1, text) ||
		!trace_has_form(text, length, version) ||
		!trace_read_bytes(&flags, 1, text + TRACE_FLAGS_AT) ||
		!hp_live_trace_read_id(
			found.id, sizeof(found.id), text + TRACE_ID_AT, 2 * sizeof(found.id)) ||
		!hp_live_trace_read_id(
			found.span, sizeof(found.span), text + TRACE_SPAN_AT, 2 * sizeof(found.span))) {
		return false;
	}
	*trace = found;

	return true;
}

const char *hp_live_trace_of(hp_live_trace *trace, const hp_live_record *record, size_t texts_at)
{
	const char *end = (const char *) record + record->bytes;

	memset(trace, 0, sizeof(*trace));
	if ((record->flags & HP_LIVE_TRACED) == 0 || record->bytes < texts_at + sizeof(*trace)) {
		return end;
	}
	memcpy(trace, end - sizeof(*trace), sizeof(*trace));

	return end - sizeof(*trace);
}

void hp_live_trace_write_id(char *text, const uint8_t *id, size_t bytes)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < bytes; i++) {
		text[2 * i] = digits[id[i] >> 4];
		text[2 * i + 1] = digits[id[i] & 15];
	}
	text[2 * bytes] = '\0';
}

static void trace_add_id(zval *array, const char *key, const uint8_t *id, size_t bytes)
{
	char text[2 * sizeof(((hp_live_trace *) NULL)->id) + 1];

	if (!trace_id_is_set(id, bytes)) {
		add_assoc_null(array, key);
		return;
	}
	hp_live_trace_write_id(text, id, bytes);
	add_assoc_string(array, key, text);
}

void hp_live_trace_add(zval *array, const hp_live_trace *trace)
{
	trace_add_id(array, "trace", trace->id, sizeof(trace->id));
	trace_add_id(array, "span", trace->span, sizeof(trace->span));
}
