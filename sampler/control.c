#include "sampler/control.h"

#include "sampler/helper.h"
#include "sampler/on_tick.h"
#include "sampler/source_choice.h"
#include "sampler/span.h"
#include "sampler/view.h"

#include <unistd.h>

void hp_control_init(
	hp_sampler *sampler, const hp_sampler_sink *sink, void *owner, hp_sample_store *store)
{
	memset(sampler, 0, sizeof(*sampler));
	sampler->setup.sink = sink;
	sampler->setup.owner = owner;
	sampler->setup.store = store;
	sampler->setup.grain_ns = 1;
	hp_random_bytes(&sampler->locked.random, sizeof(sampler->locked.random));
	hp_stack_walk_init(&sampler->locked.walk, store);
	hp_off_cpu_init(&sampler->locked.off, &hp_view_off_cpu_sink, sampler);
	sampler->cpu.thread = hp_sample_source_thread();
	sampler->cpu.owner = sampler;
	sampler->cpu.tick = hp_on_tick;
	sampler->cpu.file = sampler->helper.wait.call = sampler->helper.wait.process.file =
		HP_DESCRIPTOR_NONE;
	sampler->helper.states.stat = sampler->helper.states.schedule = sampler->thread.schedule =
		HP_DESCRIPTOR_NONE;
	sampler->helper.wait.current = (const zend_execute_data *const *) sampler->locked.walk.current;
	sampler->locked.wait_now = HP_SAMPLE_NONE;
}

void hp_control_free(hp_sampler *sampler)
{
	hp_descriptor_drop(&sampler->thread.schedule);
	hp_stack_walk_free(&sampler->locked.walk);
}

void hp_control_open_own(hp_sampler *sampler)
{
#ifdef __linux__
	if (sampler->locked.walk.own.file < 0) {
		hp_peek_own_open(&sampler->locked.walk.own);
	}
#endif
}

void hp_control_close_own(hp_sampler *sampler)
{
#ifdef __linux__
	hp_peek_own_close(&sampler->locked.walk.own);
#endif
}

void hp_control_leave_files(hp_sampler *sampler)
{
#ifdef __linux__
	const hp_sample_states *states = &sampler->locked.off.states;
	int files[] = {sampler->cpu.file.number, states->stat.number, states->schedule.number,
		sampler->helper.wait.call.number};

	if (hp_wait_may_leave_files(states->stat.number) &&
		hp_sample_helper_leave_files(files, sizeof(files) / sizeof(files[0]))) {
		hp_wait_left_files(&sampler->helper.wait);
		hp_control_open_own(sampler);
	}
#endif
}

/* With the lock: starts all clocks. The time that has passed until now belongs to no sample. */
static void control_begin_clocks(hp_sampler *sampler)
{
	hp_sampler_thread_side *thread = &sampler->thread;
	uint64_t now_ns = hp_sampler_now_ns(), cpu_ns = hp_sampler_cpu_ns(sampler);
	hp_sampler_pace *pace = &sampler->helper.pace;

	sampler->locked.began_ns = pace->began_ns = now_ns;
	pace->cpu_ns = cpu_ns;
	pace->intervals = 1;
	pace->is_mostly_off = false;
	HP_SHARED_WRITE(&pace->is_napping, false);
	pace->is_answered = false;
	HP_SHARED_WRITE(&pace->is_left_to_ticks, false);
	sampler->locked.owed_ns = 0;
	thread->ahead_ns = 0;
	thread->forked_ns = 0;
	sampler->locked.found = (hp_sampler_found){.looked_ns = now_ns};
	sampler->locked.walk.peeked = NULL;
	hp_sample_source_take(&sampler->cpu, cpu_ns);
	HP_SHARED_WRITE(&sampler->cpu.seen_ns, cpu_ns);
	HP_SHARED_WRITE(&thread->ticked_ns, cpu_ns);
	hp_off_cpu_begin(&sampler->locked.off, now_ns, cpu_ns);
	if (!sampler->is_open) {
		thread->left_ns = now_ns;
		thread->left_cpu_ns = cpu_ns;
	}
}

/* With the lock, as sampling begins: drops all findings of the time before. */
static void control_reset(hp_sampler *sampler)
{
	hp_sampler_thread_side *thread = &sampler->thread;
	hp_sampler_helper_side *helper = &sampler->helper;

	thread->is_blocked = thread->has_skipped = false;
	thread->mean_cooldown_ns = thread->cooldown_until_ns = 0;
	helper->looks.is_expected = false;
	helper->looks.after_ns = 0;
	helper->window.is_unsure = false;
	helper->window.is_first = true;
	helper->choice.is_switching = helper->choice.is_in_kernel = false;
	helper->choice.switches = sampler->locked.off.seen.switches;
	helper->choice.compared_ns = hp_sampler_now_ns();
	helper->choice.compared_switch_ns = helper->choice.switch_ns;
	helper->has_one_cpu = hp_sample_states_have_one_cpu();
	sampler->locked.wants_attach = false;
	HP_SHARED_WRITE(&sampler->locked.mean_depth_ns, 0);
}

void hp_control_enable(hp_sampler *sampler, uint64_t interval_ns)
{
	hp_sampler_lock(sampler);
	HP_SHARED_WRITE(&sampler->interval_ns, interval_ns);
	sampler->locked.off.interval_ns = interval_ns;
	hp_sample_states_open(&sampler->locked.off.states, sampler->locked.off.states.thread);
	hp_wait_open(
		&sampler->helper.wait, getpid(), sampler->cpu.thread->tid, sampler->cpu.hold == NULL);
	control_begin_clocks(sampler);
	control_reset(sampler);
	hp_source_choice_begin_ticks(sampler, hp_sampler_cpu_ns(sampler));
	/* Perf does not tick in the kernel. Until the kernel's share is known, the helper looks often
	 * and samples that code instead. */
	sampler->hurry_until_ns =
		sampler->helper.window.cpu_ns + HP_SOURCE_CHOICE_KERNEL_INTERVALS * interval_ns;
	HP_SHARED_WRITE(&sampler->is_on, true);
	hp_sampler_unlock(sampler);
}

/* With the lock: passes the open time to the sink as sampling ends. Between two requests the sink's
 * accounts already have all of it. */
static void control_end(hp_sampler *sampler)
{
	hp_sampler_account rest = {0, {0, 0}};
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler), now_ns = hp_sampler_now_ns();

	if (sampler->is_open) {
		rest = hp_span_rest(sampler, now_ns, cpu_ns, false);
	} else if (sampler->setup.sink->account == NULL) {
		rest = hp_span_rest(sampler, sampler->thread.left_ns, sampler->thread.left_cpu_ns, false);
	}
	sampler->setup.sink->end(
		sampler->setup.owner, rest.cpu_ns, rest.off.asleep_ns + rest.off.waited_ns);
}

void hp_control_disable(hp_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
	hp_sampler_lock(sampler);
	if (sampler->is_on && !sampler->helper.is_for_stacks) {
		control_end(sampler);
	}
	HP_SHARED_WRITE(&sampler->is_on, false);
	hp_sampler_close_files(sampler);
	hp_sampler_unlock(sampler);
}

void hp_control_set_for_stacks(hp_sampler *sampler, bool is_for_stacks)
{
	if (is_for_stacks == sampler->helper.is_for_stacks) {
		return;
	}
	if (sampler->is_on && is_for_stacks) {
		control_end(sampler);
	} else if (sampler->is_on) {
		control_begin_clocks(sampler);
	}
	HP_SHARED_WRITE(&sampler->helper.is_for_stacks, is_for_stacks);
}

void hp_control_ask_stack(hp_sampler *sampler, bool is_asked)
{
	HP_SHARED_WRITE(&sampler->locked.has_stack_asked, is_asked);
}

/* Sets the time to the next tick. Time that is already open counts: if each change of the interval
 * started again, a thread that uses little CPU time would never come to a tick. */
static void control_aim(hp_sampler *sampler, uint64_t interval_ns)
{
	hp_sample_event *cpu = &sampler->cpu;
	int64_t open_ns = hp_sampler_open_ns(sampler, hp_sampler_cpu_ns(sampler));
	int64_t left_ns = (int64_t) interval_ns - open_ns, least_ns = (int64_t) interval_ns / 16;

	cpu->source->run(cpu, true);
	cpu->source->aim(cpu, (uint64_t) MAX(least_ns, MIN(left_ns, (int64_t) interval_ns)));
}

void hp_control_set_interval(hp_sampler *sampler, uint64_t interval_ns)
{
	hp_sample_event *cpu = &sampler->cpu;
	bool is_longer = interval_ns > sampler->interval_ns;

	hp_sampler_lock(sampler);
	HP_SHARED_WRITE(&sampler->interval_ns, interval_ns);
	sampler->locked.off.interval_ns = interval_ns;
	hp_source_choice_begin_ticks(sampler, hp_sampler_cpu_ns(sampler));
	sampler->helper.looks.is_expected = sampler->helper.looks.is_expected && is_longer;
	HP_SHARED_WRITE(&cpu->interval_ns, interval_ns);
	hp_sampler_unlock(sampler);
	/* Each tick sets the time of the next one by the interval at that time. For perf a longer
	 * interval can wait until then. */
	if (cpu->source != NULL && HP_SHARED_READ(&cpu->is_armed) &&
		!(is_longer && cpu->source == &hp_sample_source_perf)) {
		control_aim(sampler, interval_ns);
	}
}
