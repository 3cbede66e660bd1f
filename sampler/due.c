#include "sampler/due.h"

/* Weights of looks are estimates. Their sum runs at most AHEAD_INTERVALS intervals ahead of the
 * clock. Once it is as far behind, one sample in BEHIND_PARTS, chosen at random, takes all open
 * time. It is not simply the next sample, because that mostly comes right after a sleep. */
#define DUE_AHEAD_INTERVALS 2
#define DUE_BEHIND_PARTS 8

uint64_t hp_due_ns(const hp_sampler *sampler, uint64_t cpu_ns, uint64_t most_ns)
{
	int64_t open_ns = hp_sampler_open_ns(sampler, cpu_ns);

	if (HP_SHARED_READ(&sampler->helper.is_for_stacks) ||
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
		!HP_SHARED_READ(&sampler->thread.has_skipped) &&
		hp_sampler_open_ns(sampler, cpu_ns) >= due_late_ns(sampler);
}

bool hp_due_has_finer_looks(const hp_sampler *sampler)
{
	return (sampler->cpu.source == &hp_sample_source_timer ||
			   HP_SHARED_READ(&sampler->helper.window.is_unsure)) &&
		!sampler->setup.needs_own_samples && !sampler->setup.has_safe_points_only &&
		hp_sampler_can_look(sampler) && !HP_SHARED_READ(&sampler->helper.pace.is_left_to_ticks) &&
		HP_SHARED_READ(&sampler->locked.mean_depth_ns) < HP_DUE_DEEP_NS &&
		!hp_sample_source_is_of_ticks(hp_sampler_interval_ns(sampler));
}

bool hp_due_is_silent(const hp_sampler *sampler, uint64_t cpu_ns)
{
	return cpu_ns > HP_SHARED_READ(&sampler->cpu.seen_ns) + 2 * hp_sampler_interval_ns(sampler) +
		HP_SAMPLER_CHECK_NS;
}

bool hp_due_needs_safe_point(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->cpu;

	return event->source == NULL || !HP_SHARED_READ(&event->is_armed) ||
		hp_due_has_finer_looks(sampler) || hp_due_is_silent(sampler, cpu_ns);
}

int64_t hp_due_ahead_ns(const hp_sampler *sampler)
{
	return (int64_t) (DUE_AHEAD_INTERVALS * sampler->helper.pace.intervals *
		hp_sampler_interval_ns(sampler));
}

uint64_t hp_due_found_ns(hp_sampler *sampler, uint64_t found_ns, int64_t open_ns)
{
	int64_t ahead_ns = hp_due_ahead_ns(sampler);

	if (sampler->helper.is_for_stacks || open_ns <= -ahead_ns) {
		return 0;
	}
	if (open_ns - ahead_ns > (int64_t) found_ns &&
		hp_random_unit(&sampler->locked.random) * DUE_BEHIND_PARTS < 1) {
		found_ns = (uint64_t) open_ns;
	}

	return hp_due_weight_ns(sampler, MIN(found_ns, (uint64_t) (open_ns + ahead_ns)));
}
