#include "sampler/on_tick.h"

#include "sampler/charge.h"
#include "sampler/due.h"

/* Where looks take the samples, a tick takes one only if the CPU time without a sample has reached
 * this many times pace.intervals intervals. */
#define ON_TICK_LOOKS_INTERVALS 4u

/* A handler that took longer was interrupted itself. No more than this counts as its cost. */
#define ON_TICK_MOST_HANDLER_NS 200000u

/* Returns the most CPU time that a tick may stand for. The time between two ticks is at most one
 * and a half times the interval. Any further time was spent in the kernel, where no signal arrives,
 * and must not be charged to the code that the tick finds. */
static uint64_t on_tick_most_ns(const hp_sampler *sampler)
{
	uint64_t interval_ns = hp_sampler_interval_ns(sampler);

	if (sampler->cpu.source == &hp_sample_source_timer) {
		/* The timer is only as fine as the kernel's tick, so that one tick stands for many
		 * intervals. */
		return HP_SHARED_READ(&sampler->helper.pace.is_left_to_ticks)
			? MAX(hp_sample_source_kernel_tick_ns(), interval_ns) / 2 * 3
			: UINT64_MAX;
	}

	return sampler->thread.has_skipped ? UINT64_MAX : interval_ns / 2 * 3 - 1;
}

/* In the signal handler, which may interrupt the thread in the middle of any change. */
static void on_tick_open(hp_sampler *sampler, uint64_t cpu_ns, const void *context)
{
	hp_sampler_sample sample = {.is_own = true,
		.wait = HP_SAMPLE_NONE,
		.time_ns = hp_due_ns(sampler, cpu_ns, on_tick_most_ns(sampler))};

	if (hp_due_is_late(sampler, cpu_ns)) {
		hp_due_hurry(sampler, cpu_ns);
	}
	if (hp_due_has_finer_looks(sampler) &&
		hp_sampler_open_ns(sampler, cpu_ns) <
			(int64_t) ((HP_SHARED_READ(&sampler->helper.pace.is_napping) ? HP_DUE_NAPS_MOST
																		 : ON_TICK_LOOKS_INTERVALS *
								   HP_SHARED_READ(&sampler->helper.pace.intervals)) *
				hp_sampler_interval_ns(sampler))) {
		sample.time_ns = 0;
	}
	if (sample.time_ns == 0 && !hp_sampler_has_stack_asked(sampler)) {
		return;
	}
	if (hp_charge_is_too_soon(sampler, cpu_ns, 0)) {
		HP_SHARED_WRITE(&sampler->thread.has_skipped, true);
		HP_SHARED_COUNT(sampler->setup.late);
		return;
	}
	if (!hp_sampler_try_lock(sampler)) {
		HP_SHARED_COUNT(sampler->setup.late);
		return;
	}
	hp_charge_take_own(sampler, cpu_ns, &sample, *sampler->locked.walk.current, context);
	hp_sampler_unlock(sampler);
}

void hp_on_tick(hp_sample_event *event, const void *context)
{
	hp_sampler *sampler = event->owner;
	uint64_t start_ns = hp_sampler_now_ns(), cpu_ns = event->source->read(event), took_ns;

	HP_SHARED_WRITE(&event->seen_ns, cpu_ns);
	/* Perf may tick more often than the interval. A tick that comes too early for a sample leaves
	 * its time to the next one. */
	if (cpu_ns - sampler->thread.ticked_ns >= hp_sampler_interval_ns(sampler) / 2) {
		HP_SHARED_WRITE(&sampler->thread.ticked_ns, cpu_ns);
	}
	HP_SHARED_COUNT(&sampler->thread.ticks);
	if (!HP_SHARED_READ(&sampler->is_open)) {
		return;
	}
	on_tick_open(sampler, cpu_ns, context);
	took_ns = hp_sampler_now_ns() - start_ns;
	HP_SHARED_WRITE(&sampler->thread.handler_ns,
		sampler->thread.handler_ns + sampler->tick_ns + MIN(took_ns, ON_TICK_MOST_HANDLER_NS));
}
