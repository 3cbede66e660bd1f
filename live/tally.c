#include "live/tally.h"

#include "php_xhprof.h"

#include "base/wrap.h"
#include "live/mark.h"
#include "live/part.h"
#include "live/trace.h"
#include "profile/moments.h"

/* The most nodes of all profiles together, to bound the memory that a hostile ring takes. */
#define TALLY_MAX_NODES ((uint32_t) 1 << 20)

typedef struct hp_live_tally_sum {
	hp_live_part part;
	uint64_t request; /* the request of the last moment */
	uint32_t requests;
	bool has_begun;
} hp_live_tally_sum;

zend_result hp_live_by_of(hp_live_by *by, size_t *tag_at, const zend_string *text)
{
	*tag_at = ZSTR_LEN(text);
	if (ZSTR_LEN(text) == 0) {
		*by = HP_LIVE_BY_NOTHING;
	} else if (zend_string_equals_literal(text, "uri")) {
		*by = HP_LIVE_BY_URI;
	} else if (zend_string_equals_literal(text, "method uri")) {
		*by = HP_LIVE_BY_METHOD_URI;
	} else if (zend_string_equals_literal(text, "tags")) {
		*by = HP_LIVE_BY_TAGS;
	} else if (ZSTR_LEN(text) > 4 && memcmp(ZSTR_VAL(text), "tag:", 4) == 0) {
		*by = HP_LIVE_BY_TAG;
		*tag_at = 4;
	} else {
		return FAILURE;
	}

	return SUCCESS;
}

static zend_string *tally_key(const hp_live_tally *tally)
{
	const hp_live_label *label = &tally->samples.label;
	zend_string *key = NULL;

	if (tally->by == HP_LIVE_BY_NOTHING) {
		return zend_string_init(ZEND_STRL(""), true);
	}
	if (tally->by == HP_LIVE_BY_TAGS) {
		return label->tags == NULL ? zend_string_init(ZEND_STRL(HP_LIVE_TALLY_OTHER), true)
								   : hp_live_label_tags(label);
	}
	if (tally->by == HP_LIVE_BY_TAG) {
		key = hp_live_label_tag(label, tally->tag);
	} else if (label->uri != NULL && tally->by == HP_LIVE_BY_METHOD_URI && label->method != NULL) {
		key = zend_string_concat3(ZSTR_VAL(label->method), ZSTR_LEN(label->method), " ", 1,
			ZSTR_VAL(label->uri), ZSTR_LEN(label->uri));
	} else if (label->uri != NULL) {
		key = zend_string_copy(label->uri);
	}

	return key == NULL ? zend_string_init(ZEND_STRL(HP_LIVE_TALLY_NONE), true) : key;
}

static hp_live_tally_sum *tally_new_sum(const hp_live_tally *tally)
{
	hp_live_tally_sum *sum = pecalloc(1, sizeof(*sum), true);

	hp_live_part_begin(&sum->part, HP_PROFILE_LANES, tally->interval_ns);

	return sum;
}

static hp_live_tally_sum *tally_sum(hp_live_tally *tally)
{
	zend_string *key;

	if (tally->current != NULL) {
		return tally->current;
	}
	key = tally_key(tally);
	if (zend_hash_num_elements(&tally->sums) >= HP_LIVE_TALLY_KEYS &&
		!zend_hash_exists(&tally->sums, key)) {
		zend_string_release(key);
		key = zend_string_init(ZEND_STRL(HP_LIVE_TALLY_OTHER), true);
	}
	tally->current = zend_hash_find_ptr(&tally->sums, key);
	if (tally->current == NULL) {
		tally->current = tally_new_sum(tally);
		zend_hash_add_new_ptr(&tally->sums, key, tally->current);
	}
	zend_string_release(key);

	return tally->current;
}

static const hp_live_symbol *tally_symbol(void *context, uint32_t number)
{
	hp_live_tally *tally = context;

	return hp_live_symbols_get(&tally->symbols, tally->samples.reader, number);
}

/* Returns the innermost node of a stack. */
static uint32_t tally_path(
	hp_live_tally *tally, hp_live_part *part, const hp_live_sample_record *record)
{
	hp_live_part_functions functions = {
		.symbol = tally_symbol, .context = tally, .room = &tally->room};

	return hp_live_part_path(
		part, &functions, record->frame, record->frames, (record->head.flags & HP_LIVE_CUT) != 0);
}

static void tally_give_back(hp_live_tally *tally, const hp_profile *profile)
{
	tally->room += MIN(TALLY_MAX_NODES - tally->room, profile->nodes.count);
}

static bool tally_is_on_cpu(const hp_live_sample_record *record)
{
	return (record->head.flags & (HP_LIVE_OFF_CPU | HP_LIVE_WAITS_FOR_CPU)) == 0;
}

static void tally_add_own(
	hp_live_tally *tally, hp_live_tally_sum *sum, const hp_live_span *span, uint32_t node)
{
	hp_live_tally_own *own = &tally->own;

	if (own->request != span->record->head.request) {
		own->request = span->record->head.request;
		own->wall_ns = 0;
		own->sum = sum;
		own->node = node;
		own->is_on_cpu = tally_is_on_cpu(span->record);
	}
	own->wall_ns = hp_wrap_sum(own->wall_ns, span->amount.wall_ns);
}

static int64_t tally_unix_ns(const hp_live_tally *tally, const hp_live_record *record)
{
	return hp_wrap_sum((int64_t) record->time_ns, tally->samples.unix_offset_ns);
}

/* Sets when the run begins, in Unix time: with the time that its first record stands for. */
static void tally_begin_run(hp_live_tally_sum *sum, int64_t began_ns)
{
	if (!sum->has_begun) {
		sum->has_begun = true;
		sum->part.profile->started_ns = began_ns;
	}
}

/* Returns how a sample was off the CPU: a value for off_cpu of hp_profile_moment. */
static uint32_t tally_off_cpu(const hp_live_sample_record *record)
{
	uint32_t flags = record->head.flags;

	return tally_is_on_cpu(record) ? 0
								   : hp_profile_off_cpu(true, (flags & HP_LIVE_REPEATED) != 0,
										 (flags & (HP_LIVE_UNSEEN | HP_LIVE_NO_STACK)) != 0);
}

/* Adds a moment. All moments may take as much memory as a timeline of calls; further ones are
 * counted as lost. */
static void tally_add_moment(
	hp_live_tally_sum *sum, const hp_live_span *span, int64_t at_ns, uint32_t node)
{
	hp_profile *profile = sum->part.profile;
	uint64_t most =
		(uint64_t) XHPROF_G(settings).max_timeline_bytes / sizeof(*profile->samples.moments.rows);
	uint32_t count = profile->samples.moments.count;
	int64_t last_ns = count == 0 ? 0 : profile->samples.moments.rows[count - 1].at_ns;

	if (count >= most) {
		profile->timeline.lost_events++;
		return;
	}
	if (sum->request != span->record->head.request) {
		sum->request = span->record->head.request;
		sum->requests++;
	}
	*hp_vector_add(&profile->samples.moments) = (hp_profile_moment){
		.at_ns = MAX(last_ns, at_ns),
		.wall_ns = span->amount.wall_ns,
		.node = node,
		.weight = 1,
		.off_cpu = tally_off_cpu(span->record),
		.request = sum->requests,
	};
}

/* Adds a sample to a part, and returns its node. */
static uint32_t tally_add_to(hp_live_tally *tally, hp_live_part *part,
	const hp_live_sample_record *record, const hp_live_amount *amount)
{
	uint32_t node = tally_path(tally, part, record);

	hp_live_part_add(part, node, amount);
	part->profile->samples.displaced += (record->head.flags & HP_LIVE_DISPLACED) != 0;

	return node;
}

static void tally_add(hp_live_tally *tally, const hp_live_span *span)
{
	hp_live_tally_sum *sum = tally_sum(tally);
	int64_t at_ns = tally_unix_ns(tally, &span->record->head);
	uint32_t node;

	tally_begin_run(sum, span->began_ns);
	node = tally_add_to(tally, &sum->part, span->record, &span->amount);
	tally_add_moment(sum, span, hp_wrap_difference(at_ns, sum->part.profile->started_ns), node);
	tally_add_own(tally, sum, span, node);
}

/* Takes back time of other requests, which was counted with the request's first sample. */
static void tally_take_back(hp_live_tally *tally, int64_t surplus_ns)
{
	hp_live_tally_own *own = &tally->own;
	hp_values *values;

	if (own->sum == NULL) {
		return;
	}
	values = &own->sum->part.profile->nodes.rows[own->node].sum;
	surplus_ns = MIN(surplus_ns, values->wall_ns);
	values->wall_ns -= surplus_ns;
	values->cpu_ns -= own->is_on_cpu ? MIN(surplus_ns, values->cpu_ns) : 0;
}

/* Corrects the time of a request that has ended, if it belongs to the trace. */
static void tally_end(hp_live_tally *tally, const hp_live_end_record *end)
{
	hp_live_tally_own *own = &tally->own;
	hp_live_ended_texts texts = hp_live_ended_texts_of(end);
	hp_live_times times = hp_live_ended_times(end);
	bool is_counted = own->request == times.request;
	int64_t open_ns = MAX(0, (int64_t) times.wall_ns) - (is_counted ? MAX(0, own->wall_ns) : 0);

	if (!hp_live_trace_is_set(&tally->only) || !hp_live_trace_is_same(&texts.trace, &tally->only) ||
		own->mixed == times.request) {
		return;
	}
	if (open_ns < 0) {
		tally_take_back(tally, -open_ns);
	} else if (own->first_ns != 0 && times.began_ns >= own->first_ns &&
		tally->by == HP_LIVE_BY_NOTHING) {
		own->rest_ns = hp_wrap_sum(own->rest_ns, open_ns);
	}
	own->request = 0;
	own->sum = NULL;
}

static void tally_add_rest(hp_live_tally *tally, const hp_live_record *record)
{
	hp_live_tally_own *own = &tally->own;
	hp_live_tally_sum *sum;

	if (own->first_ns == 0) {
		own->first_ns = record->time_ns;
	}
	if (EXPECTED(own->rest_ns <= 0)) {
		return;
	}
	sum = tally_sum(tally);
	tally_begin_run(sum, hp_wrap_difference(tally_unix_ns(tally, record), own->rest_ns));
	hp_live_part_add_rest(&sum->part, own->rest_ns, 0);
	own->rest_ns = 0;
}

static bool tally_is_meant(const hp_live_tally *tally)
{
	return !hp_live_trace_is_set(&tally->only) ||
		hp_live_trace_is_same(&tally->samples.label.trace, &tally->only);
}

/* Returns true if the record reports marks that were not seen yet. Only the first marks of a kind
 * in a request have records of their own. The sum at the request's end reports how many there were
 * in all: it is new if they are more than those seen one by one. */
static bool tally_is_new_mark(hp_live_tally *tally, const hp_live_mark_record *mark)
{
	uint64_t *seen;

	if (mark->kind < 1 || mark->kind > HP_LIVE_MARK_KINDS) {
		return false;
	}
	if (tally->marks_of != mark->head.request) {
		tally->marks_of = mark->head.request;
		memset(tally->marks, 0, sizeof(tally->marks));
	}
	seen = &tally->marks[mark->kind - 1];
	if (mark->head.flags & HP_LIVE_SUM) {
		return mark->count > *seen;
	}
	*seen += mark->count;

	return true;
}

static void tally_mark(hp_live_tally *tally, const hp_live_record *record)
{
	const hp_live_mark_record *mark = (const hp_live_mark_record *) record;
	int64_t at_ns = tally_unix_ns(tally, record);
	zend_string *text;
	hp_live_tally_sum *sum;

	if (record->bytes < sizeof(*mark) || !tally_is_new_mark(tally, mark) ||
		record->time_ns < tally->samples.reader->since_ns) {
		return;
	}
	if (hp_live_samples_relabel(&tally->samples, record->request)) {
		tally->current = NULL;
	}
	if (!tally_is_meant(tally) || (text = hp_live_mark_describe(record)) == NULL) {
		return;
	}
	sum = tally_sum(tally);
	tally_begin_run(sum, at_ns);
	hp_profile_add_mark(sum->part.profile,
		(hp_profile_mark){
			.at_ns = hp_wrap_difference(at_ns, sum->part.profile->started_ns),
			.text = text,
			.kind = mark->kind,
		});
}

/* Takes the label of the samples that follow. */
static void tally_label(hp_live_tally *tally, const hp_live_record *record)
{
	hp_live_label *label = &tally->samples.label;
	hp_live_trace before = label->trace;
	bool is_again = label->request == record->request;

	hp_live_label_read(label, record);
	if (is_again && !hp_live_trace_is_same(&before, &label->trace)) {
		tally->own.mixed = record->request;
	}
	tally->current = NULL;
}

static void tally_sample(hp_live_tally *tally, const hp_live_record *record)
{
	hp_live_span span;

	if (!hp_live_samples_take(&tally->samples, record, &span)) {
		return;
	}
	tally_add_rest(tally, record);
	if (span.is_relabelled) {
		tally->current = NULL;
	}
	if (tally_is_meant(tally)) {
		tally_add(tally, &span);
	}
}

static void tally_record(void *context, const hp_live_record *record)
{
	hp_live_tally *tally = context;

	switch (record->kind) {
		case HP_LIVE_REQUEST:
			tally_label(tally, record);
			break;
		case HP_LIVE_END:
			tally_end(tally, (const hp_live_end_record *) record);
			break;
		case HP_LIVE_MARK:
			tally_mark(tally, record);
			break;
		default:
			tally_sample(tally, record);
	}
}

static void tally_free_sum(zval *value)
{
	hp_live_tally_sum *sum = Z_PTR_P(value);

	hp_live_part_free(&sum->part);
	pefree(sum, true);
}

void hp_live_tally_init(hp_live_tally *tally, hp_live_reader *reader)
{
	memset(tally, 0, sizeof(*tally));
	hp_live_samples_init(&tally->samples, reader);
	tally->room = TALLY_MAX_NODES;
	zend_hash_init(&tally->sums, 0, NULL, tally_free_sum, true);
}

void hp_live_tally_free(hp_live_tally *tally)
{
	hp_live_label_free(&tally->samples.label);
	hp_live_symbols_free(&tally->symbols);
	hp_vector_free(&tally->numbers);
	zend_hash_destroy(&tally->sums);
}

/* Sets the interval. If it has changed, the profiles so far have samples at different intervals:
 * theirs becomes 0. */
static void tally_set_interval(hp_live_tally *tally, int64_t interval_ns)
{
	hp_live_tally_sum *sum;

	if (interval_ns != tally->interval_ns) {
		ZEND_HASH_FOREACH_PTR(&tally->sums, sum) {
			sum->part.profile->samples.interval_ns = 0;
		}
		ZEND_HASH_FOREACH_END();
	}
	tally->interval_ns = interval_ns;
}

ZEND_STATIC_ASSERT(
	HP_LIVE_OUTSIDE - HP_LIVE_PERF == HP_SOURCE_OUTSIDE, "both have the sources in the same order");

/* Sets the source of the samples. A process has only one, and a ring of an older version does not
 * say which. */
static void tally_set_source(hp_live_tally *tally, const hp_live_header *header)
{
	uint32_t source = header->taken_by - HP_LIVE_PERF;

	memset(&tally->sources, 0, sizeof(tally->sources));
	if (source < HP_SOURCES) {
		tally->sources.of[source].runs = 1;
		tally->sources.of[source].why =
			header->why < HP_WHYS ? (hp_why) header->why : HP_WHY_UNKNOWN;
	}
}

void hp_live_tally_read(hp_live_tally *tally, hp_live_by by, const zend_string *tag)
{
	hp_live_header header;
	bool is_torn;

	tally->current = NULL;
	tally->samples.finds = 0;
	tally->by = by;
	tally->tag = tag;
	hp_live_samples_begin(&tally->samples);
	if (hp_live_reader_header(tally->samples.reader, &header, &is_torn) == SUCCESS) {
		tally_set_interval(
			tally, hp_live_samples_set_interval(&tally->samples, header.interval_ns));
		tally_set_source(tally, &header);
	}
	hp_live_reader_each(tally->samples.reader, tally_record, tally);
	if (by == HP_LIVE_BY_NOTHING) {
		tally_sum(tally); /* even without samples */
	}
	tally->tag = NULL;
}

hp_profile *hp_live_tally_take(hp_live_tally *tally, zend_string **key)
{
	HashPosition first;
	zend_ulong index;
	hp_live_tally_sum *sum;
	hp_profile *profile;

	zend_hash_internal_pointer_reset_ex(&tally->sums, &first);
	sum = zend_hash_get_current_data_ptr_ex(&tally->sums, &first);
	if (sum == NULL) {
		return NULL;
	}
	zend_hash_get_current_key_ex(&tally->sums, key, &index, &first);
	zend_string_addref(*key);
	profile = hp_live_part_end(&sum->part);
	profile->samples.sources = tally->sources;
	tally->current = NULL;
	tally->own.sum = NULL;
	tally_give_back(tally, profile);
	hp_profile_lay_moments(profile);
	zend_hash_del(&tally->sums, *key);

	return profile;
}

/* The samples of one request, added up so far. */
typedef struct tally_request {
	hp_live_tally *tally;
	hp_live_part part;
	const hp_live_times *times;
	hp_live_amount all;
} tally_request;

/* Adds a sample of the request. Its weight may contain time of short requests before, which no look
 * saw. So at most the time of the request so far that has no sample yet is counted. */
static void tally_request_record(void *context, const hp_live_record *record)
{
	const hp_live_sample_record *sample = (const hp_live_sample_record *) record;
	tally_request *work = context;
	int64_t age_ns = hp_wrap_difference((int64_t) record->time_ns, (int64_t) work->times->began_ns);
	hp_live_amount amount;

	if (record->request != work->times->request || !hp_live_samples_has_time(record)) {
		return;
	}
	age_ns = MIN(age_ns, (int64_t) work->times->wall_ns);
	amount = hp_live_samples_amount(&work->tally->samples, sample,
		MAX(0, MIN((int64_t) sample->weight_ns, age_ns - work->all.wall_ns)));
	tally_add_to(work->tally, &work->part, sample, &amount);
	hp_live_amount_add(&work->all, &amount);
}

/* Charges the time of the request that no sample accounts for to HP_LIVE_REST. */
static void tally_request_rest(tally_request *work)
{
	int64_t wall_ns = (int64_t) work->times->wall_ns - work->all.wall_ns;
	int64_t cpu_ns = MIN(wall_ns, MAX(0, (int64_t) work->times->cpu_ns - work->all.cpu_ns));

	if (wall_ns > 0) {
		hp_live_part_add_rest(&work->part, wall_ns, cpu_ns);
	}
}

hp_profile *hp_live_tally_request(hp_live_tally *tally, const hp_live_times *times)
{
	hp_live_reader *reader = tally->samples.reader, before = *reader;
	tally_request work = {.tally = tally, .times = times};
	hp_profile *profile;

	hp_live_part_begin(&work.part, HP_PROFILE_LANES, 0);
	hp_live_reader_rewind(reader);
	hp_live_reader_each(reader, tally_request_record, &work);
	*reader = before;
	tally_request_rest(&work);
	profile = hp_live_part_end(&work.part);
	profile->started_ns = hp_wrap_sum((int64_t) times->began_ns, tally->samples.unix_offset_ns);
	profile->samples.sources = tally->sources;
	tally_give_back(tally, profile);
	hp_live_part_free(&work.part);

	return profile;
}
