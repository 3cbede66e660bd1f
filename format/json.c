/* json.c: all of a run for programs: functions, pairs and, of a tree, its nodes, which refer to each other
 * by position. docs/formats.md has the schema. */
#include "format/columns.h"
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
	for (size_t i = 0; i < HP_COLUMNS_VALUES; i++) {
		if (hp_columns_has(metrics, i)) {
			json_number(writer, hp_columns_values[i].key, ((const int64_t *) values)[i]);
		}
	}
}

static void json_allocs(
	hp_writer *writer, const hp_allocs_table *table, uint32_t number, uint32_t metrics)
{
	const int64_t *allocs = (const int64_t *) hp_profile_allocs(table, number);

	for (size_t i = 0; i < HP_COLUMNS_ALLOCS && (metrics & HP_METRIC_ALLOC); i++) {
		json_number(writer, hp_columns_allocs[i], allocs[i]);
	}
}

/* A position, or null. */
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
	for (uint32_t i = 0; i < profile->functions.count; i++) {
		const hp_profile_function *function = &profile->functions.rows[i];

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
	for (uint32_t i = 0; i < profile->pairs.count && hp_writer_goes_on(writer); i++) {
		const hp_profile_pair *pair = &profile->pairs.rows[i];

		hp_writer_text(writer, i == 0 ? "\n{" : ",\n{");
		json_place(writer, "\"caller\":", pair->caller);
		json_number(writer, "caller_level", pair->caller_level);
		json_number(writer, "callee", pair->callee);
		json_number(writer, "callee_level", pair->callee_level);
		json_number(writer, "calls", (int64_t) pair->count);
		json_values(writer, &pair->sum, profile->metrics);
		json_allocs(writer, &profile->pair_allocs, i, profile->metrics);
		hp_writer_text(writer, "}");
	}
	hp_writer_text(writer, "]");
}

static void json_nodes(const hp_profile *profile, hp_writer *writer)
{
	hp_writer_text(writer, ",\n\"nodes\":[");
	for (uint32_t i = 0; i < profile->nodes.count && hp_writer_goes_on(writer); i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];

		hp_writer_text(writer, i == 0 ? "\n{" : ",\n{");
		json_place(writer, "\"parent\":", node->parent);
		json_number(writer, "function", node->function);
		json_number(writer, "level", node->level);
		json_number(writer, "line", node->line);
		json_number(writer, "calls", (int64_t) node->count);
		json_values(writer, &node->sum, profile->metrics);
		json_allocs(writer, &profile->node_allocs, i, profile->metrics);
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
	for (size_t i = 0; i < HP_COLUMNS_TOTALS && (profile->metrics & HP_METRIC_ALLOC); i++) {
		json_number(writer, hp_columns_totals[i], ((const int64_t *) &profile->alloc_totals)[i]);
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
