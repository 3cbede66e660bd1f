#include "format/processes.h"

#include "profile/moments.h"

typedef struct processes_work {
	const hp_profile *profile;
	hp_profile_moment *moments; /* by process, then by time, as the next */
	hp_profile_mark *marks;
	uint32_t moment; /* the first of the next process */
	uint32_t mark;
	hp_profile_room room; /* for the events of all */
} processes_work;

bool hp_format_has_processes(const hp_profile *profile)
{
	return (profile->features & HP_PROFILE_LANES) != 0 &&
		(profile->features & HP_PROFILE_SAMPLED) != 0;
}

uint32_t hp_format_process(const hp_profile *process)
{
	if (!hp_format_has_processes(process)) {
		return 1;
	}
	if (process->samples.moments.count > 0) {
		return process->samples.moments.rows[0].lane + 1;
	}

	return process->timeline.marks.count > 0 ? process->timeline.marks.rows[0].lane + 1 : 1;
}

static int processes_compare_moments(const void *a, const void *b)
{
	const hp_profile_moment *one = a, *other = b;

	return hp_vector_order(one->lane, other->lane, one->at_ns, other->at_ns);
}

static int processes_compare_marks(const void *a, const void *b)
{
	const hp_profile_mark *one = a, *other = b;

	return hp_vector_order(one->lane, other->lane, one->at_ns, other->at_ns);
}

/* A sorted copy. */
static void *processes_sorted(
	const void *rows, uint32_t count, size_t size, int (*compare)(const void *a, const void *b))
{
	void *copy = safe_pemalloc((size_t) count + 1, size, 0, true);

	if (count > 0) {
		memcpy(copy, rows, count * size);
		qsort(copy, count, size, compare);
	}

	return copy;
}

static uint32_t processes_next(const processes_work *work)
{
	uint32_t lane = UINT32_MAX;

	if (work->moment < work->profile->samples.moments.count) {
		lane = work->moments[work->moment].lane;
	}
	if (work->mark < work->profile->timeline.marks.count) {
		lane = MIN(lane, work->marks[work->mark].lane);
	}

	return lane;
}

/* Shares all with the recording but the rows of its timeline. */
static hp_profile processes_take(processes_work *work, uint32_t lane)
{
	hp_profile process = *work->profile;

	process.samples.moments.rows = work->moments + work->moment;
	process.timeline.marks.rows = work->marks + work->mark;
	while (work->moment < work->profile->samples.moments.count &&
		work->moments[work->moment].lane == lane) {
		work->moment++;
	}
	while (
		work->mark < work->profile->timeline.marks.count && work->marks[work->mark].lane == lane) {
		work->mark++;
	}
	process.samples.moments.count =
		(uint32_t) (work->moments + work->moment - process.samples.moments.rows);
	process.timeline.marks.count =
		(uint32_t) (work->marks + work->mark - process.timeline.marks.rows);

	return process;
}

static void processes_emit(processes_work *work, hp_writer *writer, const char *between,
	void (*emit)(const hp_profile *process, hp_writer *writer))
{
	uint64_t lost_events = work->profile->timeline.lost_events; /* the first process says so */
	bool is_first = true;

	while (processes_next(work) != UINT32_MAX && hp_writer_goes_on(writer)) {
		hp_profile process = processes_take(work, processes_next(work));

		hp_writer_text(writer, is_first ? "" : between);
		is_first = false;
		process.timeline.lost_events = lost_events;
		lost_events = 0;
		hp_profile_make_events(&process, &work->room);
		emit(&process, writer);
		hp_vector_free(&process.timeline.events);
		hp_vector_free(&process.timeline.points);
	}
}

void hp_format_processes(const hp_profile *profile, hp_writer *writer, const char *between,
	void (*emit)(const hp_profile *process, hp_writer *writer))
{
	processes_work work = {
		.profile = profile, .room = {HP_PROFILE_ROOM_STEPS, HP_PROFILE_ROOM_EVENTS}};

	if (!hp_format_has_processes(profile) ||
		(profile->samples.moments.count == 0 && profile->timeline.marks.count == 0)) {
		emit(profile, writer);
		return;
	}
	work.moments = processes_sorted(profile->samples.moments.rows, profile->samples.moments.count,
		sizeof(*work.moments), processes_compare_moments);
	work.marks = processes_sorted(profile->timeline.marks.rows, profile->timeline.marks.count,
		sizeof(*work.marks), processes_compare_marks);
	processes_emit(&work, writer, between, emit);
	pefree(work.moments, true);
	pefree(work.marks, true);
}
