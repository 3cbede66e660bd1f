#include "format/html_data.h"

#include "base/varint.h"
#include "base/wrap.h"
#include "format/visit.h"
#include "profile/merge.h"
#include "profile/moments.h"
#include "profile/paths.h"

/* A loop checks the writer's state after this many rows. */
#define HTML_ROWS_BETWEEN 4096

enum {
	HTML_WALL,
	HTML_CPU,
	HTML_MEMORY,
	HTML_PEAK,
	HTML_SAMPLES,
	HTML_ALLOC_BYTES,
	HTML_ALLOCS,
	HTML_LIVE_BYTES,
	HTML_LIVE,
	HTML_AT_PEAK_BYTES,
	HTML_TEMPORARY,
	HTML_EVENTS /* the first of them */
};

/* No number of a function's column begins so. */
#define HTML_EVENT "event-"

static const hp_html_metric html_metrics[HTML_EVENTS] = {
	[HTML_WALL] = {"", "wall", "wall time", "ns", 0, true},
	[HTML_CPU] = {"", "cpu", "CPU time", "ns", HP_METRIC_CPU, true},
	[HTML_MEMORY] = {"", "memory", "memory grown", "bytes", HP_METRIC_MEMORY, true},
	[HTML_PEAK] = {"", "peak", "peak grown", "bytes", HP_METRIC_PEAK, true},
	[HTML_SAMPLES] = {"", "samples", "weight", "count", HP_PROFILE_SAMPLED, false},
	[HTML_ALLOC_BYTES] = {"", "alloc_bytes", "allocated", "bytes", HP_METRIC_ALLOC, true},
	[HTML_ALLOCS] = {"", "allocs", "blocks allocated", "count", HP_METRIC_ALLOC, true},
	[HTML_LIVE_BYTES] = {"", "live_bytes", "alive at the end", "bytes", HP_METRIC_ALLOC, true},
	[HTML_LIVE] = {"", "live", "blocks alive at the end", "count", HP_METRIC_ALLOC, true},
	[HTML_AT_PEAK_BYTES] = {"", "at_peak_bytes", "alive at the peak", "bytes", HP_METRIC_ALLOC,
		true},
	[HTML_TEMPORARY] = {"", "temporary", "temporary blocks", "count", HP_METRIC_ALLOC, true},
};

uint32_t hp_html_data_metrics(const hp_html_data *data)
{
	return HTML_EVENTS + data->run->counted.events.count;
}

bool hp_html_data_metric(const hp_html_data *data, uint32_t number, hp_html_metric *metric)
{
	const hp_profile_events *events = &data->run->counted.events;
	const char *name;

	if (number < HTML_EVENTS) {
		*metric = html_metrics[number];
		return hp_profile_missing(data->run, metric->needs) == 0;
	}
	name = ZSTR_VAL(events->names[number - HTML_EVENTS]);
	*metric = (hp_html_metric){
		HTML_EVENT, name, name, hp_event_unit_name(events->units[number - HTML_EVENTS]), 0, true};

	return true;
}

static int64_t html_value(uint32_t metric, const hp_values *values, const hp_alloc_counts *allocs,
	const hp_counts *counts)
{
	if (metric >= HTML_EVENTS) {
		return counts->of[metric - HTML_EVENTS];
	}
	switch (metric) {
		case HTML_WALL:
			return values->wall_ns;
		case HTML_CPU:
			return values->cpu_ns;
		case HTML_MEMORY:
			return values->memory_bytes;
		case HTML_PEAK:
			return values->peak_bytes;
		case HTML_ALLOC_BYTES:
			return allocs->alloc_bytes;
		case HTML_ALLOCS:
			return allocs->allocs;
		case HTML_LIVE_BYTES:
			return hp_allocs_live_bytes(allocs);
		case HTML_LIVE:
			return hp_allocs_live(allocs);
		case HTML_AT_PEAK_BYTES:
			return allocs->peak_bytes;
		default:
			return allocs->temporary;
	}
}

static int64_t html_node_value(const hp_html_data *data, uint32_t metric, uint32_t row)
{
	uint32_t node = data->order[row];

	return html_value(metric, &data->own[node],
		hp_profile_allocs(&data->paths->allocated.nodes, node),
		data->own_counts == NULL ? NULL : &data->own_counts[node]);
}

static int64_t html_pair_value(const hp_html_data *data, uint32_t metric, uint32_t row)
{
	return html_value(metric, &data->run->pairs.rows[row].sum,
		hp_profile_allocs(&data->run->allocated.pairs, row),
		hp_profile_counts(&data->run->counted.pairs, row));
}

static uint64_t html_coded(const hp_html_data *data, int64_t value)
{
	return data->signed_metrics & 1u << data->metric ? hp_varint_zigzag(value) : (uint64_t) value;
}

static uint64_t html_metric_of_node(hp_html_data *data, uint32_t row)
{
	return html_coded(data, html_node_value(data, data->metric, row));
}

static uint64_t html_metric_of_pair(hp_html_data *data, uint32_t row)
{
	return html_coded(data, html_pair_value(data, data->metric, row));
}

static const hp_profile_node *html_node(const hp_html_data *data, uint32_t row)
{
	return &data->paths->nodes.rows[data->order[row]];
}

static uint64_t html_parent(hp_html_data *data, uint32_t row)
{
	uint32_t parent = html_node(data, row)->parent;

	return parent == HP_PROFILE_NONE ? 0 : row - data->places[parent];
}

static uint64_t html_function(hp_html_data *data, uint32_t row)
{
	return html_node(data, row)->function;
}

static uint64_t html_line(hp_html_data *data, uint32_t row)
{
	return html_node(data, row)->line;
}

static uint64_t html_calls(hp_html_data *data, uint32_t row)
{
	return html_node(data, row)->count;
}

static bool html_has_extremes(const hp_profile_node *node)
{
	return node->max_ns >= 0 && node->min_ns <= node->max_ns;
}

static uint64_t html_max(hp_html_data *data, uint32_t row)
{
	const hp_profile_node *node = html_node(data, row);

	return html_has_extremes(node) ? 1 + hp_varint_zigzag(node->sum.wall_ns - node->max_ns) : 0;
}

static uint64_t html_min(hp_html_data *data, uint32_t row)
{
	const hp_profile_node *node = html_node(data, row);

	return html_has_extremes(node) ? (uint64_t) (node->max_ns - node->min_ns) : 0;
}

static uint64_t html_pair_caller(hp_html_data *data, uint32_t row)
{
	uint32_t caller = data->run->pairs.rows[row].caller;

	return caller == HP_PROFILE_NONE ? 0 : caller + UINT64_C(1);
}

static uint64_t html_pair_caller_level(hp_html_data *data, uint32_t row)
{
	return data->run->pairs.rows[row].caller_level;
}

static uint64_t html_pair_function(hp_html_data *data, uint32_t row)
{
	return data->run->pairs.rows[row].callee;
}

static uint64_t html_pair_level(hp_html_data *data, uint32_t row)
{
	return data->run->pairs.rows[row].callee_level;
}

static uint64_t html_pair_calls(hp_html_data *data, uint32_t row)
{
	return data->run->pairs.rows[row].count;
}

static uint64_t html_line_function(hp_html_data *data, uint32_t row)
{
	return data->lines.rows[row].function;
}

static uint64_t html_line_line(hp_html_data *data, uint32_t row)
{
	return data->lines.rows[row].line;
}

static uint64_t html_line_calls(hp_html_data *data, uint32_t row)
{
	const hp_line_row *line = &data->lines.rows[row];

	return data->run->features & HP_PROFILE_LINE_COUNTS ? line->count : line->own_samples;
}

static uint64_t html_line_wall(hp_html_data *data, uint32_t row)
{
	return (uint64_t) data->lines.rows[row].own_wall_ns;
}

static uint64_t html_line_inclusive(hp_html_data *data, uint32_t row)
{
	return (uint64_t) data->lines.rows[row].wall_ns;
}

static uint64_t html_event_node(hp_html_data *data, uint32_t row)
{
	uint32_t node = data->paths->timeline.events.rows[row].node;

	return node == HP_PROFILE_NONE ? 0 : data->places[node] + UINT64_C(1);
}

static uint64_t html_event_lane(hp_html_data *data, uint32_t row)
{
	return data->paths->timeline.events.rows[row].lane;
}

/* The clock of another CPU may be behind. */
static uint64_t html_event_time(hp_html_data *data, uint32_t row)
{
	int64_t at_ns = data->paths->timeline.events.rows[row].at_ns;
	int64_t since_ns = at_ns - data->last;

	if (since_ns <= 0) {
		return 0;
	}
	data->last = at_ns;

	return (uint64_t) since_ns;
}

static uint64_t html_point_time(hp_html_data *data, uint32_t row)
{
	const hp_profile_point *points = data->paths->timeline.points.rows;

	return (uint64_t) (row == 0 ? points[0].at_ns : points[row].at_ns - points[row - 1].at_ns);
}

static uint64_t html_point_memory(hp_html_data *data, uint32_t row)
{
	const hp_profile_point *points = data->paths->timeline.points.rows;

	return hp_varint_zigzag(
		points[row].memory_bytes - (row == 0 ? 0 : points[row - 1].memory_bytes));
}

static uint64_t html_point_cpu(hp_html_data *data, uint32_t row)
{
	const hp_profile_point *points = data->paths->timeline.points.rows;

	return hp_varint_zigzag(points[row].cpu_ns - (row == 0 ? 0 : points[row - 1].cpu_ns));
}

static uint64_t html_memory_event(hp_html_data *data, uint32_t row)
{
	const hp_profile_memory *memories = data->paths->timeline.memories.rows;

	return (uint64_t) (memories[row].event - (row == 0 ? 0 : memories[row - 1].event));
}

static uint64_t html_memory_bytes(hp_html_data *data, uint32_t row)
{
	const hp_profile_memory *memories = data->paths->timeline.memories.rows;

	return hp_varint_zigzag(
		hp_wrap_difference(memories[row].bytes, row == 0 ? 0 : memories[row - 1].bytes));
}

static const hp_profile_moment *html_moment(const hp_html_data *data, uint32_t row)
{
	return &data->paths->samples.moments.rows[row];
}

static uint64_t html_moment_time(hp_html_data *data, uint32_t row)
{
	return (uint64_t) (html_moment(data, row)->at_ns -
		(row == 0 ? 0 : html_moment(data, row - 1)->at_ns));
}

static uint64_t html_moment_node(hp_html_data *data, uint32_t row)
{
	return data->places[html_moment(data, row)->node];
}

/* The weight, and behind it a bit: 1 off the CPU. */
static uint64_t html_moment_samples(hp_html_data *data, uint32_t row)
{
	const hp_profile_moment *moment = html_moment(data, row);

	return (uint64_t) moment->weight * 2 + (hp_profile_is_off_cpu(data->run, moment) ? 1 : 0);
}

static uint64_t html_moment_wall(hp_html_data *data, uint32_t row)
{
	return (uint64_t) html_moment(data, row)->wall_ns;
}

static uint64_t html_moment_lane(hp_html_data *data, uint32_t row)
{
	return html_moment(data, row)->lane;
}

static uint64_t html_moment_request(hp_html_data *data, uint32_t row)
{
	return html_moment(data, row)->request;
}

static uint64_t html_moment_memory(hp_html_data *data, uint32_t row)
{
	return hp_varint_zigzag(hp_wrap_difference(html_moment(data, row)->memory_bytes,
		row == 0 ? 0 : html_moment(data, row - 1)->memory_bytes));
}

int64_t hp_html_data_last_ns(const hp_html_data *data)
{
	return html_moment(data, data->paths->samples.moments.count - 1)->at_ns;
}

/* No longer than the cells of the page, which are 2, 4 or 10 times a power of ten and no shorter
 * than the gap between samples; and all of those are multiples of it. */
int64_t hp_html_data_cell_ns(const hp_html_data *data)
{
	int64_t last_ns = hp_html_data_last_ns(data);
	int64_t gap_ns = MAX(
		MIN(data->run->samples.interval_ns, last_ns), last_ns / data->paths->samples.moments.count);
	int64_t cell_ns = 100;

	while (cell_ns < gap_ns / 4) {
		cell_ns *= 10;
	}

	return gap_ns <= cell_ns ? cell_ns : 2 * cell_ns;
}

uint32_t hp_html_data_cells(const hp_html_data *data)
{
	return (uint32_t) (hp_html_data_last_ns(data) / hp_html_data_cell_ns(data) + 1);
}

/* Adds a span of time: a part of the cells where it begins and ends, and all cells between them. */
static void html_add_span(
	hp_html_data *data, int64_t *sums, int64_t *wholes, int64_t from_ns, int64_t to_ns)
{
	int64_t cell_ns = data->cell_ns, first = from_ns / cell_ns, last = to_ns / cell_ns;

	if (first == last) {
		sums[first] += to_ns - from_ns;
		return;
	}
	sums[first] += (first + 1) * cell_ns - from_ns;
	sums[last] += to_ns - last * cell_ns;
	wholes[first + 1]++;
	wholes[last]--;
}

/* The time by cell on the CPU, or off it. The caller frees it. */
static int64_t *html_cell_sums(hp_html_data *data, bool is_off_cpu)
{
	uint32_t cells = hp_html_data_cells(data);
	int64_t *sums = pecalloc((size_t) cells + 1, sizeof(*sums), true);
	int64_t *wholes = pecalloc((size_t) cells + 1, sizeof(*wholes), true), whole = 0;

	for (uint32_t i = 0; i < data->paths->samples.moments.count; i++) {
		const hp_profile_moment *moment = html_moment(data, i);

		if (hp_profile_is_off_cpu(data->run, moment) != is_off_cpu) {
			continue;
		}
		html_add_span(data, sums, wholes, hp_profile_moment_start_ns(moment), moment->at_ns);
		if (moment->wall_ns == 0) {
			sums[moment->at_ns / data->cell_ns] += hp_profile_moment_ns(data->run, moment);
		}
	}
	for (uint32_t i = 0; i < cells; i++) {
		whole += wholes[i];
		sums[i] = hp_wrap_sum(sums[i], whole * data->cell_ns);
	}
	pefree(wholes, true);

	return sums;
}

static uint64_t html_cell(hp_html_data *data, uint32_t row)
{
	return (uint64_t) data->cells[row];
}

int64_t hp_html_data_lost_moments(const hp_html_data *data)
{
	uint64_t samples = data->run->samples.count, kept = data->paths->samples.moments.count;

	return data->run->features & HP_PROFILE_LANES ? (int64_t) (samples - MIN(samples, kept)) : 0;
}

void hp_html_data_open(hp_html_data *data, hp_writer *block, const char *prefix, const char *name)
{
	hp_writer *writer = data->writer;

	hp_writer_text(writer, "<script type=\"application/octet-stream\" id=\"a-");
	hp_writer_text(writer, prefix);
	hp_writer_text(writer, name);
	hp_writer_text(writer, "\">");
	hp_writer_open_base64(block, writer);
	hp_writer_pack(block);
}

void hp_html_data_close(hp_html_data *data, hp_writer *block)
{
	hp_writer_close(block, NULL); /* it has no errors of its own */
	hp_writer_text(data->writer, "</script>\n");
}

void hp_html_data_column(
	hp_html_data *data, const char *prefix, const char *name, hp_html_number number, uint32_t rows)
{
	hp_writer block;

	if (rows == 0 || !hp_writer_goes_on(data->writer)) {
		return;
	}
	hp_html_data_open(data, &block, prefix, name);
	for (uint32_t i = 0; i < rows; i++) {
		if (i % HTML_ROWS_BETWEEN == 0 && !hp_writer_goes_on(data->writer)) {
			break;
		}
		hp_writer_varint(&block, number(data, i));
	}
	hp_html_data_close(data, &block);
}

static void html_metric_columns(
	hp_html_data *data, const char *prefix, hp_html_number number, uint32_t rows)
{
	hp_html_metric metric;
	char start[32];

	for (uint32_t i = 0; i < hp_html_data_metrics(data); i++) {
		if (hp_html_data_metric(data, i, &metric) && metric.has_column) {
			data->metric = i;
			snprintf(start, sizeof(start), "%s%s", prefix, metric.prefix);
			hp_html_data_column(data, start, metric.id, number, rows);
		}
	}
}

static void html_paths(hp_html_data *data)
{
	uint32_t rows = data->nodes_count;

	hp_html_data_column(data, "", "parent", html_parent, rows);
	hp_html_data_column(data, "", "function", html_function, rows);
	html_metric_columns(data, "", html_metric_of_node, rows);
	hp_html_data_column(data, "", "calls", html_calls, rows);
	hp_html_data_column(data, "", "line", html_line, rows);
	if ((data->run->features & HP_PROFILE_SAMPLED) == 0) {
		hp_html_data_column(data, "", "max", html_max, rows);
		hp_html_data_column(data, "", "min", html_min, rows);
	}
}

static void html_lines(hp_html_data *data)
{
	uint32_t rows = data->lines.count;

	hp_html_data_column(data, "lines-", "function", html_line_function, rows);
	hp_html_data_column(data, "lines-", "line", html_line_line, rows);
	hp_html_data_column(data, "lines-", "calls", html_line_calls, rows);
	if (data->run->features & HP_PROFILE_LINES) {
		hp_html_data_column(data, "lines-", "wall", html_line_wall, rows);
	}
	hp_html_data_column(data, "lines-", "inclusive", html_line_inclusive, rows);
}

static void html_pairs(hp_html_data *data)
{
	uint32_t rows = data->pairs_count;

	hp_html_data_column(data, "pairs-", "caller", html_pair_caller, rows);
	hp_html_data_column(data, "pairs-", "caller-level", html_pair_caller_level, rows);
	hp_html_data_column(data, "pairs-", "function", html_pair_function, rows);
	hp_html_data_column(data, "pairs-", "level", html_pair_level, rows);
	hp_html_data_column(data, "pairs-", "calls", html_pair_calls, rows);
	html_metric_columns(data, "pairs-", html_metric_of_pair, rows);
}

/* Some stand for other times than their intervals. */
static bool html_has_moment_times(const hp_html_data *data)
{
	for (uint32_t i = 0; i < data->paths->samples.moments.count; i++) {
		const hp_profile_moment *moment = html_moment(data, i);

		if (moment->wall_ns !=
			(int64_t) (moment->weight * (uint64_t) data->run->samples.interval_ns)) {
			return true;
		}
	}

	return false;
}

static void html_cells(hp_html_data *data, const char *name, bool is_off_cpu)
{
	data->cell_ns = hp_html_data_cell_ns(data);
	data->cells = html_cell_sums(data, is_off_cpu);
	hp_html_data_column(data, "moment-", name, html_cell, hp_html_data_cells(data));
	pefree(data->cells, true);
	data->cells = NULL;
}

/* The page makes the timeline of them. */
static void html_moments(hp_html_data *data)
{
	const hp_profile *run = data->paths; /* whose nodes they are of */
	uint32_t rows = run->samples.moments.count;

	html_cells(data, "cell-running", false);
	html_cells(data, "cell-waiting", true);
	hp_html_data_column(data, "moment-", "time", html_moment_time, rows);
	hp_html_data_column(data, "moment-", "node", html_moment_node, rows);
	hp_html_data_column(data, "moment-", "samples", html_moment_samples, rows);
	if (html_has_moment_times(data)) {
		hp_html_data_column(data, "moment-", "wall", html_moment_wall, rows);
	}
	if (run->features & HP_PROFILE_LANES) {
		hp_html_data_column(data, "moment-", "lane", html_moment_lane, rows);
		hp_html_data_column(data, "moment-", "request", html_moment_request, rows);
	}
	if (run->metrics & HP_METRIC_MEMORY) {
		hp_html_data_column(data, "moment-", "memory", html_moment_memory, rows);
	}
}

static void html_timeline(hp_html_data *data)
{
	const hp_profile *run = data->paths; /* whose nodes its events are */
	uint32_t points = run->timeline.points.count;

	if (run->samples.moments.count > 0) {
		html_moments(data);
		return;
	}
	data->last = 0;
	hp_html_data_column(data, "timeline-", "node", html_event_node, run->timeline.events.count);
	hp_html_data_column(data, "timeline-", "time", html_event_time, run->timeline.events.count);
	if (run->features & HP_PROFILE_LANES) {
		hp_html_data_column(data, "timeline-", "lane", html_event_lane, run->timeline.events.count);
	}
	hp_html_data_column(
		data, "timeline-memory-", "event", html_memory_event, run->timeline.memories.count);
	hp_html_data_column(
		data, "timeline-memory-", "bytes", html_memory_bytes, run->timeline.memories.count);
	hp_html_data_column(data, "curve-", "time", html_point_time, points);
	if (run->metrics & HP_METRIC_MEMORY) {
		hp_html_data_column(data, "curve-", "memory", html_point_memory, points);
	}
	if (run->metrics & HP_METRIC_CPU) {
		hp_html_data_column(data, "curve-", "cpu", html_point_cpu, points);
	}
}

void hp_html_data_write(hp_html_data *data)
{
	html_paths(data);
	html_lines(data);
	html_pairs(data);
	html_timeline(data);
}

typedef struct html_order {
	hp_format_visitor visitor;
	hp_html_data *data;
} html_order;

static void html_enter(hp_format_visitor *visitor, uint32_t node)
{
	hp_html_data *data = ((html_order *) visitor)->data;

	data->places[node] = data->nodes_count;
	data->order[data->nodes_count++] = node;
}

static void html_leave(hp_format_visitor *visitor, uint32_t node)
{
}

static void html_sort_paths(hp_html_data *data)
{
	uint32_t count = data->paths->nodes.count;
	html_order order = {{data->paths, data->writer, html_enter, html_leave}, data};

	data->own = hp_paths_own_values(data->paths);
	data->own_counts = hp_paths_own_counts(data->paths);
	data->order = safe_pemalloc(count + 1, sizeof(*data->order), 0, true);
	data->places = safe_pemalloc(count + 1, sizeof(*data->places), 0, true);
	hp_format_visit(&order.visitor);
}

static bool html_is_negative(const hp_html_data *data, uint32_t metric)
{
	for (uint32_t i = 0; i < data->nodes_count; i++) {
		if (html_node_value(data, metric, i) < 0) {
			return true;
		}
	}
	for (uint32_t i = 0; i < data->pairs_count; i++) {
		if (html_pair_value(data, metric, i) < 0) {
			return true;
		}
	}

	return false;
}

static void html_find_signed(hp_html_data *data)
{
	hp_html_metric metric;

	for (uint32_t i = 0; i < hp_html_data_metrics(data); i++) {
		if (hp_html_data_metric(data, i, &metric) && metric.has_column &&
			html_is_negative(data, i)) {
			data->signed_metrics |= 1u << i;
		}
	}
}

void hp_html_data_init(hp_html_data *data, const hp_profile *run, hp_writer *writer)
{
	memset(data, 0, sizeof(*data));
	data->run = run;
	data->writer = writer;
	data->joined = hp_profile_join_lines(run);
	data->paths = data->joined != NULL ? data->joined : run;
	data->pairs_count = hp_profile_has_all_paths(run) ? 0 : run->pairs.count;
	html_sort_paths(data);
	data->lines = hp_lines_new(run);
	data->components = hp_components_of(run);
	if (run->sampled != NULL) { /* empty if they cannot be compared */
		hp_distortion_new(&data->distortion, run, run->sampled);
	}
	html_find_signed(data);
}

void hp_html_data_free(hp_html_data *data)
{
	hp_lines_free(&data->lines);
	hp_components_free(&data->components);
	hp_distortion_free(&data->distortion);
	pefree(data->own, true);
	if (data->own_counts != NULL) {
		pefree(data->own_counts, true);
	}
	pefree(data->order, true);
	pefree(data->places, true);
	if (data->joined != NULL) {
		hp_profile_free(data->joined);
	}
}
