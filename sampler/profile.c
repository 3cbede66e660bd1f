#include "sampler/profile.h"

#include "profile/moments.h"
#include "profile/paths.h"
#include "sampler/stacks.h"

static uint32_t profile_number(hp_profile *profile, hp_sample_symbol *symbol)
{
	if (symbol->number == HP_SAMPLE_NONE) {
		symbol->number =
			hp_profile_function_number(profile, symbol->name, symbol->file, symbol->line);
	}

	return symbol->number;
}

/* The file of main() is the main script. */
static void profile_place_root(hp_profile *profile, const hp_sample_stacks *stacks)
{
	const hp_sample_visible *frame = &stacks->frames.rows[0];

	if (frame->function != HP_SAMPLE_NONE && profile->functions.rows[0].file == NULL) {
		const hp_sample_function *function = &stacks->store->functions.rows[frame->function];

		profile->functions.rows[0].file =
			zend_string_init(hp_sample_stacks_file(stacks, function), function->file_length, true);
	}
}

/* The innermost node of a stack. If outer frames were cut off, the others are directly below
 * main(). */
static uint32_t profile_node(
	hp_profile *profile, hp_sample_stacks *stacks, const hp_sample_record *record)
{
	uint32_t start = hp_sample_stacks_expand(stacks, record);
	uint32_t node = HP_PROFILE_NONE;

	profile_place_root(profile, stacks);
	for (uint32_t i = 0; i < stacks->frames.count; i = MAX(i + 1, start)) {
		const hp_sample_visible *frame = &stacks->frames.rows[i];

		node = hp_profile_node_number(
			profile, node, profile_number(profile, frame->symbol), frame->line);
	}

	return node;
}

/* Adds the count of an event to a node and all its callers. */
static void profile_add_event(hp_profile *profile, uint32_t number, uint32_t event, uint64_t count)
{
	for (uint32_t i = number; i != HP_PROFILE_NONE; i = profile->nodes.rows[i].parent) {
		hp_profile_counts_of(&profile->counted.nodes, i)->of[event] += (int64_t) count;
	}
}

static void profile_charge(hp_profile *profile, uint32_t node, int64_t time_ns, bool is_off_cpu)
{
	for (uint32_t i = node; i != HP_PROFILE_NONE; i = profile->nodes.rows[i].parent) {
		profile->nodes.rows[i].sum.wall_ns += time_ns;
		profile->nodes.rows[i].sum.cpu_ns += is_off_cpu ? 0 : time_ns;
	}
}

static void profile_add_time(hp_profile *profile, uint32_t number, const hp_sample_record *record)
{
	if (profile->nodes.rows[number].count == 0 && record->weight > 0) {
		*hp_vector_add(&profile->samples.order) = number;
	}
	profile->nodes.rows[number].count += record->weight;
	profile_charge(profile, number, (int64_t) record->weight * profile->samples.interval_ns,
		record->is_off_cpu);
}

/* is_by_event: an event takes the samples in place of a clock. Their weights then count as samples
 * do. */
static void profile_add_record(hp_profile *profile, uint32_t number, const hp_sample_record *record,
	const hp_sample_stacks *stacks, bool is_by_event)
{
	const hp_event_choice *events = &stacks->options->events;

	if (record->event > 0) {
		profile_add_event(profile, number, record->event - 1,
			record->weight * events->periods[record->event - 1]);
	}
	if (record->event == 0 || is_by_event) {
		profile_add_time(profile, number, record);
	}
}

/* The memory in use at the last sample, and its peak so far. The growth of both since then is
 * charged to the path of the next sample. */
typedef struct profile_memory {
	int64_t bytes;
	int64_t peak_bytes;
} profile_memory;

static void profile_add_memory(
	hp_profile *profile, uint32_t number, const hp_sample_record *record, profile_memory *before)
{
	int64_t bytes = (int64_t) record->memory_bytes;
	int64_t grew = bytes - before->bytes, rose = MAX(0, bytes - before->peak_bytes);

	before->bytes = bytes;
	before->peak_bytes += rose;
	for (uint32_t i = number; i != HP_PROFILE_NONE; i = profile->nodes.rows[i].parent) {
		profile->nodes.rows[i].sum.memory_bytes += grew;
		profile->nodes.rows[i].sum.peak_bytes += rose;
	}
}

/* Adds the moment of a sample. It is never before that of the last one, although the system's clock
 * may be set back, and never after the end of the run, although the last sample is written only
 * then. */
static void profile_add_moment(
	hp_profile *profile, uint32_t number, const hp_sample_record *record, int64_t end_ns)
{
	uint32_t count = profile->samples.moments.count;
	int64_t last_ns = count == 0 ? 0 : profile->samples.moments.rows[count - 1].at_ns;
	int64_t at_ns = record->time_us * 1000 - profile->started_ns;

	*hp_vector_add(&profile->samples.moments) = (hp_profile_moment){
		.at_ns = MAX(last_ns, MIN(at_ns, end_ns)),
		.memory_bytes = (int64_t) record->memory_bytes,
		.node = number,
		.weight = (uint32_t) MIN(record->weight, UINT32_MAX),
		.wall_ns = record->is_custom ? 0 : (int64_t) record->weight * profile->samples.interval_ns,
		.off_cpu = hp_profile_off_cpu(record->is_off_cpu, record->is_repeated, record->is_unseen),
	};
}

/* The name of the time that no sample accounts for. */
#define PROFILE_REST "(not sampled)"

static uint32_t profile_rest_node(hp_profile *profile)
{
	zend_string *name = zend_string_init(ZEND_STRL(PROFILE_REST), true);
	uint32_t node =
		hp_profile_node_number(profile, 0, hp_profile_function_number(profile, name, NULL, 0), 0);

	zend_string_release(name);

	return node;
}

/* Adds the rest of one clock to its last sample. A negative rest is taken from as many samples as
 * needed, the last one first, because each must keep a positive time. Returns the rest that
 * remains. */
static int64_t profile_share_rest(hp_profile *profile, int64_t rest_ns, bool is_off_cpu)
{
	for (uint32_t i = profile->samples.moments.count; i-- > 0 && rest_ns != 0;) {
		hp_profile_moment *moment = &profile->samples.moments.rows[i];

		if (moment->wall_ns > 0 && (moment->off_cpu != 0) == is_off_cpu) {
			int64_t part_ns = MAX(rest_ns, 1 - moment->wall_ns);

			moment->wall_ns += part_ns;
			profile_charge(profile, moment->node, part_ns, is_off_cpu);
			rest_ns -= part_ns;
		}
	}

	return rest_ns;
}

/* Adds the rest of one clock to its samples. If it has none, a positive rest becomes a row of its
 * own at the end of the run. Returns the part of a negative rest that no sample could give. */
static int64_t profile_add_rest(
	hp_profile *profile, int64_t rest_ns, bool is_off_cpu, const hp_profile_moment *end)
{
	hp_profile_moment rest = *end;

	rest_ns = profile_share_rest(profile, rest_ns, is_off_cpu);
	if (rest_ns <= 0) {
		return rest_ns;
	}
	rest.node = profile_rest_node(profile);
	rest.wall_ns = rest_ns;
	rest.off_cpu = is_off_cpu;
	profile_charge(profile, rest.node, rest_ns, is_off_cpu);
	*hp_vector_add(&profile->samples.moments) = rest;

	return 0;
}

static int64_t profile_end(const hp_sample_summary *summary)
{
	return (summary->stopped_us - summary->started_us) * 1000;
}

static void profile_add_records(
	hp_profile *profile, hp_sample_stacks *stacks, const hp_sample_summary *summary)
{
	const hp_sample_store *store = stacks->store;
	profile_memory memory = {(int64_t) summary->started_bytes, (int64_t) summary->started_bytes};

	for (uint32_t i = 0; i < store->records.count; i++) {
		const hp_sample_record *record = &store->records.rows[i];
		uint32_t number = profile_node(profile, stacks, record);

		profile_add_record(profile, number, record, stacks, summary->event != NULL);
		if (record->event == 0 || summary->event != NULL) {
			if (stacks->options->has_memory) {
				profile_add_memory(profile, number, record, &memory);
			}
			if (summary->event == NULL) { /* a sample by an event stands for no time */
				profile_add_moment(profile, number, record, profile_end(summary));
			}
		}
	}
}

/* Adds the times that no sample accounts for. The times of both clocks add up to the time that
 * passed: if one clock's samples exceed their share and cannot be reduced, the other clock's time
 * is reduced. */
static void profile_add_rests(
	hp_profile *profile, const hp_sample_options *options, const hp_sample_summary *summary)
{
	uint32_t count = profile->samples.moments.count;
	int64_t ahead_ns;
	hp_profile_moment end = {
		.at_ns = MAX(
			count == 0 ? 0 : profile->samples.moments.rows[count - 1].at_ns, profile_end(summary)),
	};

	if (options->has_memory) {
		end.memory_bytes = count == 0 ? (int64_t) summary->started_bytes
									  : profile->samples.moments.rows[count - 1].memory_bytes;
	}
	ahead_ns = profile_add_rest(profile, summary->rest_cpu_ns, false, &end);
	ahead_ns = profile_add_rest(profile, summary->rest_off_ns + ahead_ns, true, &end);
	profile_share_rest(profile, ahead_ns, false);
}

static void profile_set_source(hp_profile *profile, const hp_sample_summary *summary)
{
	for (uint32_t i = 0; i < HP_SOURCES && summary->reason != NULL; i++) {
		if (strcmp(hp_source_name((hp_source) i), summary->source) == 0) {
			profile->samples.sources.of[i].runs = 1;
			profile->samples.sources.of[i].why = hp_why_of(summary->reason);
		}
	}
}

hp_profile *hp_sample_profile(const hp_sample_store *store, const hp_sample_options *options,
	const hp_sample_summary *summary)
{
	hp_profile *profile = hp_profile_new(
		HP_METRIC_CPU | (options->has_memory ? HP_METRIC_MEMORY | HP_METRIC_PEAK : 0),
		HP_PROFILE_TREE | HP_PROFILE_SAMPLED | HP_PROFILE_LINES | HP_PROFILE_SQUARES);
	hp_sample_stacks stacks;

	profile->started_ns = summary->started_us * 1000;
	profile->samples.count = summary->samples;
	profile->samples.squares = summary->squares;
	if (options->clock == HP_SAMPLE_CPU) {
		profile->features |= HP_PROFILE_CPU_CLOCK;
		profile->cpu_clock = 1;
	}
	profile->samples.displaced = summary->displaced;
	profile->samples.custom = summary->custom;
	profile_set_source(profile, summary);
	profile->features |= summary->custom > 0 ? HP_PROFILE_CUSTOM : 0;
	if (summary->event == NULL) {
		profile->samples.interval_ns = (int64_t) summary->interval_us * 1000;
	}
	for (uint32_t i = 0; i < options->events.count; i++) {
		const hp_event *event = options->events.events[i];

		hp_profile_events_add(
			&profile->counted.events, event->name, strlen(event->name), event->unit);
	}
	hp_sample_stacks_begin(&stacks, store, options, true);
	/* main() is the first function and the first node, even without samples. */
	hp_profile_node_number(profile, HP_PROFILE_NONE, profile_number(profile, stacks.symbols), 0);
	profile_add_records(profile, &stacks, summary);
	profile_add_rests(profile, options, summary);
	hp_sample_stacks_end(&stacks);
	hp_paths_set_levels(profile);
	hp_paths_make_pairs(profile);
	hp_profile_finish(profile);
	hp_profile_make_timeline(profile);

	return profile;
}
