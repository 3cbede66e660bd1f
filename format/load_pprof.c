/* load_pprof.c: reads what format/pprof.c wrote. */
#include "format/load.h"

#ifdef HAVE_XHPROF_ZLIB

# include "format/columns.h"
# include "format/pprof.h"
# include "base/vector.h"

# include <zlib.h>

/* The memory of a node once its run is complete: its row and those of its pair, and their hash slots. */
# define LOAD_NODE_BYTES 448

# define LOAD_FIELDS 17 /* our field numbers are below */

/* The rest of a message. Reading past its end makes it bad and gives zeros. */
typedef struct load_message {
	const unsigned char *at;
	const unsigned char *end;
	bool is_bad;
} load_message;

typedef struct load_field {
	uint32_t number;
	uint32_t type;
	uint64_t value; /* of a varint */
	load_message bytes; /* of any other */
} load_field;

typedef struct load_location {
	uint64_t function;
	uint64_t line;
} load_location;

typedef struct loader {
	hp_profile *profile;
	HP_VECTOR(load_message) strings;
	HP_VECTOR(load_location) locations; /* by id less one */
	load_message own;
	size_t left_bytes; /* for tables and names */
	bool has_own;
	bool is_bad;
	bool is_too_much;
} loader;

static uint64_t load_varint(load_message *message)
{
	uint64_t number = 0;

	for (unsigned int shift = 0; shift < 64; shift += 7) {
		unsigned char byte;

		if (message->at == message->end) {
			break;
		}
		byte = *message->at++;
		number |= (uint64_t) (byte & 0x7F) << shift;
		if (byte < 0x80) {
			return number;
		}
	}
	message->is_bad = true;

	return 0;
}

static load_message load_part(load_message *message, uint64_t length)
{
	load_message part = {message->at, message->at, false};

	if (length > (uint64_t) (message->end - message->at)) {
		message->is_bad = true;
		return part;
	}
	message->at += length;
	part.end = message->at;

	return part;
}

/* The next field; false at the end, and where the message is bad. */
static bool load_next(load_message *message, load_field *field)
{
	uint64_t tag;

	if (message->is_bad || message->at == message->end) {
		return false;
	}
	memset(field, 0, sizeof(*field));
	tag = load_varint(message);
	field->number = (uint32_t) (tag >> 3);
	field->type = (uint32_t) (tag & 7);
	switch (field->type) {
		case HP_PPROF_VARINT:
			field->value = load_varint(message);
			break;
		case HP_PPROF_BYTES:
			field->bytes = load_part(message, load_varint(message));
			break;
		case HP_PPROF_FIXED64:
			field->bytes = load_part(message, 8);
			break;
		case HP_PPROF_FIXED32:
			field->bytes = load_part(message, 4);
			break;
		default:
			message->is_bad = true;
	}

	return !message->is_bad;
}

/* The varints of a message by field, the last of each; a field that is missing or no varint is 0. */
static void load_numbers(loader *state, load_message message, uint64_t numbers[LOAD_FIELDS])
{
	load_field field;

	memset(numbers, 0, LOAD_FIELDS * sizeof(*numbers));
	while (load_next(&message, &field)) {
		if (field.number < LOAD_FIELDS) {
			numbers[field.number] = field.value;
		}
	}
	state->is_bad |= message.is_bad;
}

/* A packed message must end with its last number. */
static void load_end(loader *state, const load_message *message)
{
	state->is_bad |= message->is_bad || message->at != message->end;
}

/* Counts bytes before they are allocated. Those beyond the limit are still allocated, as the last: the
 * loops end. */
static void load_charge(loader *state, size_t bytes)
{
	if (bytes > state->left_bytes) {
		state->is_too_much = true;
		state->is_bad = true;
		bytes = state->left_bytes;
	}
	state->left_bytes -= bytes;
}

/* Adds a row to a vector; half of one that grows is empty. */
# define load_add(state, vector) \
  (load_charge((state), 2 * sizeof(*(vector)->rows)), hp_vector_add(vector))

static zend_string *load_string(loader *state, uint64_t place)
{
	const load_message *text;

	if (place >= state->strings.count) {
		state->is_bad = true;
		return zend_string_init("?", 1, true);
	}
	text = &state->strings.rows[place];
	load_charge(state, _ZSTR_STRUCT_SIZE((size_t) (text->end - text->at)));
	if (text->at == NULL || state->is_bad) { /* a number, where a text should be */
		state->is_bad = true;
		return zend_string_init("?", 1, true);
	}

	return zend_string_init((const char *) text->at, (size_t) (text->end - text->at), true);
}

/* Ids count from one. Functions are added as they come: names that are not UTF-8, which our own field holds,
 * may look alike here. */
static void load_function(loader *state, load_message message)
{
	hp_profile *profile = state->profile;
	hp_profile_function *function;
	uint64_t numbers[LOAD_FIELDS];

	load_numbers(state, message, numbers);
	state->is_bad |= numbers[HP_PPROF_FUNCTION_ID] != profile->functions.count + UINT64_C(1);
	load_charge(state, 2 * sizeof(*function));
	function = hp_vector_add(&profile->functions);
	function->name = load_string(state, numbers[HP_PPROF_FUNCTION_NAME]);
	function->file = numbers[HP_PPROF_FUNCTION_FILE] == 0
		? NULL
		: load_string(state, numbers[HP_PPROF_FUNCTION_FILE]);
	function->line = (uint32_t) numbers[HP_PPROF_FUNCTION_LINE];
}

static void load_location_of(loader *state, load_message message)
{
	load_location *location = load_add(state, &state->locations);
	uint64_t numbers[LOAD_FIELDS] = {0}, id = 0;
	load_field field;

	while (load_next(&message, &field)) {
		if (field.number == HP_PPROF_LOCATION_ID) {
			id = field.value;
		} else if (field.number == HP_PPROF_LOCATION_LINE) {
			load_numbers(state, field.bytes, numbers);
		}
	}
	location->function = numbers[HP_PPROF_LINE_FUNCTION];
	location->line = numbers[HP_PPROF_LINE_LINE];
	state->is_bad |= message.is_bad || id != state->locations.count || location->function == 0 ||
		location->function > state->profile->functions.count;
}

static const load_location *load_next_location(loader *state, load_message *ids)
{
	static const load_location nowhere = {1, 0};
	uint64_t id = load_varint(ids);

	if (ids->is_bad || id == 0 || id > state->locations.count) {
		state->is_bad = true;
		return &nowhere;
	}

	return &state->locations.rows[id - 1];
}

static int64_t load_natural(loader *state, load_message *values, int64_t most)
{
	uint64_t value = load_varint(values);

	if (value > (uint64_t) most) {
		state->is_bad = true;
		return 0;
	}

	return (int64_t) value;
}

static void load_allocs(loader *state, uint32_t number, load_message *values)
{
	hp_alloc_counts *allocs = hp_profile_allocs_of(&state->profile->node_allocs, number);

	allocs->allocs = load_natural(state, values, HP_LOAD_MAX_ALLOC);
	allocs->alloc_bytes = load_natural(state, values, HP_LOAD_MAX_ALLOC);
	allocs->frees = allocs->allocs - load_natural(state, values, allocs->allocs);
	allocs->freed_bytes = allocs->alloc_bytes - load_natural(state, values, allocs->alloc_bytes);
}

/* In the order of pprof_values(). */
static void load_values(loader *state, hp_profile_node *node, load_message *values)
{
	node->count = load_varint(values);
	for (size_t i = 0; i < HP_COLUMNS_VALUES; i++) {
		if (hp_columns_has(state->profile->metrics, i)) {
			((int64_t *) &node->sum)[i] = (int64_t) load_varint(values);
		}
	}
	if (state->profile->metrics & HP_METRIC_ALLOC) {
		load_allocs(state, (uint32_t) (node - state->profile->nodes.rows), values);
	}
	load_end(state, values);
}

static void load_sample(loader *state, load_message message)
{
	hp_profile *profile = state->profile;
	const load_location *location;
	hp_profile_node *node;
	load_field field;

	load_charge(state, 2 * sizeof(*node) + LOAD_NODE_BYTES);
	node = hp_profile_append_node(profile, HP_PROFILE_NONE, 0);
	while (load_next(&message, &field)) {
		if (field.number == HP_PPROF_SAMPLE_LOCATIONS) {
			location = load_next_location(state, &field.bytes);
			node->function = (uint32_t) location->function - 1;
			if (profile->features & HP_PROFILE_LINES) {
				node->line = (uint32_t) location->line;
			} else if (field.bytes.at < field.bytes.end) {
				node->line = (uint32_t) load_next_location(state, &field.bytes)->line;
			}
		} else if (field.number == HP_PPROF_SAMPLE_VALUES) {
			load_values(state, node, &field.bytes);
		}
	}
	state->is_bad |= message.is_bad || node->function >= profile->functions.count;
}

static void load_own_name(loader *state, const load_message *bytes)
{
	size_t length = (size_t) (bytes->end - bytes->at);
	uint32_t number;
	zend_string **text;

	if (length < 4) {
		state->is_bad = true;
		return;
	}
	number = bytes->at[0] | (uint32_t) bytes->at[1] << 8 | (uint32_t) bytes->at[2] << 16 |
		(uint32_t) bytes->at[3] << 24;
	if (number / 2 >= state->profile->functions.count) {
		state->is_bad = true;
		return;
	}
	text = number % 2 == 0 ? &state->profile->functions.rows[number / 2].name
						   : &state->profile->functions.rows[number / 2].file;
	if (*text != NULL) {
		zend_string_release(*text);
	}
	load_charge(state, _ZSTR_STRUCT_SIZE(length));
	*text = zend_string_init((const char *) bytes->at + 4, length - 4, true);
}

static bool load_is_main(const hp_profile *profile, uint32_t number)
{
	return number == 0 ||
		((profile->features & HP_PROFILE_LINES) &&
			profile->nodes.rows[number].function == profile->nodes.rows[0].function);
}

static void load_own_node(
	loader *state, uint32_t field, hp_profile_node *node, uint32_t number, uint64_t value)
{
	switch (field) {
		case HP_PPROF_OWN_PARENT:
			state->is_bad |=
				value > number || (value == 0 && !load_is_main(state->profile, number));
			node->parent = value == 0 ? HP_PROFILE_NONE : number - (uint32_t) value;
			break;
		case HP_PPROF_OWN_MIN:
			node->min_ns = value == 0 ? INT64_MAX : (int64_t) (value - 1);
			break;
		case HP_PPROF_OWN_MAX:
			node->max_ns = (int64_t) (value - 1);
			break;
	}
}

/* Reads a packed field with a number for each node; false if it is none. */
static bool load_own_numbers(loader *state, load_field *field)
{
	if (field->number < HP_PPROF_OWN_PARENT || field->number > HP_PPROF_OWN_MAX) {
		return false;
	}
	for (uint32_t i = 0; i < state->profile->nodes.count; i++) {
		load_own_node(
			state, field->number, &state->profile->nodes.rows[i], i, load_varint(&field->bytes));
	}
	load_end(state, &field->bytes);

	return true;
}

static void load_order(loader *state, load_message *numbers)
{
	while (numbers->at < numbers->end) {
		uint64_t number = load_varint(numbers);

		if (numbers->is_bad || number >= state->profile->nodes.count ||
			state->profile->order.count == state->profile->nodes.count) {
			state->is_bad = true;
			return;
		}
		*hp_vector_add(&state->profile->order) = (uint32_t) number;
	}
}

/* Comes first: the metrics say how to read samples. */
static void load_own_head(loader *state)
{
	hp_profile *profile = state->profile;
	uint64_t numbers[LOAD_FIELDS];
	uint32_t features;

	load_numbers(state, state->own, numbers);
	features = (uint32_t) numbers[HP_PPROF_OWN_METRICS];
	profile->unrecorded_calls = numbers[HP_PPROF_OWN_UNRECORDED];
	profile->truncated_calls = numbers[HP_PPROF_OWN_TRUNCATED];
	profile->call_cost_ps = (int64_t) numbers[HP_PPROF_OWN_CALL_COST];
	profile->samples = numbers[HP_PPROF_OWN_SAMPLES];
	profile->interval_ns = (int64_t) numbers[HP_PPROF_OWN_INTERVAL];
	profile->displaced = numbers[HP_PPROF_OWN_DISPLACED];
	profile->metrics = features & (HP_METRIC_CPU | HP_METRIC_MEMORY | HP_METRIC_ALLOC);
	profile->features = (features & (HP_PROFILE_SAMPLED | HP_PROFILE_LINES)) | HP_PROFILE_TREE;
	state->is_bad |= numbers[HP_PPROF_OWN_VERSION] != HP_PPROF_OWN_VERSION_NUMBER;
}

/* Reads a packed field of allocations that samples have no values for; false if it is none. */
static bool load_own_allocs(loader *state, load_field *field)
{
	hp_profile *profile = state->profile;
	int64_t *totals = (int64_t *) &profile->alloc_totals;
	bool is_totals = field->number == HP_PPROF_OWN_ALLOC;

	if ((profile->metrics & HP_METRIC_ALLOC) == 0 || field->number < HP_PPROF_OWN_PEAK ||
		field->number > HP_PPROF_OWN_ALLOC) {
		return false;
	}
	for (uint32_t i = 0; !is_totals && i < profile->nodes.count; i++) {
		hp_alloc_counts *allocs = hp_profile_allocs_of(&profile->node_allocs, i);
		int64_t value = load_natural(state, &field->bytes, HP_LOAD_MAX_ALLOC);

		*(field->number == HP_PPROF_OWN_PEAK ? &allocs->peak_bytes : &allocs->temporary) = value;
	}
	for (size_t i = 0; is_totals && i < 6; i++) {
		totals[i] = (int64_t) load_varint(&field->bytes);
	}
	load_end(state, &field->bytes);

	return true;
}

static void load_own(loader *state, load_message message)
{
	uint32_t wanted = 1u << HP_PPROF_OWN_PARENT | 1u << HP_PPROF_OWN_MIN | 1u << HP_PPROF_OWN_MAX;
	uint32_t seen = 0;
	load_field field;

	while (load_next(&message, &field)) {
		if (field.number == HP_PPROF_OWN_NAME) {
			load_own_name(state, &field.bytes);
		} else if (field.number == HP_PPROF_OWN_ORDER) {
			load_order(state, &field.bytes);
		} else if (load_own_numbers(state, &field) || load_own_allocs(state, &field)) {
			seen |= 1u << field.number;
		}
	}
	if (state->profile->metrics & HP_METRIC_ALLOC) {
		wanted |= 1u << HP_PPROF_OWN_PEAK | 1u << HP_PPROF_OWN_TEMPORARY | 1u << HP_PPROF_OWN_ALLOC;
	}
	state->is_bad |= message.is_bad || seen != wanted;
}

static void load_profile(loader *state, load_message message)
{
	load_field field;

	while (load_next(&message, &field)) {
		switch (field.number) {
			case HP_PPROF_STRING:
				*load_add(state, &state->strings) = field.bytes;
				break;
			case HP_PPROF_FUNCTION:
				load_function(state, field.bytes);
				break;
			case HP_PPROF_LOCATION:
				load_location_of(state, field.bytes);
				break;
			case HP_PPROF_SAMPLE:
				load_sample(state, field.bytes);
				break;
			case HP_PPROF_TIME_NS:
				state->profile->started_ns = (int64_t) field.value;
				break;
		}
		if (state->is_bad) {
			return;
		}
	}
	state->is_bad |= message.is_bad;
}

/* Turns own costs into inclusive ones: callers stand before their callees. */
static void load_add_up(hp_profile *profile)
{
	hp_profile_set_levels(profile);
	for (uint32_t i = profile->nodes.count; i-- > 1;) {
		if (profile->nodes.rows[i].parent != HP_PROFILE_NONE) {
			hp_values_add(&profile->nodes.rows[profile->nodes.rows[i].parent].sum,
				&profile->nodes.rows[i].sum);
		}
	}
}

static void load_number_functions(hp_profile *profile)
{
	for (uint32_t i = 0; i < profile->functions.count; i++) {
		zval number;

		ZVAL_LONG(&number, i);
		zend_hash_update(&profile->numbers, profile->functions.rows[i].name, &number);
	}
}

static bool load_all(loader *state, load_message message)
{
	load_message all = message;
	load_field field;

	while (load_next(&all, &field)) {
		if (field.number == HP_PPROF_OWN && field.type == HP_PPROF_BYTES) {
			state->own = field.bytes;
			state->has_own = true;
		}
	}
	if (!state->has_own || all.is_bad) {
		return false;
	}
	load_own_head(state);
	if (!state->is_bad) {
		load_profile(state, message);
	}
	if (!state->is_bad) {
		load_own(state, state->own);
	}

	return !state->is_bad;
}

static hp_profile *load_message_of(load_message message, size_t max_bytes, const char **error)
{
	loader state;
	bool is_good;

	memset(&state, 0, sizeof(state));
	state.profile = hp_profile_new(0, HP_PROFILE_TREE);
	state.left_bytes = max_bytes;
	is_good = load_all(&state, message);
	hp_vector_free(&state.strings);
	hp_vector_free(&state.locations);
	if (!is_good) {
		*error = state.is_too_much ? HP_LOAD_TOO_MUCH
			: state.has_own        ? "it is damaged, or of another version"
								   : "it is not a profile of xhprof, or not all of one";
		hp_profile_free(state.profile);
		return NULL;
	}
	load_add_up(state.profile);
	load_number_functions(state.profile);
	hp_profile_finish(state.profile);

	return state.profile;
}

/* A gzip file, unpacked, for the caller to free; NULL if it is damaged, cut or, with *length above max_bytes,
 * too large. */
static unsigned char *load_inflate(const zend_string *bytes, size_t max_bytes, size_t *length)
{
	size_t size = MIN(4 * ZSTR_LEN(bytes) + 1024, max_bytes + 1);
	unsigned char *result = pemalloc(size, true);
	z_stream zlib;
	int status;

	memset(&zlib, 0, sizeof(zlib));
	zlib.next_in = (Bytef *) ZSTR_VAL(bytes);
	zlib.avail_in = (uInt) ZSTR_LEN(bytes);
	*length = 0;
	status = ZSTR_LEN(bytes) > UINT32_MAX / 2 ? Z_MEM_ERROR : inflateInit2(&zlib, 15 + 16);
	while (status == Z_OK && *length <= max_bytes) {
		if (*length == size) {
			size = MIN(2 * size, max_bytes + 1);
			result = perealloc(result, size, true);
		}
		zlib.next_out = result + *length;
		zlib.avail_out = (uInt) MIN(size - *length, (size_t) 1 << 30);
		status = inflate(&zlib, Z_NO_FLUSH);
		*length = (size_t) (zlib.next_out - result);
	}
	inflateEnd(&zlib);
	if (status != Z_STREAM_END || *length > max_bytes) {
		pefree(result, true);
		return NULL;
	}

	return result;
}

hp_profile *hp_load_pprof(const zend_string *bytes, size_t max_bytes, const char **error)
{
	size_t length;
	unsigned char *unpacked = load_inflate(bytes, max_bytes, &length);
	hp_profile *profile;

	if (unpacked == NULL) {
		*error = length > max_bytes ? HP_LOAD_TOO_MUCH : "it is damaged, or not all of it is there";
		return NULL;
	}
	profile = load_message_of(
		(load_message){unpacked, unpacked + length, false}, max_bytes - length, error);
	pefree(unpacked, true);

	return profile;
}

#else

hp_profile *hp_load_pprof(const zend_string *bytes, size_t max_bytes, const char **error)
{
	*error = "it is packed by gzip, and this xhprof was built without zlib";
	return NULL;
}

#endif /* HAVE_XHPROF_ZLIB */
