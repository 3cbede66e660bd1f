#include "sampler/fork.h"

#include "sampler/charge.h"

void hp_fork_begin(hp_sampler *sampler)
{
	hp_sampler_lock(sampler);
	sampler->thread.fork_began_ns = hp_sampler_now_ns();
	sampler->thread.fork_began_cpu_ns = hp_sampler_cpu_ns(sampler);
}

/* With the lock: samples the CPU time of forks, in whole grains. The rest is left for the next
 * fork. This time was measured, not estimated, so all of it is charged even where looks are ahead
 * of the clock. */
static void fork_take(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_thread_side *thread = &sampler->thread;
	hp_sampler_sample sample = {.is_own = true, .wait = HP_SAMPLE_NONE};

	thread->forked_ns += cpu_ns - thread->fork_began_cpu_ns;
	if (sampler->helper.is_for_stacks) {
		return;
	}
	sample.time_ns = thread->forked_ns / sampler->setup.grain_ns * sampler->setup.grain_ns;
	thread->forked_ns -= sample.time_ns;
	sampler->locked.walk.peeked = NULL;
	hp_charge_take_own(sampler, cpu_ns, &sample, EG(current_execute_data), NULL);
}

void hp_fork_end(hp_sampler *sampler)
{
	hp_sampler_thread_side *thread = &sampler->thread;
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler);

	thread->fork_ended_ns = hp_sampler_now_ns();
	if (sampler->is_on && HP_SHARED_READ(&sampler->is_open)) {
		sampler->locked.found.looked_ns += thread->fork_ended_ns - thread->fork_began_ns;
		sampler->locked.found.looked_cpu_ns += cpu_ns - thread->fork_began_cpu_ns;
		fork_take(sampler, cpu_ns);
	}
	hp_sampler_unlock(sampler);
}

void hp_fork_forget(hp_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
	hp_sampler_close_files(sampler);
	hp_descriptor_drop(&sampler->thread.schedule);
#ifdef __linux__
	sampler->locked.walk.own.file =
		-1; /* belongs to the parent's helper; here it is another file's */
#endif
	sampler->is_on = false;
	hp_sampler_unlock(sampler);
}
