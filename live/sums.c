#include "live/sums.h"

#include "base/random.h"
#include "live/trace.h"

/* hp_live_sums_clear() keeps the functions for the next samples, unless there are more than this:
 * those of a few releases of a large program. */
#define SUMS_KEPT_FUNCTIONS 65536u

/* No function beyond this number gets a row, so that a hostile ring takes no more memory. */
#define SUMS_MAX_FUNCTIONS ((uint32_t) 1 << 19)

/* The same limit for the functions of one ring. Our own rings have HP_LIVE_FUNCTIONS. */
#define SUMS_MAX_NUMBERS ((uint32_t) 1 << 17)

/* Samples are kept apart by trace only up to this many counts. */
#define SUMS_TRACED_COUNTS 131072u

/* A row in the tables of functions and stacks is an index into the vector of the same name, plus
 * one. The keys are in the vectors. */

static const hp_live_symbol *sums_function_of(const hp_table *index, const void *row)
{
	return &((const hp_live_sums *) index->context)->functions.rows[*(const uint32_t *) row - 1];
}

static uint64_t sums_function_hash(const hp_table *index, const void *row)
{
	const hp_live_symbol *function = sums_function_of(index, row);

	return hp_table_mix(
		hp_table_mix(function->line, (uint64_t) zend_string_hash_val(function->name)),
		function->file == NULL ? 0 : (uint64_t) zend_string_hash_val(function->file));
}

static bool sums_function_is_same(const hp_table *index, const void *row, const void *wanted)
{
	const hp_live_symbol *function = sums_function_of(index, row);
	const hp_live_symbol *other = sums_function_of(index, wanted);

	return function->line == other->line && function->kind == other->kind &&
		zend_string_equals(function->name, other->name) &&
		(function->file == other->file ||
			(function->file != NULL && other->file != NULL &&
				zend_string_equals(function->file, other->file)));
}

static const hp_table_kind sums_functions = {
	.row_bytes = sizeof(uint32_t),
	.first_rows = 1024,
	.hash = sums_function_hash,
	.is_same = sums_function_is_same,
};

static uint64_t sums_stack_hash(const hp_table *index, const void *row)
{
	return ((const hp_live_sums *) index->context)->stacks.rows[*(const uint32_t *) row - 1].hash;
}

static bool sums_stack_is_same(const hp_table *index, const void *row, const void *wanted)
{
	const hp_live_sums *sums = index->context;
	const hp_live_stack *stack = &sums->stacks.rows[*(const uint32_t *) row - 1];
	const hp_live_stack *other = &sums->stacks.rows[*(const uint32_t *) wanted - 1];

	return stack->hash == other->hash && stack->frames == other->frames &&
		stack->is_cut == other->is_cut &&
		memcmp(&sums->frames.rows[stack->frame], &sums->frames.rows[other->frame],
			stack->frames * sizeof(*sums->frames.rows)) == 0;
}

static const hp_table_kind sums_stacks = {
	.row_bytes = sizeof(uint32_t),
	.first_rows = 1024,
	.hash = sums_stack_hash,
	.is_same = sums_stack_is_same,
};

static uint64_t sums_count_hash(const hp_table *counts, const void *row)
{
	const hp_live_count *count = row;

	return hp_table_mix(
		hp_table_mix(0, (uint64_t) count->series << 32 | count->stack), count->trace);
}

static bool sums_count_is_same(const hp_table *counts, const void *row, const void *wanted)
{
	const hp_live_count *count = row, *other = wanted;

	return count->stack == other->stack && count->series == other->series &&
		count->trace == other->trace;
}

static const hp_table_kind sums_counts = {
	.row_bytes = sizeof(hp_live_count),
	.first_rows = 1024,
	.hash = sums_count_hash,
	.is_same = sums_count_is_same,
};

static uint64_t sums_trace_hash(const hp_table *traces, const void *row)
{
	uint64_t words[3];

	memcpy(words, &((const hp_live_sums_trace *) row)->trace, sizeof(words));

	return hp_table_mix(hp_table_mix(hp_table_mix(0, words[0]), words[1]), words[2]);
}

static bool sums_trace_is_same(const hp_table *traces, const void *row, const void *wanted)
{
	const hp_live_sums_trace *trace = row, *other = wanted;

	return memcmp(&trace->trace, &other->trace, sizeof(trace->trace)) == 0;
}

static const hp_table_kind sums_traces = {
	.row_bytes = sizeof(hp_live_sums_trace),
	.first_rows = 64,
	.hash = sums_trace_hash,
	.is_same = sums_trace_is_same,
};

static void sums_begin(hp_live_sums *sums)
{
	zend_string *other = zend_string_init(ZEND_STRL("(other)"), true);

	hp_random_bytes(&sums->id, sizeof(sums->id));
	*hp_vector_add(&sums->functions) =
		(hp_live_symbol){.name = other, .file = NULL, .line = 0, .kind = HP_SAMPLE_INTERNAL};
}

void hp_live_sums_init(hp_live_sums *sums)
{
	memset(sums, 0, sizeof(*sums));
	sums->function_index.context = sums->stack_index.context = sums;
	zend_hash_init(&sums->series_index, 0, NULL, NULL, true);
	sums_begin(sums);
}

static void sums_free_functions(hp_live_sums *sums)
{
	for (uint32_t i = 0; i < sums->functions.count; i++) {
		hp_live_symbol_free(&sums->functions.rows[i]);
	}
	hp_vector_free(&sums->functions);
	hp_table_free(&sums->function_index, &sums_functions);
}

static void sums_free_samples(hp_live_sums *sums)
{
	for (uint32_t i = 0; i < sums->series.count; i++) {
		zend_string_release(sums->series.rows[i].label);
		zend_string_release(sums->series.rows[i].tags);
	}
	hp_vector_free(&sums->series);
	hp_vector_free(&sums->stacks);
	hp_vector_free(&sums->frames);
	hp_table_free(&sums->stack_index, &sums_stacks);
	hp_table_free(&sums->traces, &sums_traces);
	hp_table_free(&sums->counts, &sums_counts);
	zend_hash_clean(&sums->series_index);
}

void hp_live_sums_free(hp_live_sums *sums)
{
	sums_free_functions(sums);
	sums_free_samples(sums);
	zend_hash_destroy(&sums->series_index);
}

void hp_live_sums_clear(hp_live_sums *sums)
{
	sums_free_samples(sums);
	if (sums->functions.count > SUMS_KEPT_FUNCTIONS) {
		sums_free_functions(sums);
		sums_begin(sums);
	}
}

/* Adds a function or finds an equal one, and takes over the symbol. Returns its number; 0,
 * "(other)", if there is no room. */
static uint32_t sums_add_function(hp_live_sums *sums, hp_live_symbol *function)
{
	uint32_t number, *row;

	if (sums->functions.count >= SUMS_MAX_FUNCTIONS) {
		hp_live_symbol_free(function);
		return 0;
	}
	*hp_vector_add(&sums->functions) = *function;
	number = sums->functions.count;
	row = hp_table_add(&sums->function_index, &sums_functions, &number);
	if (*row == 0) {
		*row = number;
	} else {
		hp_live_symbol_free(function);
		sums->functions.count--;
	}

	return *row - 1;
}

static void sums_number(hp_live_sums *sums, hp_live_tally *tally, const hp_live_function *functions,
	uint32_t count, const char *texts)
{
	hp_live_symbol symbol;

	hp_vector_reserve(&tally->numbers, count);
	for (uint32_t i = 0; i < count; i++) {
		hp_live_symbol_make(&symbol, &functions[i], texts + functions[i].text);
		*hp_vector_add(&tally->numbers) = sums_add_function(sums, &symbol);
	}
}

/* Reads the next functions of the ring's table, many at once because each read is a system call.
 * Returns false if there are no more. */
static bool sums_learn(hp_live_sums *sums, hp_live_tally *tally)
{
	hp_live_function *functions;
	uint32_t count;
	char *texts;

	if (tally->numbers.count >= SUMS_MAX_NUMBERS) {
		return false;
	}
	count =
		hp_live_reader_functions(tally->samples.reader, tally->numbers.count, &functions, &texts);
	if (count == 0) {
		return false;
	}
	sums_number(sums, tally, functions, count, texts);
	pefree(functions, true);
	pefree(texts, true);

	return true;
}

/* Returns the number that a function of the ring has here. A number that no record may have is
 * "(other)". */
static uint32_t sums_function(hp_live_sums *sums, hp_live_tally *tally, uint32_t number)
{
	while (UNEXPECTED(number >= tally->numbers.count) && !tally->is_learned) {
		tally->is_learned = !sums_learn(sums, tally);
	}

	return number > 0 && number < tally->numbers.count ? tally->numbers.rows[number] : 0;
}

/* Appends the frames of a sample. Returns their hash. */
static uint32_t sums_add_frames(
	hp_live_sums *sums, hp_live_tally *tally, const hp_live_sample_record *sample)
{
	uint64_t hash = sample->frames;

	/* One more, so that a stack without frames has an address, too. */
	hp_vector_reserve(&sums->frames, sample->frames + 1);
	for (uint32_t i = 0; i < sample->frames; i++) {
		hp_live_frame *frame = &sums->frames.rows[sums->frames.count++];

		frame->function = sums_function(sums, tally, sample->frame[i].function);
		frame->line = sample->frame[i].line;
		hash = hp_table_mix(hash, (uint64_t) frame->function << 32 | frame->line);
	}

	return (uint32_t) hash;
}

/* Returns the number of a sample's stack. The stack is appended to search for it, and removed again
 * if it was there already. UINT32_MAX: there is no room. */
static uint32_t sums_stack(
	hp_live_sums *sums, hp_live_tally *tally, const hp_live_sample_record *sample)
{
	hp_live_stack stack = {.frame = sums->frames.count, .frames = sample->frames};
	uint32_t number, *row;

	if (sample->frames > HP_LIVE_SUMS_FRAMES - sums->frames.count) {
		return UINT32_MAX;
	}
	stack.is_cut = (sample->head.flags & HP_LIVE_CUT) != 0;
	stack.hash = sums_add_frames(sums, tally, sample);
	*hp_vector_add(&sums->stacks) = stack;
	number = sums->stacks.count;
	row = hp_table_add(&sums->stack_index, &sums_stacks, &number);
	if (*row == 0) {
		*row = number;
	} else {
		sums->stacks.count--;
		sums->frames.count = stack.frame;
	}

	return *row - 1;
}

/* Returns the number of the stack that is main() alone. There is always room for it. */
static uint32_t sums_root_stack(hp_live_sums *sums, hp_live_tally *tally)
{
	hp_live_sample_record none = {.frames = 0};

	return sums_stack(sums, tally, &none);
}

static uint32_t sums_new_series(hp_live_sums *sums, const zend_string *label, zend_string *tags)
{
	*hp_vector_add(&sums->series) = (hp_live_series){
		.label = zend_string_init(ZSTR_VAL(label), ZSTR_LEN(label), true),
		.tags = zend_string_copy(tags),
	};

	return sums->series.count - 1;
}

static uint32_t sums_find_series(
	hp_live_sums *sums, const zend_string *label, zend_string *tags, bool is_bounded)
{
	zend_string *key = zend_string_concat3(
		ZSTR_VAL(label), ZSTR_LEN(label), "\0", 1, ZSTR_VAL(tags), ZSTR_LEN(tags));
	zval number, *found = zend_hash_find(&sums->series_index, key);

	if (found == NULL && (!is_bounded || sums->series.count < HP_LIVE_SUMS_SERIES)) {
		zend_string *kept = zend_string_init(ZSTR_VAL(key), ZSTR_LEN(key), true);

		ZVAL_LONG(&number, sums_new_series(sums, label, tags));
		found = zend_hash_add_new(&sums->series_index, kept, &number);
		zend_string_release(kept);
	}
	zend_string_release(key);

	return found == NULL ? UINT32_MAX : (uint32_t) Z_LVAL_P(found);
}

/* Returns the series of the request in the tally's label. */
static uint32_t sums_series(
	hp_live_sums *sums, const hp_live_tally *tally, const zend_string *label)
{
	uint32_t number = UINT32_MAX;
	zend_string *tags;

	if (tally->samples.label.tags != NULL) {
		tags = hp_live_label_tags(&tally->samples.label);
		number = sums_find_series(sums, label, tags, true);
		zend_string_release(tags);
	}
	if (number == UINT32_MAX) {
		tags = zend_string_init(ZEND_STRL(HP_LIVE_TALLY_OTHER), true);
		number = sums_find_series(sums, label, tags, false);
		zend_string_release(tags);
	}

	return number;
}

/* Returns the number of the trace in the tally's label; 0: it has none, or there is no room. */
static uint32_t sums_trace(hp_live_sums *sums, const hp_live_tally *tally)
{
	hp_live_sums_trace wanted = {.trace = tally->samples.label.trace}, *row;

	if (!hp_live_trace_is_set(&wanted.trace)) {
		return 0;
	}
	row = sums->traces.used < HP_LIVE_SUMS_TRACES
		? hp_table_add(&sums->traces, &sums_traces, &wanted)
		: hp_table_find(&sums->traces, &sums_traces, &wanted);
	if (row != NULL && row->number == 0) {
		row->number = (uint32_t) sums->traces.used;
		row->trace = wanted.trace;
	}

	return row == NULL ? 0 : row->number;
}

typedef struct sums_read {
	hp_live_sums *sums;
	hp_live_tally *tally;
	const zend_string *label;
	int64_t interval_ns; /* -1: not read yet */
	uint32_t series; /* UINT32_MAX: still to be found, and so is the trace */
	uint32_t trace;
	hp_live_amount more;
} sums_read;

static void sums_set_interval(sums_read *read, uint64_t interval_ns)
{
	read->interval_ns = hp_live_samples_set_interval(&read->tally->samples, interval_ns);
}

static uint32_t sums_current_series(sums_read *read, const hp_live_span *span)
{
	hp_live_series *series;
	bool is_new;

	if (read->series != UINT32_MAX) {
		return read->series;
	}
	read->series = sums_series(read->sums, read->tally, read->label);
	read->trace = sums_trace(read->sums, read->tally);
	series = &read->sums->series.rows[read->series];
	is_new = series->began_ns == 0;
	series->began_ns = is_new ? span->began_ns : MIN(series->began_ns, span->began_ns);
	series->interval_ns =
		is_new || series->interval_ns == read->interval_ns ? read->interval_ns : 0;

	return read->series;
}

static void sums_add(sums_read *read, const hp_live_span *span)
{
	hp_live_sums *sums = read->sums;
	hp_live_count wanted = {.series = sums_current_series(read, span)}, *count;
	bool is_displaced = (span->record->head.flags & HP_LIVE_DISPLACED) != 0;

	wanted.trace = sums->counts.used < SUMS_TRACED_COUNTS ? read->trace : 0;
	wanted.stack = sums_stack(sums, read->tally, span->record);
	if (wanted.stack == UINT32_MAX) {
		wanted.stack = sums_root_stack(sums, read->tally);
		sums->series.rows[wanted.series].truncated++;
	}
	wanted.stack++;
	sums->series.rows[wanted.series].displaced += is_displaced;
	count = hp_table_add(&sums->counts, &sums_counts, &wanted);
	count->stack = wanted.stack;
	count->series = wanted.series;
	count->trace = wanted.trace;
	hp_live_amount_add(&count->amount, &span->amount);
	hp_live_amount_add(&read->more, &span->amount);
}

static void sums_record(void *context, const hp_live_record *record)
{
	sums_read *read = context;
	hp_live_samples *samples = &read->tally->samples;
	hp_live_span span;

	if (record->kind == HP_LIVE_REQUEST) {
		hp_live_label_read(&samples->label, record);
		read->series = UINT32_MAX;
		return;
	}
	/* A read without samples need not read the header. */
	if (record->kind == HP_LIVE_SAMPLE && read->interval_ns < 0) {
		sums_set_interval(read, hp_live_reader_interval_ns(samples->reader));
	}
	if (!hp_live_samples_take(samples, record, &span)) {
		return;
	}
	if (span.is_relabelled) {
		read->series = UINT32_MAX;
	}
	sums_add(read, &span);
}

void hp_live_sums_prepare(const hp_live_sums *sums, hp_live_tally *tally)
{
	tally->samples.finds = 0;
	tally->is_learned = false;
	if (tally->numbers_of != sums->id) {
		hp_vector_free(&tally->numbers);
		tally->numbers_of = sums->id;
	}
}

hp_live_amount hp_live_sums_read(hp_live_sums *sums, hp_live_tally *tally, const zend_string *label)
{
	sums_read read = {
		.sums = sums, .tally = tally, .label = label, .series = UINT32_MAX, .interval_ns = -1};

	hp_live_sums_prepare(sums, tally);
	hp_live_samples_begin(&tally->samples);
	hp_live_reader_each(tally->samples.reader, sums_record, &read);

	return read.more;
}

static void sums_extracted(void *context, const hp_live_record *record)
{
	const hp_live_function *functions = (const hp_live_function *) (record + 1);
	sums_read *read = context;

	if (record->kind != HP_LIVE_EXTRACT_FUNCTIONS) {
		sums_record(read, record);
	} else if (read->tally->numbers.count < SUMS_MAX_NUMBERS) {
		sums_number(read->sums, read->tally, functions, (uint32_t) record->request,
			(const char *) (functions + record->request));
	}
}

hp_live_amount hp_live_sums_add(hp_live_sums *sums, hp_live_tally *tally, const zend_string *label,
	const hp_live_extract *extract, const uint64_t *records)
{
	sums_read read = {.sums = sums, .tally = tally, .label = label, .series = UINT32_MAX};

	sums_set_interval(&read, extract->interval_ns);
	/* The extract has all labels and functions: look for none in the ring. */
	tally->samples.finds = HP_LIVE_SAMPLES_FINDS;
	tally->is_learned = true;
	tally->samples.has_begun = true;
	hp_live_extract_each(extract, records, sums_extracted, &read);
	tally->samples.reader->position = extract->position;
	tally->samples.reader->lost_bytes +=
		MIN(extract->lost_bytes, UINT64_MAX - tally->samples.reader->lost_bytes);
	tally->samples.reader->damaged +=
		MIN(extract->damaged, UINT64_MAX - tally->samples.reader->damaged);

	return read.more;
}

hp_live_count *hp_live_sums_counts(const hp_live_sums *sums, uint32_t *count)
{
	hp_live_count *counts = safe_pemalloc(sums->counts.used + 1, sizeof(*counts), 0, true);
	const hp_live_count *row = NULL;

	*count = 0;
	while ((row = hp_table_next(&sums->counts, &sums_counts, row)) != NULL) {
		counts[(*count)++] = *row;
	}

	return counts;
}

hp_live_trace *hp_live_sums_traces(const hp_live_sums *sums)
{
	hp_live_trace *traces = safe_pemalloc(sums->traces.used + 1, sizeof(*traces), 0, true);
	const hp_live_sums_trace *row = NULL;

	memset(&traces[0], 0, sizeof(traces[0]));
	while ((row = hp_table_next(&sums->traces, &sums_traces, row)) != NULL) {
		traces[row->number] = row->trace;
	}

	return traces;
}
