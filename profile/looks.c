#include "profile/looks.h"

#include "profile/moments.h"

/* A wait longer than this many intervals was seen again and again. It was measured, and only its
 * two ends are uncertain. A shorter one was drawn: chance decided whether a look saw it or another
 * one like it. */
#define LOOKS_MEASURED 3

/* If one sample holds most of a wait, only one look saw it, and the kernel reported afterwards how
 * long it was. Most of that time was this wait alone. */
#define LOOKS_TOLD_PART 0.5

/* If a function comes or goes with at least this many samples before and after, the change lies
 * somewhere within one stretch. The variance is then that of u * (1 - u), with u uniform between 0
 * and 1: the sixth of a square instead of the half. */
#define LOOKS_LONG 2u
#define LOOKS_LONG_PART (1.0 / 3)

/* The share of a run's time that its samples must cover. The rest at its end, for example, may be
 * missing. */
#define LOOKS_LEAST_PART 0.9

/* Limit of steps along paths, as a damaged file may have any nodes. Beyond it, errors are not
 * known. */
#define LOOKS_MOST_STEPS UINT64_C(100000000)

/* A sample, joined with those after it that only say that the thread was still there. */
typedef struct looks_stay {
	const hp_profile_moment *moment;
	double time_ns;
	double greatest_ns; /* the longest of the joined samples */
} looks_stay;

/* The last change of a function in a sequence. It is evaluated when the next one is known. */
typedef struct looks_change {
	uint32_t sequence;
	uint32_t at; /* index of the stay after it */
	uint32_t before; /* number of stays between it and the change before */
	bool is_open;
} looks_change;

typedef struct looks_work {
	const hp_profile *profile;
	hp_looks *looks;
	looks_stay *stays; /* by process, on the CPU and off it, then by time */
	uint32_t count;
	uint32_t *depths; /* by node */
	uint32_t *open; /* by function: how often it is on the path */
	uint32_t *was_open; /* by function: the value of open before the current change of path */
	HP_VECTOR(uint32_t) touched; /* functions on either side of the change of path */
	HP_VECTOR(uint32_t) noted; /* functions that came or went in the sequence */
	looks_change *own; /* by function */
	looks_change *sum;
	uint32_t sequence;
	hp_looks_time time;
	uint64_t steps;
} looks_work;

/* Returns the square of the time that a stay stands for, as far as chance affects it. */
static double looks_square(const looks_work *work, const looks_stay *stay, bool is_long)
{
	double interval_ns = (double) work->profile->samples.interval_ns, time_ns = stay->time_ns;

	if (work->time == HP_LOOKS_OFF_CPU && interval_ns > 0 &&
		time_ns > LOOKS_MEASURED * interval_ns &&
		stay->moment->off_cpu != HP_PROFILE_UNSEEN_OFF_CPU) {
		is_long = stay->greatest_ns <= time_ns / 2;
		time_ns = is_long ? interval_ns : time_ns * LOOKS_TOLD_PART;
	}

	return time_ns * time_ns * (is_long ? LOOKS_LONG_PART : 1);
}

/* Adds the error of the last change, now that the next one, at this place, is known. */
static void looks_settle(
	const looks_work *work, hp_looks_chance *chance, looks_change *change, uint32_t place)
{
	bool is_long = change->before >= LOOKS_LONG && place - change->at >= LOOKS_LONG;
	const looks_stay *stay = &work->stays[change->at];

	if (change->sequence == work->sequence && change->is_open) {
		chance->changes[work->time]++;
		chance->variance[work->time] +=
			(looks_square(work, stay - 1, is_long) + looks_square(work, stay, is_long)) / 4;
	}
	change->is_open = false;
}

/* Notes that a function comes or goes between this stay and the one before it, in a sequence that
 * begins at `first`. */
static void looks_note(looks_work *work, hp_looks_chance *chances, looks_change *changes,
	uint32_t function, uint32_t first, uint32_t place)
{
	looks_change *change = &changes[function];

	if (change->sequence != work->sequence) {
		*change = (looks_change){.sequence = work->sequence, .at = first};
		*hp_vector_add(&work->noted) = function;
	}
	looks_settle(work, &chances[function], change, place);
	change->before = place - change->at;
	change->at = place;
	change->is_open = true;
}

static void looks_touch(looks_work *work, uint32_t function)
{
	if (work->was_open[function] == HP_PROFILE_NONE) {
		work->was_open[function] = work->open[function];
		*hp_vector_add(&work->touched) = function;
	}
}

/* Changes the path from that of one node to that of another; HP_PROFILE_NONE: an empty path. */
static void looks_switch(looks_work *work, uint32_t from, uint32_t to)
{
	const hp_profile_node *nodes = work->profile->nodes.rows;

	while (from != to) {
		bool is_from = to == HP_PROFILE_NONE ||
			(from != HP_PROFILE_NONE && work->depths[from] >= work->depths[to]);
		uint32_t *node = is_from ? &from : &to;

		looks_touch(work, nodes[*node].function);
		if (is_from) {
			work->open[nodes[*node].function]--;
		} else {
			work->open[nodes[*node].function]++;
		}
		*node = nodes[*node].parent;
		work->steps++;
	}
}

static void looks_settle_touched(looks_work *work, uint32_t first, uint32_t place)
{
	for (uint32_t i = 0; i < work->touched.count; i++) {
		uint32_t function = work->touched.rows[i];

		if (place > first && (work->open[function] > 0) != (work->was_open[function] > 0)) {
			looks_note(work, work->looks->sum, work->sum, function, first, place);
		}
		work->was_open[function] = HP_PROFILE_NONE;
	}
	work->touched.count = 0;
}

static void looks_end_sequence(looks_work *work, uint32_t end)
{
	for (uint32_t i = 0; i < work->noted.count; i++) {
		uint32_t function = work->noted.rows[i];

		looks_settle(work, &work->looks->own[function], &work->own[function], end);
		looks_settle(work, &work->looks->sum[function], &work->sum[function], end);
	}
	work->noted.count = 0;
}

static bool looks_waits_for_cpu(const hp_profile *profile, uint32_t node)
{
	const zend_string *name = profile->functions.rows[profile->nodes.rows[node].function].name;

	return zend_string_equals_literal(name, HP_PROFILE_WAIT_FOR_CPU);
}

/* Evaluates one sequence: the stays of one process, either on the CPU or off it, from `first` up to
 * before `end`. */
static void looks_sequence(looks_work *work, uint32_t first, uint32_t end)
{
	const hp_profile_node *nodes = work->profile->nodes.rows;
	uint32_t last = HP_PROFILE_NONE;

	work->sequence++;
	work->time = work->stays[first].moment->off_cpu != 0 ? HP_LOOKS_OFF_CPU : HP_LOOKS_ON_CPU;
	for (uint32_t i = first; i < end && work->steps < LOOKS_MOST_STEPS; i++) {
		uint32_t node = work->stays[i].moment->node;
		double weight = work->stays[i].time_ns;

		work->looks->time_ns[work->time] += weight;
		work->looks->unit_ns[work->time] += weight * weight;
		if (work->stays[i].moment->off_cpu == HP_PROFILE_UNSEEN_OFF_CPU) {
			work->looks->unseen_ns += weight;
			work->looks->unseen_square +=
				looks_waits_for_cpu(work->profile, node) ? weight * weight : 0;
		}
		looks_switch(work, last, node);
		looks_settle_touched(work, first, i);
		if (i > first && nodes[last].function != nodes[node].function) {
			looks_note(work, work->looks->own, work->own, nodes[last].function, first, i);
			looks_note(work, work->looks->own, work->own, nodes[node].function, first, i);
		}
		last = node;
	}
	looks_switch(work, last, HP_PROFILE_NONE);
	looks_settle_touched(work, end, end);
	looks_end_sequence(work, end);
}

static int looks_compare(const hp_profile_moment *a, const hp_profile_moment *b)
{
	int order = (a->lane > b->lane) - (a->lane < b->lane);

	return order != 0 ? order : (a->off_cpu != 0) - (b->off_cpu != 0);
}

static int looks_compare_places(const void *left, const void *right)
{
	const hp_profile_moment *a = ((const looks_stay *) left)->moment,
							*b = ((const looks_stay *) right)->moment;
	int order = looks_compare(a, b);

	return order != 0 ? order : (a > b) - (a < b);
}

/* Joins the samples of each long wait into one. The first says that the wait began, the others only
 * that it still lasts, so chance plays no part in between. */
static void looks_join(looks_work *work)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < work->count; i++) {
		looks_stay *last = count == 0 ? NULL : &work->stays[count - 1], stay = work->stays[i];

		if (last != NULL && stay.moment->off_cpu == HP_PROFILE_STILL_OFF_CPU &&
			stay.moment->node == last->moment->node &&
			looks_compare(last->moment, stay.moment) == 0) {
			last->time_ns += stay.time_ns;
			last->greatest_ns = MAX(last->greatest_ns, stay.time_ns);
		} else {
			work->stays[count++] = stay;
		}
	}
	work->count = count;
}

static void looks_order(looks_work *work)
{
	const hp_profile *profile = work->profile;

	work->count = profile->samples.moments.count;
	work->stays = safe_pemalloc(work->count, sizeof(*work->stays), 0, true);
	for (uint32_t i = 0; i < work->count; i++) {
		const hp_profile_moment *moment = &profile->samples.moments.rows[i];
		double time_ns = (double) hp_profile_moment_ns(profile, moment);

		work->stays[i] = (looks_stay){moment, time_ns, time_ns};
	}
	qsort(work->stays, work->count, sizeof(*work->stays), looks_compare_places);
	looks_join(work);
}

static void looks_begin(looks_work *work)
{
	const hp_profile *profile = work->profile;
	size_t functions = (size_t) profile->functions.count + 1;

	work->looks->own = pecalloc(functions, sizeof(*work->looks->own), true);
	work->looks->sum = pecalloc(functions, sizeof(*work->looks->sum), true);
	work->own = pecalloc(functions, sizeof(*work->own), true);
	work->sum = pecalloc(functions, sizeof(*work->sum), true);
	work->open = pecalloc(functions, sizeof(*work->open), true);
	work->was_open = hp_profile_no_numbers(profile->functions.count);
	work->depths = pecalloc((size_t) profile->nodes.count + 1, sizeof(*work->depths), true);
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		uint32_t parent = profile->nodes.rows[i].parent;

		work->depths[i] = parent == HP_PROFILE_NONE ? 0 : work->depths[parent] + 1;
	}
	looks_order(work);
}

static void looks_end(looks_work *work)
{
	hp_vector_free(&work->touched);
	hp_vector_free(&work->noted);
	pefree(work->stays, true);
	pefree(work->depths, true);
	pefree(work->open, true);
	pefree(work->was_open, true);
	pefree(work->own, true);
	pefree(work->sum, true);
}

static bool looks_is_whole(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);
	double sum_ns = 0;

	if (root == NULL || profile->samples.moments.count < HP_LOOKS_LEAST ||
		profile->samples.custom > 0 || (profile->features & HP_PROFILE_SAMPLED) == 0) {
		return false;
	}
	for (uint32_t i = 0; i < profile->samples.moments.count; i++) {
		sum_ns += (double) hp_profile_moment_ns(profile, &profile->samples.moments.rows[i]);
	}

	return sum_ns > 0 && sum_ns >= LOOKS_LEAST_PART * (double) root->sum.wall_ns;
}

static void looks_forget(hp_looks *looks)
{
	hp_vector_release(looks->own);
	hp_vector_release(looks->sum);
	looks->own = looks->sum = NULL;
}

static void looks_release(void *found)
{
	looks_forget(found);
	pefree(found, true);
}

static void looks_ask(const hp_profile *profile, hp_looks *looks)
{
	looks_work work = {.profile = profile, .looks = looks};

	looks_begin(&work);
	for (uint32_t first = 0, end; first < work.count; first = end) {
		for (end = first + 1; end < work.count &&
			 looks_compare(work.stays[first].moment, work.stays[end].moment) == 0;
			 end++) {
		}
		looks_sequence(&work, first, end);
	}
	for (int i = 0; i < HP_LOOKS_TIMES; i++) {
		looks->unit_ns[i] /= looks->time_ns[i] > 0 ? looks->time_ns[i] : 1;
	}
	looks_end(&work);
	if (work.steps >= LOOKS_MOST_STEPS) {
		looks_forget(looks);
	}
}

const hp_looks *hp_looks_of(const hp_profile *profile)
{
	hp_profile_kept *kept = profile->looks;

	if (kept->found == NULL) {
		kept->found = pecalloc(1, sizeof(hp_looks), true);
		kept->release = looks_release;
		if (looks_is_whole(profile)) {
			looks_ask(profile, kept->found);
		}
	}

	return kept->found;
}
