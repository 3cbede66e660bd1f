/* samples.h: the samples of a ring in the order in which they were written, each with the label of
 * its request and the span of time that it stands for.
 *
 * All sums of a ring's samples take them from here, so that each counts the same samples, with the
 * same weights, and begins at the same time: the profiles of one ring (live/tally), the sums of
 * many (live/sums), and what another process reads for them (live/extract).
 *
 * Times are in nanoseconds. A hostile ring may say any time, so that sums of times wrap. The struct
 * is part of its owner, and only the thread that reads the ring uses it. */
#ifndef HP_LIVE_SAMPLES_H
#define HP_LIVE_SAMPLES_H

#include "live/label.h"
#include "live/reader.h"

/* Samples that stand for longer (13 days) do not count, so that the sum of as many as a ring holds
 * does not overflow. */
#define HP_LIVE_SAMPLES_MAX_NS (UINT64_C(1) << 50)

/* How often one read may search the slot for a label. Each search may have to wait for the process
 * that writes the slot. For an honest ring the first search is enough. */
#define HP_LIVE_SAMPLES_FINDS 4

typedef struct hp_live_samples {
	hp_live_reader *reader; /* the caller's */
	hp_live_label label; /* the label of the samples that follow */
	uint32_t finds; /* how many labels were looked for in the slot during this read */
	int64_t interval_ns; /* the last interval that was in force; 0: none is known */
	int64_t unix_offset_ns; /* what to add to a time of the ring to get the time since 1970 */
	bool has_begun;
} hp_live_samples;

/* The sums of samples, or what one sample adds to them. */
typedef struct hp_live_amount {
	uint64_t samples;
	int64_t wall_ns;
	int64_t cpu_ns;
	double squares; /* of the weights, in nanoseconds squared: a measure of the random error */
} hp_live_amount;

/* The span of time that a sample stands for, as far as it counts: amount.wall_ns from began_ns on.
 * It ends at the time of the record. */
typedef struct hp_live_span {
	const hp_live_sample_record *record;
	int64_t began_ns; /* Unix time */
	hp_live_amount amount;
	bool is_relabelled; /* the label was another request's, and is now that of this sample */
} hp_live_span;

/* Begins with a reader, which must outlive it. The label is the caller's to free. */
void hp_live_samples_init(hp_live_samples *samples, hp_live_reader *reader);

/* Call it before records are read. The first call looks back for the label of the next record, and
 * returns true if it was found. */
bool hp_live_samples_begin(hp_live_samples *samples);

/* Sets the sampling interval in force, and returns it within bounds. */
int64_t hp_live_samples_set_interval(hp_live_samples *samples, uint64_t interval_ns);

/* Changes the label to that of another request, whose record was not read. Returns false if it is
 * that request's label already. */
bool hp_live_samples_relabel(hp_live_samples *samples, uint64_t request);

/* Returns true if a record is a sample that stands for time. Samples taken for dumps do not. */
bool hp_live_samples_has_time(const hp_live_record *record);

/* Takes the next record. Returns true, and fills in the span, if it is a sample that counts: of a
 * sample that began before the reader's since_ns, only the later part does. */
bool hp_live_samples_take(
	hp_live_samples *samples, const hp_live_record *record, hp_live_span *span);

/* Returns what a sample adds to sums if wall_ns nanoseconds of its weight count. If the thread did
 * not leave its place, the time was measured and not drawn at random: its error is no larger than
 * that of one sample for each interval. */
hp_live_amount hp_live_samples_amount(
	const hp_live_samples *samples, const hp_live_sample_record *record, int64_t wall_ns);

void hp_live_amount_add(hp_live_amount *to, const hp_live_amount *amount);

#endif /* HP_LIVE_SAMPLES_H */
