#include "sampler/control.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# include "sampler/helper.h"
# include "sampler/on_tick.h"
# include "sampler/source_choice.h"
# include "sampler/span.h"
# include "sampler/view.h"

# include <unistd.h>

void hp_control_init(
	hp_sampler *sampler, const hp_sampler_sink *sink, void *owner, hp_sample_store *store)
{
	memset(sampler, 0, sizeof(*sampler));
	sampler->sink = sink;
	sampler->owner = owner;
	sampler->store = store;
	sampler->grain_ns = 1;
	hp_random_bytes(&sampler->random, sizeof(sampler->random));
	hp_stack_walk_init(&sampler->walk, store);
	hp_off_cpu_init(&sampler->off, &hp_view_off_cpu_sink, sampler);
	sampler->cpu.thread = hp_sample_source_thread();
	sampler->cpu.owner = sampler;
	sampler->cpu.tick = hp_on_tick;
	sampler->cpu.file = sampler->wait.call = sampler->wait.process.file = HP_DESCRIPTOR_NONE;
	sampler->helper.stat = sampler->helper.schedule = sampler->schedule = HP_DESCRIPTOR_NONE;
	sampler->wait.current = (const zend_execute_data *const *) sampler->walk.current;
	sampler->wait_now = HP_SAMPLE_NONE;
}

void hp_control_free(hp_sampler *sampler)
{
	hp_descriptor_drop(&sampler->schedule);
	hp_stack_walk_free(&sampler->walk);
}

void hp_control_open_own(hp_sampler *sampler)
{
# ifdef __linux__
	if (sampler->walk.own.file < 0) {
		hp_peek_own_open(&sampler->walk.own);
	}
# endif
}

void hp_control_close_own(hp_sampler *sampler)
{
# ifdef __linux__
	hp_peek_own_close(&sampler->walk.own);
# endif
}

void hp_control_leave_files(hp_sampler *sampler)
{
# ifdef __linux__
	const hp_sample_states *states = &sampler->off.states;
	int files[] = {sampler->cpu.file.number, states->stat.number, states->schedule.number,
		sampler->wait.call.number};

	if (hp_wait_may_leave_files(states->stat.number) &&
		hp_sample_helper_leave_files(files, sizeof(files) / sizeof(files[0]))) {
		hp_wait_left_files(&sampler->wait);
		hp_control_open_own(sampler);
	}
# endif
}

/* With the lock: starts all clocks. The time that has passed until now belongs to no sample. */
static void control_begin_clocks(hp_sampler *sampler)
{
	uint64_t now_ns = hp_sampler_now_ns(), cpu_ns = hp_sampler_cpu_ns(sampler);

	sampler->began_ns = sampler->paced_ns = now_ns;
	sampler->paced_cpu_ns = cpu_ns;
	sampler->pace = 1;
	sampler->is_mostly_off = false;
	HP_SHARED_WRITE(&sampler->is_napping, false);
	sampler->is_answered = false;
	HP_SHARED_WRITE(&sampler->is_left_to_ticks, false);
	sampler->owed_ns = 0;
	sampler->ahead_ns = 0;
	sampler->forked_ns = 0;
	sampler->mark = (hp_sampler_mark){.looked_ns = now_ns};
	sampler->walk.peeked = NULL;
	hp_sample_source_take(&sampler->cpu, cpu_ns);
	HP_SHARED_WRITE(&sampler->cpu.seen_ns, cpu_ns);
	HP_SHARED_WRITE(&sampler->ticked_ns, cpu_ns);
	hp_off_cpu_begin(&sampler->off, now_ns, cpu_ns);
	if (!sampler->is_open) {
		sampler->left_ns = now_ns;
		sampler->left_cpu_ns = cpu_ns;
	}
}

void hp_control_enable(hp_sampler *sampler, uint64_t interval_ns)
{
	hp_sampler_lock(sampler);
	HP_SHARED_WRITE(&sampler->interval_ns, interval_ns);
	sampler->off.interval_ns = interval_ns;
	hp_off_cpu_open(&sampler->off);
	hp_wait_open(&sampler->wait, getpid(), sampler->cpu.thread->tid, sampler->cpu.hold == NULL);
	control_begin_clocks(sampler);
	sampler->switches = sampler->off.seen.switches;
	sampler->is_expected = sampler->is_switching = sampler->wants_attach = sampler->is_blocked =
		false;
	sampler->is_in_kernel = sampler->has_skipped = sampler->is_unsure = false;
	sampler->is_new = true;
	sampler->has_one_cpu = hp_sample_states_have_one_cpu();
	sampler->mean_cooldown_ns = 0;
	HP_SHARED_WRITE(&sampler->mean_depth_ns, 0);
	hp_source_choice_begin_ticks(sampler, hp_sampler_cpu_ns(sampler));
	/* Perf does not tick in the kernel. Until the kernel's share is known, the helper looks often
	 * and samples that code instead. */
	sampler->hurry_until_ns =
		sampler->ticks_cpu_ns + HP_SOURCE_CHOICE_KERNEL_INTERVALS * interval_ns;
	sampler->cooldown_until_ns = sampler->look_after_ns = 0;
	sampler->minded_ns = hp_sampler_now_ns();
	sampler->minded_switch_ns = sampler->switch_ns;
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
	} else if (sampler->sink->account == NULL) {
		rest = hp_span_rest(sampler, sampler->left_ns, sampler->left_cpu_ns, false);
	}
	sampler->sink->end(sampler->owner, rest.cpu_ns, rest.off.asleep_ns + rest.off.waited_ns);
}

void hp_control_disable(hp_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
	hp_sampler_lock(sampler);
	if (sampler->is_on && !sampler->is_for_stacks) {
		control_end(sampler);
	}
	HP_SHARED_WRITE(&sampler->is_on, false);
	hp_sampler_close_files(sampler);
	hp_sampler_unlock(sampler);
}

void hp_control_set_for_stacks(hp_sampler *sampler, bool is_for_stacks)
{
	if (is_for_stacks == sampler->is_for_stacks) {
		return;
	}
	if (sampler->is_on && is_for_stacks) {
		control_end(sampler);
	} else if (sampler->is_on) {
		control_begin_clocks(sampler);
	}
	HP_SHARED_WRITE(&sampler->is_for_stacks, is_for_stacks);
}

void hp_control_ask_stack(hp_sampler *sampler, bool is_asked)
{
	HP_SHARED_WRITE(&sampler->has_stack_asked, is_asked);
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
	sampler->off.interval_ns = interval_ns;
	hp_source_choice_begin_ticks(sampler, hp_sampler_cpu_ns(sampler));
	sampler->is_expected = sampler->is_expected && is_longer;
	HP_SHARED_WRITE(&cpu->interval_ns, interval_ns);
	hp_sampler_unlock(sampler);
	/* Each tick sets the time of the next one by the interval at that time. For perf a longer
	 * interval can wait until then. */
	if (cpu->source != NULL && HP_SHARED_READ(&cpu->is_armed) &&
		!(is_longer && cpu->source == &hp_sample_source_perf)) {
		control_aim(sampler, interval_ns);
	}
}

#endif
