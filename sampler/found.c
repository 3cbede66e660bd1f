#include "sampler/found.h"

#include "sampler/due.h"
#include "sampler/wait_label.h"

bool hp_found_waits_for_cpu(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_found *found = &sampler->locked.found;

	if (found->runnable_cpu_ns != cpu_ns) {
		found->was_runnable = hp_sample_states_is_runnable(&sampler->locked.off.states);
		found->runnable_cpu_ns = cpu_ns;
	}

	return found->was_runnable;
}

/* With the lock: adds the time that passed to what the thread sleeps in. A wait is named when a
 * look first finds it, and seldom again until the thread has run. */
static void found_note_wait(hp_sampler *sampler, uint64_t passed_ns, uint64_t cpu_ns)
{
	hp_sampler_found *found = &sampler->locked.found;
	hp_sampler_waits *waits = &found->waits;

	if (waits->count > 0 && found->off_cpu_ns == cpu_ns) {
		hp_wait_label_again(sampler, cpu_ns, &waits->of[waits->count - 1].wait);
	} else {
		uint32_t wait = hp_wait_label_new(sampler, cpu_ns);

		if (waits->count == 0 || waits->of[waits->count - 1].wait != wait) {
			uint32_t last = waits->count < HP_SAMPLER_WAITS ? waits->count++ : waits->count - 1;

			waits->of[last].time_ns = last + 1 < HP_SAMPLER_WAITS ? 0 : waits->of[last].time_ns;
			waits->of[last].wait = wait;
		}
	}
	waits->of[waits->count - 1].time_ns += passed_ns;
}

/* With the lock: returns the factor for the time that a look stands for. It is above 1 while
 * samples account for too little of the CPU time that the thread has used, so that late looks make
 * up for it. */
static double found_factor(const hp_sampler *sampler)
{
	double open_ns = (double) hp_sampler_open_ns(sampler, sampler->locked.found.on_cpu_ns);
	double most_ns = sampler->helper.pace.is_napping
		? (double) (HP_DUE_NAPS_MOST * hp_sampler_interval_ns(sampler))
		: (double) hp_due_ahead_ns(sampler);

	return MAX(1, open_ns / most_ns);
}

void hp_found_note(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool is_of_cpu,
	bool is_of_waits, double part)
{
	hp_sampler_found *found = &sampler->locked.found;
	uint64_t passed_ns = now_ns - found->looked_ns;

	if (is_of_cpu && part > 0) {
		found->on_cpu_ns = hp_sampler_cpu_ns(sampler);
		found->on_ns += (uint64_t) ((double) passed_ns * part * found_factor(sampler));
	} else if (is_of_waits && hp_sampler_cpu_ns(sampler) == cpu_ns &&
		!hp_found_waits_for_cpu(sampler, cpu_ns)) {
		/* The safe point is requested at once. A thread that wakes up meanwhile waits there for the
		 * lock, until its wait is noted. */
		hp_sampler_interrupt(sampler);
		found_note_wait(sampler, passed_ns, cpu_ns);
		found->off_ns += passed_ns;
		found->off_now_ns = now_ns;
		found->off_cpu_ns = cpu_ns;
	}
	if (is_of_waits) {
		found->waited_ns =
			(uint64_t) hp_off_cpu_unseen_waits_ns(&sampler->locked.off, now_ns, cpu_ns);
	}
	if (!is_of_cpu) {
		found->on_ns = 0; /* signals account for it */
	}
}

uint64_t hp_found_take_ns(hp_sampler *sampler)
{
	hp_sampler_found *found = &sampler->locked.found;
	int64_t most_ns = hp_sampler_open_ns(sampler, found->on_cpu_ns) + hp_due_ahead_ns(sampler);
	uint64_t whole_ns = found->on_ns / sampler->setup.grain_ns * sampler->setup.grain_ns;

	if (sampler->helper.is_for_stacks || most_ns <= 0) {
		found->on_ns = 0;
		return 0;
	}
	found->on_ns -= whole_ns;

	return hp_due_weight_ns(sampler, MIN(whole_ns, (uint64_t) most_ns));
}
