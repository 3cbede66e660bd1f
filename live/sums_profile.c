#include "live/sums_profile.h"

#include "base/wrap.h"
#include "profile/squares.h"

/* A frame of a stack, and the node of the path down to it. */
typedef struct sums_frame {
	hp_live_stack_frame frame;
	uint32_t node;
} sums_frame;

/* Makes one profile after the other. */
typedef struct sums_maker {
	const hp_live_sums *sums;
	hp_profile *profile;
	/* Numbers in the profile, by number in the sums; HP_PROFILE_NONE: not there yet. */
	uint32_t *functions;
	/* The last stack, outermost frame first. The next stack mostly begins with the same frames. */
	HP_VECTOR(sums_frame) frames;
	bool is_cut;
} sums_maker;

static uint32_t maker_function(sums_maker *maker, uint32_t number)
{
	const hp_live_symbol *symbol = &maker->sums->functions.rows[number];

	if (maker->functions[number] == HP_PROFILE_NONE) {
		maker->functions[number] =
			hp_profile_function_number(maker->profile, symbol->name, symbol->file, symbol->line);
	}

	return maker->functions[number];
}

/* Returns the node of main(), which is the outermost code of a file: it gets that file, the main
 * script. */
static uint32_t maker_root(sums_maker *maker, const hp_live_stack_frame *frame)
{
	const hp_live_symbol *symbol = &maker->sums->functions.rows[frame->function];
	hp_profile_function *root = &maker->profile->functions.rows[0];

	if (root->file == NULL && symbol->file != NULL) {
		root->file = zend_string_copy(symbol->file);
	}

	return hp_profile_node_number(maker->profile, HP_PROFILE_NONE, 0, frame->line);
}

/* Returns the node of a frame. */
static uint32_t maker_node(sums_maker *maker, uint32_t caller, const hp_live_stack_frame *frame)
{
	hp_live_place place = hp_live_place_of(
		maker->sums->functions.rows[frame->function].kind, maker->frames.count == 0, maker->is_cut);

	if (place != HP_LIVE_PLACE_OWN) {
		return place == HP_LIVE_PLACE_MAIN ? maker_root(maker, frame) : caller;
	}

	return hp_profile_node_number(
		maker->profile, caller, maker_function(maker, frame->function), frame->line);
}

/* Returns the innermost node of a stack. */
static uint32_t maker_path(sums_maker *maker, const hp_live_stack *stack)
{
	uint32_t shared = stack->is_cut == maker->is_cut ? maker->frames.count : 0, node = 0;

	maker->is_cut = stack->is_cut;
	maker->frames.count = 0;
	hp_vector_reserve(&maker->frames, stack->frames);
	for (uint32_t i = stack->frames; i-- > 0;) {
		const hp_live_stack_frame *frame = &maker->sums->frames.rows[stack->frame + i];
		sums_frame *last = &maker->frames.rows[maker->frames.count];

		if (maker->frames.count >= shared || last->frame.function != frame->function ||
			last->frame.line != frame->line) {
			shared = 0;
			last->node = maker_node(maker, node, frame);
			last->frame = *frame;
		}
		node = last->node;
		maker->frames.count++;
	}

	return node;
}

static void maker_begin(sums_maker *maker, const hp_live_series *series)
{
	zend_string *name = zend_string_init(ZEND_STRL("main()"), true);
	hp_profile *profile = hp_profile_new(HP_METRIC_CPU,
		HP_PROFILE_TREE | HP_PROFILE_SAMPLED | HP_PROFILE_LINES | HP_PROFILE_SQUARES);

	profile->runs = 0;
	profile->samples.interval_ns = series->interval_ns;
	profile->started_ns = series->started_ns;
	hp_profile_node_number(
		profile, HP_PROFILE_NONE, hp_profile_function_number(profile, name, NULL, 0), 0);
	zend_string_release(name);
	maker->profile = profile;
	maker->frames.count = 0;
	memset(maker->functions, 0xFF, maker->sums->functions.count * sizeof(*maker->functions));
}

static void maker_add(sums_maker *maker, const hp_live_count *count)
{
	uint32_t number = maker_path(maker, &maker->sums->stacks.rows[count->stack - 1]);
	hp_profile_node *node = &maker->profile->nodes.rows[number];
	hp_values times = {.wall_ns = count->wall_ns, .cpu_ns = count->cpu_ns};

	if (node->count == 0) {
		*hp_vector_add(&maker->profile->samples.order) = number;
	}
	node->count += count->samples;
	maker->profile->samples.count += count->samples;
	hp_values_add(&node->sum, &times);
}

static int counts_compare(const void *a, const void *b)
{
	const hp_live_count *one = a, *other = b;

	if (one->series != other->series) {
		return one->series < other->series ? -1 : 1;
	}
	if (one->trace != other->trace) {
		return one->trace < other->trace ? -1 : 1;
	}

	return one->stack < other->stack ? -1 : one->stack > other->stack;
}

typedef struct trace_weight {
	uint32_t trace;
	int64_t wall_ns;
} trace_weight;

static int weights_compare(const void *a, const void *b)
{
	const trace_weight *one = a, *other = b;

	if (one->wall_ns != other->wall_ns) {
		return one->wall_ns > other->wall_ns ? -1 : 1;
	}

	return one->trace < other->trace ? -1 : one->trace > other->trace;
}

/* Keeps only the heaviest traces: the samples of the others get no trace. */
static void counts_fold(hp_live_count *counts, uint32_t count, uint32_t traces)
{
	trace_weight *weights;
	bool *is_light;

	if (traces <= HP_LIVE_SUMS_HEAVY_TRACES) {
		return;
	}
	weights = safe_pemalloc((size_t) traces + 1, sizeof(*weights), 0, true);
	is_light = pecalloc((size_t) traces + 1, sizeof(*is_light), true);
	for (uint32_t i = 0; i <= traces; i++) {
		weights[i] = (trace_weight){i, 0};
	}
	for (uint32_t i = 0; i < count; i++) {
		weights[counts[i].trace].wall_ns =
			hp_wrap_sum(weights[counts[i].trace].wall_ns, counts[i].wall_ns);
	}
	qsort(weights + 1, traces, sizeof(*weights), weights_compare);
	for (uint32_t i = HP_LIVE_SUMS_HEAVY_TRACES + 1; i <= traces; i++) {
		is_light[weights[i].trace] = true;
	}
	for (uint32_t i = 0; i < count; i++) {
		counts[i].trace = is_light[counts[i].trace] ? 0 : counts[i].trace;
	}
	pefree(weights, true);
	pefree(is_light, true);
}

/* Makes the part that begins with counts[*at], and moves *at to its end. */
static void maker_part(sums_maker *maker, hp_live_sums_part *part, const hp_live_count *counts,
	uint32_t all, uint32_t *at)
{
	const hp_live_count *first = &counts[*at];
	double squares = 0;

	part->series = first->series;
	maker_begin(maker, &maker->sums->series.rows[first->series]);
	while (*at < all && counts[*at].series == first->series && counts[*at].trace == first->trace) {
		squares += counts[*at].squares;
		maker_add(maker, &counts[(*at)++]);
	}
	hp_profile_add_up(maker->profile);
	hp_profile_set_squares(maker->profile, squares);
	part->profile = maker->profile;
}

static uint32_t counts_parts(const hp_live_count *counts, uint32_t all)
{
	uint32_t parts = 0;

	for (uint32_t i = 0; i < all; i++) {
		parts += i == 0 || counts[i].series != counts[i - 1].series ||
			counts[i].trace != counts[i - 1].trace;
	}

	return parts;
}

hp_live_sums_part *hp_live_sums_parts(const hp_live_sums *sums, uint32_t *count)
{
	uint32_t at = 0, all;
	hp_live_count *counts = hp_live_sums_counts(sums, &all);
	hp_live_trace *traces = hp_live_sums_traces(sums);
	sums_maker maker = {.sums = sums};
	hp_live_sums_part *parts;

	counts_fold(counts, all, (uint32_t) sums->traces.used);
	qsort(counts, all, sizeof(*counts), counts_compare);
	maker.functions = safe_pemalloc(sums->functions.count, sizeof(*maker.functions), 0, true);
	parts = pecalloc((size_t) counts_parts(counts, all) + 1, sizeof(*parts), true);
	for (*count = 0; at < all; (*count)++) {
		hp_live_sums_part *part = &parts[*count];

		part->trace = traces[counts[at].trace];
		maker_part(&maker, part, counts, all, &at);
		if (*count == 0 || part->series != part[-1].series) {
			part->profile->calls.truncated = sums->series.rows[part->series].truncated;
			part->profile->samples.displaced = sums->series.rows[part->series].displaced;
		}
	}
	hp_vector_free(&maker.frames);
	pefree(maker.functions, true);
	pefree(traces, true);
	pefree(counts, true);

	return parts;
}
