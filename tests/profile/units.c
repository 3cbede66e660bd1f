/* units.c: unit tests of profile/: known sums, shares, errors. tests/base/units.c includes it. */
#include "profile/allocs.c"
#include "profile/distortion.c"
#include "profile/events.c"
#include "profile/flat.c"
#include "profile/lines.c"
#include "profile/looks.c"
#include "profile/merge.c"
#include "profile/meta.c"
#include "profile/moments.c"
#include "profile/neighbours.c"
#include "profile/paths.c"
#include "profile/profile.c"
#include "profile/reconcile.c"
#include "profile/reduce.c"
#include "profile/rows.c"
#include "profile/shares.c"
#include "profile/slice.c"
#include "profile/sources.c"
#include "profile/squares.c"
#include "profile/summary.c"
#include "profile/wait.c"

#include "tests/base/units.h"

#define MS INT64_C(1000000)

static uint32_t function_in(hp_profile *profile, const char *name, const char *file)
{
	zend_string *text = zend_string_init(name, strlen(name), true);
	zend_string *path = file == NULL ? NULL : zend_string_init(file, strlen(file), true);
	uint32_t number = hp_profile_function_number(profile, text, path, 0);

	zend_string_release(text);
	if (path != NULL) {
		zend_string_release(path);
	}

	return number;
}

static uint32_t function_of(const hp_profile *profile, const char *name)
{
	zend_string *text = zend_string_init(name, strlen(name), true);
	uint32_t number = hp_profile_find_function(profile, text);

	zend_string_release(text);

	return number;
}

/* A node with so many calls or samples, and with its time without callees. */
static uint32_t node_in(hp_profile *profile, uint32_t parent, const char *name, uint64_t count,
	int64_t wall_ns, int64_t cpu_ns)
{
	uint32_t number = hp_profile_node_number(profile, parent, function_in(profile, name, NULL), 0);
	hp_profile_node *node = &profile->nodes.rows[number];
	hp_values own = {.wall_ns = wall_ns, .cpu_ns = cpu_ns};

	if (node->count == 0 && count > 0) {
		*hp_vector_add(&profile->samples.order) = number;
	}
	node->count += count;
	hp_values_add(&node->sum, &own);

	return number;
}

static hp_profile *calls_done(hp_profile *profile)
{
	hp_paths_add_up(profile);
	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		hp_profile_node *node = &profile->nodes.rows[i];

		node->min_ns = node->max_ns = node->sum.wall_ns;
	}

	return profile;
}

static hp_profile *samples_done(hp_profile *profile)
{
	hp_paths_add_up(profile);

	return profile;
}

static hp_profile *calls_new(void)
{
	return hp_profile_new(HP_METRIC_CPU, HP_PROFILE_TREE);
}

static hp_profile *samples_new(int64_t interval_ns)
{
	hp_profile *profile = hp_profile_new(HP_METRIC_CPU, HP_PROFILE_TREE | HP_PROFILE_SAMPLED);

	profile->samples.interval_ns = interval_ns;

	return profile;
}

/* The time of a function without callees, in all of its callers. */
static hp_values own_of(const hp_profile *profile, const char *name)
{
	uint32_t number = function_of(profile, name);
	hp_flat flat = hp_flat_new(profile, true);
	hp_values own = {0};

	for (uint32_t i = 0; i < flat.count; i++) {
		own = flat.rows[i].number == number ? flat.rows[i].own : own;
	}
	hp_flat_free(&flat);

	return own;
}

/* What the functions have without callees is the whole run, by pairs and by call paths; and no
 * sample is lost. */
static void check_conserved(const hp_profile *profile, int64_t wall_ns, int64_t cpu_ns)
{
	const hp_profile_pair *root = hp_profile_root(profile);
	hp_flat flat = hp_flat_new(profile, true);
	hp_values *own = hp_paths_own_values(profile), paths = {0}, functions = {0};
	uint64_t samples = 0;

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		hp_values_add(&paths, &own[i]);
		samples += profile->nodes.rows[i].count;
	}
	for (uint32_t i = 0; i < flat.count; i++) {
		hp_values_add(&functions, &flat.rows[i].own);
	}
	CHECK_INT(root->sum.wall_ns, wall_ns);
	CHECK_INT(root->sum.cpu_ns, cpu_ns);
	CHECK_INT(functions.wall_ns, wall_ns);
	CHECK_INT(functions.cpu_ns, cpu_ns);
	if (profile->features & HP_PROFILE_TREE) {
		CHECK_INT(paths.wall_ns, wall_ns);
		CHECK_INT(paths.cpu_ns, cpu_ns);
	}
	if (profile->features & HP_PROFILE_SAMPLED) {
		CHECK_INT(root->count, samples);
	}
	hp_flat_free(&flat);
	pefree(own, true);
}

/* Calls of a, in a file, and of b, which is internal. */
static hp_profile *distortion_calls(int64_t a_ns, int64_t b_ns)
{
	hp_profile *calls = calls_new();
	uint32_t root = node_in(calls, HP_PROFILE_NONE, "main()", 1, 0, 0);

	node_in(calls, root, "a", 10, a_ns, 0);
	node_in(calls, root, "b", 5, b_ns, 0);
	calls->functions.rows[1].file = zend_string_init(ZEND_STRL("/a.php"), true);

	return calls_done(calls);
}

/* profile, flat */

static void profile_adds_up_callees(void)
{
	hp_profile *profile = samples_new(MS);
	uint32_t root = node_in(profile, HP_PROFILE_NONE, "main()", 1, 1, 1);
	uint32_t a = node_in(profile, root, "a", 2, 20, 10);
	uint32_t again = node_in(profile, a, "a", 3, 300, 100);

	node_in(profile, again, "b", 4, 4000, 0);
	samples_done(profile);
	CHECK_BY(check_conserved(profile, 4321, 111));
	CHECK_INT(profile->nodes.rows[a].sum.wall_ns, 4320);
	CHECK_INT(profile->nodes.rows[again].sum.wall_ns, 4300);
	CHECK_INT(profile->nodes.rows[a].level, 0);
	CHECK_INT(profile->nodes.rows[again].level, 1);
	CHECK_INT(own_of(profile, "a").wall_ns, 320);
	CHECK_INT(own_of(profile, "a").cpu_ns, 110);
	CHECK_INT(hp_profile_root(profile)->count, 10);
	CHECK_INT(hp_profile_count(profile), 10 + 9 + 7 + 4);
	hp_profile_free(profile);
}

/* neighbours */

/* main() calls f, which calls itself, and both g; main() calls g, too. */
static hp_profile *neighbours_run(void)
{
	hp_profile *run = calls_new();
	uint32_t root = node_in(run, HP_PROFILE_NONE, "main()", 1, 10, 0);
	uint32_t f = node_in(run, root, "f", 2, 5, 0), again = node_in(run, f, "f", 4, 3, 0);

	node_in(run, again, "g", 8, 40, 0);
	node_in(run, f, "g", 1, 20, 0);
	node_in(run, root, "g", 16, 22, 0);

	return calls_done(run);
}

static hp_neighbours neighbours_of(const hp_profile *run, const char *name)
{
	bool is_meant[8] = {false};

	is_meant[function_of(run, name)] = true;

	return hp_neighbours_new(run, is_meant);
}

static void check_neighbour(const hp_profile *run, const hp_neighbour_list *list, uint32_t number,
	const char *name, uint64_t calls, int64_t wall_ns)
{
	CHECK(number < list->count);
	if (number < list->count) {
		CHECK_INT(list->rows[number].function, function_of(run, name));
		CHECK_INT(list->rows[number].calls, calls);
		CHECK_INT(list->rows[number].sum.wall_ns, wall_ns);
	}
}

/* The levels of f call g side by side: no call of g is within another one. */
static void check_neighbours(const hp_profile *run)
{
	hp_neighbours g = neighbours_of(run, "g"), f = neighbours_of(run, "f");

	check_neighbour(run, &g.callers, 0, "f", 9, 60);
	check_neighbour(run, &g.callers, 1, "main()", 16, 22);
	CHECK_INT(g.callees.count, 0);
	check_neighbour(run, &f.callers, 0, "main()", 2, 68);
	check_neighbour(run, &f.callees, 0, "g", 9, 60);
	CHECK_INT(f.itself.calls, 4);
	CHECK_INT(f.itself.sum.wall_ns, 43);
	hp_neighbours_free(&g);
	hp_neighbours_free(&f);
}

static void neighbours_have_each_call_once(void)
{
	hp_profile *run = neighbours_run();

	CHECK_BY(check_neighbours(run));
	run->features &= ~HP_PROFILE_TREE;
	CHECK_BY(check_neighbours(run));
	hp_profile_free(run);
}

/* squares */

static void squares_count_as_samples(void)
{
	CHECK_SAME(hp_profile_effective_samples(10, 10), 10);
	CHECK_SAME(hp_profile_effective_samples(6, 4 + 16), 1.8);
	CHECK_SAME(hp_profile_effective_samples(10, 100), 1);
	CHECK_SAME(hp_profile_effective_samples(10, 0), 0);
	CHECK_SAME(hp_profile_sample_error(0, 0), 100);
	CHECK_SAME(hp_profile_sample_error(100, 0), 0);
	CHECK_SAME(hp_profile_sample_error(100, 1), 10);
	CHECK_SAME(hp_profile_sample_error(10000, 1), 1);
	CHECK_SAME(hp_profile_sample_error(0.25, 1), 100);
}

static void squares_have_wilsons_interval(void)
{
	double low, high, mirrored_low, mirrored_high;

	hp_profile_share_interval(0.5, 100, &low, &high);
	CHECK_NEAR(low, 0.401941932, 1e-8);
	CHECK_NEAR(high, 0.598058068, 1e-8);
	hp_profile_share_interval(0, 96, &low, &high);
	CHECK_SAME(low, 0);
	CHECK_SAME(high, 0.04);
	hp_profile_share_interval(1, 96, &low, &high);
	CHECK_SAME(low, 0.96);
	CHECK_SAME(high, 1);
	hp_profile_share_interval(0.3, 0, &low, &high);
	CHECK_SAME(low, 0);
	CHECK_SAME(high, 1);
	for (int percent = 0; percent <= 100; percent++) {
		double share = percent / 100.0;

		hp_profile_share_interval(share, 37, &low, &high);
		hp_profile_share_interval(1 - share, 37, &mirrored_low, &mirrored_high);
		CHECK(low >= 0 && low <= share + 1e-12);
		CHECK(high <= 1 && high >= share - 1e-12);
		CHECK_SAME(mirrored_low, 1 - high);
		CHECK_SAME(mirrored_high, 1 - low);
	}
}

/* A run of main() with a sample of one interval and one of three. */
static hp_profile *squares_run(int64_t interval_ns, uint64_t count)
{
	hp_profile *profile = samples_new(interval_ns);

	node_in(profile, HP_PROFILE_NONE, "main()", count, (int64_t) count * interval_ns, 0);
	profile->features |= HP_PROFILE_SQUARES;
	profile->samples.count = count;

	return samples_done(profile);
}

static void squares_are_in_the_unit_of_counts(void)
{
	hp_profile *profile = squares_run(10, 4);

	hp_profile_set_squares(profile, 10 * 10 + 30 * 30);
	CHECK_INT(profile->samples.squares, 1 + 9);
	CHECK_SAME(hp_profile_effective(profile), 1.6);
	hp_profile_set_effective(profile, 2);
	CHECK_INT(profile->samples.squares, 8);
	CHECK_SAME(hp_profile_effective(profile), 2);
	hp_profile_set_squares(profile, 0);
	CHECK_INT(profile->samples.squares, 1);
	profile->features &= ~HP_PROFILE_SQUARES;
	CHECK_SAME(hp_profile_effective(profile), 4);
	hp_profile_free(profile);
}

static void squares_of_merged_runs_add_up(void)
{
	hp_profile *runs[] = {squares_run(1000, 4), squares_run(1000, 6), squares_run(3000, 6)};
	const hp_profile *equal[] = {runs[0], runs[1]}, *unequal[] = {runs[0], runs[2]};
	hp_profile *merged;

	runs[0]->samples.squares = 4;
	runs[1]->samples.squares = runs[2]->samples.squares = 6;
	merged = hp_profile_merge(equal, 2);
	CHECK_INT(merged->samples.squares, 10);
	CHECK_SAME(hp_profile_effective(merged), 10);
	CHECK_INT(merged->samples.interval_ns, 1000);
	hp_profile_free(merged);
	merged = hp_profile_merge(unequal, 2);
	/* Of 22,000 ns: 100 * (4000 * 4000 / 4 + 18000 * 18000 / 6) / 22000 / 22000 = 11.98. */
	CHECK_INT(merged->samples.squares, 12);
	CHECK_INT(merged->samples.interval_ns, 0);
	CHECK_BY(check_conserved(merged, 22000, 0));
	hp_profile_free(merged);
	for (int i = 0; i < 3; i++) {
		hp_profile_free(runs[i]);
	}
}

/* moments */

static void moment_in(
	hp_profile *profile, uint32_t node, int64_t at_ns, int64_t wall_ns, uint32_t off_cpu)
{
	*hp_vector_add(&profile->samples.moments) = (hp_profile_moment){
		.at_ns = at_ns, .wall_ns = wall_ns, .node = node, .weight = 1, .off_cpu = off_cpu};
}

static void check_moment(
	const hp_profile *profile, uint32_t number, int64_t start_ns, int64_t at_ns)
{
	const hp_profile_moment *moment = &profile->samples.moments.rows[number];

	CHECK_INT(hp_profile_moment_start_ns(moment), start_ns);
	CHECK_INT(moment->at_ns, at_ns);
}

static void moments_are_laid_end_to_end(void)
{
	hp_profile *profile = samples_new(10);

	moment_in(profile, 0, 30, 10, 0);
	moment_in(profile, 0, 35, 10, 0);
	moment_in(profile, 0, 60, 10, 0);
	hp_profile_lay_moments(profile);
	CHECK_BY(check_moment(profile, 0, 15, 25));
	CHECK_BY(check_moment(profile, 1, 25, 35));
	CHECK_BY(check_moment(profile, 2, 50, 60));
	CHECK((profile->features & HP_PROFILE_SPANS) == 0);
	profile->samples.moments.count = 0;
	moment_in(profile, 0, 10, 10, 0);
	moment_in(profile, 0, 15, 12, 0);
	moment_in(profile, 0, 40, 5, 0);
	hp_profile_lay_moments(profile);
	CHECK_BY(check_moment(profile, 0, 0, 10));
	CHECK_BY(check_moment(profile, 1, 10, 22));
	CHECK_BY(check_moment(profile, 2, 35, 40));
	CHECK((profile->features & HP_PROFILE_SPANS) != 0);
	hp_profile_free(profile);
}

static void moments_of_each_process_keep_their_time(void)
{
	hp_profile *profile = samples_new(10);
	int64_t at_ns = 0, sums_ns[3] = {0}, laid_ns[3] = {0}, ends_ns[3] = {0};

	profile->features |= HP_PROFILE_LANES;
	for (int i = 0; i < 300; i++) {
		int64_t wall_ns = (int64_t) any(60);
		uint32_t lane = (uint32_t) any(3);

		at_ns += (int64_t) any(20);
		moment_in(profile, 0, at_ns, wall_ns, 0);
		profile->samples.moments.rows[i].lane = lane;
		sums_ns[lane] += wall_ns;
	}
	hp_profile_lay_moments(profile);
	for (uint32_t i = 0; i < profile->samples.moments.count; i++) {
		const hp_profile_moment *moment = &profile->samples.moments.rows[i];

		CHECK(i == 0 || moment[-1].at_ns <= moment->at_ns);
		CHECK(hp_profile_moment_start_ns(moment) >= ends_ns[moment->lane]);
		ends_ns[moment->lane] = moment->at_ns;
		laid_ns[moment->lane] += moment->wall_ns;
	}
	for (int lane = 0; lane < 3; lane++) {
		CHECK_INT(laid_ns[lane], sums_ns[lane]);
	}
	hp_profile_free(profile);
}

static void moments_are_cut_in_parts_that_add_up(void)
{
	const hp_profile_moment whole = {.at_ns = 200, .wall_ns = 100, .weight = 4},
							point = {.at_ns = 200, .weight = 3};
	hp_profile_moment piece = whole;

	CHECK(hp_profile_cut_moment(&piece, 0, 130));
	CHECK_INT(piece.weight, 1);
	CHECK_INT(piece.wall_ns, 30);
	CHECK_INT(piece.at_ns, 130);
	piece = whole;
	CHECK(hp_profile_cut_moment(&piece, 130, 1000));
	CHECK_INT(piece.weight, 3);
	CHECK_INT(piece.wall_ns, 70);
	CHECK_INT(piece.at_ns, 200);
	piece = whole;
	CHECK(!hp_profile_cut_moment(&piece, 0, 100) && !hp_profile_cut_moment(&piece, 200, 300));
	for (int64_t step_ns = 1; step_ns < 120; step_ns++) {
		int64_t wall_ns = 0;
		uint32_t weight = 0;

		for (int64_t from_ns = 90; from_ns < 220; from_ns += step_ns) {
			piece = whole;
			if (hp_profile_cut_moment(&piece, from_ns, from_ns + step_ns)) {
				wall_ns += piece.wall_ns;
				weight += piece.weight;
			}
		}
		CHECK_INT(wall_ns, 100);
		CHECK_INT(weight, 4);
	}
	piece = point;
	CHECK(hp_profile_cut_moment(&piece, 200, 201) && piece.weight == 3);
	CHECK(!hp_profile_cut_moment(&piece, 199, 200));
}

static void check_event(const hp_profile *profile, uint32_t number, int64_t at_ns, uint32_t node)
{
	CHECK_INT(profile->timeline.events.rows[number].at_ns, at_ns);
	CHECK_INT(profile->timeline.events.rows[number].node, node);
}

/* main() with the callees a and b, in samples of 10 ns: a, b, on the CPU and off it, and a in a
 * second request. */
static hp_profile *moments_run(void)
{
	hp_profile *profile = samples_new(10);
	uint32_t root = node_in(profile, HP_PROFILE_NONE, "main()", 0, 0, 0);
	uint32_t a = node_in(profile, root, "a", 2, 20, 20), b = node_in(profile, root, "b", 1, 20, 0);

	profile->metrics |= HP_METRIC_MEMORY;
	moment_in(profile, a, 10, 10, 0);
	moment_in(profile, b, 30, 20, 1);
	moment_in(profile, a, 44, 10, 0);
	profile->samples.moments.rows[1].weight = 2;
	profile->samples.moments.rows[0].memory_bytes = 5;
	profile->samples.moments.rows[1].memory_bytes = profile->samples.moments.rows[2].memory_bytes =
		8;
	profile->nodes.rows[root].sum.memory_bytes = 3;
	profile->nodes.rows[b].count = 2;
	profile->samples.count = 3;

	return samples_done(profile);
}

static void moments_make_a_timeline(void)
{
	hp_profile *profile = moments_run();
	uint32_t depth = 0;

	hp_profile_make_timeline(profile);
	/* A gap of 4 does not end the call: the next span is more than twice as long. */
	CHECK_INT(profile->timeline.events.count, 8);
	CHECK_BY(check_event(profile, 0, 0, 0));
	CHECK_BY(check_event(profile, 1, 0, 1));
	CHECK_BY(check_event(profile, 2, 10, HP_PROFILE_NONE));
	CHECK_BY(check_event(profile, 3, 10, 2));
	CHECK_BY(check_event(profile, 4, 30, HP_PROFILE_NONE));
	CHECK_BY(check_event(profile, 5, 30, 1));
	CHECK_BY(check_event(profile, 6, 44, HP_PROFILE_NONE));
	CHECK_BY(check_event(profile, 7, 44, HP_PROFILE_NONE));
	CHECK_INT(profile->timeline.points.count, 4);
	CHECK_INT(profile->timeline.points.rows[3].cpu_ns, 20);
	profile->timeline.events.count = profile->timeline.points.count = 0;
	profile->samples.moments.rows[2].request = 1;
	hp_profile_make_timeline(profile);
	CHECK_INT(profile->timeline.events.count, 10);
	CHECK_BY(check_event(profile, 5, 30, HP_PROFILE_NONE));
	CHECK_BY(check_event(profile, 6, 34, 0));
	for (uint32_t i = 0; i < profile->timeline.events.count; i++) {
		depth += profile->timeline.events.rows[i].node == HP_PROFILE_NONE ? UINT32_MAX : 1;
	}
	CHECK_INT(depth, 0);
	hp_profile_free(profile);
}

static void moments_of_the_program_are_points(void)
{
	hp_profile *profile = samples_new(10);
	uint32_t root = node_in(profile, HP_PROFILE_NONE, "main()", 0, 0, 0);
	uint32_t a = node_in(profile, root, "a", 2, 20, 20);

	samples_done(profile);
	moment_in(profile, a, 5, 0, 0);
	moment_in(profile, a, 30, 0, 0);
	CHECK_INT(hp_profile_moment_ns(profile, &profile->samples.moments.rows[0]), 10);
	CHECK(!hp_profile_is_off_cpu(profile, &profile->samples.moments.rows[0]));
	hp_profile_make_timeline(profile);
	/* A call that is in both of them lasts from the one to the other. */
	CHECK_INT(profile->timeline.events.count, 4);
	CHECK_BY(check_event(profile, 1, 5, a));
	CHECK_BY(check_event(profile, 3, 30, HP_PROFILE_NONE));
	profile->timeline.events.count = 0;
	profile->samples.moments.rows[1].wall_ns = 10;
	hp_profile_make_timeline(profile);
	CHECK_INT(profile->timeline.events.count, 8);
	hp_profile_free(profile);
}

static void moments_of_parts_have_one_time(void)
{
	hp_profile *parts[] = {moments_run(), moments_run()}, *merged;

	for (int i = 0; i < 2; i++) {
		parts[i]->runs = 0;
		parts[i]->features |= HP_PROFILE_LANES;
		parts[i]->started_ns = i == 0 ? 5000 : 5100;
	}
	merged = hp_profile_merge((const hp_profile *const *) parts, 2);
	CHECK_INT(merged->started_ns, 5000);
	CHECK_INT(merged->samples.moments.count, 6);
	CHECK_BY(check_moment(merged, 2, 34, 44));
	CHECK_BY(check_moment(merged, 3, 100, 110));
	CHECK_INT(merged->samples.moments.rows[2].lane, 0);
	CHECK_INT(merged->samples.moments.rows[3].lane, 1);
	CHECK_BY(check_conserved(merged, 80, 40));
	hp_profile_free(merged);
	hp_profile_free(parts[0]);
	hp_profile_free(parts[1]);
}

static void marks_are_in_order_and_counted(void)
{
	hp_profile *profile = samples_new(10), *other = samples_new(10);
	static const int64_t at_ns[] = {5, 9, 7}, laid_ns[] = {5, 9, 9};

	for (int i = 0; i < 3; i++) {
		hp_profile_add_mark(profile, (hp_profile_mark){.at_ns = at_ns[i], .lane = 1});
		CHECK_INT(profile->timeline.marks.rows[i].at_ns, laid_ns[i]);
	}
	hp_profile_add_marks(other, profile, -6, 4);
	CHECK_INT(other->timeline.marks.rows[0].at_ns, 0);
	CHECK_INT(other->timeline.marks.rows[1].at_ns, 3);
	CHECK_INT(other->timeline.marks.rows[1].lane, 5);
	while (profile->timeline.marks.count < HP_PROFILE_MARKS_MAX) {
		hp_profile_add_mark(profile, (hp_profile_mark){.at_ns = 10});
	}
	CHECK_INT(profile->timeline.lost_marks, 0);
	hp_profile_add_mark(
		profile, (hp_profile_mark){.at_ns = 11, .text = zend_string_init("x", 1, true)});
	CHECK_INT(profile->timeline.marks.count, HP_PROFILE_MARKS_MAX);
	CHECK_INT(profile->timeline.lost_marks, 1);
	hp_profile_free(profile);
	hp_profile_free(other);
}

/* looks */

/* A run of 1 ms samples in a row; each letter of text is a function that main() calls: small
 * letters on the CPU, capital ones off it, a '+' behind these is the same wait, seen again. */
static hp_profile *looks_run(const char *text, int times)
{
	hp_profile *profile = samples_new(MS);
	uint32_t root = node_in(profile, HP_PROFILE_NONE, "main()", 0, 0, 0);
	int64_t at_ns = 0;
	char name[2] = {0};

	for (int i = 0; i < times; i++) {
		for (const char *at = text; *at != '\0'; at++) {
			uint32_t off_cpu = *at == '+' ? HP_PROFILE_STILL_OFF_CPU : *at <= 'Z';

			name[0] = *at == '+' ? name[0] : *at;
			at_ns += MS;
			moment_in(profile, node_in(profile, root, name, 1, MS, off_cpu != 0 ? 0 : MS), at_ns,
				MS, off_cpu);
			profile->samples.count++;
		}
	}

	return samples_done(profile);
}

static const hp_looks_chance *looks_own(const hp_profile *profile, const char *name)
{
	return &hp_looks_of(profile)->own[function_of(profile, name)];
}

#define FIFTY_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define FIFTY_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define FIFTY_C "cccccccccccccccccccccccccccccccccccccccccccccccccc"
#define TEN_A "aaaaaaaaaa"
#define TEN_B "bbbbbbbbbb"
#define FIFTY_MORE "++++++++++++++++++++++++++++++++++++++++++++++++++"
#define MS2 ((double) MS * (double) MS)

static void looks_know_one_change(void)
{
	hp_profile *profile = looks_run(FIFTY_A FIFTY_B, 1);
	const hp_looks *looks = hp_looks_of(profile);

	/* Long before and behind it: a sixth of a square. */
	CHECK_SAME(looks_own(profile, "a")->variance[HP_LOOKS_ON_CPU], MS2 / 6);
	CHECK_SAME(looks_own(profile, "b")->variance[HP_LOOKS_ON_CPU], MS2 / 6);
	CHECK_INT(looks_own(profile, "a")->changes[HP_LOOKS_ON_CPU], 1);
	CHECK_INT(looks_own(profile, "a")->changes[HP_LOOKS_OFF_CPU], 0);
	CHECK_SAME(looks->sum[function_of(profile, "a")].variance[HP_LOOKS_ON_CPU], MS2 / 6);
	CHECK_SAME(looks->sum[function_of(profile, "main()")].variance[HP_LOOKS_ON_CPU], 0);
	CHECK_SAME(looks->unit_ns[HP_LOOKS_ON_CPU], MS);
	CHECK_SAME(looks->time_ns[HP_LOOKS_ON_CPU], 100 * MS);
	CHECK_SAME(looks->time_ns[HP_LOOKS_OFF_CPU], 0);
	hp_profile_free(profile);
}

static void looks_count_each_change(void)
{
	hp_profile *profile = looks_run("ab", 50);

	/* 99 short changes. */
	CHECK_INT(looks_own(profile, "a")->changes[HP_LOOKS_ON_CPU], 99);
	CHECK_INT(looks_own(profile, "b")->changes[HP_LOOKS_ON_CPU], 99);
	CHECK_SAME(looks_own(profile, "a")->variance[HP_LOOKS_ON_CPU], 99 * MS2 / 2);
	CHECK_SAME(hp_looks_of(profile)->sum[function_of(profile, "b")].variance[HP_LOOKS_ON_CPU],
		99 * MS2 / 2);
	hp_profile_free(profile);
}

static void looks_are_long_on_both_sides(void)
{
	hp_profile *profile = looks_run(FIFTY_A "b" FIFTY_C, 1);

	CHECK_SAME(looks_own(profile, "b")->variance[HP_LOOKS_ON_CPU], 2 * MS2 / 2);
	CHECK_SAME(looks_own(profile, "a")->variance[HP_LOOKS_ON_CPU], MS2 / 6);
	hp_profile_free(profile);
	profile = looks_run(FIFTY_A "bb" FIFTY_C, 1);
	CHECK_SAME(looks_own(profile, "b")->variance[HP_LOOKS_ON_CPU], 2 * MS2 / 6);
	hp_profile_free(profile);
}

static void looks_join_one_wait(void)
{
	hp_profile *profile = looks_run(FIFTY_A FIFTY_A "B+C+++++++++", 1);
	const hp_looks *looks = hp_looks_of(profile);

	/* B of 2 ms was drawn. C of 10 ms was seen throughout: it counts as a third of one interval. */
	CHECK_SAME(looks_own(profile, "B")->variance[HP_LOOKS_OFF_CPU], (4 + 1.0 / 3) * MS2 / 4);
	CHECK_INT(looks_own(profile, "B")->changes[HP_LOOKS_OFF_CPU], 1);
	CHECK_INT(looks_own(profile, "B")->changes[HP_LOOKS_ON_CPU], 0);
	CHECK_SAME(looks->time_ns[HP_LOOKS_OFF_CPU], 12 * MS);
	CHECK_SAME(looks->time_ns[HP_LOOKS_ON_CPU] + looks->time_ns[HP_LOOKS_OFF_CPU],
		hp_profile_root(profile)->sum.wall_ns);
	CHECK_SAME(looks->unit_ns[HP_LOOKS_OFF_CPU], (2.0 * 2 + 10 * 10) / 12 * MS);
	CHECK_SAME(looks->unseen_ns, 0);
	hp_profile_free(profile);
}

static void looks_halve_a_wait_that_was_told(void)
{
	hp_profile *profile = looks_run(FIFTY_A FIFTY_A "BC", 1);
	hp_profile_moment *last = &profile->samples.moments.rows[101];

	/* One look saw the 10 ms of C, and the kernel told how long they were. */
	last->wall_ns = 10 * MS;
	CHECK_SAME(looks_own(profile, "C")->variance[HP_LOOKS_OFF_CPU], (1 + 5 * 5) * MS2 / 4);
	hp_profile_free(profile);
}

static void looks_ask_which_sample_has_most(void)
{
	hp_profile *profile = looks_run(FIFTY_A FIFTY_A "BC++", 1);

	/* Of 8 ms of C one sample has 6, though not the last: it was told. */
	profile->samples.moments.rows[102].wall_ns = 6 * MS;
	CHECK_SAME(looks_own(profile, "C")->variance[HP_LOOKS_OFF_CPU], (1 + 4 * 4) * MS2 / 4);
	hp_profile_free(profile);
}

static void looks_set_unseen_time_apart(void)
{
	hp_profile *profile = looks_run(FIFTY_A FIFTY_A "BB", 1);

	profile->samples.moments.rows[100].off_cpu = HP_PROFILE_UNSEEN_OFF_CPU;
	CHECK_SAME(hp_looks_of(profile)->unseen_ns, MS);
	CHECK_SAME(hp_looks_of(profile)->unseen_square, 0);
	hp_profile_free(profile);
	profile = looks_run(FIFTY_A FIFTY_A, 1);
	moment_in(profile, profile->nodes.count, 101 * MS, 2 * MS, HP_PROFILE_UNSEEN_OFF_CPU);
	hp_profile_append_node(profile, 1, function_in(profile, HP_PROFILE_WAIT_FOR_CPU, NULL));
	CHECK_SAME(hp_looks_of(profile)->unseen_ns, 2 * MS);
	CHECK_SAME(hp_looks_of(profile)->unseen_square, 4 * MS2);
	hp_profile_free(profile);
}

static void looks_need_all_samples(void)
{
	hp_profile *profile = looks_run(FIFTY_A FIFTY_B, 1);

	profile->samples.moments.count = HP_LOOKS_LEAST - 1;
	CHECK(hp_looks_of(profile)->own == NULL);
	hp_profile_free(profile);
	profile = looks_run(FIFTY_A FIFTY_B, 1);
	profile->samples.custom = 1;
	CHECK(hp_looks_of(profile)->own == NULL);
	hp_profile_free(profile);
	profile = looks_run(FIFTY_A FIFTY_B FIFTY_C, 1);
	profile->samples.moments.count = 134;
	CHECK(hp_looks_of(profile)->own == NULL);
	hp_profile_free(profile);
	profile = looks_run(FIFTY_A FIFTY_B FIFTY_C, 1);
	profile->samples.moments.count = 135;
	CHECK(hp_looks_of(profile)->own != NULL);
	hp_profile_free(profile);
}

/* events */

static void check_counts(const hp_counts_table *table, const char *expected)
{
	char text[64] = "";

	for (uint32_t i = 0; i < table->count; i++) {
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%d ",
			(int) hp_profile_counts(table, i)->of[0]);
	}
	CHECK_TEXT(text, expected);
	CHECK_INT(hp_profile_counts(table, table->count)->of[0], 0);
}

static hp_profile *with_main_at(uint32_t place, uint32_t count)
{
	hp_profile *profile = hp_profile_new(0, 0);

	for (uint32_t i = 0; i < count; i++) {
		hp_profile_append_pair(profile, i == place ? HP_PROFILE_NONE : 0, 0, i, 0);
	}

	return profile;
}

static void check_main_is_last(hp_profile *profile, uint32_t callee, const char *counts)
{
	hp_profile_finish(profile);
	CHECK_INT(hp_profile_root(profile)->callee, callee);
	check_counts(&profile->counted.pairs, counts);
	hp_profile_free(profile);
}

/* A run without events has no rows of counts. */
static void counts_move_with_their_pair(void)
{
	hp_profile *profile;

	CHECK_BY(check_main_is_last(with_main_at(0, 3), 0, ""));
	profile = with_main_at(2, 3);
	hp_profile_counts_of(&profile->counted.pairs, 2)->of[0] = 3;
	hp_profile_counts_of(&profile->counted.pairs, 0)->of[0] = 1;
	CHECK_BY(check_main_is_last(profile, 2, "1 0 3 "));
	profile = with_main_at(0, 3);
	hp_profile_counts_of(&profile->counted.pairs, 2)->of[0] = 3;
	hp_profile_counts_of(&profile->counted.pairs, 0)->of[0] = 1;
	CHECK_BY(check_main_is_last(profile, 0, "0 3 1 "));
	/* The last ones counted nothing, and have no row yet. */
	profile = with_main_at(1, 5);
	hp_profile_counts_of(&profile->counted.pairs, 2)->of[0] = 1;
	hp_profile_counts_of(&profile->counted.pairs, 1)->of[0] = 3;
	CHECK_BY(check_main_is_last(profile, 1, "0 1 0 0 3 "));
}

/* The first events of eight; each name once. */
static void events_are_eight_names(void)
{
	hp_profile_events events = {0}, same = {0};
	char name[] = "a0";

	for (int i = 0; i < 2 * (HP_EVENT_MAX + 1); i++) {
		name[1] = (char) ('0' + i / 2);
		CHECK_INT(hp_profile_events_add(&events, name, 2, HP_EVENT_UNIT_NS),
			i / 2 < HP_EVENT_MAX && i % 2 == 0);
	}
	CHECK_INT(events.count, HP_EVENT_MAX);
	CHECK_INT(hp_profile_events_find(&events, "a7", 2), 7);
	CHECK_INT(hp_profile_events_find(&events, "a77", 3), HP_EVENT_MAX);
	CHECK_INT(hp_profile_events_find(&events, "a7", 1), HP_EVENT_MAX);
	hp_profile_events_add(&same, "a5", 2, HP_EVENT_UNIT_COUNT);
	hp_profile_events_add(&same, "b", 1, HP_EVENT_UNIT_COUNT);
	hp_profile_events_add(&same, "a2", 2, HP_EVENT_UNIT_NS);
	hp_profile_events_keep(&same, &events);
	CHECK_INT(same.count, 2);
	CHECK_TEXT(ZSTR_VAL(same.names[1]), "a2");
	CHECK_INT(same.units[1], HP_EVENT_UNIT_NS);
	hp_profile_events_free(&same);
	hp_profile_events_free(&events);
}

/* shares */

static double shares_own(const hp_profile *profile, const char *name, hp_shares_metric metric)
{
	hp_shares shares = hp_shares_of(profile);
	uint32_t number = function_of(profile, name);
	hp_flat flat = hp_flat_new(profile, true);
	double error = -1, greatest = hp_shares_greatest_error(&shares, &flat, metric);

	for (uint32_t i = 0; i < flat.count; i++) {
		double own = hp_shares_own_error(&shares, &flat, &flat.rows[i], metric);

		CHECK(own <= greatest + 1e-12);
		error = flat.rows[i].number == number ? own : error;
	}
	hp_flat_free(&flat);

	return error;
}

static void shares_are_wilsons_without_looks(void)
{
	hp_profile *profile = samples_new(MS);
	hp_counts none = {0};
	hp_shares shares;
	uint32_t root = node_in(profile, HP_PROFILE_NONE, "main()", 0, 0, 0);

	node_in(profile, root, "a", 50, 50 * MS, 50 * MS);
	node_in(profile, root, "b", 50, 50 * MS, 0);
	profile->samples.count = 100;
	samples_done(profile);
	shares = hp_shares_of(profile);
	CHECK(shares.is_sampled && !shares.is_coarse && !shares.is_timeless);
	CHECK_SAME(shares.whole, 100 * MS);
	CHECK_SAME(shares.whole_cpu, 50 * MS);
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_WALL), 9.80580676, 1e-6);
	CHECK_NEAR(hp_shares_part_error(&shares, 50 * MS, &none), 9.80580676, 1e-6);
	/* Of the CPU time 100 %, by half of the samples. */
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_CPU), 100 * 4 / 54.0, 1e-6);
	CHECK_NEAR(hp_shares_part_error(&shares, 0, &none), 100 * 4 / 104.0, 1e-6);
	profile->samples.custom = 100;
	shares = hp_shares_of(profile);
	CHECK_SAME(hp_shares_part_error(&shares, 50 * MS, &none), 0);
	hp_profile_free(profile);
}

static void shares_of_coarse_samples_have_a_floor(void)
{
	hp_profile *profile = samples_new(6 * MS);
	hp_counts none = {0};
	hp_shares shares;

	node_in(profile, HP_PROFILE_NONE, "main()", 1000000, 6000000 * MS, 0);
	profile->samples.count = 1000000;
	samples_done(profile);
	shares = hp_shares_of(profile);
	CHECK(shares.is_coarse);
	CHECK_SAME(shares.effective, 2500);
	CHECK_NEAR(hp_shares_part_error(&shares, 3000000 * MS, &none), 1.9984013, 1e-6);
	profile->samples.interval_ns = 5 * MS;
	CHECK_SAME(hp_shares_of(profile).effective, 10000);
	profile->samples.interval_ns = 0;
	CHECK(hp_shares_of(profile).is_coarse);
	hp_profile_free(profile);
}

static void shares_of_nothing_are_not_known(void)
{
	const hp_shares sampled = {.is_sampled = true}, all = {0};
	const hp_flat empty = {0};
	hp_profile *calls = distortion_calls(60, 40);

	CHECK_SAME(hp_shares_greatest_error(&sampled, &empty, HP_SHARES_WALL), 100);
	CHECK_SAME(hp_shares_greatest_error(&all, &empty, HP_SHARES_WALL), 0);
	CHECK(!hp_shares_of(calls).is_sampled);
	CHECK_SAME(shares_own(calls, "a", HP_SHARES_WALL), 0);
	hp_profile_free(calls);
}

static void shares_go_by_looks(void)
{
	hp_profile *profile = looks_run(FIFTY_A FIFTY_B, 1);

	/* Two errors of a sixth of a square, two samples that may be missed, and one change that is
	 * read 0.07 ms late. */
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_WALL),
		100 * (sqrt(4 / 6.0 + 4 + 0.07 * 0.07) + 2) / 104, 1e-6);
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_CPU),
		100 * (sqrt(4 / 6.0 + 4 + 0.07 * 0.07) + 2) / 104, 1e-6);
	hp_profile_free(profile);
	profile = looks_run("ab", 50);
	/* As if each sample was drawn anew: 100 * 1 / 2 * 1 / 2; of many changes 5 in 99 count for what
	 * is missed. More samples do not mend the error of a half in 10,000. */
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_WALL),
		100 * (sqrt(4 * 25 + 4 + 1) + 2 * 5 / 99.0) / 104, 1e-6);
	hp_profile_free(profile);
	profile = looks_run(FIFTY_A FIFTY_B "CC", 1);
	/* What waits has no CPU time to be wrong about. */
	CHECK_NEAR(shares_own(profile, "C", HP_SHARES_CPU), 100 * (sqrt(4) + 2) / 104, 1e-6);
	hp_profile_free(profile);
}

static void shares_add_both_kinds_of_time(void)
{
	hp_profile *profile = looks_run(FIFTY_A FIFTY_B, 1);

	/* The second half of either function is off the CPU. */
	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		profile->pairs.rows[i].sum.cpu_ns /= 2;
	}
	for (uint32_t i = 0; i < profile->samples.moments.count; i++) {
		profile->samples.moments.rows[i].off_cpu = i % 50 >= 25;
	}
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_WALL),
		100 * (sqrt(4 / 3.0 + 4 + 0.14 * 0.14) + 2) / 104, 1e-6);
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_CPU),
		100 * (sqrt(4 / 6.0 + 4 + 0.07 * 0.07) + 2) / 54, 1e-6);
	hp_profile_free(profile);
	profile = looks_run(FIFTY_A FIFTY_B, 1);
	/* Of no interval is a coarse one: the error of a half in 2500 samples is beside it. */
	profile->samples.interval_ns = 0;
	CHECK_NEAR(
		shares_own(profile, "a", HP_SHARES_WALL), 100 * (sqrt(4 / 6.0 + 4 + 4) + 2) / 104, 1e-6);
	hp_profile_free(profile);
}

/* The example of docs/weights.md, "An example": a 50 ms, a short wait, b 10 ms, a wait of 60 ms
 * that each look saw, a 40 ms, and a short wait. */
static void shares_are_those_of_the_document(void)
{
	hp_profile *profile =
		looks_run(FIFTY_A "D" TEN_B "C" FIFTY_MORE "+++++++++" TEN_A TEN_A TEN_A TEN_A "D", 1);
	const hp_looks *looks = hp_looks_of(profile);

	CHECK_INT(hp_profile_root(profile)->sum.wall_ns, 162 * MS);
	CHECK_INT(hp_profile_root(profile)->sum.cpu_ns, 100 * MS);
	CHECK_SAME(looks->unit_ns[HP_LOOKS_ON_CPU], MS);
	CHECK_SAME(looks_own(profile, "a")->variance[HP_LOOKS_ON_CPU], MS2 / 3);
	CHECK_SAME(looks_own(profile, "C")->variance[HP_LOOKS_OFF_CPU], MS2 * 2 / 3);
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_WALL), 2.5986, 5e-5);
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_CPU), 4.1477, 5e-5);
	CHECK_NEAR(shares_own(profile, "C", HP_SHARES_WALL), 2.7625, 5e-5);
	CHECK_NEAR(shares_own(profile, "main()", HP_SHARES_WALL), 2.4096, 5e-5);
	hp_profile_free(profile);
	/* The same in a merged run, which does not have its samples one by one. */
	profile =
		looks_run(FIFTY_A "D" TEN_B "C" FIFTY_MORE "+++++++++" TEN_A TEN_A TEN_A TEN_A "D", 1);
	profile->samples.moments.count = 0;
	CHECK_SAME(hp_profile_effective(profile), 162);
	CHECK_NEAR(shares_own(profile, "a", HP_SHARES_WALL), 7.8485, 5e-5);
	CHECK_NEAR(shares_own(profile, "C", HP_SHARES_WALL), 7.8150, 5e-5);
	CHECK_NEAR(shares_own(profile, "main()", HP_SHARES_WALL), 2.4096, 5e-5);
	hp_profile_free(profile);
}

static void shares_of_a_wait_seen_whole_are_exact(void)
{
	hp_profile *profile = looks_run(FIFTY_A FIFTY_B, 1);
	hp_counts none = {0};
	hp_shares shares;

	for (uint32_t i = 0; i < profile->samples.moments.count; i++) {
		profile->samples.moments.rows[i].off_cpu = HP_PROFILE_STILL_OFF_CPU;
	}
	shares = hp_shares_of(profile);
	CHECK(!shares.is_sampled);
	CHECK_SAME(hp_shares_part_error(&shares, 50 * MS, &none), 0);
	profile->samples.moments.rows[0].off_cpu = 1;
	CHECK(hp_shares_of(profile).is_sampled);
	hp_profile_free(profile);
}

/* reconcile */

static void reconcile_covers_what_callees_have(void)
{
	/* main() calls 1 and 2, both call 3, which calls 4. */
	static const hp_reconcile_row rows[] = {
		{HP_PROFILE_NONE, 0}, {0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}};
	zend_long values[] = {9, 4, 5, 4, 4, 9};
	hp_reconcile reconcile;

	hp_reconcile_init(&reconcile, rows, 6, 5);
	CHECK_INT(reconcile.reached_count, 5);
	hp_reconcile_conserve(&reconcile, values);
	CHECK_INT(values[5], 9);
	CHECK_INT(values[4], 4);
	CHECK_INT(values[3], 5);
	CHECK_INT(values[2], 5);
	CHECK_INT(values[1], 5);
	CHECK_INT(values[0], 10);
	hp_reconcile_free(&reconcile);
}

/* How much more comes to a node than goes from it. */
static zend_long reconcile_rest(
	const hp_reconcile_row *rows, const zend_long *values, uint32_t count, uint32_t node)
{
	zend_long rest = 0;

	for (uint32_t i = 0; i < count; i++) {
		rest += rows[i].callee == node ? values[i] : 0;
		rest -= rows[i].caller == node ? values[i] : 0;
	}

	return rest;
}

static void reconcile_raises_no_more_than_needed(void)
{
	hp_reconcile_row rows[121] = {{HP_PROFILE_NONE, 0}};
	zend_long values[121], before[121];
	hp_reconcile reconcile;

	for (int round = 0; round < 20; round++) {
		for (uint32_t i = 0; i < 121; i++) {
			uint32_t callee = i == 0 ? 0 : i <= 40 ? i : 1 + (uint32_t) any(40);

			rows[i] = (hp_reconcile_row){i == 0 ? HP_PROFILE_NONE : (uint32_t) any(callee), callee};
			values[i] = before[i] = (zend_long) any(100);
		}
		hp_reconcile_init(&reconcile, rows, 121, 41);
		hp_reconcile_conserve(&reconcile, values);
		for (uint32_t node = 0; node < 41; node++) {
			CHECK(reconcile_rest(rows, values, 121, node) >= 0);
		}
		for (uint32_t i = 0; i < 121; i++) {
			zend_long rest = reconcile_rest(rows, values, 121, rows[i].callee);

			CHECK(values[i] >= before[i]);
			CHECK(values[i] == before[i] || rest == 0);
		}
		memcpy(before, values, sizeof(values));
		hp_reconcile_conserve(&reconcile, values);
		CHECK(memcmp(before, values, sizeof(values)) == 0);
		hp_reconcile_free(&reconcile);
	}
}

/* rows */

/* Adds calls of a pair, with so many nanoseconds. caller: NULL for main(). */
static uint32_t pair_in(hp_profile *profile, const char *caller, uint32_t caller_level,
	const char *callee, uint32_t callee_level, uint64_t count, int64_t wall_ns)
{
	hp_profile_pair *pair = hp_profile_pair_of(profile,
		caller == NULL ? HP_PROFILE_NONE : function_in(profile, caller, NULL), caller_level,
		function_in(profile, callee, NULL), callee_level);

	pair->count += count;
	pair->sum.wall_ns += wall_ns;

	return (uint32_t) (pair - profile->pairs.rows);
}

/* Compares "COLUMN ...; KEY NUMBER ...; ...", with the columns of the first row. */
static void check_rows(const hp_profile *profile, const char *expected)
{
	smart_str text = {NULL, 0};
	zend_string *key, *column;
	zval rows, *row, *value;

	hp_profile_rows(profile, &rows, false);
	CHECK_INT(zend_hash_num_elements(Z_ARRVAL(rows)) > 0, profile->pairs.count > 0);
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(rows), key, row) {
		if (text.s == NULL) {
			ZEND_HASH_FOREACH_STR_KEY(Z_ARRVAL_P(row), column) {
				smart_str_append_printf(&text, "%s ", ZSTR_VAL(column));
			}
			ZEND_HASH_FOREACH_END();
		}
		smart_str_append_printf(&text, "; %s", ZSTR_VAL(key));
		CHECK_INT(strlen(ZSTR_VAL(key)), ZSTR_LEN(key));
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(row), value) {
			smart_str_append_printf(&text, " " ZEND_LONG_FMT, Z_LVAL_P(value));
		}
		ZEND_HASH_FOREACH_END();
	}
	ZEND_HASH_FOREACH_END();
	smart_str_0(&text);
	CHECK_TEXT(text.s == NULL ? "" : ZSTR_VAL(text.s), expected);
	smart_str_free(&text);
	zval_ptr_dtor(&rows);
}

static void rows_have_each_column(void)
{
	hp_profile *profile =
		hp_profile_new(HP_METRIC_CPU | HP_METRIC_MEMORY | HP_METRIC_PEAK | HP_METRIC_ALLOC, 0);
	const hp_alloc_counts allocs = {6, 7, 800, 100, 0, 0};
	hp_profile_pair *pair;

	pair_in(profile, NULL, 0, "main()", 0, 1, 9000);
	pair = &profile->pairs.rows[pair_in(profile, "main()", 0, "f", 0, 2, 3999)];
	pair->sum.cpu_ns = 2000;
	pair->sum.memory_bytes = -4;
	pair->sum.peak_bytes = 5;
	hp_profile_allocs_add(&profile->allocated.pairs, 1, &allocs);
	hp_profile_events_add(&profile->counted.events, ZEND_STRL("faults"), HP_EVENT_UNIT_COUNT);
	hp_profile_counts_of(&profile->counted.pairs, 0)->of[0] = 12;
	hp_profile_counts_of(&profile->counted.pairs, 1)->of[0] = 11;
	hp_profile_finish(profile);
	/* CPU time below main() is main()'s, too. */
	CHECK_BY(check_rows(profile,
		"ct wt cpu mu pmu own_na own_nf own_ab own_fb own_lb faults ; main()==>f 2 3 2 -4 5 6 7 "
		"800 100 700 11; main() 1 9 2 0 0 0 0 0 0 0 12"));
	hp_profile_free(profile);
	profile = hp_profile_new(0, 0);
	hp_profile_finish(profile);
	CHECK_BY(check_rows(profile, ""));
	hp_profile_free(profile);
}

/* A level is part of a name. What is written alike is one row, and leaves other rows alone that
 * had the same numbers. */
static void rows_are_named_with_their_levels(void)
{
	hp_profile *profile = hp_profile_new(0, 0);
	zval rows, *first, *second;

	pair_in(profile, "main()", 0, "f", 0, 1, 50000);
	pair_in(profile, "f", 0, "f", 1, 1, 7000);
	pair_in(profile, "f", 1, "f", 12, 1, 7000); /* a gap, as a file may have */
	pair_in(profile, "f", 0, "g", 0, 1, 7000);
	pair_in(profile, "f", 0, "f@1", 0, 2, 6000);
	pair_in(profile, "f", 12, "f", 4294967294u, 1, 7000); /* the last one: too far to number all */
	pair_in(profile, NULL, 0, "main()", 0, 1, 90000);
	hp_profile_finish(profile);
	CHECK_BY(check_rows(profile,
		"ct wt ; main()==>f 1 50; f==>f@1 3 13; f@1==>f@12 1 7; f==>g 1 7; "
		"f@12==>f@4294967294 1 7; main() 1 90"));
	hp_profile_rows(profile, &rows, false);
	first = zend_hash_str_find(Z_ARRVAL(rows), ZEND_STRL("f@1==>f@12"));
	second = zend_hash_str_find(Z_ARRVAL(rows), ZEND_STRL("f==>g"));
	CHECK(first != NULL && second != NULL && Z_ARR_P(first) == Z_ARR_P(second));
	zval_ptr_dtor(&rows);
	hp_profile_free(profile);
}

/* Callees never took longer than their caller, also by rounded times. */
static void rows_cover_what_callees_have(void)
{
	hp_profile *profile = hp_profile_new(0, 0);

	/* What calls nothing has a number of its own, too. */
	function_in(profile, "h", NULL);
	function_in(profile, "f", NULL);
	pair_in(profile, "g", 0, "h", 0, 1, 2999);
	pair_in(profile, "f", 0, "g", 0, 1, 3001);
	pair_in(profile, "main()", 0, "f", 0, 3, 1999);
	pair_in(profile, "main()", 0, "i", 0, 3, 1000);
	pair_in(profile, NULL, 0, "main()", 0, 1, 2000);
	hp_profile_finish(profile);
	CHECK_BY(check_rows(
		profile, "ct wt ; g==>h 1 2; f==>g 1 3; main()==>f 3 3; main()==>i 3 1; main() 1 4"));
	hp_profile_free(profile);
}

/* summary */

static void summary_print(void *context, const hp_summary_value *value)
{
	smart_str *text = context;

	smart_str_append_printf(text, "%s%s%s ", value->group == NULL ? "" : value->group,
		value->group == NULL ? "" : ".", value->key);
	switch (value->type) {
		case HP_SUMMARY_INT:
			smart_str_append_printf(text, "%" PRId64 "; ", value->number);
			return;
		case HP_SUMMARY_DOUBLE:
			smart_str_append_printf(text, "%.3f; ", value->real);
			return;
		case HP_SUMMARY_WORD:
			smart_str_append_printf(text, "%s; ", value->word);
			return;
	}
}

static void check_summary(const hp_profile *profile, const char *expected)
{
	smart_str text = {NULL, 0};

	hp_profile_summary(profile, summary_print, &text);
	smart_str_0(&text);
	CHECK_TEXT(ZSTR_VAL(text.s), expected);
	smart_str_free(&text);
}

static void summary_has_what_the_run_has(void)
{
	hp_profile *profile = hp_profile_new(0, 0);

	CHECK_BY(check_summary(profile,
		"mode hier; started 0.000; wall_ns 0; calls 0; functions 0; pairs 0; nodes 0; own_cost_ns "
		"0; runs 1; unrecorded_calls 0; truncated_calls 0; "));
	hp_profile_free(profile);
	profile = hp_profile_new(
		HP_METRIC_CPU | HP_METRIC_MEMORY | HP_METRIC_PEAK | HP_METRIC_ALLOC, HP_PROFILE_TIMELINE);
	pair_in(profile, "main()", 0, "f", 0, 3, 10);
	profile->pairs.rows[pair_in(profile, NULL, 0, "main()", 0, 1, 20)].sum =
		(hp_values){20, 21, 22, 23};
	hp_profile_finish(profile);
	profile->features |= HP_PROFILE_TREE | HP_PROFILE_LOST_MARKS | HP_PROFILE_REDUCED |
		HP_PROFILE_GC | HP_PROFILE_GC_TIMES | HP_PROFILE_LINE_COUNTS;
	profile->started_ns = 1500000000;
	profile->runs = 2;
	profile->calls.cost_ps = 2500;
	profile->calls.unrecorded = 31;
	profile->calls.truncated = 32;
	profile->calls.missed_lines = 33;
	profile->timeline.lost_events = 34;
	profile->timeline.lost_marks = 35;
	profile->reduced = (hp_profile_reduced){6, 37, 38};
	profile->allocated.totals = (hp_alloc_run){41, 42, 43, 44, 45, 46};
	profile->gc = (hp_profile_gc){51, 52, 53, 54, 55, 56, 57, 58, 59};
	CHECK_BY(check_summary(profile,
		"mode timeline; started 1.500; wall_ns 20; cpu_ns 21; memory_bytes 22; peak_bytes 23; "
		"calls 4; functions 2; pairs 2; nodes 0; own_cost_ns 25; timeline_events 0; "
		"lost_timeline_events 34; lost_marks 35; runs 2; unrecorded_calls 31; truncated_calls 32; "
		"alloc_interval 41; alloc_change_bytes 42; alloc_peak_bytes 43; outside_frees 44; "
		"outside_bytes 45; lost_allocs 46; hidden_calls 6; left_out 37; left_out_ns 38; gc.runs "
		"51; gc.collected 52; gc.collector_ns 53; gc.destructor_ns 54; gc.free_ns 55; "
		"gc.threshold_before 56; gc.threshold 57; gc.roots_before 58; gc.roots 59; lines 0; "
		"missed_line_calls 33; "));
	/* A fiber's part has no timeline, and a hook that compensates no cost of its own. */
	profile->features = HP_PROFILE_TREE | HP_PROFILE_GC | HP_PROFILE_COSTS;
	profile->metrics = 0;
	profile->calls.compensated = true;
	CHECK_BY(check_summary(profile,
		"mode tree; started 1.500; wall_ns 20; calls 4; functions 2; pairs 2; nodes 0; "
		"own_cost_ns 0; lost_timeline_events 34; runs 2; unrecorded_calls 31; truncated_calls 32; "
		"gc.runs 51; gc.collected 52; gc.threshold_before 56; gc.threshold 57; gc.roots_before "
		"58; gc.roots 59; "));
	hp_profile_free(profile);
}

static void summary_has_what_samples_have(void)
{
	hp_profile *profile = samples_new(10), *calls = hp_profile_new(0, 0);
	uint32_t root = node_in(profile, HP_PROFILE_NONE, "main()", 0, 0, 0);

	node_in(profile, root, "a", 96, 960, 0);
	samples_done(profile);
	profile->features |= HP_PROFILE_CPU_CLOCK;
	profile->samples.count = 95;
	profile->samples.displaced = 5;
	CHECK_BY(check_summary(profile,
		"mode sample; started 0.000; wall_ns 960; cpu_ns 0; calls 96; functions 2; pairs 2; "
		"nodes 2; own_cost_ns 0; interval_ns 10; samples 95; displaced 5; error 10.260; "
		"share_error_points 4.040; cpu_share_error_points 100.000; effective_samples 95.000; "
		"share_samples_most 10000; clock cpu; runs 1; unrecorded_calls 0; truncated_calls 0; "));
	profile->features |= HP_PROFILE_CUSTOM;
	profile->samples.custom = 96;
	profile->samples.sources.of[HP_SOURCE_TIMER].runs = 1;
	calls->sampled = profile;
	CHECK_TEXT(summary_clock(profile, 0), "custom");
	CHECK_TEXT(summary_clock(profile, 1), "cpu");
	profile->features &= ~HP_PROFILE_CPU_CLOCK;
	CHECK_TEXT(summary_clock(profile, 1), "wall");
	CHECK_BY(check_summary(calls,
		"mode hier; started 0.000; wall_ns 0; calls 0; functions 0; pairs 0; nodes 0; own_cost_ns "
		"0; samples_beside 95; sampled sampled by timer signals; sampled_by timer signals; "
		"sources.timer 1; runs 1; unrecorded_calls 0; truncated_calls 0; "));
	hp_profile_free(calls);
}

/* wait */

static void waits_are_in_braces(void)
{
	static const char *const waits[] = {"{sleep}", "{tcp 10.0.0.5:3306: SELECT ?}", "{anything}"};
	static const char *const others[] = {"{gc}", "{kernel}", "{xhprof}", "{closure}",
		"{closure:/a.php:3}", "{sleep", "sleep}", "{", "main()"};
	hp_profile *samples = hp_profile_new(0, HP_PROFILE_SAMPLED);
	hp_profile *calls = hp_profile_new(0, 0);
	uint32_t number;

	for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
		number = function_in(samples, waits[i], NULL);
		CHECK(hp_profile_is_wait(samples, &samples->functions.rows[number]));
		number = function_in(calls, waits[i], NULL);
		CHECK(!hp_profile_is_wait(calls, &calls->functions.rows[number]));
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		number = function_in(samples, others[i], NULL);
		CHECK(!hp_profile_is_wait(samples, &samples->functions.rows[number]));
	}
	number = function_in(samples, "{gate}", "/a.php");
	CHECK(!hp_profile_is_wait(samples, &samples->functions.rows[number]));
	hp_profile_free(samples);
	hp_profile_free(calls);
}

/* distortion */

/* "inner" is a function that the calls do not have, below a. */
static hp_profile *distortion_samples(uint64_t a, uint64_t inner, uint64_t b, uint64_t own)
{
	hp_profile *samples = samples_new(MS);
	uint32_t root = node_in(samples, HP_PROFILE_NONE, "main()", 0, 0, 0);

	node_in(samples, node_in(samples, root, "a", a, 0, 0), "inner", inner, 0, 0);
	node_in(samples, root, "b", b, 0, 0);
	node_in(samples, root, HP_PROFILE_OWN_NAME, own, 0, 0);
	samples->samples.count = a + inner + b + own;

	return samples_done(samples);
}

static const hp_distortion_row *distortion_of(const hp_distortion *distortion, const char *name)
{
	for (uint32_t i = 0; i < distortion->count; i++) {
		if (strcmp(ZSTR_VAL(distortion->rows[i].name), name) == 0) {
			return &distortion->rows[i];
		}
	}

	return NULL;
}

static void distortion_compares_shares(void)
{
	hp_profile *calls = distortion_calls(6000, 4000), *samples = distortion_samples(30, 20, 50, 25);
	double traced = 0, sampled = 0;
	hp_distortion found;

	CHECK(hp_distortion_new(&found, calls, samples) == NULL);
	CHECK_INT(found.count, 3);
	CHECK_INT(found.samples, 100);
	CHECK_SAME(found.effective, 100);
	CHECK_SAME(found.own, 0.2);
	CHECK_SAME(distortion_of(&found, "a")->traced, 0.6);
	CHECK_SAME(distortion_of(&found, "a")->sampled, 0.5);
	CHECK_SAME(distortion_of(&found, "a")->difference, 0.1);
	CHECK_SAME(distortion_of(&found, "b")->difference, -0.1);
	CHECK_INT(distortion_of(&found, "a")->calls, 10);
	CHECK_SAME(distortion_of(&found, "a")->compensated, -1);
	CHECK_NEAR(distortion_of(&found, "a")->low, 0.401941932, 1e-8);
	CHECK_SAME(hp_distortion_ratio(&found, distortion_of(&found, "a")), 1.2);
	CHECK_SAME(hp_distortion_ratio(&found, distortion_of(&found, "main()")), -1);
	/* Three errors are 15 points. */
	CHECK_INT(found.distorted_count, 0);
	for (uint32_t i = 0; i < found.count; i++) {
		traced += found.rows[i].traced;
		sampled += found.rows[i].sampled;
	}
	CHECK_SAME(traced, 1);
	CHECK_SAME(sampled, 1);
	hp_distortion_free(&found);
	hp_profile_free(samples);
	/* And of 400 samples 7.5. */
	samples = distortion_samples(200, 0, 200, 0);
	CHECK(hp_distortion_new(&found, calls, samples) == NULL);
	CHECK_INT(found.distorted_count, 2);
	hp_distortion_free(&found);
	CHECK(hp_distortion_new(&found, samples, samples) != NULL);
	/* By CPU time: calls in a have none. */
	samples->features |= HP_PROFILE_CPU_CLOCK;
	CHECK(hp_distortion_new(&found, calls, samples) == NULL);
	CHECK(found.is_cpu);
	CHECK_SAME(distortion_of(&found, "a")->traced, 0);
	hp_distortion_free(&found);
	calls->metrics = 0;
	CHECK(hp_distortion_new(&found, calls, samples) != NULL);
	samples->features &= ~HP_PROFILE_CPU_CLOCK;
	CHECK(hp_distortion_new(&found, calls, samples) == NULL);
	hp_distortion_free(&found);
	CHECK(hp_distortion_new(&found, calls, calls) != NULL);
	hp_profile_free(calls);
	hp_profile_free(samples);
}

static void distortion_subtracts_overhead(void)
{
	hp_profile *calls = distortion_calls(6000, 4000), *samples = distortion_samples(50, 0, 50, 0);
	hp_distortion found;

	calls->features |= HP_PROFILE_COSTS;
	/* Each of 10 calls of a costs it 100 ns and main() 50; each of 5 of the internal b 200 and
	 * 20. */
	calls->calls.costs[HP_PROFILE_CALL_USER] = (hp_profile_cost){100000, 150000};
	calls->calls.costs[HP_PROFILE_CALL_INTERNAL] = (hp_profile_cost){200000, 220000};
	CHECK(hp_distortion_new(&found, calls, samples) == NULL);
	CHECK_SAME(distortion_of(&found, "a")->compensated, 5000 / 8000.0);
	CHECK_SAME(distortion_of(&found, "b")->compensated, 3000 / 8000.0);
	CHECK_SAME(distortion_of(&found, "main()")->compensated, 0);
	CHECK_SAME(distortion_of(&found, "a")->difference, 0.1);
	hp_distortion_free(&found);
	/* The times are without it: it comes back, that of main() as well. */
	calls->calls.compensated = 1;
	CHECK(hp_distortion_new(&found, calls, samples) == NULL);
	CHECK_SAME(distortion_of(&found, "a")->traced, 7000 / 12600.0);
	CHECK_SAME(distortion_of(&found, "b")->traced, 5000 / 12600.0);
	CHECK_SAME(distortion_of(&found, "main()")->traced, 600 / 12600.0);
	CHECK_SAME(distortion_of(&found, "a")->compensated, 0.6);
	CHECK_SAME(distortion_of(&found, "a")->difference, 0.1);
	hp_distortion_free(&found);
	hp_profile_free(calls);
	hp_profile_free(samples);
}

/* merge */

/* A tree of calls with any functions and times; returns its sums. */
static hp_profile *any_run(hp_profile *profile, hp_values *sum)
{
	static const char *const names[] = {"a", "b", "c", "d", "e"};
	uint32_t nodes = 1 + (uint32_t) any(60);

	*sum = (hp_values){.wall_ns = 5, .cpu_ns = 2};
	node_in(profile, HP_PROFILE_NONE, "main()", 1, 5, 2);
	for (uint32_t i = 0; i < nodes; i++) {
		hp_values own = {.wall_ns = (int64_t) any(1000), .cpu_ns = (int64_t) any(500)};

		node_in(profile, (uint32_t) any(profile->nodes.count), names[any(5)], 1 + any(9),
			own.wall_ns, own.cpu_ns);
		hp_values_add(sum, &own);
	}

	return profile->features & HP_PROFILE_SAMPLED ? samples_done(profile) : calls_done(profile);
}

static void merge_adds_run_to_run(void)
{
	for (int round = 0; round < 20; round++) {
		bool is_sampled = round % 2 != 0;
		hp_values sums[3], all = {0};
		hp_profile *runs[3], *merged;
		uint64_t calls = 0;
		int64_t own_ns = 0;

		for (int i = 0; i < 3; i++) {
			runs[i] = any_run(is_sampled ? samples_new(MS) : calls_new(), &sums[i]);
			hp_values_add(&all, &sums[i]);
			runs[i]->samples.count = runs[i]->samples.displaced = runs[i]->samples.custom =
				(uint64_t) i + 1;
			runs[i]->calls.truncated = runs[i]->reduced.hidden_calls = (uint64_t) i + 2;
			calls += hp_profile_count(runs[i]);
			own_ns += own_of(runs[i], "c").wall_ns;
		}
		merged = hp_profile_merge((const hp_profile *const *) runs, 3);
		CHECK_BY(check_conserved(merged, all.wall_ns, all.cpu_ns));
		CHECK_INT(hp_profile_count(merged), calls);
		CHECK_INT(own_of(merged, "c").wall_ns, own_ns);
		CHECK_INT(merged->runs, 3);
		CHECK_INT(merged->samples.count, 1 + 2 + 3);
		CHECK_INT(merged->samples.displaced, 1 + 2 + 3);
		CHECK_INT(merged->samples.custom, 1 + 2 + 3);
		CHECK_INT(merged->calls.truncated, 2 + 3 + 4);
		CHECK_INT(merged->reduced.hidden_calls, 2 + 3 + 4);
		hp_profile_free(merged);
		for (int i = 0; i < 3; i++) {
			hp_profile_free(runs[i]);
		}
	}
}

static void merge_keeps_extremes_and_means(void)
{
	hp_profile *one = distortion_calls(100, 20), *other = distortion_calls(60, 80), *merged;
	const hp_profile *runs[] = {one, other};

	*hp_vector_add(&one->calls.lines) =
		(hp_profile_line){.function = 1, .line = 7, .count = 3, .wall_ns = 30};
	*hp_vector_add(&other->calls.lines) =
		(hp_profile_line){.function = 1, .line = 7, .count = 4, .wall_ns = 40};
	one->features |= HP_PROFILE_COSTS;
	other->features |= HP_PROFILE_COSTS;
	one->calls.cost_ps = 100;
	other->calls.cost_ps = 300;
	one->gc = (hp_profile_gc){.runs = 2, .roots = 7};
	other->gc = (hp_profile_gc){.runs = 3, .roots = 5};
	one->calls.unrecorded = 1;
	other->calls.unrecorded = 2;
	merged = hp_profile_merge(runs, 2);
	CHECK_INT(merged->nodes.rows[1].min_ns, 60);
	CHECK_INT(merged->nodes.rows[1].max_ns, 100);
	CHECK_INT(merged->nodes.rows[2].count, 10);
	CHECK_INT(merged->calls.cost_ps, 200);
	CHECK_INT(merged->calls.lines.rows[0].count, 3 + 4);
	CHECK_INT(merged->calls.lines.rows[0].wall_ns, 30 + 40);
	CHECK((merged->features & HP_PROFILE_COSTS) != 0);
	CHECK_INT(merged->gc.runs, 5);
	CHECK_INT(merged->gc.roots, 7);
	CHECK_INT(merged->calls.unrecorded, 3);
	CHECK_BY(check_conserved(merged, 260, 0));
	hp_profile_free(merged);
	/* The overhead is in some of the times. */
	other->calls.compensated = 1;
	merged = hp_profile_merge(runs, 2);
	CHECK((merged->features & HP_PROFILE_COSTS) == 0);
	hp_profile_free(merged);
	CHECK(hp_profile_may_merge(runs, 2));
	one->runs = INT64_MAX;
	CHECK(!hp_profile_may_merge(runs, 2));
	other->runs = 0;
	CHECK(hp_profile_may_merge(runs, 2));
	hp_profile_free(one);
	hp_profile_free(other);
}

static void merge_takes_the_highest_peak(void)
{
	hp_profile *low = distortion_calls(10, 10), *high = distortion_calls(10, 10), *merged;
	const hp_profile *runs[] = {low, high};

	for (int i = 0; i < 2; i++) {
		hp_profile *profile = i == 0 ? low : high;
		int64_t peak_bytes = i == 0 ? 100 : 500;

		profile->pairs.rows[0].sum.peak_bytes = i == 0 ? 90 : 30;
		profile->pairs.rows[profile->pairs.count - 1].sum.peak_bytes = peak_bytes;
	}
	merged = hp_profile_merge(runs, 2);
	CHECK_INT(hp_profile_root(merged)->sum.peak_bytes, 500);
	CHECK_INT(merged->pairs.rows[0].sum.peak_bytes, 30);
	hp_profile_free(merged);
	hp_profile_free(low);
	hp_profile_free(high);
}

static void merge_renames_functions_into_one(void)
{
	hp_profile *profile = distortion_calls(100, 20), *renamed;
	zval names;

	array_init(&names);
	add_assoc_string(&names, "a", "ab");
	add_assoc_string(&names, "b", "ab");
	renamed = hp_profile_rename(profile, Z_ARRVAL(names));
	CHECK_INT(renamed->functions.count, 2);
	CHECK_INT(own_of(renamed, "ab").wall_ns, 120);
	CHECK_INT(renamed->nodes.rows[1].count, 15);
	CHECK_BY(check_conserved(renamed, 120, 0));
	hp_profile_free(renamed);
	hp_profile_free(profile);
	zval_ptr_dtor(&names);
}

static void merge_joins_lines(void)
{
	hp_profile *profile = samples_new(MS), *joined;
	uint32_t root, a;

	profile->features |= HP_PROFILE_LINES;
	root = node_in(profile, HP_PROFILE_NONE, "main()", 1, 1, 1);
	a = function_in(profile, "a", NULL);
	for (uint32_t line = 1; line <= 3; line++) {
		uint32_t number = hp_profile_node_number(profile, root, a, line);

		profile->nodes.rows[number].count = line;
		profile->nodes.rows[number].sum.wall_ns = 10 * line;
		*hp_vector_add(&profile->samples.order) = number;
	}
	samples_done(profile);
	joined = hp_profile_join_lines(profile);
	CHECK_INT(joined->nodes.count, 2);
	CHECK_INT(joined->nodes.rows[1].count, 6);
	CHECK_BY(check_conserved(joined, 61, 1));
	CHECK(hp_profile_join_lines(joined) == NULL);
	hp_profile_free(joined);
	hp_profile_free(profile);
}

/* slice */

static void event_in(hp_profile *profile, int64_t at_ns, uint32_t node, int64_t bytes)
{
	*hp_vector_add(&profile->timeline.memories) =
		(hp_profile_memory){profile->timeline.events.count, bytes};
	*hp_vector_add(&profile->timeline.events) = (hp_profile_event){at_ns, node, 0};
}

/* main() from 0 to 100, a from 10 to 40 with b from 20 to 25, and b from 60 to 90. */
static hp_profile *slice_calls(void)
{
	hp_profile *profile = calls_new();
	uint32_t root = node_in(profile, HP_PROFILE_NONE, "main()", 1, 40, 0);
	uint32_t a = node_in(profile, root, "a", 1, 25, 0);
	uint32_t inner = node_in(profile, a, "b", 1, 5, 0), b = node_in(profile, root, "b", 1, 30, 0);

	profile->metrics |= HP_METRIC_MEMORY;
	event_in(profile, 0, root, 0);
	event_in(profile, 10, a, 100);
	event_in(profile, 20, inner, 300);
	event_in(profile, 25, HP_PROFILE_NONE, 700);
	event_in(profile, 40, HP_PROFILE_NONE, 600);
	event_in(profile, 60, b, 650);
	event_in(profile, 90, HP_PROFILE_NONE, 900);
	event_in(profile, 100, HP_PROFILE_NONE, 950);
	calls_done(profile);
	profile->features |= HP_PROFILE_TIMELINE;

	return profile;
}

static void slice_has_the_time_of_its_part(void)
{
	const hp_slice part = {15, 70, HP_PROFILE_NONE};
	hp_profile *run = slice_calls(), *slice = hp_profile_slice(run, &part);

	CHECK_INT(own_of(slice, "main()").wall_ns, 20);
	CHECK_INT(own_of(slice, "a").wall_ns, 20);
	CHECK_INT(own_of(slice, "b").wall_ns, 5 + 10);
	CHECK_BY(check_conserved(slice, 55, 0));
	/* a: 200 until 20 and -100 at its end; b: 400; main() 50. */
	CHECK_INT(own_of(slice, "a").memory_bytes, 100);
	CHECK_INT(own_of(slice, "b").memory_bytes, 400);
	CHECK_INT(own_of(slice, "main()").memory_bytes, 50);
	CHECK_INT(slice->nodes.rows[0].count, 1);
	CHECK_INT(hp_profile_count(slice), 4);
	CHECK_INT(slice->timeline.events.count, 8);
	CHECK_BY(check_event(slice, 0, 0, 0));
	CHECK_BY(check_event(slice, 2, 5, 2));
	CHECK_BY(check_event(slice, 7, 55, HP_PROFILE_NONE));
	hp_profile_free(slice);
	hp_profile_free(run);
}

/* All parts of a run, so long each, add up to it. */
static void check_slices(
	const hp_profile *run, int64_t end_ns, int64_t step_ns, int64_t grown_bytes)
{
	static const char *const names[] = {"main()", "a", "b", "c", "d", "e"};
	hp_values sums[6] = {0}, all = {0};
	uint64_t samples = 0;
	uint64_t count = 0;

	for (int64_t from_ns = 0; from_ns < end_ns; from_ns += step_ns) {
		const hp_slice part = {from_ns, from_ns + step_ns, HP_PROFILE_NONE};
		hp_profile *slice = hp_profile_slice(run, &part);
		const hp_profile_pair *root = hp_profile_root(slice);

		hp_values_add(&all, &root->sum);
		samples += slice->samples.count;
		count += root->count;
		for (int i = 0; i < 6; i++) {
			hp_values own = own_of(slice, names[i]);

			hp_values_add(&sums[i], &own);
		}
		hp_profile_free(slice);
	}
	for (int i = 0; i < 6; i++) {
		hp_values own = own_of(run, names[i]);

		CHECK_INT(sums[i].wall_ns, own.wall_ns);
		CHECK_INT(sums[i].cpu_ns, own.cpu_ns);
	}
	CHECK_INT(all.wall_ns, hp_profile_root(run)->sum.wall_ns);
	if (run->features & HP_PROFILE_SAMPLED) {
		CHECK_INT(samples, run->samples.count);
		CHECK_INT(count, hp_profile_root(run)->count);
	}
	CHECK_INT(all.memory_bytes, grown_bytes);
}

/* Any samples of any weights, laid end to end with gaps. */
static hp_profile *any_samples(int64_t *end_ns, int64_t *grown_bytes)
{
	hp_values sum;
	hp_profile *tree = any_run(samples_new(10), &sum), *run = samples_new(10);
	int64_t bytes = 1000, first_bytes = 1000;
	uint32_t samples = 1 + (uint32_t) any(40);

	run->metrics |= HP_METRIC_MEMORY;
	for (uint32_t i = 0; i < tree->nodes.count; i++) {
		const hp_profile_node *node = &tree->nodes.rows[i];

		node_in(run, node->parent, ZSTR_VAL(tree->functions.rows[node->function].name), 0, 0, 0);
	}
	*end_ns = 0;
	for (uint32_t i = 0; i < samples; i++) {
		uint32_t node = (uint32_t) any(run->nodes.count), weight = 1 + (uint32_t) any(4);
		bool is_off_cpu = any(2) == 0;
		hp_values own = {.wall_ns = 10 * weight, .cpu_ns = is_off_cpu ? 0 : 10 * weight};

		*end_ns += 10 * weight + (int64_t) any(30);
		moment_in(run, node, *end_ns, 10 * weight, is_off_cpu);
		bytes += (int64_t) any(200) - 100;
		run->samples.moments.rows[i].weight = weight;
		run->samples.moments.rows[i].memory_bytes = bytes;
		if (run->nodes.rows[node].count == 0) {
			*hp_vector_add(&run->samples.order) = node;
		}
		run->nodes.rows[node].count += weight;
		hp_values_add(&run->nodes.rows[node].sum, &own);
	}
	run->samples.count = samples;
	run->nodes.rows[0].sum.memory_bytes = *grown_bytes = bytes - first_bytes;
	hp_profile_free(tree);

	return samples_done(run);
}

/* Any calls within one another, and their timeline. */
static hp_profile *any_calls(int64_t *end_ns, int64_t *grown_bytes)
{
	static const char *const names[] = {"a", "b", "c", "d", "e"};
	hp_profile *run = calls_new();
	uint32_t open[100], depth = 1, events = (uint32_t) any(150);
	int64_t bytes = 0;

	run->metrics |= HP_METRIC_MEMORY;
	*end_ns = 0;
	open[0] = node_in(run, HP_PROFILE_NONE, "main()", 1, 0, 0);
	event_in(run, 0, open[0], 0);
	for (uint32_t i = 0; depth > 0; i++) {
		bool is_end = i >= events || depth == 100 || (depth > 1 && any(2) == 0);
		int64_t passed_ns = (int64_t) any(9);

		*end_ns += passed_ns;
		bytes += (int64_t) any(200) - 100;
		run->nodes.rows[open[depth - 1]].sum.wall_ns += passed_ns;
		if (is_end) {
			depth--;
		} else {
			open[depth] = node_in(run, open[depth - 1], names[any(5)], 1, 0, 0);
			depth++;
		}
		event_in(run, *end_ns, is_end ? HP_PROFILE_NONE : open[depth - 1], bytes);
	}
	*grown_bytes = bytes;

	return calls_done(run);
}

static void slices_of_any_run_add_up(void)
{
	for (int round = 0; round < 30; round++) {
		int64_t end_ns, grown_bytes;
		hp_profile *run =
			round % 2 != 0 ? any_samples(&end_ns, &grown_bytes) : any_calls(&end_ns, &grown_bytes);

		CHECK_BY(check_slices(
			run, end_ns + 1, 1 + (int64_t) any((uint64_t) MAX(1, end_ns)), grown_bytes));
		hp_profile_free(run);
	}
}

static void slice_begins_where_a_call_ends(void)
{
	const hp_slice part = {25, 60, HP_PROFILE_NONE}, rest = {40, 60, HP_PROFILE_NONE};
	hp_profile *run = slice_calls(), *slice = hp_profile_slice(run, &part);

	CHECK_INT(own_of(slice, "a").wall_ns, 15);
	CHECK_INT(own_of(slice, "main()").wall_ns, 20);
	/* The call of b that ends there has no time in it, but what memory grew by. */
	CHECK_INT(function_of(slice, "b") == HP_PROFILE_NONE, false);
	CHECK_INT(hp_profile_count(slice), 2);
	hp_profile_free(slice);
	hp_profile_add_mark(run, (hp_profile_mark){.at_ns = 39});
	hp_profile_add_mark(run, (hp_profile_mark){.at_ns = 40});
	hp_profile_add_mark(run, (hp_profile_mark){.at_ns = 59});
	hp_profile_add_mark(run, (hp_profile_mark){.at_ns = 60});
	slice = hp_profile_slice(run, &rest);
	CHECK_INT(slice->timeline.marks.count, 2);
	CHECK_INT(slice->timeline.marks.rows[1].at_ns, 19);
	CHECK_INT(own_of(slice, "main()").wall_ns, 20);
	CHECK_INT(hp_profile_count(slice), 1);
	CHECK_INT(slice->timeline.events.count, 2);
	hp_profile_free(slice);
	hp_profile_free(run);
}

static void slices_add_up_to_the_run(void)
{
	hp_profile *calls = slice_calls(), *samples = moments_run();

	for (int64_t step_ns = 3; step_ns < 120; step_ns += 4) {
		CHECK_BY(check_slices(calls, 101, step_ns, 950));
		CHECK_BY(check_slices(samples, 45, step_ns, 3));
	}
	hp_profile_free(calls);
	hp_profile_free(samples);
}

static void slice_weighs_its_samples(void)
{
	const hp_slice part = {0, 35, HP_PROFILE_NONE};
	hp_profile *run = moments_run(), *slice;

	run->features |= HP_PROFILE_SQUARES;
	slice = hp_profile_slice(run, &part);
	/* One of one interval, and two of a wait, which was measured; the last begins at 34 and has not
	 * its weight here. */
	CHECK_INT(slice->samples.squares, 3);
	CHECK_INT(slice->samples.count, 2);
	CHECK_INT(hp_profile_root(slice)->count, 3);
	CHECK_BY(check_conserved(slice, 31, 11));
	hp_profile_free(slice);
	run->samples.moments.rows[1].off_cpu = 0;
	slice = hp_profile_slice(run, &part);
	CHECK_INT(slice->samples.squares, 5);
	hp_profile_free(slice);
	/* A recording has twice the squares: 2 * (10 * 10 + 20 * 20 + 1 * 1), 31 ns, 3 samples. */
	run->features |= HP_PROFILE_LANES;
	slice = hp_profile_slice(run, &part);
	CHECK_INT(slice->samples.squares, 1002.0 / 31 / 31 * 9 + 0.5);
	hp_profile_free(slice);
	run->samples.moments.rows[1].off_cpu = 1;
	slice = hp_profile_slice(run, &part);
	CHECK_INT(slice->samples.squares, 602.0 / 31 / 31 * 9 + 0.5);
	hp_profile_free(slice);
	hp_profile_free(run);
}

/* reduce */

/* main() 1, app() 10 in /app/a.php, lib() 100 and lib2() 1000 in /app/vendor/x/, strlen() 10000
 * below lib2(). */
static hp_profile *reduce_run_of(hp_profile *profile)
{
	uint32_t root = node_in(profile, HP_PROFILE_NONE, "main()", 1, 1, 0), app, lib, more;

	function_in(profile, "app", "/app/a.php");
	function_in(profile, "lib", "/app/vendor/x/lib.php");
	function_in(profile, "lib2", "/app/vendor/x/lib.php");
	app = node_in(profile, root, "app", 2, 10, 0);
	lib = node_in(profile, app, "lib", 3, 100, 0);
	more = node_in(profile, lib, "lib2", 4, 1000, 0);
	node_in(profile, more, "strlen", 5, 10000, 0);

	return profile->features & HP_PROFILE_SAMPLED ? samples_done(profile) : calls_done(profile);
}

static void reduce_hides_in_the_caller(void)
{
	hp_profile *run = reduce_run_of(calls_new()), *samples = reduce_run_of(samples_new(1)),
			   *reduced;
	hp_reduce_options options = {0};
	zval hidden;

	ZVAL_STRING(&hidden, "lib*");
	options.hide_functions = &hidden;
	reduced = hp_profile_reduce(run, &options);
	CHECK_INT(own_of(reduced, "app").wall_ns, 11110);
	CHECK_INT(reduced->nodes.count, 2);
	CHECK_INT(reduced->reduced.hidden_calls, 3 + 4 + 5);
	CHECK_INT(hp_profile_count(reduced) + reduced->reduced.hidden_calls, hp_profile_count(run));
	CHECK_BY(check_conserved(reduced, 11111, 0));
	hp_profile_free(reduced);
	reduced = hp_profile_reduce(samples, &options);
	CHECK_INT(reduced->nodes.rows[1].count, 2 + 3 + 4 + 5);
	CHECK_INT(reduced->reduced.hidden_calls, 0);
	CHECK_BY(check_conserved(reduced, 11111, 0));
	hp_profile_free(reduced);
	hp_profile_free(samples);
	run->features &= ~HP_PROFILE_TREE;
	CHECK(hp_profile_reduce(run, &options) == NULL);
	hp_profile_free(run);
	zval_ptr_dtor(&hidden);
}

static void reduce_folds_a_library(void)
{
	hp_profile *run = reduce_run_of(calls_new()), *reduced;
	hp_reduce_options options = {0};
	zval fold;

	ZVAL_STRING(&fold, "vendor/*");
	options.fold = &fold;
	for (int i = 0; i < 2; i++) {
		/* By call paths, and without them. */
		reduced = hp_profile_reduce(run, &options);
		CHECK_INT(own_of(reduced, "app").wall_ns, 10);
		CHECK_INT(own_of(reduced, "[vendor/x]").wall_ns, i == 0 ? 11100 : 1100);
		CHECK_INT(own_of(reduced, "strlen").wall_ns, i == 0 ? 0 : 10000);
		CHECK_INT(reduced->reduced.hidden_calls, i == 0 ? 4 + 5 : 4);
		CHECK_INT(hp_profile_count(reduced) + reduced->reduced.hidden_calls, hp_profile_count(run));
		CHECK_BY(check_conserved(reduced, 11111, 0));
		hp_profile_free(reduced);
		run->features &= ~HP_PROFILE_TREE;
	}
	hp_profile_free(run);
	zval_ptr_dtor(&fold);
}

static void reduce_keeps_the_timeline_of_the_rest(void)
{
	hp_profile *run = slice_calls(), *reduced;
	hp_reduce_options options = {0};
	zval hidden;

	ZVAL_STRING(&hidden, "a");
	options.hide_functions = &hidden;
	reduced = hp_profile_reduce(run, &options);
	/* Of a neither begin nor end; of the b that it calls, which is internal, neither. */
	CHECK_INT(reduced->timeline.events.count, 4);
	CHECK_BY(check_event(reduced, 0, 0, 0));
	CHECK_BY(check_event(reduced, 1, 60, 1));
	CHECK_BY(check_event(reduced, 2, 90, HP_PROFILE_NONE));
	CHECK_BY(check_event(reduced, 3, 100, HP_PROFILE_NONE));
	CHECK_BY(check_conserved(reduced, 100, 0));
	hp_profile_free(reduced);
	hp_profile_free(run);
	zval_ptr_dtor(&hidden);
}

/* The own time of a function once files of that pattern are folded. */
static int64_t folded_ns(const hp_profile *run, const char *pattern, const char *function)
{
	hp_reduce_options options = {0};
	hp_profile *reduced;
	int64_t wall_ns;
	zval fold;

	ZVAL_STRING(&fold, pattern);
	options.fold = &fold;
	reduced = hp_profile_reduce(run, &options);
	wall_ns = own_of(reduced, function).wall_ns;
	hp_profile_free(reduced);
	zval_ptr_dtor(&fold);

	return wall_ns;
}

static void reduce_folds_files_beside_a_library(void)
{
	hp_profile *run = calls_new();
	uint32_t root = node_in(run, HP_PROFILE_NONE, "main()", 1, 1, 0);

	function_in(run, "load", "/app/vendor/autoload.php");
	node_in(run, root, "load", 1, 7, 0);
	calls_done(run);
	CHECK_INT(folded_ns(run, "vendor/*", "[vendor]"), 7);
	CHECK_INT(folded_ns(run, "vendor/autoload.php", "[vendor/autoload.php]"), 7);
	hp_profile_free(run);
}

static void reduce_leaves_small_paths_out(void)
{
	hp_profile *run = calls_new(), *reduced;
	uint32_t root = node_in(run, HP_PROFILE_NONE, "main()", 1, 0, 0);
	hp_reduce_options options = {.threshold = 0.1};

	node_in(run, root, "large", 1, 100, 0);
	node_in(run, node_in(run, root, "small", 1, 7, 0), "inner", 1, 2, 0);
	node_in(run, root, "tenth", 1, 13, 0);
	node_in(run, root, "other", 1, 8, 0);
	calls_done(run);
	reduced = hp_profile_reduce(run, &options);
	/* Of 130: less than 13. */
	CHECK_INT(own_of(reduced, "large").wall_ns, 100);
	CHECK_INT(own_of(reduced, "tenth").wall_ns, 13);
	CHECK_INT(own_of(reduced, "(left out)").wall_ns, 17);
	CHECK_INT(reduced->reduced.left_out, 3);
	CHECK_INT(reduced->reduced.left_out_ns, 17);
	CHECK_BY(check_conserved(reduced, 130, 0));
	hp_profile_free(reduced);
	hp_profile_free(run);
}

static void reduce_loses_no_time(void)
{
	hp_reduce_options options = {0};
	zval hidden;

	ZVAL_STRING(&hidden, "b");
	for (int round = 0; round < 40; round++) {
		hp_values sum;
		hp_profile *run = any_run(round % 2 != 0 ? samples_new(MS) : calls_new(), &sum), *reduced;

		options.hide_functions = round % 3 == 0 ? NULL : &hidden;
		options.threshold = (double) any(20) / 100;
		reduced = hp_profile_reduce(run, &options);
		CHECK_BY(check_conserved(reduced, sum.wall_ns, sum.cpu_ns));
		CHECK(options.hide_functions == NULL || function_of(reduced, "b") == HP_PROFILE_NONE);
		hp_profile_free(reduced);
		hp_profile_free(run);
	}
	zval_ptr_dtor(&hidden);
}

static const unit profile_units[] = {
	UNIT(profile_adds_up_callees),
	UNIT(neighbours_have_each_call_once),
	UNIT(squares_count_as_samples),
	UNIT(squares_have_wilsons_interval),
	UNIT(squares_are_in_the_unit_of_counts),
	UNIT(squares_of_merged_runs_add_up),
	UNIT(moments_are_laid_end_to_end),
	UNIT(moments_of_each_process_keep_their_time),
	UNIT(moments_are_cut_in_parts_that_add_up),
	UNIT(moments_make_a_timeline),
	UNIT(moments_of_the_program_are_points),
	UNIT(moments_of_parts_have_one_time),
	UNIT(marks_are_in_order_and_counted),
	UNIT(looks_know_one_change),
	UNIT(looks_count_each_change),
	UNIT(looks_are_long_on_both_sides),
	UNIT(looks_join_one_wait),
	UNIT(looks_halve_a_wait_that_was_told),
	UNIT(looks_ask_which_sample_has_most),
	UNIT(looks_set_unseen_time_apart),
	UNIT(looks_need_all_samples),
	UNIT(counts_move_with_their_pair),
	UNIT(events_are_eight_names),
	UNIT(shares_are_wilsons_without_looks),
	UNIT(shares_of_coarse_samples_have_a_floor),
	UNIT(shares_of_nothing_are_not_known),
	UNIT(shares_go_by_looks),
	UNIT(shares_add_both_kinds_of_time),
	UNIT(shares_are_those_of_the_document),
	UNIT(shares_of_a_wait_seen_whole_are_exact),
	UNIT(reconcile_covers_what_callees_have),
	UNIT(reconcile_raises_no_more_than_needed),
	UNIT(rows_have_each_column),
	UNIT(rows_are_named_with_their_levels),
	UNIT(rows_cover_what_callees_have),
	UNIT(summary_has_what_the_run_has),
	UNIT(summary_has_what_samples_have),
	UNIT(distortion_compares_shares),
	UNIT(distortion_subtracts_overhead),
	UNIT(merge_adds_run_to_run),
	UNIT(merge_keeps_extremes_and_means),
	UNIT(merge_takes_the_highest_peak),
	UNIT(merge_renames_functions_into_one),
	UNIT(merge_joins_lines),
	UNIT(slice_has_the_time_of_its_part),
	UNIT(slice_begins_where_a_call_ends),
	UNIT(slices_add_up_to_the_run),
	UNIT(slices_of_any_run_add_up),
	UNIT(slice_weighs_its_samples),
	UNIT(reduce_hides_in_the_caller),
	UNIT(reduce_folds_a_library),
	UNIT(reduce_keeps_the_timeline_of_the_rest),
	UNIT(reduce_folds_files_beside_a_library),
	UNIT(reduce_leaves_small_paths_out),
	UNIT(reduce_loses_no_time),
	UNIT(waits_are_in_braces),
};
