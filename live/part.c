#include "live/part.h"

#include "profile/paths.h"
#include "profile/squares.h"

void hp_live_part_begin(hp_live_part *part, uint32_t features, int64_t interval_ns)
{
	zend_string *name = zend_string_init(ZEND_STRL("main()"), true);
	hp_profile *profile = hp_profile_new(HP_METRIC_CPU,
		HP_PROFILE_TREE | HP_PROFILE_SAMPLED | HP_PROFILE_LINES | HP_PROFILE_SQUARES | features);

	profile->runs = 0;
	profile->samples.interval_ns = interval_ns;
	/* main() is the first function and node, even without samples. */
	hp_profile_node_number(
		profile, HP_PROFILE_NONE, hp_profile_function_number(profile, name, NULL, 0), 0);
	zend_string_release(name);
	part->profile = profile;
	part->squares = 0;
	part->frames.count = 0;
}

/* Returns the node of main(), which is the outermost code of a file: it gets that file, the main
 * script. */
static uint32_t part_root(hp_profile *profile, const hp_live_symbol *symbol, uint32_t line)
{
	hp_profile_function *root = &profile->functions.rows[0];

	if (root->file == NULL && symbol->file != NULL) {
		root->file = zend_string_copy(symbol->file);
	}

	return hp_profile_node_number(profile, HP_PROFILE_NONE, 0, line);
}

static uint32_t part_function(hp_profile *profile, const hp_live_part_functions *functions,
	const hp_live_symbol *symbol, uint32_t number)
{
	uint32_t known = functions->numbers == NULL ? HP_PROFILE_NONE : functions->numbers[number];

	if (known == HP_PROFILE_NONE) {
		known = hp_profile_function_number(profile, symbol->name, symbol->file, symbol->line);
		if (functions->numbers != NULL) {
			functions->numbers[number] = known;
		}
	}

	return known;
}

/* Returns the node of a frame below its caller's. */
static uint32_t part_node(hp_live_part *part, const hp_live_part_functions *functions,
	uint32_t caller, const hp_live_frame *frame)
{
	hp_profile *profile = part->profile;
	const hp_live_symbol *symbol = functions->symbol(functions->context, frame->function);
	hp_live_place place = hp_live_place_of(symbol->kind, part->frames.count == 0, part->is_cut);
	uint32_t before = profile->nodes.count, node;

	if (place != HP_LIVE_PLACE_OWN) {
		return place == HP_LIVE_PLACE_MAIN ? part_root(profile, symbol, frame->line) : caller;
	}
	if (functions->room != NULL && *functions->room == 0) {
		profile->calls.truncated++;
		return caller;
	}
	node = hp_profile_node_number(
		profile, caller, part_function(profile, functions, symbol, frame->function), frame->line);
	if (functions->room != NULL) {
		*functions->room -= profile->nodes.count - before;
	}

	return node;
}

uint32_t hp_live_part_path(hp_live_part *part, const hp_live_part_functions *functions,
	const hp_live_frame *frames, uint32_t count, bool is_cut)
{
	uint32_t shared = is_cut == part->is_cut ? part->frames.count : 0, node = 0;

	part->is_cut = is_cut;
	part->frames.count = 0;
	hp_vector_reserve(&part->frames, count);
	for (uint32_t i = count; i-- > 0;) {
		const hp_live_frame *frame = &frames[i];
		hp_live_part_frame *last = &part->frames.rows[part->frames.count];

		if (part->frames.count >= shared || last->frame.function != frame->function ||
			last->frame.line != frame->line) {
			shared = 0;
			last->node = part_node(part, functions, node, frame);
			last->frame = *frame;
		}
		node = last->node;
		part->frames.count++;
	}

	return node;
}

static void part_charge(
	hp_profile *profile, uint32_t number, uint64_t count, int64_t wall_ns, int64_t cpu_ns)
{
	hp_profile_node *node = &profile->nodes.rows[number];
	hp_values time = {.wall_ns = wall_ns, .cpu_ns = cpu_ns};

	if (node->count == 0) {
		*hp_vector_add(&profile->samples.order) = number;
	}
	node->count += count;
	hp_values_add(&node->sum, &time);
}

void hp_live_part_add(hp_live_part *part, uint32_t node, const hp_live_amount *amount)
{
	part_charge(part->profile, node, amount->samples, amount->wall_ns, amount->cpu_ns);
	part->profile->samples.count += amount->samples;
	part->squares += amount->squares;
}

void hp_live_part_add_rest(hp_live_part *part, int64_t wall_ns, int64_t cpu_ns)
{
	zend_string *name = zend_string_init(ZEND_STRL(HP_LIVE_REST), true);
	uint32_t function = hp_profile_function_number(part->profile, name, NULL, 0);

	part_charge(
		part->profile, hp_profile_node_number(part->profile, 0, function, 0), 1, wall_ns, cpu_ns);
	zend_string_release(name);
}

hp_profile *hp_live_part_end(hp_live_part *part)
{
	hp_profile *profile = part->profile;

	part->profile = NULL;
	hp_paths_add_up(profile);
	hp_profile_set_squares(profile, part->squares);

	return profile;
}

void hp_live_part_free(hp_live_part *part)
{
	if (part->profile != NULL) {
		hp_profile_free(part->profile);
	}
	hp_vector_free(&part->frames);
	memset(part, 0, sizeof(*part));
}
