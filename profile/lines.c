#include "profile/lines.h"

#include "base/wrap.h"
#include "profile/paths.h"

typedef struct lines_builder {
	const hp_profile *profile;
	HP_VECTOR(hp_line_row) rows;
	uint32_t *row_of; /* by node */
	uint32_t *open; /* by row: how often it is on the current path */
	uint64_t *samples; /* by node, callees included */
} lines_builder;

/* Makes the rows, one for each function and line. */
static void lines_make_rows(lines_builder *builder)
{
	hp_profile_index index = {.rows = NULL};

	for (uint32_t i = 0; i < builder->profile->nodes.count; i++) {
		const hp_profile_node *node = &builder->profile->nodes.rows[i];
		uint32_t key[HP_PROFILE_KEY_PARTS] = {node->function, node->line};
		uint32_t place = hp_profile_index_find(&index, key, builder->rows.count);

		if (place == builder->rows.count) {
			hp_line_row row = {.function = node->function, .line = node->line};

			*hp_vector_add(&builder->rows) = row;
		}
		builder->row_of[i] = place;
	}
	hp_profile_index_free(&index);
}

/* Adds own samples and times. A callee without lines belongs to the line that called it. Callers
 * come before their callees. */
static void lines_add_own(lines_builder *builder)
{
	const hp_profile *profile = builder->profile;
	hp_values *own = hp_paths_own_values(profile);
	uint32_t *owner = safe_pemalloc((size_t) profile->nodes.count + 1, sizeof(*owner), 0, true);

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i];
		bool is_owned = node->line == 0 && node->parent != HP_PROFILE_NONE;
		hp_line_row *row;

		owner[i] = is_owned ? owner[node->parent] : builder->row_of[i];
		row = &builder->rows.rows[owner[i]];
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the row is there */
		row->own_samples += node->count;
		row->own_wall_ns = hp_wrap_sum(row->own_wall_ns, own[i].wall_ns);
	}
	pefree(owner, true);
	pefree(own, true);
}

static bool lines_enter(void *context, uint32_t node)
{
	lines_builder *builder = context;
	uint32_t place = builder->row_of[node];
	hp_line_row *row = &builder->rows.rows[place];

	if (builder->open[place]++ == 0) {
		row->samples += builder->samples[node];
		row->wall_ns = hp_wrap_sum(row->wall_ns, builder->profile->nodes.rows[node].sum.wall_ns);
	}

	return true;
}

static void lines_leave(void *context, uint32_t node)
{
	lines_builder *builder = context;

	builder->open[builder->row_of[node]]--;
}

typedef struct lines_sorted {
	hp_line_row row;
	const zend_string *file;
} lines_sorted;

static int lines_compare(const void *left, const void *right)
{
	const lines_sorted *a = left, *b = right;
	int order = (a->file != NULL) - (b->file != NULL);

	if (order == 0 && a->file != NULL) {
		order = zend_binary_strcmp(
			ZSTR_VAL(a->file), ZSTR_LEN(a->file), ZSTR_VAL(b->file), ZSTR_LEN(b->file));
	}

	return order != 0 ? order
					  : hp_vector_order(a->row.line, b->row.line, a->row.function, b->row.function);
}

static void lines_sort(const hp_profile *profile, hp_line_row *rows, uint32_t count)
{
	lines_sorted *sorted = safe_pemalloc((size_t) count + 1, sizeof(*sorted), 0, true);

	for (uint32_t i = 0; i < count; i++) {
		sorted[i].row = rows[i];
		sorted[i].file = profile->functions.rows[rows[i].function].file;
	}
	hp_vector_sort(sorted, count, sizeof(*sorted), lines_compare);
	for (uint32_t i = 0; i < count; i++) {
		rows[i] = sorted[i].row;
	}
	pefree(sorted, true);
}

/* Makes the lines that a run counted and timed. */
static hp_lines lines_recorded(const hp_profile *profile)
{
	uint32_t count = profile->calls.lines.count;
	hp_lines lines = {safe_pemalloc((size_t) count + 1, sizeof(*lines.rows), 0, true), count};

	for (uint32_t i = 0; i < count; i++) {
		const hp_profile_line *line = &profile->calls.lines.rows[i];

		lines.rows[i] = (hp_line_row){.function = line->function,
			.line = line->line,
			.count = line->count,
			.wall_ns = line->wall_ns};
	}
	lines_sort(profile, lines.rows, count);

	return lines;
}

hp_profile_line *hp_lines_row_of(hp_profile *profile, uint32_t function, uint32_t line)
{
	uint32_t key[HP_PROFILE_KEY_PARTS] = {function, line};
	uint32_t place = hp_profile_index_find(&profile->lookup.lines, key, profile->calls.lines.count);

	if (place == profile->calls.lines.count) {
		*hp_vector_add(&profile->calls.lines) = (hp_profile_line){function, line, 0, 0};
	}

	return &profile->calls.lines.rows[place];
}

hp_lines hp_lines_new(const hp_profile *profile)
{
	size_t nodes = (size_t) profile->nodes.count + 1;
	lines_builder builder = {.profile = profile};
	hp_lines lines = {NULL, 0};

	if (profile->features & HP_PROFILE_LINE_COUNTS) {
		return lines_recorded(profile);
	}
	if ((profile->features & HP_PROFILE_LINES) == 0) {
		return lines;
	}
	builder.row_of = safe_pemalloc(nodes, sizeof(*builder.row_of), 0, true);
	builder.samples = hp_paths_node_samples(profile);
	lines_make_rows(&builder);
	lines_add_own(&builder);
	builder.open = pecalloc((size_t) builder.rows.count + 1, sizeof(*builder.open), true);
	hp_paths_walk(profile, lines_enter, lines_leave, &builder);
	lines_sort(profile, builder.rows.rows, builder.rows.count);
	pefree(builder.row_of, true);
	pefree(builder.samples, true);
	pefree(builder.open, true);
	lines.rows = builder.rows.rows;
	lines.count = builder.rows.count;

	return lines;
}

void hp_lines_free(hp_lines *lines)
{
	hp_vector_release(lines->rows);
}
