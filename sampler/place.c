#include "sampler/place.h"

/* Up to an interval each of on-CPU and off-CPU time may not be accounted for yet. */
#define PLACE_SLACK 2

bool hp_sample_place_is_beside(const hp_sample_record *record, const hp_sample_grid *grid)
{
	return record->event > 0 && grid->has_events_beside;
}

void hp_sample_place(const hp_sample_store *store, const hp_sample_grid *grid, int64_t *firsts)
{
	int64_t slack = grid->is_wall ? PLACE_SLACK : 0;
	int64_t next = INT64_MAX;

	for (uint32_t i = store->records.count; i-- > 0;) {
		const hp_sample_record *record = &store->records.rows[i];
		int64_t last = record->time_us / grid->interval_us;

		/* One of xhprof_sample() has a label of its own. */
		if (record->is_custom || hp_sample_place_is_beside(record, grid)) {
			continue;
		}
		last = last >= next - 1 - slack ? next - 1 : last;
		next = last - (int64_t) record->weight + 1;
		firsts[i] = next;
	}
}
