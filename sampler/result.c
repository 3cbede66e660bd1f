#include "sampler/result.h"

#include "base/bailout.h"
#include "profile/squares.h"
#include "sampler/place.h"
#include "sampler/stacks.h"

#include "Zend/zend_smart_str.h"

/* Expands a record to functions only, without the wait: arrays are the same as in versions that
 * have no waits. Returns the index of the first frame. */
static uint32_t result_expand(hp_sample_stacks *stacks, const hp_sample_record *record)
{
	uint32_t start = hp_sample_stacks_expand(stacks, record);

	stacks->frames.count -= hp_sample_stacks_has_wait(stacks);

	return start;
}

static void result_append_name(smart_str *text, const hp_sample_visible *frame)
{
	smart_str_append(text, frame->symbol->name);
	if (frame->level > 0) {
		smart_str_appendc(text, '@');
		smart_str_append_unsigned(text, frame->level);
	}
}

/* "a==>b@1" */
static zend_string *result_stack(hp_sample_stacks *stacks, const hp_sample_record *record)
{
	uint32_t start = result_expand(stacks, record);
	smart_str text = {NULL, 0};

	for (uint32_t i = start; i < stacks->frames.count; i++) {
		if (i > start) {
			smart_str_appendl(&text, "==>", 3);
		}
		result_append_name(&text, &stacks->frames.rows[i]);
	}

	return smart_str_extract(&text);
}

/* Adds a row. Returns false if there is a row with this label, which then stays. */
static bool result_add_label(HashTable *result, int64_t label_us, zend_string *stack)
{
	char digits[48];
	int length = snprintf(
		digits, sizeof(digits), "%" PRId64 ".%06d", label_us / 1000000, (int) (label_us % 1000000));
	zval value;

	ZVAL_STR(&value, stack);
	if (zend_hash_str_add(result, digits, (size_t) length, &value) == NULL) {
		return false;
	}
	zend_string_addref(stack);

	return true;
}

/* Adds a sample of xhprof_sample(). It stands for no interval, and gets a row at its own time,
 * between those of the clock. */
static void result_add_custom(
	HashTable *result, const hp_sample_record *record, int64_t interval_us, zend_string *stack)
{
	int64_t label_us = record->time_us;

	while (label_us % interval_us == 0 || !result_add_label(result, label_us, stack)) {
		label_us++;
	}
}

/* Adds the rows of a record from its first label on, but none at or before the last label. Returns
 * its last label's number. */
static int64_t result_add_labels(HashTable *result, const hp_sample_record *record,
	int64_t interval_us, int64_t first, int64_t last, zend_string *stack)
{
	int64_t label = MAX(first, last + 1);

	for (uint64_t i = 0; i < record->weight; i++) {
		result_add_label(result, label++ * interval_us, stack);
	}

	return label - 1;
}

typedef struct result_work {
	const hp_sample_store *store;
	const hp_sample_summary *summary;
	hp_sample_stacks stacks;
	zval *result;
} result_work;

static void result_release(zend_string **stacks, uint32_t count)
{
	for (uint32_t node = 0; node < count; node++) {
		if (stacks[node] != NULL) {
			zend_string_release(stacks[node]);
			stacks[node] = NULL;
		}
	}
}

/* Returns the text of a record's stack, which stays in stacks[] as long as the depth is the same.
 * It rarely changes. */
static zend_string *result_cached_stack(result_work *work, zend_string **stacks, uint32_t i)
{
	const hp_sample_record *record = &work->store->records.rows[i];
	zend_string **stack = &stacks[record->node];

	if (*stack != NULL && i > 0 && record->depth != work->store->records.rows[i - 1].depth) {
		result_release(stacks, work->store->nodes.count);
	}
	if (*stack == NULL) {
		*stack = result_stack(&work->stacks, record);
	}

	return *stack;
}

static void result_make_classic(void *context)
{
	result_work *work = context;
	const hp_sample_store *store = work->store;
	hp_sample_grid grid = {work->summary->interval_us, strcmp(work->summary->clock, "wall") == 0,
		work->summary->event == NULL};
	int64_t last = work->summary->started_us / grid.interval_us;
	zend_string **stacks = ecalloc(store->nodes.count, sizeof(*stacks));
	int64_t *firsts = ecalloc(store->records.count, sizeof(*firsts));

	array_init(work->result);
	hp_sample_place(store, &grid, firsts);
	for (uint32_t i = 0; i < store->records.count; i++) {
		const hp_sample_record *record = &store->records.rows[i];
		zend_string *stack;

		if (hp_sample_place_is_beside(record, &grid)) {
			continue;
		}
		stack = result_cached_stack(work, stacks, i);
		if (record->is_custom) {
			result_add_custom(Z_ARRVAL_P(work->result), record, grid.interval_us, stack);
		} else {
			last = result_add_labels(
				Z_ARRVAL_P(work->result), record, grid.interval_us, firsts[i], last, stack);
		}
	}
	result_release(stacks, store->nodes.count);
	efree(stacks);
	efree(firsts);
}

/* Returns how many intervals had no sample of their own: the sum of weight - 1 over all samples but
 * those of xhprof_sample(). */
static uint64_t result_overrun(const hp_sample_summary *summary)
{
	return summary->weight - summary->custom - (summary->samples - summary->custom_samples);
}

void hp_sample_result_summary(const hp_sample_summary *summary, zval *result)
{
	array_init(result);
	add_assoc_string(result, "clock", summary->clock);
	add_assoc_string(result, "engine", summary->engine);
	add_assoc_string(result, "source", summary->source);
	if (summary->reason != NULL) {
		add_assoc_string(result, "reason", summary->reason);
	}
	add_assoc_long(result, "interval",
		summary->event == NULL ? summary->interval_us : (zend_long) summary->period);
	add_assoc_double(result, "start", (double) summary->started_us / 1e6);
	add_assoc_long(result, "duration",
		(zend_long) (summary->stopped_us - summary->started_us - summary->paused_us));
	add_assoc_long(result, "samples", (zend_long) summary->samples);
	add_assoc_long(result, "weight", (zend_long) summary->weight);
	add_assoc_long(result, "off_cpu", (zend_long) summary->off_cpu);
	add_assoc_long(result, "custom", (zend_long) summary->custom);
	add_assoc_long(result, "overrun", (zend_long) result_overrun(summary));
	add_assoc_long(result, "displaced", (zend_long) summary->displaced);
	add_assoc_long(result, "late", (zend_long) summary->late);
	add_assoc_long(result, "dropped", (zend_long) summary->dropped);
	add_assoc_long(result, "truncated", (zend_long) summary->truncated);
	add_assoc_double(result, "error",
		hp_profile_sample_error(hp_profile_effective_samples(summary->weight, summary->squares),
			summary->weight - summary->custom));
}

static void result_add_frame(hp_sample_stacks *stacks, const hp_sample_visible *frame, zval *frames)
{
	smart_str name = {NULL, 0};
	zval row;

	array_init(&row);
	result_append_name(&name, frame);
	add_assoc_str(&row, "function", smart_str_extract(&name));
	if (frame->function != HP_SAMPLE_NONE) {
		const hp_sample_function *function = &stacks->store->functions.rows[frame->function];

		if (function->file_length > 0) {
			add_assoc_stringl(
				&row, "file", hp_sample_stacks_file(stacks, function), function->file_length);
			add_assoc_long(&row, "line", (zend_long) frame->line);
		}
	}
	add_next_index_zval(frames, &row);
}

/* The key of a path, of its symbols and lines. Paths with equal keys are one row. */
static zend_string *result_key(const hp_sample_stacks *stacks, uint32_t start)
{
	smart_str key = {NULL, 0};

	for (uint32_t i = start; i < stacks->frames.count; i++) {
		const hp_sample_visible *frame = &stacks->frames.rows[i];

		smart_str_appendl(&key, (const char *) &frame->symbol, sizeof(frame->symbol));
		smart_str_appendl(&key, (const char *) &frame->line, sizeof(frame->line));
	}

	return smart_str_extract(&key);
}

static zval *result_path(hp_sample_stacks *stacks, HashTable *rows, const hp_sample_record *record)
{
	uint32_t start = result_expand(stacks, record);
	zend_string *key = result_key(stacks, start);
	zval *row = zend_hash_lookup(rows, key);

	zend_string_release(key);
	if (Z_TYPE_P(row) != IS_ARRAY) {
		zval frames;

		array_init(row);
		add_assoc_long(row, "weight", 0);
		add_assoc_long(row, "off_cpu", 0);
		array_init(&frames);
		for (uint32_t i = start; i < stacks->frames.count; i++) {
			result_add_frame(stacks, &stacks->frames.rows[i], &frames);
		}
		add_assoc_zval(row, "frames", &frames);
	}

	return row;
}

static void result_add_weight(zval *row, const char *name, uint64_t weight)
{
	Z_LVAL_P(zend_hash_str_find(Z_ARRVAL_P(row), name, strlen(name))) += (zend_long) weight;
}

/* Adds the count of an event beside a clock to the row: "events" => [name => count]. */
static void result_add_event(
	zval *row, const hp_sample_options *options, const hp_sample_record *record)
{
	const hp_event *event = options->events.events[record->event - 1];
	zval *events = zend_hash_str_find(Z_ARRVAL_P(row), ZEND_STRL("events")), *count, none;

	if (events == NULL) {
		array_init(&none);
		events = zend_hash_str_add_new(Z_ARRVAL_P(row), ZEND_STRL("events"), &none);
	}
	count = zend_hash_str_find(Z_ARRVAL_P(events), event->name, strlen(event->name));
	if (count == NULL) {
		ZVAL_LONG(&none, 0);
		count = zend_hash_str_add_new(Z_ARRVAL_P(events), event->name, strlen(event->name), &none);
	}
	Z_LVAL_P(count) += (zend_long) (record->weight * options->events.periods[record->event - 1]);
}

static void result_make_paths(void *context)
{
	result_work *work = context;
	HashTable rows;
	zval paths, *row;

	hp_sample_result_summary(work->summary, work->result);
	zend_hash_init(&rows, 0, NULL, ZVAL_PTR_DTOR, false);
	for (uint32_t i = 0; i < work->store->records.count; i++) {
		const hp_sample_record *record = &work->store->records.rows[i];

		row = result_path(&work->stacks, &rows, record);
		if (record->event > 0 && work->summary->event == NULL) {
			result_add_event(row, work->stacks.options, record);
			continue;
		}
		result_add_weight(row, "weight", record->weight);
		result_add_weight(row, "off_cpu", record->is_off_cpu ? record->weight : 0);
	}
	array_init(&paths);
	ZEND_HASH_FOREACH_VAL(&rows, row) {
		Z_ADDREF_P(row);
		add_next_index_zval(&paths, row);
	}
	ZEND_HASH_FOREACH_END();
	add_assoc_zval(work->result, "paths", &paths);
	zend_hash_destroy(&rows);
}

static void result_free(void *context)
{
	hp_sample_stacks_end(&((result_work *) context)->stacks);
}

void hp_sample_result(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary, zval *result)
{
	result_work work = {.store = store, .summary = summary, .result = result};

	hp_sample_stacks_begin(
		&work.stacks, store, options, options->closure_names == HP_CLOSURE_LOCATION);
	hp_bailout(options->has_paths ? result_make_paths : result_make_classic, result_free, &work);
}
