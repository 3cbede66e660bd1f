/* pprof.c: for go tool pprof and other readers of perftools.profiles.Profile: a sample for each call path, with its
 * own cost. Intakes drop a sample with a negative value, and some readers fail at a field they do not know. */
#include "format/visit.h"
#include "format/write.h"

#ifdef HAVE_XHPROF_ZLIB

# include "format/protobuf.h"

# include "base/utf8.h"
# include "base/vector.h"
# include "base/wrap.h"

# include "ext/json/php_json.h"

/* Fields of Profile. */
enum {
	PPROF_SAMPLE_TYPE = 1,
	PPROF_SAMPLE = 2,
	PPROF_LOCATION = 4,
	PPROF_FUNCTION = 5,
	PPROF_STRING = 6,
	PPROF_TIME_NS = 9,
	PPROF_DURATION_NS = 10,
	PPROF_PERIOD_TYPE = 11,
	PPROF_PERIOD = 12,
	PPROF_COMMENT = 13,
	PPROF_DEFAULT_TYPE = 14
};

/* Fields of its messages. */
enum {
	PPROF_TYPE_NAME = 1,
	PPROF_TYPE_UNIT = 2,
	PPROF_SAMPLE_LOCATIONS = 1,
	PPROF_SAMPLE_VALUES = 2,
	PPROF_SAMPLE_LABEL = 3,
	PPROF_LABEL_KEY = 1,
	PPROF_LABEL_TEXT = 2,
	PPROF_LOCATION_ID = 1,
	PPROF_LOCATION_LINE = 4,
	PPROF_LINE_FUNCTION = 1,
	PPROF_LINE_LINE = 2,
	PPROF_FUNCTION_ID = 1,
	PPROF_FUNCTION_NAME = 2,
	PPROF_FUNCTION_SYSTEM_NAME = 3,
	PPROF_FUNCTION_FILE = 4,
	PPROF_FUNCTION_LINE = 5
};

typedef struct pprof {
	const hp_profile *profile;
	hp_writer *writer;
	HashTable strings; /* their positions in the file's table */
	hp_profile_index locations; /* their ids less one, by function and line */
	uint32_t locations_count;
	hp_protobuf message;
	hp_protobuf inner;
	hp_protobuf labels; /* of every sample */
	uint64_t *leaf_locations; /* by function: where it is declared */
	/* By node: in the caller, where the call is; of a run with lines, where it was itself. */
	uint64_t *site_locations; /* 0 for main() of one without */
	uint32_t *depths; /* by node: callers above it */
	uint32_t *outer; /* by node that is cut: where the outermost part of its stack begins */
	uint64_t cut_location; /* 0: no stack is cut */
	uint64_t cut_count;
} pprof;

static void pprof_send_number(pprof *state, uint32_t field, uint64_t number)
{
	hp_protobuf message = {NULL, 0, 0};

	hp_protobuf_number(&message, field, number);
	hp_writer_bytes(state->writer, (const char *) message.bytes, message.length);
	pefree(message.bytes, true);
}

/* The position of a text in the file's table; writes a new one, which has question marks if it is not UTF-8. */
static uint64_t pprof_text(pprof *state, const char *text, size_t length)
{
	const zval *known = zend_hash_str_find(&state->strings, text, length);
	hp_protobuf message = {NULL, 0, 0};
	bool is_utf8;
	zval place;

	if (known != NULL) {
		return (uint64_t) Z_LVAL_P(known);
	}
	ZVAL_LONG(&place, zend_hash_num_elements(&state->strings));
	zend_hash_str_add_new(&state->strings, text, length, &place);
	hp_protobuf_reserve(&message, length);
	is_utf8 = hp_utf8_is(text, length);
	for (size_t i = 0; i < length; i++) {
		message.bytes[i] =
			is_utf8 || (unsigned char) text[i] < 0x80 ? (unsigned char) text[i] : '?';
	}
	message.length = length;
	hp_protobuf_send(state->writer, PPROF_STRING, &message);
	pefree(message.bytes, true);

	return (uint64_t) Z_LVAL(place);
}

static uint64_t pprof_word(pprof *state, const char *word)
{
	return pprof_text(state, word, strlen(word));
}

static uint64_t pprof_string(pprof *state, const zend_string *text)
{
	return text == NULL ? 0 : pprof_text(state, ZSTR_VAL(text), ZSTR_LEN(text));
}

static void pprof_type(pprof *state, uint32_t field, const char *name, const char *unit)
{
	uint64_t name_place = pprof_word(state, name), unit_place = pprof_word(state, unit);

	hp_protobuf_number(&state->message, PPROF_TYPE_NAME, name_place);
	hp_protobuf_number(&state->message, PPROF_TYPE_UNIT, unit_place);
	hp_protobuf_send(state->writer, field, &state->message);
}

/* "page-faults" becomes "page_faults": Pyroscope's intake refuses a file with a hyphen in a type. */
static void pprof_event_types(pprof *state)
{
	const hp_profile_events *events = &state->profile->events_counted;

	for (uint32_t i = 0; i < events->count; i++) {
		char *name = pestrdup(ZSTR_VAL(events->names[i]), true);

		for (char *at = name; (at = strchr(at, '-')) != NULL;) {
			*at = '_';
		}
		pprof_type(state, PPROF_SAMPLE_TYPE, name,
			events->units[i] == HP_EVENT_UNIT_NS ? "nanoseconds"
												 : hp_event_unit_name(events->units[i]));
		pefree(name, true);
	}
}

/* In the order of pprof_values(). Allocations have the names that other heap profiles use. */
static void pprof_types(pprof *state)
{
	bool is_sampled = (state->profile->features & HP_PROFILE_SAMPLED) != 0;
	uint32_t metrics = state->profile->metrics;

	pprof_type(state, PPROF_SAMPLE_TYPE, is_sampled ? "samples" : "calls", "count");
	pprof_type(state, PPROF_SAMPLE_TYPE, "wall", "nanoseconds");
	if (metrics & HP_METRIC_CPU) {
		pprof_type(state, PPROF_SAMPLE_TYPE, "cpu", "nanoseconds");
	}
	if (metrics & HP_METRIC_MEMORY) {
		pprof_type(state, PPROF_SAMPLE_TYPE, "memory_grown", "bytes");
		pprof_type(state, PPROF_SAMPLE_TYPE, "memory_freed", "bytes");
		pprof_type(state, PPROF_SAMPLE_TYPE, "peak_grown", "bytes");
	}
	if (metrics & HP_METRIC_ALLOC) {
		pprof_type(state, PPROF_SAMPLE_TYPE, "alloc_objects", "count");
		pprof_type(state, PPROF_SAMPLE_TYPE, "alloc_space", "bytes");
		pprof_type(state, PPROF_SAMPLE_TYPE, "inuse_objects", "count");
		pprof_type(state, PPROF_SAMPLE_TYPE, "inuse_space", "bytes");
	}
	pprof_event_types(state);
}

static void pprof_value(pprof *state, int64_t value)
{
	hp_protobuf_varint(&state->inner, (uint64_t) MAX(value, 0));
}

static void pprof_values(
	pprof *state, uint32_t number, const hp_values *own, const hp_counts *counts)
{
	const hp_alloc_counts *allocs = hp_profile_allocs(&state->profile->node_allocs, number);
	uint32_t metrics = state->profile->metrics;

	pprof_value(state, (int64_t) state->profile->nodes.rows[number].count);
	pprof_value(state, own->wall_ns);
	if (metrics & HP_METRIC_CPU) {
		pprof_value(state, own->cpu_ns);
	}
	if (metrics & HP_METRIC_MEMORY) {
		pprof_value(state, own->memory_bytes);
		pprof_value(state, hp_wrap_difference(0, own->memory_bytes));
		pprof_value(state, own->peak_bytes);
	}
	if (metrics & HP_METRIC_ALLOC) {
		pprof_value(state, allocs->allocs);
		pprof_value(state, allocs->alloc_bytes);
		pprof_value(state, hp_allocs_live(allocs));
		pprof_value(state, hp_allocs_live_bytes(allocs));
	}
	for (uint32_t i = 0; i < state->profile->events_counted.count; i++) {
		pprof_value(state, counts->of[i]);
	}
	hp_protobuf_nest(&state->message, PPROF_SAMPLE_VALUES, &state->inner);
}

static void pprof_function(pprof *state, uint64_t id, uint64_t name, uint64_t file, uint32_t line)
{
	hp_protobuf_number(&state->message, PPROF_FUNCTION_ID, id);
	hp_protobuf_number(&state->message, PPROF_FUNCTION_NAME, name);
	hp_protobuf_number(&state->message, PPROF_FUNCTION_SYSTEM_NAME, name);
	hp_protobuf_number(&state->message, PPROF_FUNCTION_FILE, file);
	hp_protobuf_number(&state->message, PPROF_FUNCTION_LINE, line);
	hp_protobuf_send(state->writer, PPROF_FUNCTION, &state->message);
}

static void pprof_functions(pprof *state)
{
	for (uint32_t i = 0; i < state->profile->functions.count; i++) {
		const hp_profile_function *function = &state->profile->functions.rows[i];
		uint64_t name = pprof_string(state, function->name);

		pprof_function(
			state, i + UINT64_C(1), name, pprof_string(state, function->file), function->line);
	}
}

/* The id of a line within a function. */
static uint64_t pprof_location(pprof *state, uint32_t function, uint32_t line)
{
	uint32_t key[HP_PROFILE_KEY_PARTS] = {function, line};
	uint32_t place = hp_profile_index_find(&state->locations, key, state->locations_count);

	if (place == state->locations_count) {
		state->locations_count++;
		hp_protobuf_number(&state->inner, PPROF_LINE_FUNCTION, function + 1);
		hp_protobuf_number(&state->inner, PPROF_LINE_LINE, line);
		hp_protobuf_number(&state->message, PPROF_LOCATION_ID, place + UINT64_C(1));
		hp_protobuf_nest(&state->message, PPROF_LOCATION_LINE, &state->inner);
		hp_protobuf_send(state->writer, PPROF_LOCATION, &state->message);
	}

	return place + UINT64_C(1);
}

static void pprof_locations(pprof *state)
{
	const hp_profile *profile = state->profile;

	for (uint32_t i = 0; i < profile->functions.count; i++) {
		state->leaf_locations[i] = pprof_location(state, i, profile->functions.rows[i].line);
	}
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];

		if (profile->features & HP_PROFILE_LINES) {
			state->site_locations[i] = pprof_location(state, node->function, node->line);
		} else if (node->parent != HP_PROFILE_NONE) {
			state->site_locations[i] =
				pprof_location(state, profile->nodes.rows[node->parent].function, node->line);
		}
	}
}

/* A frame in place of those that a deep stack loses. */
static void pprof_cut_location(pprof *state)
{
	uint32_t function = state->profile->functions.count;

	pprof_function(state, function + UINT64_C(1), pprof_word(state, HP_FORMAT_CUT), 0, 0);
	state->cut_location = pprof_location(state, function, 0);
}

/* One look at each node, as walking up from each would be quadratic in the depth. */
static void pprof_measure(pprof *state)
{
	const hp_profile_node *nodes = state->profile->nodes.rows;

	for (uint32_t i = 0; i < state->profile->nodes.count; i++) {
		uint32_t parent = nodes[i].parent;

		state->depths[i] = parent == HP_PROFILE_NONE ? 0 : state->depths[parent] + 1;
		state->outer[i] = state->depths[i] <= HP_FORMAT_OUTER_FRAMES ? i : state->outer[parent];
		if (state->depths[i] >= HP_FORMAT_FRAMES_MAX && state->cut_location == 0) {
			pprof_cut_location(state);
		}
	}
}

static void pprof_frames(pprof *state, uint32_t node, uint32_t count)
{
	for (; node != HP_PROFILE_NONE && count > 0; count--) {
		if (state->site_locations[node] != 0) {
			hp_protobuf_varint(&state->inner, state->site_locations[node]);
		}
		node = state->profile->nodes.rows[node].parent;
	}
}

/* The stack of a node, the innermost first. */
static void pprof_stack(pprof *state, uint32_t number)
{
	const hp_profile_node *nodes = state->profile->nodes.rows;
	bool has_lines = (state->profile->features & HP_PROFILE_LINES) != 0;
	uint32_t outer = state->outer[number];

	if (!has_lines) {
		hp_protobuf_varint(&state->inner, state->leaf_locations[nodes[number].function]);
	}
	if (state->depths[number] < HP_FORMAT_FRAMES_MAX) {
		pprof_frames(state, number, UINT32_MAX);
	} else {
		pprof_frames(state, number, HP_FORMAT_INNER_FRAMES - (has_lines ? 0 : 1));
		hp_protobuf_varint(&state->inner, state->cut_location);
		pprof_frames(state, has_lines ? nodes[outer].parent : outer, UINT32_MAX);
		state->cut_count++;
	}
	hp_protobuf_nest(&state->message, PPROF_SAMPLE_LOCATIONS, &state->inner);
}

static void pprof_label(pprof *state, uint64_t key, uint64_t text)
{
	hp_protobuf_number(&state->inner, PPROF_LABEL_KEY, key);
	hp_protobuf_number(&state->inner, PPROF_LABEL_TEXT, text);
	hp_protobuf_nest(&state->labels, PPROF_SAMPLE_LABEL, &state->inner);
}

/* The tags of the run's request, as xhprof_tag() set them. */
static void pprof_labels(pprof *state, const zval *meta)
{
	const zval *own = Z_TYPE_P(meta) == IS_ARRAY
		? zend_hash_str_find(Z_ARRVAL_P(meta), ZEND_STRL("xhprof"))
		: NULL;
	const zval *tags = own != NULL && Z_TYPE_P(own) == IS_ARRAY
		? zend_hash_str_find(Z_ARRVAL_P(own), ZEND_STRL("tags"))
		: NULL;
	char digits[MAX_LENGTH_OF_LONG + 1];
	zend_ulong number;
	zend_string *key;
	zval *value;

	if (tags == NULL || Z_TYPE_P(tags) != IS_ARRAY) {
		return;
	}
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(tags), number, key, value) {
		if (Z_TYPE_P(value) == IS_STRING) {
			snprintf(digits, sizeof(digits), ZEND_LONG_FMT, (zend_long) number);
			pprof_label(state, key == NULL ? pprof_word(state, digits) : pprof_string(state, key),
				pprof_string(state, Z_STR_P(value)));
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void pprof_add_labels(pprof *state)
{
	if (state->labels.length > 0) {
		hp_protobuf *message = &state->message;

		hp_protobuf_reserve(message, state->labels.length);
		memcpy(message->bytes + message->length, state->labels.bytes, state->labels.length);
		message->length += state->labels.length;
	}
}

static void pprof_samples(pprof *state)
{
	const hp_profile *profile = state->profile;
	hp_values *own = hp_profile_own_values(profile);
	hp_counts *counts = hp_profile_own_counts(profile);

	for (uint32_t i = 0; i < profile->nodes.count && hp_writer_goes_on(state->writer); i++) {
		pprof_stack(state, i);
		pprof_values(state, i, &own[i], counts == NULL ? NULL : &counts[i]);
		pprof_add_labels(state);
		hp_protobuf_send(state->writer, PPROF_SAMPLE, &state->message);
	}
	hp_vector_release(counts);
	pefree(own, true);
}

static void pprof_head(pprof *state)
{
	const hp_profile_pair *root = hp_profile_root(state->profile);

	pprof_text(state, "", 0); /* has to be the first */
	pprof_types(state);
	pprof_type(state, PPROF_PERIOD_TYPE, "wall", "nanoseconds");
	pprof_send_number(state, PPROF_PERIOD, (uint64_t) MAX(state->profile->interval_ns, 1));
	pprof_send_number(state, PPROF_DEFAULT_TYPE, pprof_word(state, "wall"));
	pprof_send_number(state, PPROF_COMMENT, pprof_word(state, "xhprof"));
	pprof_send_number(state, PPROF_TIME_NS, (uint64_t) state->profile->started_ns);
	pprof_send_number(state, PPROF_DURATION_NS, root == NULL ? 0 : (uint64_t) root->sum.wall_ns);
}

/* Says what the samples lack. */
static void pprof_tail(pprof *state)
{
	char text[128];

	if (state->cut_count > 0) {
		snprintf(text, sizeof(text),
			"%" PRIu64 " stacks of more than %u frames have %s in the middle", state->cut_count,
			HP_FORMAT_FRAMES_MAX, HP_FORMAT_CUT);
		pprof_send_number(state, PPROF_COMMENT, pprof_word(state, text));
	}
}

static void pprof_start(pprof *state, const hp_profile *profile, hp_writer *writer)
{
	memset(state, 0, sizeof(*state));
	state->profile = profile;
	state->writer = writer;
	state->leaf_locations =
		pecalloc(profile->functions.count + 1, sizeof(*state->leaf_locations), true);
	state->site_locations =
		pecalloc(profile->nodes.count + 1, sizeof(*state->site_locations), true);
	state->depths = safe_pemalloc(profile->nodes.count + 1, sizeof(*state->depths), 0, true);
	state->outer = safe_pemalloc(profile->nodes.count + 1, sizeof(*state->outer), 0, true);
	zend_hash_init(&state->strings, 0, NULL, NULL, true);
}

static void pprof_end(pprof *state)
{
	zend_hash_destroy(&state->strings);
	hp_profile_index_free(&state->locations);
	hp_vector_release(state->message.bytes);
	hp_vector_release(state->inner.bytes);
	hp_vector_release(state->labels.bytes);
	pefree(state->leaf_locations, true);
	pefree(state->site_locations, true);
	pefree(state->depths, true);
	pefree(state->outer, true);
}

static void pprof_decode(zval *meta, const hp_profile *profile)
{
	ZVAL_EMPTY_ARRAY(meta);
	if (profile->meta != NULL) {
		php_json_decode_ex(meta, ZSTR_VAL(profile->meta), ZSTR_LEN(profile->meta),
			PHP_JSON_OBJECT_AS_ARRAY, PHP_JSON_PARSER_DEFAULT_DEPTH);
	}
}

void hp_format_pprof(const hp_profile *profile, hp_writer *writer)
{
	pprof state;
	zval meta;

	/* First, as it may run out of PHP's memory, and leave by longjmp(). */
	pprof_decode(&meta, profile);
	pprof_start(&state, profile, writer);
	pprof_head(&state);
	pprof_functions(&state);
	pprof_locations(&state);
	pprof_measure(&state);
	pprof_labels(&state, &meta);
	pprof_samples(&state);
	pprof_tail(&state);
	pprof_end(&state);
	zval_ptr_dtor(&meta);
}

#endif /* HAVE_XHPROF_ZLIB */
