#include "sampler/sample_run_rest.h"

#include "sampler/sample_run_record.h"

#include <math.h>

hp_sample_record *hp_sample_run_rest_here(hp_sample_run *run, hp_sample_record kind)
{
	hp_sample_store *store = &run->store;
	const zend_execute_data *top = *run->sampler.locked.walk.current;
	uint32_t count;

	while (top != NULL && top->func != NULL && top->func->type == ZEND_INTERNAL_FUNCTION) {
		top = top->prev_execute_data;
	}
	count = hp_stack_walk_own(&run->sampler.locked.walk, top, NULL);
	if (count == HP_SAMPLE_NONE ||
		hp_sample_run_record_add(run, hp_sample_store_path(store, count), 0, kind) == FAILURE) {
		return NULL;
	}

	return &store->records.rows[store->records.count - 1];
}

/* True for a sample of a clock, of one state or of either. */
static bool rest_is_of_clock(const hp_sample_record *record, bool is_either, bool is_off_cpu)
{
	return !record->is_custom && record->event == 0 &&
		(is_either || record->is_off_cpu == is_off_cpu);
}

/* Returns the last sample of a clock in that state, or in either. If there is none, adds one of
 * weight 0. NULL: that failed. */
static hp_sample_record *rest_last(hp_sample_run *run, bool is_either, bool is_off_cpu)
{
	hp_sample_store *store = &run->store;
	hp_sample_record *record;

	for (uint32_t i = store->records.count; i > 0; i--) {
		record = &store->records.rows[i - 1];
		if (rest_is_of_clock(record, is_either, is_off_cpu)) {
			return record;
		}
	}
	record = hp_sample_run_rest_here(run, (hp_sample_record){.is_off_cpu = is_off_cpu});
	run->summary.samples += record != NULL;

	return record;
}

/* Takes weight away from the last samples in that state, or in either: their clock was sampled too
 * early. */
static void rest_give_back(hp_sample_run *run, uint64_t weight, bool is_either, bool is_off_cpu)
{
	hp_sample_store *store = &run->store;
	hp_sample_summary *summary = &run->summary;

	for (uint32_t i = store->records.count; i > 0 && weight > 0; i--) {
		hp_sample_record *last = &store->records.rows[i - 1];
		uint64_t part =
			rest_is_of_clock(last, is_either, is_off_cpu) ? MIN(weight, last->weight) : 0;

		weight -= part;
		last->weight -= part;
		summary->weight -= part;
		summary->off_cpu -= last->is_off_cpu ? part : 0;
		summary->displaced -= last->is_displaced ? MIN(part, summary->displaced) : 0;
		if (part > 0 && last->weight == 0) {
			memmove(last, last + 1, (store->records.count - i) * sizeof(*last));
			store->records.count--;
			summary->samples--;
		}
	}
}

static void rest_settle(hp_sample_run *run, int64_t due, bool is_either, bool is_off_cpu)
{
	hp_sample_record *last = due > 0 ? rest_last(run, is_either, is_off_cpu) : NULL;

	if (due <= 0) {
		rest_give_back(run, (uint64_t) -due, is_either, is_off_cpu);
	} else if (last == NULL) {
		run->summary.dropped += (uint64_t) due;
	} else {
		last->weight += (uint64_t) due;
		run->summary.weight += (uint64_t) due;
		run->summary.off_cpu += last->is_off_cpu ? (uint64_t) due : 0;
		run->summary.displaced += last->is_displaced ? (uint64_t) due : 0;
	}
}

static int64_t rest_intervals(const hp_sample_run *run, int64_t time_ns)
{
	return (int64_t) floor((double) time_ns / (double) hp_sample_run_interval_ns(run) + 0.5);
}

void hp_sample_run_rest_end(void *owner, int64_t cpu_ns, int64_t off_ns)
{
	hp_sample_run *run = owner;
	hp_sample_summary *summary = &run->summary;
	bool is_either = !run->sampler.setup.has_wall || !run->sampler.cpu.thread->has_cpu_clock;
	int64_t interval_ns = (int64_t) hp_sample_run_interval_ns(run);
	int64_t due = rest_intervals(run, cpu_ns + off_ns), off_due = rest_intervals(run, off_ns);
	uint64_t weight = summary->weight, off_cpu = summary->off_cpu;

	if (!run->is_running) {
		return; /* the run could not be started */
	}
	if (is_either) {
		rest_settle(run, due, true, off_ns > cpu_ns);
	} else {
		rest_settle(run, due - off_due, false, false);
		rest_settle(run, off_due, false, true);
	}
	weight = summary->weight - weight;
	off_cpu = summary->off_cpu - off_cpu;
	summary->rest_cpu_ns = cpu_ns - (int64_t) (weight - off_cpu) * interval_ns;
	summary->rest_off_ns = off_ns - (int64_t) off_cpu * interval_ns;
}

uint64_t hp_sample_run_rest_squares(const hp_sample_run *run)
{
	const hp_sample_store *store = &run->store;
	double sum = run->estimates;

	for (uint32_t i = 0; i < store->records.count; i++) {
		const hp_sample_record *record = &store->records.rows[i];
		double weight = (double) record->weight;

		if (record->event == 0 || run->summary.event != NULL) {
			sum += record->is_off_cpu || record->is_custom ? weight : weight * weight;
		}
	}

	return (uint64_t) MIN(sum, 9e18);
}
