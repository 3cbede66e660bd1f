#include "sampler/naps.h"

#include "sampler/charge.h"
#include "sampler/due.h"
#include "sampler/found.h"
#include "sampler/view.h"

/* A turn on the CPU that is shorter than this is little more than waking up and falling asleep
 * again. */
#define NAPS_WAKING_NS 25000u

/* Looks do not see all that a thread runs as it wakes up and falls asleep. So the CPU clock of a
 * thread that naps runs ahead of the looks. From this many intervals on, that time is charged to
 * what the thread sleeps in. Less may be chance. */
#define NAPS_INTERVALS 8

/* With the lock: true if the thread sleeps again, and ran only in short turns since the last look.
 * Always false for a thread that mostly sleeps but waits for answers: ticks know more about it. */
static bool naps_has_napped(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_found *found = &sampler->locked.found;
	hp_sampler_pace *pace = &sampler->helper.pace;
	uint64_t ran_ns = cpu_ns - found->looked_cpu_ns, before = found->switches;
	uint64_t turn_ns = pace->is_napping ? HP_SAMPLER_TURN_NS : NAPS_WAKING_NS;

	if ((pace->is_mostly_off || sampler->helper.has_one_cpu) && !pace->is_napping) {
		found->switches = 0;
		return false;
	}
	found->switches = hp_sample_states_schedule(&sampler->locked.off.states).switches;

	return ran_ns > 0 && before > 0 && hp_sampler_cpu_ns(sampler) == cpu_ns &&
		ran_ns <= (found->switches - before) * turn_ns && !hp_found_waits_for_cpu(sampler, cpu_ns);
}

/* With the lock: returns the CPU time of naps that belongs to what the thread sleeps in. On one CPU
 * no look sees a short turn, because the helper can only run when the turn has ended. Ticks see
 * little of it, because most of it is spent in the kernel. On several CPUs, looks see most of the
 * time of a thread that only naps. They see hardly any of a thread that waits for another process
 * between long turns, because the helper then has that process's CPU. */
static uint64_t naps_weight_ns(const hp_sampler *sampler, uint64_t cpu_ns)
{
	uint64_t seen_ns =
		sampler->helper.pace.is_napping ? NAPS_INTERVALS * hp_sampler_interval_ns(sampler) : 0;
	int64_t open_ns = hp_sampler_open_ns(sampler, cpu_ns) - (int64_t) seen_ns;

	if (sampler->helper.has_one_cpu) {
		return hp_due_ns(sampler, cpu_ns, UINT64_MAX);
	}

	return sampler->helper.is_for_stacks ? 0
										 : hp_due_weight_ns(sampler, (uint64_t) MAX(0, open_ns));
}

/* With the lock: samples either all open CPU time of naps or none of it. The probability is the
 * share of that time that passed since the last look, so that on average each look accounts for its
 * own share. If the last look saw naps too, the time goes to the call in which the thread slept
 * then: the current sleep may be a long one that used none of it. */
static void naps_take(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_found *found = &sampler->locked.found;
	uint64_t nap_ns = naps_weight_ns(sampler, cpu_ns);
	double ran_ns = (double) (cpu_ns - found->looked_cpu_ns);
	hp_sampler_sample sample = {
		.is_own = true, .is_beside = true, .wait = HP_SAMPLE_NONE, .time_ns = nap_ns};
	bool is_due = nap_ns > 0 && hp_random_unit(&sampler->locked.random) * (double) nap_ns < ran_ns;

	if (is_due && found->has_napped) {
		hp_charge_add_own(sampler, &sample);
		is_due = false;
	}
	hp_view_see(sampler);
	found->has_napped = sampler->helper.view.count != HP_SAMPLE_NONE &&
		sampler->setup.sink->keep(sampler->setup.owner, true, sampler->helper.view.count);
	if (is_due && found->has_napped) {
		hp_charge_add_own(sampler, &sample);
	}
}

bool hp_naps_watch(hp_sampler *sampler, uint64_t cpu_ns, bool reads)
{
	if (reads && naps_has_napped(sampler, cpu_ns)) {
		naps_take(sampler, cpu_ns);
		return true;
	}
	sampler->locked.found.has_napped = false;

	return sampler->helper.has_one_cpu && cpu_ns == sampler->locked.found.looked_cpu_ns;
}
