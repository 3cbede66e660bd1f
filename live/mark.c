#include "live/mark.h"

#include "base/text.h"
#include "live/ring.h"

/* Longer texts are cut, so that records stay small. */
#define MARK_RECORD_TEXT_BYTES 256

ZEND_STATIC_ASSERT(HP_MARK_KINDS - 1 <= HP_LIVE_MARK_KINDS, "each kind has its place");

bool hp_live_mark_text(const hp_live_record *record, const char **text, size_t *length)
{
	if (record->kind != HP_LIVE_MARK || record->bytes < sizeof(hp_live_mark_record)) {
		return false;
	}
	*text = (const char *) record + sizeof(hp_live_mark_record);
	*length = strnlen(*text, record->bytes - sizeof(hp_live_mark_record));

	return true;
}

static zend_string *mark_text(const char *text, int length)
{
	return zend_string_init(text, (size_t) MAX(0, length), true);
}

/* Describes a sum of one request. Returns NULL if there is nothing to say, as for files that
 * compile in no time. */
static zend_string *mark_describe_sum(const hp_live_mark_record *mark, int length, const char *text)
{
	char line[MARK_RECORD_TEXT_BYTES + 128];
	char count[HP_TEXT_NUMBER_BYTES], time[HP_TEXT_NUMBER_BYTES];
	bool is_code = mark->kind == HP_MARK_COMPILE || mark->kind == HP_MARK_EVAL;
	int bytes;

	hp_text_count(count, mark->count);
	hp_text_time(time, mark->duration_ns);
	if (mark->kind == HP_MARK_GC || (is_code && mark->duration_ns >= HP_LIVE_MARK_LEAST_NS)) {
		bytes = snprintf(line, sizeof(line), "%s %sx in this request, %s", hp_mark_name(mark->kind),
			count, time);
	} else if (mark->kind == HP_MARK_EXCEPTION) {
		bool is_one = mark->count == 1;

		bytes = snprintf(line, sizeof(line), "%s exception%s in this request%s: %.*s", count,
			is_one ? "" : "s", is_one ? "" : ", last", length, text);
	} else {
		return NULL;
	}

	return mark_text(line, MIN(bytes, (int) sizeof(line) - 1));
}

static int mark_describe_memory(char *line, size_t room, const hp_live_mark_record *mark)
{
	char limit[HP_TEXT_NUMBER_BYTES], percent[HP_TEXT_NUMBER_BYTES];

	hp_text_bytes(limit, mark->limit);
	hp_text_percent(percent, mark->amount, mark->limit);

	return mark->kind == HP_MARK_OUT_OF_MEMORY
		? snprintf(line, room, "memory_limit of %s hit", limit)
		: snprintf(line, room, "memory %s %% of %s", percent, limit);
}

static int mark_describe_cost(
	char *line, size_t room, const hp_live_mark_record *mark, int length, const char *text)
{
	char time[HP_TEXT_NUMBER_BYTES], freed[HP_TEXT_NUMBER_BYTES];

	hp_text_time(time, mark->duration_ns);
	hp_text_count(freed, mark->amount);

	return mark->kind == HP_MARK_GC
		? snprintf(line, room, "gc %s, %s value%s freed", time, freed, mark->amount == 1 ? "" : "s")
		: snprintf(line, room, "%s %s: %.*s", hp_mark_name(mark->kind), time, length, text);
}

static int mark_describe_one(
	char *line, size_t room, const hp_live_mark_record *mark, int length, const char *text)
{
	switch (mark->kind) {
		case HP_MARK_GC:
		case HP_MARK_COMPILE:
		case HP_MARK_EVAL:
			return mark_describe_cost(line, room, mark, length, text);
		case HP_MARK_MEMORY:
		case HP_MARK_OUT_OF_MEMORY:
			return mark_describe_memory(line, room, mark);
		case HP_MARK_OPCACHE_RESTART:
			return snprintf(line, room, "opcache restarted: %.*s", length, text);
		case HP_MARK_OPCACHE_FULL:
			return snprintf(line, room, "opcache full");
		default: /* an exception, or a kind of a later version */
			return snprintf(line, room, "%.*s", length, text);
	}
}

zend_string *hp_live_mark_describe(const hp_live_record *record)
{
	const hp_live_mark_record *mark = (const hp_live_mark_record *) record;
	char line[MARK_RECORD_TEXT_BYTES + 128];
	const char *text;
	size_t length;
	int bytes;

	if (!hp_live_mark_text(record, &text, &length)) {
		return NULL;
	}
	length = MIN(length, MARK_RECORD_TEXT_BYTES);
	if (record->flags & HP_LIVE_SUM) {
		return mark_describe_sum(mark, (int) length, text);
	}
	bytes = mark_describe_one(line, sizeof(line), mark, (int) length, text);

	return mark_text(line, MIN(bytes, (int) sizeof(line) - 1));
}

#ifdef __linux__

/* Copies as much of the text as fits, with zero bytes behind it. A file's name is cut at its
 * beginning, because its end says more; any other text is cut at its end. */
static void mark_copy_text(char *to, size_t room, const hp_mark *mark)
{
	bool is_file = mark->kind == HP_MARK_COMPILE || mark->kind == HP_MARK_EVAL;
	size_t whole = mark->text == NULL ? 0 : strnlen(mark->text, mark->length);
	size_t length = MIN(whole, room - 1);

	if (length > 0) {
		memcpy(to, mark->text + (is_file ? whole - length : 0), length);
	}
	memset(to + length, 0, room - length);
}

static void mark_sum(hp_live_mark_sum *sum, const hp_mark *mark, uint64_t now_ns)
{
	bool is_memory = mark->kind == HP_MARK_MEMORY || mark->kind == HP_MARK_OUT_OF_MEMORY;

	if (mark->duration_ns >= sum->longest_ns) {
		sum->longest_ns = mark->duration_ns;
		mark_copy_text(sum->text, sizeof(sum->text), mark);
	}
	sum->count += mark->count;
	sum->time_ns = now_ns;
	sum->duration_ns += mark->duration_ns;
	sum->amount = is_memory ? MAX(sum->amount, mark->amount) : sum->amount + mark->amount;
	sum->limit = mark->limit;
}

static uint64_t mark_write(hp_live_ring *ring, uint64_t request, uint32_t flags, uint32_t kind,
	const hp_live_mark_sum *sum, const char *text)
{
	hp_live_mark_record *record = (hp_live_mark_record *) hp_live_ring_reserve(
		ring, HP_LIVE_MARK, (uint32_t) (sizeof(*record) + strlen(text) + 1));
	uint64_t now_ns = record->head.time_ns;

	record->head.flags = (uint16_t) flags;
	record->head.request = request;
	record->kind = kind;
	record->count = sum->count;
	record->duration_ns = sum->duration_ns;
	record->longest_ns = sum->longest_ns;
	record->amount = sum->amount;
	record->limit = sum->limit;
	memset(record + 1, 0, record->head.bytes - sizeof(*record));
	memcpy(record + 1, text, strlen(text));
	hp_live_ring_commit(ring);

	return now_ns;
}

static uint64_t mark_write_one(hp_live_ring *ring, uint64_t request, const hp_mark *mark)
{
	char text[MARK_RECORD_TEXT_BYTES];
	hp_live_mark_sum one = {
		.count = mark->count,
		.duration_ns = mark->duration_ns,
		.longest_ns = mark->duration_ns,
		.amount = mark->amount,
		.limit = mark->limit,
	};

	mark_copy_text(text, sizeof(text), mark);

	return mark_write(ring, request, 0, mark->kind, &one, text);
}

/* Returns true if the mark gets a record of its own. Files that compile in no time do not: there
 * are many. */
static bool mark_has_record(const hp_live_mark_sum *sum, const hp_mark *mark)
{
	bool is_file = mark->kind == HP_MARK_COMPILE || mark->kind == HP_MARK_EVAL;

	return sum->records < HP_LIVE_MARKS_EACH &&
		(!is_file || mark->duration_ns >= HP_LIVE_MARK_LEAST_NS);
}

void hp_live_mark_add(
	hp_live_mark_sums *sums, hp_live_ring *ring, uint64_t request, const hp_mark *mark)
{
	hp_live_mark_sum *sum = &sums->of[mark->kind - 1];
	uint64_t now_ns;

	if (sums->request != request) {
		memset(sums, 0, sizeof(*sums));
		ring->header->marks = *sums;
		sums->request = request;
		HP_SHARED_WRITE(&ring->header->marks.request, request);
	}
	if (mark_has_record(sum, mark)) {
		sum->records++;
		now_ns = mark_write_one(ring, request, mark);
	} else {
		now_ns = hp_live_ring_now_ns();
	}
	mark_sum(sum, mark, now_ns);
	ring->header->marks.of[mark->kind - 1] = *sum;
}

void hp_live_mark_end(const hp_live_mark_sums *sums, hp_live_ring *ring, uint64_t request)
{
	if (EXPECTED(sums->request != request)) {
		return;
	}
	/* The last kind first, because requests are read from their end. */
	for (uint32_t kind = HP_LIVE_MARK_KINDS; kind > 0; kind--) {
		const hp_live_mark_sum *sum = &sums->of[kind - 1];

		if (sum->count > 0) {
			mark_write(ring, request, HP_LIVE_SUM, kind, sum, sum->text);
		}
	}
}

#endif
