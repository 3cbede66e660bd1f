#include "live/sums_profile.h"

#include "profile/squares.h"

/* A stack's frame, and the node of the path down to it. */
typedef struct sums_frame {
	hp_live_stack_frame frame;
	uint32_t node;
} sums_frame;

/* Fills one profile after the other. */
typedef struct sums_maker {
	const hp_live_sums *sums;
	hp_profile *profile;
	uint32_t *
		functions; /* numbers in the profile, by number in the sums; HP_PROFILE_NONE: not there yet */
	/* The last stack, outermost frame first: the next one mostly begins as it does. */
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

/* main() is where the main script is, the outermost code of a file. */
static uint32_t maker_root(sums_maker *maker, const hp_live_stack_frame *frame)
{
	const hp_live_symbol *symbol = &maker->sums->functions.rows[frame->function];
	hp_profile_function *root = &maker->profile->functions.rows[0];

	if (root->file == NULL && symbol->file != NULL) {
		root->file = zend_string_copy(symbol->file);
	}

	return hp_profile_node_number(maker->profile, HP_PROFILE_NONE, 0, frame->line);
}

/* The code of included files belongs to the function that includes them. */
static uint32_t maker_node(sums_maker *maker, uint32_t caller, const hp_live_stack_frame *frame)
{
	hp_sample_kind kind = maker->sums->functions.rows[frame->function].kind;

	if (kind == HP_SAMPLE_FILE && maker->frames.count == 0 && !maker->is_cut) {
		return maker_root(maker, frame);
	}
	if (kind == HP_SAMPLE_FILE || kind == HP_SAMPLE_EVAL) {
		return caller;
	}

	return hp_profile_node_number(
		maker->profile, caller, maker_function(maker, frame->function), frame->line);
}

/* The innermost node of a stack. */
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
	profile->interval_ns = series->interval_ns;
	profile->started_ns = series->started_ns;
	profile->truncated_calls = series->truncated;
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
		*hp_vector_add(&maker->profile->order) = number;
	}
	node->count += count->samples;
	maker->profile->samples += count->samples;
	hp_values_add(&node->sum, &times);
}

static int counts_compare(const void *a, const void *b)
{
	const hp_live_count *one = a, *other = b;

	if (one->series != other->series) {
		return one->series < other->series ? -1 : 1;
	}

	return one->stack < other->stack ? -1 : one->stack > other->stack;
}

hp_profile **hp_live_sums_profiles(const hp_live_sums *sums)
{
	uint32_t count = 0, at = 0, all;
	hp_live_count *counts = hp_live_sums_counts(sums, &all);
	hp_profile **profiles = pecalloc((size_t) sums->series.count + 1, sizeof(*profiles), true);
	sums_maker maker = {.sums = sums};

	qsort(counts, all, sizeof(*counts), counts_compare);
	maker.functions = safe_pemalloc(sums->functions.count, sizeof(*maker.functions), 0, true);
	for (; count < sums->series.count; count++) {
		maker_begin(&maker, &sums->series.rows[count]);
		while (at < all && counts[at].series == count) {
			maker_add(&maker, &counts[at++]);
		}
		hp_profile_add_up(maker.profile);
		hp_profile_set_squares(maker.profile, sums->series.rows[count].squares);
		profiles[count] = maker.profile;
	}
	hp_vector_free(&maker.frames);
	pefree(maker.functions, true);
	pefree(counts, true);

	return profiles;
}
