#include "sampler/safe_point.h"

#include "sampler/charge.h"
#include "sampler/due.h"
#include "sampler/source_choice.h"
#include "sampler/wait_label.h"

/* A thread that reads the lock this often waits for about 50 us. */
#define SAFE_POINT_LOCK_TRIES 50000u

/* Takes the lock at a safe point. It is worth a short wait, because time that is charged at the
 * next safe point may be charged to another function. The helper may be asking the kernel what the
 * thread waited in, which takes some 20 us. If the helper has lost its CPU meanwhile, the thread
 * does not wait for it: returns false. */
static bool safe_point_lock_soon(hp_sampler *sampler)
{
	for (uint32_t i = 0; i < SAFE_POINT_LOCK_TRIES; i++) {
		if (!HP_SHARED_READ(&sampler->is_locked) && hp_sampler_try_lock(sampler)) {
			return true;
		}
	}

	return false;
}

/* With the lock, where the helper cannot read the stack: takes a sample of waits for a CPU. Its
 * stack is that of the safe point, because a thread loses its CPU where it runs. */
static void safe_point_take_waits(hp_sampler *sampler, const zend_execute_data *execute_data)
{
	hp_sampler_sample sample = {.is_own = true,
		.state = HP_SAMPLER_WAITS_FOR_CPU,
		.wait = hp_wait_label_of(sampler, HP_SAMPLER_WAITS_FOR_CPU, HP_SAMPLE_NONE),
		.time_ns = hp_due_weight_ns(sampler, sampler->locked.found.waited_ns)};

	if (sample.time_ns > 0 && !sampler->helper.is_for_stacks &&
		hp_charge_keep_own(sampler, execute_data, NULL)) {
		hp_off_cpu_take_waits(&sampler->locked.off,
			(int64_t) sampler->setup.sink->add(sampler->setup.owner, &sample));
	}
	sampler->locked.found.waited_ns = 0;
}

/* With the lock: splits the time of the sample among the waits, and adds one sample of the kept
 * stack for each. Returns how much time they account for. */
static uint64_t safe_point_add_waits(hp_sampler *sampler, hp_sampler_sample *sample)
{
	const hp_sampler_found *found = &sampler->locked.found;
	uint64_t left_ns = sample->time_ns, found_ns = 0, taken_ns = 0, all_ns = sample->time_ns;

	for (uint32_t i = 0; i < found->waits.count; i++) {
		double part;

		found_ns += found->waits.of[i].time_ns;
		part = (double) found_ns / (double) found->off_ns;
		sample->wait = hp_wait_label_of(sampler, sample->state, found->waits.of[i].wait);
		sample->time_ns = i + 1 == found->waits.count
			? left_ns
			: MIN(left_ns,
				  hp_due_weight_ns(sampler, (uint64_t) (part * (double) all_ns)) -
					  (all_ns - left_ns));
		left_ns -= sample->time_ns;
		taken_ns +=
			sample->time_ns == 0 ? 0 : sampler->setup.sink->add(sampler->setup.owner, sample);
	}

	return taken_ns;
}

/* With the lock, where the helper cannot read the stack: takes samples of time off the CPU. */
static void safe_point_take_off(
	hp_sampler *sampler, uint64_t cpu_ns, const zend_execute_data *execute_data)
{
	hp_sampler_found *found = &sampler->locked.found;
	int64_t open_ns =
		hp_off_cpu_open_ns(&sampler->locked.off, found->off_now_ns, found->off_cpu_ns);
	/* If the CPU time of the thread cannot be read, it may have run. */
	hp_sampler_sample sample = {.is_own = true,
		.state = cpu_ns == 0 ? HP_SAMPLER_ON_CPU : HP_SAMPLER_ASLEEP,
		.is_displaced = true};

	if (found->off_ns == 0) {
		return;
	}
	sample.time_ns = hp_due_found_ns(sampler, found->off_ns, open_ns);
	if (sample.time_ns > 0) {
		if (!hp_charge_keep_own(sampler, execute_data, NULL)) {
			return;
		}
		hp_off_cpu_take(&sampler->locked.off, (int64_t) safe_point_add_waits(sampler, &sample));
		hp_charge_cool_down(sampler, cpu_ns);
	}
	found->off_ns = 0;
	found->waits.count = 0;
}

/* With the lock: takes the samples that are due at this safe point. */
static void safe_point_take_here(
	hp_sampler *sampler, uint64_t cpu_ns, const zend_execute_data *execute_data)
{
	hp_sampler_found *found = &sampler->locked.found;
	bool is_needed = hp_due_needs_safe_point(sampler, cpu_ns);
	bool is_late = !is_needed && hp_due_is_late(sampler, cpu_ns);
	hp_sampler_sample sample = {
		.is_own = true, .wait = HP_SAMPLE_NONE, .is_displaced = is_needed || is_late};

	if (!is_needed && !is_late && found->off_ns == 0 && found->waited_ns == 0 &&
		!hp_sampler_has_stack_asked(sampler)) {
		return;
	}
	hp_due_hurry(sampler, cpu_ns);
	if (is_late) {
		sample.time_ns = hp_due_ns(sampler, cpu_ns, UINT64_MAX);
	} else if (is_needed && found->on_ns > 0) {
		sample.time_ns =
			hp_due_found_ns(sampler, found->on_ns, hp_sampler_open_ns(sampler, found->on_cpu_ns));
	}
	if (hp_charge_take_own(sampler, cpu_ns, &sample, execute_data, NULL)) {
		found->on_ns = 0;
	}
	safe_point_take_waits(sampler, execute_data);
	safe_point_take_off(sampler, cpu_ns, execute_data);
}

/* With the lock, in the thread: attaches the other source. Only the thread knows whether the
 * program has the signal blocked. */
static void safe_point_attach(hp_sampler *sampler)
{
	sampler->thread.is_blocked = hp_sample_source_is_blocked();
	if (!sampler->thread.is_blocked) {
		sampler->locked.wants_attach = false;
		hp_source_choice_attach(sampler);
	}
}

void hp_safe_point_take(hp_sampler *sampler, const zend_execute_data *execute_data)
{
	uint64_t cpu_ns;

	if (!HP_SHARED_READ(&sampler->is_wanted) ||
		!__atomic_exchange_n(&sampler->is_wanted, false, __ATOMIC_RELAXED) ||
		!HP_SHARED_READ(&sampler->is_on) || !HP_SHARED_READ(&sampler->is_open)) {
		return;
	}
	cpu_ns = hp_sampler_cpu_ns(sampler);
	if (!safe_point_lock_soon(sampler)) {
		HP_SHARED_COUNT(sampler->setup.late);
		return;
	}
	if (sampler->locked.wants_attach) {
		safe_point_attach(sampler);
	}
	if (sampler->is_on && !hp_charge_is_too_soon(sampler, cpu_ns, sampler->locked.found.off_ns)) {
		safe_point_take_here(sampler, cpu_ns, execute_data);
	}
	if (!sampler->locked.wants_safe_point) {
		/* Otherwise the next safe point needs the peek, and has more room. */
		sampler->locked.walk.peeked = NULL;
	}
	hp_sampler_unlock(sampler);
}
