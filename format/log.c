/* log.c: a line for each call at its end, separated by tabs: stack level, file, function, line of
 * its declaration, line of the call, own and total wall time in nanoseconds. trace/log.c writes
 * them during a run. */
#include "base/log_file.h"
#include "format/timeline.h"
#include "format/write.h"

static void log_emit(const hp_profile *profile, hp_writer *writer, const hp_format_call *call)
{
	const hp_profile_node *node = &profile->nodes.rows[call->node];
	const hp_profile_function *function = &profile->functions.rows[node->function];
	int64_t total_ns = call->end_ns - call->start_ns;
	smart_str text = {NULL, 0};
	hp_log_row row = {
		.level = call->level,
		.file = function->file,
		.name = ZSTR_VAL(function->name),
		.name_length = ZSTR_LEN(function->name),
		.line = function->line,
		.call_line = node->line,
		.own_ns = total_ns - call->callees_ns,
		.total_ns = total_ns,
		.is_cut = call->is_cut,
	};

	hp_log_row_append(&text, &row);
	hp_writer_string(writer, text.s);
	smart_str_free_ex(&text, true);
}

void hp_format_log(const hp_profile *profile, hp_writer *writer)
{
	hp_writer_text(writer, HP_LOG_HEAD);
	hp_format_calls(profile, writer, log_emit);
	if (profile->timeline.lost_events > 0) {
		hp_writer_text(writer, "# cut here: ");
		hp_writer_number(writer, (int64_t) profile->timeline.lost_events);
		hp_writer_text(writer, " events lost\n");
	}
}
