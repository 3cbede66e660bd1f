/* sources.h: by what the samples of a run were taken, why by that, and the words for both. Runs that were merged may have several
 * sources. */
#ifndef HP_PROFILE_SOURCES_H
#define HP_PROFILE_SOURCES_H

#include "base/compat.h"

typedef enum hp_source {
	HP_SOURCE_PERF,
	HP_SOURCE_TIMER,
	HP_SOURCE_INTERRUPT, /* a helper thread of the process */
	HP_SOURCE_OUTSIDE, /* another process */
	HP_SOURCES
} hp_source;

/* Rings have these numbers, so that new ones come last. */
typedef enum hp_why {
	HP_WHY_UNKNOWN, /* or there are several reasons */
	HP_WHY_ASKED,
	HP_WHY_PERF,
	HP_WHY_NO_PERF,
	HP_WHY_DEAR,
	HP_WHY_SLEEPS,
	HP_WHY_KERNEL,
	HP_WHY_HANDLER,
	HP_WHY_BLOCKED,
	HP_WHY_NO_SIGNAL,
	HP_WHY_NO_READ,
	HP_WHY_NO_RING,
	HP_WHYS
} hp_why;

/* All zeros mean that no source is known. */
typedef struct hp_profile_sources {
	struct {
		uint64_t runs; /* that it took the samples of, up to INT64_MAX; of a recording processes */
		hp_why why; /* the same in all of them */
	} of[HP_SOURCES];
} hp_profile_sources;

/* "perf": the name in data. */
const char *hp_source_name(hp_source source);

/* "perf signals": the name in sentences, behind "by". */
const char *hp_source_words(hp_source source);

/* A whole sentence without its full stop; NULL of HP_WHY_UNKNOWN. */
const char *hp_why_text(hp_why why);

/* The reason of that text; HP_WHY_UNKNOWN: none of ours. */
hp_why hp_why_of(const char *text);

void hp_sources_add(hp_profile_sources *sources, const hp_profile_sources *more);

/* "perf signals", or of several "perf signals in 3 runs, by a helper thread in 1", to stand behind "by". False: nobody knows. runs: of
 * all, also of those whose source is not known. */
#define HP_SOURCES_TEXT_BYTES 320
bool hp_sources_text(
	const hp_profile_sources *sources, int64_t runs, char text[HP_SOURCES_TEXT_BYTES]);

/* "sampled by timer signals: the system does not permit perf". False: nobody knows. */
bool hp_sources_sentence(
	const hp_profile_sources *sources, int64_t runs, char text[HP_SOURCES_TEXT_BYTES]);

#endif /* HP_PROFILE_SOURCES_H */
