#include "format/html_data.h"

#include "base/varint.h"
#include "base/wrap.h"
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

/* Returns the number that a column has in a row. `of` is what the column is of. */
typedef uint64_t (*html_number)(const hp_html_data *data, void *of, uint32_t row);

/* A member of rows: a uint32_t, or a number of 64 bits. */
typedef struct html_member {
	const void *rows;
	size_t row_bytes;
	size_t offset;
	size_t bytes;
} html_member;

#define HTML_MEMBER(rows, type, member) \
 &(html_member) \
 { \
  rows, sizeof(type), offsetof(type, member), sizeof(((type *) NULL)->member) \
 }

static uint64_t html_plain(const hp_html_data *data, void *of, uint32_t row)
{
	const html_member *member = of;
	const void *at = (const char *) member->rows + row * member->row_bytes + member->offset;

	return member->bytes == sizeof(uint32_t) ? *(const uint32_t *) at : *(const uint64_t *) at;
}

/* The same of a node, which are in preorder. */
static uint64_t html_plain_node(const hp_html_data *data, void *of, uint32_t row)
{
	return html_plain(data, of, data->order[row]);
}

/* The difference from the row before. */
static uint64_t html_step(const hp_html_data *data, void *of, uint32_t row)
{
	return html_plain(data, of, row) - (row == 0 ? 0 : html_plain(data, of, row - 1));
}

/* The same of a number that may become less. */
static uint64_t html_change(const hp_html_data *data, void *of, uint32_t row)
{
	return hp_varint_zigzag((int64_t) html_step(data, of, row));
}

static uint64_t html_coded(const hp_html_data *data, uint32_t metric, int64_t value)
{
	return data->signed_metrics & 1u << metric ? hp_varint_zigzag(value) : (uint64_t) value;
}

static uint64_t html_metric_of_node(const hp_html_data *data, void *of, uint32_t row)
{
	uint32_t metric = *(const uint32_t *) of;

	return html_coded(data, metric, html_node_value(data, metric, row));
}

static uint64_t html_metric_of_pair(const hp_html_data *data, void *of, uint32_t row)
{
	uint32_t metric = *(const uint32_t *) of;

	return html_coded(data, metric, html_pair_value(data, metric, row));
}

static const hp_profile_node *html_node(const hp_html_data *data, uint32_t row)
{
	return &data->paths->nodes.rows[data->order[row]];
}

static uint64_t html_parent(const hp_html_data *data, void *of, uint32_t row)
{
	uint32_t parent = html_node(data, row)->parent;

	return parent == HP_PROFILE_NONE ? 0 : row - data->places[parent];
}

static bool html_has_extremes(const hp_profile_node *node)
{
	return node->max_ns >= 0 && node->min_ns <= node->max_ns;
}

static uint64_t html_max(const hp_html_data *data, void *of, uint32_t row)
{
	const hp_profile_node *node = html_node(data, row);

	return html_has_extremes(node) ? 1 + hp_varint_zigzag(node->sum.wall_ns - node->max_ns) : 0;
}

static uint64_t html_min(const hp_html_data *data, void *of, uint32_t row)
{
	const hp_profile_node *node = html_node(data, row);

	return html_has_extremes(node) ? (uint64_t) (node->max_ns - node->min_ns) : 0;
}

static uint64_t html_pair_caller(const hp_html_data *data, void *of, uint32_t row)
{
	uint32_t caller = data->run->pairs.rows[row].caller;

	return caller == HP_PROFILE_NONE ? 0 : caller + UINT64_C(1);
}

static uint64_t html_event_node(const hp_html_data *data, void *of, uint32_t row)
{
	uint32_t node = data->paths->timeline.events.rows[row].node;

	return node == HP_PROFILE_NONE ? 0 : data->places[node] + UINT64_C(1);
}

/* The clock of another CPU may be behind. */
static uint64_t html_event_time(const hp_html_data *data, void *of, uint32_t row)
{
	int64_t at_ns = data->paths->timeline.events.rows[row].at_ns, *last_ns = of;
	int64_t since_ns = at_ns - *last_ns;

	if (since_ns <= 0) {
		return 0;
	}
	*last_ns = at_ns;

	return (uint64_t) since_ns;
}

static const hp_profile_moment *html_moment(const hp_html_data *data, uint32_t row)
{
	return &data->paths->samples.moments.rows[row];
}

static uint64_t html_moment_node(const hp_html_data *data, void *of, uint32_t row)
{
	return data->places[html_moment(data, row)->node];
}

/* The weight, and behind it a bit: 1 off the CPU. */
static uint64_t html_moment_samples(const hp_html_data *data, void *of, uint32_t row)
{
	const hp_profile_moment *moment = html_moment(data, row);

	return (uint64_t) moment->weight * 2 + (hp_profile_is_off_cpu(data->run, moment) ? 1 : 0);
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
	int64_t cell_ns, int64_t *sums, int64_t *wholes, int64_t from_ns, int64_t to_ns)
{
	int64_t first = from_ns / cell_ns, last = to_ns / cell_ns;

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
static int64_t *html_cell_sums(const hp_html_data *data, bool is_off_cpu)
{
	int64_t cell_ns = hp_html_data_cell_ns(data);
	uint32_t cells = hp_html_data_cells(data);
	int64_t *sums = pecalloc((size_t) cells + 1, sizeof(*sums), true);
	int64_t *wholes = pecalloc((size_t) cells + 1, sizeof(*wholes), true), whole = 0;

	for (uint32_t i = 0; i < data->paths->samples.moments.count; i++) {
		const hp_profile_moment *moment = html_moment(data, i);

		if (hp_profile_is_off_cpu(data->run, moment) != is_off_cpu) {
			continue;
		}
		html_add_span(cell_ns, sums, wholes, hp_profile_moment_start_ns(moment), moment->at_ns);
		if (moment->wall_ns == 0) {
			sums[moment->at_ns / cell_ns] += hp_profile_moment_ns(data->run, moment);
		}
	}
	for (uint32_t i = 0; i < cells; i++) {
		whole += wholes[i];
		sums[i] = hp_wrap_sum(sums[i], whole * cell_ns);
	}
	pefree(wholes, true);

	return sums;
}

int64_t hp_html_data_lost_moments(const hp_html_data *data)
{
	uint64_t samples = data->run->samples.count, kept = data->paths->samples.moments.count;

	return data->run->features & HP_PROFILE_LANES ? (int64_t) (samples - MIN(samples, kept)) : 0;
}

void hp_html_data_open(
	const hp_html_data *data, hp_writer *block, const char *prefix, const char *name)
{
	hp_writer *writer = data->writer;

	hp_writer_text(writer, "<script type=\"application/octet-stream\" id=\"a-");
	hp_writer_text(writer, prefix);
	hp_writer_text(writer, name);
	hp_writer_text(writer, "\">");
	hp_writer_open_base64(block, writer);
	hp_writer_pack(block);
}

void hp_html_data_close(const hp_html_data *data, hp_writer *block)
{
	hp_writer_close(block, NULL); /* it has no errors of its own */
	hp_writer_text(data->writer, "</script>\n");
}

static void html_column(const hp_html_data *data, const char *prefix, const char *name,
	html_number number, void *of, uint32_t rows)
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
		hp_writer_varint(&block, number(data, of, i));
	}
	hp_html_data_close(data, &block);
}

void hp_html_data_numbers(const hp_html_data *data, const char *prefix, const char *name,
	const uint32_t *numbers, uint32_t count)
{
	html_member member = {numbers, sizeof(*numbers), 0, sizeof(*numbers)};

	html_column(data, prefix, name, html_plain, &member, count);
}

static void html_metric_columns(
	const hp_html_data *data, const char *prefix, html_number number, uint32_t rows)
{
	hp_html_metric metric;
	char start[32];

	for (uint32_t i = 0; i < hp_html_data_metrics(data); i++) {
		if (hp_html_data_metric(data, i, &metric) && metric.has_column) {
			snprintf(start, sizeof(start), "%s%s", prefix, metric.prefix);
			html_column(data, start, metric.id, number, &i, rows);
		}
	}
}

static void html_paths(const hp_html_data *data)
{
	const hp_profile_node *nodes = data->paths->nodes.rows;
	uint32_t rows = data->nodes_count;

	html_column(data, "", "parent", html_parent, NULL, rows);
	html_column(
		data, "", "function", html_plain_node, HTML_MEMBER(nodes, hp_profile_node, function), rows);
	html_metric_columns(data, "", html_metric_of_node, rows);
	html_column(
		data, "", "calls", html_plain_node, HTML_MEMBER(nodes, hp_profile_node, count), rows);
	html_column(data, "", "line", html_plain_node, HTML_MEMBER(nodes, hp_profile_node, line), rows);
	if ((data->run->features & HP_PROFILE_SAMPLED) == 0) {
		html_column(data, "", "max", html_max, NULL, rows);
		html_column(data, "", "min", html_min, NULL, rows);
	}
}

static void html_lines(const hp_html_data *data)
{
	const hp_line_row *lines = data->lines.rows;
	uint32_t rows = data->lines.count;

	html_column(
		data, "lines-", "function", html_plain, HTML_MEMBER(lines, hp_line_row, function), rows);
	html_column(data, "lines-", "line", html_plain, HTML_MEMBER(lines, hp_line_row, line), rows);
	html_column(data, "lines-", "calls", html_plain,
		data->run->features & HP_PROFILE_LINE_COUNTS ? HTML_MEMBER(lines, hp_line_row, count)
													 : HTML_MEMBER(lines, hp_line_row, own_samples),
		rows);
	if (data->run->features & HP_PROFILE_LINES) {
		html_column(
			data, "lines-", "wall", html_plain, HTML_MEMBER(lines, hp_line_row, own_wall_ns), rows);
	}
	html_column(
		data, "lines-", "inclusive", html_plain, HTML_MEMBER(lines, hp_line_row, wall_ns), rows);
}

static void html_pairs(const hp_html_data *data)
{
	const hp_profile_pair *pairs = data->run->pairs.rows;
	uint32_t rows = data->pairs_count;

	html_column(data, "pairs-", "caller", html_pair_caller, NULL, rows);
	html_column(data, "pairs-", "caller-level", html_plain,
		HTML_MEMBER(pairs, hp_profile_pair, caller_level), rows);
	html_column(
		data, "pairs-", "function", html_plain, HTML_MEMBER(pairs, hp_profile_pair, callee), rows);
	html_column(data, "pairs-", "level", html_plain,
		HTML_MEMBER(pairs, hp_profile_pair, callee_level), rows);
	html_column(
		data, "pairs-", "calls", html_plain, HTML_MEMBER(pairs, hp_profile_pair, count), rows);
	html_metric_columns(data, "pairs-", html_metric_of_pair, rows);
}

static void html_cells(const hp_html_data *data, const char *name, bool is_off_cpu)
{
	int64_t *sums = html_cell_sums(data, is_off_cpu);
	html_member member = {sums, sizeof(*sums), 0, sizeof(*sums)};

	html_column(data, "moment-", name, html_plain, &member, hp_html_data_cells(data));
	pefree(sums, true);
}

/* The page makes the timeline of them. */
static void html_moments(const hp_html_data *data)
{
	const hp_profile *run = data->paths; /* whose nodes they are of */
	const hp_profile_moment *moments = run->samples.moments.rows;
	uint32_t rows = run->samples.moments.count;

	html_cells(data, "cell-running", false);
	html_cells(data, "cell-waiting", true);
	html_column(
		data, "moment-", "time", html_step, HTML_MEMBER(moments, hp_profile_moment, at_ns), rows);
	html_column(data, "moment-", "node", html_moment_node, NULL, rows);
	html_column(data, "moment-", "samples", html_moment_samples, NULL, rows);
	if (hp_profile_have_spans(&run->samples)) {
		html_column(data, "moment-", "wall", html_plain,
			HTML_MEMBER(moments, hp_profile_moment, wall_ns), rows);
	}
	if (run->features & HP_PROFILE_LANES) {
		html_column(data, "moment-", "lane", html_plain,
			HTML_MEMBER(moments, hp_profile_moment, lane), rows);
		html_column(data, "moment-", "request", html_plain,
			HTML_MEMBER(moments, hp_profile_moment, request), rows);
	}
	if (run->metrics & HP_METRIC_MEMORY) {
		html_column(data, "moment-", "memory", html_change,
			HTML_MEMBER(moments, hp_profile_moment, memory_bytes), rows);
	}
}

static void html_curves(const hp_html_data *data)
{
	const hp_profile_point *points = data->paths->timeline.points.rows;
	uint32_t rows = data->paths->timeline.points.count;

	html_column(
		data, "curve-", "time", html_step, HTML_MEMBER(points, hp_profile_point, at_ns), rows);
	if (data->paths->metrics & HP_METRIC_MEMORY) {
		html_column(data, "curve-", "memory", html_change,
			HTML_MEMBER(points, hp_profile_point, memory_bytes), rows);
	}
	if (data->paths->metrics & HP_METRIC_CPU) {
		html_column(data, "curve-", "cpu", html_change,
			HTML_MEMBER(points, hp_profile_point, cpu_ns), rows);
	}
}

static void html_timeline(const hp_html_data *data)
{
	const hp_profile *run = data->paths; /* whose nodes its events are */
	const hp_profile_event *events = run->timeline.events.rows;
	const hp_profile_memory *memories = run->timeline.memories.rows;
	uint32_t rows = run->timeline.events.count, memory_rows = run->timeline.memories.count;
	int64_t last_ns = 0;

	html_column(data, "timeline-", "node", html_event_node, NULL, rows);
	html_column(data, "timeline-", "time", html_event_time, &last_ns, rows);
	if (run->features & HP_PROFILE_LANES) {
		html_column(data, "timeline-", "lane", html_plain,
			HTML_MEMBER(events, hp_profile_event, lane), rows);
	}
	html_column(data, "timeline-memory-", "event", html_step,
		HTML_MEMBER(memories, hp_profile_memory, event), memory_rows);
	html_column(data, "timeline-memory-", "bytes", html_change,
		HTML_MEMBER(memories, hp_profile_memory, bytes), memory_rows);
	html_curves(data);
}

void hp_html_data_write(const hp_html_data *data)
{
	html_paths(data);
	html_lines(data);
	html_pairs(data);
	if (data->paths->samples.moments.count > 0) {
		html_moments(data);
	} else {
		html_timeline(data);
	}
}

static bool html_enter(void *context, uint32_t node)
{
	hp_html_data *data = context;

	data->places[node] = data->nodes_count;
	data->order[data->nodes_count++] = node;

	return hp_writer_goes_on(data->writer);
}

static void html_leave(void *context, uint32_t node)
{
}

static void html_sort_paths(hp_html_data *data)
{
	uint32_t count = data->paths->nodes.count;

	data->own = hp_paths_own_values(data->paths);
	data->own_counts = hp_paths_own_counts(data->paths);
	data->order = safe_pemalloc(count + 1, sizeof(*data->order), 0, true);
	data->places = safe_pemalloc(count + 1, sizeof(*data->places), 0, true);
	hp_paths_walk(data->paths, html_enter, html_leave, data);
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
	hp_vector_release(data->own_counts);
	pefree(data->order, true);
	pefree(data->places, true);
	hp_profile_free(data->joined);
}
