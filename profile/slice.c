#include "profile/slice.h"

#include "base/wrap.h"
#include "profile/moments.h"
#include "profile/paths.h"
#include "profile/squares.h"

typedef struct slice_work {
	const hp_profile *from;
	hp_profile *to;
	hp_slice slice;
	hp_values *own; /* by node of `from`, without callees */
	uint64_t *counts; /* by node of `from`: calls or samples */
	uint32_t *numbers; /* by node of `from`: the node of `to`; HP_PROFILE_NONE: none */
	HP_VECTOR(uint32_t) open; /* begin events of the open calls */
	bool has_begun; /* the part has begun: open calls count in it */
	uint32_t memory; /* index of the next of from->memories */
	int64_t bytes; /* memory in use before the event */
	double squares; /* sum over the samples */
} slice_work;

bool hp_profile_has_times(const hp_profile *profile)
{
	return profile->timeline.events.count > 0 || profile->samples.moments.count > 0;
}

static bool slice_has_lane(const slice_work *work, uint32_t lane)
{
	return work->slice.lane == HP_PROFILE_NONE || work->slice.lane == lane;
}

static void slice_count(slice_work *work, const hp_profile_event *call)
{
	if (slice_has_lane(work, call->lane)) {
		work->counts[call->node]++;
	}
}

/* Adds to the own cost of the innermost call. */
static void slice_add(slice_work *work, const hp_values *more)
{
	const hp_profile_event *call;

	if (work->open.count > 0) {
		call = &work->from->timeline.events.rows[work->open.rows[work->open.count - 1]];
		if (slice_has_lane(work, call->lane)) {
			hp_values_add(&work->own[call->node], more);
		}
	}
}

/* Adds the time since last_ns to the innermost call. */
static void slice_spend(slice_work *work, int64_t last_ns, int64_t at_ns)
{
	hp_values spent = {.wall_ns = at_ns - MAX(last_ns, work->slice.from_ns)};

	if (spent.wall_ns > 0) {
		slice_add(work, &spent);
	}
}

/* Begins the part: the calls that are open then run in it. */
static void slice_begin(slice_work *work)
{
	for (uint32_t i = 0; i < work->open.count && !work->has_begun; i++) {
		slice_count(work, &work->from->timeline.events.rows[work->open.rows[i]]);
	}
	work->has_begun = true;
}

/* Handles an event at at_ns, which is not before the previous one. */
static void slice_event(slice_work *work, uint32_t number, int64_t at_ns)
{
	const hp_profile_event *event = &work->from->timeline.events.rows[number];
	bool is_end = event->node == HP_PROFILE_NONE;

	/* A call that ends as the part begins does not run in it. */
	if (at_ns > work->slice.from_ns || (at_ns == work->slice.from_ns && !is_end)) {
		slice_begin(work);
	}
	if (is_end) {
		work->open.count -= work->open.count > 0 ? 1 : 0;
		return;
	}
	*hp_vector_add(&work->open) = number;
	if (work->has_begun) {
		slice_count(work, event);
	}
}

/* Returns the memory in use from an event on. */
static int64_t slice_remember(slice_work *work, uint32_t number)
{
	const hp_profile_memory *memory = &work->from->timeline.memories.rows[work->memory];

	if (work->memory < work->from->timeline.memories.count && memory->event == (int64_t) number) {
		work->bytes = memory->bytes;
		work->memory++;
	}

	return work->bytes;
}

/* Adds the growth of memory since the previous event to the innermost call. Which call raised the
 * peak is not known: between two events it may be another call than the one that left memory
 * higher. */
static void slice_grow(slice_work *work, uint32_t number, int64_t at_ns)
{
	int64_t bytes = work->bytes;
	hp_values grown = {.memory_bytes = hp_wrap_difference(slice_remember(work, number), bytes)};

	if (at_ns >= work->slice.from_ns) {
		slice_add(work, &grown);
	}
}

static void slice_events(slice_work *work)
{
	int64_t last_ns = 0;

	for (uint32_t i = 0; i < work->from->timeline.events.count; i++) {
		/* The clock of another CPU may be behind. */
		int64_t at_ns = MAX(last_ns, work->from->timeline.events.rows[i].at_ns);

		if (at_ns >= work->slice.to_ns) {
			slice_begin(work);
			slice_spend(work, last_ns, work->slice.to_ns);
			break;
		}
		slice_spend(work, last_ns, at_ns);
		slice_grow(work, i, at_ns);
		slice_event(work, i, at_ns);
		last_ns = at_ns;
	}
}

/* Cuts a moment to the part of the run. Returns false if nothing of it is in the part. */
static bool slice_cut(const slice_work *work, uint32_t number, hp_profile_moment *piece)
{
	*piece = work->from->samples.moments.rows[number];

	return slice_has_lane(work, piece->lane) &&
		hp_profile_cut_moment(piece, work->slice.from_ns, work->slice.to_ns);
}

/* True if the moment's sample counts in this part: of all parts that have a piece of it, the last
 * one counts it. */
static bool slice_has_end(const slice_work *work, uint32_t number)
{
	const hp_profile_moment *moment = &work->from->samples.moments.rows[number];

	return moment->wall_ns <= 0 || moment->at_ns <= work->slice.to_ns;
}

/* True if the moment begins in the part, which is where its memory grows. */
static bool slice_has_start(const slice_work *work, uint32_t number)
{
	return hp_profile_moment_start_ns(&work->from->samples.moments.rows[number]) >=
		work->slice.from_ns;
}

/* Returns what a moment adds to the squares. Time off the CPU was measured, not drawn, so only its
 * weight counts. A sample that the program took is not left to chance either. */
static double slice_square(const slice_work *work, const hp_profile_moment *moment)
{
	double weight = moment->weight, interval_ns = (double) work->from->samples.interval_ns;

	if (work->from->features & HP_PROFILE_LANES) {
		weight = (double) moment->wall_ns;
		return HP_SQUARES_RING_EFFECT * weight *
			(moment->off_cpu && interval_ns > 0 ? MIN(weight, interval_ns) : weight);
	}

	return moment->off_cpu || hp_profile_is_custom(work->from, moment) ? weight : weight * weight;
}

/* Returns the memory before the first sample: the last reading minus the growth of the whole
 * run. */
static int64_t slice_first_bytes(const hp_profile *from)
{
	const hp_profile_pair *root = hp_profile_root(from);

	return root == NULL || from->samples.moments.count == 0
		? 0
		: hp_wrap_difference(
			  from->samples.moments.rows[from->samples.moments.count - 1].memory_bytes,
			  root->sum.memory_bytes);
}

static void slice_moment(slice_work *work, const hp_profile_moment *moment)
{
	int64_t time_ns = hp_profile_moment_ns(work->from, moment);
	hp_values time = {
		.wall_ns = time_ns, .cpu_ns = hp_profile_is_off_cpu(work->from, moment) ? 0 : time_ns};

	hp_values_add(&work->own[moment->node], &time);
	work->counts[moment->node] += moment->weight;
	work->to->samples.custom += hp_profile_is_custom(work->from, moment) ? moment->weight : 0;
	work->squares += slice_square(work, moment);
}

static void slice_moments(slice_work *work)
{
	bool has_memory = (work->from->metrics & HP_METRIC_MEMORY) != 0;
	int64_t bytes = has_memory ? slice_first_bytes(work->from) : 0, peak_bytes = bytes;

	for (uint32_t i = 0; i < work->from->samples.moments.count; i++) {
		int64_t now_bytes = work->from->samples.moments.rows[i].memory_bytes;
		hp_values grown = {.memory_bytes = hp_wrap_difference(now_bytes, bytes),
			.peak_bytes = MAX(0, hp_wrap_difference(now_bytes, peak_bytes))};
		hp_profile_moment piece;

		if (slice_cut(work, i, &piece)) {
			slice_moment(work, &piece);
			work->to->samples.count += slice_has_end(work, i) ? 1 : 0;
			if (has_memory && slice_has_start(work, i)) {
				hp_values_add(&work->own[piece.node], &grown);
			}
		}
		bytes = now_bytes;
		peak_bytes = MAX(peak_bytes, bytes);
	}
}

/* Chooses the nodes that ran in the part, and their callers. */
static void slice_choose(slice_work *work)
{
	const hp_profile *from = work->from;

	for (uint32_t i = from->nodes.count; i-- > 0;) {
		const hp_profile_node *node = &from->nodes.rows[i];
		const hp_values *own = &work->own[i];
		bool has_run = i == 0 || work->counts[i] > 0 || own->wall_ns != 0 || own->memory_bytes != 0;

		if (has_run) {
			work->numbers[i] = 0;
		}
		if (work->numbers[i] != HP_PROFILE_NONE && node->parent != HP_PROFILE_NONE) {
			work->numbers[node->parent] = 0;
		}
	}
}

static void slice_nodes(slice_work *work)
{
	const hp_profile *from = work->from;
	hp_profile *to = work->to;

	slice_choose(work);
	for (uint32_t i = 0; i < from->nodes.count; i++) {
		const hp_profile_node *node = &from->nodes.rows[i];
		const hp_profile_function *function = &from->functions.rows[node->function];
		hp_profile_node *copy;

		if (work->numbers[i] == HP_PROFILE_NONE) {
			continue;
		}
		copy = hp_profile_append_node(to,
			node->parent == HP_PROFILE_NONE ? HP_PROFILE_NONE : work->numbers[node->parent],
			hp_profile_function_number(to, function->name, function->file, function->line));
		copy->line = node->line;
		copy->count = work->counts[i];
		copy->sum = work->own[i];
		work->numbers[i] = to->nodes.count - 1;
		if ((to->features & HP_PROFILE_SAMPLED) != 0 && copy->count > 0) {
			*hp_vector_add(&to->samples.order) = work->numbers[i];
		}
	}
}

/* Notes the memory in use if it changed, from the first event of the part on. */
static void slice_keep_memory(slice_work *work, int64_t bytes)
{
	hp_profile *to = work->to;
	uint32_t count = to->timeline.memories.count;

	if ((to->metrics & HP_METRIC_MEMORY) != 0 &&
		(count == 0 || to->timeline.memories.rows[count - 1].bytes != bytes)) {
		*hp_vector_add(&to->timeline.memories) =
			(hp_profile_memory){to->timeline.events.count, bytes};
	}
}

/* Copies an event. Times count from the begin of the part. */
static void slice_keep_event(
	slice_work *work, const hp_profile_event *event, int64_t at_ns, int64_t bytes)
{
	hp_profile *to = work->to;

	slice_keep_memory(work, bytes);
	*hp_vector_add(&to->timeline.events) = (hp_profile_event){
		MAX(0, hp_wrap_difference(at_ns, work->slice.from_ns)),
		event->node == HP_PROFILE_NONE ? HP_PROFILE_NONE : work->numbers[event->node], event->lane};
	to->features |= event->lane == 0 ? 0 : HP_PROFILE_LANES;
}

/* Adds the calls that are open when the part begins, with the memory in use then. */
static void slice_open_events(slice_work *work, int64_t bytes)
{
	work->has_begun = true;
	for (uint32_t i = 0; i < work->open.count; i++) {
		slice_keep_event(work, &work->from->timeline.events.rows[work->open.rows[i]],
			work->slice.from_ns, bytes);
	}
}

/* Ends the calls that are open when the part ends, so that a part of this part has their time
 * too. */
static void slice_close_events(slice_work *work, int64_t bytes)
{
	const hp_profile_event end = {.node = HP_PROFILE_NONE};

	for (; work->open.count > 0; work->open.count--) {
		slice_keep_event(work, &end, work->slice.to_ns, bytes);
	}
}

/* Keeps the timeline of the part. One fiber alone has none: the calls that resume it are
 * missing. */
static void slice_keep_events(slice_work *work)
{
	const hp_profile *from = work->from;
	int64_t last_ns = 0, cut_bytes = 0;

	if (from->timeline.events.count == 0 || work->slice.lane != HP_PROFILE_NONE) {
		return;
	}
	work->to->features |= HP_PROFILE_TIMELINE;
	work->open.count = work->memory = 0;
	work->bytes = 0;
	work->has_begun = false;
	for (uint32_t i = 0; i < from->timeline.events.count; i++) {
		const hp_profile_event *event = &from->timeline.events.rows[i];
		bool is_end = event->node == HP_PROFILE_NONE;
		int64_t before_bytes = work->bytes, bytes = slice_remember(work, i);

		last_ns = MAX(last_ns, event->at_ns);
		cut_bytes = last_ns < work->slice.from_ns ? bytes : cut_bytes;
		if (!work->has_begun &&
			(last_ns > work->slice.from_ns || (last_ns == work->slice.from_ns && !is_end))) {
			slice_open_events(work, cut_bytes);
		}
		if (last_ns >= work->slice.to_ns) {
			slice_close_events(work, before_bytes);
			break;
		}
		if (work->has_begun) {
			slice_keep_event(work, event, last_ns, bytes);
		}
		if (!is_end) {
			*hp_vector_add(&work->open) = i;
		} else if (work->open.count > 0) {
			work->open.count--;
		}
	}
}

/* True if a mark is in the part. Marks of a run of calls belong to all fibers together. */
static bool slice_has_mark(const slice_work *work, const hp_profile_mark *mark)
{
	bool has_lane = work->from->features & HP_PROFILE_SAMPLED ? slice_has_lane(work, mark->lane)
															  : work->slice.lane == HP_PROFILE_NONE;

	return has_lane && mark->at_ns >= work->slice.from_ns && mark->at_ns < work->slice.to_ns;
}

static void slice_keep_marks(slice_work *work)
{
	for (uint32_t i = 0; i < work->from->timeline.marks.count; i++) {
		const hp_profile_mark *mark = &work->from->timeline.marks.rows[i];

		if (slice_has_mark(work, mark)) {
			hp_profile_mark *copy = hp_vector_add(&work->to->timeline.marks);

			*copy = *mark;
			copy->at_ns = hp_wrap_difference(mark->at_ns, work->slice.from_ns);
			copy->text = mark->text == NULL ? NULL : zend_string_copy(mark->text);
		}
	}
}

static void slice_keep_moments(slice_work *work)
{
	for (uint32_t i = 0; i < work->from->samples.moments.count; i++) {
		hp_profile_moment piece;

		if (slice_cut(work, i, &piece)) {
			piece.at_ns = hp_wrap_difference(piece.at_ns, work->slice.from_ns);
			piece.node = work->numbers[piece.node];
			*hp_vector_add(&work->to->samples.moments) = piece;
		}
	}
}

/* Makes an empty profile of the same run, without the metrics and features that are not known by
 * time. */
static hp_profile *slice_empty(const hp_profile *from, const hp_slice *slice)
{
	bool is_sampled = (from->features & HP_PROFILE_SAMPLED) != 0;
	uint32_t kept = HP_PROFILE_TREE | HP_PROFILE_SAMPLED | HP_PROFILE_LINES | HP_PROFILE_SQUARES |
		HP_PROFILE_CPU_CLOCK | HP_PROFILE_CUSTOM | HP_PROFILE_REDUCED |
		(is_sampled ? HP_PROFILE_LANES : 0);
	uint32_t metrics = is_sampled           ? HP_METRIC_CPU | HP_METRIC_MEMORY | HP_METRIC_PEAK
		: from->timeline.memories.count > 0 ? HP_METRIC_MEMORY
											: 0;
	hp_profile *to = hp_profile_new_of(from, from->metrics & metrics, from->features & kept);

	to->started_ns = hp_wrap_sum(from->started_ns, slice->from_ns);
	to->features |= from->features & HP_PROFILE_LOST_MARKS;
	to->timeline.lost_marks = from->timeline.lost_marks;

	return to;
}

/* Returns the factor from squares of intervals to squares of nanoseconds, which
 * hp_profile_set_squares() expects. */
static double slice_unit(const slice_work *work)
{
	double unit =
		work->from->features & HP_PROFILE_LANES ? 1 : (double) work->from->samples.interval_ns;

	return unit > 0 ? unit * unit : 1;
}

static void slice_add_up(slice_work *work)
{
	hp_profile *to = work->to;

	slice_nodes(work);
	hp_paths_add_up(to);
	if (to->features & HP_PROFILE_SAMPLED) {
		hp_profile_set_squares(to, work->squares * slice_unit(work));
		slice_keep_moments(work);
		slice_keep_marks(work);
		hp_profile_make_timeline(to);
	} else {
		slice_keep_events(work);
		/* of the whole run, as it is not known when they happened */
		to->timeline.lost_events = work->from->timeline.lost_events;
		slice_keep_marks(work);
	}
}

hp_profile *hp_profile_slice(const hp_profile *profile, const hp_slice *slice)
{
	size_t count = (size_t) profile->nodes.count + 1;
	slice_work work = {.from = profile, .to = slice_empty(profile, slice), .slice = *slice};

	work.own = pecalloc(count, sizeof(*work.own), true);
	work.counts = pecalloc(count, sizeof(*work.counts), true);
	work.numbers = hp_profile_no_numbers(profile->nodes.count);
	if (profile->samples.moments.count > 0) {
		slice_moments(&work);
	} else {
		slice_events(&work);
	}
	slice_add_up(&work);
	hp_vector_free(&work.open);
	pefree(work.own, true);
	pefree(work.counts, true);
	pefree(work.numbers, true);

	return work.to;
}
