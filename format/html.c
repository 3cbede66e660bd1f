/* html.c: a page that shows the run: the viewer, which viewer/ builds, and the run as blocks of
 * data in it. docs/report-format.md says what they hold. */
#include "base/inflate.h"
#include "event/mark.h"
#include "format/html_functions.h"
#include "format/write.h"

#include "profile/summary.h"

#include "main/snprintf.h"

#include "format/viewer.inc"

/* JSON in HTML: no tag may begin in it, so no script can end in it. */
static void html_raw_json(hp_writer *writer, const zend_string *json)
{
	const char *from = ZSTR_VAL(json), *end = from + ZSTR_LEN(json), *tag;

	while ((tag = memchr(from, '<', (size_t) (end - from))) != NULL) {
		hp_writer_bytes(writer, from, (size_t) (tag - from));
		hp_writer_text(writer, "\\u003c");
		from = tag + 1;
	}
	hp_writer_bytes(writer, from, (size_t) (end - from));
}

/* "key":"word", where both need no escapes. */
static void html_word(hp_writer *writer, const char *before, const char *key, const char *word)
{
	hp_writer_key(writer, before, key);
	hp_writer_text(writer, "\"");
	hp_writer_text(writer, word);
	hp_writer_text(writer, "\"");
}

static void html_number(hp_writer *writer, const char *before, const char *key, int64_t number)
{
	hp_writer_key(writer, before, key);
	hp_writer_number(writer, number);
}

typedef struct html_summary {
	hp_writer *writer;
	const char *group; /* that is open; NULL: none */
} html_summary;

/* Ends the group that is open and begins another one; either may be NULL. Returns what stands
 * before the next value. */
static const char *html_summary_group(html_summary *to, const char *group)
{
	if (group == to->group) {
		return ",";
	}
	hp_writer_text(to->writer, to->group == NULL ? "" : "}");
	to->group = group;
	if (group == NULL) {
		return ",";
	}
	hp_writer_key(to->writer, ",", group);
	hp_writer_text(to->writer, "{");

	return "";
}

static void html_summary_value(void *context, const hp_summary_value *value)
{
	html_summary *to = context;
	const char *before = html_summary_group(to, value->group);
	char real[64];

	switch (value->type) {
		case HP_SUMMARY_INT:
			html_number(to->writer, before, value->key, value->number);
			break;
		case HP_SUMMARY_DOUBLE:
			php_gcvt(value->real, 17, '.', 'e', real);
			hp_writer_key(to->writer, before, value->key);
			hp_writer_text(to->writer, real);
			break;
		case HP_SUMMARY_WORD: /* the mode is the first of all */
			html_word(
				to->writer, strcmp(value->key, "mode") == 0 ? "" : before, value->key, value->word);
			break;
	}
}

static void html_metrics(const hp_html_data *data)
{
	hp_writer *writer = data->writer;
	hp_html_metric metric;
	char id[64];

	hp_writer_text(writer, ",\"metrics\":[");
	for (uint32_t i = 0; i < hp_html_data_metrics(data); i++) {
		if (hp_html_data_metric(data, i, &metric)) {
			snprintf(id, sizeof(id), "%s%s", metric.prefix, metric.id);
			html_word(writer, i == 0 ? "{" : ",{", "id", id);
			html_word(writer, ",", "name", metric.name);
			html_word(writer, ",", "unit", metric.unit);
			hp_writer_text(writer,
				data->signed_metrics & 1u << i ? ",\"signed\":true}" : ",\"signed\":false}");
		}
	}
	hp_writer_text(writer, "]");
}

static const char *html_kind_of(const hp_profile *run)
{
	if (run->features & HP_PROFILE_SAMPLED) {
		return "samples";
	}

	return run->features & HP_PROFILE_TREE ? "tree" : "pairs";
}

/* There are few: names and all. */
static void html_marks(const hp_html_data *data)
{
	hp_writer *writer = data->writer;
	const hp_profile *run = data->paths;

	for (uint32_t i = 0; i < run->timeline.marks.count; i++) {
		const hp_profile_mark *mark = &run->timeline.marks.rows[i];
		const char *kind = hp_mark_name(mark->kind);

		hp_writer_text(writer, i == 0 ? ",\"marks\":[[" : ",[");
		hp_writer_number(writer, mark->at_ns);
		hp_writer_text(writer, kind == NULL ? ",\"mark\"," : ",\"");
		hp_writer_text(writer, kind == NULL ? "" : kind);
		hp_writer_text(writer, kind == NULL ? "" : "\",");
		hp_writer_json(writer, mark->text == NULL ? ZSTR_EMPTY_ALLOC() : mark->text);
		hp_writer_text(writer, "]");
	}
	hp_writer_text(writer, run->timeline.marks.count == 0 ? "" : "]");
}

static void html_counts(const hp_html_data *data)
{
	const hp_profile *run = data->run;
	hp_writer *writer = data->writer;

	html_number(writer, ",", "functions", run->functions.count);
	html_number(writer, ",", "components", data->components.names.count - 1);
	html_number(writer, ",", "nodes", data->nodes_count);
	html_number(writer, ",", "pairs", data->pairs_count);
	if (data->paths->samples.moments.count > 0) {
		html_number(writer, ",\"moments\":{", "samples", data->paths->samples.moments.count);
		html_number(writer, ",", "lost", hp_html_data_lost_moments(data));
		html_number(writer, ",", "cells", hp_html_data_cells(data));
		html_number(writer, ",", "cell_ns", hp_html_data_cell_ns(data));
		html_number(writer, ",", "last_ns", hp_html_data_last_ns(data));
		html_marks(data);
		hp_writer_text(writer, "}");
	} else if (data->paths->features & HP_PROFILE_TIMELINE) {
		html_number(writer, ",\"timeline\":{", "events", data->paths->timeline.events.count);
		html_number(writer, ",", "lost", (int64_t) data->paths->timeline.lost_events);
		html_number(writer, ",", "memories", data->paths->timeline.memories.count);
		html_marks(data);
		hp_writer_text(writer, "}");
		html_number(writer, ",\"curve\":{", "points", data->paths->timeline.points.count);
		hp_writer_text(writer, "}");
	}
	if (data->distortion.count > 0) {
		html_number(writer, ",", "distortion", data->distortion.count);
	}
	if (run->features & (HP_PROFILE_SAMPLED | HP_PROFILE_LINE_COUNTS)) {
		html_number(writer, ",", "lines", data->lines.count);
	}
}

static void html_run(const hp_html_data *data, const zend_string *meta)
{
	hp_writer *writer = data->writer;
	html_summary summary = {.writer = writer};

	html_word(writer, "{", "blocks", "a");
#ifdef HAVE_XHPROF_ZLIB
	html_word(writer, ",", "coding", "gzip");
#else
	html_word(writer, ",", "coding", "plain");
#endif
	html_word(writer, ",", "title", "");
	html_word(writer, ",", "kind", html_kind_of(data->run));
	hp_writer_text(writer, ",\"meta\":");
	if (meta != NULL) {
		html_raw_json(writer, meta);
	} else {
		hp_writer_text(writer, "null");
	}
	hp_writer_text(writer, ",\"summary\":{");
	hp_profile_summary(data->run, html_summary_value, &summary);
	hp_writer_text(writer, summary.group == NULL ? "}" : "}}");
	html_metrics(data);
	html_counts(data);
	hp_writer_text(writer, "}");
}

/* Returns the module's version. It is looked up, as only higher layers have its constant. */
static const char *html_version(void)
{
	const zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("xhprof"));

	return module == NULL ? "" : module->version;
}

static void html_head(const hp_html_data *data, const zend_string *meta)
{
	hp_writer *writer = data->writer;

	hp_writer_text(writer, "<script type=\"application/json\" id=\"xhprof\">");
	html_word(writer, "{", "schema", "xhprof-report");
	html_number(writer, ",", "version", 1);
	html_word(writer, ",", "kind", "run");
	hp_writer_text(writer, ",\"generator\":\"xhprof ");
	hp_writer_text(writer, html_version());
	hp_writer_text(writer, "\",\"runs\":[");
	html_run(data, meta);
	hp_writer_text(writer, "],\"notes\":[]}</script>\n");
}

/* The page without the run, for the caller to free. */
static char *html_page(void)
{
	char *page = pemalloc(VIEWER_BYTES, true);
	bool is_whole = hp_inflate(page, VIEWER_BYTES, viewer_packed, sizeof(viewer_packed));

	ZEND_ASSERT(is_whole);

	return page;
}

void hp_format_html(const hp_profile *profile, hp_writer *writer)
{
	char *page = html_page();
	hp_html_data data;

	hp_html_data_init(&data, profile, writer);
	hp_writer_bytes(writer, page, VIEWER_BEFORE_BYTES);
	html_head(&data, profile->meta);
	/* Otherwise the writer has failed, not all paths were ordered, and the columns would not fit
	 * together. */
	if (data.nodes_count == data.paths->nodes.count) {
		hp_html_functions_write(&data);
		hp_html_data_write(&data);
	}
	hp_writer_bytes(writer, page + VIEWER_BEFORE_BYTES, VIEWER_BYTES - VIEWER_BEFORE_BYTES);
	hp_html_data_free(&data);
	pefree(page, true);
}
