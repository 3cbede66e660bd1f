#include "profile/sources.h"

#include "main/snprintf.h"

static const char *const source_names[HP_SOURCES] = {"perf", "timer", "interrupt", "outside"};

static const char *const source_words[HP_SOURCES] = {
	"perf signals", "timer signals", "a helper thread", "xhprof from outside"};

static const char *const why_texts[HP_WHYS] = {
	NULL,
	"the options ask for it",
	"the first choice where the system permits it",
	"the system does not permit perf",
	"a signal of perf costs too much for this interval",
	"the thread sleeps too often for perf",
	"perf does not see the kernel, where much time is",
	"the program handles SIGURG without SA_RESTART",
	"the program handles, ignores or blocks SIGURG",
	"the system permits neither perf nor timers",
	"the system refused to read memory that may be gone",
	"the process has no ring that can be read",
};

const char *hp_source_name(hp_source source)
{
	return source_names[source];
}

const char *hp_source_words(hp_source source)
{
	return source_words[source];
}

const char *hp_why_text(hp_why why)
{
	return why < HP_WHYS ? why_texts[why] : NULL;
}

hp_why hp_why_of(const char *text)
{
	for (uint32_t why = HP_WHY_UNKNOWN + 1; why < HP_WHYS; why++) {
		if (strcmp(why_texts[why], text) == 0) {
			return (hp_why) why;
		}
	}

	return HP_WHY_UNKNOWN;
}

void hp_sources_add(hp_profile_sources *sources, const hp_profile_sources *more)
{
	for (uint32_t i = 0; i < HP_SOURCES; i++) {
		if (more->of[i].runs > 0) {
			sources->of[i].why = sources->of[i].runs == 0 || sources->of[i].why == more->of[i].why
				? more->of[i].why
				: HP_WHY_UNKNOWN;
		}
		sources->of[i].runs = MIN(INT64_MAX, sources->of[i].runs + more->of[i].runs);
	}
}

static uint64_t sources_runs(const hp_profile_sources *sources)
{
	uint64_t runs = 0;

	for (uint32_t i = 0; i < HP_SOURCES; i++) {
		runs += sources->of[i].runs;
	}

	return runs;
}

/* Returns the source that took all samples; HP_SOURCES if there are several, or it is not known for
 * all runs. */
static uint32_t sources_only(const hp_profile_sources *sources, int64_t runs)
{
	uint64_t known = sources_runs(sources);

	for (uint32_t i = 0; i < HP_SOURCES && known >= (uint64_t) runs; i++) {
		if (known > 0 && sources->of[i].runs == known) {
			return i;
		}
	}

	return HP_SOURCES;
}

bool hp_sources_text(
	const hp_profile_sources *sources, int64_t runs, char text[HP_SOURCES_TEXT_BYTES])
{
	uint64_t known = sources_runs(sources);
	uint32_t only = sources_only(sources, runs);
	bool is_of_runs = known <= (uint64_t) runs;
	size_t length = 0;

	if (only < HP_SOURCES) {
		snprintf(text, HP_SOURCES_TEXT_BYTES, "%s", source_words[only]);
		return true;
	}
	for (uint32_t i = 0; i < HP_SOURCES; i++) {
		uint64_t count = sources->of[i].runs;
		const char *unit =
			is_of_runs ? (count == 1 ? " run" : " runs") : (count == 1 ? " process" : " processes");

		if (count > 0) {
			length += (size_t) snprintf(text + length, HP_SOURCES_TEXT_BYTES - length,
				"%s%s in %" PRIu64 "%s", length == 0 ? "" : ", by ", source_words[i], count,
				length == 0 ? unit : "");
		}
	}

	return known > 0;
}

bool hp_sources_sentence(
	const hp_profile_sources *sources, int64_t runs, char text[HP_SOURCES_TEXT_BYTES])
{
	uint32_t only = sources_only(sources, runs);
	const char *why = only < HP_SOURCES ? hp_why_text(sources->of[only].why) : NULL;
	char by[HP_SOURCES_TEXT_BYTES];

	if (!hp_sources_text(sources, runs, by)) {
		return false;
	}
	snprintf(text, HP_SOURCES_TEXT_BYTES, "sampled by %s%s%s", by, why == NULL ? "" : ": ",
		why == NULL ? "" : why);

	return true;
}
