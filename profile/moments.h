/* moments.h: the samples of a run one by one, some with the memory of their moments; and a timeline made of them.
 *
 * A moment is a span of time: its weight long, and it ends when the sample was taken. A weight may contain time from
 * before the sample in front of it, as several samples are taken at once where a wait ends. So the spans of a process
 * are laid end to end. Where two would overlap, the earlier one is moved back in time. Where it would then begin before
 * the run, the later one is moved forward instead. No span is made shorter or longer. So spans do not overlap, and the
 * parts of a run add up to the whole run.
 *
 * All that shows time takes these spans: parts, timelines, curves, the page. A call lasts while spans in a row have it
 * on their stack; a gap of up to half the span behind it does not end it. Memory in use is that of the span, from its
 * begin on. A sample that the program took stands for no time: it is a point. */
#ifndef HP_PROFILE_MOMENTS_H
#define HP_PROFILE_MOMENTS_H

#include "profile/profile.h"

/* Marks of moments; more are counted as lost. */
#define HP_PROFILE_MARKS_MAX 10000u

/* The most events of a timeline of samples, and the most steps to make them: a damaged file may have any nodes. */
typedef struct hp_profile_room {
	uint64_t steps;
	uint32_t events;
} hp_profile_room;

#define HP_PROFILE_ROOM_STEPS UINT64_C(100000000)
#define HP_PROFILE_ROOM_EVENTS 2000000u

/* Lays the moments of each process end to end, in order of time. */
void hp_profile_lay_moments(hp_profile *profile);

/* Lays the moments of a finished profile; they become events and points, and it has HP_PROFILE_TIMELINE. What deep stacks would
 * make too long is counted as lost events. Nothing happens without moments, or if they are of several processes. */
void hp_profile_make_timeline(hp_profile *profile);

/* Makes the events and points of a profile that has moments of one process only. Takes its share of the room. */
void hp_profile_make_events(hp_profile *profile, hp_profile_room *room);

/* Adds those of another profile, whose node i is map[i] here. Its processes become further ones; then sort, which lays them, too. */
void hp_profile_add_moments(hp_profile *profile, const hp_profile *other, const uint32_t *map);
void hp_profile_sort_moments(hp_profile *profile);

/* Adds a mark of a process, in order of time. Takes over the text. */
void hp_profile_add_mark(hp_profile *profile, hp_profile_mark mark);

/* Adds the marks of another profile, so much later, whose processes are further ones from lane on. */
void hp_profile_add_marks(
	hp_profile *profile, const hp_profile *other, int64_t later_ns, uint32_t lane);

/* For qsort(): the order of one number, and where that is equal of another. */
static inline int hp_profile_order(int64_t one, int64_t other, int64_t then_one, int64_t then_other)
{
	return one != other ? (one < other ? -1 : 1)
						: (then_one > then_other) - (then_one < then_other);
}

/* The program took it, by xhprof_sample(). It counts as time on the CPU, and nothing of it is left to chance. */
static inline bool hp_profile_is_custom(const hp_profile *profile, const hp_profile_moment *moment)
{
	return moment->wall_ns <= 0 && (profile->features & HP_PROFILE_LANES) == 0;
}

static inline bool hp_profile_is_off_cpu(const hp_profile *profile, const hp_profile_moment *moment)
{
	return moment->is_off_cpu != 0 && !hp_profile_is_custom(profile, moment);
}

/* The time that it adds to the run: that for which it stands, or the weight that the program gave it. */
int64_t hp_profile_moment_ns(const hp_profile *profile, const hp_profile_moment *moment);

/* When it begins. */
static inline int64_t hp_profile_moment_start_ns(const hp_profile_moment *moment)
{
	return moment->at_ns - moment->wall_ns;
}

/* Cuts a moment to the time from from_ns to before to_ns. Its weight is cut in whole intervals, so that those of parts
 * add up. False: it has no part in it. */
bool hp_profile_cut_moment(hp_profile_moment *moment, int64_t from_ns, int64_t to_ns);

#endif /* HP_PROFILE_MOMENTS_H */
