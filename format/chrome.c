/* chrome.c: trace events for Perfetto, chrome://tracing and speedscope, one for each call. */
#include "event/mark.h"
#include "format/processes.h"
#include "format/timeline.h"
#include "format/write.h"
#include "profile/moments.h"

/* Microseconds, with nanoseconds as decimals. */
static void chrome_time(hp_writer *writer, const char *key, int64_t ns)
{
	char digits[] = {
		'.', (char) ('0' + ns / 100 % 10), (char) ('0' + ns / 10 % 10), (char) ('0' + ns % 10)};

	hp_writer_text(writer, key);
	hp_writer_number(writer, ns / 1000);
	hp_writer_bytes(writer, digits, sizeof(digits));
}

/* Begins an event of the thread that a process is. */
static void chrome_begin(const hp_profile *process, hp_writer *writer, const char *phase)
{
	hp_writer_text(writer, phase);
	hp_writer_text(writer, ",\"pid\":");
	hp_writer_number(writer, hp_format_process(process));
	hp_writer_text(writer, ",\"tid\":");
	hp_writer_number(writer, hp_format_process(process));
}

static void chrome_emit(const hp_profile *profile, hp_writer *writer, const hp_format_call *call)
{
	const hp_profile_function *function =
		&profile->functions.rows[profile->nodes.rows[call->node].function];

	chrome_begin(profile, writer, ",\n{\"ph\":\"X\"");
	hp_writer_text(writer, ",\"cat\":\"php\",\"name\":");
	hp_writer_json(writer, function->name);
	chrome_time(writer, ",\"ts\":", call->start_ns);
	chrome_time(writer, ",\"dur\":", call->end_ns - call->start_ns);
	if (function->file != NULL) {
		hp_writer_text(writer, ",\"args\":{\"file\":");
		hp_writer_json(writer, function->file);
		hp_writer_text(writer, ",\"line\":");
		hp_writer_number(writer, function->line);
		hp_writer_text(writer, "}");
	}
	hp_writer_text(writer, "}");
}

static void chrome_memory(const hp_profile *profile, hp_writer *writer)
{
	for (uint32_t i = 0; i < profile->timeline.points.count && hp_writer_goes_on(writer); i++) {
		hp_writer_text(writer, ",\n{\"ph\":\"C\",\"pid\":");
		hp_writer_number(writer, hp_format_process(profile));
		hp_writer_text(writer, ",\"name\":\"memory\"");
		chrome_time(writer, ",\"ts\":", profile->timeline.points.rows[i].at_ns);
		hp_writer_text(writer, ",\"args\":{\"bytes\":");
		hp_writer_number(writer, profile->timeline.points.rows[i].memory_bytes);
		hp_writer_text(writer, "}}");
	}
}

static void chrome_marks(const hp_profile *profile, hp_writer *writer)
{
	for (uint32_t i = 0; i < profile->timeline.marks.count && hp_writer_goes_on(writer); i++) {
		const hp_profile_mark *mark = &profile->timeline.marks.rows[i];
		const char *kind = hp_mark_name(mark->kind);

		chrome_begin(profile, writer, ",\n{\"ph\":\"i\",\"s\":\"t\"");
		hp_writer_text(writer, ",\"cat\":\"");
		hp_writer_text(writer, kind == NULL ? "mark" : kind);
		hp_writer_text(writer, "\",\"name\":");
		hp_writer_json(writer, mark->text == NULL ? ZSTR_EMPTY_ALLOC() : mark->text);
		chrome_time(writer, ",\"ts\":", mark->at_ns);
		hp_writer_text(writer, "}");
	}
}

/* A sample that the program took stands for no time: a point with its weight, in microseconds. */
static void chrome_custom(const hp_profile *profile, hp_writer *writer)
{
	for (uint32_t i = 0; i < profile->samples.moments.count && hp_writer_goes_on(writer); i++) {
		const hp_profile_moment *moment = &profile->samples.moments.rows[i];
		uint32_t function = profile->nodes.rows[moment->node].function;

		if (hp_profile_is_custom(profile, moment)) {
			chrome_begin(profile, writer, ",\n{\"ph\":\"i\",\"s\":\"t\"");
			hp_writer_text(writer, ",\"cat\":\"xhprof_sample\",\"name\":");
			hp_writer_json(writer, profile->functions.rows[function].name);
			chrome_time(writer, ",\"ts\":", moment->at_ns);
			chrome_time(writer, ",\"args\":{\"weight_us\":", hp_profile_moment_ns(profile, moment));
			hp_writer_text(writer, "}}");
		}
	}
}

static void chrome_cut(const hp_profile *profile, hp_writer *writer)
{
	uint32_t count = profile->timeline.events.count; /* there may be room for none */

	chrome_begin(profile, writer, ",\n{\"ph\":\"i\",\"s\":\"g\"");
	hp_writer_text(writer, ",\"name\":\"cut: ");
	hp_writer_number(writer, (int64_t) profile->timeline.lost_events);
	hp_writer_text(writer, " events lost\"");
	chrome_time(
		writer, ",\"ts\":", count == 0 ? 0 : profile->timeline.events.rows[count - 1].at_ns);
	hp_writer_text(writer, "}");
}

static void chrome_process(const hp_profile *process, hp_writer *writer)
{
	chrome_begin(process, writer, "{\"ph\":\"M\"");
	hp_writer_text(writer, ",\"name\":\"process_name\",\"args\":{\"name\":\"PHP\"}}");
	hp_format_calls(process, writer, chrome_emit);
	chrome_marks(process, writer);
	if (process->features & HP_PROFILE_CUSTOM) {
		chrome_custom(process, writer);
	}
	if (process->metrics & HP_METRIC_MEMORY) {
		chrome_memory(process, writer);
	}
	if (process->timeline.lost_events > 0) {
		chrome_cut(process, writer);
	}
}

void hp_format_chrome(const hp_profile *profile, hp_writer *writer)
{
	char sources[HP_SOURCES_TEXT_BYTES];

	hp_writer_text(writer, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
	hp_format_processes(profile, writer, ",\n", chrome_process);
	hp_writer_text(writer, "\n]");
	if (hp_sources_sentence(&profile->samples.sources, profile->runs, sources)) {
		hp_writer_text(writer, ",\"otherData\":{\"samples\":\"");
		hp_writer_text(writer, sources);
		hp_writer_text(writer, "\"}");
	}
	hp_writer_text(writer, "}\n");
}
