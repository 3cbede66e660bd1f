/* xhprof_ring.c: the class XHProf\Ring. */
#include "xhprof_ring.h"

#include "base/bailout.h"
#include "base/random.h"
#include "base/wrap.h"
#include "live/control.h"
#include "live/peer.h"
#include "live/tally.h"
#include "xhprof_profile.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

typedef struct xhprof_ring {
	hp_live_reader reader;
	hp_live_tally tally;
	zend_string
		*path; /* NULL: not open, as of an object that PDO made despite the private constructor */
	zend_string *control; /* the path of the FIFO */
	zend_string *by; /* of what collect() has added up; NULL: there is nothing */
	uint64_t id; /* as a reader, by which its wishes replace one another */
	zend_object object;
} xhprof_ring;

static zend_class_entry *ring_class;
static zend_object_handlers ring_handlers;

static xhprof_ring *ring_from(zend_object *object)
{
	return (xhprof_ring *) ((char *) object - offsetof(xhprof_ring, object));
}

static zend_object *ring_create(zend_class_entry *class_entry)
{
	xhprof_ring *ring = zend_object_alloc(sizeof(*ring), class_entry);

	zend_object_std_init(&ring->object, class_entry);
	object_properties_init(&ring->object, class_entry);
	ring->object.handlers = &ring_handlers;
	ring->reader.file = -1;

	return &ring->object;
}

static void ring_free(zend_object *object)
{
	xhprof_ring *ring = ring_from(object);

	if (ring->path != NULL) {
		hp_live_tally_free(&ring->tally);
		zend_string_release(ring->path);
		zend_string_release(ring->control);
	}
	if (ring->by != NULL) {
		zend_string_release(ring->by);
	}
	hp_live_reader_close(&ring->reader);
	zend_object_std_dtor(object);
}

void php_xhprof_ring_startup(zend_class_entry *class_entry)
{
	ring_class = class_entry;
	ring_class->create_object = ring_create;
	memcpy(&ring_handlers, &std_object_handlers, sizeof(ring_handlers));
	ring_handlers.offset = offsetof(xhprof_ring, object);
	ring_handlers.free_obj = ring_free;
	ring_handlers.clone_obj = NULL;
}

ZEND_METHOD(XHProf_Ring, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

/* "1-2.data" to "1-2.ctl"; NULL: it does not end so. */
static zend_string *ring_control_path(const zend_string *path)
{
	size_t stem = ZSTR_LEN(path) - strlen(".data");

	if (ZSTR_LEN(path) <= strlen(".data") || strcmp(ZSTR_VAL(path) + stem, ".data") != 0) {
		return NULL;
	}

	return zend_string_concat2(ZSTR_VAL(path), stem, ZEND_STRL(".ctl"));
}

static void ring_throw(const zend_string *path, const char *what, const char *why)
{
	zend_throw_exception_ex(
		spl_ce_RuntimeException, 0, "Could not %s the ring %s: %s", what, ZSTR_VAL(path), why);
}

/* The ring of a method's object; NULL: thrown. */
static xhprof_ring *ring_opened(zval *object)
{
	xhprof_ring *ring = ring_from(Z_OBJ_P(object));

	if (ring->path == NULL) {
		zend_throw_error(NULL, "XHProf\\Ring is made by XHProf\\Ring::open() only");
		return NULL;
	}

	return ring;
}

zend_class_entry *php_xhprof_ring_class(void)
{
	return ring_class;
}

hp_live_tally *php_xhprof_ring_tally(zval *object)
{
	xhprof_ring *ring = ring_opened(object);

	return ring == NULL ? NULL : &ring->tally;
}

/* Where a reader begins: at the oldest sample, at a position, at a time, or, by default, at the next sample. */
typedef struct ring_start {
	zend_long position;
	bool is_from_start;
	double since_s; /* Unix time */
	bool is_next; /* no position is given */
	bool is_untimed; /* nor a time */
} ring_start;

/* A Unix time by the ring's clock; before its first moment is that one. */
static uint64_t ring_clock_ns(const hp_live_reader *reader, double unix_s)
{
	int64_t unix_ns = (int64_t) (1e9 * MAX(0.0, MIN(unix_s, 9e9)));

	return (uint64_t) MAX(1, hp_wrap_difference(unix_ns, hp_live_reader_unix_offset_ns(reader)));
}

static void ring_begin(hp_live_reader *reader, const ring_start *start)
{
	if (!start->is_next) {
		hp_live_reader_seek(reader, (uint64_t) start->position);
	} else if (start->is_from_start) {
		hp_live_reader_rewind(reader);
	} else if (!start->is_untimed) {
		hp_live_reader_since(reader, ring_clock_ns(reader, start->since_s));
	}
}

/* False: thrown. */
static bool ring_open(xhprof_ring *ring, zend_string *path, const ring_start *start)
{
	zend_string *control = ring_control_path(path);
	zend_string *error;

	if (control == NULL) {
		ring_throw(path, "open", "the name of a ring ends in .data");
		return false;
	}
	error = hp_live_reader_open(&ring->reader, ZSTR_VAL(path));
	if (error != NULL) {
		ring_throw(path, "open", ZSTR_VAL(error));
		zend_string_release(error);
		zend_string_release(control);
		return false;
	}
	ring->path = zend_string_copy(path);
	ring->control = control;
	hp_random_bytes(&ring->id, sizeof(ring->id));
	ring_begin(&ring->reader, start);
	hp_live_tally_init(&ring->tally, &ring->reader);

	return true;
}

ZEND_METHOD(XHProf_Ring, open)
{
	ring_start start = {.is_next = true, .is_untimed = true};
	zend_string *path;

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_PATH_STR(path)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(start.is_from_start)
		Z_PARAM_LONG_OR_NULL(start.position, start.is_next)
		Z_PARAM_DOUBLE_OR_NULL(start.since_s, start.is_untimed)
	ZEND_PARSE_PARAMETERS_END();

	if (start.position < 0) {
		zend_argument_value_error(3, "must not be negative");
		RETURN_THROWS();
	}
	if (!zend_finite(start.since_s)) {
		zend_argument_value_error(4, "must be a finite number");
		RETURN_THROWS();
	}

	if (php_check_open_basedir_ex(ZSTR_VAL(path), 0) != 0) {
		ring_throw(path, "open", "open_basedir does not allow it");
		RETURN_THROWS();
	}
	object_init_ex(return_value, ring_class);
	if (!ring_open(ring_from(Z_OBJ_P(return_value)), path, &start)) {
		RETURN_THROWS(); /* the engine releases the object */
	}
}

/* UINT64_MAX stands for no end. */
static void ring_add_number(zval *array, const char *key, uint64_t number)
{
	add_assoc_long(array, key, (zend_long) MIN(number, (uint64_t) ZEND_LONG_MAX));
}

static const char *ring_name(const char *const *names, uint32_t count, uint32_t number)
{
	return number < count ? names[number] : "unknown";
}

#define RING_NAME(names, number) ring_name(names, sizeof(names) / sizeof((names)[0]), number)

static const char *const ring_states[] = {"idle", "running", "shutdown", "ended"};
static const char *const ring_sources[] = {"none", "perf", "timer", "interrupt"};
static const char *const ring_clocks[] = {"wall", "cpu"};

/* Pairs of texts that each end with a zero byte. */
static void ring_add_tags(zval *array, const char *at, size_t bytes)
{
	const char *end = at + bytes;
	zval tags;

	array_init(&tags);
	while (at < end && *at != '\0') {
		size_t key = strnlen(at, (size_t) (end - at));
		const char *value = at + MIN(key + 1, (size_t) (end - at));
		size_t length = strnlen(value, (size_t) (end - value));
		zval text;

		ZVAL_STRINGL(&text, value, length);
		zend_symtable_str_update(Z_ARRVAL(tags), at, key, &text);
		at = value + MIN(length + 1, (size_t) (end - value));
	}
	add_assoc_zval(array, "tags", &tags);
}

static void ring_add_request(zval *status, const hp_live_slot *slot, bool is_alive, bool is_torn)
{
	bool is_open = slot->state == HP_LIVE_RUNNING || slot->state == HP_LIVE_SHUTDOWN;
	uint64_t now_ns = zend_hrtime();
	zval request;

	array_init(&request);
	ring_add_number(&request, "number", slot->request);
	add_assoc_double(&request, "began", (double) slot->began_unix_us / 1e6);
	if (is_open && is_alive) {
		ring_add_number(
			&request, "elapsed_ns", now_ns > slot->began_ns ? now_ns - slot->began_ns : 0);
	} else {
		add_assoc_null(&request, "elapsed_ns");
	}
	add_assoc_string(&request, "method", slot->method);
	add_assoc_string(&request, "uri", slot->uri);
	ring_add_number(&request, "memory_bytes", slot->memory_bytes);
	ring_add_number(&request, "peak_bytes", slot->peak_bytes);
	ring_add_tags(&request, slot->tags, slot->tag_bytes);
	add_assoc_bool(&request, "is_torn", is_torn);
	add_assoc_zval(status, "request", &request);
}

static void ring_add_sampling(zval *status, const hp_live_header *header)
{
	zval sampling;

	array_init_size(&sampling, 24);
	add_assoc_bool(&sampling, "is_on", header->is_on != 0);
	add_assoc_string(&sampling, "source", RING_NAME(ring_sources, header->source));
	add_assoc_string(&sampling, "clock", RING_NAME(ring_clocks, header->clock));
	ring_add_number(&sampling, "asked_ns", header->asked_ns);
	ring_add_number(&sampling, "interval_ns", header->interval_ns);
	ring_add_number(&sampling, "on_ns", header->on_ns);
	ring_add_number(&sampling, "until_ns", header->until_ns);
	ring_add_number(&sampling, "readers", header->readers);
	ring_add_number(&sampling, "samples", header->samples);
	ring_add_number(&sampling, "weight_ns", header->weight_ns);
	ring_add_number(&sampling, "late", header->late);
	ring_add_number(&sampling, "cut", header->cut);
	ring_add_number(&sampling, "handler_ns", header->handler_ns);
	ring_add_number(&sampling, "helper_ns", header->helper_ns);
	add_assoc_double(&sampling, "budget", (double) header->budget_ppm / 1e4);
	ring_add_number(&sampling, "armed", header->armed);
	ring_add_number(&sampling, "dumps", header->dumps);
	ring_add_number(&sampling, "refused", header->refused);
	ring_add_number(&sampling, "snapshots_refused", header->snapshots_refused);
	add_assoc_zval(status, "sampling", &sampling);
}

static void ring_add_ring(zval *status, const xhprof_ring *ring, const hp_live_header *header)
{
	zval numbers;

	array_init(&numbers);
	ring_add_number(&numbers, "bytes", ring->reader.sizes.ring_bytes);
	ring_add_number(&numbers, "head", header->head);
	ring_add_number(&numbers, "position", ring->reader.position);
	ring_add_number(&numbers, "lost_bytes", ring->reader.lost_bytes);
	ring_add_number(&numbers, "damaged", ring->reader.damaged);
	ring_add_number(&numbers, "functions", header->functions_count);
	ring_add_number(&numbers, "functions_lost", header->functions_lost);
	add_assoc_zval(status, "ring", &numbers);
}

/* The exact times of all requests that are over. */
static void ring_add_totals(zval *status, const hp_live_header *header)
{
	zval ended;

	array_init(&ended);
	ring_add_number(&ended, "requests", header->ended);
	ring_add_number(&ended, "wall_ns", header->ended_wall_ns);
	ring_add_number(&ended, "cpu_ns", header->ended_cpu_ns);
	add_assoc_zval(status, "ended", &ended);
}

static void ring_add_allowed(zval *status, const hp_live_header *header)
{
	zval allowed;

	array_init(&allowed);
	for (uint32_t command = HP_LIVE_ASK; hp_live_control_words[command] != NULL; command++) {
		if (HP_LIVE_ALLOWS(header->allowed, command)) {
			add_next_index_string(&allowed, hp_live_control_words[command]);
		}
	}
	add_assoc_zval(status, "allowed", &allowed);
}

static void ring_add_process(zval *status, const hp_live_header *header)
{
	uint32_t php = header->php_version;

	ring_add_number(status, "pid", header->pid);
	ring_add_number(status, "tid", header->tid);
	ring_add_number(status, "start", header->start_ticks);
	add_assoc_double(status, "made", (double) header->made_unix_us / 1e6);
	ring_add_number(status, "uid", header->uid);
	ring_add_allowed(status, header);
	add_assoc_string(status, "sapi", header->sapi);
	add_assoc_string(status, "pool", header->pool);
	add_assoc_str(
		status, "php", strpprintf(0, "%u.%u.%u", php / 10000, php / 100 % 100, php % 100));
}

ZEND_METHOD(XHProf_Ring, status)
{
	hp_live_life life = HP_LIVE_DEAD;
	hp_live_header header;
	xhprof_ring *ring;
	bool is_torn;

	ZEND_PARSE_PARAMETERS_NONE();

	ring = ring_opened(ZEND_THIS);
	if (ring == NULL) {
		RETURN_THROWS();
	}
	if (hp_live_reader_header(&ring->reader, &header, &is_torn) == FAILURE) {
		ring_throw(ring->path, "read", "it was truncated meanwhile");
		RETURN_THROWS();
	}
	if (header.slot.state != HP_LIVE_ENDED) {
		life = hp_live_peer_life(&ring->reader.sizes, ZSTR_VAL(ring->control));
	}
	array_init_size(return_value, 16);
	ring_add_process(return_value, &header);
	if (life == HP_LIVE_NOT_KNOWN) {
		add_assoc_null(return_value, "is_alive");
	} else {
		add_assoc_bool(return_value, "is_alive", life == HP_LIVE_ALIVE);
	}
	add_assoc_string(return_value, "state", RING_NAME(ring_states, header.slot.state));
	ring_add_request(return_value, &header.slot, life != HP_LIVE_DEAD, is_torn);
	ring_add_totals(return_value, &header);
	ring_add_sampling(return_value, &header);
	ring_add_ring(return_value, ring, &header);
}

typedef struct ring_requests {
	const xhprof_ring *ring;
	zval *result;
	zend_long wanted;
} ring_requests;

static double ring_unix_s(const xhprof_ring *ring, uint64_t time_ns)
{
	return (double) hp_wrap_sum((int64_t) time_ns, ring->tally.unix_offset_ns) / 1e9;
}

static bool ring_add_ended(void *context, const hp_live_record *record)
{
	const hp_live_end_record *end = (const hp_live_end_record *) record;
	ring_requests *requests = context;
	hp_live_ended_texts texts;
	hp_live_times times;
	zval request;

	if (record->kind != HP_LIVE_END) {
		return true;
	}
	texts = hp_live_ended_texts_of(end);
	times = hp_live_ended_times(end);
	array_init(&request);
	ring_add_number(&request, "number", times.request);
	add_assoc_double(&request, "began", ring_unix_s(requests->ring, times.began_ns));
	ring_add_number(&request, "wall_ns", times.wall_ns);
	ring_add_number(&request, "cpu_ns", times.cpu_ns);
	ring_add_number(&request, "peak_bytes", end->peak_bytes);
	if (end->status == HP_LIVE_NO_STATUS) {
		add_assoc_null(&request, "status");
	} else {
		add_assoc_long(&request, "status", end->status);
	}
	add_assoc_stringl(&request, "method", texts.method, texts.method_length);
	add_assoc_stringl(&request, "uri", texts.uri, texts.uri_length);
	ring_add_tags(&request, texts.tags, texts.tags_length);
	add_next_index_zval(requests->result, &request);

	return --requests->wanted > 0 && !hp_bailout_is_due();
}

ZEND_METHOD(XHProf_Ring, requests)
{
	ring_requests requests = {.result = return_value, .wanted = 1000};
	xhprof_ring *ring;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(requests.wanted)
	ZEND_PARSE_PARAMETERS_END();

	if (requests.wanted < 1 || requests.wanted > 1000000) {
		zend_argument_value_error(1, "must be from 1 to 1000000");
		RETURN_THROWS();
	}
	ring = ring_opened(ZEND_THIS);
	if (ring == NULL) {
		RETURN_THROWS();
	}
	requests.ring = ring;
	array_init(return_value);
	hp_live_reader_newest(
		&ring->reader, hp_live_reader_head(&ring->reader), ring_add_ended, &requests);
}

ZEND_METHOD(XHProf_Ring, request)
{
	hp_live_times times;
	xhprof_ring *ring;
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	ring = ring_opened(ZEND_THIS);
	if (ring == NULL) {
		RETURN_THROWS();
	}
	if (hp_live_ended_find(&ring->reader, (uint64_t) number, &times)) {
		php_xhprof_profile_wrap(return_value, hp_live_tally_request(&ring->tally, &times));
	}
}

typedef struct ring_read {
	hp_live_tally *tally;
	zval *result;
} ring_read;

static void ring_take_profiles(void *context)
{
	ring_read *work = context;
	hp_profile *profile;
	zend_string *key;

	array_init(work->result);
	while ((profile = hp_live_tally_take(work->tally, &key)) != NULL) {
		zval object;

		ZVAL_NULL(&object);
		php_xhprof_profile_wrap(&object, profile);
		zend_symtable_str_update(Z_ARRVAL_P(work->result), ZSTR_VAL(key), ZSTR_LEN(key), &object);
		zend_string_release(key);
	}
}

/* After a fatal error: the profiles that were not taken. */
static void ring_drop_profiles(void *context)
{
	zend_hash_clean(&((ring_read *) context)->tally->sums);
}

/* Begins collect() and read(): adds up what was written since. NULL: thrown. */
static xhprof_ring *ring_collect(zval *object, zend_string *by_text)
{
	xhprof_ring *ring;
	zend_string *tag;
	hp_live_by by;
	size_t tag_at;

	if (hp_live_by_of(&by, &tag_at, by_text) == FAILURE) {
		zend_argument_value_error(
			1, "must be one of \"\", \"uri\", \"method uri\", \"tags\", or \"tag:\" and a key");
		return NULL;
	}
	ring = ring_opened(object);
	if (ring == NULL) {
		return NULL;
	}
	if (ring->by != NULL && !zend_string_equals(ring->by, by_text)) {
		zend_argument_value_error(1, "must be the same as of collect() before");
		return NULL;
	}
	tag = zend_string_init(ZSTR_VAL(by_text) + tag_at, ZSTR_LEN(by_text) - tag_at, false);
	hp_live_tally_read(&ring->tally, by, tag);
	zend_string_release(tag);

	return ring;
}

ZEND_METHOD(XHProf_Ring, collect)
{
	zend_string *by = ZSTR_EMPTY_ALLOC();
	xhprof_ring *ring = ring_from(Z_OBJ_P(ZEND_THIS));
	uint64_t before = ring->reader.position;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(by)
	ZEND_PARSE_PARAMETERS_END();

	if (ring_collect(ZEND_THIS, by) == NULL) {
		RETURN_THROWS();
	}
	if (ring->by == NULL) {
		ring->by = zend_string_copy(by);
	}
	RETURN_LONG((zend_long) MIN(ring->reader.position - before, (uint64_t) ZEND_LONG_MAX));
}

ZEND_METHOD(XHProf_Ring, read)
{
	zend_string *by = ZSTR_EMPTY_ALLOC();
	xhprof_ring *ring;
	ring_read work = {.result = return_value};

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(by)
	ZEND_PARSE_PARAMETERS_END();

	ring = ring_collect(ZEND_THIS, by);
	if (ring == NULL) {
		RETURN_THROWS();
	}
	if (ring->by != NULL) {
		zend_string_release(ring->by);
		ring->by = NULL;
	}
	work.tally = &ring->tally;
	hp_bailout(ring_take_profiles, ring_drop_profiles, &work);
}

static void ring_add_flags(zval *stack, uint32_t flags)
{
	static const char *const names[] = {"off_cpu", "waits_for_cpu", "cut", "dump", "repeated"};
	zval set;

	array_init(&set);
	for (uint32_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (flags & 1u << i) {
			add_next_index_string(&set, names[i]);
		}
	}
	add_assoc_zval(stack, "flags", &set);
}

static void ring_add_frame(zval *frames, const hp_live_symbol *symbol, uint32_t line, bool is_main)
{
	zval frame;

	array_init(&frame);
	if (is_main) {
		add_assoc_string(&frame, "function", "main()");
	} else {
		add_assoc_stringl(&frame, "function", ZSTR_VAL(symbol->name), ZSTR_LEN(symbol->name));
	}
	if (symbol->file != NULL) {
		add_assoc_stringl(&frame, "file", ZSTR_VAL(symbol->file), ZSTR_LEN(symbol->file));
	} else {
		add_assoc_null(&frame, "file");
	}
	if (line != 0) {
		add_assoc_long(&frame, "line", line);
	} else {
		add_assoc_null(&frame, "line");
	}
	add_next_index_zval(frames, &frame);
}

static void ring_add_frames(zval *stack, xhprof_ring *ring, const hp_live_sample_record *sample)
{
	zval frames;

	array_init_size(&frames, sample->frames);
	for (uint32_t i = 0; i < sample->frames; i++) {
		const hp_live_symbol *symbol =
			hp_live_symbols_get(&ring->tally.symbols, &ring->reader, sample->frame[i].function);
		bool is_main = i == sample->frames - 1 && symbol->kind == HP_SAMPLE_FILE &&
			(sample->head.flags & HP_LIVE_CUT) == 0;

		ring_add_frame(&frames, symbol, sample->frame[i].line, is_main);
	}
	add_assoc_zval(stack, "frames", &frames);
}

static void ring_make_stack(zval *stack, xhprof_ring *ring, const hp_live_sample_record *sample)
{
	uint64_t now_ns = zend_hrtime(), then_ns = sample->head.time_ns;

	array_init(stack);
	add_assoc_double(stack, "time", ring_unix_s(ring, then_ns));
	ring_add_number(stack, "age_ns", now_ns > then_ns ? now_ns - then_ns : 0);
	ring_add_number(stack, "weight_ns", sample->weight_ns);
	ring_add_flags(stack, sample->head.flags);
	ring_add_number(stack, "request", sample->head.request);
	ring_add_frames(stack, ring, sample);
}

typedef struct ring_stacks {
	xhprof_ring *ring;
	zval *result;
	uint32_t wanted;
	bool is_list;
} ring_stacks;

static bool ring_add_stack(void *context, const hp_live_record *record)
{
	const hp_live_sample_record *sample = (const hp_live_sample_record *) record;
	ring_stacks *stacks = context;
	zval stack;

	if (record->kind != HP_LIVE_SAMPLE || (record->flags & HP_LIVE_NO_STACK) != 0) {
		return true;
	}
	if (!stacks->is_list) {
		ring_make_stack(stacks->result, stacks->ring, sample);
		return false;
	}
	ring_make_stack(&stack, stacks->ring, sample);
	add_next_index_zval(stacks->result, &stack);

	return --stacks->wanted > 0 && !hp_bailout_is_due();
}

static void ring_find_stacks(ring_stacks *stacks)
{
	hp_live_reader *reader = &stacks->ring->reader;

	hp_live_reader_newest(reader, hp_live_reader_head(reader), ring_add_stack, stacks);
}

ZEND_METHOD(XHProf_Ring, stack)
{
	ring_stacks stacks = {.result = return_value};

	ZEND_PARSE_PARAMETERS_NONE();

	stacks.ring = ring_opened(ZEND_THIS);
	if (stacks.ring == NULL) {
		RETURN_THROWS();
	}
	ring_find_stacks(&stacks);
}

ZEND_METHOD(XHProf_Ring, stacks)
{
	ring_stacks stacks = {.result = return_value, .is_list = true};
	zend_long limit;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();

	if (limit < 1 || limit > 1000000) {
		zend_argument_value_error(1, "must be from 1 to 1000000");
		RETURN_THROWS();
	}
	stacks.ring = ring_opened(ZEND_THIS);
	if (stacks.ring == NULL) {
		RETURN_THROWS();
	}
	stacks.wanted = (uint32_t) limit;
	array_init(return_value);
	ring_find_stacks(&stacks);
}

/* Below: the message of control(). Each function is false if it threw. */

static bool ring_number(
	const HashTable *array, const char *key, zend_long least, zend_long most, uint64_t *number)
{
	zval *value = zend_hash_str_find(array, key, strlen(key));

	if (value == NULL || Z_TYPE_P(value) != IS_LONG || Z_LVAL_P(value) < least ||
		Z_LVAL_P(value) > most) {
		zend_argument_value_error(1,
			"must have an int \"%s\" from " ZEND_LONG_FMT " to " ZEND_LONG_FMT, key, least, most);
		return false;
	}
	*number = (uint64_t) Z_LVAL_P(value);

	return true;
}

static bool ring_sample_message(hp_live_message *message, const HashTable *wish)
{
	zval *clock = zend_hash_str_find(wish, ZEND_STRL("clock"));
	uint64_t lease_ms = 0, budget = 0;

	if (!ring_number(wish, "interval_ns", 0, 1000000000000, &message->interval_ns) ||
		!ring_number(wish, "lease_ms", 0, 60000, &lease_ms) ||
		(zend_hash_str_exists(wish, ZEND_STRL("budget")) &&
			!ring_number(wish, "budget", 1, HP_LIVE_MAX_BUDGET_PPM / 10000, &budget))) {
		return false;
	}
	message->budget_ppm = (uint32_t) budget * 10000;
	message->command = HP_LIVE_ASK;
	message->lease_ms = (uint32_t) lease_ms;
	message->clock = HP_LIVE_WALL;
	if (clock != NULL && Z_TYPE_P(clock) == IS_STRING &&
		zend_string_equals_literal(Z_STR_P(clock), "cpu")) {
		message->clock = HP_LIVE_CPU;
	} else if (clock == NULL || Z_TYPE_P(clock) != IS_STRING ||
		!zend_string_equals_literal(Z_STR_P(clock), "wall")) {
		zend_argument_value_error(1, "must have a \"clock\" of \"wall\" or \"cpu\"");
		return false;
	}

	return true;
}

static bool ring_arm_message(hp_live_message *message, const HashTable *wish)
{
	zval *uri = zend_hash_str_find(wish, ZEND_STRL("uri"));
	uint64_t requests = 0;

	if (!ring_number(wish, "requests", 0, 1000, &requests)) {
		return false;
	}
	message->command = HP_LIVE_ARM;
	message->requests = (uint32_t) requests;
	if (uri == NULL) {
		return true;
	}
	if (Z_TYPE_P(uri) != IS_STRING || Z_STRLEN_P(uri) >= sizeof(message->uri) ||
		strlen(Z_STRVAL_P(uri)) != Z_STRLEN_P(uri)) {
		zend_argument_value_error(
			1, "must have a \"uri\" of less than %d bytes, none of them zero", HP_LIVE_URI_BYTES);
		return false;
	}
	memcpy(message->uri, Z_STRVAL_P(uri), Z_STRLEN_P(uri));

	return true;
}

/* Those without more to say. */
static const uint32_t ring_commands[] = {
	HP_LIVE_DUMP_NOW, HP_LIVE_SNAPSHOT_NOW, HP_LIVE_LOCALS_NOW};

static bool ring_message(hp_live_message *message, const HashTable *array)
{
	zval *sample = zend_hash_str_find(array, ZEND_STRL("sample"));
	zval *arm = zend_hash_str_find(array, ZEND_STRL("arm"));

	if (zend_hash_num_elements(array) == 1) {
		if (sample != NULL && Z_TYPE_P(sample) == IS_ARRAY) {
			return ring_sample_message(message, Z_ARRVAL_P(sample));
		}
		if (arm != NULL && Z_TYPE_P(arm) == IS_ARRAY) {
			return ring_arm_message(message, Z_ARRVAL_P(arm));
		}
		for (size_t i = 0; i < sizeof(ring_commands) / sizeof(ring_commands[0]); i++) {
			const char *name = hp_live_control_words[ring_commands[i]];
			zval *wish = zend_hash_str_find(array, name, strlen(name));

			if (wish != NULL && Z_TYPE_P(wish) == IS_TRUE) {
				message->command = ring_commands[i];
				return true;
			}
		}
	}
	zend_argument_value_error(1,
		"must be one of [\"sample\" => array], [\"dump\" => true], [\"snapshot\" => true], "
		"[\"locals\" => true], [\"arm\" => array]");

	return false;
}

static const char *ring_why(int error)
{
	switch (error) {
		case EACCES:
			return "not permitted";
		case EAGAIN:
			return "the process has not read its messages for a while; is it stopped?";
		case EINVAL:
		case ELOOP:
			return "that is not a FIFO";
		default:
			return hp_compat_error(error);
	}
}

/* The process would drop the message. */
static bool ring_allows(const xhprof_ring *ring, uint32_t command)
{
	hp_live_header header;
	char why[160];
	bool is_torn;

	if (hp_live_reader_header(&ring->reader, &header, &is_torn) == FAILURE ||
		HP_LIVE_ALLOWS(header.allowed, command)) {
		return true;
	}
	snprintf(why, sizeof(why),
		"the process does not allow it; add the word %s to xhprof.live_allow in its php.ini, and restart it",
		hp_live_control_words[command]);
	ring_throw(ring->control, "send a message to", why);

	return false;
}

ZEND_METHOD(XHProf_Ring, control)
{
	hp_live_message message = {.magic = HP_LIVE_MAGIC, .version = HP_LIVE_VERSION};
	HashTable *array;
	xhprof_ring *ring;
	int error;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	ring = ring_opened(ZEND_THIS);
	if (ring == NULL || !ring_message(&message, array) || !ring_allows(ring, message.command) ||
		(message.budget_ppm > 0 && !ring_allows(ring, HP_LIVE_BUDGET))) {
		RETURN_THROWS();
	}
	message.reader = ring->id;
	error = hp_live_peer_send(ZSTR_VAL(ring->control), &message);
	if (error != 0 && error != ENXIO) {
		ring_throw(ring->control, "send a message to", ring_why(error));
		RETURN_THROWS();
	}

	RETURN_BOOL(error == 0);
}
