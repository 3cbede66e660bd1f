/* pprof.c: for go tool pprof and other readers of its files; also the format that holds a whole run: see
 * format/load.h. */
#include "format/format.h"

#ifdef HAVE_XHPROF_ZLIB

# include "format/columns.h"
# include "format/pprof.h"
# include "base/utf8.h"
# include "base/vector.h"

typedef struct pprof_message {
	unsigned char *bytes;
	size_t length;
	size_t size;
} pprof_message;

typedef struct pprof {
	const hp_profile *profile;
	hp_writer *writer;
	HashTable strings; /* their positions in the file's table */
	hp_profile_index locations; /* their ids less one, by function and line */
	uint32_t locations_count;
	pprof_message message;
	pprof_message inner;
	uint64_t *leaf_locations; /* by function: where it is declared */
	/* By node: in the caller, where the call is; of a run with lines, where it was itself. */
	uint64_t *site_locations;
} pprof;

static void pprof_reserve(pprof_message *message, size_t more)
{
	if (message->size - message->length < more) {
		message->size = 2 * message->size + more + 256;
		message->bytes = perealloc(message->bytes, message->size, true);
	}
}

static void pprof_varint(pprof_message *message, uint64_t number)
{
	pprof_reserve(message, 10);
	while (number >= 0x80) {
		message->bytes[message->length++] = (unsigned char) (number | 0x80);
		number >>= 7;
	}
	message->bytes[message->length++] = (unsigned char) number;
}

static void pprof_number(pprof_message *message, uint32_t field, uint64_t number)
{
	pprof_varint(message, field << 3 | HP_PPROF_VARINT);
	pprof_varint(message, number);
}

static void pprof_bytes(pprof_message *message, uint32_t field, const void *bytes, size_t length)
{
	pprof_varint(message, field << 3 | HP_PPROF_BYTES);
	pprof_varint(message, length);
	pprof_reserve(message, length);
	if (length > 0) {
		memcpy(message->bytes + message->length, bytes, length);
	}
	message->length += length;
}

/* Moves a message into another. */
static void pprof_nest(pprof_message *message, uint32_t field, pprof_message *inner)
{
	pprof_bytes(message, field, inner->bytes, inner->length);
	inner->length = 0;
}

/* Moves a message into a field of the profile. */
static void pprof_send(pprof *state, uint32_t field, pprof_message *message)
{
	pprof_message head = {NULL, 0, 0};

	pprof_varint(&head, field << 3 | HP_PPROF_BYTES);
	pprof_varint(&head, message->length);
	hp_writer_bytes(state->writer, (const char *) head.bytes, head.length);
	hp_writer_bytes(state->writer, (const char *) message->bytes, message->length);
	message->length = 0;
	pefree(head.bytes, true);
}

static void pprof_send_number(pprof *state, uint32_t field, uint64_t number)
{
	pprof_message message = {NULL, 0, 0};

	pprof_number(&message, field, number);
	hp_writer_bytes(state->writer, (const char *) message.bytes, message.length);
	pefree(message.bytes, true);
}

/* The position of a text in the file's table; writes a new one, which has question marks if it is not UTF-8. */
static uint64_t pprof_text(pprof *state, const char *text, size_t length)
{
	const zval *known = zend_hash_str_find(&state->strings, text, length);
	pprof_message message = {NULL, 0, 0};
	bool is_utf8;
	zval place;

	if (known != NULL) {
		return (uint64_t) Z_LVAL_P(known);
	}
	ZVAL_LONG(&place, zend_hash_num_elements(&state->strings));
	zend_hash_str_add_new(&state->strings, text, length, &place);
	pprof_reserve(&message, length);
	is_utf8 = hp_utf8_is(text, length);
	for (size_t i = 0; i < length; i++) {
		message.bytes[i] =
			is_utf8 || (unsigned char) text[i] < 0x80 ? (unsigned char) text[i] : '?';
	}
	message.length = length;
	pprof_send(state, HP_PPROF_STRING, &message);
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

	pprof_number(&state->message, HP_PPROF_TYPE_NAME, name_place);
	pprof_number(&state->message, HP_PPROF_TYPE_UNIT, unit_place);
	pprof_send(state, field, &state->message);
}

/* In the order of pprof_values(). Allocations have the names that other heap profiles use. */
static void pprof_types(pprof *state)
{
	bool is_sampled = (state->profile->features & HP_PROFILE_SAMPLED) != 0;

	pprof_type(state, HP_PPROF_SAMPLE_TYPE, is_sampled ? "samples" : "calls", "count");
	for (size_t i = 0; i < HP_COLUMNS_VALUES; i++) {
		const hp_column *column = &hp_columns_values[i];

		if (hp_columns_has(state->profile->metrics, i)) {
			pprof_type(state, HP_PPROF_SAMPLE_TYPE, column->name, column->unit);
		}
	}
	if (state->profile->metrics & HP_METRIC_ALLOC) {
		pprof_type(state, HP_PPROF_SAMPLE_TYPE, "alloc_objects", "count");
		pprof_type(state, HP_PPROF_SAMPLE_TYPE, "alloc_space", "bytes");
		pprof_type(state, HP_PPROF_SAMPLE_TYPE, "inuse_objects", "count");
		pprof_type(state, HP_PPROF_SAMPLE_TYPE, "inuse_space", "bytes");
	}
}

static void pprof_period(pprof *state)
{
	if (state->profile->interval_ns > 0) {
		pprof_type(state, HP_PPROF_PERIOD_TYPE, "wall", "nanoseconds");
		pprof_send_number(state, HP_PPROF_PERIOD, (uint64_t) state->profile->interval_ns);
	}
}

static void pprof_allocs(pprof *state, uint32_t number)
{
	const hp_alloc_counts *allocs = hp_profile_allocs(&state->profile->node_allocs, number);

	pprof_varint(&state->inner, (uint64_t) allocs->allocs);
	pprof_varint(&state->inner, (uint64_t) allocs->alloc_bytes);
	pprof_varint(&state->inner, (uint64_t) hp_allocs_live(allocs));
	pprof_varint(&state->inner, (uint64_t) hp_allocs_live_bytes(allocs));
}

static void pprof_values(pprof *state, uint32_t number, const hp_values *own)
{
	const hp_profile_node *node = &state->profile->nodes.rows[number];

	pprof_varint(&state->inner, node->count);
	for (size_t i = 0; i < HP_COLUMNS_VALUES; i++) {
		if (hp_columns_has(state->profile->metrics, i)) {
			pprof_varint(&state->inner, (uint64_t) ((const int64_t *) own)[i]);
		}
	}
	if (state->profile->metrics & HP_METRIC_ALLOC) {
		pprof_allocs(state, number);
	}
	pprof_nest(&state->message, HP_PPROF_SAMPLE_VALUES, &state->inner);
}

static void pprof_functions(pprof *state)
{
	for (uint32_t i = 0; i < state->profile->functions.count; i++) {
		const hp_profile_function *function = &state->profile->functions.rows[i];
		uint64_t name = pprof_string(state, function->name);
		uint64_t file = pprof_string(state, function->file);

		pprof_number(&state->message, HP_PPROF_FUNCTION_ID, i + 1);
		pprof_number(&state->message, HP_PPROF_FUNCTION_NAME, name);
		pprof_number(&state->message, HP_PPROF_FUNCTION_SYSTEM_NAME, name);
		pprof_number(&state->message, HP_PPROF_FUNCTION_FILE, file);
		pprof_number(&state->message, HP_PPROF_FUNCTION_LINE, function->line);
		pprof_send(state, HP_PPROF_FUNCTION, &state->message);
	}
}

/* The id of a line within a function. */
static uint64_t pprof_location(pprof *state, uint32_t function, uint32_t line)
{
	uint32_t key[HP_PROFILE_KEY_PARTS] = {function, line};
	uint32_t place = hp_profile_index_find(&state->locations, key, state->locations_count);

	if (place == state->locations_count) {
		state->locations_count++;
		pprof_number(&state->inner, HP_PPROF_LINE_FUNCTION, function + 1);
		pprof_number(&state->inner, HP_PPROF_LINE_LINE, line);
		pprof_number(&state->message, HP_PPROF_LOCATION_ID, place + UINT64_C(1));
		pprof_nest(&state->message, HP_PPROF_LOCATION_LINE, &state->inner);
		pprof_send(state, HP_PPROF_LOCATION, &state->message);
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

/* The stack of a node, the innermost first. */
static void pprof_stack(pprof *state, uint32_t number)
{
	const hp_profile_node *nodes = state->profile->nodes.rows;
	uint32_t i = number;

	if (state->profile->features & HP_PROFILE_LINES) {
		for (; i != HP_PROFILE_NONE; i = nodes[i].parent) {
			pprof_varint(&state->inner, state->site_locations[i]);
		}
	} else {
		pprof_varint(&state->inner, state->leaf_locations[nodes[i].function]);
		for (; nodes[i].parent != HP_PROFILE_NONE; i = nodes[i].parent) {
			pprof_varint(&state->inner, state->site_locations[i]);
		}
	}
	pprof_nest(&state->message, HP_PPROF_SAMPLE_LOCATIONS, &state->inner);
}

static void pprof_samples(pprof *state)
{
	const hp_profile *profile = state->profile;
	hp_values *own = hp_profile_own_values(profile);

	for (uint32_t i = 0; i < profile->nodes.count && hp_writer_goes_on(state->writer); i++) {
		pprof_stack(state, i);
		pprof_values(state, i, &own[i]);
		pprof_send(state, HP_PPROF_SAMPLE, &state->message);
	}
	pefree(own, true);
}

/* A name or path that is not UTF-8, which the file's table cannot hold. */
static void pprof_own_name(pprof *state, const zend_string *text, uint32_t number)
{
	unsigned char head[4] = {(unsigned char) number, (unsigned char) (number >> 8),
		(unsigned char) (number >> 16), (unsigned char) (number >> 24)};

	if (text != NULL && !hp_utf8_is(ZSTR_VAL(text), ZSTR_LEN(text))) {
		pprof_reserve(&state->inner, sizeof(head) + ZSTR_LEN(text));
		memcpy(state->inner.bytes, head, sizeof(head));
		memcpy(state->inner.bytes + sizeof(head), ZSTR_VAL(text), ZSTR_LEN(text));
		state->inner.length = sizeof(head) + ZSTR_LEN(text);
		pprof_nest(&state->message, HP_PPROF_OWN_NAME, &state->inner);
	}
}

/* A packed field with a number for each node. */
static void pprof_own_numbers(
	pprof *state, uint32_t field, uint64_t (*number_of)(const hp_profile *profile, uint32_t number))
{
	for (uint32_t i = 0; i < state->profile->nodes.count; i++) {
		pprof_varint(&state->inner, number_of(state->profile, i));
	}
	pprof_nest(&state->message, field, &state->inner);
}

static uint64_t pprof_parent(const hp_profile *profile, uint32_t number)
{
	uint32_t parent = profile->nodes.rows[number].parent;

	return parent == HP_PROFILE_NONE ? 0 : number - parent;
}

static uint64_t pprof_min(const hp_profile *profile, uint32_t number)
{
	const hp_profile_node *node = &profile->nodes.rows[number];

	return node->max_ns < 0 ? 0 : (uint64_t) node->min_ns + 1;
}

static uint64_t pprof_max(const hp_profile *profile, uint32_t number)
{
	return (uint64_t) (profile->nodes.rows[number].max_ns + 1);
}

static uint64_t pprof_peak(const hp_profile *profile, uint32_t number)
{
	return (uint64_t) hp_profile_allocs(&profile->node_allocs, number)->peak_bytes;
}

static uint64_t pprof_temporary(const hp_profile *profile, uint32_t number)
{
	return (uint64_t) hp_profile_allocs(&profile->node_allocs, number)->temporary;
}

/* Numbers of allocations that samples have no values for. */
static void pprof_own_allocs(pprof *state)
{
	const int64_t *totals = (const int64_t *) &state->profile->alloc_totals;

	pprof_own_numbers(state, HP_PPROF_OWN_PEAK, pprof_peak);
	pprof_own_numbers(state, HP_PPROF_OWN_TEMPORARY, pprof_temporary);
	for (size_t i = 0; i < 6; i++) {
		pprof_varint(&state->inner, (uint64_t) totals[i]);
	}
	pprof_nest(&state->message, HP_PPROF_OWN_ALLOC, &state->inner);
}

static void pprof_own(pprof *state)
{
	const hp_profile *profile = state->profile;
	pprof_message *message = &state->message;

	pprof_number(message, HP_PPROF_OWN_VERSION, HP_PPROF_OWN_VERSION_NUMBER);
	pprof_number(message, HP_PPROF_OWN_METRICS,
		profile->metrics | (profile->features & ~HP_PROFILE_TIMELINE));
	pprof_number(message, HP_PPROF_OWN_UNRECORDED, profile->unrecorded_calls);
	pprof_number(message, HP_PPROF_OWN_TRUNCATED, profile->truncated_calls);
	pprof_number(message, HP_PPROF_OWN_CALL_COST, (uint64_t) profile->call_cost_ps);
	if (profile->features & HP_PROFILE_SAMPLED) {
		pprof_number(message, HP_PPROF_OWN_SAMPLES, profile->samples);
		pprof_number(message, HP_PPROF_OWN_INTERVAL, (uint64_t) profile->interval_ns);
		pprof_number(message, HP_PPROF_OWN_DISPLACED, profile->displaced);
	}
	for (uint32_t i = 0; i < profile->functions.count; i++) {
		pprof_own_name(state, profile->functions.rows[i].name, 2 * i);
		pprof_own_name(state, profile->functions.rows[i].file, 2 * i + 1);
	}
	pprof_own_numbers(state, HP_PPROF_OWN_PARENT, pprof_parent);
	pprof_own_numbers(state, HP_PPROF_OWN_MIN, pprof_min);
	pprof_own_numbers(state, HP_PPROF_OWN_MAX, pprof_max);
	for (uint32_t i = 0; i < profile->order.count; i++) {
		pprof_varint(&state->inner, profile->order.rows[i]);
	}
	pprof_nest(message, HP_PPROF_OWN_ORDER, &state->inner);
	if (profile->metrics & HP_METRIC_ALLOC) {
		pprof_own_allocs(state);
	}
	pprof_send(state, HP_PPROF_OWN, message);
}

static void pprof_head(pprof *state)
{
	const hp_profile_pair *root = hp_profile_root(state->profile);

	pprof_text(state, "", 0); /* has to be the first */
	pprof_types(state);
	pprof_period(state);
	pprof_send_number(state, HP_PPROF_DEFAULT_TYPE, pprof_word(state, "wall"));
	pprof_send_number(state, HP_PPROF_COMMENT, pprof_word(state, "xhprof"));
	pprof_send_number(state, HP_PPROF_TIME_NS, (uint64_t) state->profile->started_ns);
	pprof_send_number(state, HP_PPROF_DURATION_NS, root == NULL ? 0 : (uint64_t) root->sum.wall_ns);
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
	zend_hash_init(&state->strings, 0, NULL, NULL, true);
}

static void pprof_end(pprof *state)
{
	zend_hash_destroy(&state->strings);
	hp_profile_index_free(&state->locations);
	hp_vector_release(state->message.bytes);
	hp_vector_release(state->inner.bytes);
	pefree(state->leaf_locations, true);
	pefree(state->site_locations, true);
}

void hp_format_pprof(const hp_profile *profile, hp_writer *writer)
{
	pprof state;

	pprof_start(&state, profile, writer);
	pprof_head(&state);
	pprof_functions(&state);
	pprof_locations(&state);
	pprof_samples(&state);
	pprof_own(&state);
	pprof_end(&state);
}

#endif /* HAVE_XHPROF_ZLIB */
