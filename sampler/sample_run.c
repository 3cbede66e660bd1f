#include "sampler/sample_run.h"

#include "base/interrupt.h"
#include "event/perf.h"
#include "sampler/control.h"
#include "sampler/fork.h"
#include "sampler/look.h"
#include "sampler/own_code.h"
#include "sampler/safe_point.h"
#include "sampler/source_choice.h"
#include "sampler/span.h"
#include "sampler/tick.h"

#ifdef HP_SAMPLE_HAS_SOURCES
# include <errno.h>
# include <math.h>
# include <sys/time.h>
#else
# include "win32/time.h"
#endif

/* A sample may need as much more room as this many doublings give. */
#define RUN_GROWTHS 24

/* Time of an earlier sample is added to it only while it is among this many last ones. */
#define RUN_RECENT 64u

#ifdef HP_SAMPLE_HAS_SOURCES

/* The run of this thread, for callers that do not get it from PHP's globals. */
static __thread hp_sample_run *run_here;

static bool run_is_paused(const hp_sample_run *run)
{
	return !HP_SHARED_READ(&run->sampler.is_open);
}

static int64_t run_now_us(void)
{
	struct timeval now = {0, 0};

	gettimeofday(&now, NULL);
	return (int64_t) now.tv_sec * 1000000 + now.tv_usec;
}

static uint64_t run_now_ns(void)
{
	return hp_sample_source_clock_ns(CLOCK_MONOTONIC);
}

/* Begins the run's time. It is measured by the clock that samples are weighed by, so that their
 * weights add up to it. */
static void run_begin(hp_sample_run *run, uint64_t began_ns)
{
	run->began_ns = began_ns;
	run->paused_ns = 0;
	run->summary.started_us = run_now_us();
}

static void run_measure(const hp_sample_run *run, hp_sample_summary *summary, uint64_t until_ns)
{
	summary->stopped_us = summary->started_us + (int64_t) ((until_ns - run->began_ns) / 1000);
	summary->paused_us = (int64_t) (run->paused_ns / 1000);
}

static uint64_t run_interval_ns(const hp_sample_run *run)
{
	return (uint64_t) run->options.interval_us * 1000;
}

static bool run_is_of_samples(const hp_sample_run_event *event)
{
	return event->counter.event != NULL && event->counter.event->is_of_samples;
}

/* Returns the event's count; 0 for an event of PHP that calls us. */
static uint64_t run_count_of(hp_sample_run_event *event)
{
	if (run_is_of_samples(event)) {
		return event->counter.event->read(&event->counter);
	}

	return event->source.source == NULL ? 0 : event->source.source->read(&event->source);
}

/* Adds a sample of a node. kind has the other members of the record. FAILURE: no room. */
static zend_result run_record(
	hp_sample_run *run, uint32_t node, uint64_t weight, hp_sample_record kind)
{
	zend_long depth = HP_SHARED_READ(run->depth);

	kind.time_us = run_now_us();
	kind.weight = weight;
	kind.node = node;
	kind.memory_bytes = run->usage == NULL ? 0 : (uint64_t) HP_SHARED_READ(run->usage);
	kind.depth = (int32_t) MAX(1, MIN(INT32_MAX, depth));

	return node == HP_SAMPLE_NONE ? FAILURE : hp_sample_store_add(&run->store, &kind);
}

/* Counts a sample that was added, which stands for this many intervals. */
static void run_count(hp_sample_run *run, uint64_t due, bool is_off_cpu)
{
	run->summary.samples++;
	run->summary.weight += due;
	run->summary.off_cpu += is_off_cpu ? due : 0;
}

static bool run_keep(void *owner, bool is_own, uint32_t count)
{
	hp_sample_run *run = owner;

	run->kept[is_own] = hp_sample_store_path(&run->store, count);

	return run->kept[is_own] != HP_SAMPLE_NONE;
}

/* With the lock, in the thread: reads the events that are read at samples of the clock. What they
 * have counted since the last one belongs to this sample. */
static void run_read_events(hp_sample_run *run, uint32_t node)
{
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		hp_sample_run_event *event = &run->events[i];
		uint64_t count = run_count_of(event);

		if (run_is_of_samples(event) && count > event->taken &&
			run_record(run, node, count - event->taken,
				(hp_sample_record){.event = (uint8_t) (1 + i)}) == SUCCESS) {
			event->taken = count;
		}
	}
}

/* With the lock: adds past time to the sample that was taken then. Samples are in order of time,
 * and growth of memory since then does not belong to that time. Time that no look saw is kept apart
 * from time that a look saw. Returns false if there is no such sample among the last ones. */
static bool run_extend(
	hp_sample_run *run, uint32_t node, uint64_t due, bool is_off_cpu, bool is_unseen)
{
	hp_sample_store *store = &run->store;
	uint32_t least = store->records.count - MIN(store->records.count, RUN_RECENT);

	for (uint32_t i = store->records.count; i > least; i--) {
		hp_sample_record *record = &store->records.rows[i - 1];

		if (record->node == node && record->is_off_cpu == is_off_cpu &&
			record->is_unseen == is_unseen) {
			record->weight += due;
			run->summary.weight += due;
			run->summary.off_cpu += is_off_cpu ? due : 0;
			return true;
		}
	}

	return false;
}

static void run_note_estimate(hp_sample_run *run, const hp_sampler_sample *sample, uint64_t due)
{
	if (sample->is_unseen) {
		run->estimates += (double) due * (double) due - (double) due;
	}
}

/* Adds a sample for the sampler. Its weight is in whole intervals. */
static uint64_t run_add(void *owner, const hp_sampler_sample *sample)
{
	hp_sample_run *run = owner;
	bool is_off_cpu = sample->state != HP_SAMPLER_ON_CPU;
	uint64_t due = sample->time_ns / run_interval_ns(run);
	uint32_t node = run->kept[sample->is_own];

	if (node == HP_SAMPLE_NONE) {
		return 0; /* a wait, and the thread has had no sample so far */
	}
	if (sample->wait != HP_SAMPLE_NONE) {
		node = hp_sample_store_child(&run->store, node, sample->wait);
	}
	if (sample->is_past && node != HP_SAMPLE_NONE &&
		run_extend(run, node, due, is_off_cpu, sample->is_unseen)) {
		run_note_estimate(run, sample, due);
		return sample->time_ns;
	}
	if (run_record(run, node, due,
			(hp_sample_record){.is_off_cpu = is_off_cpu,
				.is_repeated = is_off_cpu && sample->is_repeated,
				.is_unseen = sample->is_unseen}) == FAILURE) {
		HP_SHARED_COUNT(&run->summary.late);
		hp_sampler_ask_interrupt(&run->sampler);
		return 0;
	}
	run_count(run, due, is_off_cpu);
	run_note_estimate(run, sample, due);
	if (!is_off_cpu) {
		run_read_events(run, node);
	}
	run->summary.displaced += sample->is_displaced ? due : 0;
	if (hp_sample_store_wants_room(&run->store)) {
		hp_sampler_ask_interrupt(&run->sampler);
	}

	return sample->time_ns;
}

/* Makes room in the store, if it needs some. If the lock is held, the helper thread makes room, or
 * the next sample asks for it again. Returns true if there is more room now. */
static bool run_grow(hp_sample_run *run)
{
	bool wants_room = false;

	if (hp_sampler_try_lock(&run->sampler)) {
		wants_room = hp_sample_store_wants_room(&run->store);
		if (wants_room) {
			hp_sample_store_grow(&run->store);
		}
		hp_sampler_unlock(&run->sampler);
	}

	return wants_room;
}

/* Called by the engine between two instructions, after hp_sampler_ask_interrupt(). */
static bool run_interrupt(zend_execute_data *execute_data)
{
	hp_sample_run *run = run_here;

	if (run != NULL && run->is_running && HP_SHARED_READ(&run->sampler.is_wanted)) {
		hp_safe_point_take(&run->sampler, execute_data);
		/* The next safe point may be far away: the returns of a deep recursion are none. */
		for (int i = 0; i < RUN_GROWTHS && run_grow(run); i++) {
			hp_safe_point_take(&run->sampler, execute_data);
		}
	}

	return true;
}

/* In the helper thread, before its first look: gives it its own table of files. */
static void run_begin_looks(void *owner)
{
	hp_sample_run *run = owner;

	hp_sampler_lock(&run->sampler);
	hp_control_leave_files(&run->sampler);
	hp_sampler_unlock(&run->sampler);
}

static void run_end_looks(void *owner)
{
	hp_sample_run *run = owner;

	hp_control_close_own(&run->sampler);
}

/* In the helper thread: looks, and makes room first. Unlike a signal handler it may allocate. */
static uint64_t run_look(void *owner)
{
	hp_sample_run *run = owner;

	hp_sampler_lock(&run->sampler);
	if (hp_sample_store_wants_room(&run->store)) {
		hp_sample_store_grow(&run->store);
	}
	hp_sampler_unlock(&run->sampler);

	return hp_look(&run->sampler);
}

static uint32_t run_labeled_path(
	hp_sample_run *run, const zend_execute_data *top, const zend_string *label)
{
	uint32_t count = hp_stack_walk_labeled(&run->sampler.locked.walk, top, label);

	return count == HP_SAMPLE_NONE ? HP_SAMPLE_NONE : hp_sample_store_path(&run->store, count);
}

/* With the lock: adds a sample of xhprof_sample(). The sum of all weights must not overflow, not
 * even in nanoseconds. */
static void run_add_custom(hp_sample_run *run, uint32_t node, uint64_t weight)
{
	hp_sample_summary *summary = &run->summary;
	uint64_t most = INT64_MAX / 4 / run_interval_ns(run);

	if (summary->weight + weight > most ||
		run_record(run, node, weight, (hp_sample_record){.is_custom = true}) == FAILURE) {
		summary->dropped += weight;
		return;
	}
	run_count(run, weight, false);
	summary->custom_samples++;
	summary->custom += weight;
}

void hp_sample_run_sample(
	hp_sample_run *run, const zend_execute_data *top, const zend_string *label, uint64_t weight)
{
	uint32_t node;

	if (!run->is_running || run_is_paused(run)) {
		return;
	}
	hp_sampler_lock(&run->sampler);
	/* The store may grow here, as this is no signal handler. */
	do {
		if (hp_sample_store_wants_room(&run->store)) {
			hp_sample_store_grow(&run->store);
		}
		node = run_labeled_path(run, top, label);
	} while (node == HP_SAMPLE_NONE && hp_sample_store_wants_room(&run->store));
	run_add_custom(run, node, weight);
	hp_sampler_unlock(&run->sampler);
}

/* Samples by an event of PHP. They are taken in the run's own thread, while the engine's state is
 * consistent and memory may be allocated. */

static uint32_t run_own_path(hp_sample_run *run)
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

static void run_prepare(hp_event_counter *counter)
{
	hp_sample_run_event *event = counter->owner;

	hp_sampler_lock(&event->run->sampler);
	event->prepared_node = run_own_path(event->run);
	hp_sampler_unlock(&event->run->sampler);
}

/* With the lock: adds a sample by an event. */
static void run_add_event(const hp_sample_run_event *event, uint32_t node, uint64_t weight)
{
	hp_sample_run *run = event->run;
	hp_sample_record kind = {.event = (uint8_t) (1 + event->number)};

	if (run_record(run, node, weight, kind) == FAILURE) {
		run->summary.dropped += weight;
	} else if (run->summary.event != NULL) {
		run_count(run, weight, false);
	} else {
		run->summary.event_samples++;
	}
}

static void run_tick_event(hp_event_counter *counter, uint64_t weight)
{
	hp_sample_run_event *event = counter->owner;
	hp_sample_run *run = event->run;
	uint32_t node;

	if (run_is_paused(run)) {
		return;
	}
	hp_sampler_lock(&run->sampler);
	node = event->prepared_node == HP_SAMPLE_NONE ? run_own_path(run) : event->prepared_node;
	event->prepared_node = HP_SAMPLE_NONE;
	run_add_event(event, node, weight);
	hp_sampler_unlock(&run->sampler);
}

/* Takes a sample by an event of the kernel, in the signal handler. */
static void run_tick_kernel(hp_sample_event *source, const void *context)
{
	hp_sample_run_event *event = source->owner;
	hp_sample_run *run = event->run;
	uint64_t count = source->source->read(source), weight = hp_sample_source_due(source, count);
	uint32_t frames, node = HP_SAMPLE_NONE;

	HP_SHARED_WRITE(&source->seen_ns, count);
	if (weight == 0 || run_is_paused(run)) {
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
		run_add_event(event, node, weight);
		hp_sample_source_take(
			source, hp_sample_source_taken_ns(source) + weight * source->interval_ns);
	}
	if (hp_sample_store_wants_room(&run->store)) {
		hp_sampler_ask_interrupt(&run->sampler);
	}
	hp_sampler_unlock(&run->sampler);
}

/* Arms an event of the kernel. Returns NULL, or why it cannot be counted. */
static const char *run_arm_kernel_event(
	hp_sample_run_event *event, const hp_event *counted, uint64_t period)
{
	hp_sample_event *source = &event->source;

	source->interval_ns = period;
	source->owner = event;
	source->thread = hp_sample_source_thread();
	source->tick = run_tick_kernel;
	source->counted = counted;
	source->file = HP_DESCRIPTOR_NONE;

	return hp_sample_source_enable(source, &hp_sample_source_event) == SUCCESS
		? NULL
		: hp_event_perf_reason(errno);
}

/* Arms an event of PHP, which calls us. Returns NULL, or why it cannot be counted. */
static const char *run_arm_php_event(
	hp_sample_run_event *event, const hp_event *counted, uint64_t period)
{
	hp_event_counter *counter = &event->counter;

	counter->file = HP_DESCRIPTOR_NONE;
	counter->owner = event;
	counter->period = counter->due = period;
	counter->tick = run_tick_event;
	counter->prepare = run_prepare;
	counter->event = counted;
	if (counted->enable == NULL || counted->enable(counter) == FAILURE) {
		counter->event = NULL;
		return counter->refusal == NULL ? "this system does not count it" : counter->refusal;
	}

	return NULL;
}

static const char *run_arm_event(hp_sample_run *run, uint32_t number)
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

	return counted->is_of_kernel ? run_arm_kernel_event(event, counted, period)
								 : run_arm_php_event(event, counted, period);
}

static void run_disarm_events(hp_sample_run *run)
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

/* Arms all events. Returns NULL, or why one cannot be counted, in English. */
static const char *run_arm_events(hp_sample_run *run)
{
	const hp_event_choice *choice = &run->options.events;

	memset(run->events, 0, sizeof(run->events));
	for (uint32_t i = 0; i < choice->count; i++) {
		const char *reason = run_arm_event(run, i);

		if (reason != NULL) {
			run_disarm_events(run);
			snprintf(run->error, sizeof(run->error), "%s: %s", choice->events[i]->name, reason);
			return run->error;
		}
	}

	return NULL;
}

/* Describes a run that is sampled by one event in place of a clock. */
static void run_describe_event(hp_sample_run *run)
{
	const hp_event *event = run->options.events.events[0];

	run->summary.engine = "event";
	run->summary.clock = event->name;
	run->summary.event = event;
	run->summary.period = run->options.events.periods[0];
	run->summary.interval_us = 1; /* for the labels of the classic result */
	run->summary.source = event->is_of_kernel ? "perf_event_open" : run->events[0].counter.means;
}

static void run_disarm(hp_sample_run *run)
{
	run_disarm_events(run);
	hp_sample_helper_stop(&run->helper);
	if (run->sampler.is_on) {
		hp_control_disable(&run->sampler);
	}
}

/* Returns why the run can have no clock at all, in English; NULL: it can. */
static const char *run_refuse_clock(const hp_sampler *sampler, bool has_safe_points_only)
{
	if (!sampler->setup.has_wall && !sampler->cpu.thread->has_cpu_clock) {
		return "the system refused the CPU clock of a thread";
	}

	return !has_safe_points_only && sampler->setup.has_wall && !sampler->locked.walk.can_read
		? hp_why_text(HP_WHY_NO_READ)
		: NULL;
}

/* Starts sampling by the clock, by signals or at safe points alone. Returns NULL, or why that
 * failed. */
static const char *run_arm_clock(hp_sample_run *run, bool has_safe_points_only)
{
	hp_sampler *sampler = &run->sampler;
	const char *refusal;

	sampler->setup.has_wall = run->options.clock == HP_SAMPLE_WALL;
	sampler->setup.has_safe_points_only = has_safe_points_only;
	sampler->setup.grain_ns = run_interval_ns(run);
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		sampler->setup.needs_own_samples |= run_is_of_samples(&run->events[i]);
	}
	refusal = run_refuse_clock(sampler, has_safe_points_only);
	if (refusal != NULL) {
		return refusal;
	}
	hp_control_enable(sampler, run_interval_ns(run));
	run_begin(run, sampler->locked.began_ns);
	if (!has_safe_points_only && !hp_source_choice_attach(sampler)) {
		refusal = hp_why_text(hp_source_choice_why(sampler));
	} else if (hp_sample_helper_start(&run->helper) == FAILURE) {
		refusal = "the system refused a thread, which sampling needs";
	}
	if (refusal != NULL) {
		hp_control_disable(sampler);
		return refusal;
	}
	run->summary.engine = has_safe_points_only ? "interrupt" : "signal";

	return NULL;
}

/* Returns the reason for the source that the run has. */
static hp_why run_why(const hp_sample_run *run)
{
	return run->options.engine == HP_SAMPLE_INTERRUPT ? HP_WHY_ASKED
													  : hp_source_choice_why(&run->sampler);
}

/* With the lock, or before the run begins: notes the current source, which may have changed. */
static void run_describe_source(const hp_sample_run *run, hp_sample_summary *summary)
{
	summary->source = hp_source_name(hp_source_choice_source(&run->sampler));
	if (summary->reason == NULL || !run->sampler.setup.has_safe_points_only) {
		summary->reason = hp_why_text(run_why(run));
	}
}

/* Starts the best engine that the system permits. FAILURE: *error says why there is none. */
static zend_result run_arm_best_clock(hp_sample_run *run, const char **error)
{
	hp_sample_engine engine = run->options.engine;

	run->sampler.setup.is_perf_dear =
		engine == HP_SAMPLE_AUTO && hp_source_choice_is_dear(run_interval_ns(run));
	*error = engine == HP_SAMPLE_INTERRUPT ? NULL : run_arm_clock(run, false);
	if (engine == HP_SAMPLE_INTERRUPT || (engine != HP_SAMPLE_SIGNAL && *error != NULL)) {
		run->summary.reason = *error;
		*error = run_arm_clock(run, true);
	}
	if (*error == NULL) {
		run_describe_source(run, &run->summary);
	}

	return *error == NULL ? SUCCESS : FAILURE;
}

static bool run_has_clock(const hp_sample_options *options)
{
	return options->clock != HP_SAMPLE_CUSTOM && (options->events.count == 0 || options->has_clock);
}

static void run_describe_clock(const hp_sample_run *run, hp_sample_summary *summary)
{
	if (run_has_clock(&run->options)) {
		run_describe_source(run, summary);
	}
}

static zend_result run_arm(hp_sample_run *run, const char **error)
{
	if (run_has_clock(&run->options) && run->options.engine != HP_SAMPLE_INTERRUPT) {
		hp_sample_tick_ns(); /* measured now, so that it does not count as the run's time */
	}
	*error = run_arm_events(run);
	if (*error != NULL) {
		return FAILURE;
	}
	if (run_has_clock(&run->options)) {
		if (run_arm_best_clock(run, error) == FAILURE) {
			run_disarm_events(run);
			return FAILURE;
		}
	} else if (run->options.clock == HP_SAMPLE_CUSTOM) {
		run->summary.engine = "none";
		run->summary.source = "xhprof_sample";
	} else {
		run_describe_event(run);
	}

	return SUCCESS;
}

/* A fork while the helper thread takes a sample would leave the child with half of it. */
static void run_before_fork(void)
{
	if (run_here != NULL) {
		hp_fork_begin(&run_here->sampler);
	}
}

static void run_after_fork(void)
{
	if (run_here != NULL) {
		hp_fork_end(&run_here->sampler);
	}
}

/* The child has neither timer nor thread. It keeps the samples taken before the fork. */
static void run_after_fork_in_child(void)
{
	if (run_here != NULL) {
		run_disarm_events(run_here);
		hp_sample_helper_stop(&run_here->helper);
		hp_fork_forget(&run_here->sampler);
	}
}

void hp_sample_run_post_startup(void)
{
	hp_own_code_post_startup();
	hp_sample_source_post_startup();
}

static const char *run_refusal;

void hp_sample_run_refuse(const char *reason)
{
	run_refusal = reason;
}

void hp_sample_run_startup(void)
{
	hp_own_code_startup();
	hp_interrupt_add(run_interrupt);
	hp_sample_source_startup();
	hp_wait_startup();
	pthread_atfork(run_before_fork, run_after_fork, run_after_fork_in_child);
}

void hp_sample_run_release(hp_sample_run *run)
{
	if (run->has_samples) {
		hp_sample_store_free(&run->store);
		hp_sample_options_free(&run->options);
		run->has_samples = false;
	}
}

/* The place of the memory in use in PHP's heap since PHP 7.0, in words from its start. It is read
 * there and no function is called, because another thread reads it, too. */
# define RUN_USAGE_PLACE 2

/* Returns where PHP keeps its memory in use; NULL: not at the usual place, as without PHP's
 * allocator. */
static const size_t *run_find_usage(void)
{
	const size_t *usage = (const size_t *) zend_mm_get_heap() + RUN_USAGE_PLACE;
	size_t before = HP_SHARED_READ(usage);
	bool is_usage = before == zend_memory_usage(false);
	void *block = emalloc(1);

	is_usage = is_usage && HP_SHARED_READ(usage) > before &&
		HP_SHARED_READ(usage) == zend_memory_usage(false);
	efree(block);

	return is_usage ? usage : NULL;
}

static void run_start_summary(hp_sample_run *run)
{
	memset(&run->summary, 0, sizeof(run->summary));
	run->summary.clock = hp_sample_options_clock_name(run->options.clock);
	run->summary.interval_us = run->options.interval_us;
	run->summary.started_bytes = run->usage == NULL ? 0 : *run->usage;
	run_begin(run, run_now_ns());
}

static void run_end(void *owner, int64_t cpu_ns, int64_t off_ns);

static const hp_sampler_sink run_sink = {run_keep, run_add, NULL, NULL, run_end};

static void run_reset(hp_sample_run *run, const hp_sample_options *options, const size_t *usage)
{
	run->options = *options;
	/* Without a clock there is no grid of labels for the classic result, and a unit of weight is
	 * shown as 1 us. */
	if (options->clock == HP_SAMPLE_CUSTOM) {
		run->options.interval_us = 1;
		run->options.has_paths = true;
	}
	run->usage = usage;
	run->depth = options->has_depth ? &run->options.depth : &run->setting_depth;
	hp_sample_store_init(&run->store);
	hp_control_init(&run->sampler, &run_sink, run, &run->store);
	run->sampler.setup.late = &run->summary.late;
	run->sampler.is_open = true;
	run->sampler.helper.wait.has_texts = options->has_texts;
	run->helper = (hp_sample_helper){
		.look = run_look, .begin = run_begin_looks, .end = run_end_looks, .owner = run};
	run->kept[0] = run->kept[1] = HP_SAMPLE_NONE;
	run->estimates = 0;
	run_start_summary(run);
}

zend_result hp_sample_run_enable(
	hp_sample_run *run, const hp_sample_options *options, const char **error)
{
	const size_t *usage = options->has_memory ? run_find_usage() : NULL;

	if (options->has_memory && usage == NULL) {
		*error = "the memory of samples cannot be read: PHP's allocator is not in use";
		return FAILURE;
	}
	/* If the process was not prepared, interrupts would not come, which take samples or grow the
	 * store. */
	*error = run_refusal;
	if (*error != NULL) {
		return FAILURE;
	}
	hp_sample_run_release(run);
	run_reset(run, options, usage);
	if (run_arm(run, error) == FAILURE) {
		hp_sample_store_free(&run->store);
		hp_control_free(&run->sampler);
		memset(&run->summary, 0, sizeof(run->summary));
		return FAILURE;
	}
	run->is_running = true;
	run_here = run;

	return SUCCESS;
}

/* Adds a sample of weight 0 where the caller is, in the program's own code. Returns NULL if that
 * failed. */
static hp_sample_record *run_record_here(hp_sample_run *run, hp_sample_record kind)
{
	hp_sample_store *store = &run->store;
	const zend_execute_data *top = *run->sampler.locked.walk.current;
	uint32_t count;

	while (top != NULL && top->func != NULL && top->func->type == ZEND_INTERNAL_FUNCTION) {
		top = top->prev_execute_data;
	}
	count = hp_stack_walk_own(&run->sampler.locked.walk, top, NULL);
	if (count == HP_SAMPLE_NONE ||
		run_record(run, hp_sample_store_path(store, count), 0, kind) == FAILURE) {
		return NULL;
	}

	return &store->records.rows[store->records.count - 1];
}

/* True for a sample of a clock, of one state or of either. */
static bool run_is_of_clock(const hp_sample_record *record, bool is_either, bool is_off_cpu)
{
	return !record->is_custom && record->event == 0 &&
		(is_either || record->is_off_cpu == is_off_cpu);
}

/* Returns the last sample of a clock in that state, or in either. If there is none, adds one of
 * weight 0. NULL: that failed. */
static hp_sample_record *run_last(hp_sample_run *run, bool is_either, bool is_off_cpu)
{
	hp_sample_store *store = &run->store;
	hp_sample_record *record;

	for (uint32_t i = store->records.count; i > 0; i--) {
		record = &store->records.rows[i - 1];
		if (run_is_of_clock(record, is_either, is_off_cpu)) {
			return record;
		}
	}
	record = run_record_here(run, (hp_sample_record){.is_off_cpu = is_off_cpu});
	run->summary.samples += record != NULL;

	return record;
}

/* Takes weight from the last samples of a clock in that state, or in either, because each clock may
 * have been early. */
static void run_give_back(hp_sample_run *run, uint64_t weight, bool is_either, bool is_off_cpu)
{
	hp_sample_store *store = &run->store;
	hp_sample_summary *summary = &run->summary;

	for (uint32_t i = store->records.count; i > 0 && weight > 0; i--) {
		hp_sample_record *last = &store->records.rows[i - 1];
		uint64_t part =
			run_is_of_clock(last, is_either, is_off_cpu) ? MIN(weight, last->weight) : 0;

		weight -= part;
		last->weight -= part;
		summary->weight -= part;
		summary->off_cpu -= last->is_off_cpu ? part : 0;
		if (part > 0 && last->weight == 0) {
			memmove(last, last + 1, (store->records.count - i) * sizeof(*last));
			store->records.count--;
			summary->samples--;
		}
	}
	summary->displaced = MIN(summary->displaced, summary->weight);
}

static void run_settle(hp_sample_run *run, int64_t due, bool is_either, bool is_off_cpu)
{
	hp_sample_record *last = due > 0 ? run_last(run, is_either, is_off_cpu) : NULL;

	if (due <= 0) {
		run_give_back(run, (uint64_t) -due, is_either, is_off_cpu);
	} else if (last == NULL) {
		run->summary.dropped += (uint64_t) due;
	} else {
		last->weight += (uint64_t) due;
		run->summary.weight += (uint64_t) due;
		run->summary.off_cpu += last->is_off_cpu ? (uint64_t) due : 0;
	}
}

static int64_t run_intervals(const hp_sample_run *run, int64_t time_ns)
{
	return (int64_t) floor((double) time_ns / (double) run_interval_ns(run) + 0.5);
}

/* The sink's end of sampling. As a sample comes at a random moment of its interval, some intervals
 * of each clock are open, or were sampled early. The last samples take or give back whole
 * intervals. The rest is kept for the profile, so that its times are exactly those that went by. */
static void run_end(void *owner, int64_t cpu_ns, int64_t off_ns)
{
	hp_sample_run *run = owner;
	hp_sample_summary *summary = &run->summary;
	bool is_either = !run->sampler.setup.has_wall || !run->sampler.cpu.thread->has_cpu_clock;
	int64_t interval_ns = (int64_t) run_interval_ns(run);
	int64_t due = run_intervals(run, cpu_ns + off_ns), off_due = run_intervals(run, off_ns);
	uint64_t weight = summary->weight, off_cpu = summary->off_cpu;

	if (!run->is_running) {
		return; /* the run could not be started */
	}
	if (is_either) {
		run_settle(run, due, true, off_ns > cpu_ns);
	} else {
		run_settle(run, due - off_due, false, false);
		run_settle(run, off_due, false, true);
	}
	weight = summary->weight - weight;
	off_cpu = summary->off_cpu - off_cpu;
	summary->rest_cpu_ns = cpu_ns - (int64_t) (weight - off_cpu) * interval_ns;
	summary->rest_off_ns = off_ns - (int64_t) off_cpu * interval_ns;
}

/* With the lock: accounts for what an event has counted since its last sample. */
static void run_end_event(hp_sample_run *run, hp_sample_run_event *event)
{
	uint64_t count = run_count_of(event);
	uint64_t due = run_is_of_samples(event) ? count - event->taken
		: event->source.source == NULL      ? 0
											: hp_sample_source_due(&event->source, count);
	hp_sample_store *store = &run->store;
	hp_sample_record *last = NULL;

	for (uint32_t i = store->records.count; i > 0 && last == NULL; i--) {
		last = store->records.rows[i - 1].event == 1 + event->number ? &store->records.rows[i - 1]
																	 : NULL;
	}
	if (due > 0 && last == NULL) {
		last = run_record_here(run, (hp_sample_record){.event = (uint8_t) (1 + event->number)});
		run->summary.samples += last != NULL && run->summary.event != NULL;
	}
	if (last != NULL) {
		last->weight += due;
		run->summary.weight += run->summary.event != NULL ? due : 0;
	} else {
		run->summary.dropped += due;
	}
}

void hp_sample_run_pause(hp_sample_run *run)
{
	hp_sampler_lock(&run->sampler);
	hp_span_leave(&run->sampler, true);
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		run->events[i].paused_at = run_count_of(&run->events[i]);
	}
	hp_sampler_unlock(&run->sampler);
}

/* Samples then count as accounting for the pause. Time that was open before the pause stays
 * open. */
void hp_sample_run_resume(hp_sample_run *run)
{
	uint64_t now_ns;

	hp_sampler_lock(&run->sampler);
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		hp_sample_run_event *event = &run->events[i];
		uint64_t meanwhile = run_count_of(event) - event->paused_at;

		event->taken += meanwhile;
		hp_sample_source_take(
			&event->source, hp_sample_source_taken_ns(&event->source) + meanwhile);
	}
	now_ns = run_now_ns();
	run->paused_ns += now_ns - run->sampler.thread.left_ns;
	hp_span_enter(&run->sampler, now_ns, true);
	hp_sampler_unlock(&run->sampler);
	hp_sample_helper_wake(&run->helper);
}

/* Returns the sum of squares of weights, for the error of the samples. The weight of a wait that
 * looks saw was measured, and counts once. Any other sample may have come at any moment of its
 * intervals. */
static uint64_t run_squares(const hp_sample_run *run)
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

void hp_sample_run_disable(hp_sample_run *run)
{
	if (run_is_paused(run)) {
		hp_sample_run_resume(run);
	}
	hp_sampler_lock(&run->sampler);
	hp_span_leave(&run->sampler, true); /* stopping does not count as the run's time */
	run_measure(run, &run->summary, run->sampler.thread.left_ns);
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		run_end_event(run, &run->events[i]);
	}
	run_describe_clock(run, &run->summary);
	hp_sampler_unlock(&run->sampler);
	run_disarm(run);
	run->summary.squares = run_squares(run);
	run_here = NULL;
	run->is_running = false;
	run->has_samples = true;
	run->summary.truncated = run->sampler.locked.walk.truncated;
	hp_control_free(&run->sampler);
}

void hp_sample_run_deactivate(hp_sample_run *run)
{
	if (run->is_running) {
		hp_sample_run_disable(run);
	}
	hp_sample_run_release(run);
	memset(&run->summary, 0, sizeof(run->summary));
}

void hp_sample_run_summary(hp_sample_run *run, hp_sample_summary *summary)
{
	if (!run->is_running) {
		*summary = run->summary;
		return;
	}
	hp_sampler_lock(&run->sampler);
	*summary = run->summary;
	summary->squares = run_squares(run);
	run_describe_clock(run, summary);
	hp_sampler_unlock(&run->sampler);
	run_measure(run, summary, run_is_paused(run) ? run->sampler.thread.left_ns : run_now_ns());
	summary->truncated = run->sampler.locked.walk.truncated;
}

void hp_sample_run_lock(hp_sample_run *run)
{
	hp_sampler_lock(&run->sampler);
}

void hp_sample_run_unlock(hp_sample_run *run)
{
	hp_sampler_unlock(&run->sampler);
}

#else /* without a source there is no run */

zend_result hp_sample_run_enable(
	hp_sample_run *run, const hp_sample_options *options, const char **error)
{
	*error = "sampling is not available on this system";
	return FAILURE;
}

#endif

void hp_sample_run_set_depth(hp_sample_run *run, zend_long depth)
{
	HP_SHARED_WRITE(&run->setting_depth, depth);
}
