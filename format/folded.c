/* folded.c: a line for each call path, "main();a;b 1234": its own wall time in nanoseconds, or its own bytes.
 * For flame graphs by flamegraph.pl, inferno and others. */
#include "format/format.h"

typedef struct folded {
	hp_format_visitor visitor;
	smart_str path;
	const int64_t *own; /* by node */
} folded;

/* Replaces characters that would end a frame or a line. */
static void folded_append(smart_str *path, const zend_string *name)
{
	if (path->s != NULL && ZSTR_LEN(path->s) > 0) {
		smart_str_appendc(path, ';');
	}
	for (size_t i = 0; i < ZSTR_LEN(name); i++) {
		unsigned char byte = (unsigned char) ZSTR_VAL(name)[i];

		smart_str_appendc(path,
			(char) (byte == ';'                   ? ':'
					: byte < 0x20 || byte == 0x7F ? ' '
												  : byte));
	}
}

static void folded_enter(hp_format_visitor *visitor, uint32_t node)
{
	folded *state = (folded *) visitor;

	folded_append(&state->path,
		visitor->profile->functions.rows[visitor->profile->nodes.rows[node].function].name);
	if (state->own[node] > 0) {
		hp_writer_string(visitor->writer, state->path.s);
		hp_writer_text(visitor->writer, " ");
		hp_writer_number(visitor->writer, state->own[node]);
		hp_writer_text(visitor->writer, "\n");
	}
}

static void folded_leave(hp_format_visitor *visitor, uint32_t node)
{
	folded *state = (folded *) visitor;
	const hp_profile *profile = visitor->profile;
	size_t length = ZSTR_LEN(profile->functions.rows[profile->nodes.rows[node].function].name);

	/* The name, and the semicolon before it. */
	ZSTR_LEN(state->path.s) -=
		length + (profile->nodes.rows[node].parent == HP_PROFILE_NONE ? 0 : 1);
}

static void folded_write(const hp_profile *profile, hp_writer *writer, const int64_t *own)
{
	folded state = {{profile, writer, folded_enter, folded_leave}, {NULL, 0}, own};

	hp_format_visit(&state.visitor);
	smart_str_free(&state.path);
}

static void folded_write_wall(const hp_profile *profile, hp_writer *writer)
{
	hp_values *values = hp_profile_own_values(profile);
	int64_t *own = (int64_t *) values; /* in their place: a row is wider */

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		own[i] = values[i].wall_ns;
	}
	folded_write(profile, writer, own);
	pefree(values, true);
}

void hp_format_folded(const hp_profile *profile, hp_writer *writer)
{
	hp_format_without_lines(profile, writer, folded_write_wall);
}

static void folded_write_bytes(const hp_profile *profile, hp_writer *writer, bool is_live)
{
	int64_t *own = safe_pemalloc(profile->nodes.count + 1, sizeof(*own), 0, true);

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		const hp_alloc_counts *allocs = hp_profile_allocs(&profile->node_allocs, i);

		own[i] = is_live ? hp_allocs_live_bytes(allocs) : allocs->alloc_bytes;
	}
	folded_write(profile, writer, own);
	pefree(own, true);
}

void hp_format_folded_live(const hp_profile *profile, hp_writer *writer)
{
	folded_write_bytes(profile, writer, true);
}

void hp_format_folded_alloc(const hp_profile *profile, hp_writer *writer)
{
	folded_write_bytes(profile, writer, false);
}
