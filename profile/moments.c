#include "profile/moments.h"

#include "base/wrap.h"

typedef struct moments_work {
	hp_profile *profile;
	HP_VECTOR(uint32_t) open; /* nodes of the open calls, main() first */
	HP_VECTOR(uint32_t) path; /* nodes of a moment's path, innermost first */
	uint64_t cpu_ns; /* CPU time so far; a damaged file may make it overflow */
	hp_profile_room *room;
} moments_work;

static void moments_event(moments_work *work, int64_t at_ns, uint32_t node)
{
	*hp_vector_add(&work->profile->timeline.events) = (hp_profile_event){at_ns, node, 0};
	work->room->events -= work->room->events > 0;
}

static void moments_find_path(moments_work *work, uint32_t node)
{
	work->path.count = 0;
	for (; node != HP_PROFILE_NONE; node = work->profile->nodes.rows[node].parent) {
		*hp_vector_add(&work->path) = node;
	}
	work->room->steps -= MIN(work->room->steps, work->path.count);
}

/* Returns how many of the open calls continue. Another line of the same function is the same
 * call. */
static uint32_t moments_common(const moments_work *work)
{
	const hp_profile_node *nodes = work->profile->nodes.rows;
	uint32_t most = MIN(work->open.count, work->path.count), i = 0;

	while (i < most &&
		nodes[work->open.rows[i]].function ==
			nodes[work->path.rows[work->path.count - 1 - i]].function) {
		i++;
	}

	return i;
}

/* Ends and begins calls at at_ns, so that the stack becomes that of the path. */
static void moments_switch(moments_work *work, int64_t at_ns)
{
	uint32_t common = moments_common(work);

	while (work->open.count > common) {
		work->open.count--;
		moments_event(work, at_ns, HP_PROFILE_NONE);
	}
	while (work->open.count < work->path.count) {
		uint32_t node = work->path.rows[work->path.count - 1 - work->open.count];

		*hp_vector_add(&work->open) = node;
		moments_event(work, at_ns, node);
	}
}

static void moments_point(moments_work *work, int64_t at_ns, int64_t memory_bytes)
{
	hp_profile *profile = work->profile;

	if (profile->metrics & HP_METRIC_MEMORY) {
		*hp_vector_add(&profile->timeline.points) =
			(hp_profile_point){at_ns, (int64_t) work->cpu_ns, memory_bytes};
	}
}

/* Ends all calls, because spans are missing or a request has ended. */
static void moments_end(moments_work *work, const hp_profile_moment *last)
{
	work->path.count = 0;
	moments_switch(work, last->at_ns);
	moments_point(work, last->at_ns, last->memory_bytes);
}

/* Returns when the calls of a moment begin. A short gap before it belongs to them. Samples that the
 * program took are points in time: a call that is in two of them in a row lasts from one to the
 * other. */
static int64_t moments_begin(moments_work *work, uint32_t i)
{
	const hp_profile_moment *moment = &work->profile->samples.moments.rows[i];
	int64_t start_ns = hp_profile_moment_start_ns(moment);

	if (i == 0) {
		return start_ns;
	}
	if (moment[-1].request == moment->request &&
		start_ns - moment[-1].at_ns <= moment->wall_ns / 2) {
		return moment[-1].at_ns;
	}
	if (moment[-1].request == moment->request && moment->wall_ns == 0 && moment[-1].wall_ns == 0) {
		return start_ns;
	}
	moments_end(work, moment - 1);

	return start_ns;
}

static void moments_make(moments_work *work)
{
	hp_profile *profile = work->profile;
	uint32_t i = 0;

	for (; i < profile->samples.moments.count && work->room->steps > 0 && work->room->events > 0;
		 i++) {
		const hp_profile_moment *moment = &profile->samples.moments.rows[i];
		int64_t began_ns = moments_begin(work, i);

		moments_find_path(work, moment->node);
		moments_switch(work, began_ns);
		moments_point(work, began_ns, moment->memory_bytes);
		work->cpu_ns += hp_profile_is_off_cpu(profile, moment)
			? 0
			: (uint64_t) hp_profile_moment_ns(profile, moment);
	}
	profile->timeline.lost_events += profile->samples.moments.count - i;
	if (i > 0) {
		moments_end(work, &profile->samples.moments.rows[i - 1]);
	}
}

void hp_profile_make_events(hp_profile *profile, hp_profile_room *room)
{
	moments_work work = {.profile = profile, .room = room};

	moments_make(&work);
	hp_vector_free(&work.open);
	hp_vector_free(&work.path);
}

void hp_profile_make_timeline(hp_profile *profile)
{
	hp_profile_room room = {HP_PROFILE_ROOM_STEPS, HP_PROFILE_ROOM_EVENTS};

	hp_profile_lay_moments(profile);
	if (profile->samples.moments.count > 0 && (profile->features & HP_PROFILE_LANES) == 0) {
		profile->features |= HP_PROFILE_TIMELINE;
		hp_profile_make_events(profile, &room);
	}
}

/* Returns the number of lanes: the greatest plus one. */
static uint32_t moments_lanes(const hp_profile_samples *samples)
{
	uint32_t lanes = 0;

	for (uint32_t i = 0; i < samples->moments.count; i++) {
		lanes = MAX(lanes, samples->moments.rows[i].lane + 1);
	}

	return lanes;
}

void hp_profile_add_mark(hp_profile *profile, hp_profile_mark mark)
{
	uint32_t count = profile->timeline.marks.count;

	if (count >= HP_PROFILE_MARKS_MAX) {
		profile->features |= HP_PROFILE_LOST_MARKS;
		profile->timeline.lost_marks++;
		if (mark.text != NULL) {
			zend_string_release(mark.text);
		}
		return;
	}
	mark.at_ns = MAX(mark.at_ns, count == 0 ? 0 : profile->timeline.marks.rows[count - 1].at_ns);
	*hp_vector_add(&profile->timeline.marks) = mark;
}

void hp_profile_add_marks(
	hp_profile *profile, const hp_profile *other, int64_t later_ns, uint32_t lane)
{
	for (uint32_t i = 0; i < other->timeline.marks.count; i++) {
		hp_profile_mark *mark = hp_vector_add(&profile->timeline.marks);

		*mark = other->timeline.marks.rows[i];
		mark->at_ns = MAX(0, hp_wrap_sum(mark->at_ns, later_ns));
		mark->lane += lane;
		mark->text = mark->text == NULL ? NULL : zend_string_copy(mark->text);
	}
	profile->features |= other->features & HP_PROFILE_LOST_MARKS;
	profile->timeline.lost_marks += other->timeline.lost_marks;
}

void hp_profile_add_moments(hp_profile *profile, const hp_profile *other, const uint32_t *map)
{
	bool has_lanes = (profile->features & HP_PROFILE_LANES) != 0;
	uint32_t lanes = has_lanes ? moments_lanes(&profile->samples) : 0;
	int64_t later_ns = has_lanes ? hp_wrap_difference(other->started_ns, profile->started_ns) : 0;

	for (uint32_t i = 0; i < other->samples.moments.count; i++) {
		hp_profile_moment *moment = hp_vector_add(&profile->samples.moments);

		*moment = other->samples.moments.rows[i];
		moment->at_ns = MAX(0, hp_wrap_sum(moment->at_ns, later_ns));
		moment->node = map[moment->node];
		moment->lane += lanes;
	}
	profile->timeline.lost_events += has_lanes ? other->timeline.lost_events : 0;
	if (has_lanes) {
		hp_profile_add_marks(profile, other, later_ns, lanes);
	}
}

static int moments_compare(const void *a, const void *b)
{
	const hp_profile_moment *one = a, *other = b;

	return one->at_ns == other->at_ns && one->lane == other->lane
		? hp_vector_order(one->request, other->request, 0, 0)
		: hp_vector_order(one->at_ns, other->at_ns, one->lane, other->lane);
}

static int moments_compare_marks(const void *a, const void *b)
{
	const hp_profile_mark *one = a, *other = b;

	return hp_vector_order(one->at_ns, other->at_ns, one->lane, other->lane);
}

/* Keeps the first marks of all processes together. */
static void moments_sort_marks(hp_profile *profile)
{
	hp_vector_sort(profile->timeline.marks.rows, profile->timeline.marks.count,
		sizeof(*profile->timeline.marks.rows), moments_compare_marks);
	while (profile->timeline.marks.count > HP_PROFILE_MARKS_MAX) {
		hp_profile_mark *last = &profile->timeline.marks.rows[--profile->timeline.marks.count];

		if (last->text != NULL) {
			zend_string_release(last->text);
		}
		profile->features |= HP_PROFILE_LOST_MARKS;
		profile->timeline.lost_marks++;
	}
}

static void moments_sort(hp_profile_samples *samples)
{
	hp_vector_sort(samples->moments.rows, samples->moments.count, sizeof(*samples->moments.rows),
		moments_compare);
}

void hp_profile_sort_moments(hp_profile *profile)
{
	if (profile->features & HP_PROFILE_LANES) {
		moments_sort_marks(profile);
	}
	moments_sort(&profile->samples);
	hp_profile_lay_moments(profile);
}

/* Moves each moment back so that it ends before the next one of its process begins. later_ns, by
 * process, is how far that begin is before INT64_MAX. */
static void moments_move_earlier(hp_profile_samples *samples, int64_t *later_ns)
{
	for (uint32_t i = samples->moments.count; i-- > 0;) {
		hp_profile_moment *moment = &samples->moments.rows[i];

		moment->at_ns = MIN(moment->at_ns, INT64_MAX - later_ns[moment->lane]);
		later_ns[moment->lane] =
			INT64_MAX - MAX(0, moment->at_ns - moment->wall_ns); /* no end is before the start */
	}
}

/* Moves forward the moments that would begin before the run, and those after them as needed.
 * ends_ns, by process, is the end of the last one. */
static void moments_move_later(hp_profile_samples *samples, int64_t *ends_ns)
{
	for (uint32_t i = 0; i < samples->moments.count; i++) {
		hp_profile_moment *moment = &samples->moments.rows[i];
		int64_t start_ns = MAX(hp_profile_moment_start_ns(moment), ends_ns[moment->lane]);

		/* a damaged file may have any length */
		moment->wall_ns = MIN(moment->wall_ns, INT64_MAX - start_ns);
		ends_ns[moment->lane] = moment->at_ns = start_ns + moment->wall_ns;
	}
}

static void moments_lay(
	hp_profile_samples *samples, void (*move)(hp_profile_samples *samples, int64_t *by_lane))
{
	int64_t *by_lane = pecalloc(moments_lanes(samples), sizeof(*by_lane), true);

	move(samples, by_lane);
	pefree(by_lane, true);
}

bool hp_profile_have_spans(const hp_profile_samples *samples)
{
	for (uint32_t i = 0; i < samples->moments.count; i++) {
		const hp_profile_moment *moment = &samples->moments.rows[i];

		if (moment->wall_ns != (int64_t) (moment->weight * (uint64_t) samples->interval_ns)) {
			return true;
		}
	}

	return false;
}

void hp_profile_lay_moments(hp_profile *profile)
{
	bool has_lanes = (profile->features & HP_PROFILE_LANES) != 0;

	if (profile->samples.moments.count == 0) {
		return;
	}
	moments_lay(&profile->samples, moments_move_earlier);
	moments_lay(&profile->samples, moments_move_later);
	if (has_lanes) {
		moments_sort(&profile->samples);
	}
	profile->features |=
		!has_lanes && hp_profile_have_spans(&profile->samples) ? HP_PROFILE_SPANS : 0;
}

int64_t hp_profile_moment_ns(const hp_profile *profile, const hp_profile_moment *moment)
{
	return hp_profile_is_custom(profile, moment)
		? (int64_t) (moment->weight * (uint64_t) profile->samples.interval_ns)
		: moment->wall_ns;
}

/* Returns the intervals of a moment up to a time in it, rounded down. */
static uint32_t moments_weight_until(const hp_profile_moment *moment, int64_t at_ns)
{
	double passed_ns = (double) (at_ns - hp_profile_moment_start_ns(moment));

	return at_ns >= moment->at_ns
		? moment->weight
		: (uint32_t) ((double) moment->weight * passed_ns / (double) moment->wall_ns);
}

bool hp_profile_cut_moment(hp_profile_moment *moment, int64_t from_ns, int64_t to_ns)
{
	int64_t start_ns = hp_profile_moment_start_ns(moment);
	int64_t first_ns = MAX(start_ns, from_ns), end_ns = MIN(moment->at_ns, to_ns);

	if (moment->wall_ns <= 0) {
		return moment->at_ns >= from_ns && moment->at_ns < to_ns;
	}
	if (first_ns >= end_ns) {
		return false;
	}
	moment->weight = moments_weight_until(moment, end_ns) - moments_weight_until(moment, first_ns);
	moment->wall_ns = end_ns - first_ns;
	moment->at_ns = end_ns;

	return true;
}
