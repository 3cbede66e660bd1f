/* pprof.c: for go tool pprof and other readers of perftools.profiles.Profile: a sample for each
 * call path, with its own cost. Intakes drop a sample with a negative value, and some readers fail
 * at a field they do not know. */
#include "format/pprof.h"

#include "format/protobuf.h"
#include "format/text.h"
#include "format/write.h"

#include "base/utf8.h"
#include "base/vector.h"
#include "base/wrap.h"
#include "profile/paths.h"

#include "ext/json/php_json.h"

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

/* Room for the parts of a file that are not counted as they are written: the file's own numbers,
 * and its last comment. */
#define PPROF_REST_BYTES 512u

/* The most bytes: of a message's tag and length, a location, a function without texts, an id. */
#define PPROF_FRAME_BYTES 8u
#define PPROF_LOCATION_BYTES 32u
#define PPROF_FUNCTION_BYTES 48u
#define PPROF_ID_BYTES 5u

/* A line within a function. */
typedef struct pprof_location {
	uint32_t function;
	uint32_t line;
	uint32_t id; /* in the file that is written; 0: not in it so far */
} pprof_location;

struct hp_pprof {
	const hp_profile *profile;
	hp_pprof_options options;
	zval meta; /* the run's meta, which may have the labels */
	hp_values *own; /* by node */
	hp_counts *counts; /* by node; NULL: no events */
	hp_profile_index places; /* in locations, by function and line */
	HP_VECTOR(pprof_location) locations;
	uint32_t *leaf_places; /* by function: where it is declared */
	/* By node: in the caller, where the call is; of a run with lines, where it was itself. */
	uint32_t *site_places; /* HP_PROFILE_NONE for main() of one without */
	uint32_t *depths; /* by node: callers above it */
	uint32_t *outer; /* by node that is cut: where the outermost part of its stack begins */
	uint32_t cut_place;
	uint32_t next; /* the first node that is not written */
	uint32_t files_count;
	HP_VECTOR(uint32_t) stack; /* places */
	/* of the file that is written */
	hp_writer *writer;
	HashTable strings; /* their positions in the file's table */
	uint32_t *function_ids; /* 0: not in it so far */
	uint32_t functions_count;
	uint32_t locations_count;
	uint64_t samples_count;
	uint64_t cut_count;
	uint64_t bytes;
	hp_protobuf message;
	hp_protobuf inner;
	hp_protobuf values;
	hp_protobuf labels; /* of every sample */
};

typedef struct hp_pprof pprof;

static void pprof_send(pprof *state, uint32_t field, hp_protobuf *message)
{
	state->bytes += message->length + PPROF_FRAME_BYTES;
	hp_protobuf_send(state->writer, field, message);
}

static void pprof_send_number(pprof *state, uint32_t field, uint64_t number)
{
	hp_protobuf message = {NULL, 0, 0};

	hp_protobuf_number(&message, field, number);
	hp_writer_bytes(state->writer, (const char *) message.bytes, message.length);
	pefree(message.bytes, true);
}

/* Returns a text's position in the file's table. Writes a new text, with question marks for what is
 * not UTF-8. */
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
	pprof_send(state, PPROF_STRING, &message);
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
	pprof_send(state, field, &state->message);
}

/* "page-faults" becomes "page_faults": Pyroscope refuses a file with a hyphen in a type. */
static void pprof_event_types(pprof *state)
{
	const hp_profile_events *events = &state->profile->counted.events;

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

/* The metrics that the samples have values of. */
static uint32_t pprof_metrics(const pprof *state)
{
	uint32_t metrics = state->profile->metrics;

	return state->options.values == HP_PPROF_TIMES      ? metrics & ~(uint32_t) HP_METRIC_ALLOC
		: state->options.values == HP_PPROF_ALLOCATIONS ? metrics & HP_METRIC_ALLOC
														: metrics;
}

/* In the order of pprof_values(). */
static void pprof_types_of_time(pprof *state, uint32_t metrics)
{
	bool is_sampled = (state->profile->features & HP_PROFILE_SAMPLED) != 0;

	pprof_type(state, PPROF_SAMPLE_TYPE, is_sampled ? "samples" : "calls", "count");
	pprof_type(state, PPROF_SAMPLE_TYPE, "wall", "nanoseconds");
	if (metrics & HP_METRIC_CPU) {
		pprof_type(state, PPROF_SAMPLE_TYPE, "cpu", "nanoseconds");
	}
	if (metrics & HP_METRIC_MEMORY) {
		pprof_type(state, PPROF_SAMPLE_TYPE, "memory_grown", "bytes");
		pprof_type(state, PPROF_SAMPLE_TYPE, "memory_freed", "bytes");
	}
	if (metrics & HP_METRIC_PEAK) {
		pprof_type(state, PPROF_SAMPLE_TYPE, "peak_grown", "bytes");
	}
}

/* Allocations have the names that other heap profiles use. */
static void pprof_types(pprof *state)
{
	uint32_t metrics = pprof_metrics(state);
	bool has_times = state->options.values != HP_PPROF_ALLOCATIONS;

	if (has_times) {
		pprof_types_of_time(state, metrics);
	}
	if (metrics & HP_METRIC_ALLOC) {
		pprof_type(state, PPROF_SAMPLE_TYPE, "alloc_objects", "count");
		pprof_type(state, PPROF_SAMPLE_TYPE, "alloc_space", "bytes");
		pprof_type(state, PPROF_SAMPLE_TYPE, "inuse_objects", "count");
		pprof_type(state, PPROF_SAMPLE_TYPE, "inuse_space", "bytes");
	}
	if (has_times) {
		pprof_event_types(state);
	}
	/* With a period of time Pyroscope's intake would file allocations under "wall". */
	pprof_type(state, PPROF_PERIOD_TYPE, has_times ? "wall" : "space",
		has_times ? "nanoseconds" : "bytes");
	pprof_send_number(
		state, PPROF_DEFAULT_TYPE, pprof_word(state, has_times ? "wall" : "inuse_space"));
}

/* Adds a value to those of a sample; true if it is not 0. */
static bool pprof_value(pprof *state, int64_t value)
{
	hp_protobuf_varint(&state->values, (uint64_t) MAX(value, 0));

	return value > 0;
}

static bool pprof_times(pprof *state, uint32_t number, uint32_t metrics)
{
	const hp_values *own = &state->own[number];
	bool has_any = pprof_value(state, (int64_t) state->profile->nodes.rows[number].count);

	has_any |= pprof_value(state, own->wall_ns);
	if (metrics & HP_METRIC_CPU) {
		has_any |= pprof_value(state, own->cpu_ns);
	}
	if (metrics & HP_METRIC_MEMORY) {
		has_any |= pprof_value(state, own->memory_bytes);
		has_any |= pprof_value(state, hp_wrap_difference(0, own->memory_bytes));
	}
	if (metrics & HP_METRIC_PEAK) {
		has_any |= pprof_value(state, own->peak_bytes);
	}

	return has_any;
}

static bool pprof_allocs(pprof *state, uint32_t number)
{
	const hp_alloc_counts *allocs = hp_profile_allocs(&state->profile->allocated.nodes, number);
	bool has_any = pprof_value(state, allocs->allocs);

	has_any |= pprof_value(state, allocs->alloc_bytes);
	has_any |= pprof_value(state, hp_allocs_live(allocs));
	has_any |= pprof_value(state, hp_allocs_live_bytes(allocs));

	return has_any;
}

/* Reads a node's values. Returns false if all are 0: intakes drop such a sample. */
static bool pprof_values(pprof *state, uint32_t number)
{
	uint32_t metrics = pprof_metrics(state);
	bool has_times = state->options.values != HP_PPROF_ALLOCATIONS;
	bool has_any;

	state->values.length = 0;
	has_any = has_times && pprof_times(state, number, metrics);
	if (metrics & HP_METRIC_ALLOC) {
		has_any |= pprof_allocs(state, number);
	}
	for (uint32_t i = 0; has_times && i < state->profile->counted.events.count; i++) {
		has_any |= pprof_value(state, state->counts[number].of[i]);
	}

	return has_any;
}

/* The id of a function; writes one that is new to the file. The one behind all others stands for
 * frames that are cut. */
static uint32_t pprof_function(pprof *state, uint32_t number)
{
	const hp_profile_function *function = &state->profile->functions.rows[number];
	bool is_cut = number == state->profile->functions.count;
	uint64_t name, file;

	if (state->function_ids[number] != 0) {
		return state->function_ids[number];
	}
	name = is_cut ? pprof_word(state, HP_FORMAT_CUT) : pprof_string(state, function->name);
	file = is_cut ? 0 : pprof_string(state, function->file);
	state->function_ids[number] = ++state->functions_count;
	hp_protobuf_number(&state->message, PPROF_FUNCTION_ID, state->functions_count);
	hp_protobuf_number(&state->message, PPROF_FUNCTION_NAME, name);
	hp_protobuf_number(&state->message, PPROF_FUNCTION_SYSTEM_NAME, name);
	hp_protobuf_number(&state->message, PPROF_FUNCTION_FILE, file);
	hp_protobuf_number(&state->message, PPROF_FUNCTION_LINE, is_cut ? 0 : function->line);
	pprof_send(state, PPROF_FUNCTION, &state->message);

	return state->functions_count;
}

/* Returns the id of a location, which is written when it is first used. */
static uint32_t pprof_id(pprof *state, uint32_t place)
{
	pprof_location *location = &state->locations.rows[place];
	uint32_t function;

	if (location->id != 0) {
		return location->id;
	}
	function = pprof_function(state, location->function);
	location->id = ++state->locations_count;
	hp_protobuf_number(&state->inner, PPROF_LINE_FUNCTION, function);
	hp_protobuf_number(&state->inner, PPROF_LINE_LINE, location->line);
	hp_protobuf_number(&state->message, PPROF_LOCATION_ID, location->id);
	hp_protobuf_nest(&state->message, PPROF_LOCATION_LINE, &state->inner);
	pprof_send(state, PPROF_LOCATION, &state->message);

	return location->id;
}

/* The place of a line within a function. */
static uint32_t pprof_place(pprof *state, uint32_t function, uint32_t line)
{
	uint32_t key[HP_PROFILE_KEY_PARTS] = {function, line};
	uint32_t place = hp_profile_index_find(&state->places, key, state->locations.count);

	if (place == state->locations.count) {
		*hp_vector_add(&state->locations) = (pprof_location){function, line, 0};
	}

	return place;
}

static void pprof_find_places(pprof *state)
{
	const hp_profile *profile = state->profile;

	for (uint32_t i = 0; i < profile->functions.count; i++) {
		state->leaf_places[i] = pprof_place(state, i, profile->functions.rows[i].line);
	}
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];

		if (profile->features & HP_PROFILE_LINES) {
			state->site_places[i] = pprof_place(state, node->function, node->line);
		} else {
			state->site_places[i] = node->parent == HP_PROFILE_NONE
				? HP_PROFILE_NONE
				: pprof_place(state, profile->nodes.rows[node->parent].function, node->line);
		}
	}
	state->cut_place = pprof_place(state, profile->functions.count, 0);
}

/* One look at each node, as walking up from each would be quadratic in the depth. */
static void pprof_measure(pprof *state)
{
	const hp_profile_node *nodes = state->profile->nodes.rows;

	for (uint32_t i = 0; i < state->profile->nodes.count; i++) {
		uint32_t parent = nodes[i].parent;

		state->depths[i] = parent == HP_PROFILE_NONE ? 0 : state->depths[parent] + 1;
		state->outer[i] = state->depths[i] <= HP_FORMAT_OUTER_FRAMES ? i : state->outer[parent];
	}
}

static void pprof_frames(pprof *state, uint32_t node, uint32_t count)
{
	for (; node != HP_PROFILE_NONE && count > 0; count--) {
		if (state->site_places[node] != HP_PROFILE_NONE) {
			*hp_vector_add(&state->stack) = state->site_places[node];
		}
		node = state->profile->nodes.rows[node].parent;
	}
}

/* Finds the stack of a node, the innermost first. */
static void pprof_stack(pprof *state, uint32_t number)
{
	const hp_profile_node *nodes = state->profile->nodes.rows;
	bool has_lines = (state->profile->features & HP_PROFILE_LINES) != 0;
	uint32_t outer = state->outer[number];

	state->stack.count = 0;
	if (!has_lines) {
		*hp_vector_add(&state->stack) = state->leaf_places[nodes[number].function];
	}
	if (state->depths[number] < HP_FORMAT_FRAMES_MAX) {
		pprof_frames(state, number, UINT32_MAX);
	} else {
		pprof_frames(state, number, HP_FORMAT_INNER_FRAMES - (has_lines ? 0 : 1));
		*hp_vector_add(&state->stack) = state->cut_place;
		pprof_frames(state, has_lines ? nodes[outer].parent : outer, UINT32_MAX);
	}
}

static size_t pprof_text_bytes(const pprof *state, const zend_string *text)
{
	return text == NULL || zend_hash_exists(&state->strings, (zend_string *) (uintptr_t) text)
		? 0
		: ZSTR_LEN(text) + PPROF_FRAME_BYTES;
}

/* The bytes that the sample adds to the file, at most. */
static uint64_t pprof_sample_bytes(const pprof *state)
{
	const hp_profile *profile = state->profile;
	uint64_t bytes = state->values.length + state->labels.length + 3 * PPROF_FRAME_BYTES;

	for (uint32_t i = 0; i < state->stack.count; i++) {
		const pprof_location *location = &state->locations.rows[state->stack.rows[i]];

		bytes += PPROF_ID_BYTES + (location->id == 0 ? PPROF_LOCATION_BYTES : 0);
		if (location->id == 0 && state->function_ids[location->function] == 0) {
			bytes += PPROF_FUNCTION_BYTES;
			bytes += location->function == profile->functions.count
				? sizeof(HP_FORMAT_CUT)
				: pprof_text_bytes(state, profile->functions.rows[location->function].name) +
					pprof_text_bytes(state, profile->functions.rows[location->function].file);
		}
	}

	return bytes;
}

/* False if the file is full. It has one sample at least. */
static bool pprof_has_room(const pprof *state)
{
	const hp_pprof_options *options = &state->options;

	return state->samples_count == 0 ||
		(state->samples_count < options->max_samples &&
			(options->max_bytes == INT64_MAX ||
				state->bytes + pprof_sample_bytes(state) <= options->max_bytes));
}

static void pprof_label(pprof *state, uint64_t key, uint64_t text)
{
	hp_protobuf_number(&state->inner, PPROF_LABEL_KEY, key);
	hp_protobuf_number(&state->inner, PPROF_LABEL_TEXT, text);
	hp_protobuf_nest(&state->labels, PPROF_SAMPLE_LABEL, &state->inner);
}

/* The texts of the labels are in each file. */
static void pprof_labels(pprof *state)
{
	HashTable *labels = (HashTable *) (uintptr_t) state->options.labels;
	char digits[MAX_LENGTH_OF_LONG + 1];
	zend_ulong number;
	zend_string *key;
	zval *value;

	state->labels.length = 0;
	if (labels == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_KEY_VAL(labels, number, key, value) {
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) == IS_STRING) {
			snprintf(digits, sizeof(digits), ZEND_LONG_FMT, (zend_long) number);
			pprof_label(state, key == NULL ? pprof_word(state, digits) : pprof_string(state, key),
				pprof_string(state, Z_STR_P(value)));
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void pprof_sample(pprof *state)
{
	for (uint32_t i = 0; i < state->stack.count; i++) {
		pprof_id(state, state->stack.rows[i]);
	}
	for (uint32_t i = 0; i < state->stack.count; i++) {
		hp_protobuf_varint(&state->inner, state->locations.rows[state->stack.rows[i]].id);
		state->cut_count += state->stack.rows[i] == state->cut_place;
	}
	hp_protobuf_nest(&state->message, PPROF_SAMPLE_LOCATIONS, &state->inner);
	hp_protobuf_nest(&state->message, PPROF_SAMPLE_VALUES, &state->values);
	if (state->labels.length > 0) {
		hp_protobuf_reserve(&state->message, state->labels.length);
		memcpy(state->message.bytes + state->message.length, state->labels.bytes,
			state->labels.length);
		state->message.length += state->labels.length;
	}
	pprof_send(state, PPROF_SAMPLE, &state->message);
	state->samples_count++;
}

/* Samples until the file is full. */
static void pprof_samples(pprof *state)
{
	for (; state->next < state->profile->nodes.count && hp_writer_goes_on(state->writer);
		 state->next++) {
		if (!pprof_values(state, state->next)) {
			continue;
		}
		pprof_stack(state, state->next);
		if (!pprof_has_room(state)) {
			return;
		}
		pprof_sample(state);
	}
}

/* Forgets what the file before has. */
static void pprof_begin(pprof *state, hp_writer *writer)
{
	state->writer = writer;
	zend_hash_clean(&state->strings);
	memset(state->function_ids, 0,
		(state->profile->functions.count + 1) * sizeof(*state->function_ids));
	for (uint32_t i = 0; i < state->locations.count; i++) {
		state->locations.rows[i].id = 0;
	}
	state->functions_count = state->locations_count = 0;
	state->samples_count = state->cut_count = 0;
	state->bytes = PPROF_REST_BYTES;
}

static void pprof_head(pprof *state)
{
	const hp_profile_pair *root = hp_profile_root(state->profile);
	int64_t started_ns = state->options.started_ns, duration_ns = state->options.duration_ns;
	char sources[HP_SOURCES_TEXT_BYTES];

	started_ns = started_ns < 0 ? state->profile->started_ns : started_ns;
	duration_ns = duration_ns >= 0 ? duration_ns : root == NULL ? 0 : root->sum.wall_ns;
	pprof_text(state, "", 0); /* has to be the first */
	pprof_types(state);
	pprof_send_number(state, PPROF_PERIOD, (uint64_t) MAX(state->profile->samples.interval_ns, 1));
	pprof_send_number(state, PPROF_COMMENT, pprof_word(state, "xhprof"));
	if (hp_sources_sentence(&state->profile->samples.sources, state->profile->runs, sources)) {
		pprof_send_number(state, PPROF_COMMENT, pprof_word(state, sources));
	}
	/* Intakes take two files of one series and time for the same. */
	pprof_send_number(
		state, PPROF_TIME_NS, (uint64_t) hp_wrap_sum(started_ns, (int64_t) state->files_count));
	pprof_send_number(state, PPROF_DURATION_NS, (uint64_t) duration_ns);
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

static void pprof_start(pprof *state)
{
	const hp_profile *profile = state->profile;
	size_t functions = (size_t) profile->functions.count + 1;
	size_t nodes = (size_t) profile->nodes.count + 1;

	state->own = hp_paths_own_values(profile);
	state->counts = hp_paths_own_counts(profile);
	state->leaf_places = safe_pemalloc(functions, sizeof(uint32_t), 0, true);
	state->function_ids = safe_pemalloc(functions, sizeof(uint32_t), 0, true);
	state->site_places = safe_pemalloc(nodes, sizeof(uint32_t), 0, true);
	state->depths = safe_pemalloc(nodes, sizeof(uint32_t), 0, true);
	state->outer = safe_pemalloc(nodes, sizeof(uint32_t), 0, true);
	zend_hash_init(&state->strings, 0, NULL, NULL, true);
	pprof_find_places(state);
	pprof_measure(state);
}

/* The member of an array that is an array; NULL: there is none. */
static const zval *pprof_part(const zval *array, const char *key)
{
	const zval *part = array != NULL && Z_TYPE_P(array) == IS_ARRAY
		? zend_hash_str_find(Z_ARRVAL_P(array), key, strlen(key))
		: NULL;

	return part != NULL && Z_TYPE_P(part) == IS_ARRAY ? part : NULL;
}

/* The tags of the run's request, as xhprof_tag() set them; meta keeps them. */
static const HashTable *pprof_tags(zval *meta, const hp_profile *profile)
{
	const zval *tags;

	ZVAL_EMPTY_ARRAY(meta);
	if (profile->meta != NULL) {
		php_json_decode_ex(meta, ZSTR_VAL(profile->meta), ZSTR_LEN(profile->meta),
			PHP_JSON_OBJECT_AS_ARRAY, PHP_JSON_PARSER_DEFAULT_DEPTH);
	}
	tags = pprof_part(pprof_part(meta, "xhprof"), "tags");

	return tags == NULL ? NULL : Z_ARRVAL_P(tags);
}

hp_pprof *hp_pprof_new(const hp_profile *profile, const hp_pprof_options *options)
{
	const HashTable *labels = options->labels;
	hp_pprof *state;
	zval meta;

	ZVAL_NULL(&meta);
	if (labels == NULL) {
		labels = pprof_tags(&meta, profile);
	}
	state = pecalloc(1, sizeof(*state), true);
	state->profile = profile;
	state->options = *options;
	state->meta = meta;
	state->options.labels = labels;
	pprof_start(state);

	return state;
}

void hp_pprof_write(hp_pprof *pprof, hp_writer *writer)
{
	pprof_begin(pprof, writer);
	pprof_head(pprof);
	pprof_labels(pprof);
	pprof_samples(pprof);
	pprof_tail(pprof);
	pprof->files_count++;
}

bool hp_pprof_has_more(const hp_pprof *pprof)
{
	return pprof->next < pprof->profile->nodes.count;
}

void hp_pprof_free(hp_pprof *pprof)
{
	zval_ptr_dtor(&pprof->meta);
	zend_hash_destroy(&pprof->strings);
	hp_profile_index_free(&pprof->places);
	hp_vector_free(&pprof->locations);
	hp_vector_free(&pprof->stack);
	hp_protobuf_free(&pprof->message);
	hp_protobuf_free(&pprof->inner);
	hp_protobuf_free(&pprof->values);
	hp_protobuf_free(&pprof->labels);
	hp_vector_release(pprof->counts);
	pefree(pprof->own, true);
	pefree(pprof->leaf_places, true);
	pefree(pprof->function_ids, true);
	pefree(pprof->site_places, true);
	pefree(pprof->depths, true);
	pefree(pprof->outer, true);
	pefree(pprof, true);
}

void hp_format_pprof(const hp_profile *profile, hp_writer *writer)
{
	hp_pprof_options options = HP_PPROF_DEFAULTS;
	hp_pprof *pprof = hp_pprof_new(profile, &options);

	hp_pprof_write(pprof, writer);
	hp_pprof_free(pprof);
}
