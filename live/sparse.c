#include "live/sparse.h"

#ifdef __linux__

/* The tick comes after so much CPU time: the least that the kernel takes, to what is longer than most times
 * that a thread runs. A look comes when the thread sleeps rather than when it runs, where CPUs are few. */
# define SPARSE_TICK_MIN_NS 10000u
# define SPARSE_TICK_MAX_NS 1000000u

/* The cost of one event that no clock of ours sees: of its signal, of closing it, and of the switches while it
 * waits for its tick. */
# define SPARSE_EVENT_NS 30000u

/* Most intervals that samples of sleep may be ahead of its clock. */
# define SPARSE_MOST_AHEAD 2

void hp_live_sparse_set(hp_live_sampler *sampler, bool is_sparse)
{
	if (is_sparse && !sampler->is_sparse && sampler->walk.can_read &&
		hp_live_sampler_source(sampler) == HP_LIVE_PERF) {
		hp_live_sampler_detach(sampler);
		hp_live_sampler_lock(sampler);
		sampler->charged_ns = hp_live_sampler_cpu_ns(sampler);
		sampler->is_expected = false;
		sampler->backoff = 1;
		HP_SHARED_WRITE(&sampler->is_sparse, true);
		hp_live_sampler_unlock(sampler);
	} else if (!is_sparse && sampler->is_sparse) {
		hp_live_sampler_detach(sampler);
		HP_SHARED_WRITE(&sampler->is_sparse, false);
		hp_live_sampler_attach(sampler);
	}
}

/* For the CPU time since the last sample of it. */
static void sparse_arm(hp_live_sampler *sampler)
{
	hp_sample_event *cpu = &sampler->cpu;
	uint64_t range_ns = SPARSE_TICK_MAX_NS - SPARSE_TICK_MIN_NS;

	if (HP_SHARED_READ(&cpu->fd) >= 0) {
		return; /* it has not run for so long */
	}
	hp_live_sampler_detach(sampler);
	HP_SHARED_WRITE(&cpu->interval_ns,
		SPARSE_TICK_MIN_NS + (hp_random_next(&sampler->random) >> 32) * range_ns / UINT32_MAX);
	if (hp_sample_source_enable(cpu, &hp_sample_source_perf_once) == FAILURE) {
		hp_live_sparse_set(sampler, false);
	} else {
		sampler->attached_ns += SPARSE_EVENT_NS;
	}
}

/* The thread's time asleep in requests, but for a constant. */
static int64_t sparse_asleep_ns(
	const hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, uint64_t waited_ns)
{
	uint64_t began_ns = MIN(now_ns, sampler->began_ns);

	return (int64_t) (sampler->busy_ns + (now_ns - began_ns) + sampler->outside_cpu_ns - cpu_ns -
		waited_ns);
}

/* With the lock: a sample of a wait for a CPU, of the time that the kernel says was spent so. */
static void sparse_write_waiting(hp_live_sampler *sampler, uint64_t waited_ns)
{
	if (waited_ns > sampler->waited_ns) {
		hp_live_sampler_write(sampler, &sampler->asleep, HP_LIVE_OFF_CPU | HP_LIVE_WAITS_FOR_CPU,
			waited_ns - sampler->waited_ns);
		sampler->waited_ns = waited_ns;
	}
}

/* With the lock: a sample of sleep that counts for so long. If it counted for more than there was, looks come
 * when it sleeps rather than when it runs. */
static void sparse_write_asleep(
	hp_live_sampler *sampler, uint32_t flags, int64_t asleep_ns, uint64_t weight_ns)
{
	int64_t most_ns =
		asleep_ns - sampler->asleep_ns + (int64_t) (SPARSE_MOST_AHEAD * sampler->interval_ns);
	int64_t taken_ns = MIN((int64_t) weight_ns, most_ns);

	if (taken_ns > 0) {
		hp_live_sampler_write(
			sampler, &sampler->asleep, HP_LIVE_OFF_CPU | flags, (uint64_t) taken_ns);
		sampler->asleep_ns += taken_ns;
	}
}

/* With the lock: what it does, if it does not run. */
static void sparse_take_off(hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns,
	uint64_t waited_ns, uint64_t weight_ns)
{
	int64_t asleep_ns = sparse_asleep_ns(sampler, now_ns, cpu_ns, waited_ns);
	bool is_waiting;

	if (sampler->was_off && cpu_ns == sampler->look_cpu_ns) {
		sparse_write_asleep(sampler, HP_LIVE_REPEATED, asleep_ns, weight_ns);
		return;
	}
	is_waiting = hp_sample_source_is_waiting(&sampler->off);
	sampler->was_off = hp_live_sampler_walk_other(sampler, cpu_ns);
	if (sampler->was_off && is_waiting) {
		sparse_write_waiting(sampler, waited_ns);
		sampler->was_off = false;
	} else if (sampler->was_off) {
		sampler->off_since_ns = now_ns;
		sparse_write_asleep(sampler, 0, asleep_ns, weight_ns);
	}
}

/* With the lock: the weight of this look. One that stayed in a place for long was looked at late: half of
 * what is more than an interval it was there, as far as is known. */
static uint64_t sparse_weight(
	hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, uint64_t waited_ns)
{
	uint64_t weight_ns = sampler->look_ns == 0 ? sampler->interval_ns : now_ns - sampler->look_ns;
	bool has_left = sampler->was_off && cpu_ns != sampler->look_cpu_ns;

	if (has_left && weight_ns > 2 * sampler->interval_ns) {
		uint64_t there_ns = (weight_ns - sampler->interval_ns) / 2;

		sparse_write_asleep(sampler, HP_LIVE_REPEATED,
			sparse_asleep_ns(sampler, now_ns, cpu_ns, waited_ns), there_ns);
		weight_ns -= there_ns;
	}

	return weight_ns;
}

/* With the lock. */
static void sparse_look_at(hp_live_sampler *sampler, uint64_t now_ns)
{
	uint64_t cpu_ns = hp_live_sampler_cpu_ns(sampler);
	uint64_t waited_ns = hp_sample_source_waited_ns(&sampler->off);
	uint64_t weight_ns = sparse_weight(sampler, now_ns, cpu_ns, waited_ns);

	if (hp_live_sampler_cpu_ns(sampler) == cpu_ns) {
		sparse_take_off(sampler, now_ns, cpu_ns, waited_ns, weight_ns);
	} else {
		sampler->was_off = false;
	}
	sampler->look_cpu_ns = cpu_ns;
}

/* The first look is at a random moment of the interval and counts for all of it, so that short requests after
 * long breaks have their share. */
static uint64_t sparse_first_delay_ns(hp_live_sampler *sampler, uint64_t now_ns)
{
	sampler->look_ns = 0;
	sampler->is_expected = true;
	hp_live_sampler_lock(sampler);
	sampler->was_off = false;
	sampler->waited_ns = hp_sample_source_waited_ns(&sampler->off);
	sampler->asleep_ns =
		sparse_asleep_ns(sampler, now_ns, hp_live_sampler_cpu_ns(sampler), sampler->waited_ns);
	hp_live_sampler_unlock(sampler);

	return (hp_random_next(&sampler->random) >> 32) * sampler->interval_ns / UINT32_MAX;
}

/* Between two requests: a look that sees nothing, but the next request may be the next that runs. */
static uint64_t sparse_look_idle(hp_live_sampler *sampler)
{
	uint64_t delay_ns = hp_live_sampler_idle_delay_ns(sampler);

	hp_live_sampler_lock(sampler);
	sampler->was_off = false;
	hp_live_sampler_unlock(sampler);
	sampler->is_expected = delay_ns != UINT64_MAX;

	return delay_ns;
}

/* A look in a request. */
static uint64_t sparse_look_busy(hp_live_sampler *sampler, uint64_t now_ns)
{
	uint64_t delay_ns;

	hp_live_sampler_lock(sampler);
	hp_live_sampler_make_room(sampler);
	if (sampler->clock == HP_LIVE_WALL && sampler->is_in_request) {
		sparse_look_at(sampler, now_ns);
	}
	delay_ns = hp_live_sampler_delay_ns(sampler);
	hp_live_sampler_watch(sampler, now_ns, hp_live_sampler_cpu_ns(sampler));
	hp_live_sampler_unlock(sampler);

	return delay_ns;
}

uint64_t hp_live_sparse_look(hp_live_sampler *sampler)
{
	uint64_t now_ns = hp_live_ring_now_ns(), delay_ns;

	if (HP_SHARED_READ(&sampler->dumps) > 0) {
		return hp_live_sampler_look(sampler);
	}
	/* Messages wake the helper at other times. */
	if (sampler->is_expected && now_ns < sampler->next_look_ns) {
		return sampler->next_look_ns - now_ns;
	}
	if (!sampler->is_expected) {
		delay_ns = sparse_first_delay_ns(sampler, now_ns);
	} else {
		delay_ns = HP_SHARED_READ(&sampler->is_in_request) ? sparse_look_busy(sampler, now_ns)
														   : sparse_look_idle(sampler);
		sampler->look_ns = now_ns;
		sparse_arm(sampler);
	}
	sampler->next_look_ns = now_ns + delay_ns;

	return delay_ns;
}

#endif
