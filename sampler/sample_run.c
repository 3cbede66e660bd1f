#include "sampler/sample_run.h"

#include "base/interrupt.h"
#include "base/lock.h"
#include "sampler/control.h"
#include "sampler/fork.h"
#include "sampler/look.h"
#include "sampler/own_code.h"
#include "sampler/safe_point.h"
#include "sampler/sample_run_event.h"
#include "sampler/sample_run_record.h"
#include "sampler/sample_run_rest.h"
#include "sampler/source_choice.h"
#include "sampler/span.h"
#include "sampler/tick.h"
#include "sampler/wait_own.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* A sample may need as much more room as this many doublings give. */
# define RUN_GROWTHS 24

/* The run of this thread, for callers that do not get it from PHP's globals. */
static __thread hp_sample_run *run_here;

/* Begins the run's time. It is measured by the clock that samples are weighed by, so that their
 * weights add up to it. */
static void run_begin(hp_sample_run *run, uint64_t began_ns)
{
	run->began_ns = began_ns;
	run->paused_ns = 0;
	run->summary.started_us = hp_sample_source_unix_us();
}

static void run_measure(const hp_sample_run *run, hp_sample_summary *summary, uint64_t until_ns)
{
	summary->stopped_us = summary->started_us + (int64_t) ((until_ns - run->began_ns) / 1000);
	summary->paused_us = (int64_t) (run->paused_ns / 1000);
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
		/* The next safe point may be far away: a deep recursion that returns passes none. */
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

void hp_sample_run_sample(
	hp_sample_run *run, const zend_execute_data *top, const zend_string *label, uint64_t weight)
{
	uint32_t node;

	if (!run->is_running || hp_sample_run_is_paused(run)) {
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
	hp_sample_run_record_custom(run, node, weight);
	hp_sampler_unlock(&run->sampler);
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
	hp_sample_run_event_disarm(run);
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
	sampler->setup.grain_ns = hp_sample_run_interval_ns(run);
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		sampler->setup.needs_own_samples |= hp_sample_run_event_is_of_samples(&run->events[i]);
	}
	refusal = run_refuse_clock(sampler, has_safe_points_only);
	if (refusal != NULL) {
		return refusal;
	}
	hp_control_enable(sampler, hp_sample_run_interval_ns(run));
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

/* With the lock, or before the run begins: notes the current source, which may have changed. */
static void run_describe_source(const hp_sample_run *run, hp_sample_summary *summary)
{
	hp_why why = hp_source_choice_why(&run->sampler);

	summary->source = hp_source_name(hp_source_choice_source(&run->sampler, why));
	if (summary->reason == NULL || !run->sampler.setup.has_safe_points_only) {
		summary->reason =
			hp_why_text(run->options.engine == HP_SAMPLE_INTERRUPT ? HP_WHY_ASKED : why);
	}
}

/* Starts the best engine that the system permits. FAILURE: *error says why there is none. */
static zend_result run_arm_best_clock(hp_sample_run *run, const char **error)
{
	hp_sample_engine engine = run->options.engine;

	run->sampler.setup.is_perf_expensive =
		engine == HP_SAMPLE_AUTO && hp_source_choice_is_expensive(hp_sample_run_interval_ns(run));
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
	*error = hp_sample_run_event_arm(run);
	if (*error != NULL) {
		return FAILURE;
	}
	if (run_has_clock(&run->options)) {
		if (run_arm_best_clock(run, error) == FAILURE) {
			hp_sample_run_event_disarm(run);
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
		hp_sample_run_event_disarm(run_here);
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
	hp_lock_startup();
	hp_wait_own_startup();
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
	run_begin(run, hp_sampler_now_ns());
}

static const hp_sampler_sink run_sink = {
	hp_sample_run_record_keep, hp_sample_run_record_take, NULL, NULL, hp_sample_run_rest_end};

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
		*error = "the memory in use cannot be sampled: PHP's allocator is not in use";
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

void hp_sample_run_pause(hp_sample_run *run)
{
	hp_sampler_lock(&run->sampler);
	hp_span_leave(&run->sampler, true);
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		run->events[i].paused_at = hp_sample_run_record_count_of(&run->events[i]);
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
		uint64_t meanwhile = hp_sample_run_record_count_of(event) - event->paused_at;

		event->taken += meanwhile;
		hp_sample_source_take(
			&event->source, hp_sample_source_taken_ns(&event->source) + meanwhile);
	}
	now_ns = hp_sampler_now_ns();
	run->paused_ns += now_ns - run->sampler.thread.left_ns;
	hp_span_enter(&run->sampler, now_ns, true);
	hp_sampler_unlock(&run->sampler);
	hp_sample_helper_wake(&run->helper);
}

void hp_sample_run_disable(hp_sample_run *run)
{
	if (hp_sample_run_is_paused(run)) {
		hp_sample_run_resume(run);
	}
	hp_sampler_lock(&run->sampler);
	hp_span_leave(&run->sampler, true); /* stopping does not count as the run's time */
	run_measure(run, &run->summary, run->sampler.thread.left_ns);
	for (uint32_t i = 0; i < run->options.events.count; i++) {
		hp_sample_run_event_end(run, &run->events[i]);
	}
	run_describe_clock(run, &run->summary);
	hp_sampler_unlock(&run->sampler);
	run_disarm(run);
	run->summary.squares = hp_sample_run_rest_squares(run);
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
	summary->squares = hp_sample_run_rest_squares(run);
	run_describe_clock(run, summary);
	hp_sampler_unlock(&run->sampler);
	run_measure(run, summary,
		hp_sample_run_is_paused(run) ? run->sampler.thread.left_ns : hp_sampler_now_ns());
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
