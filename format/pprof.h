/* pprof.h: files of perftools.profiles.Profile with labels, and of a limited size: a run may take
 * several. */
#ifndef HP_FORMAT_PPROF_H
#define HP_FORMAT_PPROF_H

#include "profile/profile.h"
#include "base/writer.h"

typedef enum hp_pprof_values {
	HP_PPROF_ALL,
	HP_PPROF_TIMES, /* all but allocations */
	HP_PPROF_ALLOCATIONS /* allocations only */
} hp_pprof_values;

typedef struct hp_pprof_options {
	const HashTable *labels; /* of each sample; the caller's; NULL: the tags of the run's request */
	hp_pprof_values values;
	int64_t started_ns; /* Unix time; below 0: the run's */
	int64_t duration_ns; /* below 0: the run's */
	int64_t max_samples; /* of a file */
	/* of a file before compression; a sample that is larger has a file of its own */
	int64_t max_bytes;
} hp_pprof_options;

/* One file of all values. */
#define HP_PPROF_DEFAULTS \
 { \
  .started_ns = -1, .duration_ns = -1, .max_samples = INT64_MAX, .max_bytes = INT64_MAX \
 }

typedef struct hp_pprof hp_pprof;

/* The files of a run, which outlives them, as do the labels. The caller owns it. May leave by a
 * fatal error before it has allocated anything outside PHP's heap. */
hp_pprof *hp_pprof_new(const hp_profile *profile, const hp_pprof_options *options);
void hp_pprof_free(hp_pprof *pprof);

/* Writes the next file, without compression. Each sample is in one file only. Each file begins a
 * nanosecond later than the one before. */
void hp_pprof_write(hp_pprof *pprof, hp_writer *writer);

/* True until all samples are written. */
bool hp_pprof_has_more(const hp_pprof *pprof);

#endif /* HP_FORMAT_PPROF_H */
