/* json.c: all of a run for programs: functions, pairs and, of a tree, its nodes. They name
 * each other by their places in these lists. docs/formats.md has the schema. */
#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "format/format.h"

static void json_key(hp_writer *writer, const char *key)
{
	hp_writer_text(writer, ",\"");
	hp_writer_text(writer, key);
	hp_writer_text(writer, "\":");
}

static void json_number(hp_writer *writer, const char *key, int64_t number)
{
	json_key(writer, key);
	hp_writer_number(writer, number);
}

static void json_values(hp_writer *writer, const hp_values *values, uint32_t metrics)
{
	json_number(writer, "wall_ns", values->wall_ns);
	if (metrics & HP_METRIC_CPU) {
		json_number(writer, "cpu_ns", values->cpu_ns);
	}
	if (metrics & HP_METRIC_MEMORY) {
		json_number(writer, "memory_bytes", values->memory_bytes);
		json_number(writer, "peak_bytes", values->peak_bytes);
	}
}

static void json_allocs(hp_writer *writer, const hp_allocs *allocs)
{
	json_number(writer, "allocs", allocs->allocs);
	json_number(writer, "frees", allocs->frees);
	json_number(writer, "alloc_bytes", allocs->alloc_bytes);
	json_number(writer, "freed_bytes", allocs->freed_bytes);
	json_number(writer, "live_at_peak_bytes", allocs->peak_bytes);
	json_number(writer, "temporary", allocs->temporary);
}

static void json_alloc_totals(hp_writer *writer, const hp_alloc_totals *totals)
{
	json_number(writer, "alloc_interval", totals->interval_bytes);
	json_number(writer, "alloc_change_bytes", totals->change_bytes);
	json_number(writer, "alloc_peak_bytes", totals->peak_bytes);
	json_number(writer, "outside_frees", totals->outside_frees);
	json_number(writer, "outside_bytes", totals->outside_bytes);
	json_number(writer, "lost_allocs", totals->lost);
}

/* A place in a list, or null. */
static void json_place(hp_writer *writer, const char *key, uint32_t place)
{
	hp_writer_text(writer, key);
	if (place == HP_PROFILE_NONE) {
		hp_writer_text(writer, "null");
	} else {
		hp_writer_number(writer, place);
	}
}

static void json_functions(const hp_profile *profile, hp_writer *writer)
{
	hp_writer_text(writer, ",\n\"functions\":[");
	for (uint32_t i = 0; i < profile->functions_count; i++) {
		const hp_profile_function *function = &profile->functions[i];

		hp_writer_text(writer, i == 0 ? "\n{\"name\":" : ",\n{\"name\":");
		hp_writer_json(writer, function->name);
		json_key(writer, "file");
		if (function->file != NULL) {
			hp_writer_json(writer, function->file);
		} else {
			hp_writer_text(writer, "null");
		}
		json_number(writer, "line", function->line);
		hp_writer_text(writer, "}");
	}
	hp_writer_text(writer, "]");
}

static void json_pairs(const hp_profile *profile, hp_writer *writer)
{
	hp_writer_text(writer, ",\n\"pairs\":[");
	for (uint32_t i = 0; i < profile->pairs_count; i++) {
		const hp_profile_pair *pair = &profile->pairs[i];

		hp_writer_text(writer, i == 0 ? "\n{" : ",\n{");
		json_place(writer, "\"caller\":", pair->caller);
		json_number(writer, "caller_level", pair->caller_level);
		json_number(writer, "callee", pair->callee);
		json_number(writer, "callee_level", pair->callee_level);
		json_number(writer, "calls", (int64_t) pair->count);
		json_values(writer, &pair->sum, profile->metrics);
		if (profile->metrics & HP_METRIC_ALLOC) {
			json_allocs(writer, hp_profile_allocs(&profile->pair_allocs, i));
		}
		hp_writer_text(writer, "}");
	}
	hp_writer_text(writer, "]");
}

static void json_nodes(const hp_profile *profile, hp_writer *writer)
{
	hp_writer_text(writer, ",\n\"nodes\":[");
	for (uint32_t i = 0; i < profile->nodes_count; i++) {
		const hp_profile_node *node = &profile->nodes[i];

		hp_writer_text(writer, i == 0 ? "\n{" : ",\n{");
		json_place(writer, "\"parent\":", node->parent);
		json_number(writer, "function", node->function);
		json_number(writer, "level", node->level);
		json_number(writer, "line", node->line);
		json_number(writer, "calls", (int64_t) node->count);
		json_values(writer, &node->sum, profile->metrics);
		if (profile->metrics & HP_METRIC_ALLOC) {
			json_allocs(writer, hp_profile_allocs(&profile->node_allocs, i));
		}
		if (node->max_ns >= 0) {
			json_number(writer, "min_wall_ns", node->min_ns);
			json_number(writer, "max_wall_ns", node->max_ns);
		}
		hp_writer_text(writer, "}");
	}
	hp_writer_text(writer, "]");
}

void hp_format_json(const hp_profile *profile, hp_writer *writer)
{
	bool is_tree = (profile->features & HP_PROFILE_TREE) != 0;
	bool is_sampled = (profile->features & HP_PROFILE_SAMPLED) != 0;

	hp_writer_text(writer, "{\"format\":\"xhprof\",\"version\":1,\"mode\":");
	hp_writer_text(writer, is_sampled ? "\"sample\"" : is_tree ? "\"tree\"" : "\"hier\"");
	json_number(writer, "started_ns", profile->started_ns);
	json_number(writer, "unrecorded_calls", (int64_t) profile->unrecorded_calls);
	json_number(writer, "truncated_calls", (int64_t) profile->truncated_calls);
	json_number(writer, "call_cost_ps", profile->call_cost_ps);
	if (profile->metrics & HP_METRIC_ALLOC) {
		json_alloc_totals(writer, &profile->alloc_totals);
	}
	if (is_sampled) {
		json_number(writer, "samples", (int64_t) profile->samples);
		json_number(writer, "interval_ns", profile->interval_ns);
	}
	if (profile->meta != NULL) {
		json_key(writer, "meta");
		hp_writer_string(writer, profile->meta);
	}
	json_functions(profile, writer);
	json_pairs(profile, writer);
	if (is_tree) {
		json_nodes(profile, writer);
	}
	hp_writer_text(writer, "}\n");
}
