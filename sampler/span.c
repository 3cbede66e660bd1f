#include "sampler/span.h"

/* With the lock: a pause has ended. */
static void span_go_on(hp_sampler *sampler, uint64_t now_ns, uint64_t now_cpu_ns)
{
	hp_sampler_thread_side *thread = &sampler->thread;
	uint64_t wall_ns = now_ns - thread->left_ns, cpu_ns = now_cpu_ns - thread->left_cpu_ns;

	sampler->locked.found.looked_ns += wall_ns;
	sampler->locked.found.on_cpu_ns += cpu_ns;
	sampler->locked.found.off_now_ns += wall_ns;
	sampler->locked.found.off_cpu_ns += cpu_ns;
	hp_sample_source_take(&sampler->cpu, hp_sample_source_taken_ns(&sampler->cpu) + cpu_ns);
	hp_off_cpu_pause(&sampler->locked.off, wall_ns, cpu_ns,
		hp_sample_states_schedule(&sampler->locked.off.states).waited_ns - thread->left_waited_ns);
}

/* In the thread: reads its own schedule. If the helper has another table of files, the thread reads
 * it by a file in its own table. */
static hp_sample_schedule span_schedule_here(hp_sampler *sampler)
{
	return sampler->cpu.hold == NULL ? hp_sample_states_schedule(&sampler->locked.off.states)
									 : hp_sample_states_schedule_here(&sampler->thread.schedule);
}

/* With the lock: a request begins. The next tick stands for the time since the previous tick, which
 * may have been before the request. */
static void span_begin_request(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_sampler_thread_side *thread = &sampler->thread;
	const hp_sample_event *cpu = &sampler->cpu;
	bool is_ticking = cpu->source != NULL && HP_SHARED_READ(&cpu->is_armed);

	thread->ahead_ns = is_ticking
		? MIN(cpu_ns - HP_SHARED_READ(&thread->ticked_ns), hp_sampler_interval_ns(sampler))
		: 0;
	sampler->locked.owed_ns = 0;
	hp_sample_source_take(&sampler->cpu, cpu_ns - thread->ahead_ns);
	sampler->locked.found = (hp_sampler_found){.looked_ns = sampler->locked.found.looked_ns};
	if (sampler->setup.has_wall) {
		hp_off_cpu_enter(&sampler->locked.off, now_ns, cpu_ns, span_schedule_here(sampler));
	}
}

void hp_span_enter(hp_sampler *sampler, uint64_t now_ns, bool is_pause)
{
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler);

	sampler->locked.walk.peeked = NULL;
	if (sampler->is_on && is_pause) {
		span_go_on(sampler, now_ns, cpu_ns);
	} else if (sampler->is_on) {
		span_begin_request(sampler, now_ns, cpu_ns);
	}
	HP_SHARED_WRITE(&sampler->is_open, true);
}

hp_sampler_account hp_span_rest(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool is_here)
{
	hp_sampler_account rest = {.cpu_ns = hp_sampler_open_ns(sampler, cpu_ns) +
			sampler->locked.owed_ns - (int64_t) sampler->thread.ahead_ns};

	if (sampler->setup.has_wall) {
		hp_off_cpu_flush(&sampler->locked.off, now_ns, cpu_ns,
			is_here ? span_schedule_here(sampler)
					: hp_sample_states_schedule(&sampler->locked.off.states));
		rest.off = hp_off_cpu_rest_of(&sampler->locked.off, now_ns, cpu_ns);
	}

	return rest;
}

/* With the lock: a request ends. */
static void span_end_request(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_sampler_account rest = hp_span_rest(sampler, now_ns, cpu_ns, true);
	hp_sampler_account *account = sampler->setup.sink->account(sampler->setup.owner);

	if (!sampler->helper.is_for_stacks) {
		hp_sampler_account_add(account, &rest);
	}
	/* The owner may forget the store's functions, which these refer to. */
	sampler->locked.wait_now = HP_SAMPLE_NONE;
	sampler->locked.found.off_ns = sampler->locked.found.waits.count = 0;
}

void hp_span_leave(hp_sampler *sampler, bool is_pause)
{
	hp_sampler_thread_side *thread = &sampler->thread;

	HP_SHARED_WRITE(&sampler->is_open, false);
	sampler->locked.walk.peeked = NULL;
	/* The CPU clock is read first here, and last when a run begins. So an interruption between the
	 * two readings never adds CPU time without wall time. */
	thread->left_cpu_ns = hp_sampler_cpu_ns(sampler);
	thread->left_ns = hp_sampler_now_ns();
	if (sampler->is_on && is_pause) {
		thread->left_waited_ns = hp_sample_states_schedule(&sampler->locked.off.states).waited_ns;
	} else if (sampler->is_on) {
		span_end_request(sampler, thread->left_ns, thread->left_cpu_ns);
	}
}

void hp_span_turn(hp_sampler *sampler)
{
	uint64_t now_ns, cpu_ns;

	if (sampler->is_on && sampler->is_open) {
		cpu_ns = hp_sampler_cpu_ns(sampler);
		now_ns = hp_sampler_now_ns();
		sampler->locked.walk.peeked = NULL;
		span_end_request(sampler, now_ns, cpu_ns);
		span_begin_request(sampler, now_ns, cpu_ns);
	}
}
