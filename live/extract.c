#include "live/extract.h"

#define EXTRACT_WORD sizeof(uint64_t)

typedef struct extract_read {
	hp_live_extract_buffer *buffer;
	hp_live_tally *tally;
} extract_read;

/* Makes room for bytes, rounded up to whole words. The last word is zeroed. */
static void *extract_room(hp_live_extract_buffer *buffer, size_t bytes)
{
	uint32_t words = (uint32_t) ((bytes + EXTRACT_WORD - 1) / EXTRACT_WORD);
	uint64_t *room;

	hp_vector_reserve(&buffer->words, words);
	room = buffer->words.rows + buffer->words.count;
	buffer->words.count += words;
	if (words > 0) {
		room[words - 1] = 0;
	}

	return room;
}

static uint32_t extract_whole(size_t bytes)
{
	return (uint32_t) ((bytes + EXTRACT_WORD - 1) / EXTRACT_WORD * EXTRACT_WORD);
}

/* Writes the label as a request record, which the ring no longer has, or does not have yet. */
static void extract_label(extract_read *read)
{
	const hp_live_label *label = &read->tally->samples.label;
	/* Method and URI are left empty. */
	hp_live_record head = {.kind = HP_LIVE_REQUEST, .request = label->request};
	char *room;

	if (label->tags == NULL) {
		return;
	}
	head.bytes = extract_whole(sizeof(head) + 3 + ZSTR_LEN(label->tags) + sizeof(label->trace));
	head.flags = HP_LIVE_TRACED;
	room = extract_room(read->buffer, head.bytes);
	memset(room, 0, head.bytes);
	memcpy(room, &head, sizeof(head));
	memcpy(room + head.bytes - sizeof(label->trace), &label->trace, sizeof(label->trace));
	memcpy(room + sizeof(head) + 2, ZSTR_VAL(label->tags), ZSTR_LEN(label->tags));
}

static bool extract_functions(extract_read *read)
{
	hp_live_tally *tally = read->tally;
	hp_live_record head = {.kind = HP_LIVE_EXTRACT_FUNCTIONS};
	hp_live_function *functions;
	size_t rows, text_bytes;
	char *texts, *room;
	uint32_t count =
		hp_live_reader_functions(tally->samples.reader, tally->numbers.count, &functions, &texts);

	if (count == 0) {
		return false;
	}
	rows = count * sizeof(*functions);
	text_bytes = hp_live_reader_texts_end(functions, count);
	head.request = count;
	head.bytes = extract_whole(sizeof(head) + rows + text_bytes);
	room = extract_room(read->buffer, head.bytes);
	memcpy(room, &head, sizeof(head));
	memcpy(room + sizeof(head), functions, rows);
	memcpy(room + sizeof(head) + rows, texts, text_bytes);
	pefree(functions, true);
	pefree(texts, true);
	/* Only their count matters here: the process that takes the extract numbers them. */
	hp_vector_reserve(&tally->numbers, count);
	memset(tally->numbers.rows + tally->numbers.count, 0, count * sizeof(*tally->numbers.rows));
	tally->numbers.count += count;

	return true;
}

/* Writes the functions of a sample before the sample itself. */
static void extract_learn(extract_read *read, const hp_live_sample_record *sample)
{
	hp_live_tally *tally = read->tally;

	for (uint32_t i = 0; i < sample->frames && !tally->is_learned; i++) {
		while (sample->frame[i].function >= tally->numbers.count && !tally->is_learned) {
			tally->is_learned = !extract_functions(read);
		}
	}
}

static void extract_record(void *context, const hp_live_record *record)
{
	extract_read *read = context;
	hp_live_span span;

	if (record->kind == HP_LIVE_REQUEST) {
		hp_live_label_read(&read->tally->samples.label, record);
	} else if (!hp_live_samples_take(&read->tally->samples, record, &span)) {
		return;
	} else {
		if (span.is_relabelled) {
			extract_label(read);
		}
		extract_learn(read, span.record);
	}
	memcpy(extract_room(read->buffer, record->bytes), record, record->bytes);
}

void hp_live_extract_read(hp_live_extract_buffer *buffer, hp_live_tally *tally)
{
	extract_read read = {buffer, tally};
	hp_live_reader *reader = tally->samples.reader;
	uint32_t begin = buffer->words.count;
	hp_live_extract extract;

	extract_room(buffer, sizeof(extract));
	if (hp_live_samples_begin(&tally->samples)) {
		extract_label(&read);
	}
	hp_live_reader_each(reader, extract_record, &read);
	extract = (hp_live_extract){(buffer->words.count - begin) * EXTRACT_WORD - sizeof(extract),
		reader->position, reader->lost_bytes, reader->damaged, hp_live_reader_interval_ns(reader)};
	memcpy(buffer->words.rows + begin, &extract, sizeof(extract));
}

static bool extract_has_functions(const hp_live_record *record)
{
	const hp_live_function *functions = (const hp_live_function *) (record + 1);
	uint64_t rows = record->request * sizeof(*functions);
	uint64_t room = record->bytes - sizeof(*record);

	return record->request <= HP_LIVE_READER_FUNCTIONS && rows <= room &&
		hp_live_reader_texts_end(functions, (uint32_t) record->request) <= room - rows;
}

static const hp_live_record *extract_next(
	const hp_live_extract *extract, const uint64_t *records, uint64_t offset)
{
	bool is_damaged = false;
	const hp_live_record *record =
		hp_live_reader_record(records, offset, extract->bytes, &is_damaged);

	if (record == NULL) {
		return NULL;
	}

	return record->kind == HP_LIVE_REQUEST || hp_live_samples_has_time(record) ||
			(record->kind == HP_LIVE_EXTRACT_FUNCTIONS && extract_has_functions(record))
		? record
		: NULL;
}

bool hp_live_extract_check(const hp_live_extract *extract, const uint64_t *records)
{
	const hp_live_record *record;
	uint64_t offset = 0;

	if (!hp_live_reader_is_position(extract->position)) {
		return false;
	}
	while (offset < extract->bytes) {
		record = extract_next(extract, records, offset);
		if (record == NULL) {
			return false;
		}
		offset += record->bytes;
	}

	return true;
}

void hp_live_extract_each(const hp_live_extract *extract, const uint64_t *records,
	hp_live_record_function function, void *context)
{
	for (uint64_t offset = 0; offset < extract->bytes;) {
		const hp_live_record *record = (const hp_live_record *) (records + offset / EXTRACT_WORD);

		function(context, record);
		offset += record->bytes;
	}
}
