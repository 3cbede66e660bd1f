/* json.c: all of a run, for format/load_json.c and for programs: tables of functions, pairs and, of
 * a tree, nodes, of a timeline its events. Each column is a list. docs/formats.md has the
 * schema. */
#include "base/utf8.h"
#include "format/columns.h"
#include "format/write.h"
#include "profile/summary.h"

/* A text that is not UTF-8 says so, so that it can be read back. */
static void json_text(hp_writer *writer, const zend_string *text)
{
	if (text == NULL) {
		hp_writer_text(writer, "null");
	} else if (hp_utf8_is(ZSTR_VAL(text), ZSTR_LEN(text))) {
		hp_writer_json(writer, text);
	} else {
		hp_writer_text(writer, "{\"latin1\":");
		hp_writer_json(writer, text);
		hp_writer_text(writer, "}");
	}
}

/* The number of a column that is no text. */
static zend_always_inline void json_number(hp_writer *writer, hp_json_type type, const char *member)
{
	bool is_small = type == HP_JSON_PLACE || type == HP_JSON_NEXT || type == HP_JSON_SMALL;
	int64_t number = is_small ? *(const uint32_t *) (const void *) member
							  : *(const int64_t *) (const void *) member;

	if (type == HP_JSON_NEXT) {
		number = number == HP_PROFILE_NONE ? 0 : number + 1;
	}
	if ((type == HP_JSON_PLACE && number == HP_PROFILE_NONE) ||
		(type == HP_JSON_EXTREME && (number < 0 || number == INT64_MAX))) {
		hp_writer_text(writer, "null");
	} else {
		hp_writer_number(writer, number);
	}
}

/* The member of a struct that the column names. */
static void json_value(hp_writer *writer, const hp_json_column *column, const char *start)
{
	const void *member = start + column->offset;

	if (column->type == HP_JSON_TEXT) {
		json_text(writer, *(zend_string *const *) member);
	} else {
		json_number(writer, column->type, member);
	}
}

typedef struct json_rows {
	const char *rows;
	uint32_t count;
	size_t row_bytes;
	const hp_allocs_table *allocs;
	const hp_counts_table *counts; /* NULL: the table has no such column */
} json_rows;

/* The row that has the column's member. */
static const char *json_row(const json_rows *from, const hp_json_column *column, uint32_t number)
{
	return column->type == HP_JSON_ALLOC ? (const char *) hp_profile_allocs(from->allocs, number)
										 : from->rows + number * from->row_bytes;
}

/* Another CPU's clock may be behind. Returns the latest time of this row and those before it. */
static int64_t json_step(hp_writer *writer, int64_t at_ns, int64_t last_ns)
{
	int64_t now_ns = MAX(at_ns, last_ns);

	hp_writer_number(writer, now_ns - last_ns);

	return now_ns;
}

/* The comma before a row that is not the first. False: the rest need not be written. */
static zend_always_inline bool json_next(hp_writer *writer, uint32_t row)
{
	if (row > 0) {
		hp_writer_byte(writer, ',');
	}

	return row % 8 != 0 || hp_writer_goes_on(writer);
}

/* Most of a run: columns of numbers that lie in the rows. */
static void json_numbers(hp_writer *writer, const hp_json_column *column, const json_rows *from)
{
	hp_json_type type = column->type;
	const char *member = from->rows + column->offset;

	for (uint32_t i = 0; i < from->count && json_next(writer, i); i++) {
		json_number(writer, type, member);
		member += from->row_bytes;
	}
}

static void json_steps(hp_writer *writer, const hp_json_column *column, const json_rows *from)
{
	int64_t last_ns = 0;

	for (uint32_t i = 0; i < from->count && json_next(writer, i); i++) {
		last_ns = json_step(writer,
			*(const int64_t *) (const void *) (json_row(from, column, i) + column->offset),
			last_ns);
	}
}

static void json_column(hp_writer *writer, const hp_json_column *column, const json_rows *from)
{
	hp_writer_byte(writer, '[');
	if (column->type == HP_JSON_STEP) {
		json_steps(writer, column, from);
	} else if (column->type == HP_JSON_TEXT || column->type == HP_JSON_ALLOC) {
		for (uint32_t i = 0; i < from->count && json_next(writer, i); i++) {
			json_value(writer, column, json_row(from, column, i));
		}
	} else {
		json_numbers(writer, column, from);
	}
	hp_writer_byte(writer, ']');
}

/* The column of an event. */
static void json_counts(hp_writer *writer, const json_rows *from, uint32_t event)
{
	hp_writer_byte(writer, '[');
	for (uint32_t i = 0; i < from->count && json_next(writer, i); i++) {
		hp_writer_number(writer, hp_profile_counts(from->counts, i)->of[event]);
	}
	hp_writer_byte(writer, ']');
}

static void json_table(const hp_profile *profile, hp_writer *writer, const hp_json_table *table,
	const hp_allocs_table *allocs, const hp_counts_table *counts)
{
	hp_json_rows rows = hp_json_rows_of(profile, table);
	json_rows from = {rows.rows, rows.count, table->row_bytes, allocs, counts};

	hp_writer_key(writer, table == &hp_json_functions ? "" : ",\n", table->key);
	for (uint32_t i = 0; i < table->count && hp_writer_goes_on(writer); i++) {
		const hp_json_column *column = &table->columns[i];

		if (hp_profile_missing(profile, column->needs) == 0) {
			hp_writer_key(writer, i == 0 ? "{\n" : ",\n", column->key);
			json_column(writer, column, &from);
		}
	}
	for (uint32_t i = 0; from.counts != NULL && i < profile->counted.events.count; i++) {
		hp_writer_key(writer, ",\n", ZSTR_VAL(profile->counted.events.names[i]));
		json_counts(writer, &from, i);
	}
	hp_writer_text(writer, "}");
}

/* Writes the costs of main(), so that a list of runs need not read each run's pairs. */
static void json_total(const hp_profile *profile, hp_writer *writer)
{
	const hp_profile_pair *root = hp_profile_root(profile);
	bool is_sampled = (profile->features & HP_PROFILE_SAMPLED) != 0;

	if (root == NULL) {
		return;
	}
	hp_writer_text(writer, ",\"total\":{\"calls\":");
	hp_writer_number(writer, (int64_t) (is_sampled ? root->count : hp_profile_count(profile)));
	for (uint32_t i = 0; i < hp_json_pairs.count; i++) {
		const hp_json_column *column = &hp_json_pairs.columns[i];

		if (column->type != HP_JSON_ALLOC && column->offset >= offsetof(hp_profile_pair, sum) &&
			hp_profile_missing(profile, column->needs) == 0) {
			hp_writer_key(writer, ",", column->key);
			json_value(writer, column, (const char *) root);
		}
	}
	for (uint32_t i = 0; i < profile->counted.events.count; i++) {
		uint32_t number = (uint32_t) (root - profile->pairs.rows);

		hp_writer_key(writer, ",", ZSTR_VAL(profile->counted.events.names[i]));
		hp_writer_number(writer, hp_profile_counts(&profile->counted.pairs, number)->of[i]);
	}
	hp_writer_text(writer, "}");
}

/* The names of the events and their units: "count" or "bytes". */
static void json_events(const hp_profile_counted *counted, hp_writer *writer)
{
	const hp_profile_events *events = &counted->events;

	for (uint32_t i = 0; i < events->count; i++) {
		hp_writer_key(writer, i == 0 ? ",\"events\":{" : ",", ZSTR_VAL(events->names[i]));
		hp_writer_text(writer, "\"");
		hp_writer_text(writer, hp_event_unit_name(events->units[i]));
		hp_writer_text(writer, "\"");
	}
	hp_writer_text(writer, events->count == 0 ? "" : "}");
}

/* By name: in how many runs, and why. */
static void json_sources(const hp_profile_samples *samples, hp_writer *writer)
{
	const char *before = ",\"sources\":{";

	for (uint32_t i = 0; i < HP_SOURCES; i++) {
		const char *why = hp_why_text(samples->sources.of[i].why);

		if (samples->sources.of[i].runs > 0) {
			hp_writer_key(writer, before, hp_source_name((hp_source) i));
			hp_writer_text(writer, "{\"runs\":");
			hp_writer_number(writer, (int64_t) samples->sources.of[i].runs);
			hp_writer_text(writer, why == NULL ? "" : ",\"reason\":\"");
			hp_writer_text(writer, why == NULL ? "" : why);
			hp_writer_text(writer, why == NULL ? "}" : "\"}");
			before = ",";
		}
	}
	hp_writer_text(writer, before[1] == '\0' ? "}" : "");
}

/* The first line: all but the tables. format/head.c reads it alone. */
static void json_head(const hp_profile *profile, hp_writer *writer)
{
	hp_writer_text(writer, "{\"format\":\"xhprof\",\"version\":1,\"mode\":\"");
	hp_writer_text(writer, hp_profile_mode(profile));
	hp_writer_text(writer, "\"");
	for (uint32_t i = 0; i < hp_json_head.count; i++) {
		const hp_json_column *column = &hp_json_head.columns[i];

		if (hp_profile_missing(profile, column->needs) == 0) {
			hp_writer_key(writer, ",", column->key);
			json_value(writer, column, (const char *) profile);
		}
	}
	json_sources(&profile->samples, writer);
	json_events(&profile->counted, writer);
	json_total(profile, writer);
	if (profile->meta != NULL) {
		hp_writer_key(writer, ",", "meta");
		hp_writer_string(writer, profile->meta);
	}
	if (profile->components != NULL) {
		hp_writer_key(writer, ",", "components");
		hp_writer_json(writer, profile->components);
	}
	hp_writer_text(writer, ",\n");
}

static void json_run(const hp_profile *profile, hp_writer *writer)
{
	json_table(profile, writer, &hp_json_functions, NULL, NULL);
	json_table(profile, writer, &hp_json_pairs, &profile->allocated.pairs, &profile->counted.pairs);
	if (profile->features & HP_PROFILE_TREE) {
		json_table(
			profile, writer, &hp_json_nodes, &profile->allocated.nodes, &profile->counted.nodes);
	}
	if (profile->samples.moments.count > 0) {
		json_table(profile, writer, &hp_json_moments, NULL, NULL);
	}
	/* That of moments is made of them. */
	if ((profile->features & HP_PROFILE_TIMELINE) != 0 && profile->samples.moments.count == 0) {
		json_table(profile, writer, &hp_json_timeline, NULL, NULL);
		json_table(profile, writer, &hp_json_curve, NULL, NULL);
		if (profile->timeline.memories.count > 0) {
			json_table(profile, writer, &hp_json_memory, NULL, NULL);
		}
	}
	if (profile->timeline.marks.count > 0) {
		json_table(profile, writer, &hp_json_marks, NULL, NULL);
	}
	if (profile->features & HP_PROFILE_LINE_COUNTS) {
		json_table(profile, writer, &hp_json_lines, NULL, NULL);
	}
}

/* Samples that were taken beside the calls are a run in the run, behind its tables. */
void hp_format_json(const hp_profile *profile, hp_writer *writer)
{
	json_head(profile, writer);
	hp_writer_store(writer);
	json_run(profile, writer);
	if (profile->sampled != NULL) {
		hp_writer_key(writer, ",\n", "sampled");
		json_head(profile->sampled, writer);
		json_run(profile->sampled, writer);
		hp_writer_text(writer, "}");
	}
	hp_writer_end(writer, "}\n");
}
