/* sums.h: adds up the samples of many rings by stack and by the tags of their requests. It is made
 * for a reader that watches all processes of a machine all the time: functions and stacks are kept
 * once, however many rings have them, and a stack is turned into a call path once, however often it
 * was sampled. */
#ifndef HP_LIVE_SUMS_H
#define HP_LIVE_SUMS_H

#include "base/table.h"
#include "base/vector.h"
#include "live/extract.h"
#include "live/symbols.h"
#include "live/tally.h"

/* The most series, and frames of stacks, between two hp_live_sums_clear(). Samples of further
 * series go to HP_LIVE_TALLY_OTHER of their label. Samples whose stacks find no room are main()'s
 * own and count as truncated. */
#define HP_LIVE_SUMS_SERIES 1000
#define HP_LIVE_SUMS_FRAMES ((uint32_t) 1 << 21)

/* Requests may have many traces. This many are kept apart, and those with the most time become
 * parts of their own; the samples of the others have no trace. */
#define HP_LIVE_SUMS_TRACES ((uint32_t) 1 << 16)
#define HP_LIVE_SUMS_HEAVY_TRACES 200

typedef struct hp_live_stack {
	uint32_t frame; /* index of its first, innermost frame in hp_live_sums.frames */
	uint32_t frames;
	uint32_t hash;
	bool is_cut; /* outer frames are missing */
} hp_live_stack;

/* The samples with the same label and tags. */
typedef struct hp_live_series {
	zend_string *label; /* persistent, owned; so is tags */
	zend_string *tags; /* the same text as for HP_LIVE_BY_TAGS */
	int64_t
		began_ns; /* Unix time: the earliest at which the time of a sample begins; 0: none yet */
	int64_t interval_ns; /* 0: its samples have different intervals */
	uint64_t truncated; /* samples whose stack found no room */
	uint64_t displaced; /* samples that were taken at safe points */
} hp_live_series;

/* A trace and its span, and their number. */
typedef struct hp_live_sums_trace {
	uint32_t number; /* counts from 1 */
	hp_live_trace trace;
} hp_live_sums_trace;

/* The samples of one series, trace and stack. */
typedef struct hp_live_count {
	uint32_t stack; /* index in hp_live_sums.stacks, plus one */
	uint32_t series;
	uint32_t trace; /* hp_live_sums_trace.number; 0: none */
	hp_live_amount amount;
} hp_live_count;

typedef struct hp_live_sums {
	uint64_t id; /* random; changes when the functions get other numbers */
	HP_VECTOR(hp_live_symbol) functions; /* the first is "(other)" */
	hp_table function_index;
	HP_VECTOR(hp_live_stack) stacks;
	hp_table stack_index;
	HP_VECTOR(hp_live_frame) frames; /* their functions are numbers of this table */
	HP_VECTOR(hp_live_series) series;
	HashTable series_index; /* the numbers of series by label, zero and tags; persistent */
	hp_table traces; /* of hp_live_sums_trace */
	hp_table counts; /* of hp_live_count */
} hp_live_sums;

void hp_live_sums_init(hp_live_sums *sums);
void hp_live_sums_free(hp_live_sums *sums);

/* Adds up what was written to the ring of a tally since the last read, whether by this function or
 * for hp_live_sums_add(). The label keeps the samples apart from those of rings with other
 * labels. Returns what this read has added. */
hp_live_amount hp_live_sums_read(
	hp_live_sums *sums, hp_live_tally *tally, const zend_string *label);

/* Does the same from an extract that another process has made by hp_live_extract_read() and
 * hp_live_extract_check() has accepted; that process has a copy of the tally as it was after
 * hp_live_sums_prepare(). Nothing is read from the ring. */
hp_live_amount hp_live_sums_add(hp_live_sums *sums, hp_live_tally *tally, const zend_string *label,
	const hp_live_extract *extract, const uint64_t *records);
void hp_live_sums_prepare(const hp_live_sums *sums, hp_live_tally *tally);

/* Returns a copy of all counts, in no order, and their number. The caller frees it by pefree(,
 * true). */
hp_live_count *hp_live_sums_counts(const hp_live_sums *sums, uint32_t *count);

/* Returns the traces as an array, indexed by their numbers; number 0 means no trace. The caller
 * frees it by pefree(, true). */
hp_live_trace *hp_live_sums_traces(const hp_live_sums *sums);

/* Forgets samples, stacks and series, and the functions if there are too many. */
void hp_live_sums_clear(hp_live_sums *sums);

#endif /* HP_LIVE_SUMS_H */
