#include "sampler/view.h"

#include "sampler/charge.h"
#include "sampler/due.h"
#include "sampler/stack_running.h"
#include "sampler/wait_label.h"

/* With the lock: true if the thread would run if the helper did not have its CPU. A ready thread
 * that is mostly off the CPU, or has not run since the last look, does not count: it has just woken
 * up, so its stack does not show where it ran. It counts only if there is one CPU and far too much
 * time is open, because then no look can see more. */
static bool view_is_held_up(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_states *states = &sampler->locked.off.states;

	return (!sampler->helper.pace.is_mostly_off && cpu_ns != sampler->locked.found.looked_cpu_ns &&
			   hp_sample_states_waits_here(states)) ||
		(hp_sampler_open_ns(sampler, cpu_ns) > 2 * hp_due_ahead_ns(sampler) &&
			hp_sample_states_have_one_cpu() && hp_sample_states_is_runnable(states));
}

double hp_view_part(const hp_sampler *sampler)
{
	const hp_sampler_view *view = &sampler->helper.view;
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
	hp_charge_note_depth(
		sampler, MAX(sampler->locked.walk.count, sampler->locked.walk.links_count));
	sampler->helper.looks.cooldown_ns =
		hp_random_around(&sampler->locked.random, sampler->locked.mean_depth_ns);
}

void hp_view_see(hp_sampler *sampler)
{
	hp_sampler_view *view = &sampler->helper.view;
	bool is_running = false;

	if (view->is_there) {
		return;
	}
	view->is_there = true;
	view->count = hp_stack_running_walk(&sampler->locked.walk, sampler->cpu.thread, &is_running);
	if (view->count == HP_SAMPLE_NONE && !is_running) {
		view->count = hp_stack_walk_other(
			&sampler->locked.walk, sampler->cpu.thread, hp_sampler_cpu_ns(sampler));
	}
	view->part = hp_view_part(sampler);
	view_cool_down(sampler);
}

bool hp_view_was_on(const hp_sampler *sampler)
{
	const hp_sampler_view *view = &sampler->helper.view;
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
	if (sampler->helper.view.count == HP_SAMPLE_NONE ||
		!sampler->setup.sink->keep(sampler->setup.owner, false, sampler->helper.view.count)) {
		return false;
	}
	sampler->locked.wait_now = hp_wait_label_new(sampler, cpu_ns);

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
		hp_wait_label_again(sampler, hp_sampler_cpu_ns(sampler), &sampler->locked.wait_now);
	}
	sample.wait = state == HP_OFF_CPU_STOPPED
		? hp_sample_store_label(sampler->setup.store, HP_SAMPLE_WAIT, HP_WAIT_STOPPED)
		: hp_wait_label_of(sampler, sample.state, sampler->locked.wait_now);

	return sampler->setup.sink->add(sampler->setup.owner, &sample);
}

/* With the lock: true if the thread was off the CPU before its stack was read, or is so now. */
static bool view_is_off(void *owner, uint64_t cpu_ns)
{
	const hp_sampler *sampler = owner;

	return sampler->helper.view.is_off || hp_sampler_cpu_ns(sampler) == cpu_ns;
}

/* With the lock, after a walk: true if the innermost function is internal. */
static bool view_is_in_call(void *owner)
{
	const hp_sampler *sampler = owner;
	const hp_sample_store *store = sampler->setup.store;

	return sampler->locked.walk.count > 0 &&
		store->functions.rows[store->frames[0].function].kind == HP_SAMPLE_INTERNAL;
}

const hp_off_cpu_sink hp_view_off_cpu_sink = {
	hp_view_keep, view_is_off, view_is_in_call, view_charge};
