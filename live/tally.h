/* tally.h: the samples of a ring, added up: a profile for each value of the dimension that splits them. */
#ifndef HP_LIVE_TALLY_H
#define HP_LIVE_TALLY_H

#include "base/vector.h"
#include "live/ended.h"
#include "live/label.h"
#include "live/reader.h"
#include "live/symbols.h"
#include "profile/profile.h"

/* Values of one hp_live_tally_read(); what has another one is HP_LIVE_TALLY_OTHER. */
#define HP_LIVE_TALLY_KEYS 1000
#define HP_LIVE_TALLY_OTHER "(other)"
#define HP_LIVE_TALLY_NONE \
 "(none)" /* the samples do not say; by HP_LIVE_BY_TAGS HP_LIVE_TALLY_OTHER */

/* No sample stands for longer, 13 days: a sum of as many as a ring holds does not overflow. */
#define HP_LIVE_TALLY_MAX_WEIGHT_NS (UINT64_C(1) << 50)

/* Looks into the slot in one read; each may wait for a process that writes it. Of an honest ring the first is enough. */
#define HP_LIVE_TALLY_FINDS 4

/* Flags of samples without CPU time. */
#define HP_LIVE_TALLY_OFF_CPU (HP_LIVE_OFF_CPU | HP_LIVE_WAITS_FOR_CPU)

typedef enum hp_live_by {
	HP_LIVE_BY_NOTHING, /* one profile, its key is "" */
	HP_LIVE_BY_URI,
	HP_LIVE_BY_METHOD_URI,
	HP_LIVE_BY_TAG,
	HP_LIVE_BY_TAGS /* all of a request: "key\0value\0key\0value\0", "" without any */
} hp_live_by;

/* The request of the trace that the tally counts, so far. When it is over its exact time is known: a first weight that contains
 * time of short requests before is corrected, and what no sample accounts for is HP_LIVE_REST. */
typedef struct hp_live_tally_own {
	uint64_t request;
	int64_t wall_ns;
	struct hp_live_sum *sum; /* of its first sample; NULL: none, or taken */
	uint32_t node;
	bool is_on_cpu;
	uint64_t
		mixed; /* the last request that was of several traces: its parts are not known exactly */
	uint64_t
		first_ns; /* the first sample of the ring: what began before was not sampled whole; 0: none so far */
	int64_t
		rest_ns; /* of requests that are over; counts with the next sample, as without one nothing samples any more */
} hp_live_tally_own;

typedef struct hp_live_tally {
	hp_live_reader *reader; /* the caller's */
	hp_live_symbols symbols;
	hp_live_label label; /* of the samples that follow */
	hp_live_trace only; /* samples of this trace count; zeros: of all */
	hp_live_tally_own own; /* only of one trace */
	uint32_t finds; /* of labels in the header, during this read */
	hp_live_by by;
	const zend_string *tag; /* the caller's, during the read */
	HashTable sums; /* hp_live_sum by key; persistent */
	struct hp_live_sum *current; /* of the label; NULL: to be found */
	uint32_t nodes; /* of all sums */
	int64_t interval_ns; /* in force at the read */
	int64_t last_interval_ns; /* the last one that was in force; 0: none is known */
	hp_profile_sources sources; /* of its samples, at the last read */
	int64_t unix_offset_ns; /* added to a time of the ring: since 1970 */
	uint64_t numbers_of; /* hp_live_sums.id */
	HP_VECTOR(uint32_t)
	numbers; /* that the ring's functions have there */
	uint64_t marks_of; /* a request, whose marks were seen so far */
	uint64_t marks[HP_LIVE_MARK_KINDS]; /* so many of each kind */
	bool is_learned; /* what is read now has no function beyond these */
	bool has_begun;
} hp_live_tally;

/* "", "uri", "method uri", "tag:KEY", "tags". FAILURE for others. The tag, if any, is the rest from *tag_at on. */
zend_result hp_live_by_of(hp_live_by *by, size_t *tag_at, const zend_string *text);

/* An empty one for a reader, which must outlive it. */
void hp_live_tally_init(hp_live_tally *tally, hp_live_reader *reader);
void hp_live_tally_free(hp_live_tally *tally);

/* Before records are read: looks for the label of the next one, once. True: it was found. */
bool hp_live_tally_begin(hp_live_tally *tally);

/* Adds up what was written since the last time, to what was not taken since then. */
void hp_live_tally_read(hp_live_tally *tally, hp_live_by by, const zend_string *tag);

/* The label becomes that of another request, whose record was not read. False: it is of that request already. */
bool hp_live_tally_relabel(hp_live_tally *tally, uint64_t request);

/* The samples of one request that are still in the ring, as a profile of its own that the caller owns: its wall time is that
 * of the request, as what no sample accounts for is HP_LIVE_REST. What the reader has read does not change. */
hp_profile *hp_live_tally_request(hp_live_tally *tally, const hp_live_times *times);

/* True if a record stands for time, as those of dumps do not. */
bool hp_live_tally_counts(const hp_live_record *record);

/* The square of the part of a sample's weight that counts, as chance counts it. Time in a place that the thread did not leave was
 * measured, not drawn: it is as good as a sample of each interval. */
double hp_live_tally_square(
	const hp_live_tally *tally, const hp_live_sample_record *sample, int64_t weight_ns);

/* Takes out a profile, with its key; NULL: that was all. The caller owns both. Each is a part of a run. */
hp_profile *hp_live_tally_take(hp_live_tally *tally, zend_string **key);

#endif /* HP_LIVE_TALLY_H */
