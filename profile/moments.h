/* moments.h: the samples of a run one by one, some with the memory in use, and a timeline made of
 * them.
 *
 * A moment is a span of time that is as long as the sample's weight and ends when the sample was
 * taken. A span may reach back to before the previous sample, because several samples are taken at
 * once when a wait ends. So the spans of each process are laid end to end: where two would overlap,
 * the earlier one is moved back in time; if it would then begin before the run, the later one is
 * moved forward instead. No span is made shorter or longer. So spans do not overlap, and the parts
 * of a run add up to the whole run.
 *
 * Everything that shows time uses these spans: parts of a run, timelines, curves, the page. A call
 * lasts as long as successive spans have it on their stack; a gap of up to half the next span does
 * not end it. A span's memory is in use from its begin on. A sample that the program took stands
 * for no time: it is a point. */
#ifndef HP_PROFILE_MOMENTS_H
#define HP_PROFILE_MOMENTS_H

#include "profile/profile.h"

/* Limit of the marks of moments; further ones are counted as lost. */
#define HP_PROFILE_MARKS_MAX 10000u

/* The events of a timeline of samples that may still be made, and the steps left to make them. They
 * are limited, as a damaged file may have any nodes. */
typedef struct hp_profile_room {
	uint64_t steps;
	uint32_t events;
} hp_profile_room;

#define HP_PROFILE_ROOM_STEPS UINT64_C(100000000)
#define HP_PROFILE_ROOM_EVENTS 2000000u

/* Lays the moments of each process end to end, in order of time. */
void hp_profile_lay_moments(hp_profile *profile);

/* True if a moment stands for another time than its intervals. */
bool hp_profile_have_spans(const hp_profile_samples *samples);

/* Lays the moments of a finished profile, makes events and points of them, and sets
 * HP_PROFILE_TIMELINE. Moments beyond the limits, as with deep stacks, are counted as lost events.
 * Does nothing without moments, or if they are of several processes. */
void hp_profile_make_timeline(hp_profile *profile);

/* Makes the events and points of a profile whose moments are of one process. Subtracts what it used
 * from the room. */
void hp_profile_make_events(hp_profile *profile, hp_profile_room *room);

/* Adds the moments of another profile, whose node i is map[i] here. Its processes become further
 * lanes. Sort afterwards, which also lays the moments. */
void hp_profile_add_moments(hp_profile *profile, const hp_profile *other, const uint32_t *map);
void hp_profile_sort_moments(hp_profile *profile);

/* Adds a mark of a process. Marks must come in order of time. Takes over the text. */
void hp_profile_add_mark(hp_profile *profile, hp_profile_mark mark);

/* Adds the marks of another profile, with later_ns added to their times and `lane` to their
 * lanes. */
void hp_profile_add_marks(
	hp_profile *profile, const hp_profile *other, int64_t later_ns, uint32_t lane);

/* True if the program took the sample, by xhprof_sample(). It counts as time on the CPU, and none
 * of it is left to chance. */
static inline bool hp_profile_is_custom(const hp_profile *profile, const hp_profile_moment *moment)
{
	return moment->wall_ns <= 0 && (profile->features & HP_PROFILE_LANES) == 0;
}

static inline bool hp_profile_is_off_cpu(const hp_profile *profile, const hp_profile_moment *moment)
{
	return moment->off_cpu != 0 && !hp_profile_is_custom(profile, moment);
}

/* Returns the time that a moment adds to the run: its span, or the weight that the program gave it,
 * in intervals. */
int64_t hp_profile_moment_ns(const hp_profile *profile, const hp_profile_moment *moment);

/* Returns when a moment begins. */
static inline int64_t hp_profile_moment_start_ns(const hp_profile_moment *moment)
{
	return moment->at_ns - moment->wall_ns;
}

/* Cuts a moment to the time from from_ns to before to_ns. Its weight is cut in whole intervals, so
 * that the weights of all parts add up. Returns false if nothing of it is in that time. */
bool hp_profile_cut_moment(hp_profile_moment *moment, int64_t from_ns, int64_t to_ns);

#endif /* HP_PROFILE_MOMENTS_H */
