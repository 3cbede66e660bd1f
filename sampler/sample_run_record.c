#include "sampler/sample_run_record.h"

/* Time of an earlier sample is added to it only while it is among this many last ones. */
#define RECORD_RECENT 64u

uint64_t hp_sample_run_record_count_of(hp_sample_run_event *event)
{
	if (hp_sample_run_event_is_of_samples(event)) {
		return event->counter.event->read(&event->counter);
	}

	return event->source.source == NULL ? 0 : event->source.source->read(&event->source);
}

zend_result hp_sample_run_record_add(
	hp_sample_run *run, uint32_t node, uint64_t weight, hp_sample_record kind)
{
	zend_long depth = HP_SHARED_READ(run->depth);

	kind.time_us = hp_sample_source_unix_us();
	kind.weight = weight;
	kind.node = node;
	kind.memory_bytes = run->usage == NULL ? 0 : (uint64_t) HP_SHARED_READ(run->usage);
	kind.depth = (int32_t) MAX(1, MIN(INT32_MAX, depth));

	return node == HP_SAMPLE_NONE ? FAILURE : hp_sample_store_add(&run->store, &kind);
}

bool hp_sample_run_record_keep(void *owner, bool is_own, uint32_t count)
{
	hp_sample_run *run = owner;

	run->kept[is_own] = hp_sample_store_path(&run->store, count);

	return run->kept[is_own] != HP_SAMPLE_NONE;
}

/* With the lock, in the thread: reads the events that are read at samples of the clock. What they
 * have counted since the last one belongs to this sample. */
static void record_read_events(hp_sample_run *run, uint32_t node)
{
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		hp_sample_run_event *event = &run->events[i];
		uint64_t count = hp_sample_run_record_count_of(event);

		if (hp_sample_run_event_is_of_samples(event) && count > event->taken &&
			hp_sample_run_record_add(run, node, count - event->taken,
				(hp_sample_record){.event = (uint8_t) (1 + i)}) == SUCCESS) {
			event->taken = count;
		}
	}
}

/* With the lock: adds past time to the sample that was taken then. A new sample would be out of
 * order, and would be charged with memory that was allocated since. Time that no look saw is only
 * added to a sample of such time. Returns false if there is no matching sample among the last
 * ones. */
static bool record_extend(
	hp_sample_run *run, uint32_t node, uint64_t due, bool is_off_cpu, bool is_unseen)
{
	hp_sample_store *store = &run->store;
	uint32_t least = store->records.count - MIN(store->records.count, RECORD_RECENT);

	for (uint32_t i = store->records.count; i > least; i--) {
		hp_sample_record *record = &store->records.rows[i - 1];

		if (record->node == node && record->is_off_cpu == is_off_cpu &&
			record->is_unseen == is_unseen) {
			record->weight += due;
			run->summary.weight += due;
			run->summary.off_cpu += is_off_cpu ? due : 0;
			run->summary.displaced += record->is_displaced ? due : 0;
			return true;
		}
	}

	return false;
}

static void record_note_estimate(hp_sample_run *run, const hp_sampler_sample *sample, uint64_t due)
{
	if (sample->is_unseen) {
		run->estimates += (double) due * (double) due - (double) due;
	}
}

uint64_t hp_sample_run_record_take(void *owner, const hp_sampler_sample *sample)
{
	hp_sample_run *run = owner;
	bool is_off_cpu = sample->state != HP_SAMPLER_ON_CPU;
	uint64_t due = sample->time_ns / hp_sample_run_interval_ns(run);
	uint32_t node = run->kept[sample->is_own];

	if (node == HP_SAMPLE_NONE) {
		return 0; /* a wait, and the thread has had no sample so far */
	}
	if (sample->wait != HP_SAMPLE_NONE) {
		node = hp_sample_store_child(&run->store, node, sample->wait);
	}
	if (sample->is_past && node != HP_SAMPLE_NONE &&
		record_extend(run, node, due, is_off_cpu, sample->is_unseen)) {
		record_note_estimate(run, sample, due);
		return sample->time_ns;
	}
	if (hp_sample_run_record_add(run, node, due,
			(hp_sample_record){.is_off_cpu = is_off_cpu,
				.is_repeated = is_off_cpu && sample->is_repeated,
				.is_unseen = sample->is_unseen,
				.is_displaced = sample->is_displaced}) == FAILURE) {
		HP_SHARED_COUNT(&run->summary.late);
		hp_sampler_ask_interrupt(&run->sampler);
		return 0;
	}
	hp_sample_run_record_count(run, due, is_off_cpu);
	record_note_estimate(run, sample, due);
	if (!is_off_cpu) {
		record_read_events(run, node);
	}
	run->summary.displaced += sample->is_displaced ? due : 0;
	if (hp_sample_store_wants_room(&run->store)) {
		hp_sampler_ask_interrupt(&run->sampler);
	}

	return sample->time_ns;
}

void hp_sample_run_record_custom(hp_sample_run *run, uint32_t node, uint64_t weight)
{
	hp_sample_summary *summary = &run->summary;
	uint64_t most = INT64_MAX / 4 / hp_sample_run_interval_ns(run);

	if (summary->weight + weight > most ||
		hp_sample_run_record_add(run, node, weight, (hp_sample_record){.is_custom = true}) ==
			FAILURE) {
		summary->dropped += weight;
		return;
	}
	hp_sample_run_record_count(run, weight, false);
	summary->custom_samples++;
	summary->custom += weight;
}
