/* load_json.c: reads the files of format/json.c by PHP's parser. It reports each member of an
 * object, so that a column goes into the run when it ends, and there is one PHP array at a time. */
#include "format/load_json.h"

#include "base/bailout.h"
#include "base/utf8.h"
#include "format/columns.h"
#include "format/load_check.h"
#include "format/load_limits.h"
#include "profile/component_rules.h"
#include "profile/meta.h"
#include "profile/moments.h"
#include "profile/paths.h"

#include "ext/json/php_json.h"
#include "ext/json/php_json_parser.h"

/* At most 128 levels of "meta", and the two around it. */
#define LOAD_JSON_DEPTH 132 /* "sampled" has no "meta" */

/* The bits in `needs` of a column that are features. All others are metrics. */
#define LOAD_FEATURES (HP_PROFILE_LANES | HP_PROFILE_SPANS)

/* The longest time that a file may have: a century. */
#define LOAD_MAX_NS INT64_C(3155760000000000000)

/* The levels of the run's keys and tables. Those of the run in "sampled" are one deeper. */
#define LOAD_RUN_LEVEL 1u
#define LOAD_TABLE_LEVEL 2u

/* Keys in all objects, which may be made to collide in PHP's arrays. */
#define LOAD_KEYS_MAX 8192u

/* The memory of a row once its run is complete: itself, its index, in a tree its pair. A row of a
 * timeline is alone, in a vector that may have doubled. */
#define LOAD_ROW_BYTES 448

typedef struct loader {
	php_json_parser parser; /* the first: the parser's functions get it */
	php_json_parser_func_object_update_t update; /* PHP's own */
	const zend_string *text;
	zval top; /* the members of the run that are not read yet */
	hp_profile *profile; /* that is read */
	hp_profile *calls; /* while "sampled" is read: the run that it is in; NULL */
	const hp_json_table *table; /* that is read; NULL: none */
	bool is_first; /* member of a table, or of another object beside it */
	uint32_t seen; /* its columns, by bits */
	uint32_t seen_events; /* and its columns of events, by their numbers */
	uint32_t level;
	uint32_t keys_count;
	size_t left_bytes;
	bool is_bad; /* not a run */
	bool is_too_much;
	bool is_whole;
	hp_load_error error; /* unless it is whole */
} loader;

/* Counts bytes before they are allocated. False: too much. */
static bool load_charge(loader *state, size_t bytes)
{
	state->is_too_much |= bytes > state->left_bytes;
	state->left_bytes -= state->is_too_much ? 0 : bytes;

	return !state->is_too_much;
}

static bool load_number(const zval *value, int64_t least, int64_t most, int64_t *number)
{
	*number = Z_TYPE_P(value) == IS_LONG ? Z_LVAL_P(value) : 0;

	return Z_TYPE_P(value) == IS_LONG && *number >= least && *number <= most;
}

static bool load_small(const zval *value, bool is_place, uint32_t *number)
{
	int64_t wide = HP_PROFILE_NONE;
	bool is_good = (is_place && Z_TYPE_P(value) == IS_NULL) ||
		load_number(value, 0, (int64_t) HP_PROFILE_NONE - 1, &wide);

	*number = (uint32_t) wide;

	return is_good;
}

static bool load_next(const zval *value, uint32_t *number)
{
	int64_t wide = 0;
	bool is_good = load_number(value, 0, HP_PROFILE_NONE, &wide);

	*number = (uint32_t) wide - 1; /* HP_PROFILE_NONE of 0 */

	return is_good;
}

static bool load_text(const zval *value, zend_string **text)
{
	const zval *latin1 = Z_TYPE_P(value) == IS_ARRAY
		? zend_hash_str_find(Z_ARRVAL_P(value), ZEND_STRL("latin1"))
		: NULL;

	value = latin1 != NULL ? latin1 : value;
	if (Z_TYPE_P(value) != IS_STRING) {
		return Z_TYPE_P(value) == IS_NULL;
	}
	*text = zend_string_init(Z_STRVAL_P(value), Z_STRLEN_P(value), true);
	if (latin1 != NULL) {
		ZSTR_LEN(*text) = hp_utf8_to_latin1(ZSTR_VAL(*text), ZSTR_LEN(*text));
		ZSTR_VAL(*text)[ZSTR_LEN(*text)] = '\0';
	}

	return true;
}

/* Stores a value in the member that the column names; false if it cannot be one. */
static bool load_value(const hp_json_column *column, const zval *value, char *start)
{
	void *member = start + column->offset;

	switch (column->type) {
		case HP_JSON_TEXT:
			return load_text(value, member);
		case HP_JSON_PLACE:
		case HP_JSON_SMALL:
			return load_small(value, column->type == HP_JSON_PLACE, member);
		case HP_JSON_NEXT:
			return load_next(value, member);
		case HP_JSON_ALLOC:
			return load_number(value, 0, HP_LOAD_MAX_ALLOC, member);
		case HP_JSON_SIGNED:
			return load_number(value, INT64_MIN, INT64_MAX, member);
		case HP_JSON_EXTREME:
			if (Z_TYPE_P(value) == IS_NULL) {
				return true;
			}
			break;
		case HP_JSON_NATURAL:
		case HP_JSON_STEP:
			break;
	}

	return load_number(value, 0, INT64_MAX, member);
}

static size_t load_row_bytes(const hp_json_table *table)
{
	bool is_alone = table == &hp_json_timeline || table == &hp_json_moments ||
		table == &hp_json_curve || table == &hp_json_memory;

	return is_alone ? 2 * table->row_bytes : LOAD_ROW_BYTES;
}

/* Adds up the steps of a column. False: that is later than any run ends. */
static bool load_add_steps(char *member, uint32_t count, size_t row_bytes)
{
	int64_t at_ns = 0;

	for (uint32_t i = 0; i < count; i++, member += row_bytes) {
		int64_t *step_ns = (int64_t *) (void *) member;

		if (*step_ns > LOAD_MAX_NS - at_ns) {
			return false;
		}
		*step_ns = at_ns += *step_ns;
	}

	return true;
}

static bool load_column(loader *state, const hp_json_column *column, HashTable *values)
{
	hp_allocs_table *allocs = state->table == &hp_json_pairs ? &state->profile->allocated.pairs
															 : &state->profile->allocated.nodes;
	uint32_t count = zend_hash_num_elements(values), more = 0, number = 0;
	size_t row_bytes = state->table->row_bytes;
	const zval *value;
	hp_json_rows rows;

	if (state->seen == 0 && load_charge(state, load_row_bytes(state->table) * count)) {
		more = count;
	}
	rows = hp_json_rows_add(state->profile, state->table, more);
	if (rows.count != count) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL(values, value) {
		char *row = column->type == HP_JSON_ALLOC ? (char *) hp_profile_allocs_of(allocs, number)
												  : rows.rows + number * row_bytes;

		if (!load_value(column, value, row)) {
			return false;
		}
		number++;
	}
	ZEND_HASH_FOREACH_END();

	return column->type != HP_JSON_STEP ||
		load_add_steps(rows.rows + column->offset, count, row_bytes);
}

/* The column of an event. */
static bool load_counts(loader *state, uint32_t event, const zval *values)
{
	hp_counts_table *table = state->table == &hp_json_pairs ? &state->profile->counted.pairs
															: &state->profile->counted.nodes;
	uint32_t count = hp_json_rows_of(state->profile, state->table).count, number = 0;
	const zval *value;

	if ((state->table != &hp_json_pairs && state->table != &hp_json_nodes) ||
		Z_TYPE_P(values) != IS_ARRAY || count != zend_hash_num_elements(Z_ARRVAL_P(values)) ||
		(state->seen_events == 0 && !load_charge(state, sizeof(hp_counts) * count))) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(values), value) {
		if (!load_number(
				value, 0, HP_LOAD_MAX_COUNT, &hp_profile_counts_of(table, number++)->of[event])) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

/* A column that is not of an event is one that this version does not know. */
static void load_event_member(loader *state, const zend_string *key, const zval *value)
{
	const hp_profile_events *events = &state->profile->counted.events;
	uint32_t event = hp_profile_events_find(events, ZSTR_VAL(key), ZSTR_LEN(key));

	if (event != HP_EVENT_MAX) {
		state->is_bad |=
			(state->seen_events & 1u << event) != 0 || !load_counts(state, event, value);
		state->seen_events |= 1u << event;
	}
}

static bool load_unit(const zval *value, hp_event_unit *unit)
{
	for (*unit = HP_EVENT_UNIT_COUNT; *unit <= HP_EVENT_UNIT_NS; (*unit)++) {
		if (Z_TYPE_P(value) == IS_STRING &&
			strcmp(Z_STRVAL_P(value), hp_event_unit_name(*unit)) == 0) {
			return true;
		}
	}

	return false;
}

/* The names of events and their units stand before the tables. */
static bool load_events(hp_profile *profile, const zval *value)
{
	zend_string *name;
	const zval *unit;

	if (Z_TYPE_P(value) != IS_ARRAY || profile->pairs.count > 0 || profile->nodes.count > 0) {
		return false;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(value), name, unit) {
		hp_event_unit found;

		if (name == NULL || !load_unit(unit, &found) || !hp_profile_events_is_name(name) ||
			!hp_profile_events_add(
				&profile->counted.events, ZSTR_VAL(name), ZSTR_LEN(name), found)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

/* A member of a table. The first says which table it is; any other object, such as "meta", has no
 * such first member. True: it was a column. */
static bool load_table_member(loader *state, const zend_string *key, const zval *value)
{
	static const hp_json_table *const tables[] = {&hp_json_functions, &hp_json_pairs,
		&hp_json_nodes, &hp_json_moments, &hp_json_timeline, &hp_json_memory, &hp_json_curve,
		&hp_json_marks, &hp_json_lines};

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]) && state->is_first; i++) {
		const char *first = tables[i]->columns[0].key;

		if (Z_TYPE_P(value) == IS_ARRAY && zend_string_equals_cstr(key, first, strlen(first))) {
			state->table = tables[i];
		}
	}
	state->is_first = false;
	for (uint32_t i = 0; state->table != NULL && i < state->table->count; i++) {
		const hp_json_column *column = &state->table->columns[i];

		if (zend_string_equals_cstr(key, column->key, strlen(column->key))) {
			state->is_bad |= (state->seen & 1u << i) != 0 || Z_TYPE_P(value) != IS_ARRAY ||
				!load_column(state, column, Z_ARRVAL_P(value));
			state->seen |= 1u << i;
			return true;
		}
	}

	if (state->table != NULL) {
		load_event_member(state, key, value);
	}

	return state->table != NULL;
}

/* All columns of a metric are there, or none. */
static bool load_end_table(loader *state, const zend_string *key)
{
	const hp_json_table *table = state->table;
	uint32_t metrics = 0, missing = 0;

	for (uint32_t i = 0; i < table->count; i++) {
		metrics |= state->seen & 1u << i ? table->columns[i].needs : 0;
	}
	metrics |= table == &hp_json_moments ? state->profile->metrics & HP_METRIC_MEMORY : 0;
	for (uint32_t i = 0; i < table->count; i++) {
		missing |= (table->columns[i].needs & ~metrics) == 0 ? ~state->seen & 1u << i : 0;
	}
	state->profile->metrics |= metrics & ~LOAD_FEATURES;
	state->profile->features |= metrics & LOAD_FEATURES;
	state->profile->features |= table == &hp_json_nodes ? HP_PROFILE_TREE
		: table == &hp_json_timeline                    ? HP_PROFILE_TIMELINE
		: table == &hp_json_lines                       ? HP_PROFILE_LINE_COUNTS
														: 0;
	if (table == &hp_json_pairs || table == &hp_json_nodes) {
		missing |= state->seen_events ^ ((1u << state->profile->counted.events.count) - 1);
	}
	state->table = NULL;
	state->seen = 0;
	state->seen_events = 0;

	return missing == 0 && zend_string_equals_cstr(key, table->key, strlen(table->key));
}

/* Returns how many levels deeper this run is than one with a file of its own. */
static uint32_t load_depth(const loader *state)
{
	return state->calls == NULL ? 0 : 1;
}

/* Its first member says that an object is "sampled". There is one. */
static bool load_begins_sampled(const loader *state, const zend_string *key)
{
	return state->calls == NULL && state->profile->sampled == NULL && state->is_first &&
		zend_string_equals_literal(key, "format");
}

static bool load_end_sampled(loader *state, const zend_string *key, const zval *value);

/* True: the member is read, and need not be kept. */
static bool load_member(loader *state, const zend_string *key, const zval *value)
{
	state->is_bad |= state->keys_count++ > LOAD_KEYS_MAX;
	if (state->is_bad || state->is_too_much) {
		return true;
	}
	if (state->level == LOAD_TABLE_LEVEL && load_begins_sampled(state, key)) {
		state->is_first = false;
		state->calls = state->profile;
		state->profile = state->calls->sampled = hp_profile_new(0, 0);
		return false;
	}
	if (state->level == LOAD_TABLE_LEVEL + load_depth(state)) {
		return load_table_member(state, key, value);
	}
	if (state->level == LOAD_RUN_LEVEL + load_depth(state) && state->table != NULL) {
		state->is_bad |= !load_end_table(state, key);
		return true;
	}
	if (state->level == LOAD_RUN_LEVEL && state->calls != NULL) {
		state->is_bad |= !load_end_sampled(state, key, value);
		return true;
	}
	if (state->level == LOAD_RUN_LEVEL + load_depth(state) &&
		zend_string_equals_literal(key, "events")) {
		state->is_bad |= !load_events(state->profile, value);
		return true;
	}

	return false;
}

static int load_on_start(php_json_parser *parser)
{
	loader *state = (loader *) (void *) parser;

	state->level++;
	state->is_first |= state->level == LOAD_TABLE_LEVEL + load_depth(state);

	return SUCCESS;
}

static int load_on_end(php_json_parser *parser, zval *object)
{
	((loader *) (void *) parser)->level--;

	return SUCCESS;
}

static int load_on_member(php_json_parser *parser, zval *object, zend_string *key, zval *value)
{
	loader *state = (loader *) (void *) parser;

	if (!load_member(state, key, value)) {
		return state->update(parser, object, key, value);
	}
	zend_string_release(key);
	zval_ptr_dtor_nogc(value);

	return SUCCESS;
}

/* Returns the version of the format; 0: the file is not xhprof's. */
static zend_long load_version(const HashTable *top)
{
	const zval *format = zend_hash_str_find(top, ZEND_STRL("format"));
	const zval *version = zend_hash_str_find(top, ZEND_STRL("version"));
	bool is_ours = format != NULL && Z_TYPE_P(format) == IS_STRING &&
		zend_string_equals_literal(Z_STR_P(format), "xhprof") && version != NULL &&
		Z_TYPE_P(version) == IS_LONG;

	return is_ours ? Z_LVAL_P(version) : 0;
}

/* Returns the features that the file has. Each is known by the first of its keys, which older files
 * lack. */
static uint32_t load_features(const HashTable *top)
{
	static const struct {
		const char *key;
		uint32_t feature;
	} keys[] = {
		{"user_call_ps", HP_PROFILE_COSTS},
		{"cpu_clock", HP_PROFILE_CPU_CLOCK},
		{"hidden_calls", HP_PROFILE_REDUCED},
		{"gc_runs", HP_PROFILE_GC},
		{"gc_collector_ns", HP_PROFILE_GC_TIMES},
		{"custom", HP_PROFILE_CUSTOM},
		{"squared_weights", HP_PROFILE_SQUARES},
		{"lost_marks", HP_PROFILE_LOST_MARKS},
		{"lost_timeline_events", HP_PROFILE_TIMELINE},
	};
	uint32_t features = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		features |=
			zend_hash_str_exists(top, keys[i].key, strlen(keys[i].key)) ? keys[i].feature : 0;
	}

	return features;
}

static bool load_head(hp_profile *profile, const HashTable *top)
{
	profile->features |= load_features(top);
	if (zend_hash_str_exists(top, ZEND_STRL("samples"))) {
		profile->features |=
			HP_PROFILE_SAMPLED | (profile->features & HP_PROFILE_TREE ? HP_PROFILE_LINES : 0);
	}
	for (uint32_t i = 0; i < hp_json_head.count; i++) {
		const hp_json_column *column = &hp_json_head.columns[i];
		const zval *value = zend_hash_str_find(top, column->key, strlen(column->key));

		if (hp_profile_missing(profile, column->needs) == 0 &&
			(value == NULL || !load_value(column, value, (char *) profile))) {
			return false;
		}
	}

	return true;
}

/* A reason of a later version is not known here. */
static bool load_source(hp_profile_samples *samples, uint32_t number, const zval *source)
{
	const HashTable *table = Z_TYPE_P(source) == IS_ARRAY ? Z_ARRVAL_P(source) : NULL;
	const zval *runs = table == NULL ? NULL : zend_hash_str_find(table, ZEND_STRL("runs"));
	const zval *why = table == NULL ? NULL : zend_hash_str_find(table, ZEND_STRL("reason"));
	int64_t count = 0;

	if (runs == NULL || !load_number(runs, 1, INT64_MAX, &count)) {
		return false;
	}
	samples->sources.of[number].runs = (uint64_t) count;
	if (why != NULL && Z_TYPE_P(why) == IS_STRING) {
		samples->sources.of[number].why = hp_why_of(Z_STRVAL_P(why));
	}

	return true;
}

/* Reads "sources". Returns false if it is no object, or a source in it is wrong. */
static bool load_sources(hp_profile *profile, const HashTable *top)
{
	const zval *sources = zend_hash_str_find(top, ZEND_STRL("sources")), *source;
	bool is_good = sources == NULL || Z_TYPE_P(sources) == IS_ARRAY;

	for (uint32_t i = 0; i < HP_SOURCES && sources != NULL && is_good; i++) {
		const char *name = hp_source_name((hp_source) i);

		source = zend_hash_str_find(Z_ARRVAL_P(sources), name, strlen(name));
		is_good = source == NULL || load_source(&profile->samples, i, source);
	}

	return is_good;
}

static bool load_meta(hp_profile *profile, const HashTable *top)
{
	const zval *meta = zend_hash_str_find(top, ZEND_STRL("meta"));
	const char *error;

	if (meta == NULL) {
		return true;
	}
	if (Z_TYPE_P(meta) == IS_ARRAY) {
		profile->meta = hp_profile_meta_json(Z_ARRVAL_P(meta), profile->started_ns, &error);
	}

	return profile->meta != NULL;
}

static bool load_components(hp_profile *profile, const HashTable *top)
{
	const zval *rules = zend_hash_str_find(top, ZEND_STRL("components"));

	if (rules == NULL) {
		return true;
	}
	if (Z_TYPE_P(rules) == IS_STRING &&
		hp_component_rules_check(Z_STRVAL_P(rules), Z_STRLEN_P(rules))) {
		profile->components = zend_string_init(Z_STRVAL_P(rules), Z_STRLEN_P(rules), true);
	}

	return profile->components != NULL;
}

static bool load_all(const loader *state, hp_profile *profile, const zval *run)
{
	const HashTable *top = Z_TYPE_P(run) == IS_ARRAY ? Z_ARRVAL_P(run) : NULL;

	if (top == NULL || state->is_bad || load_version(top) != 1 || !load_head(profile, top) ||
		!load_sources(profile, top) || !load_meta(profile, top) || !load_components(profile, top) ||
		!hp_load_check(profile)) {
		return false;
	}
	if (profile->features & HP_PROFILE_TREE) {
		hp_paths_set_levels(profile);
	}
	hp_profile_finish(profile);
	hp_profile_make_timeline(profile);

	return true;
}

/* Samples in a run of calls, with the paths that they are compared by. */
static bool load_end_sampled(loader *state, const zend_string *key, const zval *value)
{
	hp_profile *sampled = state->profile;
	bool is_good = zend_string_equals_literal(key, "sampled") && state->table == NULL &&
		load_all(state, sampled, value) &&
		hp_profile_missing(sampled, HP_PROFILE_SAMPLED | HP_PROFILE_TREE) == 0;

	state->profile = state->calls;
	state->calls = NULL;

	return is_good;
}

static void load_parse(void *context)
{
	loader *state = context;
	php_json_parser *parser = &state->parser;

	php_json_parser_init(parser, &state->top, ZSTR_VAL(state->text), ZSTR_LEN(state->text),
		PHP_JSON_OBJECT_AS_ARRAY, LOAD_JSON_DEPTH);
	state->update = parser->methods.object_update;
	parser->methods.object_start = load_on_start;
	parser->methods.object_update = load_on_member;
	parser->methods.object_end = load_on_end;
	if (php_json_parse(parser) != 0) {
		ZVAL_NULL(&state->top);
		state->error.reason = "it is damaged";
	} else if (state->is_too_much) {
		state->error = (hp_load_error){HP_LOAD_TOO_LARGE_REASON, HP_LOAD_TOO_LARGE};
	} else {
		state->is_whole = load_all(state, state->profile, &state->top) &&
			!((state->profile->features & HP_PROFILE_SAMPLED) && state->profile->sampled != NULL);
		if (Z_TYPE(state->top) == IS_ARRAY && load_version(Z_ARRVAL(state->top)) > 1) {
			state->error.reason =
				"it was written by a newer xhprof, in a version that this one cannot read";
		}
	}
}

static void load_end(void *context)
{
	loader *state = context;

	if (!state->is_whole) {
		hp_profile_free(state->calls != NULL ? state->calls : state->profile);
		state->profile = NULL;
	}
}

hp_profile *hp_load_json(const zend_string *text, size_t max_bytes, hp_load_error *error)
{
	loader state = {.text = text,
		.profile = hp_profile_new(0, 0),
		.left_bytes = max_bytes,
		.error.reason = "it is JSON, but not a run of xhprof, or incomplete"};

	hp_bailout(load_parse, load_end, &state);
	zval_ptr_dtor(&state.top);
	*error = state.error;

	return state.profile;
}
