#include "sampler/pace.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* A thread that naps (see is_napping) runs for no longer than this between two sleeps, on
 * average. */
# define PACE_NAPS_TURN_NS 400000u

/* A thread that mostly waits is polled for its CPU time less often, by this factor at most: a look
 * costs as much as such a thread uses in an interval. */
# define PACE_MOST 8

/* With the lock: true if the thread sleeps for a time, and not until it gets an answer. If it does
 * not sleep now, what was last seen counts. */
static bool pace_naps_by_timer(hp_sampler *sampler, uint64_t cpu_ns)
{
	const char *name = hp_wait_name(&sampler->wait);

	if (name != NULL && hp_sampler_cpu_ns(sampler) == cpu_ns) {
		sampler->is_answered = strcmp(name, HP_WAIT_SLEEP) != 0;
	}

	return !sampler->is_answered;
}

/* With the lock: notes whether the thread runs for short turns between sleeps by a timer, which
 * ticks hardly see. A thread that waits for another process does not count: looks hardly see its
 * turns, because they take the CPU of that process. */
static void pace_note_naps(hp_sampler *sampler, uint64_t cpu_ns)
{
	uint64_t switches = hp_sample_states_schedule(&sampler->off.states).switches;

	HP_SHARED_WRITE(&sampler->is_napping,
		sampler->is_mostly_off && pace_naps_by_timer(sampler, cpu_ns) &&
			cpu_ns - sampler->paced_cpu_ns <=
				(switches - sampler->paced_switches) * PACE_NAPS_TURN_NS);
	sampler->paced_switches = switches;
}

void hp_pace_note(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	uint64_t passed_ns = now_ns - sampler->paced_ns, pace;

	if (passed_ns >= HP_SAMPLER_PATIENCE_NS) {
		pace = MAX(1, MIN(PACE_MOST, passed_ns / MAX(1, cpu_ns - sampler->paced_cpu_ns)));
		sampler->is_mostly_off = pace > 1;
		pace_note_naps(sampler, cpu_ns);
		sampler->has_one_cpu = hp_sample_states_have_one_cpu();
		HP_SHARED_WRITE(&sampler->is_left_to_ticks, pace > 1 && sampler->has_one_cpu);
		HP_SHARED_WRITE(&sampler->pace,
			sampler->has_wall || sampler->is_switching || sampler->is_in_kernel ||
					sampler->has_one_cpu || sampler->is_napping
				? 1
				: (uint32_t) pace);
		sampler->paced_ns = now_ns;
		sampler->paced_cpu_ns = cpu_ns;
	}
}

#endif
