/* sources.h: by what the samples of a run were taken, why by that, and the words for both. Merged
 * runs may have several sources. */
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

/* Rings store these numbers, so new ones must come last. */
typedef enum hp_why {
	HP_WHY_UNKNOWN, /* or several reasons */
	HP_WHY_ASKED,
	HP_WHY_PERF,
	HP_WHY_NO_PERF,
	HP_WHY_EXPENSIVE,
	HP_WHY_SLEEPS,
	HP_WHY_KERNEL,
	HP_WHY_HANDLER,
	HP_WHY_BLOCKED,
	HP_WHY_NO_SIGNAL,
	HP_WHY_NO_READ,
	HP_WHY_NO_RING,
	HP_WHYS
} hp_why;

/* All zeros: no source is known. */
typedef struct hp_profile_sources {
	struct {
		/* number of runs whose samples it took, up to INT64_MAX; in a recording, of processes */
		uint64_t runs;
		hp_why why; /* the reason, if it is the same in all of them */
	} of[HP_SOURCES];
} hp_profile_sources;

/* Returns the name in data, such as "perf". A static string. */
const char *hp_source_name(hp_source source);

/* Returns the name in sentences, to follow "by", such as "perf signals". A static string. */
const char *hp_source_words(hp_source source);

/* Returns the reason as a clause without a full stop; NULL for HP_WHY_UNKNOWN. */
const char *hp_why_text(hp_why why);

/* Returns the reason with that text; HP_WHY_UNKNOWN if there is none. */
hp_why hp_why_of(const char *text);

void hp_sources_add(hp_profile_sources *sources, const hp_profile_sources *more);

/* Writes the sources, to follow "by": "perf signals", or "perf signals in 3 runs, by a helper
 * thread in 1" if there are several. Returns false if no source is known. `runs` counts all runs,
 * including those whose source is not known. */
#define HP_SOURCES_TEXT_BYTES 320
bool hp_sources_text(
	const hp_profile_sources *sources, int64_t runs, char text[HP_SOURCES_TEXT_BYTES]);

/* Writes a sentence such as "sampled by timer signals: the system does not permit perf". Returns
 * false if no source is known. */
bool hp_sources_sentence(
	const hp_profile_sources *sources, int64_t runs, char text[HP_SOURCES_TEXT_BYTES]);

#endif /* HP_PROFILE_SOURCES_H */
