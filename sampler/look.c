#include "sampler/look.h"

#include "sampler/charge.h"
#include "sampler/due.h"
#include "sampler/found.h"
#include "sampler/naps.h"
#include "sampler/pace.h"
#include "sampler/source_choice.h"
#include "sampler/view.h"

/* The least time between two changes of the helper's CPU. */
#define LOOK_LEAVE_NS 10000000u

/* After this long without any time to sample, the helper sleeps until there is some. */
#define LOOK_IDLE_NS 500000000u

/* The process counts as stopped only if the helper is late by more than this. There are many
 * reasons for a shorter delay. */
#define LOOK_STOPPED_NS 50000000u

/* The time between two looks while a reader waits for a stack. */
#define LOOK_ASKED_NS 1000000u

/* With the lock: answers a reader with the stack of a thread that does not run. A thread that runs
 * answers itself, at its next tick or safe point. */
static void look_for_stack(hp_sampler *sampler)
{
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler);
	bool is_runnable = hp_sample_states_is_runnable(&sampler->locked.off.states);

	/* The answer replaces the kept stack, so the rest of a wait in that stack is charged first. */
	hp_off_cpu_leave(&sampler->locked.off, hp_sampler_now_ns(), cpu_ns);
	if (hp_view_keep(sampler, cpu_ns)) {
		hp_charge_answer(
			sampler, false, is_runnable ? HP_SAMPLER_WAITS_FOR_CPU : HP_SAMPLER_ASLEEP);
	} else {
		sampler->locked.walk.peeked = NULL;
		hp_sampler_ask_interrupt(sampler);
	}
}

/* With the lock: adds a sample of CPU time with the stack that the look has read. Returns false if
 * the stack could not be kept. */
static bool look_take_running(hp_sampler *sampler, uint64_t time_ns)
{
	hp_sampler_sample sample = {
		.is_own = true, .is_beside = true, .wait = HP_SAMPLE_NONE, .time_ns = time_ns};

	if (!sampler->setup.sink->keep(sampler->setup.owner, true, sampler->helper.view.count)) {
		return false;
	}
	hp_charge_add_own(sampler, &sample);

	return true;
}

/* With the lock: returns the fraction of this look for which the thread ran, from 0 to 1. The stack
 * is read first, unless the thread has not run since the last look, in which case it is most likely
 * still asleep. */
static double look_part_of(hp_sampler *sampler, uint64_t cpu_ns, bool reads)
{
	if (reads && cpu_ns != sampler->locked.found.looked_cpu_ns) {
		hp_view_see(sampler);
	}

	return sampler->helper.view.is_there ? sampler->helper.view.part : hp_view_part(sampler);
}

/* With the lock: takes a sample of what the look saw, if one is due. Returns false if the sample
 * must be taken at a safe point instead: the stack could not be read, or a tick is missing and the
 * thread does not run. */
static bool look_running(hp_sampler *sampler, uint64_t cpu_ns, double part, bool is_late)
{
	uint64_t time_ns;

	if (part == 0) {
		return !is_late; /* it has lost its CPU, or sleeps: the next sample has its weight */
	}
	hp_view_see(sampler);
	if (sampler->helper.view.count == HP_SAMPLE_NONE) {
		return false;
	}
	if (!is_late) {
		time_ns = hp_found_take_ns(sampler);
	} else if (hp_random_unit(&sampler->locked.random) < part) {
		time_ns = hp_due_ns(sampler, cpu_ns, UINT64_MAX);
	} else {
		time_ns = 0;
	}

	return time_ns == 0 || look_take_running(sampler, time_ns);
}

/* With the lock: takes a sample from beside, or requests a safe point where the thread takes it, if
 * one is needed. Returns true if the next look should come after one interval. */
static bool look_watch(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool may_look)
{
	hp_sampler_found *found = &sampler->locked.found;
	bool needs_sample, is_late, reads;
	bool needs_waits = sampler->setup.has_wall && !hp_sampler_can_look(sampler);
	double part = 0;

	hp_sample_source_watch(&sampler->cpu);
	needs_sample = hp_due_needs_safe_point(sampler, cpu_ns);
	is_late = !needs_sample && hp_due_is_late(sampler, cpu_ns);
	reads = may_look && hp_sampler_can_look(sampler) && !sampler->setup.needs_own_samples &&
		HP_SHARED_READ(&sampler->is_open);
	if (hp_naps_watch(sampler, cpu_ns, reads)) {
		is_late = false;
	}
	if (needs_sample || is_late) {
		part = look_part_of(sampler, cpu_ns, reads);
	}
	hp_found_note(sampler, now_ns, cpu_ns, needs_sample, needs_waits, part);
	if (is_late) {
		hp_due_hurry(sampler, cpu_ns);
	}
	if ((needs_sample || is_late) && reads && look_running(sampler, cpu_ns, part, is_late)) {
		may_look = false;
	}
	found->looked_ns = now_ns;
	found->looked_cpu_ns = cpu_ns;
	sampler->locked.walk.peeked = NULL;
	if ((may_look && (is_late || found->on_ns >= sampler->interval_ns / 2)) || found->off_ns > 0 ||
		found->waited_ns > 0) {
		hp_stack_walk_peek(&sampler->locked.walk);
		hp_sampler_ask_interrupt(sampler);
	}

	return needs_sample || needs_waits || HP_SHARED_READ(&sampler->helper.pace.is_left_to_ticks) ||
		cpu_ns < HP_SHARED_READ(&sampler->hurry_until_ns);
}

/* With the lock, at the end of a look: returns the time until the next one. is_soon: it should come
 * after one interval. */
static uint64_t look_delay_ns(hp_sampler *sampler, uint64_t cpu_ns, bool is_soon)
{
	const hp_off_cpu *off = &sampler->locked.off;
	uint64_t delay_ns;

	if (!sampler->setup.has_wall || !hp_sampler_can_look(sampler)) {
		if (!is_soon) {
			return HP_SAMPLER_CHECK_NS;
		}
		return sampler->setup.has_wall
			? hp_random_around(&sampler->locked.random, sampler->interval_ns)
			: hp_random_around(
				  &sampler->locked.random, sampler->helper.pace.intervals * sampler->interval_ns);
	}
	delay_ns = hp_off_cpu_delay_ns(&sampler->locked.off, sampler->helper.looks.cooldown_ns);
	/* A thread that waits comes to no safe point. */
	is_soon = is_soon && !(off->was_off && off->look_cpu_ns == cpu_ns);

	return is_soon ? MIN(delay_ns, sampler->interval_ns) : delay_ns;
}

/* With the lock: looks at the thread. Returns the time until the next look in nanoseconds. A deep
 * stack takes long to read from beside, and the program may want the lock and the CPU. So after
 * such a reading looks do not read the stack again until looks.after_ns. */
static uint64_t look_closely(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_sampler_looks *looks = &sampler->helper.looks;
	bool is_open = HP_SHARED_READ(&sampler->is_open), is_soon;
	bool may_look = now_ns >= looks->after_ns;

	if (may_look) {
		looks->cooldown_ns = 0;
	}
	if (may_look && is_open && hp_sampler_can_look(sampler) &&
		cpu_ns != sampler->locked.found.looked_cpu_ns && hp_sampler_cpu_ns(sampler) == cpu_ns) {
		/* The stack is read first, because a short sleep soon ends. */
		hp_view_see(sampler);
		sampler->helper.view.is_off = !hp_view_was_on(sampler);
	}
	if (is_open) {
		hp_charge_settle(sampler);
	}
	hp_pace_note(sampler, now_ns, cpu_ns);
	if (may_look && sampler->setup.has_wall && hp_sampler_can_look(sampler) && is_open) {
		hp_off_cpu_look(&sampler->locked.off, now_ns, cpu_ns);
	}
	is_soon = look_watch(sampler, now_ns, cpu_ns, may_look);
	if (may_look) {
		looks->after_ns = now_ns + looks->cooldown_ns;
	}

	return look_delay_ns(sampler, cpu_ns, is_soon);
}

/* Returns how long the process was stopped since the last look; 0: it was not. The helper was
 * stopped as well, so it is late by that time, apart from its own waits for a CPU. */
static uint64_t look_stopped_ns(hp_sampler *sampler, uint64_t now_ns)
{
	hp_sampler_looks *looks = &sampler->helper.looks;
	uint64_t since_ns = MAX(looks->next_ns, looks->ended_ns);
	uint64_t waited_ns = sampler->helper.waited_ns;

	sampler->helper.waited_ns = hp_sample_states_schedule(&sampler->helper.states).waited_ns;
	waited_ns = sampler->helper.waited_ns - waited_ns;

	return looks->is_expected && sampler->helper.waited_ns > 0 &&
			now_ns > since_ns + waited_ns + LOOK_STOPPED_NS
		? now_ns - since_ns - waited_ns
		: 0;
}

/* With the lock: charges time for which the process was stopped. */
static void look_note_stop(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	uint64_t stopped_ns;

	if (sampler->setup.has_wall && hp_sampler_can_look(sampler)) {
		stopped_ns = look_stopped_ns(sampler, now_ns);
		if (stopped_ns > 0 && !sampler->helper.is_for_stacks && HP_SHARED_READ(&sampler->is_open)) {
			hp_off_cpu_stopped(&sampler->locked.off, now_ns, cpu_ns, stopped_ns);
		}
	}
}

/* Moves the helper to another CPU if it is on the thread's. On a shared CPU, a timer of one thread
 * wakes the other as well, so looks find sleepers awake, and never find the thread running. */
static void look_mind_cpu(hp_sampler *sampler, uint64_t now_ns)
{
	if (sampler->helper.view.is_there && now_ns >= sampler->helper.leave_after_ns) {
		sampler->helper.leave_after_ns = now_ns + LOOK_LEAVE_NS;
		if (hp_sample_states_was_here(&sampler->locked.off.states)) {
			hp_sample_states_leave_cpu();
		}
	}
}

/* With the lock: returns the delay from the beginning of this look to the next one, which comes
 * more than over_ns later. Looks that were due in between are skipped. If they were postponed, all
 * of them would see the code that runs right after the delay. */
static uint64_t look_delay_beyond(hp_sampler *sampler, uint64_t over_ns)
{
	uint64_t delay_ns = 0;

	while (delay_ns <= over_ns) {
		delay_ns += hp_random_around(&sampler->locked.random, sampler->interval_ns);
	}

	return delay_ns;
}

/* With the lock: answers a reader that waits for a stack, or looks. Returns the time until the next
 * look. */
static uint64_t look_or_answer(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	if (hp_sampler_has_stack_asked(sampler)) {
		look_for_stack(sampler);
		return LOOK_ASKED_NS;
	}

	return look_closely(sampler, now_ns, cpu_ns);
}

/* A look within a request. */
static uint64_t look_busy(hp_sampler *sampler)
{
	const hp_sampler_looks *looks = &sampler->helper.looks;
	uint64_t now_ns, cpu_ns, delay_ns;
	/* The clocks are read before the lock is taken, because the thread holds it while it forks. */
	hp_sampler_view view = {.now_ns = hp_sampler_now_ns(),
		.cpu_ns = hp_sampler_cpu_ns(sampler),
		.count = HP_SAMPLE_NONE};
	uint64_t due_ns = looks->is_expected ? looks->next_ns : view.now_ns;

	hp_sampler_lock(sampler);
	if (sampler->thread.fork_ended_ns > due_ns) {
		/* The look was due during the fork. While the kernel copies a process, other threads wait
		 * at any access to memory that it has to copy: the helper may wake up only now. */
		delay_ns = look_delay_beyond(sampler, hp_sampler_now_ns() - view.now_ns);
		hp_sampler_unlock(sampler);
		return delay_ns;
	}
	sampler->helper.view = view;
	/* The wall clock is read first, so that CPU time between the readings does not count as time
	 * off the CPU. */
	now_ns = hp_sampler_now_ns();
	cpu_ns = hp_sampler_cpu_ns(sampler);
	look_note_stop(sampler, now_ns, cpu_ns);
	delay_ns = look_or_answer(sampler, now_ns, cpu_ns);
	if (!hp_source_choice_mind_switches(sampler, now_ns)) {
		hp_source_choice_mind_kernel(sampler, cpu_ns);
	}
	hp_sampler_unlock(sampler);
	look_mind_cpu(sampler, now_ns);

	return delay_ns;
}

/* A look between two requests. The helper keeps looking for a while, because waking a parked helper
 * at each of many short requests would be expensive. */
static uint64_t look_idle(hp_sampler *sampler, uint64_t now_ns)
{
	uint64_t left_ns, delay_ns;

	hp_sampler_lock(sampler);
	left_ns = sampler->thread.left_ns;
	delay_ns = hp_off_cpu_delay_ns(&sampler->locked.off, 0);
	sampler->locked.found.looked_ns = now_ns;
	hp_sampler_unlock(sampler);

	return now_ns > left_ns + LOOK_IDLE_NS ? UINT64_MAX : delay_ns;
}

/* The first look comes at a random moment of the interval, so that short requests after long breaks
 * have their share. It stands for an interval, as other looks do. */
static uint64_t look_first_delay_ns(hp_sampler *sampler, uint64_t now_ns)
{
	uint64_t delay_ns;

	if (sampler->helper.states.schedule.number < 0) {
		hp_sample_states_open(&sampler->helper.states, hp_sample_source_thread());
	}

	hp_sampler_lock(sampler);
	delay_ns = (uint64_t) (hp_random_unit(&sampler->locked.random) * (double) sampler->interval_ns);
	if (now_ns > sampler->locked.found.looked_ns + sampler->interval_ns) {
		sampler->locked.found.looked_ns = now_ns + delay_ns - sampler->interval_ns;
	}
	hp_sampler_unlock(sampler);

	return delay_ns;
}

uint64_t hp_look(hp_sampler *sampler)
{
	hp_sampler_looks *looks = &sampler->helper.looks;
	uint64_t now_ns = hp_sampler_now_ns(), delay_ns;
	bool is_idle = !HP_SHARED_READ(&sampler->is_open),
		 is_asked = hp_sampler_has_stack_asked(sampler);

	/* A message may wake the helper before the next look is due. */
	if (!is_asked && looks->is_expected && now_ns < looks->next_ns) {
		return looks->next_ns - now_ns;
	}
	if (!looks->is_expected && !is_idle && !is_asked) {
		delay_ns = look_first_delay_ns(sampler, now_ns);
	} else {
		delay_ns = is_idle ? look_idle(sampler, now_ns) : look_busy(sampler);
	}
	looks->is_expected = delay_ns != UINT64_MAX;
	looks->ended_ns = hp_sampler_now_ns();
	looks->next_ns = now_ns + delay_ns;

	return delay_ns;
}
