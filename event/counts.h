/* counts.h: how often each event of a run has happened: a reading, the difference of two, or a sum
 * of differences. */
#ifndef HP_EVENT_COUNTS_H
#define HP_EVENT_COUNTS_H

#include "base/wrap.h"
#include "event/event.h"

/* By the event's number in the run. Zeros after the last event. */
typedef struct hp_counts {
	int64_t of[HP_EVENT_MAX];
} hp_counts;

static inline void hp_counts_add(hp_counts *sum, const hp_counts *more)
{
	for (size_t i = 0; i < HP_EVENT_MAX; i++) {
		sum->of[i] = hp_wrap_sum(sum->of[i], more->of[i]);
	}
}

static inline void hp_counts_subtract(hp_counts *sum, const hp_counts *less)
{
	for (size_t i = 0; i < HP_EVENT_MAX; i++) {
		sum->of[i] = hp_wrap_difference(sum->of[i], less->of[i]);
	}
}

/* sum += to - from */
static inline void hp_counts_add_difference(
	hp_counts *sum, const hp_counts *from, const hp_counts *to)
{
	hp_counts_add(sum, to);
	hp_counts_subtract(sum, from);
}

#endif /* HP_EVENT_COUNTS_H */
