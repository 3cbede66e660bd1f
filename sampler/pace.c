#include "sampler/pace.h"

/* A thread that naps, see hp_sampler_pace, runs for no longer than this between two sleeps, on
 * average. */
#define PACE_NAPS_TURN_NS 400000u

/* A thread that mostly waits is polled for its CPU time less often, by this factor at most: a look
 * costs as much as such a thread uses in an interval. */
#define PACE_MOST 8

/* With the lock: true if the thread sleeps on a timer, rather than until an answer comes. If it
 * does not sleep now, the last sleep that was seen decides. */
static bool pace_naps_by_timer(hp_sampler *sampler, uint64_t cpu_ns)
{
	const char *name = hp_wait_name(&sampler->helper.wait);

	if (name != NULL && hp_sampler_cpu_ns(sampler) == cpu_ns) {
		sampler->helper.pace.is_answered = strcmp(name, HP_WAIT_SLEEP) != 0;
	}

	return !sampler->helper.pace.is_answered;
}

/* With the lock: notes whether the thread runs for short turns between sleeps by a timer, which
 * ticks hardly see. A thread that waits for another process does not count: looks hardly see its
 * turns, because they take the CPU of that process. */
static void pace_note_naps(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_pace *pace = &sampler->helper.pace;
	uint64_t switches = hp_sample_states_schedule(&sampler->locked.off.states).switches;

	HP_SHARED_WRITE(&pace->is_napping,
		pace->is_mostly_off && pace_naps_by_timer(sampler, cpu_ns) &&
			cpu_ns - pace->cpu_ns <= (switches - pace->switches) * PACE_NAPS_TURN_NS);
	pace->switches = switches;
}

void hp_pace_note(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_sampler_pace *pace = &sampler->helper.pace;
	uint64_t passed_ns = now_ns - pace->began_ns, intervals;

	if (passed_ns >= HP_SAMPLER_CHECK_NS) {
		intervals = MAX(1, MIN(PACE_MOST, passed_ns / MAX(1, cpu_ns - pace->cpu_ns)));
		pace->is_mostly_off = intervals > 1;
		pace_note_naps(sampler, cpu_ns);
		sampler->helper.has_one_cpu = hp_sample_states_have_one_cpu();
		HP_SHARED_WRITE(&pace->is_left_to_ticks, intervals > 1 && sampler->helper.has_one_cpu);
		HP_SHARED_WRITE(&pace->intervals,
			sampler->setup.has_wall || sampler->helper.choice.is_switching ||
					sampler->helper.choice.is_in_kernel || sampler->helper.has_one_cpu ||
					pace->is_napping
				? 1
				: (uint32_t) intervals);
		pace->began_ns = now_ns;
		pace->cpu_ns = cpu_ns;
	}
}
