/* tally.h: adds up the samples of a ring in profiles, one for each value of the dimension that
 * splits them. */
#ifndef HP_LIVE_TALLY_H
#define HP_LIVE_TALLY_H

#include "base/vector.h"
#include "live/ended.h"
#include "live/samples.h"
#include "live/symbols.h"
#include "profile/profile.h"

/* The most values that one hp_live_tally_read() keeps apart. Samples with further values go to
 * HP_LIVE_TALLY_OTHER. */
#define HP_LIVE_TALLY_KEYS 1000
#define HP_LIVE_TALLY_OTHER "(other)"
#define HP_LIVE_TALLY_NONE \
 "(none)" /* the value is not known; with HP_LIVE_BY_TAGS that is HP_LIVE_TALLY_OTHER */

typedef enum hp_live_by {
	HP_LIVE_BY_NOTHING, /* one profile, whose key is "" */
	HP_LIVE_BY_URI,
	HP_LIVE_BY_METHOD_URI,
	HP_LIVE_BY_TAG,
	HP_LIVE_BY_TAGS /* all tags of a request: "key\0value\0key\0value\0"; "" if it has none */
} hp_live_by;

/* The current request, in a tally that counts only one trace. Its exact time is known when it ends.
 * Then the weight of its first sample is corrected, which may contain time of short requests before
 * it, and time that no sample accounts for becomes HP_LIVE_REST. */
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
	/* open time of ended requests; it counts once the next sample comes, because without one
	 * sampling may have stopped */
	int64_t rest_ns;
} hp_live_tally_own;

typedef struct hp_live_tally {
	hp_live_samples samples;
	hp_live_symbols symbols;
	hp_live_trace only; /* only samples of this trace count; zeros: all samples */
	hp_live_tally_own own; /* used only if samples of one trace count */
	hp_live_by by;
	const zend_string *tag; /* the caller's, set during the read */
	HashTable sums; /* hp_live_tally_sum by key; persistent */
	struct hp_live_tally_sum *current; /* the sum for the label; NULL: still to be found */
	uint32_t room; /* how many more nodes all sums may have */
	int64_t interval_ns; /* the interval in force at the last read */
	hp_profile_sources sources; /* the source of the samples, at the last read */
	uint64_t numbers_of; /* the hp_live_sums.id of the sums that numbers is for */
	HP_VECTOR(uint32_t) numbers; /* the numbers that the ring's functions have in those sums */
	uint64_t marks_of; /* the request that marks is for */
	uint64_t marks[HP_LIVE_MARK_KINDS]; /* how many marks of each kind were seen */
	bool is_learned; /* the records that are read now have no further functions */
} hp_live_tally;

/* Parses "", "uri", "method uri", "tag:KEY" or "tags". FAILURE for anything else. The tag, if any,
 * is the rest of the text from *tag_at on. */
zend_result hp_live_by_of(hp_live_by *by, size_t *tag_at, const zend_string *text);

/* Makes an empty tally for a reader, which must outlive it. */
void hp_live_tally_init(hp_live_tally *tally, hp_live_reader *reader);
void hp_live_tally_free(hp_live_tally *tally);

/* Adds the samples that were written since the last read to the profiles that were not taken
 * yet. */
void hp_live_tally_read(hp_live_tally *tally, hp_live_by by, const zend_string *tag);

/* Returns the samples of one request that are still in the ring, as a separate profile that the
 * caller owns. Its wall time is that of the request: time that no sample accounts for is
 * HP_LIVE_REST. The position and the counts of the reader do not change. */
hp_profile *hp_live_tally_request(hp_live_tally *tally, const hp_live_times *times);

/* Takes out a profile, with its key. Each profile is a part of a run. The caller owns both. NULL:
 * there are no more. */
hp_profile *hp_live_tally_take(hp_live_tally *tally, zend_string **key);

#endif /* HP_LIVE_TALLY_H */
