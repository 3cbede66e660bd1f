#include "sampler/sample_run_event.h"

#include "event/perf.h"
#include "sampler/sample_run_record.h"
#include "sampler/sample_run_rest.h"

#include <errno.h>

/* Samples by an event of PHP. They are taken in the run's own thread, while the engine's state is
 * consistent and memory may be allocated. */

static uint32_t event_own_path(hp_sample_run *run)
{
	hp_stack_walk *walk = &run->sampler.locked.walk;
	uint32_t count;

	if (hp_sample_store_wants_room(&run->store)) {
		hp_sample_store_grow(&run->store);
	}
	count = hp_stack_walk_own(walk, *walk->current, NULL);
	if (count == HP_SAMPLE_NONE) {
		hp_sample_store_grow(&run->store);
		count = hp_stack_walk_own(walk, *walk->current, NULL);
	}

	return count == HP_SAMPLE_NONE ? HP_SAMPLE_NONE : hp_sample_store_path(&run->store, count);
}

static void event_prepare(hp_event_counter *counter)
{
	hp_sample_run_event *event = counter->owner;

	hp_sampler_lock(&event->run->sampler);
	event->prepared_node = event_own_path(event->run);
	hp_sampler_unlock(&event->run->sampler);
}

/* With the lock: adds a sample by an event. */
static void event_add(const hp_sample_run_event *event, uint32_t node, uint64_t weight)
{
	hp_sample_run *run = event->run;
	hp_sample_record kind = {.event = (uint8_t) (1 + event->number)};

	if (hp_sample_run_record_add(run, node, weight, kind) == FAILURE) {
		run->summary.dropped += weight;
	} else if (run->summary.event != NULL) {
		hp_sample_run_record_count(run, weight, false);
	}
}

static void event_tick(hp_event_counter *counter, uint64_t weight)
{
	hp_sample_run_event *event = counter->owner;
	hp_sample_run *run = event->run;
	uint32_t node;

	if (hp_sample_run_is_paused(run)) {
		return;
	}
	hp_sampler_lock(&run->sampler);
	node = event->prepared_node == HP_SAMPLE_NONE ? event_own_path(run) : event->prepared_node;
	event->prepared_node = HP_SAMPLE_NONE;
	event_add(event, node, weight);
	hp_sampler_unlock(&run->sampler);
}

/* Takes a sample by an event of the kernel, in the signal handler. */
static void event_tick_kernel(hp_sample_event *source, const void *context)
{
	hp_sample_run_event *event = source->owner;
	hp_sample_run *run = event->run;
	uint64_t count = source->source->read(source), weight = hp_sample_source_due(source, count);
	uint32_t frames, node = HP_SAMPLE_NONE;

	HP_SHARED_WRITE(&source->seen_ns, count);
	if (weight == 0 || hp_sample_run_is_paused(run)) {
		return;
	}
	if (!hp_sampler_try_lock(&run->sampler)) {
		HP_SHARED_COUNT(&run->summary.late);
		return;
	}
	frames =
		hp_stack_walk_own(&run->sampler.locked.walk, *run->sampler.locked.walk.current, context);
	if (frames != HP_SAMPLE_NONE) {
		node = hp_sample_store_path(&run->store, frames);
	}
	if (node == HP_SAMPLE_NONE) {
		HP_SHARED_COUNT(&run->summary.late); /* the next one accounts for it */
	} else {
		event_add(event, node, weight);
		hp_sample_source_take(
			source, hp_sample_source_taken_ns(source) + weight * source->interval_ns);
	}
	if (hp_sample_store_wants_room(&run->store)) {
		hp_sampler_ask_interrupt(&run->sampler);
	}
	hp_sampler_unlock(&run->sampler);
}

/* Arms an event of the kernel. Returns NULL, or why it cannot be counted. */
static const char *event_arm_kernel(
	hp_sample_run_event *event, const hp_event *counted, uint64_t period)
{
	hp_sample_event *source = &event->source;

	source->interval_ns = period;
	source->owner = event;
	source->thread = hp_sample_source_thread();
	source->tick = event_tick_kernel;
	source->counted = counted;
	source->file = HP_DESCRIPTOR_NONE;

	return hp_sample_source_enable(source, &hp_sample_source_event) == SUCCESS
		? NULL
		: hp_event_perf_reason(errno);
}

/* Arms an event of PHP, which calls us. Returns NULL, or why it cannot be counted. */
static const char *event_arm_php(
	hp_sample_run_event *event, const hp_event *counted, uint64_t period)
{
	hp_event_counter *counter = &event->counter;

	counter->file = HP_DESCRIPTOR_NONE;
	counter->owner = event;
	counter->period = counter->due = period;
	counter->tick = event_tick;
	counter->prepare = event_prepare;
	counter->event = counted;
	if (counted->enable == NULL || counted->enable(counter) == FAILURE) {
		counter->event = NULL;
		return counter->refusal == NULL ? "this system cannot count it" : counter->refusal;
	}

	return NULL;
}

static const char *event_arm(hp_sample_run *run, uint32_t number)
{
	const hp_event *counted = run->options.events.events[number];
	uint64_t period = run->options.events.periods[number];
	hp_sample_run_event *event = &run->events[number];

	memset(event, 0, sizeof(*event));
	event->run = run;
	event->number = number;
	event->prepared_node = HP_SAMPLE_NONE;
	if (counted->unsampled != NULL) {
		return counted->unsampled;
	}

	return counted->is_of_kernel ? event_arm_kernel(event, counted, period)
								 : event_arm_php(event, counted, period);
}

void hp_sample_run_event_disarm(hp_sample_run *run)
{
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		hp_sample_run_event *event = &run->events[i];

		if (event->counter.event != NULL) {
			event->counter.event->disable(&event->counter);
			event->counter.event = NULL;
		}
		hp_sample_source_disable(&event->source);
	}
}

const char *hp_sample_run_event_arm(hp_sample_run *run)
{
	const hp_event_choice *choice = &run->options.events;

	memset(run->events, 0, sizeof(run->events));
	for (uint32_t i = 0; i < choice->count; i++) {
		const char *reason = event_arm(run, i);

		if (reason != NULL) {
			hp_sample_run_event_disarm(run);
			snprintf(run->error, sizeof(run->error), "%s: %s", choice->events[i]->name, reason);
			return run->error;
		}
	}

	return NULL;
}

void hp_sample_run_event_end(hp_sample_run *run, hp_sample_run_event *event)
{
	uint64_t count = hp_sample_run_record_count_of(event);
	uint64_t due = hp_sample_run_event_is_of_samples(event) ? count - event->taken
		: event->source.source == NULL                      ? 0
									   : hp_sample_source_due(&event->source, count);
	hp_sample_store *store = &run->store;
	hp_sample_record *last = NULL;

	for (uint32_t i = store->records.count; i > 0 && last == NULL; i--) {
		last = store->records.rows[i - 1].event == 1 + event->number ? &store->records.rows[i - 1]
																	 : NULL;
	}
	if (due > 0 && last == NULL) {
		last = hp_sample_run_rest_here(
			run, (hp_sample_record){.event = (uint8_t) (1 + event->number)});
		run->summary.samples += last != NULL && run->summary.event != NULL;
	}
	if (last != NULL) {
		last->weight += due;
		run->summary.weight += run->summary.event != NULL ? due : 0;
	} else {
		run->summary.dropped += due;
	}
}
