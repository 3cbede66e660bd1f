#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# include "base/interrupt.h"
# include "sampler/helper.h"
# include "sampler/tick.h"

# include <sched.h>
# include <unistd.h>

/* The least that the kernel's part of a tick is assumed to cost. */
# define SAMPLER_SIGNAL_NS 3000u

/* A thread that reads the lock this often waits for about 50 us. */
# define SAMPLER_LOCK_TRIES 50000u

/* A perf tick is too expensive if it costs more than this part of the interval. The timer then
 * takes perf's place: its ticks are fewer, and as accurate. */
# define SAMPLER_TICK_PARTS 25

/* The same limit where there is one CPU. There the helper does not see the thread run, so that the
 * timer's ticks would be all there is. Where a timer costs the kernel much, as in a virtual
 * machine, its ticks miss what a thread runs between short sleeps. */
# define SAMPLER_TICK_PARTS_OF_ONE 10

/* The cost of perf each time the thread is taken off a CPU and put on one again. */
# define SAMPLER_SWITCH_NS 3000u

/* A run changes from perf to the timer when perf's cost at switches exceeds 1 / SWITCHING_PARTS of
 * the time, and back to perf below 1 / CALM_PARTS. There are two bounds, so that it does not swing.
 * With one CPU, both bounds are ONE_CPU_TIMES as high. */
# define SAMPLER_SWITCHING_PARTS 100
# define SAMPLER_CALM_PARTS 400
# define SAMPLER_ONE_CPU_TIMES 5

/* The timer takes the place of perf if too many of the ticks that were due are missing: more than
 * KERNEL_TICKS, plus one in KERNEL_PARTS of those due. The count starts again after
 * KERNEL_INTERVALS intervals of CPU time. */
# define SAMPLER_KERNEL_INTERVALS 50u
# define SAMPLER_KERNEL_TICKS 2u
# define SAMPLER_KERNEL_PARTS 40u

/* A thread with short sleeps runs for less than this between two of them, on average. */
# define SAMPLER_TURN_NS 100000u

/* A thread that naps (see is_napping) runs for no longer than this between two sleeps, on
 * average. */
# define SAMPLER_NAPS_TURN_NS 400000u

/* A turn on the CPU that is shorter than this is little more than waking up and falling asleep
 * again. */
# define SAMPLER_WAKING_NS 25000u

/* The least time between two changes of the helper's CPU. */
# define SAMPLER_LEAVE_NS 10000000u

/* Where looks take the samples, a tick takes one only if they have left this many intervals of CPU
 * time open, for each interval of the pace. */
# define SAMPLER_LOOKS_INTERVALS 4u

/* A handler that took longer was interrupted itself. No more than this counts as its cost. */
# define SAMPLER_MOST_HANDLER_NS 200000u

/* Signals count as blocked after this much CPU time without a tick. It is also the longest time
 * between two looks while the thread is sampled by CPU time alone, and the shortest time between
 * two measurements of its pace and of its switches. */
# define SAMPLER_PATIENCE_NS 100000000u

/* After a sample no other one is taken for this much CPU time per frame, which took some 20 ns to
 * walk: deep stacks must leave the program most of its time. The next sample carries the weight. */
# define SAMPLER_COOLDOWN_NS 500u

/* Where no cache has the stack's memory, a frame takes far longer. From this cooldown on the time
 * that a sample took is measured, and the cooldown is at least COOLDOWN_PARTS times as long. */
# define SAMPLER_DEEP_NS 500000u
# define SAMPLER_COOLDOWN_PARTS 8u

/* All cooldowns are alike: the mean over about this many samples. If each depended on the depth of
 * its own sample, the next sample would mostly be of what follows a deep stack. */
# define SAMPLER_COOLDOWN_SAMPLES 8u

/* When a tick is missing because the thread was in the kernel, the helper checks once per interval
 * whether another one is missing, for this many intervals of CPU time. */
# define SAMPLER_HURRY_INTERVALS 100u

/* Weights of looks are estimates. Their sum is at most MARK_INTERVALS intervals ahead of the clock.
 * Once it is as many behind, one sample in MARK_PARTS takes all that is open: a random one, because
 * the next one is mostly right behind a sleep. */
# define SAMPLER_MARK_INTERVALS 2
# define SAMPLER_MARK_PARTS 8

/* Looks do not see all that a thread runs as it wakes up and falls asleep. So the CPU clock of a
 * thread that naps runs ahead of the looks. From NAPS_INTERVALS intervals on, that time is charged
 * to what the thread sleeps in, and from NAPS_MOST on to all functions. Less may be chance. */
# define SAMPLER_NAPS_INTERVALS 8
# define SAMPLER_NAPS_MOST 16

/* A thread that mostly waits is polled for its CPU time less often, by this factor at most: a look
 * costs as much as such a thread uses in an interval. */
# define SAMPLER_MOST_PACE 8

/* After this long without any time to sample, the helper sleeps until there is some. */
# define SAMPLER_IDLE_NS 500000000u

/* The process counts as stopped only if the helper is late by more than this. There are many
 * reasons for a shorter delay. */
# define SAMPLER_STOPPED_NS 50000000u

/* The time between two looks while a reader waits for a stack. */
# define SAMPLER_ASKED_NS 1000000u

static uint64_t sampler_now_ns(void)
{
	return hp_sample_source_clock_ns(CLOCK_MONOTONIC);
}

bool hp_sampler_try_lock(hp_sampler *sampler)
{
	return !__atomic_exchange_n(&sampler->is_locked, true, __ATOMIC_ACQUIRE);
}

void hp_sampler_lock(hp_sampler *sampler)
{
	while (!hp_sampler_try_lock(sampler)) {
		sched_yield();
	}
}

/* Takes the lock at a safe point. It is worth a short wait, because time that is charged at the
 * next safe point may be charged to another function. The helper may be asking the kernel what the
 * thread waited in, which takes some 20 us. If the helper has lost its CPU meanwhile, the thread
 * does not wait for it: returns false. */
static bool sampler_lock_soon(hp_sampler *sampler)
{
	for (uint32_t i = 0; i < SAMPLER_LOCK_TRIES; i++) {
		if (!HP_SHARED_READ(&sampler->is_locked) && hp_sampler_try_lock(sampler)) {
			return true;
		}
	}

	return false;
}

/* Requests a safe point of the sampled thread, whose globals these are. */
static void sampler_interrupt(hp_sampler *sampler)
{
	HP_SHARED_WRITE(&sampler->is_wanted, true);
	hp_interrupt_ask((zend_executor_globals *) ((char *) sampler->walk.current -
		offsetof(zend_executor_globals, current_execute_data)));
}

/* A safe point hardly waits for the lock. So it is requested only now, as the lock is released. */
void hp_sampler_unlock(hp_sampler *sampler)
{
	if (sampler->asks) {
		sampler->asks = false;
		sampler_interrupt(sampler);
	}
	__atomic_store_n(&sampler->is_locked, false, __ATOMIC_RELEASE);
}

/* The helper may change the interval at any time. */
static uint64_t sampler_interval_ns(const hp_sampler *sampler)
{
	return HP_SHARED_READ(&sampler->interval_ns);
}

void hp_sampler_ask_interrupt(hp_sampler *sampler)
{
	sampler->asks = true;
}

uint64_t hp_sampler_cpu_ns(const hp_sampler *sampler)
{
	return hp_sample_source_cpu_ns(sampler->cpu.thread);
}

/* True if the helper can read the stack of the thread. If not, samples are taken at the thread's
 * next safe point, which is near. */
static bool sampler_can_look(const hp_sampler *sampler)
{
	return sampler->walk.can_read && sampler->cpu.thread->has_cpu_clock;
}

static bool sampler_has_stack_asked(const hp_sampler *sampler)
{
	return HP_SHARED_READ(&sampler->has_stack_asked);
}

/* Rounds a time to whole grains. */
static uint64_t sampler_weight_ns(const hp_sampler *sampler, uint64_t time_ns)
{
	return (time_ns + sampler->grain_ns / 2) / sampler->grain_ns * sampler->grain_ns;
}

static int64_t sampler_open_ns(const hp_sampler *sampler, uint64_t cpu_ns)
{
	return hp_sample_source_open_ns(&sampler->cpu, cpu_ns);
}

/* Returns the weight of the sample of CPU time that is due, at most most_ns, without the time that
 * is owed. 0: no sample is due. */
static uint64_t sampler_due_ns(const hp_sampler *sampler, uint64_t cpu_ns, uint64_t most_ns)
{
	int64_t open_ns = sampler_open_ns(sampler, cpu_ns);

	if (HP_SHARED_READ(&sampler->is_for_stacks) ||
		open_ns < (int64_t) (sampler_interval_ns(sampler) / 2)) {
		return 0;
	}

	return sampler_weight_ns(sampler, MIN((uint64_t) MAX(1, open_ns), most_ns));
}

/* The most CPU time that a tick stands for: its own interval, which may be half as long again. Time
 * beyond that was spent in the kernel, where no signal may arrive, and the code that the tick finds
 * has no part in it. */
static uint64_t sampler_most_ns(const hp_sampler *sampler)
{
	uint64_t interval_ns = sampler_interval_ns(sampler);

	if (sampler->cpu.source == &hp_sample_source_timer) {
		/* The timer is only as fine as the kernel's tick, so that one tick stands for many
		 * intervals. */
		return HP_SHARED_READ(&sampler->is_left_to_ticks)
			? MAX(hp_sample_source_kernel_tick_ns(), interval_ns) / 2 * 3
			: UINT64_MAX;
	}

	return sampler->has_skipped ? UINT64_MAX : interval_ns / 2 * 3 - 1;
}

/* If this much CPU time is open, a tick was due while the thread was in the kernel. */
static int64_t sampler_late_ns(const hp_sampler *sampler)
{
	uint64_t interval_ns = sampler_interval_ns(sampler);

	return (int64_t) (hp_sample_source_is_aimed(interval_ns) ? interval_ns / 2 * 3
															 : interval_ns / 4 * 5);
}

/* True if a tick of perf is missing: perf does not tick in the kernel. The next safe point is
 * mostly right behind the call into the kernel. A tick of the timer never counts as missing: it
 * comes as the call ends, and as late as the kernel's own tick. */
static bool sampler_is_late(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->cpu;

	return event->source != NULL && event->source != &hp_sample_source_timer &&
		!HP_SHARED_READ(&sampler->has_skipped) &&
		sampler_open_ns(sampler, cpu_ns) >= sampler_late_ns(sampler);
}

static void sampler_hurry(hp_sampler *sampler, uint64_t cpu_ns)
{
	HP_SHARED_WRITE(
		&sampler->hurry_until_ns, cpu_ns + SAMPLER_HURRY_INTERVALS * sampler_interval_ns(sampler));
}

/* True if the helper's looks take the samples, and ticks only take what looks leave. The timer
 * needs this, because its ticks come with the kernel's own, mostly every 4 ms: at shorter intervals
 * they may fall in step with the program. So does perf where it may not tick for most of the time.
 * Deep stacks are left to ticks: reading one from beside takes so long that looks mostly see what
 * follows it. */
static bool sampler_has_finer_looks(const hp_sampler *sampler)
{
	return (sampler->cpu.source == &hp_sample_source_timer ||
			   HP_SHARED_READ(&sampler->is_unsure)) &&
		!sampler->needs_own_samples && !sampler->has_safe_points_only &&
		sampler_can_look(sampler) && !HP_SHARED_READ(&sampler->is_left_to_ticks) &&
		HP_SHARED_READ(&sampler->mean_depth_ns) < SAMPLER_DEEP_NS &&
		!hp_sample_source_is_of_ticks(sampler_interval_ns(sampler));
}

/* True if no tick came where one was due. */
static bool sampler_is_silent(const hp_sampler *sampler, uint64_t cpu_ns)
{
	return cpu_ns > HP_SHARED_READ(&sampler->cpu.seen_ns) + 2 * sampler_interval_ns(sampler) +
		SAMPLER_PATIENCE_NS;
}

/* True if no signal takes samples: none is permitted, perf costs too much, the program has its own
 * handler, or none arrives. */
static bool sampler_needs_safe_point(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->cpu;

	return event->source == NULL || !HP_SHARED_READ(&event->is_armed) ||
		sampler_has_finer_looks(sampler) || sampler_is_silent(sampler, cpu_ns);
}

/* With the lock: returns the store's function for what the thread waited in, or HP_SAMPLE_NONE if
 * it was on the CPU. */
static uint32_t sampler_wait_of(hp_sampler *sampler, hp_sampler_state state, uint32_t asleep)
{
	return state == HP_SAMPLER_ON_CPU ? HP_SAMPLE_NONE
		: state == HP_SAMPLER_WAITS_FOR_CPU
		? hp_sample_store_label(sampler->store, HP_SAMPLE_WAIT, HP_PROFILE_WAIT_FOR_CPU)
		: asleep;
}

/* With the lock, in the helper thread: names what the thread sleeps in. Returns HP_SAMPLE_NONE if
 * that is not known, or if the thread has run since its CPU time was cpu_ns. */
static uint32_t sampler_name_wait(hp_sampler *sampler, uint64_t cpu_ns)
{
	const char *name = hp_wait_name(&sampler->wait);

	if (!sampler->wait.process.is_child) {
		sampler->wait_again_ns = 0;
	}

	return name == NULL || hp_sampler_cpu_ns(sampler) != cpu_ns
		? HP_SAMPLE_NONE
		: hp_sample_store_label(sampler->store, HP_SAMPLE_WAIT, name);
}

static uint32_t sampler_name_new(hp_sampler *sampler, uint64_t cpu_ns)
{
	sampler->wait_named_ns = sampler_now_ns();
	sampler->wait_again_ns = sampler->wait_named_ns + 1;

	return sampler_name_wait(sampler, cpu_ns);
}

/* With the lock, in the helper thread: names a wait again, once the thread has waited twice as long
 * as when it was last named, if the name may have changed by then. */
static void sampler_name_again(hp_sampler *sampler, uint64_t cpu_ns, uint32_t *wait)
{
	uint64_t now_ns = sampler_now_ns();

	if (sampler->wait_again_ns > 0 && now_ns >= sampler->wait_again_ns) {
		sampler->wait_again_ns = 2 * now_ns - sampler->wait_named_ns;
		*wait = sampler_name_wait(sampler, cpu_ns);
	}
}

/* With the lock: passes the kept stack to the reader that asked for it. */
static void sampler_answer(hp_sampler *sampler, bool is_own, hp_sampler_state state)
{
	HP_SHARED_WRITE(&sampler->has_stack_asked, false);
	sampler->sink->answer(
		sampler->owner, is_own, state, sampler_wait_of(sampler, state, sampler->wait_now));
}

/* Returns the mean of about the last SAMPLER_COOLDOWN_SAMPLES times, with time_ns as the newest. */
static uint64_t sampler_mean_ns(uint64_t mean_ns, uint64_t time_ns)
{
	return mean_ns - mean_ns / SAMPLER_COOLDOWN_SAMPLES + time_ns / SAMPLER_COOLDOWN_SAMPLES;
}

/* With the lock: notes that a stack of this many frames was read. */
static void sampler_note_depth(hp_sampler *sampler, uint32_t frames)
{
	HP_SHARED_WRITE(&sampler->mean_depth_ns,
		sampler_mean_ns(sampler->mean_depth_ns, (uint64_t) frames * SAMPLER_COOLDOWN_NS));
}

/* With the lock: keeps the stack of the calling thread. Returns false if that failed, which is
 * counted. */
static bool sampler_keep_own(
	hp_sampler *sampler, uint64_t cpu_ns, const zend_execute_data *top, const void *context)
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
	sampler->cooldown_ns = (uint64_t) count * SAMPLER_COOLDOWN_NS;
	sampler_note_depth(sampler, count);

	return true;
}

/* The clock of cooldowns: CPU time, or the monotonic clock if the thread has no CPU clock. */
static uint64_t sampler_cooldown_clock_ns(const hp_sampler *sampler, uint64_t cpu_ns)
{
	return sampler->cpu.thread->has_cpu_clock ? cpu_ns : sampler_now_ns();
}

/* Starts the cooldown, at the end of a sample that began at this CPU time. */
static void sampler_cool_down(hp_sampler *sampler, uint64_t began_cpu_ns)
{
	uint64_t took_ns =
		sampler->cooldown_ns < SAMPLER_DEEP_NS ? 0 : hp_sampler_cpu_ns(sampler) - began_cpu_ns;

	sampler->mean_cooldown_ns = sampler_mean_ns(
		sampler->mean_cooldown_ns, MAX(sampler->cooldown_ns, took_ns * SAMPLER_COOLDOWN_PARTS));
	sampler->cooldown_until_ns = sampler_cooldown_clock_ns(sampler, began_cpu_ns) + took_ns +
		hp_random_around(&sampler->random, sampler->mean_cooldown_ns);
}

/* With the lock: takes over the time that earlier requests of this kind left open, and empties
 * their account. */
static void sampler_settle(hp_sampler *sampler)
{
	hp_sampler_account *account =
		sampler->sink->account == NULL ? NULL : sampler->sink->account(sampler->owner);

	if (account != NULL && !sampler->is_for_stacks) {
		HP_SHARED_WRITE(&sampler->owed_ns, sampler->owed_ns + account->cpu_ns);
		hp_off_cpu_owe(&sampler->off, account->off);
		memset(account, 0, sizeof(*account));
	}
}

/* With the lock: adds a sample of CPU time, which stands for the owed time as well. Returns false
 * if the sink did not take it. */
static bool sampler_add_own(hp_sampler *sampler, const hp_sampler_sample *sample)
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
static void sampler_share_skipped(hp_sampler *sampler, hp_sampler_sample *sample)
{
	uint64_t interval_ns = sampler_interval_ns(sampler);
	hp_sampler_sample before = *sample;

	if (sampler->has_skipped && sample->time_ns > interval_ns) {
		before.is_past = true;
		before.time_ns = sampler_weight_ns(sampler, (sample->time_ns - interval_ns) / 2);
		if (before.time_ns > 0 && before.time_ns < sample->time_ns &&
			sampler_add_own(sampler, &before)) {
			sample->time_ns -= before.time_ns;
		}
	}
}

/* With the lock, in the thread or its signal handler: takes a sample of CPU time, and the stack
 * that a reader waits for. Returns false if the stack could not be kept. */
static bool sampler_take_own(hp_sampler *sampler, uint64_t cpu_ns, hp_sampler_sample *sample,
	const zend_execute_data *top, const void *context)
{
	bool is_asked = sampler_has_stack_asked(sampler);

	if (sample->time_ns == 0 && !is_asked) {
		return true;
	}
	if (sample->time_ns > 0) {
		sampler_settle(sampler);
		sampler_share_skipped(sampler, sample);
	}
	if (!sampler_keep_own(sampler, cpu_ns, top, context)) {
		return false;
	}
	if (sample->time_ns > 0) {
		sampler_add_own(sampler, sample);
	}
	if (is_asked) {
		sampler_answer(sampler, true, HP_SAMPLER_ON_CPU);
	}
	sampler_cool_down(sampler, cpu_ns);
	HP_SHARED_WRITE(&sampler->has_skipped, false);

	return true;
}

/* True if the cooldown of the last sample has not ended, even with the time that the thread waited
 * added to its clock. Never true while a reader waits for a stack. */
static bool sampler_is_too_soon(const hp_sampler *sampler, uint64_t cpu_ns, uint64_t waited_ns)
{
	return sampler_cooldown_clock_ns(sampler, cpu_ns) + waited_ns < sampler->cooldown_until_ns &&
		!sampler_has_stack_asked(sampler);
}

/* In the signal handler, which may interrupt the thread in the middle of any change. */
static void sampler_tick_open(hp_sampler *sampler, uint64_t cpu_ns, const void *context)
{
	hp_sampler_sample sample = {.is_own = true,
		.wait = HP_SAMPLE_NONE,
		.time_ns = sampler_due_ns(sampler, cpu_ns, sampler_most_ns(sampler))};

	if (sampler_is_late(sampler, cpu_ns)) {
		sampler_hurry(sampler, cpu_ns);
	}
	if (sampler_has_finer_looks(sampler) &&
		sampler_open_ns(sampler, cpu_ns) <
			(int64_t) ((HP_SHARED_READ(&sampler->is_napping)
							   ? SAMPLER_NAPS_MOST
							   : SAMPLER_LOOKS_INTERVALS * HP_SHARED_READ(&sampler->pace)) *
				sampler_interval_ns(sampler))) {
		sample.time_ns = 0;
	}
	if (sample.time_ns == 0 && !sampler_has_stack_asked(sampler)) {
		return;
	}
	if (sampler_is_too_soon(sampler, cpu_ns, 0)) {
		HP_SHARED_WRITE(&sampler->has_skipped, true);
		HP_SHARED_COUNT(sampler->late);
		return;
	}
	if (!hp_sampler_try_lock(sampler)) {
		HP_SHARED_COUNT(sampler->late);
		return;
	}
	sampler_take_own(sampler, cpu_ns, &sample, *sampler->walk.current, context);
	hp_sampler_unlock(sampler);
}

static void sampler_tick(hp_sample_event *event, const void *context)
{
	hp_sampler *sampler = event->owner;
	uint64_t start_ns = sampler_now_ns(), cpu_ns = event->source->read(event), took_ns;

	HP_SHARED_WRITE(&event->seen_ns, cpu_ns);
	/* Perf may tick more often than the interval. A tick that comes too early for a sample leaves
	 * its time to the next one. */
	if (cpu_ns - sampler->ticked_ns >= sampler_interval_ns(sampler) / 2) {
		HP_SHARED_WRITE(&sampler->ticked_ns, cpu_ns);
	}
	HP_SHARED_COUNT(&sampler->ticks);
	if (!HP_SHARED_READ(&sampler->is_open)) {
		return;
	}
	sampler_tick_open(sampler, cpu_ns, context);
	took_ns = sampler_now_ns() - start_ns;
	HP_SHARED_WRITE(&sampler->handler_ns,
		sampler->handler_ns + sampler->tick_ns + MIN(took_ns, SAMPLER_MOST_HANDLER_NS));
}

/* The weights of looks may be ahead of the clock by this much. */
static int64_t sampler_ahead_ns(const hp_sampler *sampler)
{
	return (int64_t) (SAMPLER_MARK_INTERVALS * sampler->pace * sampler_interval_ns(sampler));
}

/* With the lock: returns the weight of a sample for looks that found found_ns, while open_ns of
 * their clock is open. */
static uint64_t sampler_marked_ns(hp_sampler *sampler, uint64_t found_ns, int64_t open_ns)
{
	int64_t ahead_ns = sampler_ahead_ns(sampler);

	if (sampler->is_for_stacks || open_ns <= -ahead_ns) {
		return 0;
	}
	if (open_ns - ahead_ns > (int64_t) found_ns &&
		hp_random_unit(&sampler->random) * SAMPLER_MARK_PARTS < 1) {
		found_ns = (uint64_t) open_ns;
	}

	return sampler_weight_ns(sampler, MIN(found_ns, (uint64_t) (open_ns + ahead_ns)));
}

/* With the lock, where the helper cannot read the stack: takes a sample of waits for a CPU. Its
 * stack is that of the safe point, because a thread loses its CPU where it runs. */
static void sampler_take_waits(
	hp_sampler *sampler, uint64_t cpu_ns, const zend_execute_data *execute_data)
{
	hp_sampler_sample sample = {.is_own = true,
		.state = HP_SAMPLER_WAITS_FOR_CPU,
		.wait = sampler_wait_of(sampler, HP_SAMPLER_WAITS_FOR_CPU, HP_SAMPLE_NONE),
		.time_ns = sampler_weight_ns(sampler, sampler->mark.waited_ns)};

	if (sample.time_ns > 0 && !sampler->is_for_stacks &&
		sampler_keep_own(sampler, cpu_ns, execute_data, NULL)) {
		hp_off_cpu_take_waits(&sampler->off, (int64_t) sampler->sink->add(sampler->owner, &sample));
	}
	sampler->mark.waited_ns = 0;
}

/* With the lock: splits the time of the sample among the waits, and adds one sample of the kept
 * stack for each. Returns how much time they account for. */
static uint64_t sampler_add_waits(hp_sampler *sampler, hp_sampler_sample *sample)
{
	const hp_sampler_mark *mark = &sampler->mark;
	uint64_t left_ns = sample->time_ns, found_ns = 0, taken_ns = 0, all_ns = sample->time_ns;

	for (uint32_t i = 0; i < mark->waits.count; i++) {
		double part;

		found_ns += mark->waits.of[i].time_ns;
		part = (double) found_ns / (double) mark->off_ns;
		sample->wait = sampler_wait_of(sampler, sample->state, mark->waits.of[i].wait);
		sample->time_ns = i + 1 == mark->waits.count
			? left_ns
			: MIN(left_ns,
				  sampler_weight_ns(sampler, (uint64_t) (part * (double) all_ns)) -
					  (all_ns - left_ns));
		left_ns -= sample->time_ns;
		taken_ns += sample->time_ns == 0 ? 0 : sampler->sink->add(sampler->owner, sample);
	}

	return taken_ns;
}

/* With the lock, where the helper cannot read the stack: takes samples of time off the CPU. */
static void sampler_take_off(
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
	sample.time_ns = sampler_marked_ns(sampler, mark->off_ns, open_ns);
	if (sample.time_ns > 0) {
		if (!sampler_keep_own(sampler, cpu_ns, execute_data, NULL)) {
			return;
		}
		hp_off_cpu_take(&sampler->off, (int64_t) sampler_add_waits(sampler, &sample));
		sampler_cool_down(sampler, cpu_ns);
	}
	mark->off_ns = 0;
	mark->waits.count = 0;
}

/* With the lock: takes the samples that are due at this safe point. */
static void sampler_take_here(
	hp_sampler *sampler, uint64_t cpu_ns, const zend_execute_data *execute_data)
{
	hp_sampler_mark *mark = &sampler->mark;
	bool is_needed = sampler_needs_safe_point(sampler, cpu_ns);
	bool is_late = !is_needed && sampler_is_late(sampler, cpu_ns);
	hp_sampler_sample sample = {
		.is_own = true, .wait = HP_SAMPLE_NONE, .is_displaced = is_needed || is_late};

	if (!is_needed && !is_late && mark->off_ns == 0 && mark->waited_ns == 0 &&
		!sampler_has_stack_asked(sampler)) {
		return;
	}
	sampler_hurry(sampler, cpu_ns);
	if (is_late) {
		sample.time_ns = sampler_due_ns(sampler, cpu_ns, UINT64_MAX);
	} else if (is_needed && mark->on_ns > 0) {
		sample.time_ns =
			sampler_marked_ns(sampler, mark->on_ns, sampler_open_ns(sampler, mark->on_cpu_ns));
	}
	if (sampler_take_own(sampler, cpu_ns, &sample, execute_data, NULL)) {
		mark->on_ns = 0;
	}
	sampler_take_waits(sampler, cpu_ns, execute_data);
	sampler_take_off(sampler, cpu_ns, execute_data);
}

void hp_sampler_begin_fork(hp_sampler *sampler)
{
	hp_sampler_lock(sampler);
	sampler->fork_began_ns = sampler_now_ns();
	sampler->fork_began_cpu_ns = hp_sampler_cpu_ns(sampler);
}

/* With the lock: takes a sample of the CPU time of forks, in whole grains. The rest is for the next
 * fork. This time is known exactly, so that it is charged in full even where looks are ahead of the
 * clock. */
static void sampler_take_fork(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_sample sample = {.is_own = true, .wait = HP_SAMPLE_NONE};

	sampler->forked_ns += cpu_ns - sampler->fork_began_cpu_ns;
	if (sampler->is_for_stacks) {
		return;
	}
	sample.time_ns = sampler->forked_ns / sampler->grain_ns * sampler->grain_ns;
	sampler->forked_ns -= sample.time_ns;
	sampler->walk.peeked = NULL;
	sampler_take_own(sampler, cpu_ns, &sample, EG(current_execute_data), NULL);
}

void hp_sampler_end_fork(hp_sampler *sampler)
{
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler);

	sampler->fork_ended_ns = sampler_now_ns();
	if (sampler->is_on && HP_SHARED_READ(&sampler->is_open)) {
		sampler->mark.looked_ns += sampler->fork_ended_ns - sampler->fork_began_ns;
		sampler->mark.looked_cpu_ns += cpu_ns - sampler->fork_began_cpu_ns;
		sampler_take_fork(sampler, cpu_ns);
	}
	hp_sampler_unlock(sampler);
}

/* With the lock, in the thread: attaches the other source. Only the thread knows whether the
 * program has the signal blocked. */
static void sampler_attach_again(hp_sampler *sampler)
{
	sampler->is_blocked = hp_sample_source_is_blocked();
	if (!sampler->is_blocked) {
		sampler->wants_attach = false;
		hp_sampler_attach(sampler);
	}
}

void hp_sampler_safe_point(hp_sampler *sampler, const zend_execute_data *execute_data)
{
	uint64_t cpu_ns;

	if (!HP_SHARED_READ(&sampler->is_wanted) ||
		!__atomic_exchange_n(&sampler->is_wanted, false, __ATOMIC_RELAXED) ||
		!HP_SHARED_READ(&sampler->is_on) || !HP_SHARED_READ(&sampler->is_open)) {
		return;
	}
	cpu_ns = hp_sampler_cpu_ns(sampler);
	if (!sampler_lock_soon(sampler)) {
		HP_SHARED_COUNT(sampler->late);
		return;
	}
	if (sampler->wants_attach) {
		sampler_attach_again(sampler);
	}
	if (sampler->is_on && !sampler_is_too_soon(sampler, cpu_ns, sampler->mark.off_ns)) {
		sampler_take_here(sampler, cpu_ns, execute_data);
	}
	if (!sampler->asks) { /* else the next safe point needs the peek, and has more room */
		sampler->walk.peeked = NULL;
	}
	hp_sampler_unlock(sampler);
}

/* With the lock: true if the thread would be on a CPU but for the helper. A thread that is ready,
 * and is mostly off the CPU or has not run since the last look, has just woken up: its place says
 * nothing about where it has run, unless nothing else can be seen. */
static bool sampler_is_held_up(const hp_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_states *states = &sampler->off.states;
	int64_t most_ns = (int64_t) (2 * SAMPLER_MARK_INTERVALS * sampler->pace * sampler->interval_ns);

	return (!sampler->is_mostly_off && cpu_ns != sampler->mark.looked_cpu_ns &&
			   hp_sample_states_waits_here(states)) ||
		(sampler_open_ns(sampler, cpu_ns) > most_ns && hp_sample_states_have_one_cpu() &&
			hp_sample_states_is_waiting(states));
}

/* With the lock: returns the part of the time since the look began, from 0 to 1, that the thread
 * ran for, or would have run for. */
static double sampler_part(const hp_sampler *sampler)
{
	const hp_sampler_view *view = &sampler->view;
	uint64_t passed_ns = sampler_now_ns() - view->now_ns;
	uint64_t ran_ns = hp_sampler_cpu_ns(sampler) - view->cpu_ns;

	return ran_ns == 0 ? sampler_is_held_up(sampler, view->cpu_ns)
					   : MIN(1, (double) ran_ns / (double) MAX(1, passed_ns));
}

/* With the lock, after a walk: sets the pause until the next look that reads the stack. The pause
 * depends on the mean depth of the last stacks. If it depended on the depth of this stack alone,
 * looks would mostly find what follows a deep one. */
static void sampler_cool_look(hp_sampler *sampler)
{
	sampler_note_depth(sampler, MAX(sampler->walk.count, sampler->walk.links_count));
	sampler->look_cooldown_ns = hp_random_around(&sampler->random, sampler->mean_depth_ns);
}

/* With the lock: reads the stack, once in each look. The stack is copied at once, and the copy is
 * compared with the memory afterwards, because the thread may run. Only if that fails is the stack
 * of a sleeping thread read frame by frame. */
static void sampler_see(hp_sampler *sampler)
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
	view->part = sampler_part(sampler);
	sampler_cool_look(sampler);
}

/* With the lock: keeps the stack of the thread, which did not run when the look began. Returns
 * false if it cannot be read. */
static bool sampler_keep_other(void *owner, uint64_t cpu_ns)
{
	hp_sampler *sampler = owner;

	if (!sampler_can_look(sampler) || !HP_SHARED_READ(&sampler->is_open)) {
		return false;
	}
	sampler_see(sampler);
	if (sampler->view.count == HP_SAMPLE_NONE ||
		!sampler->sink->keep(sampler->owner, false, sampler->view.count)) {
		return false;
	}
	sampler->wait_now = sampler_name_new(sampler, cpu_ns);

	return true;
}

/* With the lock: adds a sample of time off the CPU. A single wait for a CPU is sampled once, after
 * its end, and is a sample of its own. The share of one wait among several (HP_OFF_CPU_AMONG) adds
 * to an earlier sample. */
static uint64_t sampler_charge(
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
		.time_ns = sampler_weight_ns(sampler, open_ns),
	};

	if (sample.time_ns == 0) {
		return 0;
	}
	if (when == HP_OFF_CPU_STILL) {
		sampler_name_again(sampler, hp_sampler_cpu_ns(sampler), &sampler->wait_now);
	}
	sample.wait = state == HP_OFF_CPU_STOPPED
		? hp_sample_store_label(sampler->store, HP_SAMPLE_WAIT, HP_WAIT_STOPPED)
		: sampler_wait_of(sampler, sample.state, sampler->wait_now);

	return sampler->sink->add(sampler->owner, &sample);
}

/* With the lock: true if the thread was off the CPU before its stack was read, or is so now. */
static bool sampler_is_off(void *owner, uint64_t cpu_ns)
{
	const hp_sampler *sampler = owner;

	return sampler->view.is_off || hp_sampler_cpu_ns(sampler) == cpu_ns;
}

/* With the lock, after a walk: true if the innermost function is internal. */
static bool sampler_is_in_call(void *owner)
{
	const hp_sampler *sampler = owner;
	const hp_sample_store *store = sampler->store;

	return sampler->walk.count > 0 &&
		store->functions.rows[store->frames[0].function].kind == HP_SAMPLE_INTERNAL;
}

static const hp_off_cpu_sink sampler_off_cpu_sink = {
	sampler_keep_other, sampler_is_off, sampler_is_in_call, sampler_charge};

void hp_sampler_init(
	hp_sampler *sampler, const hp_sampler_sink *sink, void *owner, hp_sample_store *store)
{
	memset(sampler, 0, sizeof(*sampler));
	sampler->sink = sink;
	sampler->owner = owner;
	sampler->store = store;
	sampler->grain_ns = 1;
	hp_random_bytes(&sampler->random, sizeof(sampler->random));
	hp_stack_walk_init(&sampler->walk, store);
	hp_off_cpu_init(&sampler->off, &sampler_off_cpu_sink, sampler);
	sampler->cpu.thread = hp_sample_source_thread();
	sampler->cpu.owner = sampler;
	sampler->cpu.tick = sampler_tick;
	sampler->cpu.file = sampler->wait.call = sampler->wait.process.file = HP_DESCRIPTOR_NONE;
	sampler->helper.stat = sampler->helper.schedule = sampler->schedule = HP_DESCRIPTOR_NONE;
	sampler->wait.current = (const zend_execute_data *const *) sampler->walk.current;
	sampler->wait_now = HP_SAMPLE_NONE;
}

void hp_sampler_free(hp_sampler *sampler)
{
	hp_descriptor_drop(&sampler->schedule);
	hp_stack_walk_free(&sampler->walk);
}

static void sampler_close_files(hp_sampler *sampler)
{
	hp_off_cpu_close(&sampler->off);
	hp_wait_close(&sampler->wait);
	hp_sample_states_close(&sampler->helper);
}

void hp_sampler_forget(hp_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
	sampler_close_files(sampler);
	hp_descriptor_drop(&sampler->schedule);
# ifdef __linux__
	sampler->walk.own.file = -1; /* belongs to the parent's helper; here it is another file's */
# endif
	sampler->is_on = false;
	hp_sampler_unlock(sampler);
}

/* Moves the times of a mark past a pause. */
static void sampler_skip_mark(hp_sampler_mark *mark, uint64_t wall_ns, uint64_t cpu_ns)
{
	mark->looked_ns += wall_ns;
	mark->on_cpu_ns += cpu_ns;
	mark->off_now_ns += wall_ns;
	mark->off_cpu_ns += cpu_ns;
}

/* With the lock: a pause has ended. */
static void sampler_go_on(hp_sampler *sampler, uint64_t now_ns, uint64_t now_cpu_ns)
{
	uint64_t wall_ns = now_ns - sampler->left_ns, cpu_ns = now_cpu_ns - sampler->left_cpu_ns;

	sampler_skip_mark(&sampler->mark, wall_ns, cpu_ns);
	hp_sample_source_take(&sampler->cpu, hp_sample_source_taken_ns(&sampler->cpu) + cpu_ns);
	hp_off_cpu_pause(&sampler->off, wall_ns, cpu_ns,
		hp_sample_states_schedule(&sampler->off.states).waited_ns - sampler->left_waited_ns);
}

/* In the thread: reads its own schedule. If the helper has another table of files, the thread reads
 * it by a file in its own table. */
static hp_sample_schedule sampler_schedule_here(hp_sampler *sampler)
{
	return sampler->cpu.hold == NULL ? hp_sample_states_schedule(&sampler->off.states)
									 : hp_sample_states_schedule_here(&sampler->schedule);
}

/* With the lock: a request begins. A tick that comes in it stands for the time since the last tick,
 * which may have come before the request. */
static void sampler_begin_request(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	const hp_sample_event *cpu = &sampler->cpu;
	bool is_ticking = cpu->source != NULL && HP_SHARED_READ(&cpu->is_armed);

	sampler->ahead_ns = is_ticking
		? MIN(cpu_ns - HP_SHARED_READ(&sampler->ticked_ns), sampler_interval_ns(sampler))
		: 0;
	sampler->owed_ns = 0;
	hp_sample_source_take(&sampler->cpu, cpu_ns - sampler->ahead_ns);
	sampler->mark = (hp_sampler_mark){.looked_ns = sampler->mark.looked_ns};
	if (sampler->has_wall) {
		hp_off_cpu_enter(&sampler->off, now_ns, cpu_ns, sampler_schedule_here(sampler));
	}
}

void hp_sampler_enter(hp_sampler *sampler, uint64_t now_ns, bool is_pause)
{
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler);

	sampler->walk.peeked = NULL;
	if (sampler->is_on && is_pause) {
		sampler_go_on(sampler, now_ns, cpu_ns);
	} else if (sampler->is_on) {
		sampler_begin_request(sampler, now_ns, cpu_ns);
	}
	HP_SHARED_WRITE(&sampler->is_open, true);
}

/* With the lock: returns the time until then that no sample accounts for. is_here: called in the
 * sampled thread. */
static hp_sampler_account sampler_rest(
	hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool is_here)
{
	hp_sampler_account rest = {.cpu_ns = sampler_open_ns(sampler, cpu_ns) + sampler->owed_ns -
			(int64_t) sampler->ahead_ns};

	if (sampler->has_wall) {
		hp_off_cpu_flush(&sampler->off, now_ns, cpu_ns,
			is_here ? sampler_schedule_here(sampler)
					: hp_sample_states_schedule(&sampler->off.states));
		rest.off = hp_off_cpu_rest_of(&sampler->off, now_ns, cpu_ns);
	}

	return rest;
}

/* With the lock: a request ends. */
static void sampler_end_request(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_sampler_account rest = sampler_rest(sampler, now_ns, cpu_ns, true);
	hp_sampler_account *account = sampler->sink->account(sampler->owner);

	if (!sampler->is_for_stacks) {
		hp_sampler_account_add(account, &rest);
	}
	/* The owner may forget the store's functions, which these refer to. */
	sampler->wait_now = HP_SAMPLE_NONE;
	sampler->mark.off_ns = sampler->mark.waits.count = 0;
}

void hp_sampler_leave(hp_sampler *sampler, bool is_pause)
{
	HP_SHARED_WRITE(&sampler->is_open, false);
	sampler->walk.peeked = NULL;
	/* The CPU clock is read first here, and last when a run begins. So an interruption between the
	 * two readings never adds CPU time without wall time. */
	sampler->left_cpu_ns = hp_sampler_cpu_ns(sampler);
	sampler->left_ns = sampler_now_ns();
	if (sampler->is_on && is_pause) {
		sampler->left_waited_ns = hp_sample_states_schedule(&sampler->off.states).waited_ns;
	} else if (sampler->is_on) {
		sampler_end_request(sampler, sampler->left_ns, sampler->left_cpu_ns);
	}
}

void hp_sampler_turn(hp_sampler *sampler)
{
	uint64_t now_ns, cpu_ns;

	if (sampler->is_on && sampler->is_open) {
		cpu_ns = hp_sampler_cpu_ns(sampler);
		now_ns = sampler_now_ns();
		sampler->walk.peeked = NULL;
		sampler_end_request(sampler, now_ns, cpu_ns);
		sampler_begin_request(sampler, now_ns, cpu_ns);
	}
}

bool hp_sampler_is_dear(uint64_t interval_ns)
{
	uint64_t tick_ns = hp_sample_tick_ns();
	uint64_t parts =
		hp_sample_states_have_one_cpu() ? SAMPLER_TICK_PARTS_OF_ONE : SAMPLER_TICK_PARTS;

	return tick_ns != HP_SAMPLE_NO_TICK && tick_ns > interval_ns / parts;
}

static bool sampler_attach_to(hp_sampler *sampler, const hp_sample_source *source)
{
	return hp_sample_source_enable(&sampler->cpu, source) == SUCCESS;
}

bool hp_sampler_attach(hp_sampler *sampler)
{
	uint64_t tick_ns = hp_sample_tick_ns();

	sampler->tick_ns =
		tick_ns == HP_SAMPLE_NO_TICK ? SAMPLER_SIGNAL_NS : MAX(SAMPLER_SIGNAL_NS, tick_ns);
	sampler->cpu.interval_ns = sampler->interval_ns;
	if (sampler->is_perf_dear || sampler->is_switching || sampler->is_in_kernel) {
		return sampler_attach_to(sampler, &hp_sample_source_timer) ||
			(!sampler->is_switching && sampler_attach_to(sampler, &hp_sample_source_perf));
	}

	return sampler_attach_to(sampler, &hp_sample_source_perf) ||
		sampler_attach_to(sampler, &hp_sample_source_timer);
}

/* True if the program handles, ignores or blocks the signal. In some cases that shows only because
 * no signal ever came. */
static bool sampler_is_deaf(const hp_sampler *sampler)
{
	const hp_sample_event *event = &sampler->cpu;

	if (event->source == NULL) {
		return sampler->is_blocked;
	}

	return !HP_SHARED_READ(&event->is_armed) ||
		(HP_SHARED_READ(&sampler->ticks) == 0 &&
			sampler_is_silent(sampler, hp_sampler_cpu_ns(sampler)));
}

hp_source hp_sampler_source(const hp_sampler *sampler)
{
	if (sampler->cpu.source == NULL || sampler_is_deaf(sampler)) {
		return HP_SOURCE_INTERRUPT;
	}

	return sampler->cpu.source == &hp_sample_source_perf ? HP_SOURCE_PERF : HP_SOURCE_TIMER;
}

hp_why hp_sampler_why(const hp_sampler *sampler)
{
	const hp_sample_source *source = sampler->cpu.source;

	if (sampler_is_deaf(sampler)) {
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

void hp_sampler_count_switches(hp_sampler *sampler)
{
	uint64_t switches = hp_sample_states_schedule(&sampler->off.states).switches, ns;

	ns = switches > sampler->switches ? (switches - sampler->switches) * SAMPLER_SWITCH_NS : 0;
	sampler->switches = switches;
	sampler->switch_ns += ns;
	if (sampler->cpu.source == &hp_sample_source_perf) {
		sampler->attached_ns += ns;
	}
}

/* With the lock: starts all clocks. The time that has passed until now belongs to no sample. */
static void sampler_begin_clocks(hp_sampler *sampler)
{
	uint64_t now_ns = sampler_now_ns(), cpu_ns = hp_sampler_cpu_ns(sampler);

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

static void sampler_begin_ticks(hp_sampler *sampler, uint64_t cpu_ns)
{
	sampler->ticks_before = HP_SHARED_READ(&sampler->ticks);
	sampler->ticks_switches = hp_sample_states_schedule(&sampler->off.states).switches;
	sampler->ticks_cpu_ns = cpu_ns;
}

void hp_sampler_open_own(hp_sampler *sampler)
{
# ifdef __linux__
	if (sampler->walk.own.file < 0) {
		hp_peek_own_open(&sampler->walk.own);
	}
# endif
}

void hp_sampler_close_own(hp_sampler *sampler)
{
# ifdef __linux__
	hp_peek_own_close(&sampler->walk.own);
# endif
}

void hp_sampler_leave_files(hp_sampler *sampler)
{
# ifdef __linux__
	const hp_sample_states *states = &sampler->off.states;
	int files[] = {sampler->cpu.file.number, states->stat.number, states->schedule.number,
		sampler->wait.call.number};

	if (hp_wait_may_leave_files(states->stat.number) &&
		hp_sample_helper_leave_files(files, sizeof(files) / sizeof(files[0]))) {
		hp_wait_left_files(&sampler->wait);
		hp_sampler_open_own(sampler);
	}
# endif
}

void hp_sampler_enable(hp_sampler *sampler, uint64_t interval_ns)
{
	hp_sampler_lock(sampler);
	HP_SHARED_WRITE(&sampler->interval_ns, interval_ns);
	sampler->off.interval_ns = interval_ns;
	hp_off_cpu_open(&sampler->off);
	hp_wait_open(&sampler->wait, getpid(), sampler->cpu.thread->tid, sampler->cpu.hold == NULL);
	sampler_begin_clocks(sampler);
	sampler->switches = sampler->off.seen.switches;
	sampler->is_expected = sampler->is_switching = sampler->wants_attach = sampler->is_blocked =
		false;
	sampler->is_in_kernel = sampler->has_skipped = sampler->is_unsure = false;
	sampler->is_new = true;
	sampler->has_one_cpu = hp_sample_states_have_one_cpu();
	sampler->mean_cooldown_ns = 0;
	HP_SHARED_WRITE(&sampler->mean_depth_ns, 0);
	sampler_begin_ticks(sampler, hp_sampler_cpu_ns(sampler));
	/* Perf does not tick in the kernel. Until the kernel's share is known, the helper looks often
	 * and samples that code instead. */
	sampler->hurry_until_ns = sampler->ticks_cpu_ns + SAMPLER_KERNEL_INTERVALS * interval_ns;
	sampler->cooldown_until_ns = sampler->look_after_ns = 0;
	sampler->minded_ns = sampler_now_ns();
	sampler->minded_switch_ns = sampler->switch_ns;
	HP_SHARED_WRITE(&sampler->is_on, true);
	hp_sampler_unlock(sampler);
}

/* With the lock: passes the open time to the sink as sampling ends. Between two requests the sink's
 * accounts already have all of it. */
static void sampler_end(hp_sampler *sampler)
{
	hp_sampler_account rest = {0, {0, 0}};
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler), now_ns = sampler_now_ns();

	if (sampler->is_open) {
		rest = sampler_rest(sampler, now_ns, cpu_ns, false);
	} else if (sampler->sink->account == NULL) {
		rest = sampler_rest(sampler, sampler->left_ns, sampler->left_cpu_ns, false);
	}
	sampler->sink->end(sampler->owner, rest.cpu_ns, rest.off.asleep_ns + rest.off.waited_ns);
}

void hp_sampler_disable(hp_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
	hp_sampler_lock(sampler);
	if (sampler->is_on && !sampler->is_for_stacks) {
		sampler_end(sampler);
	}
	HP_SHARED_WRITE(&sampler->is_on, false);
	sampler_close_files(sampler);
	hp_sampler_unlock(sampler);
}

void hp_sampler_set_for_stacks(hp_sampler *sampler, bool is_for_stacks)
{
	if (is_for_stacks == sampler->is_for_stacks) {
		return;
	}
	if (sampler->is_on && is_for_stacks) {
		sampler_end(sampler);
	} else if (sampler->is_on) {
		sampler_begin_clocks(sampler);
	}
	HP_SHARED_WRITE(&sampler->is_for_stacks, is_for_stacks);
}

void hp_sampler_ask_stack(hp_sampler *sampler, bool is_asked)
{
	HP_SHARED_WRITE(&sampler->has_stack_asked, is_asked);
}

/* Sets the time to the next tick. Time that is already open counts: if each change of the interval
 * started again, a thread that uses little CPU time would never come to a tick. */
static void sampler_aim(hp_sampler *sampler, uint64_t interval_ns)
{
	hp_sample_event *cpu = &sampler->cpu;
	int64_t open_ns = sampler_open_ns(sampler, hp_sampler_cpu_ns(sampler));
	int64_t left_ns = (int64_t) interval_ns - open_ns, least_ns = (int64_t) interval_ns / 16;

	cpu->source->run(cpu, true);
	cpu->source->aim(cpu, (uint64_t) MAX(least_ns, MIN(left_ns, (int64_t) interval_ns)));
}

void hp_sampler_set_interval(hp_sampler *sampler, uint64_t interval_ns)
{
	hp_sample_event *cpu = &sampler->cpu;
	bool is_longer = interval_ns > sampler->interval_ns;

	hp_sampler_lock(sampler);
	HP_SHARED_WRITE(&sampler->interval_ns, interval_ns);
	sampler->off.interval_ns = interval_ns;
	sampler_begin_ticks(sampler, hp_sampler_cpu_ns(sampler));
	sampler->is_expected = sampler->is_expected && is_longer;
	HP_SHARED_WRITE(&cpu->interval_ns, interval_ns);
	hp_sampler_unlock(sampler);
	/* Each tick sets the time of the next one by the interval at that time. For perf a longer
	 * interval can wait until then. */
	if (cpu->source != NULL && HP_SHARED_READ(&cpu->is_armed) &&
		!(is_longer && cpu->source == &hp_sample_source_perf)) {
		sampler_aim(sampler, interval_ns);
	}
}

/* With the lock: requests another source, which the thread attaches at its next safe point. */
static void sampler_change_source(hp_sampler *sampler)
{
	hp_sample_source_stop(&sampler->cpu);
	sampler->wants_attach = true;
	hp_sampler_ask_interrupt(sampler);
}

/* With the lock: how often the thread was put on a CPU since the window of ticks began. */
static uint64_t sampler_turns(const hp_sampler *sampler)
{
	return hp_sample_states_schedule(&sampler->off.states).switches - sampler->ticks_switches;
}

/* True if the thread used that CPU time in turns so short that the kernel has much of each. Looks
 * see more of such turns than ticks do. */
static bool sampler_naps(const hp_sampler *sampler, uint64_t ran_ns)
{
	return !sampler->has_one_cpu && ran_ns < sampler_turns(sampler) * SAMPLER_TURN_NS;
}

/* With the lock: true if more of the expected ticks are missing than SAMPLER_KERNEL_TICKS
 * allows. */
static bool sampler_misses_ticks(const hp_sampler *sampler, uint64_t expected)
{
	return expected > SAMPLER_KERNEL_TICKS + expected / SAMPLER_KERNEL_PARTS +
		HP_SHARED_READ(&sampler->ticks) - sampler->ticks_before;
}

/* With the lock: changes the source from perf to the timer if too many ticks are missing. Perf does
 * not tick in the kernel, and the time of a missing tick goes to code that runs next. The timer's
 * tick comes as the system call ends. Only a thread that naps on one CPU keeps perf: the timer is
 * too coarse for naps, and no look sees them there. */
static void sampler_mind_kernel(hp_sampler *sampler, uint64_t cpu_ns)
{
	uint64_t ran_ns = cpu_ns - sampler->ticks_cpu_ns, expected = ran_ns / sampler->interval_ns;

	HP_SHARED_WRITE(&sampler->is_unsure, false);
	if (sampler->is_in_kernel || sampler->has_safe_points_only ||
		sampler->cpu.source != &hp_sample_source_perf || !HP_SHARED_READ(&sampler->cpu.is_armed)) {
		sampler->ticks_cpu_ns = cpu_ns;
		sampler->ticks_before = HP_SHARED_READ(&sampler->ticks);
		return;
	}
	if (!sampler->is_new && expected < SAMPLER_KERNEL_INTERVALS) {
		return;
	}
	if (sampler_misses_ticks(sampler, expected) && !(sampler->has_one_cpu && sampler->is_napping)) {
		sampler->is_in_kernel = true;
		sampler_change_source(sampler);
	} else if (expected >= SAMPLER_KERNEL_INTERVALS) {
		sampler_begin_ticks(sampler, cpu_ns);
		sampler->is_new = false;
	} else {
		HP_SHARED_WRITE(&sampler->is_unsure, sampler_naps(sampler, ran_ns));
	}
}

/* With the lock: chooses perf or the timer by what switches cost. Returns true if the source is to
 * change now. */
static bool sampler_mind_switches(hp_sampler *sampler, uint64_t now_ns)
{
	uint64_t spent_ns, passed_ns = now_ns - sampler->minded_ns, parts;
	bool was_switching = sampler->is_switching;

	if (sampler->has_safe_points_only || sampler->wants_attach || passed_ns < SAMPLER_PATIENCE_NS ||
		(sampler->cpu.source != &hp_sample_source_perf && !was_switching)) {
		return false;
	}
	hp_sampler_count_switches(sampler);
	spent_ns = sampler->switch_ns - sampler->minded_switch_ns;
	sampler->minded_ns = now_ns;
	sampler->minded_switch_ns = sampler->switch_ns;
	/* On one CPU the timer takes the place of perf without the help of looks, and is far coarser.
	 * So perf may cost more there. */
	parts = (was_switching ? SAMPLER_CALM_PARTS : SAMPLER_SWITCHING_PARTS) /
		(sampler->has_one_cpu ? SAMPLER_ONE_CPU_TIMES : 1);
	sampler->is_switching = sampler->is_over_budget || spent_ns > passed_ns / parts;
	sampler->has_switched = sampler->has_switched || sampler->is_switching;

	return sampler->is_switching != was_switching;
}

/* With the lock: answers a reader with the stack of a thread that does not run. A thread that runs
 * answers itself, at its next tick or safe point. */
static void sampler_look_for_stack(hp_sampler *sampler)
{
	uint64_t cpu_ns = hp_sampler_cpu_ns(sampler);
	bool is_waiting = hp_sample_states_is_waiting(&sampler->off.states);

	/* The answer replaces the kept stack, so the rest of a wait in that stack is charged first. */
	hp_off_cpu_leave(&sampler->off, sampler_now_ns(), cpu_ns);
	if (sampler_keep_other(sampler, cpu_ns)) {
		sampler_answer(sampler, false, is_waiting ? HP_SAMPLER_WAITS_FOR_CPU : HP_SAMPLER_ASLEEP);
	} else {
		sampler->walk.peeked = NULL;
		hp_sampler_ask_interrupt(sampler);
	}
}

/* With the lock, for a thread off the CPU: true if it waits for one. The kernel is asked only once
 * until the thread has run again. */
static bool sampler_waits_for_cpu(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_mark *mark = &sampler->mark;

	if (mark->waiting_cpu_ns != cpu_ns) {
		mark->is_waiting = hp_sample_states_is_waiting(&sampler->off.states);
		mark->waiting_cpu_ns = cpu_ns;
	}

	return mark->is_waiting;
}

/* With the lock: adds the time that passed to what the thread sleeps in. A wait is named when a
 * look first finds it, and seldom again until the thread has run. */
static void sampler_mark_wait(hp_sampler *sampler, uint64_t passed_ns, uint64_t cpu_ns)
{
	hp_sampler_mark *mark = &sampler->mark;
	hp_sampler_waits *waits = &mark->waits;

	if (waits->count > 0 && mark->off_cpu_ns == cpu_ns) {
		sampler_name_again(sampler, cpu_ns, &waits->of[waits->count - 1].wait);
	} else {
		uint32_t wait = sampler_name_new(sampler, cpu_ns);

		if (waits->count == 0 || waits->of[waits->count - 1].wait != wait) {
			uint32_t last = waits->count < HP_SAMPLER_WAITS ? waits->count++ : waits->count - 1;

			waits->of[last].time_ns = last + 1 < HP_SAMPLER_WAITS ? 0 : waits->of[last].time_ns;
			waits->of[last].wait = wait;
		}
	}
	waits->of[waits->count - 1].time_ns += passed_ns;
}

/* With the lock: returns the factor for the time that a look stands for. It is above 1 while
 * samples account for too little of the CPU time that the thread has used, so that late looks make
 * up for it. */
static double sampler_factor(const hp_sampler *sampler)
{
	double open_ns = (double) sampler_open_ns(sampler, sampler->mark.on_cpu_ns);
	double most_ns = sampler->is_napping
		? (double) (SAMPLER_NAPS_MOST * sampler_interval_ns(sampler))
		: (double) sampler_ahead_ns(sampler);

	return MAX(1, open_ns / most_ns);
}

/* With the lock: notes what a look has found. part: how much of the look's time the thread has run
 * for, from 0 to 1. */
static void sampler_mark(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool is_of_cpu,
	bool is_of_waits, double part)
{
	hp_sampler_mark *mark = &sampler->mark;
	uint64_t passed_ns = now_ns - mark->looked_ns;

	if (is_of_cpu && part > 0) {
		mark->on_cpu_ns = hp_sampler_cpu_ns(sampler);
		mark->on_ns += (uint64_t) ((double) passed_ns * part * sampler_factor(sampler));
	} else if (is_of_waits && hp_sampler_cpu_ns(sampler) == cpu_ns &&
		!sampler_waits_for_cpu(sampler, cpu_ns)) {
		/* The safe point is requested at once. A thread that wakes up meanwhile waits there for the
		 * lock, until its wait is noted. */
		sampler_interrupt(sampler);
		sampler_mark_wait(sampler, passed_ns, cpu_ns);
		mark->off_ns += passed_ns;
		mark->off_now_ns = now_ns;
		mark->off_cpu_ns = cpu_ns;
	}
	if (is_of_waits) {
		mark->waited_ns = (uint64_t) hp_off_cpu_unseen_waits_ns(&sampler->off, now_ns, cpu_ns);
	}
	if (!is_of_cpu) {
		mark->on_ns = 0; /* signals account for it */
	}
}

/* With the lock: adds a sample of CPU time with the stack that the look has read. Returns false if
 * the stack could not be kept. */
static bool sampler_take_running(hp_sampler *sampler, uint64_t time_ns)
{
	hp_sampler_sample sample = {
		.is_own = true, .is_beside = true, .wait = HP_SAMPLE_NONE, .time_ns = time_ns};

	if (!sampler->sink->keep(sampler->owner, true, sampler->view.count)) {
		return false;
	}
	sampler_add_own(sampler, &sample);

	return true;
}

/* With the lock: takes the time that looks have found on the CPU, in whole grains, and returns the
 * weight of the sample for it. The rest is for the next sample. */
static uint64_t sampler_take_marked_ns(hp_sampler *sampler)
{
	hp_sampler_mark *mark = &sampler->mark;
	int64_t most_ns = sampler_open_ns(sampler, mark->on_cpu_ns) + sampler_ahead_ns(sampler);
	uint64_t whole_ns = mark->on_ns / sampler->grain_ns * sampler->grain_ns;

	if (sampler->is_for_stacks || most_ns <= 0) {
		mark->on_ns = 0;
		return 0;
	}
	mark->on_ns -= whole_ns;

	return sampler_weight_ns(sampler, MIN(whole_ns, (uint64_t) most_ns));
}

/* With the lock: returns the part of the look's time that the thread has run for. If it has slept
 * since the last look, its stack is not read for that, because it mostly sleeps on. */
static double sampler_part_of(hp_sampler *sampler, uint64_t cpu_ns, bool reads)
{
	if (reads && cpu_ns != sampler->mark.looked_cpu_ns) {
		sampler_see(sampler);
	}

	return sampler->view.is_there ? sampler->view.part : sampler_part(sampler);
}

/* With the lock: takes a sample of what the look saw, if one is due. Returns false if a safe point
 * has to do: the stack could not be read, or a tick is missing and the thread does not run. */
static bool sampler_look_running(hp_sampler *sampler, uint64_t cpu_ns, double part, bool is_late)
{
	uint64_t time_ns;

	if (part == 0) {
		return !is_late; /* it has lost its CPU, or sleeps: the next sample has its weight */
	}
	sampler_see(sampler);
	if (sampler->view.count == HP_SAMPLE_NONE) {
		return false;
	}
	if (!is_late) {
		time_ns = sampler_take_marked_ns(sampler);
	} else if (hp_random_unit(&sampler->random) < part) {
		time_ns = sampler_due_ns(sampler, cpu_ns, UINT64_MAX);
	} else {
		time_ns = 0;
	}

	return time_ns == 0 || sampler_take_running(sampler, time_ns);
}

/* With the lock: true if the thread sleeps again, and ran only in short turns since the last look.
 * Always false for a thread that mostly sleeps but waits for answers: ticks know more about it. */
static bool sampler_has_napped(hp_sampler *sampler, uint64_t cpu_ns)
{
	uint64_t ran_ns = cpu_ns - sampler->mark.looked_cpu_ns, before = sampler->mark.switches;
	uint64_t turn_ns = sampler->is_napping ? SAMPLER_TURN_NS : SAMPLER_WAKING_NS;

	if ((sampler->is_mostly_off || sampler->has_one_cpu) && !sampler->is_napping) {
		sampler->mark.switches = 0;
		return false;
	}
	sampler->mark.switches = hp_sample_states_schedule(&sampler->off.states).switches;

	return ran_ns > 0 && before > 0 && hp_sampler_cpu_ns(sampler) == cpu_ns &&
		ran_ns <= (sampler->mark.switches - before) * turn_ns &&
		!sampler_waits_for_cpu(sampler, cpu_ns);
}

/* With the lock: returns the CPU time of naps that belongs to what the thread sleeps in. On one CPU
 * no look sees a short turn, because the helper can only run when the turn has ended. Ticks see
 * little of it, because most of it is spent in the kernel. On several CPUs looks see most of what a
 * thread runs that only naps. If it waits for another process between long turns, they see hardly
 * any of it, because the helper has the CPU of that process meanwhile. */
static uint64_t sampler_nap_ns(const hp_sampler *sampler, uint64_t cpu_ns)
{
	uint64_t seen_ns =
		sampler->is_napping ? SAMPLER_NAPS_INTERVALS * sampler_interval_ns(sampler) : 0;
	int64_t open_ns = sampler_open_ns(sampler, cpu_ns) - (int64_t) seen_ns;

	if (sampler->has_one_cpu) {
		return sampler_due_ns(sampler, cpu_ns, UINT64_MAX);
	}

	return sampler->is_for_stacks ? 0 : sampler_weight_ns(sampler, (uint64_t) MAX(0, open_ns));
}

/* With the lock: takes either all CPU time of naps or nothing, with such a probability that on
 * average each look gets its part. If the last look saw naps too, the time belongs to what the
 * thread slept in then: a long sleep may have begun since, which used none of it. */
static void sampler_look_napping(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_mark *mark = &sampler->mark;
	uint64_t nap_ns = sampler_nap_ns(sampler, cpu_ns);
	double ran_ns = (double) (cpu_ns - mark->looked_cpu_ns);
	hp_sampler_sample sample = {
		.is_own = true, .is_beside = true, .wait = HP_SAMPLE_NONE, .time_ns = nap_ns};
	bool is_due = nap_ns > 0 && hp_random_unit(&sampler->random) * (double) nap_ns < ran_ns;

	if (is_due && mark->has_napped) {
		sampler_add_own(sampler, &sample);
		is_due = false;
	}
	sampler_see(sampler);
	mark->has_napped = sampler->view.count != HP_SAMPLE_NONE &&
		sampler->sink->keep(sampler->owner, true, sampler->view.count);
	if (is_due && mark->has_napped) {
		sampler_add_own(sampler, &sample);
	}
}

/* With the lock: true if the open time belongs to naps, or to what came before this sleep, and not
 * to what follows it. */
static bool sampler_watch_naps(hp_sampler *sampler, uint64_t cpu_ns, bool reads)
{
	if (reads && sampler_has_napped(sampler, cpu_ns)) {
		sampler_look_napping(sampler, cpu_ns);
		return true;
	}
	sampler->mark.has_napped = false;

	return sampler->has_one_cpu && cpu_ns == sampler->mark.looked_cpu_ns;
}

/* With the lock: takes a sample from beside, or requests a safe point where the thread takes it, if
 * one is needed. Returns true if the next look should come after one interval. */
static bool sampler_watch(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, bool may_look)
{
	bool needs_sample, is_late, reads;
	bool needs_waits = sampler->has_wall && !sampler_can_look(sampler);
	double part = 0;

	hp_sample_source_watch(&sampler->cpu);
	needs_sample = sampler_needs_safe_point(sampler, cpu_ns);
	is_late = !needs_sample && sampler_is_late(sampler, cpu_ns);
	reads = may_look && sampler_can_look(sampler) && !sampler->needs_own_samples &&
		HP_SHARED_READ(&sampler->is_open);
	if (sampler_watch_naps(sampler, cpu_ns, reads)) {
		is_late = false;
	}
	if (needs_sample || is_late) {
		part = sampler_part_of(sampler, cpu_ns, reads);
	}
	sampler_mark(sampler, now_ns, cpu_ns, needs_sample, needs_waits, part);
	if (is_late) {
		sampler_hurry(sampler, cpu_ns);
	}
	if ((needs_sample || is_late) && reads &&
		sampler_look_running(sampler, cpu_ns, part, is_late)) {
		may_look = false;
	}
	sampler->mark.looked_ns = now_ns;
	sampler->mark.looked_cpu_ns = cpu_ns;
	sampler->walk.peeked = NULL;
	if ((may_look && (is_late || sampler->mark.on_ns >= sampler->interval_ns / 2)) ||
		sampler->mark.off_ns > 0 || sampler->mark.waited_ns > 0) {
		hp_stack_walk_peek(&sampler->walk);
		hp_sampler_ask_interrupt(sampler);
	}

	return needs_sample || needs_waits || HP_SHARED_READ(&sampler->is_left_to_ticks) ||
		cpu_ns < HP_SHARED_READ(&sampler->hurry_until_ns);
}

/* With the lock: true if the thread sleeps for a time, and not until it gets an answer. If it does
 * not sleep now, what was last seen counts. */
static bool sampler_naps_by_timer(hp_sampler *sampler, uint64_t cpu_ns)
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
static void sampler_mind_naps(hp_sampler *sampler, uint64_t cpu_ns)
{
	uint64_t switches = hp_sample_states_schedule(&sampler->off.states).switches;

	HP_SHARED_WRITE(&sampler->is_napping,
		sampler->is_mostly_off && sampler_naps_by_timer(sampler, cpu_ns) &&
			cpu_ns - sampler->paced_cpu_ns <=
				(switches - sampler->paced_switches) * SAMPLER_NAPS_TURN_NS);
	sampler->paced_switches = switches;
}

/* With the lock: notes how much of the time the thread runs. A run of CPU time alone looks only
 * once per interval of CPU time. */
static void sampler_mind_pace(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	uint64_t passed_ns = now_ns - sampler->paced_ns, pace;

	if (passed_ns >= SAMPLER_PATIENCE_NS) {
		pace = MAX(1, MIN(SAMPLER_MOST_PACE, passed_ns / MAX(1, cpu_ns - sampler->paced_cpu_ns)));
		sampler->is_mostly_off = pace > 1;
		sampler_mind_naps(sampler, cpu_ns);
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

/* With the lock: true if the thread has used more CPU time since the look began than time has
 * passed. Then it was not asleep: its CPU clock showed nothing yet as it woke up. */
static bool sampler_was_on(const hp_sampler *sampler)
{
	const hp_sampler_view *view = &sampler->view;
	uint64_t ran_ns = hp_sampler_cpu_ns(sampler) - view->cpu_ns;

	return ran_ns > sampler_now_ns() - view->now_ns;
}

/* With the lock: looks at the thread. Returns the time until the next look in nanoseconds. A deep
 * stack takes long to read from beside, and the program may want the lock and the CPU. So after
 * such a reading looks do not read the stack again until look_after_ns. */
static uint64_t sampler_look_closely(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	bool is_open = HP_SHARED_READ(&sampler->is_open), is_soon, may_look;
	uint64_t delay_ns;

	may_look = now_ns >= sampler->look_after_ns;
	if (may_look) {
		sampler->look_cooldown_ns = 0;
	}
	if (may_look && is_open && sampler_can_look(sampler) && cpu_ns != sampler->mark.looked_cpu_ns &&
		hp_sampler_cpu_ns(sampler) == cpu_ns) {
		/* The stack is read first, because a short sleep soon ends. */
		sampler_see(sampler);
		sampler->view.is_off = !sampler_was_on(sampler);
	}
	if (is_open) {
		sampler_settle(sampler);
	}
	sampler_mind_pace(sampler, now_ns, cpu_ns);
	if (may_look && sampler->has_wall && sampler_can_look(sampler) && is_open) {
		hp_off_cpu_look(&sampler->off, now_ns, cpu_ns);
	}
	is_soon = sampler_watch(sampler, now_ns, cpu_ns, may_look);
	if (may_look) {
		sampler->look_after_ns = now_ns + sampler->look_cooldown_ns;
	}
	if (!sampler->has_wall || !sampler_can_look(sampler)) {
		if (!is_soon) {
			return SAMPLER_PATIENCE_NS;
		}
		return sampler->has_wall
			? hp_random_around(&sampler->random, sampler->interval_ns)
			: hp_random_around(&sampler->random, sampler->pace * sampler->interval_ns);
	}
	delay_ns = MAX(hp_off_cpu_delay_ns(&sampler->off), sampler->look_cooldown_ns);
	/* A thread that waits comes to no safe point. */
	is_soon = is_soon && !(sampler->off.was_off && sampler->off.look_cpu_ns == cpu_ns);

	return is_soon ? MIN(delay_ns, sampler->interval_ns) : delay_ns;
}

/* Returns how long the process was stopped since the last look; 0: it was not. A stopped helper is
 * as late as that, and has not waited for a CPU meanwhile. */
static uint64_t sampler_stopped_ns(hp_sampler *sampler, uint64_t now_ns)
{
	uint64_t since_ns = MAX(sampler->next_look_ns, sampler->looked_ns);
	uint64_t waited_ns = sampler->helper_waited_ns;

	sampler->helper_waited_ns = hp_sample_states_schedule(&sampler->helper).waited_ns;
	waited_ns = sampler->helper_waited_ns - waited_ns;

	return sampler->is_expected && sampler->helper_waited_ns > 0 &&
			now_ns > since_ns + waited_ns + SAMPLER_STOPPED_NS
		? now_ns - since_ns - waited_ns
		: 0;
}

/* With the lock: charges time for which the process was stopped. */
static void sampler_note_stop(hp_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	uint64_t stopped_ns;

	if (sampler->has_wall && sampler_can_look(sampler)) {
		stopped_ns = sampler_stopped_ns(sampler, now_ns);
		if (stopped_ns > 0 && !sampler->is_for_stacks && HP_SHARED_READ(&sampler->is_open)) {
			hp_off_cpu_stopped(&sampler->off, now_ns, cpu_ns, stopped_ns);
		}
	}
}

/* Moves the helper to another CPU if it is on the thread's. Where they share a CPU, a timer of one
 * also wakes the other, and looks find sleepers awake and nobody running. */
static void sampler_mind_cpu(hp_sampler *sampler, uint64_t now_ns)
{
	if (sampler->view.is_there && now_ns >= sampler->leave_after_ns) {
		sampler->leave_after_ns = now_ns + SAMPLER_LEAVE_NS;
		if (hp_sample_states_was_here(&sampler->off.states)) {
			hp_sample_states_leave_cpu();
		}
	}
}

/* With the lock: returns the time from the beginning of this look to the next one, which comes
 * after over_ns. Looks that were due meanwhile are left out. If they were postponed instead, all of
 * them would see the code that follows what has kept the helper. */
static uint64_t sampler_delay_beyond(hp_sampler *sampler, uint64_t over_ns)
{
	uint64_t delay_ns = 0;

	while (delay_ns <= over_ns) {
		delay_ns += hp_random_around(&sampler->random, sampler->interval_ns);
	}

	return delay_ns;
}

static uint64_t sampler_look_busy(hp_sampler *sampler)
{
	uint64_t now_ns, cpu_ns, delay_ns;
	bool has_changed;
	/* The clocks are read before the lock is taken, because the thread holds it while it forks. */
	hp_sampler_view view = {
		.now_ns = sampler_now_ns(), .cpu_ns = hp_sampler_cpu_ns(sampler), .count = HP_SAMPLE_NONE};
	uint64_t due_ns = sampler->is_expected ? sampler->next_look_ns : view.now_ns;

	hp_sampler_lock(sampler);
	if (sampler->fork_ended_ns > due_ns) {
		/* The look was due during the fork. While the kernel copies a process, other threads wait
		 * at any access to memory that it has to copy: the helper may wake up only now. */
		delay_ns = sampler_delay_beyond(sampler, sampler_now_ns() - view.now_ns);
		hp_sampler_unlock(sampler);
		return delay_ns;
	}
	sampler->view = view;
	/* The wall clock is read first, so that CPU time between the readings does not count as time
	 * off the CPU. */
	now_ns = sampler_now_ns();
	cpu_ns = hp_sampler_cpu_ns(sampler);
	sampler_note_stop(sampler, now_ns, cpu_ns);
	if (sampler_has_stack_asked(sampler)) {
		sampler_look_for_stack(sampler);
		delay_ns = SAMPLER_ASKED_NS;
	} else {
		delay_ns = sampler_look_closely(sampler, now_ns, cpu_ns);
	}
	has_changed = sampler_mind_switches(sampler, now_ns);
	if (!has_changed) {
		sampler_mind_kernel(sampler, cpu_ns);
	}
	hp_sampler_unlock(sampler);
	sampler_mind_cpu(sampler, now_ns);
	if (has_changed) {
		hp_sample_source_stop(&sampler->cpu);
		hp_sampler_attach(sampler);
	}

	return delay_ns;
}

/* A look between two requests. The helper goes on for a while, so that a thread with many short
 * requests does not wake it at each. */
static uint64_t sampler_look_idle(hp_sampler *sampler, uint64_t now_ns)
{
	uint64_t left_ns, delay_ns;

	hp_sampler_lock(sampler);
	left_ns = sampler->left_ns;
	delay_ns = hp_off_cpu_delay_ns(&sampler->off);
	sampler->mark.looked_ns = now_ns;
	hp_sampler_unlock(sampler);

	return now_ns > left_ns + SAMPLER_IDLE_NS ? UINT64_MAX : delay_ns;
}

/* The first look comes at a random moment of the interval, so that short requests after long breaks
 * have their share. It stands for an interval, as other looks do. */
static uint64_t sampler_first_delay_ns(hp_sampler *sampler, uint64_t now_ns)
{
	uint64_t delay_ns;

	if (sampler->helper.schedule.number < 0) {
		hp_sample_states_open(&sampler->helper, hp_sample_source_thread());
	}

	hp_sampler_lock(sampler);
	delay_ns = (uint64_t) (hp_random_unit(&sampler->random) * (double) sampler->interval_ns);
	if (now_ns > sampler->mark.looked_ns + sampler->interval_ns) {
		sampler->mark.looked_ns = now_ns + delay_ns - sampler->interval_ns;
	}
	hp_sampler_unlock(sampler);

	return delay_ns;
}

uint64_t hp_sampler_look(hp_sampler *sampler)
{
	uint64_t now_ns = sampler_now_ns(), delay_ns;
	bool is_idle = !HP_SHARED_READ(&sampler->is_open), is_asked = sampler_has_stack_asked(sampler);

	/* A message may wake the helper before the next look is due. */
	if (!is_asked && sampler->is_expected && now_ns < sampler->next_look_ns) {
		return sampler->next_look_ns - now_ns;
	}
	if (!sampler->is_expected && !is_idle && !is_asked) {
		delay_ns = sampler_first_delay_ns(sampler, now_ns);
	} else {
		delay_ns = is_idle ? sampler_look_idle(sampler, now_ns) : sampler_look_busy(sampler);
	}
	sampler->is_expected = delay_ns != UINT64_MAX;
	sampler->looked_ns = sampler_now_ns();
	sampler->next_look_ns = now_ns + delay_ns;

	return delay_ns;
}

#endif
