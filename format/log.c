/* log.c: a line for each call at its end, separated by tabs: stack level, file, function, line of its
 * declaration, line of the call, own and total wall time in nanoseconds. */
#include "format/timeline.h"

static void log_field(hp_writer *writer, const zend_string *text)
{
	if (text != NULL) {
		hp_format_text(writer, text);
	}
	hp_writer_text(writer, "\t");
}

static void log_number(hp_writer *writer, int64_t number, const char *after)
{
	hp_writer_number(writer, number);
	hp_writer_text(writer, after);
}

static void log_emit(const hp_profile *profile, hp_writer *writer, const hp_format_call *call)
{
	const hp_profile_node *node = &profile->nodes.rows[call->node];
	const hp_profile_function *function = &profile->functions.rows[node->function];
	int64_t total_ns = call->end_ns - call->start_ns;

	log_number(writer, call->level, "\t");
	log_field(writer, function->file);
	log_field(writer, function->name);
	log_number(writer, function->line, "\t");
	log_number(writer, node->line, "\t");
	log_number(writer, total_ns - call->callees_ns, "\t");
	log_number(writer, total_ns, call->is_cut ? "\tcut\n" : "\n");
}

void hp_format_log(const hp_profile *profile, hp_writer *writer)
{
	hp_writer_text(
		writer, "# stack_level\tfile\tfunction\tline_defined\tcurrent_line\town_ns\ttotal_ns\n");
	hp_format_calls(profile, writer, log_emit);
	if (profile->lost_events > 0) {
		hp_writer_text(writer, "# cut here: ");
		log_number(writer, (int64_t) profile->lost_events, " events lost\n");
	}
}
