/* place.h: where the samples of a run stand among the labels of the classic result, which are the
 * multiples of the interval since 1970.
 *
 * A sample of weight n takes n labels, none of them later than the sample. Samples are not always
 * written in the order of the time that they stand for: the sample of a wait may follow that of the
 * code that ran after the wait, although its labels belong before. So the last sample is placed
 * first, and each earlier one takes the labels up to its own time that are still free. */
#ifndef HP_SAMPLER_PLACE_H
#define HP_SAMPLER_PLACE_H

#include "sampler/store.h"

/* How the labels of a run are made. */
typedef struct hp_sample_grid {
	int64_t interval_us;
	bool is_wall; /* labels follow one another, and only a longer lag leaves a gap */
	bool has_events_beside; /* samples by events stand for no time, as a clock takes others */
} hp_sample_grid;

/* Returns true if a record is a sample by an event beside a clock, which has no label. */
bool hp_sample_place_is_beside(const hp_sample_record *record, const hp_sample_grid *grid);

/* Sets the number of the first label of each record that stands for time; those of others are not
 * set. The caller owns the array, which has room for all records of the store. */
void hp_sample_place(const hp_sample_store *store, const hp_sample_grid *grid, int64_t *firsts);

#endif /* HP_SAMPLER_PLACE_H */
