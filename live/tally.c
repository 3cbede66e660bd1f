#include "live/tally.h"

#include "php_xhprof.h"

#include "base/wrap.h"
#include "live/mark.h"
#include "live/trace.h"
#include "profile/moments.h"
#include "profile/squares.h"

/* The most nodes of all profiles together, to bound the memory that a hostile ring takes. */
#define TALLY_MAX_NODES ((uint32_t) 1 << 20)

/* Samples of a ring are worth half as many independent ones: a tick may come late, and sleeps that
 * no look saw and waits for a CPU are estimates. By this factor the variance of shares that
 * bench/pool.php measures exceeds that of chance. */
#define TALLY_DESIGN_EFFECT 2

typedef struct tally_frame {
	uint32_t function;
	uint32_t line;
	uint32_t node; /* the node of the path down to it */
} tally_frame;

typedef struct hp_live_tally_sum {
	hp_profile *profile;
	double squares; /* the sum of the squares of its weights, in nanoseconds squared */
	uint64_t request; /* the request of the last moment */
	uint32_t requests;
	/* The last stack, outermost frame first. The next stack mostly begins with the same frames. */
	HP_VECTOR(tally_frame) frames;
	bool is_cut;
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
	const hp_live_label *label = &tally->label;
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
	zend_string *name = zend_string_init(ZEND_STRL("main()"), true);
	hp_live_tally_sum *sum = pecalloc(1, sizeof(*sum), true);

	sum->profile = hp_profile_new(HP_METRIC_CPU,
		HP_PROFILE_TREE | HP_PROFILE_SAMPLED | HP_PROFILE_LINES | HP_PROFILE_SQUARES |
			HP_PROFILE_LANES);
	sum->profile->runs = 0;
	sum->profile->samples.interval_ns = tally->interval_ns;
	/* main() is the first function and node, even without samples. */
	hp_profile_node_number(
		sum->profile, HP_PROFILE_NONE, hp_profile_function_number(sum->profile, name, NULL, 0), 0);
	zend_string_release(name);

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

/* Returns the node of main(), which is the outermost code of a file: it gets that file, the main
 * script. */
static uint32_t tally_root(
	hp_profile *profile, const hp_live_symbol *symbol, const tally_frame *frame)
{
	if (profile->functions.rows[0].file == NULL && symbol->file != NULL) {
		profile->functions.rows[0].file = zend_string_copy(symbol->file);
	}

	return hp_profile_node_number(profile, HP_PROFILE_NONE, 0, frame->line);
}

/* Returns the node of a frame below its caller's. */
static uint32_t tally_node(
	hp_live_tally *tally, hp_live_tally_sum *sum, uint32_t caller, const tally_frame *frame)
{
	const hp_live_symbol *symbol =
		hp_live_symbols_get(&tally->symbols, tally->reader, frame->function);
	hp_live_place place = hp_live_place_of(symbol->kind, sum->frames.count == 0, sum->is_cut);
	uint32_t before = sum->profile->nodes.count, node = caller;

	if (place != HP_LIVE_PLACE_OWN) {
		return place == HP_LIVE_PLACE_MAIN ? tally_root(sum->profile, symbol, frame) : caller;
	}
	if (tally->nodes >= TALLY_MAX_NODES) {
		sum->profile->calls.truncated++;
		return caller;
	}
	node = hp_profile_node_number(sum->profile, caller,
		hp_profile_function_number(sum->profile, symbol->name, symbol->file, symbol->line),
		frame->line);
	tally->nodes += sum->profile->nodes.count - before;

	return node;
}

/* Returns the innermost node of a stack. */
static uint32_t tally_path(
	hp_live_tally *tally, hp_live_tally_sum *sum, const hp_live_sample_record *sample)
{
	bool is_cut = (sample->head.flags & HP_LIVE_CUT) != 0;
	uint32_t shared = is_cut == sum->is_cut ? MIN(sum->frames.count, sample->frames) : 0;
	uint32_t node = 0;

	sum->is_cut = is_cut;
	hp_vector_reserve(&sum->frames, sample->frames);
	sum->frames.count = 0;
	for (uint32_t i = sample->frames; i-- > 0;) {
		tally_frame *frame = &sum->frames.rows[sum->frames.count];
		tally_frame own = {sample->frame[i].function, sample->frame[i].line, 0};

		if (sum->frames.count < shared && frame->function == own.function &&
			frame->line == own.line) {
			node = frame->node;
		} else {
			shared = 0;
			own.node = node = tally_node(tally, sum, node, &own);
			*frame = own;
		}
		sum->frames.count++;
	}

	return node;
}

/* Charges the time to a node. Until the sum is taken, a node has only its own time, without its
 * callees. */
static void tally_charge(hp_profile *profile, uint32_t number, int64_t wall_ns, int64_t cpu_ns)
{
	hp_profile_node *node = &profile->nodes.rows[number];
	hp_values time = {.wall_ns = wall_ns, .cpu_ns = cpu_ns};

	if (node->count == 0) {
		*hp_vector_add(&profile->samples.order) = number;
	}
	node->count++;
	hp_values_add(&node->sum, &time);
}

static bool tally_is_on_cpu(const hp_live_sample_record *sample)
{
	return (sample->head.flags & HP_LIVE_TALLY_OFF_CPU) == 0;
}

/* Returns the part of a sample's time that the reader counts, in nanoseconds; less than 0: none of
 * it. */
static int64_t tally_weight_ns(const hp_live_tally *tally, const hp_live_sample_record *sample)
{
	int64_t age_ns =
		hp_wrap_difference((int64_t) sample->head.time_ns, (int64_t) tally->reader->since_ns);

	return tally->reader->since_ns == 0 ? (int64_t) sample->weight_ns
										: MIN((int64_t) sample->weight_ns, age_ns);
}

static void tally_add_own(hp_live_tally *tally, hp_live_tally_sum *sum,
	const hp_live_sample_record *sample, uint32_t node, int64_t wall_ns)
{
	hp_live_tally_own *own = &tally->own;

	if (own->request != sample->head.request) {
		own->request = sample->head.request;
		own->wall_ns = 0;
		own->sum = sum;
		own->node = node;
		own->is_on_cpu = tally_is_on_cpu(sample);
	}
	own->wall_ns = hp_wrap_sum(own->wall_ns, wall_ns);
}

/* Sets when the run begins: wall_ns before its first record, which is the time that this stands
 * for. */
static void tally_begin_run(const hp_live_tally *tally, hp_live_tally_sum *sum,
	const hp_live_record *record, int64_t wall_ns)
{
	if (!sum->has_begun) {
		sum->has_begun = true;
		sum->profile->started_ns = hp_wrap_difference(
			hp_wrap_sum((int64_t) record->time_ns, tally->unix_offset_ns), wall_ns);
	}
}

/* Returns how a sample was off the CPU: a value for is_off_cpu of hp_profile_moment. */
static uint32_t tally_off_cpu(const hp_live_sample_record *sample)
{
	uint32_t flags = sample->head.flags;

	return tally_is_on_cpu(sample) ? 0
								   : hp_profile_off_cpu(true, (flags & HP_LIVE_REPEATED) != 0,
										 (flags & (HP_LIVE_UNSEEN | HP_LIVE_NO_STACK)) != 0);
}

/* Adds a moment. All moments may take as much memory as a timeline of calls; further ones are
 * counted as lost. */
static void tally_add_moment(hp_live_tally_sum *sum, const hp_live_sample_record *sample,
	int64_t at_ns, uint32_t node, int64_t wall_ns)
{
	hp_profile *profile = sum->profile;
	uint64_t most =
		(uint64_t) XHPROF_G(settings).max_timeline_bytes / sizeof(*profile->samples.moments.rows);
	uint32_t count = profile->samples.moments.count;
	int64_t last_ns = count == 0 ? 0 : profile->samples.moments.rows[count - 1].at_ns;

	if (count >= most) {
		profile->timeline.lost_events++;
		return;
	}
	if (sum->request != sample->head.request) {
		sum->request = sample->head.request;
		sum->requests++;
	}
	*hp_vector_add(&profile->samples.moments) = (hp_profile_moment){
		.at_ns = MAX(last_ns, at_ns),
		.wall_ns = wall_ns,
		.node = node,
		.weight = 1,
		.is_off_cpu = tally_off_cpu(sample),
		.request = sum->requests,
	};
}

static void tally_count(hp_live_tally_sum *sum, const hp_live_sample_record *sample, double square)
{
	sum->profile->samples.count++;
	sum->profile->samples.displaced += (sample->head.flags & HP_LIVE_DISPLACED) != 0;
	sum->squares += square;
}

static void tally_add(hp_live_tally *tally, const hp_live_sample_record *sample)
{
	int64_t wall_ns = tally_weight_ns(tally, sample);
	hp_live_tally_sum *sum;
	uint32_t node;

	if (wall_ns < 0) {
		return;
	}
	sum = tally_sum(tally);
	tally_begin_run(tally, sum, &sample->head, wall_ns);
	node = tally_path(tally, sum, sample);
	tally_charge(sum->profile, node, wall_ns, tally_is_on_cpu(sample) ? wall_ns : 0);
	tally_add_moment(sum, sample,
		hp_wrap_difference(hp_wrap_sum((int64_t) sample->head.time_ns, tally->unix_offset_ns),
			sum->profile->started_ns),
		node, wall_ns);
	tally_add_own(tally, sum, sample, node, wall_ns);
	tally_count(sum, sample, hp_live_tally_square(tally, sample, wall_ns));
}

/* Takes back time of other requests, which was counted with the request's first sample. */
static void tally_take_back(hp_live_tally *tally, int64_t surplus_ns)
{
	hp_live_tally_own *own = &tally->own;
	hp_values *values;

	if (own->sum == NULL) {
		return;
	}
	values = &own->sum->profile->nodes.rows[own->node].sum;
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
	hp_live_tally_sum *sum;
	zend_string *name;

	if (tally->own.first_ns == 0) {
		tally->own.first_ns = record->time_ns;
	}
	if (EXPECTED(tally->own.rest_ns <= 0)) {
		return;
	}
	sum = tally_sum(tally);
	tally_begin_run(tally, sum, record, tally->own.rest_ns);
	name = zend_string_init(ZEND_STRL(HP_LIVE_REST), true);
	tally_charge(sum->profile,
		hp_profile_node_number(
			sum->profile, 0, hp_profile_function_number(sum->profile, name, NULL, 0), 0),
		tally->own.rest_ns, 0);
	zend_string_release(name);
	tally->own.rest_ns = 0;
}

static bool tally_is_meant(const hp_live_tally *tally)
{
	return !hp_live_trace_is_set(&tally->only) ||
		hp_live_trace_is_same(&tally->label.trace, &tally->only);
}

/* Makes the label fit the record, if the label is used at all. */
static void tally_set_label(hp_live_tally *tally, const hp_live_record *record)
{
	if ((tally->by != HP_LIVE_BY_NOTHING || hp_live_trace_is_set(&tally->only)) &&
		hp_live_tally_relabel(tally, record->request)) {
		tally->current = NULL;
	}
}

/* Returns true if the record tells of marks that were not seen yet. In a request only the first
 * marks of a kind have records of their own. The sum at its end says how many there were, which is
 * news unless all were seen. */
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
	zend_string *text;
	hp_live_tally_sum *sum;

	if (record->bytes < sizeof(*mark) || !tally_is_new_mark(tally, mark) ||
		record->time_ns < tally->reader->since_ns) {
		return;
	}
	tally_set_label(tally, record);
	if (!tally_is_meant(tally) || (text = hp_live_mark_describe(record)) == NULL) {
		return;
	}
	sum = tally_sum(tally);
	tally_begin_run(tally, sum, record, 0);
	hp_profile_add_mark(sum->profile,
		(hp_profile_mark){
			.at_ns =
				hp_wrap_difference(hp_wrap_sum((int64_t) record->time_ns, tally->unix_offset_ns),
					sum->profile->started_ns),
			.text = text,
			.kind = mark->kind,
		});
}

static void tally_record(void *context, const hp_live_record *record)
{
	const hp_live_sample_record *sample = (const hp_live_sample_record *) record;
	hp_live_tally *tally = context;

	if (record->kind == HP_LIVE_REQUEST) {
		hp_live_trace before = tally->label.trace;
		bool is_again = tally->label.request == record->request;

		hp_live_label_read(&tally->label, record);
		if (is_again && !hp_live_trace_is_same(&before, &tally->label.trace)) {
			tally->own.mixed = record->request;
		}
		tally->current = NULL;
		return;
	}
	if (record->kind == HP_LIVE_END) {
		tally_end(tally, (const hp_live_end_record *) record);
		return;
	}
	if (record->kind == HP_LIVE_MARK) {
		tally_mark(tally, record);
		return;
	}
	if (!hp_live_tally_counts(record)) {
		return;
	}
	tally_add_rest(tally, record);
	tally_set_label(tally, record);
	if (tally_is_meant(tally)) {
		tally_add(tally, sample);
	}
}

static void tally_free_sum(zval *value)
{
	hp_live_tally_sum *sum = Z_PTR_P(value);

	if (sum->profile != NULL) {
		hp_profile_free(sum->profile);
	}
	hp_vector_free(&sum->frames);
	pefree(sum, true);
}

bool hp_live_tally_counts(const hp_live_record *record)
{
	const hp_live_sample_record *sample = (const hp_live_sample_record *) record;

	return record->kind == HP_LIVE_SAMPLE && (record->flags & HP_LIVE_DUMP) == 0 &&
		sample->weight_ns <= HP_LIVE_TALLY_MAX_WEIGHT_NS;
}

double hp_live_tally_square(
	const hp_live_tally *tally, const hp_live_sample_record *sample, int64_t weight_ns)
{
	uint32_t flags = sample->head.flags;
	bool is_wait = (flags & (HP_LIVE_WAITS_FOR_CPU | HP_LIVE_UNSEEN)) == HP_LIVE_WAITS_FOR_CPU;
	bool is_measured = is_wait || (flags & (HP_LIVE_REPEATED | HP_LIVE_NO_STACK)) != 0;
	int64_t interval_ns = tally->last_interval_ns;

	return TALLY_DESIGN_EFFECT * (double) weight_ns *
		(double) (is_measured && interval_ns > 0 ? MIN(weight_ns, interval_ns) : weight_ns);
}

bool hp_live_tally_relabel(hp_live_tally *tally, uint64_t request)
{
	if (request == tally->label.request) {
		return false;
	}
	hp_live_label_free(&tally->label);
	tally->label.request = request;
	if (tally->finds < HP_LIVE_TALLY_FINDS) {
		tally->finds++;
		hp_live_label_find(&tally->label, tally->reader, request);
	}

	return true;
}

static bool tally_first_label(void *context, const hp_live_record *record)
{
	if (record->kind != HP_LIVE_REQUEST) {
		return true;
	}
	hp_live_label_read(&((hp_live_tally *) context)->label, record);

	return false;
}

void hp_live_tally_init(hp_live_tally *tally, hp_live_reader *reader)
{
	memset(tally, 0, sizeof(*tally));
	tally->reader = reader;
	tally->unix_offset_ns = hp_live_reader_unix_offset_ns(reader);
	zend_hash_init(&tally->sums, 0, NULL, tally_free_sum, true);
}

bool hp_live_tally_begin(hp_live_tally *tally)
{
	if (tally->has_begun) {
		return false;
	}
	tally->has_begun = true;
	hp_live_reader_newest(tally->reader, tally->reader->position, tally_first_label, tally);

	return tally->label.tags != NULL;
}

void hp_live_tally_free(hp_live_tally *tally)
{
	hp_live_label_free(&tally->label);
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
			sum->profile->samples.interval_ns = 0;
		}
		ZEND_HASH_FOREACH_END();
	}
	tally->interval_ns = interval_ns;
	tally->last_interval_ns = interval_ns > 0 ? interval_ns : tally->last_interval_ns;
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
	tally->finds = 0;
	tally->by = by;
	tally->tag = tag;
	hp_live_tally_begin(tally);
	if (hp_live_reader_header(tally->reader, &header, &is_torn) == SUCCESS) {
		tally_set_interval(tally, (int64_t) MIN(header.interval_ns, HP_LIVE_TALLY_MAX_WEIGHT_NS));
		tally_set_source(tally, &header);
	}
	hp_live_reader_each(tally->reader, tally_record, tally);
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
	profile = sum->profile;
	sum->profile = NULL;
	profile->samples.sources = tally->sources;
	tally->current = NULL;
	tally->own.sum = NULL;
	tally->nodes -= MIN(tally->nodes, profile->nodes.count);
	hp_profile_add_up(profile);
	hp_profile_set_squares(profile, sum->squares);
	hp_profile_lay_moments(profile);
	zend_hash_del(&tally->sums, *key);

	return profile;
}

/* The samples of one request, added up so far. */
typedef struct tally_request {
	hp_live_tally *tally;
	hp_live_tally_sum *sum;
	const hp_live_times *times;
	int64_t wall_ns;
	int64_t cpu_ns;
} tally_request;

/* Adds a sample of the request. Its weight may contain time of short requests before, which no look
 * saw. So it counts only up to what the request has had of time until then. */
static void tally_request_record(void *context, const hp_live_record *record)
{
	const hp_live_sample_record *sample = (const hp_live_sample_record *) record;
	tally_request *work = context;
	int64_t age_ns = hp_wrap_difference((int64_t) record->time_ns, (int64_t) work->times->began_ns);
	int64_t own_ns;

	if (record->request != work->times->request || !hp_live_tally_counts(record)) {
		return;
	}
	age_ns = MIN(age_ns, (int64_t) work->times->wall_ns);
	own_ns = MAX(0, MIN((int64_t) sample->weight_ns, age_ns - work->wall_ns));
	tally_charge(work->sum->profile, tally_path(work->tally, work->sum, sample), own_ns,
		tally_is_on_cpu(sample) ? own_ns : 0);
	tally_count(work->sum, sample, hp_live_tally_square(work->tally, sample, own_ns));
	work->wall_ns += own_ns;
	work->cpu_ns += tally_is_on_cpu(sample) ? own_ns : 0;
}

/* Charges the time of the request that no sample accounts for to HP_LIVE_REST. */
static void tally_request_rest(tally_request *work)
{
	hp_profile *profile = work->sum->profile;
	int64_t wall_ns = (int64_t) work->times->wall_ns - work->wall_ns;
	int64_t cpu_ns = MIN(wall_ns, MAX(0, (int64_t) work->times->cpu_ns - work->cpu_ns));
	zend_string *name;

	if (wall_ns > 0) {
		name = zend_string_init(ZEND_STRL(HP_LIVE_REST), true);
		tally_charge(profile,
			hp_profile_node_number(
				profile, 0, hp_profile_function_number(profile, name, NULL, 0), 0),
			wall_ns, cpu_ns);
		zend_string_release(name);
	}
}

hp_profile *hp_live_tally_request(hp_live_tally *tally, const hp_live_times *times)
{
	hp_live_reader *reader = tally->reader, before = *reader;
	tally_request work = {.tally = tally, .times = times};
	hp_live_record begin = {.time_ns = times->began_ns};
	hp_profile *profile;

	work.sum = tally_new_sum(tally);
	tally_begin_run(tally, work.sum, &begin, 0);
	hp_live_reader_rewind(reader);
	hp_live_reader_each(reader, tally_request_record, &work);
	*reader = before;
	tally_request_rest(&work);
	profile = work.sum->profile;
	profile->samples.interval_ns = 0;
	profile->samples.sources = tally->sources;
	tally->nodes -= MIN(tally->nodes, profile->nodes.count);
	hp_profile_add_up(profile);
	hp_profile_set_squares(profile, work.sum->squares);
	hp_vector_free(&work.sum->frames);
	pefree(work.sum, true);

	return profile;
}
