#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# include "base/interrupt.h"

# include <sched.h>

void hp_sampler_lock(hp_sampler *sampler)
{
	while (!hp_sampler_try_lock(sampler)) {
		sched_yield();
	}
}

void hp_sampler_interrupt(hp_sampler *sampler)
{
	HP_SHARED_WRITE(&sampler->is_wanted, true);
	hp_interrupt_ask((zend_executor_globals *) ((char *) sampler->walk.current -
		offsetof(zend_executor_globals, current_execute_data)));
}

void hp_sampler_close_files(hp_sampler *sampler)
{
	hp_off_cpu_close(&sampler->off);
	hp_wait_close(&sampler->wait);
	hp_sample_states_close(&sampler->helper);
}

/* Weights of looks are estimates. Their sum is at most AHEAD_INTERVALS intervals ahead of the clock.
 * Once it is as many behind, one sample in BEHIND_PARTS takes all that is open: a random one,
 * because the next one is mostly right behind a sleep. */
# define DUE_AHEAD_INTERVALS 2
# define DUE_BEHIND_PARTS 8

uint64_t hp_due_ns(const hp_sampler *sampler, uint64_t cpu_ns, uint64_t most_ns)
{
	int64_t open_ns = hp_sampler_open_ns(sampler, cpu_ns);

	if (HP_SHARED_READ(&sampler->is_for_stacks) ||
		open_ns < (int64_t) (hp_sampler_interval_ns(sampler) / 2)) {
		return 0;
	}

	return hp_due_weight_ns(sampler, MIN((uint64_t) MAX(1, open_ns), most_ns));
}

/* If this much CPU time is open, a tick was due while the thread was in the kernel. */
static int64_t due_late_ns(const hp_sampler *sampler)
{
	uint64_t interval_ns = hp_sampler_interval_ns(sampler);

	return (int64_t) (hp_sample_source_is_aimed(interval_ns) ? interval_ns / 2 * 3
															 : interval_ns / 4 * 5);
}

bool hp_due_is_late(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->cpu;

	return event->source != NULL && event->source != &hp_sample_source_timer &&
		!HP_SHARED_READ(&sampler->has_skipped) &&
		hp_sampler_open_ns(sampler, cpu_ns) >= due_late_ns(sampler);
}

bool hp_due_has_finer_looks(const hp_sampler *sampler)
{
	return (sampler->cpu.source == &hp_sample_source_timer ||
			   HP_SHARED_READ(&sampler->is_unsure)) &&
		!sampler->needs_own_samples && !sampler->has_safe_points_only &&
		hp_sampler_can_look(sampler) && !HP_SHARED_READ(&sampler->is_left_to_ticks) &&
		HP_SHARED_READ(&sampler->mean_depth_ns) < HP_DUE_DEEP_NS &&
		!hp_sample_source_is_of_ticks(hp_sampler_interval_ns(sampler));
}

bool hp_due_is_silent(const hp_sampler *sampler, uint64_t cpu_ns)
{
	return cpu_ns > HP_SHARED_READ(&sampler->cpu.seen_ns) + 2 * hp_sampler_interval_ns(sampler) +
		HP_SAMPLER_PATIENCE_NS;
}

bool hp_due_needs_safe_point(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->cpu;

	return event->source == NULL || !HP_SHARED_READ(&event->is_armed) ||
		hp_due_has_finer_looks(sampler) || hp_due_is_silent(sampler, cpu_ns);
}

int64_t hp_due_ahead_ns(const hp_sampler *sampler)
{
	return (int64_t) (DUE_AHEAD_INTERVALS * sampler->pace * hp_sampler_interval_ns(sampler));
}

uint64_t hp_due_marked_ns(hp_sampler *sampler, uint64_t found_ns, int64_t open_ns)
{
	int64_t ahead_ns = hp_due_ahead_ns(sampler);

	if (sampler->is_for_stacks || open_ns <= -ahead_ns) {
		return 0;
	}
	if (open_ns - ahead_ns > (int64_t) found_ns &&
		hp_random_unit(&sampler->random) * DUE_BEHIND_PARTS < 1) {
		found_ns = (uint64_t) open_ns;
	}

	return hp_due_weight_ns(sampler, MIN(found_ns, (uint64_t) (open_ns + ahead_ns)));
}

uint32_t hp_wait_label_of(hp_sampler *sampler, hp_sampler_state state, uint32_t asleep)
{
	return state == HP_SAMPLER_ON_CPU ? HP_SAMPLE_NONE
		: state == HP_SAMPLER_WAITS_FOR_CPU
		? hp_sample_store_label(sampler->store, HP_SAMPLE_WAIT, HP_PROFILE_WAIT_FOR_CPU)
		: asleep;
}

/* With the lock, in the helper thread: names what the thread sleeps in. Returns HP_SAMPLE_NONE if
 * that is not known, or if the thread has run since its CPU time was cpu_ns. */
static uint32_t wait_label_read(hp_sampler *sampler, uint64_t cpu_ns)
{
	const char *name = hp_wait_name(&sampler->wait);

	if (!sampler->wait.process.is_child) {
		sampler->wait_again_ns = 0;
	}

	return name == NULL || hp_sampler_cpu_ns(sampler) != cpu_ns
		? HP_SAMPLE_NONE
		: hp_sample_store_label(sampler->store, HP_SAMPLE_WAIT, name);
}

uint32_t hp_wait_label_new(hp_sampler *sampler, uint64_t cpu_ns)
{
	sampler->wait_named_ns = hp_sampler_now_ns();
	sampler->wait_again_ns = sampler->wait_named_ns + 1;

	return wait_label_read(sampler, cpu_ns);
}

void hp_wait_label_again(hp_sampler *sampler, uint64_t cpu_ns, uint32_t *wait)
{
	uint64_t now_ns = hp_sampler_now_ns();

	if (sampler->wait_again_ns > 0 && now_ns >= sampler->wait_again_ns) {
		sampler->wait_again_ns = 2 * now_ns - sampler->wait_named_ns;
		*wait = wait_label_read(sampler, cpu_ns);
	}
}

/* After a sample no other one is taken for this much CPU time per frame, which took some 20 ns to
 * walk: deep stacks must leave the program most of its time. The next sample carries the weight. */
# define CHARGE_COOLDOWN_NS 500u

/* Where no cache has the stack's memory, a frame takes far longer. From a cooldown of a deep stack
 * on, the time that a sample took is measured, and the cooldown is at least this many times as
 * long. */
# define CHARGE_COOLDOWN_PARTS 8u

/* All cooldowns are alike: the mean over about this many samples. If each depended on the depth of
 * its own sample, the next sample would mostly be of what follows a deep stack. */
# define CHARGE_COOLDOWN_SAMPLES 8u

void hp_charge_answer(hp_sampler *sampler, bool is_own, hp_sampler_state state)
{
	HP_SHARED_WRITE(&sampler->has_stack_asked, false);
	sampler->sink->answer(
		sampler->owner, is_own, state, hp_wait_label_of(sampler, state, sampler->wait_now));
}

/* Returns the mean of about the last CHARGE_COOLDOWN_SAMPLES times, with time_ns as the newest. */
static uint64_t charge_mean_ns(uint64_t mean_ns, uint64_t time_ns)
{
	return mean_ns - mean_ns / CHARGE_COOLDOWN_SAMPLES + time_ns / CHARGE_COOLDOWN_SAMPLES;
}

void hp_charge_note_depth(hp_sampler *sampler, uint32_t frames)
{
	HP_SHARED_WRITE(&sampler->mean_depth_ns,
		charge_mean_ns(sampler->mean_depth_ns, (uint64_t) frames * CHARGE_COOLDOWN_NS));
}

bool hp_charge_keep_own(hp_sampler *sampler, const zend_execute_data *top, const void *context)
{
	uint32_t count = context == NULL ? hp_stack_walk_safe_point(&sampler->walk, top)
									 : hp_stack_walk_own(&sampler->walk, top, context);

	if (count == HP_SAMPLE_NONE || !sampler->sink->keep(sampler->owner, true, count)) {
		HP_SHARED_COUNT(sampler->late);
		if (hp_sample_store_wants_room(sampler->store)) {
			hp_sampler_ask_interrupt(sampler);
		}
		return false;
	}
	sampler->cooldown_ns = (uint64_t) count * CHARGE_COOLDOWN_NS;
	hp_charge_note_depth(sampler, count);

	return true;
}

void hp_charge_cool_down(hp_sampler *sampler, uint64_t began_cpu_ns)
{
	uint64_t took_ns =
		sampler->cooldown_ns < HP_DUE_DEEP_NS ? 0 : hp_sampler_cpu_ns(sampler) - began_cpu_ns;

	sampler->mean_cooldown_ns = charge_mean_ns(
		sampler->mean_cooldown_ns, MAX(sampler->cooldown_ns, took_ns * CHARGE_COOLDOWN_PARTS));
	sampler->cooldown_until_ns = hp_charge_cooldown_clock_ns(sampler, began_cpu_ns) + took_ns +
		hp_random_around(&sampler->random, sampler->mean_cooldown_ns);
}

void hp_charge_settle(hp_sampler *sampler)
{
	hp_sampler_account *account =
		sampler->sink->account == NULL ? NULL : sampler->sink->account(sampler->owner);

	if (account != NULL && !sampler->is_for_stacks) {
		HP_SHARED_WRITE(&sampler->owed_ns, sampler->owed_ns + account->cpu_ns);
		hp_off_cpu_owe(&sampler->off, account->off);
		memset(account, 0, sizeof(*account));
	}
}

bool hp_charge_add_own(hp_sampler *sampler, const hp_sampler_sample *sample)
{
	hp_sampler_sample whole = *sample;
	int64_t time_ns = (int64_t) sample->time_ns + sampler->owed_ns;

	whole.time_ns = (uint64_t) MAX(0, time_ns);
	if (whole.time_ns > 0 && sampler->sink->add(sampler->owner, &whole) == 0) {
		return false;
	}
	HP_SHARED_WRITE(&sampler->owed_ns, MIN(0, time_ns));
	hp_sample_source_take(
		&sampler->cpu, hp_sample_source_taken_ns(&sampler->cpu) + sample->time_ns);

	return true;
}

/* With the lock: ticks were left out after a deep stack, before the tick of this sample. It is not
 * known when the program went from one stack to the other, so each gets half of that time. */
static void charge_share_skipped(hp_sampler *sampler, hp_sampler_sample *sample)
{
	uint64_t interval_ns = hp_sampler_interval_ns(sampler);
	hp_sampler_sample before = *sample;

	if (sampler->has_skipped && sample->time_ns > interval_ns) {
		before.is_past = true;
		before.time_ns = hp_due_weight_ns(sampler, (sample->time_ns - interval_ns) / 2);
		if (before.time_ns > 0 && before.time_ns < sample->time_ns &&
			hp_charge_add_own(sampler, &before)) {
			sample->time_ns -= before.time_ns;
		}
	}
}

bool hp_charge_take_own(hp_sampler *sampler, uint64_t cpu_ns, hp_sampler_sample *sample,
	const zend_execute_data *top, const void *context)
{
	bool is_asked = hp_sampler_has_stack_asked(sampler);

	if (sample->time_ns == 0 && !is_asked) {
		return true;
	}
	if (sample->time_ns > 0) {
		hp_charge_settle(sampler);
		charge_share_skipped(sampler, sample);
	}
	if (!hp_charge_keep_own(sampler, top, context)) {
		return false;
	}
	if (sample->time_ns > 0) {
		hp_charge_add_own(sampler, sample);
	}
	if (is_asked) {
		hp_charge_answer(sampler, true, HP_SAMPLER_ON_CPU);
	}
	hp_charge_cool_down(sampler, cpu_ns);
	HP_SHARED_WRITE(&sampler->has_skipped, false);

	return true;
}

/* With the lock: true if the thread would be on a CPU but for the helper. A thread that is ready,
 * and is mostly off the CPU or has not run since the last look, has just woken up: its place says
 * nothing about where it has run, unless nothing else can be seen. */
static bool view_is_held_up(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_states *states = &sampler->off.states;

	return (!sampler->is_mostly_off && cpu_ns != sampler->mark.looked_cpu_ns &&
			   hp_sample_states_waits_here(states)) ||
		(hp_sampler_open_ns(sampler, cpu_ns) > 2 * hp_due_ahead_ns(sampler) &&
			hp_sample_states_have_one_cpu() && hp_sample_states_is_waiting(states));
}

double hp_view_part(const hp_sampler *sampler)
{
	const hp_sampler_view *view = &sampler->view;
	uint64_t passed_ns = hp_sampler_now_ns() - view->now_ns;
	uint64_t ran_ns = hp_sampler_cpu_ns(sampler) - view->cpu_ns;

	return ran_ns == 0 ? view_is_held_up(sampler, view->cpu_ns)
					   : MIN(1, (double) ran_ns / (double) MAX(1, passed_ns));
}

/* With the lock, after a walk: sets the pause until the next look that reads the stack. The pause
 * depends on the mean depth of the last stacks. If it depended on the depth of this stack alone,
 * looks would mostly find what follows a deep one. */
static void view_cool_down(hp_sampler *sampler)
{
	hp_charge_note_depth(sampler, MAX(sampler->walk.count, sampler->walk.links_count));
	sampler->look_cooldown_ns = hp_random_around(&sampler->random, sampler->mean_depth_ns);
}

void hp_view_see(hp_sampler *sampler)
{
	hp_sampler_view *view = &sampler->view;
	bool is_running = false;

	if (view->is_there) {
		return;
	}
	view->is_there = true;
	view->count = hp_stack_walk_running(&sampler->walk, sampler->cpu.thread, &is_running);
	if (view->count == HP_SAMPLE_NONE && !is_running) {
		view->count =
			hp_stack_walk_other(&sampler->walk, sampler->cpu.thread, hp_sampler_cpu_ns(sampler));
	}
	view->part = hp_view_part(sampler);
	view_cool_down(sampler);
}

bool hp_view_was_on(const hp_sampler *sampler)
{
	const hp_sampler_view *view = &sampler->view;
	uint64_t ran_ns = hp_sampler_cpu_ns(sampler) - view->cpu_ns;

	return ran_ns > hp_sampler_now_ns() - view->now_ns;
}

bool hp_view_keep(void *owner, uint64_t cpu_ns)
{
	hp_sampler *sampler = owner;

	if (!hp_sampler_can_look(sampler) || !HP_SHARED_READ(&sampler->is_open)) {
		return false;
	}
	hp_view_see(sampler);
	if (sampler->view.count == HP_SAMPLE_NONE ||
		!sampler->sink->keep(sampler->owner, false, sampler->view.count)) {
		return false;
	}
	sampler->wait_now = hp_wait_label_new(sampler, cpu_ns);

	return true;
}

/* With the lock: adds a sample of time off the CPU. A single wait for a CPU is sampled once, after
 * its end, and is a sample of its own. The share of one wait among several (HP_OFF_CPU_AMONG) adds
 * to an earlier sample. */
static uint64_t view_charge(
	void *owner, hp_off_cpu_state state, hp_off_cpu_when when, bool is_own, uint64_t open_ns)
{
	hp_sampler *sampler = owner;
	bool is_rest = when == HP_OFF_CPU_PAST && state != HP_OFF_CPU_WAITING;
	hp_sampler_sample sample = {
		.state = state == HP_OFF_CPU_WAITING ? HP_SAMPLER_WAITS_FOR_CPU : HP_SAMPLER_ASLEEP,
		.is_own = is_own,
		.is_repeated = (when == HP_OFF_CPU_STILL || is_rest) && !is_own,
		.is_past = is_rest || when == HP_OFF_CPU_AMONG ||
			(when == HP_OFF_CPU_UNSEEN && (is_own || state != HP_OFF_CPU_WAITING)),
		.is_unseen = when == HP_OFF_CPU_UNSEEN || when == HP_OFF_CPU_AMONG || is_own,
		.wait = HP_SAMPLE_NONE,
		.time_ns = hp_due_weight_ns(sampler, open_ns),
	};

	if (sample.time_ns == 0) {
		return 0;
	}
	if (when == HP_OFF_CPU_STILL) {
		hp_wait_label_again(sampler, hp_sampler_cpu_ns(sampler), &sampler->wait_now);
	}
	sample.wait = state == HP_OFF_CPU_STOPPED
		? hp_sample_store_label(sampler->store, HP_SAMPLE_WAIT, HP_WAIT_STOPPED)
		: hp_wait_label_of(sampler, sample.state, sampler->wait_now);

	return sampler->sink->add(sampler->owner, &sample);
}

/* With the lock: true if the thread was off the CPU before its stack was read, or is so now. */
static bool view_is_off(void *owner, uint64_t cpu_ns)
{
	const hp_sampler *sampler = owner;

	return sampler->view.is_off || hp_sampler_cpu_ns(sampler) == cpu_ns;
}

/* With the lock, after a walk: true if the innermost function is internal. */
static bool view_is_in_call(void *owner)
{
	const hp_sampler *sampler = owner;
	const hp_sample_store *store = sampler->store;

	return sampler->walk.count > 0 &&
		store->functions.rows[store->frames[0].function].kind == HP_SAMPLE_INTERNAL;
}

const hp_off_cpu_sink hp_view_off_cpu_sink = {
	hp_view_keep, view_is_off, view_is_in_call, view_charge};

#endif
