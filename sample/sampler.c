#include "sample/sampler.h"

#include "base/interrupt.h"
#include "event/perf.h"
#include "sample/own_code.h"

#ifdef HP_SAMPLE_HAS_SOURCES
# include <errno.h>
# include <math.h>
# include <sched.h>
# include <sys/time.h>
#else
# include "win32/time.h"
#endif

/* No sample for that much CPU time per frame of the last one, which took some 20 ns to walk: deep
 * stacks must leave the program most of its time. The next sample carries the weight. */
#define SAMPLER_COOLDOWN_NS 500

/* CPU time without a tick after which signals are taken for blocked; and, beside them, the time
 * between two looks of a helper thread that has nothing else to do. */
#define SAMPLER_PATIENCE_NS 100000000u

/* So many samples are taken at most while one waits for the rest of its weight. */
#define SAMPLER_RECENT 64u

/* After a tick that did not come, as the thread was in the kernel then, the helper thread looks at each interval whether
 * another one is missing, for so many intervals of CPU time. */
#define SAMPLER_HURRY_INTERVALS 100

#ifdef HP_SAMPLE_HAS_SOURCES

/* The run of this thread, for callers without PHP's globals. */
static __thread hp_sampler *sampler_here;

static bool sampler_try_lock(hp_sampler *sampler)
{
	return !__atomic_exchange_n(&sampler->is_locked, true, __ATOMIC_ACQUIRE);
}

void hp_sampler_unlock(hp_sampler *sampler)
{
	__atomic_store_n(&sampler->is_locked, false, __ATOMIC_RELEASE);
}

void hp_sampler_lock(hp_sampler *sampler)
{
	while (!sampler_try_lock(sampler)) {
		sched_yield();
	}
}

/* Makes the engine call sampler_interrupt(). The globals are those of the run's thread. */
static void sampler_ask_interrupt(const hp_sampler *sampler)
{
	zend_executor_globals *globals = (zend_executor_globals *) ((char *) sampler->walk.current -
		offsetof(zend_executor_globals, current_execute_data));

	hp_interrupt_ask(globals);
}

static bool sampler_is_paused(const hp_sampler *sampler)
{
	return (HP_SHARED_READ(&sampler->pauses) & 1) != 0;
}

static int64_t sampler_now_us(void)
{
	struct timeval now = {0, 0};

	gettimeofday(&now, NULL);
	return (int64_t) now.tv_sec * 1000000 + now.tv_usec;
}

static zend_result sampler_record(
	hp_sampler *sampler, uint32_t node, uint64_t weight, bool is_off_cpu)
{
	zend_long depth = HP_SHARED_READ(sampler->depth);
	hp_sample_record record = {
		.time_us = sampler_now_us(),
		.weight = weight,
		.node = node,
		.memory_bytes = sampler->usage == NULL ? 0 : (uint64_t) HP_SHARED_READ(sampler->usage),
		.depth = (int32_t) MAX(1, MIN(INT32_MAX, depth)),
		.is_off_cpu = is_off_cpu,
	};

	return node == HP_SAMPLE_NONE ? FAILURE : hp_sample_store_add(&sampler->store, &record);
}

/* Adds a sample of a node, for so many intervals. False: there is no room. */
static bool sampler_add(hp_sampler *sampler, uint32_t node, uint64_t due, bool is_off_cpu)
{
	bool is_added = sampler_record(sampler, node, due, is_off_cpu) == SUCCESS;

	if (is_added) {
		sampler->summary.samples++;
		sampler->summary.weight += due;
		sampler->summary.off_cpu += is_off_cpu ? due : 0;
	} else {
		HP_SHARED_COUNT(&sampler->summary.late);
	}
	if (hp_sample_store_wants_room(&sampler->store)) {
		sampler_ask_interrupt(sampler);
	}

	return is_added;
}

/* The stack of the calling thread. */
static void sampler_take(hp_sampler *sampler, hp_sample_event *event, uint64_t due,
	const zend_execute_data *top, const void *context, bool is_off_cpu)
{
	uint32_t node = HP_SAMPLE_NONE;
	uint32_t count = hp_stack_walk_own(&sampler->walk, top, context);

	if (count != HP_SAMPLE_NONE) {
		/* Not by an event, which is no clock. */
		sampler->cooldown_ns =
			sampler->summary.event != NULL ? 0 : (uint64_t) count * SAMPLER_COOLDOWN_NS;
		node = hp_sample_store_path(&sampler->store, count);
	}
	if (sampler_add(sampler, node, due, is_off_cpu)) {
		hp_sample_source_take(event, hp_sample_source_taken_ns(event) + due * event->interval_ns);
	}
}

/* True if a tick is missing: it fell into the kernel, where no signal may arrive. The code that the next tick finds has no part in
 * that time; the next safe point mostly is right behind the call. */
static bool sampler_is_late(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->events[0];

	return event->source != NULL && event->counted == NULL &&
		hp_sample_source_open_ns(event, cpu_ns) >= (int64_t) (event->interval_ns / 4 * 5);
}

static void sampler_hurry(hp_sampler *sampler, const hp_sample_event *event, uint64_t cpu_ns)
{
	HP_SHARED_WRITE(
		&sampler->hurry_until_ns, cpu_ns + SAMPLER_HURRY_INTERVALS * event->interval_ns);
}

/* In the signal handler: any state may be half changed. */
static void sampler_tick(hp_sample_event *event, const void *context)
{
	hp_sampler *sampler = event->owner;
	uint64_t now_ns = event->source->read(event);
	uint64_t due = hp_sample_source_due(event, now_ns);

	HP_SHARED_WRITE(&event->seen_ns, now_ns);
	if (due > 1 && event->counted == NULL) {
		sampler_hurry(sampler, event, now_ns);
		due = 1;
	}
	if (due == 0 || sampler_is_paused(sampler)) {
		return;
	}
	if (now_ns < sampler->cooldown_until_ns || !sampler_try_lock(sampler)) {
		HP_SHARED_COUNT(&sampler->summary.late);
		return;
	}
	sampler_take(sampler, event, due, *sampler->walk.current, context, false);
	sampler->cooldown_until_ns = now_ns + sampler->cooldown_ns;
	hp_sampler_unlock(sampler);
}

/* True if no signal takes the samples of CPU time: there are none, the program has its own handler
 * or ignores them, or the thread computes and none arrives, as they are blocked. */
static bool sampler_needs_safe_point(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->events[0];

	return event->source == NULL || !HP_SHARED_READ(&event->is_armed) ||
		cpu_ns > HP_SHARED_READ(&event->seen_ns) + 2 * event->interval_ns + SAMPLER_PATIENCE_NS;
}

/* In the helper thread; clock is its event. True: it is to come again after an interval. */
static bool sampler_watch(hp_sampler *sampler, const hp_sample_event *clock)
{
	uint64_t cpu_ns = hp_sample_source_cpu_ns(clock);
	bool needs_ticks = sampler_needs_safe_point(sampler, cpu_ns);

	hp_sample_source_watch(&sampler->events[0]);
	if (needs_ticks || sampler_is_late(sampler, cpu_ns)) {
		sampler_ask_interrupt(sampler);
	}

	return needs_ticks || cpu_ns < HP_SHARED_READ(&sampler->hurry_until_ns);
}

/* In the helper thread, with the lock. */
static bool sampler_keep(void *owner, uint64_t cpu_ns)
{
	hp_sampler *sampler = owner;
	uint32_t count = hp_stack_walk_other(&sampler->walk, &sampler->events[1], cpu_ns);

	sampler->kept_node =
		count == HP_SAMPLE_NONE ? HP_SAMPLE_NONE : hp_sample_store_path(&sampler->store, count);

	return sampler->kept_node != HP_SAMPLE_NONE;
}

/* Time that is over belongs to the sample that was taken then: samples are in order, and what memory has grown by since is none of it.
 * False: there is no such sample among the last ones. */
static bool sampler_extend(hp_sampler *sampler, uint32_t node, uint64_t due)
{
	hp_sample_store *store = &sampler->store;
	uint32_t least = store->records.count - MIN(store->records.count, SAMPLER_RECENT);

	for (uint32_t i = store->records.count; i > least; i--) {
		hp_sample_record *record = &store->records.rows[i - 1];

		if (record->node == node && record->is_off_cpu && !record->is_custom) {
			record->weight += due;
			sampler->summary.weight += due;
			sampler->summary.off_cpu += due;
			return true;
		}
	}

	return false;
}

/* Weights are whole intervals: the time accounted for is rounded, so that it may be a little ahead. */
static uint64_t sampler_charge(
	void *owner, hp_off_cpu_state state, hp_off_cpu_when when, bool is_own, uint64_t open_ns)
{
	hp_sampler *sampler = owner;
	uint64_t interval_ns = sampler->off.interval_ns,
			 due = (open_ns + interval_ns / 2) / interval_ns;

	if (due == 0 || is_own) {
		return 0; /* its own sample is of CPU time: this stays open */
	}
	if (when == HP_OFF_CPU_PAST && sampler_extend(sampler, sampler->kept_node, due)) {
		return due * interval_ns;
	}

	return sampler_add(sampler, sampler->kept_node, due, true) ? due * interval_ns : 0;
}

static const hp_off_cpu_sink sampler_off_cpu_sink = {sampler_keep, sampler_charge};

/* In the helper thread. */
static void sampler_tick_blocked(hp_sample_event *event, const void *context)
{
	hp_sampler *sampler = event->owner;
	bool needs_ticks = sampler_watch(sampler, event);
	uint64_t now_ns;

	if (!sampler_try_lock(sampler)) {
		return;
	}
	/* This thread may allocate at once. */
	if (hp_sample_store_wants_room(&sampler->store)) {
		hp_sample_store_grow(&sampler->store);
	}
	if (!sampler_is_paused(sampler)) {
		/* The wall clock first: what runs in between is not off the CPU. */
		now_ns = hp_sample_source_clock_ns(CLOCK_MONOTONIC);
		hp_off_cpu_look(&sampler->off, now_ns, hp_sample_source_cpu_ns(event));
	}
	event->delay_ns = hp_off_cpu_delay_ns(&sampler->off);
	hp_sampler_unlock(sampler);
	if (needs_ticks) {
		event->delay_ns = MIN(event->delay_ns, event->interval_ns);
	}
}

/* In a helper thread that can only ask for samples, or watches that signals take them. */
static void sampler_tick_interrupt(hp_sample_event *event, const void *context)
{
	event->seen_ns = event->source->read(event);
	event->backoff = sampler_watch(event->owner, event)
		? 1
		: (uint32_t) MAX(1, SAMPLER_PATIENCE_NS / event->interval_ns);
}

/* True if the thread spent most of the time since the last sample off the CPU. */
static bool sampler_was_off_cpu(hp_sampler *sampler, const hp_sample_event *event)
{
	uint64_t used_ns;

	if (event->is_cpu_clock) {
		return false;
	}
	used_ns = hp_sample_source_cpu_ns(event) - sampler->interrupt_cpu_ns;
	sampler->interrupt_cpu_ns += used_ns;

	return 2 * used_ns < event->source->read(event) - hp_sample_source_taken_ns(event);
}

static void sampler_take_at_safe_point(hp_sampler *sampler, const zend_execute_data *top)
{
	hp_sample_event *event = &sampler->events[sampler->events[0].source == NULL];
	uint64_t now_ns, due, weight;
	bool needs_ticks;

	if (event->source == NULL) {
		return; /* in a forked child */
	}
	now_ns = event->source->read(event);
	due = hp_sample_source_due(event, now_ns);
	needs_ticks = sampler_needs_safe_point(sampler, now_ns);
	if (due == 0 || sampler_is_paused(sampler) || now_ns < sampler->cooldown_until_ns ||
		(!needs_ticks && !sampler_is_late(sampler, now_ns))) {
		return;
	}
	sampler_hurry(sampler, event, now_ns);
	hp_sampler_lock(sampler);
	weight = sampler->summary.weight;
	sampler_take(sampler, event, due, top, NULL, sampler_was_off_cpu(sampler, event));
	sampler->summary.displaced +=
		event == &sampler->events[0] && needs_ticks ? sampler->summary.weight - weight : 0;
	sampler->cooldown_until_ns = now_ns + sampler->cooldown_ns;
	hp_sampler_unlock(sampler);
}

/* Called by the engine between two instructions, after sampler_ask_interrupt(). */
static bool sampler_interrupt(zend_execute_data *execute_data)
{
	hp_sampler *sampler = sampler_here;

	if (sampler != NULL && sampler->is_running) {
		sampler_take_at_safe_point(sampler, execute_data);
		hp_sampler_lock(sampler);
		if (hp_sample_store_wants_room(&sampler->store)) {
			hp_sample_store_grow(&sampler->store);
		}
		hp_sampler_unlock(sampler);
	}

	return true;
}

static uint32_t sampler_labeled_path(
	hp_sampler *sampler, const zend_execute_data *top, const zend_string *label)
{
	uint32_t count = hp_stack_walk_labeled(&sampler->walk, top, label);

	return count == HP_SAMPLE_NONE ? HP_SAMPLE_NONE : hp_sample_store_path(&sampler->store, count);
}

/* With the lock. All weights together must stay countable, in nanoseconds, too. */
static void sampler_add_custom(hp_sampler *sampler, uint32_t node, uint64_t weight)
{
	hp_sample_summary *summary = &sampler->summary;
	uint64_t most = INT64_MAX / 4 / ((uint64_t) sampler->options.interval_us * 1000);

	if (summary->weight + weight > most ||
		sampler_record(sampler, node, weight, false) == FAILURE) {
		summary->dropped += weight;
		return;
	}
	sampler->store.records.rows[sampler->store.records.count - 1].is_custom = true;
	summary->samples++;
	summary->custom_samples++;
	summary->weight += weight;
	summary->custom += weight;
}

void hp_sampler_sample(
	hp_sampler *sampler, const zend_execute_data *top, const zend_string *label, uint64_t weight)
{
	uint32_t node;

	if (!sampler->is_running || sampler_is_paused(sampler)) {
		return;
	}
	hp_sampler_lock(sampler);
	/* The store may grow here: it is no signal handler. */
	do {
		if (hp_sample_store_wants_room(&sampler->store)) {
			hp_sample_store_grow(&sampler->store);
		}
		node = sampler_labeled_path(sampler, top, label);
	} while (node == HP_SAMPLE_NONE && hp_sample_store_wants_room(&sampler->store));
	sampler_add_custom(sampler, node, weight);
	hp_sampler_unlock(sampler);
}

/* Samples by an event, in the run's own thread: the engine's state is whole, and memory can be had. */

/* Makes room if need be. */
static uint32_t sampler_own_path(hp_sampler *sampler)
{
	uint32_t count;

	if (hp_sample_store_wants_room(&sampler->store)) {
		hp_sample_store_grow(&sampler->store);
	}
	count = hp_stack_walk_own(&sampler->walk, *sampler->walk.current, NULL);
	if (count == HP_SAMPLE_NONE) {
		hp_sample_store_grow(&sampler->store);
		count = hp_stack_walk_own(&sampler->walk, *sampler->walk.current, NULL);
	}

	return count == HP_SAMPLE_NONE ? HP_SAMPLE_NONE : hp_sample_store_path(&sampler->store, count);
}

static void sampler_prepare(hp_event_counter *counter)
{
	hp_sampler *sampler = counter->owner;

	hp_sampler_lock(sampler);
	sampler->prepared_node = sampler_own_path(sampler);
	hp_sampler_unlock(sampler);
}

static void sampler_tick_event(hp_event_counter *counter, uint64_t weight)
{
	hp_sampler *sampler = counter->owner;
	uint32_t node;

	if (sampler_is_paused(sampler)) {
		return;
	}
	hp_sampler_lock(sampler);
	node = sampler->prepared_node == HP_SAMPLE_NONE ? sampler_own_path(sampler)
													: sampler->prepared_node;
	sampler->prepared_node = HP_SAMPLE_NONE;
	if (sampler_record(sampler, node, weight, false) == FAILURE) {
		sampler->summary.dropped += weight;
	} else {
		sampler->summary.samples++;
		sampler->summary.weight += weight;
	}
	hp_sampler_unlock(sampler);
}

/* An event of the kernel, by its signals. Returns NULL, or why it cannot be had. */
static const char *sampler_arm_kernel_event(hp_sampler *sampler)
{
	const hp_event_choice *choice = &sampler->options.events;
	hp_sample_event *event = &sampler->events[0];

	event->interval_ns = choice->periods[0];
	event->is_cpu_clock = true;
	event->owner = sampler;
	event->thread = hp_sample_source_thread();
	event->tick = sampler_tick;
	event->counted = choice->events[0];

	return hp_sample_source_enable(event, &hp_sample_source_event) == SUCCESS
		? NULL
		: hp_event_perf_reason(errno);
}

/* An event of PHP, which calls us. Likewise. */
static const char *sampler_arm_php_event(hp_sampler *sampler)
{
	const hp_event_choice *choice = &sampler->options.events;
	hp_event_counter *counter = &sampler->counter;

	memset(counter, 0, sizeof(*counter));
	sampler->prepared_node = HP_SAMPLE_NONE;
	counter->fd = -1;
	counter->owner = sampler;
	counter->period = choice->periods[0];
	counter->due = counter->period;
	counter->tick = sampler_tick_event;
	counter->prepare = sampler_prepare;
	counter->event = choice->events[0];
	if (counter->event->enable == NULL || counter->event->enable(counter) == FAILURE) {
		counter->event = NULL;
		return counter->refusal == NULL ? "this system does not count it" : counter->refusal;
	}
	sampler->summary.source = counter->means;

	return NULL;
}

/* Returns NULL, or why the event cannot be had, in English. */
static const char *sampler_arm_event(hp_sampler *sampler)
{
	const hp_event *event = sampler->options.events.events[0];
	const char *reason = event->unsampled;

	sampler->summary.engine = "event";
	sampler->summary.clock = event->name;
	sampler->summary.event = event;
	sampler->summary.period = sampler->options.events.periods[0];
	sampler->summary.interval_us = 1; /* of the labels of the classic result */
	if (reason == NULL && event->is_of_kernel) {
		sampler->summary.source = "perf_event_open";
		reason = sampler_arm_kernel_event(sampler);
	} else if (reason == NULL) {
		reason = sampler_arm_php_event(sampler);
	}
	if (reason != NULL) {
		snprintf(sampler->error, sizeof(sampler->error), "%s: %s", event->name, reason);
	}

	return reason == NULL ? NULL : sampler->error;
}

static void sampler_disarm_event(hp_sampler *sampler)
{
	if (sampler->counter.event != NULL) {
		sampler->counter.event->disable(&sampler->counter);
		sampler->counter.event = NULL;
	}
}

static void sampler_disarm(hp_sampler *sampler)
{
	bool is_blocked = sampler->events[1].source == &hp_sample_source_blocked;

	sampler_disarm_event(sampler);
	hp_sample_source_disable(&sampler->events[1]);
	if (is_blocked) {
		hp_off_cpu_close(&sampler->off);
	}
	hp_sample_source_disable(&sampler->events[0]);
}

static zend_result sampler_arm(hp_sampler *sampler, hp_sample_event *event,
	const hp_sample_source *source, void (*tick)(hp_sample_event *event, const void *context))
{
	event->counted = NULL;
	event->interval_ns = (uint64_t) sampler->options.interval_us * 1000;
	event->is_cpu_clock = sampler->options.clock == HP_SAMPLE_CPU || event == &sampler->events[0];
	event->owner = sampler;
	event->thread = hp_sample_source_thread();
	event->tick = tick;

	return hp_sample_source_enable(event, source);
}

/* Off-CPU time: asleep, or waiting for a CPU. */
static zend_result sampler_arm_blocked(hp_sampler *sampler)
{
	hp_off_cpu *off = &sampler->off;

	hp_off_cpu_init(off, &sampler_off_cpu_sink, sampler);
	hp_off_cpu_open(off);
	off->interval_ns = (uint64_t) sampler->options.interval_us * 1000;
	sampler->summary.started_us = sampler_now_us(); /* the moment that weights begin at */
	hp_off_cpu_begin(
		off, hp_sample_source_clock_ns(CLOCK_MONOTONIC), hp_sample_source_cpu_ns(&off->states));
	if (sampler_arm(sampler, &sampler->events[1], &hp_sample_source_blocked,
			sampler_tick_blocked) == FAILURE) {
		hp_off_cpu_close(off);
		return FAILURE;
	}

	return SUCCESS;
}

static zend_result sampler_arm_interrupt(hp_sampler *sampler)
{
	zend_result result = sampler_arm(
		sampler, &sampler->events[1], &hp_sample_source_interrupt, sampler_tick_interrupt);

	sampler->interrupt_cpu_ns = hp_sample_source_cpu_ns(&sampler->events[1]);

	return result;
}

/* CPU time by signals, and the rest of wall time by a thread, which also watches the signals. */
static zend_result sampler_arm_signal(hp_sampler *sampler)
{
	bool is_wall = sampler->options.clock == HP_SAMPLE_WALL;
	hp_sample_event *event = &sampler->events[0];

	if (is_wall && !hp_stack_walk_can_read()) {
		return FAILURE;
	}
	if (sampler_arm(sampler, event, &hp_sample_source_perf, sampler_tick) == FAILURE &&
		sampler_arm(sampler, event, &hp_sample_source_timer, sampler_tick) == FAILURE) {
		return FAILURE;
	}
	if ((is_wall ? sampler_arm_blocked(sampler) : sampler_arm_interrupt(sampler)) == FAILURE) {
		sampler_disarm(sampler);
		return FAILURE;
	}

	return SUCCESS;
}

/* Arms the best engine that the system permits; otherwise *error says why none. */
static zend_result sampler_arm_all(hp_sampler *sampler, const char **error)
{
	hp_sample_engine engine = sampler->options.engine;

	if (sampler->options.events.count > 0) {
		*error = sampler_arm_event(sampler);
		return *error == NULL ? SUCCESS : FAILURE;
	}
	if (sampler->options.clock == HP_SAMPLE_CUSTOM) {
		sampler->summary.engine = "none";
		sampler->summary.source = "xhprof_sample";
		return SUCCESS;
	}
	*error = "the system refused every timer that the sampling engine can use";
	if (engine != HP_SAMPLE_INTERRUPT && sampler_arm_signal(sampler) == SUCCESS) {
		sampler->summary.engine = "signal";
		sampler->summary.source = sampler->events[0].source->name;
		return SUCCESS;
	}
	if (engine != HP_SAMPLE_SIGNAL && sampler_arm_interrupt(sampler) == SUCCESS) {
		sampler->summary.engine = "interrupt";
		sampler->summary.source = sampler->events[1].source->name;
		return SUCCESS;
	}

	return FAILURE;
}

/* A fork while the helper thread takes a sample would leave the child half of it. */
static void sampler_before_fork(void)
{
	if (sampler_here != NULL) {
		hp_sampler_lock(sampler_here);
	}
}

static void sampler_after_fork(void)
{
	if (sampler_here != NULL) {
		hp_sampler_unlock(sampler_here);
	}
}

/* The child has neither timer nor thread. It keeps the samples taken before the fork. */
static void sampler_after_fork_in_child(void)
{
	sampler_after_fork();
	if (sampler_here != NULL) {
		sampler_disarm(sampler_here);
	}
}

void hp_sampler_post_startup(void)
{
	hp_own_code_post_startup();
	hp_sample_source_post_startup();
}

static const char *sampler_refusal;

void hp_sampler_refuse(const char *reason)
{
	sampler_refusal = reason;
}

void hp_sampler_startup(void)
{
	hp_own_code_startup();
	hp_interrupt_add(sampler_interrupt);
	hp_sample_source_startup();
	pthread_atfork(sampler_before_fork, sampler_after_fork, sampler_after_fork_in_child);
}

void hp_sampler_release(hp_sampler *sampler)
{
	if (sampler->has_samples) {
		hp_sample_store_free(&sampler->store);
		hp_stack_walk_free(&sampler->walk);
		hp_sample_options_free(&sampler->options);
		sampler->has_samples = false;
	}
}

static void sampler_start_summary(hp_sampler *sampler)
{
	memset(&sampler->summary, 0, sizeof(sampler->summary));
	sampler->summary.clock = hp_sample_options_clock_name(sampler->options.clock);
	sampler->summary.interval_us = sampler->options.interval_us;
	sampler->summary.started_bytes = sampler->usage == NULL ? 0 : *sampler->usage;
}

/* Where the heap has it since PHP 7.0, in words. Another thread reads it, too, so that it is not asked for. */
# define SAMPLER_USAGE_PLACE 2

/* NULL: it is elsewhere, as without PHP's allocator. */
static const size_t *sampler_find_usage(void)
{
	const size_t *usage = (const size_t *) zend_mm_get_heap() + SAMPLER_USAGE_PLACE;
	size_t before = HP_SHARED_READ(usage);
	bool is_usage = before == zend_memory_usage(false);
	void *block = emalloc(1);

	is_usage = is_usage && HP_SHARED_READ(usage) > before &&
		HP_SHARED_READ(usage) == zend_memory_usage(false);
	efree(block);

	return is_usage ? usage : NULL;
}

static void sampler_reset(
	hp_sampler *sampler, const hp_sample_options *options, const size_t *usage)
{
	sampler->options = *options;
	/* Without a clock there is no grid of labels for the classic result, and a unit of weight is shown as 1 us. */
	if (options->clock == HP_SAMPLE_CUSTOM) {
		sampler->options.interval_us = 1;
		sampler->options.has_paths = true;
	}
	sampler->usage = usage;
	sampler->depth = options->has_depth ? &sampler->options.depth : &sampler->setting_depth;
	hp_sample_store_init(&sampler->store);
	hp_stack_walk_init(&sampler->walk, &sampler->store);
	sampler->is_locked = false;
	sampler->cooldown_ns = 0;
	sampler->cooldown_until_ns = 0;
	sampler->hurry_until_ns = 0;
	sampler->kept_node = HP_SAMPLE_NONE;
	sampler->pauses = 0;
	sampler_start_summary(sampler);
}

zend_result hp_sampler_enable(
	hp_sampler *sampler, const hp_sample_options *options, const char **error)
{
	const size_t *usage = options->has_memory ? sampler_find_usage() : NULL;

	if (options->has_memory && usage == NULL) {
		*error = "the memory of samples cannot be read: PHP's allocator is not in use";
		return FAILURE;
	}
	/* Not prepared: interrupts, which take samples or grow the store, would not come. */
	*error = sampler_refusal;
	if (*error != NULL) {
		return FAILURE;
	}
	hp_sampler_release(sampler);
	sampler_reset(sampler, options, usage);
	if (sampler_arm_all(sampler, error) == FAILURE) {
		hp_sample_store_free(&sampler->store);
		hp_stack_walk_free(&sampler->walk);
		memset(&sampler->summary, 0, sizeof(sampler->summary));
		return FAILURE;
	}
	if (sampler->events[1].source != &hp_sample_source_blocked) {
		sampler->summary.started_us = sampler_now_us();
	}
	sampler->is_running = true;
	sampler_here = sampler;

	return SUCCESS;
}

/* The last sample of a clock, of CPU time, of other time or of either; if there is none, one of weight 0 where
 * the caller is, in the program's own code. NULL: that failed. */
static hp_sample_record *sampler_last(hp_sampler *sampler, bool is_either, bool is_off_cpu)
{
	hp_sample_store *store = &sampler->store;
	const zend_execute_data *top = *sampler->walk.current;
	uint32_t count;

	for (uint32_t i = store->records.count; i > 0; i--) {
		hp_sample_record *record = &store->records.rows[i - 1];

		if (!record->is_custom && (is_either || record->is_off_cpu == is_off_cpu)) {
			return record;
		}
	}
	while (top != NULL && top->func != NULL && top->func->type == ZEND_INTERNAL_FUNCTION) {
		top = top->prev_execute_data;
	}
	count = hp_stack_walk_own(&sampler->walk, top, NULL);
	if (count == HP_SAMPLE_NONE ||
		sampler_record(sampler, hp_sample_store_path(store, count), 0, is_off_cpu) == FAILURE) {
		return NULL;
	}
	sampler->summary.samples++;

	return &store->records.rows[store->records.count - 1];
}

/* Takes weight from the last samples: each of several clocks may have been early. */
static void sampler_give_back(hp_sampler *sampler, uint64_t weight)
{
	hp_sample_store *store = &sampler->store;
	hp_sample_summary *summary = &sampler->summary;

	for (uint32_t i = store->records.count; i > 0 && weight > 0; i--) {
		hp_sample_record *last = &store->records.rows[i - 1];
		uint64_t part = last->is_custom ? 0 : MIN(weight, last->weight);

		weight -= part;
		last->weight -= part;
		summary->weight -= part;
		summary->off_cpu -= last->is_off_cpu ? part : 0;
		if (last->weight == 0) {
			memmove(last, last + 1, (store->records.count - i) * sizeof(*last));
			store->records.count--;
			summary->samples--;
		}
	}
	summary->displaced = MIN(summary->displaced, summary->weight);
}

/* The clocks that samples have to account for; 0 for those that are not read. */
static hp_sampler_times sampler_times(const hp_sampler *sampler)
{
	const hp_sample_event *other = &sampler->events[1];
	hp_sampler_times times = {
		{0, 0}, 0, 0, hp_sample_source_clock_ns(CLOCK_MONOTONIC), sampler_now_us()};

	for (int i = 0; i < 2; i++) {
		const hp_sample_event *event = &sampler->events[i];

		times.events_ns[i] = event->source == NULL ? 0 : event->source->read(event);
	}
	if (other->source != NULL) {
		times.cpu_ns = hp_sample_source_cpu_ns(other);
		times.waited_ns = other->source == &hp_sample_source_blocked
			? hp_sample_source_waited_ns(&sampler->off.states)
			: 0;
	}

	return times;
}

/* At the end: as a sample comes at a random moment of its interval, up to half an interval on
 * each clock is open, or was sampled early. The last samples take or give it, so that all
 * weights together are the time that went by. */
static void sampler_weigh_rest(hp_sampler *sampler)
{
	const hp_sample_event *cpu = &sampler->events[0], *other = &sampler->events[1];
	bool is_blocked = other->source == &hp_sample_source_blocked;
	int64_t cpu_ns = 0, rest_ns = 0;
	int64_t interval_ns = sampler->summary.event != NULL
		? (int64_t) sampler->summary.period
		: (int64_t) sampler->options.interval_us * 1000;
	hp_sample_record *last;
	hp_sampler_times times;
	int64_t due;

	if (cpu->source != NULL) {
		cpu_ns = hp_sample_source_open_ns(cpu, cpu->source->read(cpu));
	}
	if (is_blocked) {
		times = sampler_times(sampler);
		sampler->summary.stopped_us = times.now_us; /* the moment that weights end at */
		hp_off_cpu_flush(&sampler->off, times.now_ns, times.cpu_ns);
		rest_ns = hp_off_cpu_open_ns(&sampler->off, times.now_ns, times.cpu_ns);
	} else if (other->source != NULL && cpu->source == NULL) {
		rest_ns = hp_sample_source_open_ns(other, other->source->read(other));
	}
	due = (int64_t) floor((double) (cpu_ns + rest_ns) / (double) interval_ns + 0.5);
	if (due <= 0) {
		sampler_give_back(sampler, (uint64_t) -due);
		return;
	}
	last = sampler_last(sampler, !is_blocked, rest_ns > cpu_ns);
	if (last == NULL) {
		sampler->summary.dropped += (uint64_t) due;
		return;
	}
	last->weight += (uint64_t) due;
	sampler->summary.weight += (uint64_t) due;
	sampler->summary.off_cpu += last->is_off_cpu ? (uint64_t) due : 0;
}

static void sampler_shift(hp_sample_event *event, uint64_t from_ns, uint64_t to_ns)
{
	hp_sample_source_take(event, hp_sample_source_taken_ns(event) + to_ns - from_ns);
}

void hp_sampler_pause(hp_sampler *sampler)
{
	hp_sampler_lock(sampler);
	sampler->paused_at = sampler_times(sampler);
	HP_SHARED_WRITE(&sampler->pauses, sampler->pauses + 1);
	hp_sampler_unlock(sampler);
}

/* Samples account for the pause. The time before it that none accounts for stays open. */
void hp_sampler_resume(hp_sampler *sampler)
{
	const hp_sampler_times *from = &sampler->paused_at;
	hp_sampler_times to;

	hp_sampler_lock(sampler);
	to = sampler_times(sampler);
	for (int i = 0; i < 2; i++) {
		sampler_shift(&sampler->events[i], from->events_ns[i], to.events_ns[i]);
	}
	sampler->interrupt_cpu_ns += to.cpu_ns - from->cpu_ns;
	if (sampler->events[1].source == &hp_sample_source_blocked) {
		hp_off_cpu_pause(&sampler->off, to.now_ns - from->now_ns, to.cpu_ns - from->cpu_ns,
			to.waited_ns - from->waited_ns);
	}
	sampler->summary.paused_us += to.now_us - from->now_us;
	HP_SHARED_WRITE(&sampler->pauses, sampler->pauses + 1);
	hp_sampler_unlock(sampler);
}

/* The weight of a wait was measured; another sample may have come at any moment of its intervals. */
static uint64_t sampler_squares(const hp_sample_store *store)
{
	double sum = 0;

	for (uint32_t i = 0; i < store->records.count; i++) {
		const hp_sample_record *record = &store->records.rows[i];
		double weight = (double) record->weight;

		sum += record->is_off_cpu || record->is_custom ? weight : weight * weight;
	}

	return (uint64_t) MIN(sum, 9e18);
}

void hp_sampler_disable(hp_sampler *sampler)
{
	if (sampler_is_paused(sampler)) {
		hp_sampler_resume(sampler);
	}
	hp_sampler_lock(sampler); /* no sample from here on */
	sampler->summary.stopped_us = sampler_now_us();
	sampler_weigh_rest(sampler);
	sampler->summary.squares = sampler_squares(&sampler->store);
	sampler_disarm(sampler);
	hp_sampler_unlock(sampler);
	sampler_here = NULL;
	sampler->is_running = false;
	sampler->has_samples = true;
	sampler->summary.truncated = sampler->walk.truncated;
}

void hp_sampler_deactivate(hp_sampler *sampler)
{
	if (sampler->is_running) {
		hp_sampler_disable(sampler);
	}
	hp_sampler_release(sampler);
	memset(&sampler->summary, 0, sizeof(sampler->summary));
}

void hp_sampler_summary(hp_sampler *sampler, hp_sample_summary *summary)
{
	hp_sampler_lock(sampler);
	*summary = sampler->summary;
	if (sampler->is_running) {
		summary->squares = sampler_squares(&sampler->store);
	}
	hp_sampler_unlock(sampler);
	if (sampler->is_running) {
		summary->stopped_us = sampler_now_us();
		summary->paused_us +=
			sampler_is_paused(sampler) ? summary->stopped_us - sampler->paused_at.now_us : 0;
		summary->truncated = sampler->walk.truncated;
	}
}

#else /* no source, no run */

zend_result hp_sampler_enable(
	hp_sampler *sampler, const hp_sample_options *options, const char **error)
{
	*error = "sampling is not available on this system";
	return FAILURE;
}

#endif

void hp_sampler_set_depth(hp_sampler *sampler, zend_long depth)
{
	HP_SHARED_WRITE(&sampler->setting_depth, depth);
}
