/* tally.h: adds up the samples of a ring in profiles, one for each value of the dimension that
 * splits them. */
#ifndef HP_LIVE_TALLY_H
#define HP_LIVE_TALLY_H

#include "base/vector.h"
#include "live/ended.h"
#include "live/label.h"
#include "live/reader.h"
#include "live/symbols.h"
#include "profile/profile.h"

/* The most values that one hp_live_tally_read() keeps apart. Samples with further values go to
 * HP_LIVE_TALLY_OTHER. */
#define HP_LIVE_TALLY_KEYS 1000
#define HP_LIVE_TALLY_OTHER "(other)"
#define HP_LIVE_TALLY_NONE \
 "(none)" /* the value is not known; with HP_LIVE_BY_TAGS that is HP_LIVE_TALLY_OTHER */

/* Samples that stand for longer (13 days) do not count, so that the sum of as many as a ring holds
 * does not overflow. */
#define HP_LIVE_TALLY_MAX_WEIGHT_NS (UINT64_C(1) << 50)

/* How often one read looks for a label in the slot. Each look may wait for a process that writes
 * it. For an honest ring the first look is enough. */
#define HP_LIVE_TALLY_FINDS 4

/* The flags of samples that have no CPU time. */
#define HP_LIVE_TALLY_OFF_CPU (HP_LIVE_OFF_CPU | HP_LIVE_WAITS_FOR_CPU)

typedef enum hp_live_by {
	HP_LIVE_BY_NOTHING, /* one profile, whose key is "" */
	HP_LIVE_BY_URI,
	HP_LIVE_BY_METHOD_URI,
	HP_LIVE_BY_TAG,
	HP_LIVE_BY_TAGS /* all tags of a request: "key\0value\0key\0value\0"; "" if it has none */
} hp_live_by;

/* The current request of the trace that the tally counts. Its exact time is known when it ends.
 * Then a first weight that contains time of short requests before it is corrected, and time that no
 * sample accounts for becomes HP_LIVE_REST. */
typedef struct hp_live_tally_own {
	uint64_t request;
	int64_t wall_ns;
	/* the sum with its first sample; NULL: there is none, or it was taken */
	struct hp_live_tally_sum *sum;
	uint32_t node;
	bool is_on_cpu;
	/* the last request that had several traces: the time of each is not known exactly */
	uint64_t mixed;
	/* the time of the ring's first sample: requests that began before were not sampled as a whole;
	 * 0: none so far */
	uint64_t first_ns;
	/* open time of ended requests; it counts when the next sample comes, because without one
	 * nothing samples any more */
	int64_t rest_ns;
} hp_live_tally_own;

typedef struct hp_live_tally {
	hp_live_reader *reader; /* the caller's */
	hp_live_symbols symbols;
	hp_live_label label; /* the label of the samples that follow */
	hp_live_trace only; /* only samples of this trace count; zeros: all samples */
	hp_live_tally_own own; /* used only if samples of one trace count */
	uint32_t finds; /* how many labels were looked for in the slot during this read */
	hp_live_by by;
	const zend_string *tag; /* the caller's, set during the read */
	HashTable sums; /* hp_live_tally_sum by key; persistent */
	struct hp_live_tally_sum *current; /* the sum for the label; NULL: still to be found */
	uint32_t nodes; /* the number of nodes in all sums */
	int64_t interval_ns; /* the interval in force at the last read */
	int64_t last_interval_ns; /* the last one that was in force; 0: none is known */
	hp_profile_sources sources; /* the source of the samples, at the last read */
	int64_t unix_offset_ns; /* what to add to a time of the ring to get the time since 1970 */
	uint64_t numbers_of; /* the hp_live_sums.id of the sums that numbers is for */
	HP_VECTOR(uint32_t) numbers; /* the numbers that the ring's functions have in those sums */
	uint64_t marks_of; /* the request that marks is for */
	uint64_t marks[HP_LIVE_MARK_KINDS]; /* how many marks of each kind were seen */
	bool is_learned; /* the records that are read now have no further functions */
	bool has_begun;
} hp_live_tally;

/* Parses "", "uri", "method uri", "tag:KEY" or "tags". FAILURE for anything else. The tag, if any,
 * is the rest of the text from *tag_at on. */
zend_result hp_live_by_of(hp_live_by *by, size_t *tag_at, const zend_string *text);

/* Makes an empty tally for a reader, which must outlive it. */
void hp_live_tally_init(hp_live_tally *tally, hp_live_reader *reader);
void hp_live_tally_free(hp_live_tally *tally);

/* Call it before records are read. The first call looks back for the label of the next record, and
 * returns true if it was found. */
bool hp_live_tally_begin(hp_live_tally *tally);

/* Adds up what was written since the last time. It is added to the profiles that were not taken
 * since then. */
void hp_live_tally_read(hp_live_tally *tally, hp_live_by by, const zend_string *tag);

/* Makes the label that of another request, whose record was not read. Returns false if it is of
 * that request already. */
bool hp_live_tally_relabel(hp_live_tally *tally, uint64_t request);

/* Returns the samples of one request that are still in the ring, as a separate profile that the
 * caller owns. Its wall time is that of the request: time that no sample accounts for is
 * HP_LIVE_REST. The position and the counts of the reader do not change. */
hp_profile *hp_live_tally_request(hp_live_tally *tally, const hp_live_times *times);

/* Returns true if a record stands for time. Records of dumps do not. */
bool hp_live_tally_counts(const hp_live_record *record);

/* Returns the square of a sample's weight as a measure of its random error, in nanoseconds squared.
 * weight_ns is the part of the weight that counts. Time in a place that the thread did not leave
 * was measured, not drawn at random: it is as good as one sample for each interval. */
double hp_live_tally_square(
	const hp_live_tally *tally, const hp_live_sample_record *sample, int64_t weight_ns);

/* Takes out a profile, with its key. Each profile is a part of a run. The caller owns both. NULL:
 * there are no more. */
hp_profile *hp_live_tally_take(hp_live_tally *tally, zend_string **key);

#endif /* HP_LIVE_TALLY_H */
