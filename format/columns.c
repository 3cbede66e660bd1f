#include "format/columns.h"

const hp_column hp_columns_values[] = {
	{"nanoseconds", "wall time", 0},
	{"nanoseconds", "CPU time", HP_METRIC_CPU},
	{"bytes", "memory that grew", HP_METRIC_MEMORY},
	{"bytes", NULL, HP_METRIC_PEAK},
};

/* Writers take the struct for an array. */
ZEND_STATIC_ASSERT(sizeof(hp_values) == HP_COLUMNS_VALUES * sizeof(int64_t), "a column is missing");

#define COLUMN(key, type, needs, struct, member) \
 { \
  key, HP_JSON_##type, needs, offsetof(struct, member) \
 }

#define VALUES(row) \
 COLUMN("wall_ns", NATURAL, 0, row, sum.wall_ns), \
	 COLUMN("cpu_ns", SIGNED, HP_METRIC_CPU, row, sum.cpu_ns), \
	 COLUMN("memory_bytes", SIGNED, HP_METRIC_MEMORY, row, sum.memory_bytes), \
	 COLUMN("peak_bytes", SIGNED, HP_METRIC_PEAK, row, sum.peak_bytes), ALLOC("allocs", allocs), \
	 ALLOC("frees", frees), ALLOC("alloc_bytes", alloc_bytes), ALLOC("freed_bytes", freed_bytes), \
	 ALLOC("live_at_peak_bytes", peak_bytes), ALLOC("temporary", temporary)
#define ALLOC(key, member) COLUMN(key, ALLOC, HP_METRIC_ALLOC, hp_alloc_counts, member)

#define HEAD(key, type, needs, member) COLUMN(key, type, needs, hp_profile, member)

static const hp_json_column columns_head[] = {
	HEAD("started_ns", SIGNED, 0, started_ns),
	HEAD("unrecorded_calls", NATURAL, 0, calls.unrecorded),
	HEAD("truncated_calls", NATURAL, 0, calls.truncated),
	HEAD("call_cost_ps", NATURAL, 0, calls.cost_ps),
	HEAD("runs", NATURAL, 0, runs),
	HEAD("user_call_inner_ps", NATURAL, HP_PROFILE_COSTS,
		calls.costs[HP_PROFILE_CALL_USER].inner_ps),
	HEAD("user_call_ps", NATURAL, HP_PROFILE_COSTS, calls.costs[HP_PROFILE_CALL_USER].all_ps),
	HEAD("internal_call_inner_ps", NATURAL, HP_PROFILE_COSTS,
		calls.costs[HP_PROFILE_CALL_INTERNAL].inner_ps),
	HEAD("internal_call_ps", NATURAL, HP_PROFILE_COSTS,
		calls.costs[HP_PROFILE_CALL_INTERNAL].all_ps),
	HEAD("method_call_inner_ps", NATURAL, HP_PROFILE_COSTS,
		calls.costs[HP_PROFILE_CALL_METHOD].inner_ps),
	HEAD("method_call_ps", NATURAL, HP_PROFILE_COSTS, calls.costs[HP_PROFILE_CALL_METHOD].all_ps),
	HEAD("compensated", NATURAL, HP_PROFILE_COSTS, calls.compensated),
	HEAD("alloc_interval", NATURAL, HP_METRIC_ALLOC, allocated.totals.interval_bytes),
	HEAD("alloc_change_bytes", SIGNED, HP_METRIC_ALLOC, allocated.totals.change_bytes),
	HEAD("alloc_peak_bytes", NATURAL, HP_METRIC_ALLOC, allocated.totals.peak_bytes),
	HEAD("outside_frees", NATURAL, HP_METRIC_ALLOC, allocated.totals.outside_frees),
	HEAD("outside_bytes", NATURAL, HP_METRIC_ALLOC, allocated.totals.outside_bytes),
	HEAD("lost_allocs", NATURAL, HP_METRIC_ALLOC, allocated.totals.lost),
	HEAD("gc_runs", NATURAL, HP_PROFILE_GC, gc.runs),
	HEAD("gc_collected", NATURAL, HP_PROFILE_GC, gc.collected),
	HEAD("gc_collector_ns", NATURAL, HP_PROFILE_GC_TIMES, gc.collector_ns),
	HEAD("gc_destructor_ns", NATURAL, HP_PROFILE_GC_TIMES, gc.destructor_ns),
	HEAD("gc_free_ns", NATURAL, HP_PROFILE_GC_TIMES, gc.free_ns),
	HEAD("gc_threshold_before", NATURAL, HP_PROFILE_GC, gc.threshold_before),
	HEAD("gc_threshold", NATURAL, HP_PROFILE_GC, gc.threshold),
	HEAD("gc_roots_before", NATURAL, HP_PROFILE_GC, gc.roots_before),
	HEAD("gc_roots", NATURAL, HP_PROFILE_GC, gc.roots),
	HEAD("missed_line_calls", NATURAL, HP_PROFILE_LINE_COUNTS, calls.missed_lines),
	HEAD("samples", NATURAL, HP_PROFILE_SAMPLED, samples.count),
	HEAD("squared_weights", NATURAL, HP_PROFILE_SQUARES, samples.squares),
	HEAD("displaced", NATURAL, HP_PROFILE_SAMPLED, samples.displaced),
	HEAD("custom", NATURAL, HP_PROFILE_CUSTOM, samples.custom),
	HEAD("interval_ns", NATURAL, HP_PROFILE_SAMPLED, samples.interval_ns),
	HEAD("hidden_calls", NATURAL, HP_PROFILE_REDUCED, reduced.hidden_calls),
	HEAD("left_out", NATURAL, HP_PROFILE_REDUCED, reduced.left_out),
	HEAD("left_out_ns", SIGNED, HP_PROFILE_REDUCED, reduced.left_out_ns),
	HEAD("cpu_clock", NATURAL, HP_PROFILE_CPU_CLOCK, cpu_clock),
	HEAD("lost_marks", NATURAL, HP_PROFILE_LOST_MARKS, timeline.lost_marks),
	HEAD("lost_timeline_events", NATURAL, HP_PROFILE_TIMELINE, timeline.lost_events),
};

static const hp_json_column columns_functions[] = {
	COLUMN("name", TEXT, 0, hp_profile_function, name),
	COLUMN("file", TEXT, 0, hp_profile_function, file),
	COLUMN("line", SMALL, 0, hp_profile_function, line),
};

static const hp_json_column columns_pairs[] = {
	COLUMN("caller", PLACE, 0, hp_profile_pair, caller),
	COLUMN("caller_level", SMALL, 0, hp_profile_pair, caller_level),
	COLUMN("callee", SMALL, 0, hp_profile_pair, callee),
	COLUMN("callee_level", SMALL, 0, hp_profile_pair, callee_level),
	COLUMN("calls", NATURAL, 0, hp_profile_pair, count),
	VALUES(hp_profile_pair),
};

static const hp_json_column columns_nodes[] = {
	COLUMN("parent", PLACE, 0, hp_profile_node, parent),
	COLUMN("function", SMALL, 0, hp_profile_node, function),
	COLUMN("level", SMALL, 0, hp_profile_node, level),
	COLUMN("line", SMALL, 0, hp_profile_node, line),
	COLUMN("calls", NATURAL, 0, hp_profile_node, count),
	COLUMN("min_wall_ns", EXTREME, 0, hp_profile_node, min_ns),
	COLUMN("max_wall_ns", EXTREME, 0, hp_profile_node, max_ns),
	VALUES(hp_profile_node),
};

static const hp_json_column columns_moments[] = {
	COLUMN("at_ns", NATURAL, 0, hp_profile_moment, at_ns),
	COLUMN("node", SMALL, 0, hp_profile_moment, node),
	COLUMN("samples", SMALL, 0, hp_profile_moment, weight),
	COLUMN("off_cpu", SMALL, 0, hp_profile_moment, off_cpu),
	COLUMN("memory_bytes", NATURAL, HP_METRIC_MEMORY, hp_profile_moment, memory_bytes),
	COLUMN("lane", SMALL, HP_PROFILE_LANES, hp_profile_moment, lane),
	COLUMN("request", SMALL, HP_PROFILE_LANES, hp_profile_moment, request),
	COLUMN("wall_ns", NATURAL, HP_PROFILE_LANES, hp_profile_moment, wall_ns),
	COLUMN("span_ns", NATURAL, HP_PROFILE_SPANS, hp_profile_moment, wall_ns),
};

/* A row is 10 to 15 bytes: there may be millions. */
static const hp_json_column columns_timeline[] = {
	COLUMN("begins", NEXT, 0, hp_profile_event, node),
	COLUMN("since_ns", STEP, 0, hp_profile_event, at_ns),
	COLUMN("lane", SMALL, HP_PROFILE_LANES, hp_profile_event, lane),
};

static const hp_json_column columns_memory[] = {
	COLUMN("event", STEP, 0, hp_profile_memory, event),
	COLUMN("bytes", SIGNED, HP_METRIC_MEMORY, hp_profile_memory, bytes),
};

static const hp_json_column columns_curve[] = {
	COLUMN("since_ns", STEP, 0, hp_profile_point, at_ns),
	COLUMN("cpu_ns", SIGNED, HP_METRIC_CPU, hp_profile_point, cpu_ns),
	COLUMN("memory_bytes", SIGNED, HP_METRIC_MEMORY, hp_profile_point, memory_bytes),
};

static const hp_json_column columns_marks[] = {
	COLUMN("mark_ns", STEP, 0, hp_profile_mark, at_ns),
	COLUMN("kind", SMALL, 0, hp_profile_mark, kind),
	COLUMN("text", TEXT, 0, hp_profile_mark, text),
	COLUMN("lane", SMALL, HP_PROFILE_LANES, hp_profile_mark, lane),
};

static const hp_json_column columns_lines[] = {
	COLUMN("line", SMALL, 0, hp_profile_line, line),
	COLUMN("function", SMALL, 0, hp_profile_line, function),
	COLUMN("count", NATURAL, 0, hp_profile_line, count),
	COLUMN("wall_ns", NATURAL, 0, hp_profile_line, wall_ns),
};

#define TABLE(key, columns, rows_bytes, rows_offset) \
 { \
  key, columns, sizeof(columns) / sizeof((columns)[0]), rows_offset, rows_bytes \
 }
#define ROWS(key, columns, vector) \
 TABLE(key, columns, sizeof(*((hp_profile *) NULL)->vector.rows), offsetof(hp_profile, vector))

const hp_json_table hp_json_head = TABLE("head", columns_head, 0, 0);
const hp_json_table hp_json_functions = ROWS("functions", columns_functions, functions);
const hp_json_table hp_json_pairs = ROWS("pairs", columns_pairs, pairs);
const hp_json_table hp_json_nodes = ROWS("nodes", columns_nodes, nodes);
const hp_json_table hp_json_moments = ROWS("moments", columns_moments, samples.moments);
const hp_json_table hp_json_timeline = ROWS("timeline", columns_timeline, timeline.events);
const hp_json_table hp_json_memory = ROWS("memory", columns_memory, timeline.memories);
const hp_json_table hp_json_curve = ROWS("curve", columns_curve, timeline.points);
const hp_json_table hp_json_marks = ROWS("marks", columns_marks, timeline.marks);
const hp_json_table hp_json_lines = ROWS("lines", columns_lines, calls.lines);

/* Copied, as a vector of other rows has another type. */
hp_json_rows hp_json_rows_of(const hp_profile *profile, const hp_json_table *table)
{
	hp_json_rows rows;

	memcpy(&rows, (const char *) profile + table->offset, sizeof(rows));

	return rows;
}

hp_json_rows hp_json_rows_add(hp_profile *profile, const hp_json_table *table, uint32_t more)
{
	hp_json_rows rows = hp_json_rows_of(profile, table);

	if (more > 0) {
		rows.rows = hp_vector_grow(rows.rows, &rows.size, rows.count, more, table->row_bytes);
		memset(rows.rows + rows.count * table->row_bytes, 0, more * table->row_bytes);
		rows.count += more;
		memcpy((char *) profile + table->offset, &rows, sizeof(rows));
	}
	for (uint32_t i = rows.count - more; table == &hp_json_nodes && i < rows.count; i++) {
		profile->nodes.rows[i].min_ns = INT64_MAX;
		profile->nodes.rows[i].max_ns = -1;
	}

	return rows;
}
