/* sums.h: the samples of many rings, added up by stack and by the tags of their requests. Functions and stacks are kept once,
 * however many rings have them, and a stack becomes call paths once, however often it was sampled: for a reader that looks into
 * all processes of a machine all the time. */
#ifndef HP_LIVE_SUMS_H
#define HP_LIVE_SUMS_H

#include "base/table.h"
#include "base/vector.h"
#include "live/extract.h"
#include "live/symbols.h"
#include "live/tally.h"

/* Between two hp_live_sums_take(). Series beyond are HP_LIVE_TALLY_OTHER of their label; samples whose stacks find no room are
 * main()'s own and count as truncated. */
#define HP_LIVE_SUMS_SERIES 1000
#define HP_LIVE_SUMS_FRAMES ((uint32_t) 1 << 21)

/* Requests are many: of their traces this many are told apart, and those with the most time become parts of their own. The
 * others' samples are of no trace. */
#define HP_LIVE_SUMS_TRACES ((uint32_t) 1 << 16)
#define HP_LIVE_SUMS_HEAVY_TRACES 200

typedef struct hp_live_stack {
	uint32_t frame; /* its first in hp_live_sums.frames, the innermost */
	uint32_t frames;
	uint32_t hash;
	bool is_cut; /* outer frames are missing */
} hp_live_stack;

typedef struct hp_live_stack_frame {
	uint32_t function;
	uint32_t line;
} hp_live_stack_frame;

/* Samples of equal label and tags. */
typedef struct hp_live_series {
	zend_string *label; /* both persistent, owned */
	zend_string *tags; /* as of HP_LIVE_BY_TAGS */
	int64_t started_ns; /* Unix time of its first sample */
	int64_t interval_ns; /* 0: they differ */
	uint64_t truncated; /* samples */
	uint64_t displaced; /* likewise, from safe points */
} hp_live_series;

/* A trace and a span, and its place in the table. */
typedef struct hp_live_sums_trace {
	uint32_t number; /* plus one */
	hp_live_trace trace;
} hp_live_sums_trace;

/* The samples of a series and a trace on a stack. */
typedef struct hp_live_count {
	uint32_t stack; /* plus one */
	uint32_t series;
	uint32_t trace; /* hp_live_sums_trace.number; 0: none */
	double squares; /* as of hp_live_tally_square() */
	uint64_t samples;
	int64_t wall_ns;
	int64_t cpu_ns;
} hp_live_count;

typedef struct hp_live_sums {
	uint64_t id; /* random; another one when the functions get other numbers */
	HP_VECTOR(hp_live_symbol) functions; /* the first is "(other)" */
	hp_table function_index;
	HP_VECTOR(hp_live_stack) stacks;
	hp_table stack_index;
	HP_VECTOR(hp_live_stack_frame) frames;
	HP_VECTOR(hp_live_series) series;
	HashTable series_index; /* numbers, by label, zero and tags; persistent */
	hp_table traces; /* of hp_live_sums_trace */
	hp_table counts; /* of hp_live_count */
} hp_live_sums;

/* The samples that a read has added. */
typedef struct hp_live_sums_more {
	uint64_t samples;
	int64_t wall_ns;
} hp_live_sums_more;

void hp_live_sums_init(hp_live_sums *sums);
void hp_live_sums_free(hp_live_sums *sums);

/* Adds up what was written to the ring of a tally since it was read the last time, here or there. The label sets it apart
 * from rings of other labels. */
hp_live_sums_more hp_live_sums_read(
	hp_live_sums *sums, hp_live_tally *tally, const zend_string *label);

/* Likewise, of a ring that another process has read for this one: a checked extract of hp_live_extract_read(), whose tally
 * was one after hp_live_sums_prepare(). Nothing of the ring is read. */
hp_live_sums_more hp_live_sums_add(hp_live_sums *sums, hp_live_tally *tally,
	const zend_string *label, const hp_live_extract *extract, const uint64_t *records);
void hp_live_sums_prepare(const hp_live_sums *sums, hp_live_tally *tally);

/* A copy of all counts, in no order, and how many they are. The caller frees it by pefree(, true). */
hp_live_count *hp_live_sums_counts(const hp_live_sums *sums, uint32_t *count);

/* The traces by their numbers, from 0 on: that of none. The caller frees them by pefree(, true). */
hp_live_trace *hp_live_sums_traces(const hp_live_sums *sums);

/* Forgets samples, stacks and series. */
void hp_live_sums_clear(hp_live_sums *sums);

#endif /* HP_LIVE_SUMS_H */
