#include "sampler/charge.h"

#include "sampler/wait_label.h"

/* The least CPU time between two samples, per frame of the first one. Walking a frame takes some
 * 20 ns, and deep stacks must leave the program most of its time. The next sample carries the
 * weight. */
#define CHARGE_COOLDOWN_NS 500u

/* Walking a frame takes far longer if the stack's memory is in no cache. So for deep stacks the
 * duration of the sample is measured, and the cooldown is at least this many times as long. */
#define CHARGE_COOLDOWN_PARTS 8u

/* Each cooldown is a moving average over about this many samples. If it depended on the depth of
 * its own sample alone, the next sample would mostly be of what follows a deep stack. */
#define CHARGE_COOLDOWN_SAMPLES 8u

void hp_charge_answer(hp_sampler *sampler, bool is_own, hp_sampler_activity state)
{
	HP_SHARED_WRITE(&sampler->locked.has_stack_asked, false);
	sampler->setup.sink->answer(sampler->setup.owner, is_own, state,
		hp_wait_label_of(sampler, state, sampler->locked.wait_now));
}

/* Returns the mean of about the last CHARGE_COOLDOWN_SAMPLES times, with time_ns as the newest. */
static uint64_t charge_mean_ns(uint64_t mean_ns, uint64_t time_ns)
{
	return mean_ns - mean_ns / CHARGE_COOLDOWN_SAMPLES + time_ns / CHARGE_COOLDOWN_SAMPLES;
}

void hp_charge_note_depth(hp_sampler *sampler, uint32_t frames)
{
	HP_SHARED_WRITE(&sampler->locked.mean_depth_ns,
		charge_mean_ns(sampler->locked.mean_depth_ns, (uint64_t) frames * CHARGE_COOLDOWN_NS));
}

bool hp_charge_keep_own(hp_sampler *sampler, const zend_execute_data *top, const void *context)
{
	uint32_t count = context == NULL ? hp_stack_walk_safe_point(&sampler->locked.walk, top)
									 : hp_stack_walk_own(&sampler->locked.walk, top, context);

	if (count == HP_SAMPLE_NONE || !sampler->setup.sink->keep(sampler->setup.owner, true, count)) {
		HP_SHARED_COUNT(sampler->setup.late);
		if (hp_sample_store_wants_room(sampler->setup.store)) {
			hp_sampler_ask_interrupt(sampler);
		}
		return false;
	}
	sampler->thread.cooldown_ns = (uint64_t) count * CHARGE_COOLDOWN_NS;
	hp_charge_note_depth(sampler, count);

	return true;
}

void hp_charge_cool_down(hp_sampler *sampler, uint64_t began_cpu_ns)
{
	uint64_t took_ns = sampler->thread.cooldown_ns < HP_DUE_DEEP_NS
		? 0
		: hp_sampler_cpu_ns(sampler) - began_cpu_ns;

	sampler->thread.mean_cooldown_ns = charge_mean_ns(sampler->thread.mean_cooldown_ns,
		MAX(sampler->thread.cooldown_ns, took_ns * CHARGE_COOLDOWN_PARTS));
	sampler->thread.cooldown_until_ns = hp_charge_cooldown_clock_ns(sampler, began_cpu_ns) +
		took_ns + hp_random_around(&sampler->locked.random, sampler->thread.mean_cooldown_ns);
}

void hp_charge_settle(hp_sampler *sampler)
{
	hp_sampler_account *account = sampler->setup.sink->account == NULL
		? NULL
		: sampler->setup.sink->account(sampler->setup.owner);

	if (account != NULL && !sampler->helper.is_for_stacks) {
		HP_SHARED_WRITE(&sampler->locked.owed_ns, sampler->locked.owed_ns + account->cpu_ns);
		hp_off_cpu_owe(&sampler->locked.off, account->off);
		memset(account, 0, sizeof(*account));
	}
}

bool hp_charge_add_own(hp_sampler *sampler, const hp_sampler_sample *sample)
{
	hp_sampler_sample whole = *sample;
	int64_t time_ns = (int64_t) sample->time_ns + sampler->locked.owed_ns;

	whole.time_ns = (uint64_t) MAX(0, time_ns);
	if (whole.time_ns > 0 && sampler->setup.sink->add(sampler->setup.owner, &whole) == 0) {
		return false;
	}
	HP_SHARED_WRITE(&sampler->locked.owed_ns, MIN(0, time_ns));
	hp_sample_source_take(
		&sampler->cpu, hp_sample_source_taken_ns(&sampler->cpu) + sample->time_ns);

	return true;
}

/* With the lock: shares out the time of ticks that were skipped in the cooldown after a deep stack.
 * It is not known when the program went from that stack to the one of this sample, so each gets
 * half of that time. */
static void charge_share_skipped(hp_sampler *sampler, hp_sampler_sample *sample)
{
	uint64_t interval_ns = hp_sampler_interval_ns(sampler);
	hp_sampler_sample before = *sample;

	if (sampler->thread.has_skipped && sample->time_ns > interval_ns) {
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
	HP_SHARED_WRITE(&sampler->thread.has_skipped, false);

	return true;
}
