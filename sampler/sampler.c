#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# include "base/interrupt.h"
# include "sampler/helper.h"
# include "sampler/tick.h"

# include <sched.h>
# include <unistd.h>

void hp_sampler_lock(hp_sampler *sampler)
{
	while (!hp_sampler_try_lock(sampler)) {
		sched_yield();
	}
}

void hp_sampler_interrupt(hp_sampler *sampler)
{
	HP_SHARED_WRITE(&sampler->is_wanted, true);
	hp_interrupt_ask((zend_executor_globals *) ((char *) sampler->walk.current -
		offsetof(zend_executor_globals, current_execute_data)));
}

void hp_sampler_close_files(hp_sampler *sampler)
{
	hp_off_cpu_close(&sampler->off);
	hp_wait_close(&sampler->wait);
	hp_sample_states_close(&sampler->helper);
}

/* Weights of looks are estimates. Their sum is at most AHEAD_INTERVALS intervals ahead of the clock.
 * Once it is as many behind, one sample in BEHIND_PARTS takes all that is open: a random one,
 * because the next one is mostly right behind a sleep. */
# define DUE_AHEAD_INTERVALS 2
# define DUE_BEHIND_PARTS 8

uint64_t hp_due_ns(const hp_sampler *sampler, uint64_t cpu_ns, uint64_t most_ns)
{
	int64_t open_ns = hp_sampler_open_ns(sampler, cpu_ns);

	if (HP_SHARED_READ(&sampler->is_for_stacks) ||
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
		!HP_SHARED_READ(&sampler->has_skipped) &&
		hp_sampler_open_ns(sampler, cpu_ns) >= due_late_ns(sampler);
}

bool hp_due_has_finer_looks(const hp_sampler *sampler)
{
	return (sampler->cpu.source == &hp_sample_source_timer ||
			   HP_SHARED_READ(&sampler->is_unsure)) &&
		!sampler->needs_own_samples && !sampler->has_safe_points_only &&
		hp_sampler_can_look(sampler) && !HP_SHARED_READ(&sampler->is_left_to_ticks) &&
		HP_SHARED_READ(&sampler->mean_depth_ns) < HP_DUE_DEEP_NS &&
		!hp_sample_source_is_of_ticks(hp_sampler_interval_ns(sampler));
}

bool hp_due_is_silent(const hp_sampler *sampler, uint64_t cpu_ns)
{
	return cpu_ns > HP_SHARED_READ(&sampler->cpu.seen_ns) + 2 * hp_sampler_interval_ns(sampler) +
		HP_SAMPLER_PATIENCE_NS;
}

bool hp_due_needs_safe_point(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->cpu;

	return event->source == NULL || !HP_SHARED_READ(&event->is_armed) ||
		hp_due_has_finer_looks(sampler) || hp_due_is_silent(sampler, cpu_ns);
}

int64_t hp_due_ahead_ns(const hp_sampler *sampler)
{
	return (int64_t) (DUE_AHEAD_INTERVALS * sampler->pace * hp_sampler_interval_ns(sampler));
}

uint64_t hp_due_marked_ns(hp_sampler *sampler, uint64_t found_ns, int64_t open_ns)
{
	int64_t ahead_ns = hp_due_ahead_ns(sampler);

	if (sampler->is_for_stacks || open_ns <= -ahead_ns) {
		return 0;
	}
	if (open_ns - ahead_ns > (int64_t) found_ns &&
		hp_random_unit(&sampler->random) * DUE_BEHIND_PARTS < 1) {
		found_ns = (uint64_t) open_ns;
	}

	return hp_due_weight_ns(sampler, MIN(found_ns, (uint64_t) (open_ns + ahead_ns)));
}

uint32_t hp_wait_label_of(hp_sampler *sampler, hp_sampler_state state, uint32_t asleep)
{
	return state == HP_SAMPLER_ON_CPU ? HP_SAMPLE_NONE
		: state == HP_SAMPLER_WAITS_FOR_CPU
		? hp_sample_store_label(sampler->store, HP_SAMPLE_WAIT, HP_PROFILE_WAIT_FOR_CPU)
		: asleep;
}

/* With the lock, in the helper thread: names what the thread sleeps in. Returns HP_SAMPLE_NONE if
 * that is not known, or if the thread has run since its CPU time was cpu_ns. */
static uint32_t wait_label_read(hp_sampler *sampler, uint64_t cpu_ns)
{
	const char *name = hp_wait_name(&sampler->wait);

	if (!sampler->wait.process.is_child) {
		sampler->wait_again_ns = 0;
	}

	return name == NULL || hp_sampler_cpu_ns(sampler) != cpu_ns
		? HP_SAMPLE_NONE
		: hp_sample_store_label(sampler->store, HP_SAMPLE_WAIT, name);
}

uint32_t hp_wait_label_new(hp_sampler *sampler, uint64_t cpu_ns)
{
	sampler->wait_named_ns = hp_sampler_now_ns();
	sampler->wait_again_ns = sampler->wait_named_ns + 1;

	return wait_label_read(sampler, cpu_ns);
}

void hp_wait_label_again(hp_sampler *sampler, uint64_t cpu_ns, uint32_t *wait)
{
	uint64_t now_ns = hp_sampler_now_ns();

	if (sampler->wait_again_ns > 0 && now_ns >= sampler->wait_again_ns) {
		sampler->wait_again_ns = 2 * now_ns - sampler->wait_named_ns;
		*wait = wait_label_read(sampler, cpu_ns);
	}
}

/* After a sample no other one is taken for this much CPU time per frame, which took some 20 ns to
 * walk: deep stacks must leave the program most of its time. The next sample carries the weight. */
# define CHARGE_COOLDOWN_NS 500u

/* Where no cache has the stack's memory, a frame takes far longer. From a cooldown of a deep stack
 * on, the time that a sample took is measured, and the cooldown is at least this many times as
 * long. */
# define CHARGE_COOLDOWN_PARTS 8u

/* All cooldowns are alike: the mean over about this many samples. If each depended on the depth of
 * its own sample, the next sample would mostly be of what follows a deep stack. */
# define CHARGE_COOLDOWN_SAMPLES 8u

void hp_charge_answer(hp_sampler *sampler, bool is_own, hp_sampler_state state)
{
	HP_SHARED_WRITE(&sampler->has_stack_asked, false);
	sampler->sink->answer(
		sampler->owner, is_own, state, hp_wait_label_of(sampler, state, sampler->wait_now));
}

/* Returns the mean of about the last CHARGE_COOLDOWN_SAMPLES times, with time_ns as the newest. */
static uint64_t charge_mean_ns(uint64_t mean_ns, uint64_t time_ns)
{
	return mean_ns - mean_ns / CHARGE_COOLDOWN_SAMPLES + time_ns / CHARGE_COOLDOWN_SAMPLES;
}

void hp_charge_note_depth(hp_sampler *sampler, uint32_t frames)
{
	HP_SHARED_WRITE(&sampler->mean_depth_ns,
		charge_mean_ns(sampler->mean_depth_ns, (uint64_t) frames * CHARGE_COOLDOWN_NS));
}

bool hp_charge_keep_own(hp_sampler *sampler, const zend_execute_data *top, const void *context)
{
	uint32_t count = context == NULL ? hp_stack_walk_safe_point(&sampler->walk, top)
									 : hp_stack_walk_own(&sampler->walk, top, context);

	if (count == HP_SAMPLE_NONE || !sampler->sink->keep(sampler->owner, true, count)) {
		HP_SHARED_COUNT(sampler->late);
		if (hp_sample_store_wants_room(sampler->store)) {
			hp_sampler_ask_interrupt(sampler);
		}
		return false;
	}
	sampler->cooldown_ns = (uint64_t) count * CHARGE_COOLDOWN_NS;
	hp_charge_note_depth(sampler, count);

	return true;
}

void hp_charge_cool_down(hp_sampler *sampler, uint64_t began_cpu_ns)
{
	uint64_t took_ns =
		sampler->cooldown_ns < HP_DUE_DEEP_NS ? 0 : hp_sampler_cpu_ns(sampler) - began_cpu_ns;

	sampler->mean_cooldown_ns = charge_mean_ns(
		sampler->mean_cooldown_ns, MAX(sampler->cooldown_ns, took_ns * CHARGE_COOLDOWN_PARTS));
	sampler->cooldown_until_ns = hp_charge_cooldown_clock_ns(sampler, began_cpu_ns) + took_ns +
		hp_random_around(&sampler->random, sampler->mean_cooldown_ns);
}

void hp_charge_settle(hp_sampler *sampler)
{
	hp_sampler_account *account =
		sampler->sink->account == NULL ? NULL : sampler->sink->account(sampler->owner);

	if (account != NULL && !sampler->is_for_stacks) {
		HP_SHARED_WRITE(&sampler->owed_ns, sampler->owed_ns + account->cpu_ns);
		hp_off_cpu_owe(&sampler->off, account->off);
		memset(account, 0, sizeof(*account));
	}
}

bool hp_charge_add_own(hp_sampler *sampler, const hp_sampler_sample *sample)
{
	hp_sampler_sample whole = *sample;
	int64_t time_ns = (int64_t) sample->time_ns + sampler->owed_ns;

	whole.time_ns = (uint64_t) MAX(0, time_ns);
	if (whole.time_ns > 0 && sampler->sink->add(sampler->owner, &whole) == 0) {
		return false;
	}
	HP_SHARED_WRITE(&sampler->owed_ns, MIN(0, time_ns));
	hp_sample_source_take(
		&sampler->cpu, hp_sample_source_taken_ns(&sampler->cpu) + sample->time_ns);

	return true;
}

/* With the lock: ticks were left out after a deep stack, before the tick of this sample. It is not
 * known when the program went from one stack to the other, so each gets half of that time. */
static void charge_share_skipped(hp_sampler *sampler, hp_sampler_sample *sample)
{
	uint64_t interval_ns = hp_sampler_interval_ns(sampler);
	hp_sampler_sample before = *sample;

	if (sampler->has_skipped && sample->time_ns > interval_ns) {
		before.is_past = true;
		before.time_ns = hp_due_weight_ns(sampler, (sample->time_ns - interval_ns) / 2);
		if (before.time_ns > 0 && before.time_ns < sample->time_ns &&
			hp_charge_add_own(sampler, &before)) {
			sample->time_ns -= before.time_ns;
		}
	}
}

bool hp_charge_take_own(hp_sampler *sampler, uint64_t cpu_ns, hp_sampler_sample *sample,
	const zend_execute_data *top, const void *context)
{
	bool is_asked = hp_sampler_has_stack_asked(sampler);

	if (sample->time_ns == 0 && !is_asked) {
		return true;
	}
	if (sample->time_ns > 0) {
		hp_charge_settle(sampler);
		charge_share_skipped(sampler, sample);
	}
	if (!hp_charge_keep_own(sampler, top, context)) {
		return false;
	}
	if (sample->time_ns > 0) {
		hp_charge_add_own(sampler, sample);
	}
	if (is_asked) {
		hp_charge_answer(sampler, true, HP_SAMPLER_ON_CPU);
	}
	hp_charge_cool_down(sampler, cpu_ns);
	HP_SHARED_WRITE(&sampler->has_skipped, false);

	return true;
}

/* Where looks take the samples, a tick takes one only if they have left this many intervals of CPU
 * time open, for each interval of the pace. */
# define ON_TICK_LOOKS_INTERVALS 4u

/* A handler that took longer was interrupted itself. No more than this counts as its cost. */
# define ON_TICK_MOST_HANDLER_NS 200000u

/* The most CPU time that a tick stands for: its own interval, which may be half as long again. Time
 * beyond that was spent in the kernel, where no signal may arrive, and the code that the tick finds
 * has no part in it. */
static uint64_t on_tick_most_ns(const hp_sampler *sampler)
{
	uint64_t interval_ns = hp_sampler_interval_ns(sampler);

	if (sampler->cpu.source == &hp_sample_source_timer) {
		/* The timer is only as fine as the kernel's tick, so that one tick stands for many
		 * intervals. */
		return HP_SHARED_READ(&sampler->is_left_to_ticks)
			? MAX(hp_sample_source_kernel_tick_ns(), interval_ns) / 2 * 3
			: UINT64_MAX;
	}

	return sampler->has_skipped ? UINT64_MAX : interval_ns / 2 * 3 - 1;
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
			(int64_t) ((HP_SHARED_READ(&sampler->is_napping)
							   ? HP_DUE_NAPS_MOST
							   : ON_TICK_LOOKS_INTERVALS * HP_SHARED_READ(&sampler->pace)) *
				hp_sampler_interval_ns(sampler))) {
		sample.time_ns = 0;
	}
	if (sample.time_ns == 0 && !hp_sampler_has_stack_asked(sampler)) {
		return;
	}
	if (hp_charge_is_too_soon(sampler, cpu_ns, 0)) {
		HP_SHARED_WRITE(&sampler->has_skipped, true);
		HP_SHARED_COUNT(sampler->late);
		return;
	}
	if (!hp_sampler_try_lock(sampler)) {
		HP_SHARED_COUNT(sampler->late);
		return;
	}
	hp_charge_take_own(sampler, cpu_ns, &sample, *sampler->walk.current, context);
	hp_sampler_unlock(sampler);
}

void hp_on_tick(hp_sample_event *event, const void *context)
{
	hp_sampler *sampler = event->owner;
	uint64_t start_ns = hp_sampler_now_ns(), cpu_ns = event->source->read(event), took_ns;

	HP_SHARED_WRITE(&event->seen_ns, cpu_ns);
	/* Perf may tick more often than the interval. A tick that comes too early for a sample leaves
	 * its time to the next one. */
	if (cpu_ns - sampler->ticked_ns >= hp_sampler_interval_ns(sampler) / 2) {
		HP_SHARED_WRITE(&sampler->ticked_ns, cpu_ns);
	}
	HP_SHARED_COUNT(&sampler->ticks);
	if (!HP_SHARED_READ(&sampler->is_open)) {
		return;
	}
	on_tick_open(sampler, cpu_ns, context);
	took_ns = hp_sampler_now_ns() - start_ns;
	HP_SHARED_WRITE(&sampler->handler_ns,
		sampler->handler_ns + sampler->tick_ns + MIN(took_ns, ON_TICK_MOST_HANDLER_NS));
}

/* The least that the kernel's part of a tick is assumed to cost. */
# define SOURCE_CHOICE_SIGNAL_NS 3000u

/* A perf tick is too expensive if it costs more than this part of the interval. The timer then
 * takes perf's place: its ticks are fewer, and as accurate. */
# define SOURCE_CHOICE_TICK_PARTS 25

/* The same limit where there is one CPU. There the helper does not see the thread run, so that the
 * timer's ticks would be all there is. Where a timer costs the kernel much, as in a virtual
 * machine, its ticks miss what a thread runs between short sleeps. */
# define SOURCE_CHOICE_TICK_PARTS_OF_ONE 10

/* The cost of perf each time the thread is taken off a CPU and put on one again. */
# define SOURCE_CHOICE_SWITCH_NS 3000u

/* A run changes from perf to the timer when perf's cost at switches exceeds 1 / SWITCHING_PARTS of
 * the time, and back to perf below 1 / CALM_PARTS. There are two bounds, so that it does not swing.
 * With one CPU, both bounds are ONE_CPU_TIMES as high. */
# define SOURCE_CHOICE_SWITCHING_PARTS 100
# define SOURCE_CHOICE_CALM_PARTS 400
# define SOURCE_CHOICE_ONE_CPU_TIMES 5

/* The timer takes the place of perf if too many of the ticks that were due are missing: more than
 * KERNEL_TICKS, plus one in KERNEL_PARTS of those due. */
# define SOURCE_CHOICE_KERNEL_TICKS 2u
# define SOURCE_CHOICE_KERNEL_PARTS 40u

bool hp_source_choice_is_dear(uint64_t interval_ns)
{
	uint64_t tick_ns = hp_sample_tick_ns();
	uint64_t parts = hp_sample_states_have_one_cpu() ? SOURCE_CHOICE_TICK_PARTS_OF_ONE
													 : SOURCE_CHOICE_TICK_PARTS;

	return tick_ns != HP_SAMPLE_NO_TICK && tick_ns > interval_ns / parts;
}

static bool source_choice_attach_to(hp_sampler *sampler, const hp_sample_source *source)
{
	return hp_sample_source_enable(&sampler->cpu, source) == SUCCESS;
}

bool hp_source_choice_attach(hp_sampler *sampler)
{
	uint64_t tick_ns = hp_sample_tick_ns();

	sampler->tick_ns = tick_ns == HP_SAMPLE_NO_TICK ? SOURCE_CHOICE_SIGNAL_NS
													: MAX(SOURCE_CHOICE_SIGNAL_NS, tick_ns);
	sampler->cpu.interval_ns = sampler->interval_ns;
	if (sampler->is_perf_dear || sampler->is_switching || sampler->is_in_kernel) {
		return source_choice_attach_to(sampler, &hp_sample_source_timer) ||
			(!sampler->is_switching && source_choice_attach_to(sampler, &hp_sample_source_perf));
	}

	return source_choice_attach_to(sampler, &hp_sample_source_perf) ||
		source_choice_attach_to(sampler, &hp_sample_source_timer);
}

/* True if the program handles, ignores or blocks the signal. In some cases that shows only because
 * no signal ever came. */
static bool source_choice_is_deaf(const hp_sampler *sampler)
{
	const hp_sample_event *event = &sampler->cpu;

	if (event->source == NULL) {
		return sampler->is_blocked;
	}

	return !HP_SHARED_READ(&event->is_armed) ||
		(HP_SHARED_READ(&sampler->ticks) == 0 &&
			hp_due_is_silent(sampler, hp_sampler_cpu_ns(sampler)));
}

hp_source hp_source_choice_source(const hp_sampler *sampler)
{
	if (sampler->cpu.source == NULL || source_choice_is_deaf(sampler)) {
		return HP_SOURCE_INTERRUPT;
	}

	return sampler->cpu.source == &hp_sample_source_perf ? HP_SOURCE_PERF : HP_SOURCE_TIMER;
}

hp_why hp_source_choice_why(const hp_sampler *sampler)
{
	const hp_sample_source *source = sampler->cpu.source;

	if (source_choice_is_deaf(sampler)) {
		return HP_WHY_BLOCKED;
	}
	if (source == &hp_sample_source_perf) {
		return HP_WHY_PERF; /* perf is back, or stayed because the system refused the timer */
	}
	if (sampler->has_switched) {
		return HP_WHY_SLEEPS;
	}
	if (sampler->is_in_kernel) {
		return HP_WHY_KERNEL;
	}
	if (source == NULL) {
		return hp_sample_source_is_taken() ? HP_WHY_HANDLER : HP_WHY_NO_SIGNAL;
	}

	return sampler->is_perf_dear ? HP_WHY_DEAR : HP_WHY_NO_PERF;
}

void hp_source_choice_count_switches(hp_sampler *sampler)
{
	uint64_t switches = hp_sample_states_schedule(&sampler->off.states).switches, ns;

	ns =
		switches > sampler->switches ? (switches - sampler->switches) * SOURCE_CHOICE_SWITCH_NS : 0;
	sampler->switches = switches;
	sampler->switch_ns += ns;
	if (sampler->cpu.source == &hp_sample_source_perf) {
		sampler->attached_ns += ns;
	}
}

void hp_source_choice_begin_ticks(hp_sampler *sampler, uint64_t cpu_ns)
{
	sampler->ticks_before = HP_SHARED_READ(&sampler->ticks);
	sampler->ticks_switches = hp_sample_states_schedule(&sampler->off.states).switches;
	sampler->ticks_cpu_ns = cpu_ns;
}

/* With the lock: requests another source, which the thread attaches at its next safe point. */
static void source_choice_change_source(hp_sampler *sampler)
{
	hp_sample_source_stop(&sampler->cpu);
	sampler->wants_attach = true;
	hp_sampler_ask_interrupt(sampler);
}

/* With the lock: how often the thread was put on a CPU since the window of ticks began. */
static uint64_t source_choice_turns(const hp_sampler *sampler)
{
	return hp_sample_states_schedule(&sampler->off.states).switches - sampler->ticks_switches;
}

/* True if the thread used that CPU time in turns so short that the kernel has much of each. Looks
 * see more of such turns than ticks do. */
static bool source_choice_is_of_naps(const hp_sampler *sampler, uint64_t ran_ns)
{
	return !sampler->has_one_cpu && ran_ns < source_choice_turns(sampler) * HP_SAMPLER_TURN_NS;
}

/* With the lock: true if more of the expected ticks are missing than SOURCE_CHOICE_KERNEL_TICKS
 * allows. */
static bool source_choice_misses_ticks(const hp_sampler *sampler, uint64_t expected)
{
	return expected > SOURCE_CHOICE_KERNEL_TICKS + expected / SOURCE_CHOICE_KERNEL_PARTS +
		HP_SHARED_READ(&sampler->ticks) - sampler->ticks_before;
}

void hp_source_choice_mind_kernel(hp_sampler *sampler, uint64_t cpu_ns)
{
	uint64_t ran_ns = cpu_ns - sampler->ticks_cpu_ns, expected = ran_ns / sampler->interval_ns;

	HP_SHARED_WRITE(&sampler->is_unsure, false);
	if (sampler->is_in_kernel || sampler->has_safe_points_only ||
		sampler->cpu.source != &hp_sample_source_perf || !HP_SHARED_READ(&sampler->cpu.is_armed)) {
		sampler->ticks_cpu_ns = cpu_ns;
		sampler->ticks_before = HP_SHARED_READ(&sampler->ticks);
		return;
	}
	if (!sampler->is_new && expected < HP_SOURCE_CHOICE_KERNEL_INTERVALS) {
		return;
	}
	if (source_choice_misses_ticks(sampler, expected) &&
		!(sampler->has_one_cpu && sampler->is_napping)) {
		sampler->is_in_kernel = true;
		source_choice_change_source(sampler);
	} else if (expected >= HP_SOURCE_CHOICE_KERNEL_INTERVALS) {
		hp_source_choice_begin_ticks(sampler, cpu_ns);
		sampler->is_new = false;
	} else {
		HP_SHARED_WRITE(&sampler->is_unsure, source_choice_is_of_naps(sampler, ran_ns));
	}
}

bool hp_source_choice_mind_switches(hp_sampler *sampler, uint64_t now_ns)
{
	uint64_t spent_ns, passed_ns = now_ns - sampler->minded_ns, parts;
	bool was_switching = sampler->is_switching;

	if (sampler->has_safe_points_only || sampler->wants_attach ||
		passed_ns < HP_SAMPLER_PATIENCE_NS ||
		(sampler->cpu.source != &hp_sample_source_perf && !was_switching)) {
		return false;
	}
	hp_source_choice_count_switches(sampler);
	spent_ns = sampler->switch_ns - sampler->minded_switch_ns;
	sampler->minded_ns = now_ns;
	sampler->minded_switch_ns = sampler->switch_ns;
	/* On one CPU the timer takes the place of perf without the help of looks, and is far coarser.
	 * So perf may cost more there. */
	parts = (was_switching ? SOURCE_CHOICE_CALM_PARTS : SOURCE_CHOICE_SWITCHING_PARTS) /
		(sampler->has_one_cpu ? SOURCE_CHOICE_ONE_CPU_TIMES : 1);
	sampler->is_switching = sampler->is_over_budget || spent_ns > passed_ns / parts;
	sampler->has_switched = sampler->has_switched || sampler->is_switching;

	return sampler->is_switching != was_switching;
}

/* A thread that reads the lock this often waits for about 50 us. */
# define SAFE_POINT_LOCK_TRIES 50000u

/* Takes the lock at a safe point. It is worth a short wait, because time that is charged at the
 * next safe point may be charged to another function. The helper may be asking the kernel what the
 * thread waited in, which takes some 20 us. If the helper has lost its CPU meanwhile, the thread
 * does not wait for it: returns false. */
static bool safe_point_lock_soon(hp_sampler *sampler)
{
	for (uint32_t i = 0; i < SAFE_POINT_LOCK_TRIES; i++) {
		if (!HP_SHARED_READ(&sampler->is_locked) && hp_sampler_try_lock(sampler)) {
			return true;
		}
	}

	return false;
}

/* With the lock, where the helper cannot read the stack: takes a sample of waits for a CPU. Its
 * stack is that of the safe point, because a thread loses its CPU where it runs. */
static void safe_point_take_waits(hp_sampler *sampler, const zend_execute_data *execute_data)
{
	hp_sampler_sample sample = {.is_own = true,
		.state = HP_SAMPLER_WAITS_FOR_CPU,
		.wait = hp_wait_label_of(sampler, HP_SAMPLER_WAITS_FOR_CPU, HP_SAMPLE_NONE),
		.time_ns = hp_due_weight_ns(sampler, sampler->mark.waited_ns)};

	if (sample.time_ns > 0 && !sampler->is_for_stacks &&
		hp_charge_keep_own(sampler, execute_data, NULL)) {
		hp_off_cpu_take_waits(&sampler->off, (int64_t) sampler->sink->add(sampler->owner, &sample));
	}
	sampler->mark.waited_ns = 0;
}

/* With the lock: splits the time of the sample among the waits, and adds one sample of the kept
 * stack for each. Returns how much time they account for. */
static uint64_t safe_point_add_waits(hp_sampler *sampler, hp_sampler_sample *sample)
{
	const hp_sampler_mark *mark = &sampler->mark;
	uint64_t left_ns = sample->time_ns, found_ns = 0, taken_ns = 0, all_ns = sample->time_ns;

	for (uint32_t i = 0; i < mark->waits.count; i++) {
		double part;

		found_ns += mark->waits.of[i].time_ns;
		part = (double) found_ns / (double) mark->off_ns;
		sample->wait = hp_wait_label_of(sampler, sample->state, mark->waits.of[i].wait);
		sample->time_ns = i + 1 == mark->waits.count
			? left_ns
			: MIN(left_ns,
				  hp_due_weight_ns(sampler, (uint64_t) (part * (double) all_ns)) -
					  (all_ns - left_ns));
		left_ns -= sample->time_ns;
		taken_ns += sample->time_ns == 0 ? 0 : sampler->sink->add(sampler->owner, sample);
	}

	return taken_ns;
}

/* With the lock, where the helper cannot read the stack: takes samples of time off the CPU. */
static void safe_point_take_off(
	hp_sampler *sampler, uint64_t cpu_ns, const zend_execute_data *execute_data)
{
	hp_sampler_mark *mark = &sampler->mark;
	int64_t open_ns = hp_off_cpu_open_ns(&sampler->off, mark->off_now_ns, mark->off_cpu_ns);
	/* If the CPU time of the thread cannot be read, it may have run. */
	hp_sampler_sample sample = {.is_own = true,
		.state = cpu_ns == 0 ? HP_SAMPLER_ON_CPU : HP_SAMPLER_ASLEEP,
		.is_displaced = true};

	if (mark->off_ns == 0) {
		return;
	}
	sample.time_ns = hp_due_marked_ns(sampler, mark->off_ns, open_ns);
	if (sample.time_ns > 0) {
		if (!hp_charge_keep_own(sampler, execute_data, NULL)) {
			return;
		}
		hp_off_cpu_take(&sampler->off, (int64_t) safe_point_add_waits(sampler, &sample));
		hp_charge_cool_down(sampler, cpu_ns);
	}
	mark->off_ns = 0;
	mark->waits.count = 0;
}

/* With the lock: takes the samples that are due at this safe point. */
static void safe_point_take_here(
	hp_sampler *sampler, uint64_t cpu_ns, const zend_execute_data *execute_data)
{
	hp_sampler_mark *mark = &sampler->mark;
	bool is_needed = hp_due_needs_safe_point(sampler, cpu_ns);
	bool is_late = !is_needed && hp_due_is_late(sampler, cpu_ns);
	hp_sampler_sample sample = {
		.is_own = true, .wait = HP_SAMPLE_NONE, .is_displaced = is_needed || is_late};

	if (!is_needed && !is_late && mark->off_ns == 0 && mark->waited_ns == 0 &&
		!hp_sampler_has_stack_asked(sampler)) {
		return;
	}
	hp_due_hurry(sampler, cpu_ns);
	if (is_late) {
		sample.time_ns = hp_due_ns(sampler, cpu_ns, UINT64_MAX);
	} else if (is_needed && mark->on_ns > 0) {
		sample.time_ns =
			hp_due_marked_ns(sampler, mark->on_ns, hp_sampler_open_ns(sampler, mark->on_cpu_ns));
	}
	if (hp_charge_take_own(sampler, cpu_ns, &sample, execute_data, NULL)) {
		mark->on_ns = 0;
	}
	safe_point_take_waits(sampler, execute_data);
	safe_point_take_off(sampler, cpu_ns, execute_data);
}

/* With the lock, in the thread: attaches the other source. Only the thread knows whether the
 * program has the signal blocked. */
static void safe_point_attach(hp_sampler *sampler)
{
	sampler->is_blocked = hp_sample_source_is_blocked();
	if (!sampler->is_blocked) {
		sampler->wants_attach = false;
		hp_source_choice_attach(sampler);
	}
}

void hp_safe_point_take(hp_sampler *sampler, const zend_execute_data *execute_data)
{
	uint64_t cpu_ns;

	if (!HP_SHARED_READ(&sampler->is_wanted) ||
		!__atomic_exchange_n(&sampler->is_wanted, false, __ATOMIC_RELAXED) ||
		!HP_SHARED_READ(&sampler->is_on) || !HP_SHARED_READ(&sampler->is_open)) {
		return;
	}
	cpu_ns = hp_sampler_cpu_ns(sampler);
	if (!safe_point_lock_soon(sampler)) {
		HP_SHARED_COUNT(sampler->late);
		return;
	}
	if (sampler->wants_attach) {
		safe_point_attach(sampler);
	}
	if (sampler->is_on && !hp_charge_is_too_soon(sampler, cpu_ns, sampler->mark.off_ns)) {
		safe_point_take_here(sampler, cpu_ns, execute_data);
	}
	if (!sampler->asks) { /* else the next safe point needs the peek, and has more room */
		sampler->walk.peeked = NULL;
	}
	hp_sampler_unlock(sampler);
}

void hp_fork_begin(hp_sampler *sampler)
{
	hp_sampler_lock(sampler);
	sampler->fork_began_ns = hp_sampler_now_ns();
	sampler->fork_began_cpu_ns = hp_sampler_cpu_ns(sampler);
}

/* With the lock: takes a sample of the CPU time of forks, in whole grains. The rest is for the next
 * fork. This time is known exactly, so that it is charged in full even where looks are ahead of the
 * clock. */
static void fork_take(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_sample sample = {.is_own = true, .wait = HP_SAMPLE_NONE};

	sampler->forked_ns += cpu_ns - sampler->fork_began_cpu_ns;
	if (sampler->is_for_stacks) {
		return;
	}
	sample.time_ns = sampler->forked_ns / sampler->grain_ns * sampler->grain_ns;
	sampler->forked_ns -= sample.time_ns;
	sampler->walk.peeked = NULL;
	hp_charge_take_own(sampler, cpu_ns, &sample, EG(current_execute_data), NULL);
}

void hp_fork_end(hp_sampler *sampler)
{
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler);

	sampler->fork_ended_ns = hp_sampler_now_ns();
	if (sampler->is_on && HP_SHARED_READ(&sampler->is_open)) {
		sampler->mark.looked_ns += sampler->fork_ended_ns - sampler->fork_began_ns;
		sampler->mark.looked_cpu_ns += cpu_ns - sampler->fork_began_cpu_ns;
		fork_take(sampler, cpu_ns);
	}
	hp_sampler_unlock(sampler);
}

void hp_fork_forget(hp_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
	hp_sampler_close_files(sampler);
	hp_descriptor_drop(&sampler->schedule);
# ifdef __linux__
	sampler->walk.own.file = -1; /* belongs to the parent's helper; here it is another file's */
# endif
	sampler->is_on = false;
	hp_sampler_unlock(sampler);
}

/* With the lock: true if the thread would be on a CPU but for the helper. A thread that is ready,
 * and is mostly off the CPU or has not run since the last look, has just woken up: its place says
 * nothing about where it has run, unless nothing else can be seen. */
static bool view_is_held_up(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_states *states = &sampler->off.states;

	return (!sampler->is_mostly_off && cpu_ns != sampler->mark.looked_cpu_ns &&
			   hp_sample_states_waits_here(states)) ||
		(hp_sampler_open_ns(sampler, cpu_ns) > 2 * hp_due_ahead_ns(sampler) &&
			hp_sample_states_have_one_cpu() && hp_sample_states_is_waiting(states));
}

double hp_view_part(const hp_sampler *sampler)
{
	const hp_sampler_view *view = &sampler->view;
	uint64_t passed_ns = hp_sampler_now_ns() - view->now_ns;
	uint64_t ran_ns = hp_sampler_cpu_ns(sampler) - view->cpu_ns;

	return ran_ns == 0 ? view_is_held_up(sampler, view->cpu_ns)
					   : MIN(1, (double) ran_ns / (double) MAX(1, passed_ns));
}

/* With the lock, after a walk: sets the pause until the next look that reads the stack. The pause
 * depends on the mean depth of the last stacks. If it depended on the depth of this stack alone,
 * looks would mostly find what follows a deep one. */
static void view_cool_down(hp_sampler *sampler)
{
	hp_charge_note_depth(sampler, MAX(sampler->walk.count, sampler->walk.links_count));
	sampler->look_cooldown_ns = hp_random_around(&sampler->random, sampler->mean_depth_ns);
}

void hp_view_see(hp_sampler *sampler)
{
	hp_sampler_view *view = &sampler->view;
	bool is_running = false;

	if (view->is_there) {
		return;
	}
	view->is_there = true;
	view->count = hp_stack_walk_running(&sampler->walk, sampler->cpu.thread, &is_running);
	if (view->count == HP_SAMPLE_NONE && !is_running) {
		view->count =
			hp_stack_walk_other(&sampler->walk, sampler->cpu.thread, hp_sampler_cpu_ns(sampler));
	}
	view->part = hp_view_part(sampler);
	view_cool_down(sampler);
}

bool hp_view_was_on(const hp_sampler *sampler)
{
	const hp_sampler_view *view = &sampler->view;
	uint64_t ran_ns = hp_sampler_cpu_ns(sampler) - view->cpu_ns;

	return ran_ns > hp_sampler_now_ns() - view->now_ns;
}

bool hp_view_keep(void *owner, uint64_t cpu_ns)
{
	hp_sampler *sampler = owner;

	if (!hp_sampler_can_look(sampler) || !HP_SHARED_READ(&sampler->is_open)) {
		return false;
	}
	hp_view_see(sampler);
	if (sampler->view.count == HP_SAMPLE_NONE ||
		!sampler->sink->keep(sampler->owner, false, sampler->view.count)) {
		return false;
	}
	sampler->wait_now = hp_wait_label_new(sampler, cpu_ns);

	return true;
}

/* With the lock: adds a sample of time off the CPU. A single wait for a CPU is sampled once, after
 * its end, and is a sample of its own. The share of one wait among several (HP_OFF_CPU_AMONG) adds
 * to an earlier sample. */
static uint64_t view_charge(
	void *owner, hp_off_cpu_state state, hp_off_cpu_when when, bool is_own, uint64_t open_ns)
{
	hp_sampler *sampler = owner;
	bool is_rest = when == HP_OFF_CPU_PAST && state != HP_OFF_CPU_WAITING;
	hp_sampler_sample sample = {
		.state = state == HP_OFF_CPU_WAITING ? HP_SAMPLER_WAITS_FOR_CPU : HP_SAMPLER_ASLEEP,
		.is_own = is_own,
		.is_repeated = (when == HP_OFF_CPU_STILL || is_rest) && !is_own,
		.is_past = is_rest || when == HP_OFF_CPU_AMONG ||
			(when == HP_OFF_CPU_UNSEEN && (is_own || state != HP_OFF_CPU_WAITING)),
		.is_unseen = when == HP_OFF_CPU_UNSEEN || when == HP_OFF_CPU_AMONG || is_own,
		.wait = HP_SAMPLE_NONE,
		.time_ns = hp_due_weight_ns(sampler, open_ns),
	};

	if (sample.time_ns == 0) {
		return 0;
	}
	if (when == HP_OFF_CPU_STILL) {
		hp_wait_label_again(sampler, hp_sampler_cpu_ns(sampler), &sampler->wait_now);
	}
	sample.wait = state == HP_OFF_CPU_STOPPED
		? hp_sample_store_label(sampler->store, HP_SAMPLE_WAIT, HP_WAIT_STOPPED)
		: hp_wait_label_of(sampler, sample.state, sampler->wait_now);

	return sampler->sink->add(sampler->owner, &sample);
}

/* With the lock: true if the thread was off the CPU before its stack was read, or is so now. */
static bool view_is_off(void *owner, uint64_t cpu_ns)
{
	const hp_sampler *sampler = owner;

	return sampler->view.is_off || hp_sampler_cpu_ns(sampler) == cpu_ns;
}

/* With the lock, after a walk: true if the innermost function is internal. */
static bool view_is_in_call(void *owner)
{
	const hp_sampler *sampler = owner;
	const hp_sample_store *store = sampler->store;

	return sampler->walk.count > 0 &&
		store->functions.rows[store->frames[0].function].kind == HP_SAMPLE_INTERNAL;
}

const hp_off_cpu_sink hp_view_off_cpu_sink = {
	hp_view_keep, view_is_off, view_is_in_call, view_charge};

/* Moves the times of a mark past a pause. */
static void span_skip_mark(hp_sampler_mark *mark, uint64_t wall_ns, uint64_t cpu_ns)
{
	mark->looked_ns += wall_ns;
	mark->on_cpu_ns += cpu_ns;
	mark->off_now_ns += wall_ns;
	mark->off_cpu_ns += cpu_ns;
}

/* With the lock: a pause has ended. */
static void span_go_on(hp_sampler *sampler, uint64_t now_ns, uint64_t now_cpu_ns)
{
	uint64_t wall_ns = now_ns - sampler->left_ns, cpu_ns = now_cpu_ns - sampler->left_cpu_ns;

	span_skip_mark(&sampler->mark, wall_ns, cpu_ns);
	hp_sample_source_take(&sampler->cpu, hp_sample_source_taken_ns(&sampler->cpu) + cpu_ns);
	hp_off_cpu_pause(&sampler->off, wall_ns, cpu_ns,
		hp_sample_states_schedule(&sampler->off.states).waited_ns - sampler->left_waited_ns);
}

/* In the thread: reads its own schedule. If the helper has another table of files, the thread reads
 * it by a file in its own table. */
static hp_sample_schedule span_schedule_here(hp_sampler *sampler)
{
	return sampler->cpu.hold == NULL ? hp_sample_states_schedule(&sampler->off.states)
									 : hp_sample_states_schedule_here(&sampler->schedule);
}

/* With the lock: a request begins. A tick that comes in it stands for the time since the last tick,
 * which may have come before the request. */
static void span_begin_request(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	const hp_sample_event *cpu = &sampler->cpu;
	bool is_ticking = cpu->source != NULL && HP_SHARED_READ(&cpu->is_armed);

	sampler->ahead_ns = is_ticking
		? MIN(cpu_ns - HP_SHARED_READ(&sampler->ticked_ns), hp_sampler_interval_ns(sampler))
		: 0;
	sampler->owed_ns = 0;
	hp_sample_source_take(&sampler->cpu, cpu_ns - sampler->ahead_ns);
	sampler->mark = (hp_sampler_mark){.looked_ns = sampler->mark.looked_ns};
	if (sampler->has_wall) {
		hp_off_cpu_enter(&sampler->off, now_ns, cpu_ns, span_schedule_here(sampler));
	}
}

void hp_span_enter(hp_sampler *sampler, uint64_t now_ns, bool is_pause)
{
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler);

	sampler->walk.peeked = NULL;
	if (sampler->is_on && is_pause) {
		span_go_on(sampler, now_ns, cpu_ns);
	} else if (sampler->is_on) {
		span_begin_request(sampler, now_ns, cpu_ns);
	}
	HP_SHARED_WRITE(&sampler->is_open, true);
}

hp_sampler_account hp_span_rest(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool is_here)
{
	hp_sampler_account rest = {.cpu_ns = hp_sampler_open_ns(sampler, cpu_ns) + sampler->owed_ns -
			(int64_t) sampler->ahead_ns};

	if (sampler->has_wall) {
		hp_off_cpu_flush(&sampler->off, now_ns, cpu_ns,
			is_here ? span_schedule_here(sampler)
					: hp_sample_states_schedule(&sampler->off.states));
		rest.off = hp_off_cpu_rest_of(&sampler->off, now_ns, cpu_ns);
	}

	return rest;
}

/* With the lock: a request ends. */
static void span_end_request(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_sampler_account rest = hp_span_rest(sampler, now_ns, cpu_ns, true);
	hp_sampler_account *account = sampler->sink->account(sampler->owner);

	if (!sampler->is_for_stacks) {
		hp_sampler_account_add(account, &rest);
	}
	/* The owner may forget the store's functions, which these refer to. */
	sampler->wait_now = HP_SAMPLE_NONE;
	sampler->mark.off_ns = sampler->mark.waits.count = 0;
}

void hp_span_leave(hp_sampler *sampler, bool is_pause)
{
	HP_SHARED_WRITE(&sampler->is_open, false);
	sampler->walk.peeked = NULL;
	/* The CPU clock is read first here, and last when a run begins. So an interruption between the
	 * two readings never adds CPU time without wall time. */
	sampler->left_cpu_ns = hp_sampler_cpu_ns(sampler);
	sampler->left_ns = hp_sampler_now_ns();
	if (sampler->is_on && is_pause) {
		sampler->left_waited_ns = hp_sample_states_schedule(&sampler->off.states).waited_ns;
	} else if (sampler->is_on) {
		span_end_request(sampler, sampler->left_ns, sampler->left_cpu_ns);
	}
}

void hp_span_turn(hp_sampler *sampler)
{
	uint64_t now_ns, cpu_ns;

	if (sampler->is_on && sampler->is_open) {
		cpu_ns = hp_sampler_cpu_ns(sampler);
		now_ns = hp_sampler_now_ns();
		sampler->walk.peeked = NULL;
		span_end_request(sampler, now_ns, cpu_ns);
		span_begin_request(sampler, now_ns, cpu_ns);
	}
}

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
