#include "live/ended.h"

#include "live/trace.h"

/* Longer times are cut to this (13 days), so that sums do not overflow. */
#define ENDED_MAX_NS (UINT64_C(1) << 50)

static size_t ended_text(const char **at, const char *end, const char **text)
{
	size_t length = strnlen(*at, (size_t) (end - *at));

	*text = *at;
	*at += MIN(length + 1, (size_t) (end - *at));

	return length;
}

hp_live_ended_texts hp_live_ended_texts_of(const hp_live_end_record *record)
{
	const char *at = (const char *) (record + 1);
	hp_live_ended_texts texts;
	const char *end = hp_live_trace_of(&texts.trace, &record->head, sizeof(*record));

	texts.method_length = ended_text(&at, end, &texts.method);
	texts.uri_length = ended_text(&at, end, &texts.uri);
	texts.tags = at;
	texts.tags_length = (size_t) (end - at);

	return texts;
}

hp_live_times hp_live_ended_times(const hp_live_end_record *record)
{
	return (hp_live_times){record->head.request, record->began_ns,
		MIN(record->wall_ns, ENDED_MAX_NS), MIN(record->cpu_ns, ENDED_MAX_NS)};
}

typedef struct ended_search {
	hp_live_times times;
	uint64_t newest_ns; /* the time of its newest sample */
	bool is_found;
} ended_search;

static bool ended_is_other(void *context, const hp_live_record *record)
{
	ended_search *search = context;

	if (record->request != search->times.request) {
		return true;
	}
	if (record->kind == HP_LIVE_END) {
		search->times = hp_live_ended_times((const hp_live_end_record *) record);
		search->is_found = true;
	} else if (record->kind == HP_LIVE_SAMPLE && search->newest_ns == 0) {
		search->newest_ns = record->time_ns;
	}

	return !search->is_found;
}

bool hp_live_ended_find(const hp_live_reader *reader, uint64_t request, hp_live_times *times)
{
	ended_search search = {.times.request = request};
	hp_live_reader copy = *reader;
	hp_live_header header;
	bool is_torn;

	hp_live_reader_newest(&copy, hp_live_reader_head(reader), ended_is_other, &search);
	*times = search.times;
	if (search.is_found) {
		return true;
	}
	if (hp_live_reader_header(reader, &header, &is_torn) == FAILURE || is_torn ||
		header.slot.request != request || header.slot.state == HP_LIVE_IDLE) {
		return false;
	}
	times->began_ns = header.slot.began_ns;
	if (search.newest_ns > times->began_ns) {
		times->wall_ns = MIN(search.newest_ns - times->began_ns, ENDED_MAX_NS);
	}

	return true;
}
