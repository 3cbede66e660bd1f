/* sampler.h: when a thread is sampled, whose stack it is, and which time it stands for. One engine for a run of
 * samples and for the ring of a process; where samples go to is the sink's concern.
 *
 * CPU time is sampled by signals in the thread itself, or at safe points where none may or can arrive. Time off the CPU is sampled by looks of a helper thread: see sampler/off_cpu.h. One accounting: what the clocks
 * counted and no sample accounts for is open, and a sample's weight is what is open, or an estimate that stays near.
 * Both threads add samples, under one lock.
 *
 * Perf costs at each switch of the thread while it is armed. Where a thread switches often, the timer takes its place. */
#ifndef HP_SAMPLER_SAMPLER_H
#define HP_SAMPLER_SAMPLER_H

#include "profile/sources.h"
#include "sampler/off_cpu.h"
#include "sampler/stack_walk.h"
#include "sampler/wait.h"

#ifdef HP_SAMPLE_HAS_SOURCES

typedef enum hp_sampler_state {
	HP_SAMPLER_ON_CPU,
	HP_SAMPLER_ASLEEP,
	HP_SAMPLER_WAITS_FOR_CPU /* it could run, and has no CPU */
} hp_sampler_state;

typedef struct hp_sampler_sample {
	hp_sampler_state state;
	bool
		is_own; /* the stack is that of the last sample in the thread; else of the last look from beside */
	bool is_repeated; /* not read again: the thread has not run since the last sample */
	bool
		is_past; /* the thread has left that stack since: its time belongs to the last sample of it */
	bool is_unseen; /* no look saw that time pass */
	bool is_displaced; /* taken at a safe point, perhaps behind the code whose time it is */
	bool is_beside; /* taken by the helper thread, of a stack that counts as the thread's own */
	uint32_t
		wait; /* of the store's functions: what the thread waited in; HP_SAMPLE_NONE: not known */
	uint64_t time_ns;
} hp_sampler_sample;

/* Time of requests of one kind that are over, and that no sample accounts for: the next sample in one of that kind does. What is
 * of the CPU is negative where samples account for more. */
typedef struct hp_sampler_account {
	int64_t cpu_ns;
	hp_off_cpu_rest off;
} hp_sampler_account;

/* Adds one account to another. */
static inline void hp_sampler_account_add(hp_sampler_account *to, const hp_sampler_account *more)
{
	to->cpu_ns += more->cpu_ns;
	to->off.asleep_ns += more->off.asleep_ns;
	to->off.waited_ns += more->off.waited_ns;
}

/* All calls with the lock, the first four in the signal handler, too: no allocation. */
typedef struct hp_sampler_sink {
	/* Keeps the stack in the first count of the store's frames, in place of the one kept before. False: no room. */
	bool (*keep)(void *owner, bool is_own, uint32_t count);
	/* Adds a sample of the stack that was kept. Returns how much time it accounts for. */
	uint64_t (*add)(void *owner, const hp_sampler_sample *sample);
	/* That of the request of now. NULL: there are no requests. */
	hp_sampler_account *(*account)(void *owner);
	/* The stack that was kept answers hp_sampler_ask_stack(). NULL: nobody asks. */
	void (*answer)(void *owner, bool is_own, hp_sampler_state state, uint32_t wait);
	/* Sampling ends: so much time is open, on the CPU and off it. It may be negative. */
	void (*end)(void *owner, int64_t cpu_ns, int64_t off_ns);
} hp_sampler_sink;

/* The thread may sleep in several things before it comes to a safe point. More are one with the last. */
# define HP_SAMPLER_WAITS 4

typedef struct hp_sampler_waits {
	uint32_t count;
	struct {
		uint32_t wait; /* as in hp_sampler_sample */
		uint64_t time_ns;
	} of[HP_SAMPLER_WAITS];
} hp_sampler_waits;

/* Looks for which the next safe point takes a sample. The time between two looks belongs to the code that the second one
 * found: on the CPU, or off it. */
typedef struct hp_sampler_mark {
	uint64_t looked_ns; /* the last look, */
	uint64_t looked_cpu_ns; /* and the thread's CPU time then */
	uint64_t switches; /* so often it was put on a CPU until then; 0: not known */
	bool has_napped; /* it slept then, after naps; the stack that was kept is of that sleep */
	uint64_t on_ns; /* so much time was found on the CPU, and has no sample yet */
	uint64_t on_cpu_ns; /* the thread's CPU time at the last such look */
	uint64_t off_ns; /* likewise off it */
	uint64_t off_now_ns;
	uint64_t off_cpu_ns;
	hp_sampler_waits waits; /* in which off_ns passed */
	bool is_waiting; /* for a CPU, at the last look that found it off one, */
	uint64_t waiting_cpu_ns; /* at that CPU time */
	uint64_t waited_ns; /* so long, by the kernel's clock; it has no sample yet */
} hp_sampler_mark;

/* A look sees this. A thread that sleeps often mostly begins or ends to run meanwhile: only as a part of the look's time does each
 * of its functions have its share. */
typedef struct hp_sampler_view {
	uint64_t now_ns; /* when the look began, */
	uint64_t cpu_ns; /* and the thread's CPU time then */
	bool is_off; /* it did not run before its stack was read */
	bool is_there; /* the next two: the stack was read */
	uint32_t count; /* of its frames, which are the store's; HP_SAMPLE_NONE: it could not be read */
	double part; /* of the time until then that the thread has run for */
} hp_sampler_view;

typedef struct hp_sampler {
	const hp_sampler_sink *sink;
	void *owner;
	hp_sample_store *store; /* of the frames and functions */
	hp_stack_walk walk;
	hp_sample_event cpu; /* ticks by CPU time; without a source: safe points only */
	hp_off_cpu off;
	hp_descriptor_kept
		schedule; /* of the thread, in its own table of files where the helper has another */
	hp_wait wait;
	uint32_t
		wait_now; /* as in hp_sampler_sample: at the last look from beside that found the thread asleep */
	uint64_t wait_named_ns; /* for the first time, */
	uint64_t wait_again_ns; /* and to be named again then: a child may execute a program; 0: not */
	hp_random random;
	uint64_t *late; /* counts samples that were due and could not be taken */
	bool is_locked;
	bool is_on;
	bool is_open; /* time is to be sampled now: in a request, and not paused */
	bool has_wall; /* time off the CPU as well */
	bool has_safe_points_only; /* no signals */
	bool needs_own_samples; /* the owner reads what only the thread itself can read */
	bool is_over_budget; /* what perf costs at switches */
	bool has_stack_asked;
	bool is_for_stacks; /* nobody wants samples */
	bool is_perf_dear; /* the timer comes first */
	bool is_switching; /* too often for perf */
	bool has_switched; /* it was, or is again, for a part of the time */
	bool is_in_kernel; /* too much of its CPU time for perf, whose ticks do not come there */
	bool wants_attach; /* the other source: at the next safe point */
	bool is_blocked; /* its signal, by the program, when that was tried last */
	uint64_t interval_ns;
	uint64_t grain_ns; /* weights are multiples of it */
	/* The next three are of the thread that looks alone, without the lock: no word of theirs has another's. */
	uint64_t next_look_ns;
	uint64_t is_expected; /* whether that time is drawn */
	uint64_t looked_ns; /* the last look was over */
	hp_sample_states helper; /* the thread that looks */
	uint64_t leave_after_ns; /* the helper stays on its CPU until then */
	uint64_t helper_waited_ns; /* for a CPU, until the last look */
	uint32_t pace; /* intervals between two looks for CPU time alone */
	bool has_one_cpu; /* the helper may use that of the thread only */
	bool is_mostly_off; /* the thread ran for half of the last window, or less, */
	bool is_left_to_ticks; /* and has one CPU with the helper, whose looks do not find it running */
	uint64_t paced_ns; /* when it was set */
	uint64_t paced_cpu_ns; /* the thread's CPU time then */
	uint64_t paced_switches; /* how often it had been put on a CPU */
	bool is_napping; /* in that window it ran for short turns between sleeps, for the most part */
	bool is_answered; /* it sleeps until another process answers, and not for a time */
	uint64_t hurry_until_ns; /* CPU time: ticks have been missing */
	bool asks; /* a safe point is to be requested as the lock is released */
	bool is_wanted; /* it was requested, and has not come */
	uint64_t fork_began_ns, fork_began_cpu_ns; /* as the thread began to fork */
	uint64_t fork_ended_ns; /* the last time */
	uint64_t forked_ns; /* CPU time in forks that no sample stands for yet */
	hp_sampler_mark mark;
	hp_sampler_view view; /* of the last look */
	uint64_t cooldown_ns; /* after the last sample, by its depth */
	uint64_t mean_cooldown_ns; /* of the last samples */
	bool has_skipped; /* ticks, in a cooldown: the next one has their weight */
	uint64_t cooldown_until_ns; /* CPU time: no sample before */
	uint64_t look_cooldown_ns; /* after the helper's last look */
	uint64_t mean_depth_ns; /* of the last stacks that were read, as the cooldown that they need */
	uint64_t look_after_ns; /* no stack is read from beside before */
	uint64_t began_ns; /* sampling */
	int64_t owed_ns; /* CPU time of requests before, for the next sample */
	uint64_t ahead_ns; /* CPU time before the request, which its first sample stands for as well */
	uint64_t ticked_ns; /* the CPU time at the last tick that was not too early for a sample */
	uint64_t left_ns; /* when is_open ended */
	uint64_t left_cpu_ns;
	uint64_t left_waited_ns;
	uint64_t switches; /* of the thread, so far */
	uint64_t switch_ns; /* what perf costs at them, or would cost */
	uint64_t tick_ns; /* the kernel's part of a tick */
	uint64_t attached_ns; /* its cost so far */
	uint64_t handler_ns; /* and that of the handler */
	uint64_t ticks; /* of perf, so far */
	uint64_t ticks_before; /* until the window of now, which */
	uint64_t ticks_cpu_ns; /* began at that CPU time, */
	uint64_t ticks_switches; /* and after so many switches */
	bool is_new; /* the first window, */
	bool is_unsure; /* in which the thread sleeps often */
	uint64_t minded_ns; /* the switches, last time */
	uint64_t minded_switch_ns;
} hp_sampler;

/* In the thread that is to be sampled. All stays where it is until the end. */
void hp_sampler_init(
	hp_sampler *sampler, const hp_sampler_sink *sink, void *owner, hp_sample_store *store);
void hp_sampler_free(hp_sampler *sampler);

/* In a signal handler only the first. False: it is held. */
bool hp_sampler_try_lock(hp_sampler *sampler);
void hp_sampler_lock(hp_sampler *sampler);
void hp_sampler_unlock(hp_sampler *sampler);

/* In a forked child, after the lock was taken before the fork. */
void hp_sampler_forget(hp_sampler *sampler);

/* With the lock: makes the engine come to a safe point soon, as the lock is released. From any thread. */
void hp_sampler_ask_interrupt(hp_sampler *sampler);

/* Between two instructions of the thread. Does nothing unless it was requested, and waits for no lock: the helper may be
 * reading a deep stack. */
void hp_sampler_safe_point(hp_sampler *sampler, const zend_execute_data *execute_data);

/* With the lock, in the thread: from now on, and until now, time is to be sampled. A pause is in the middle of a stack, and what
 * was open before stays open. Else a request begins and ends: looks and ticks go on as if there were none, so that each
 * moment of each request has the same part in samples, and what is open at its end is for its account. */
void hp_sampler_enter(hp_sampler *sampler, uint64_t now_ns, bool is_pause);
void hp_sampler_leave(hp_sampler *sampler, bool is_pause);

/* Likewise within a request: what comes now is for another account, as if the next request began. */
void hp_sampler_turn(hp_sampler *sampler);

/* Around a fork, in the thread that forks: with the lock, so that the child does not get half a sample. No look and no tick sees the
 * kernel copy the process, which takes milliseconds, so that this time is measured, and its samples are of the stack that forks. The
 * child must not call the second. */
void hp_sampler_begin_fork(hp_sampler *sampler);
void hp_sampler_end_fork(hp_sampler *sampler);

/* The thread's CPU time. */
uint64_t hp_sampler_cpu_ns(const hp_sampler *sampler);

/* From here on in one thread, the helper, or where there is none that of PHP. */

/* True if signals of perf are permitted, and cost too much at that interval. */
bool hp_sampler_is_dear(uint64_t interval_ns);

/* In a helper with a table of files of its own: between these it reads stacks without the lock of the process's map. */
void hp_sampler_open_own(hp_sampler *sampler);
void hp_sampler_close_own(hp_sampler *sampler);

/* In a helper that shares the table of files of PHP's thread, which has enabled and attached it: it gets its own, where the system permits
 * that, and opens what it reads by. */
void hp_sampler_leave_files(hp_sampler *sampler);

/* Begins; has_wall, grain_ns, is_perf_dear and has_safe_points_only are set. */
void hp_sampler_enable(hp_sampler *sampler, uint64_t interval_ns);

/* Arms the best source of signals; false: none is permitted, and safe points take its place. */
bool hp_sampler_attach(hp_sampler *sampler);

/* The source that takes the samples now, and why it does. The helper takes them where signals are armed and none comes. */
hp_source hp_sampler_source(const hp_sampler *sampler);
hp_why hp_sampler_why(const hp_sampler *sampler);

void hp_sampler_disable(hp_sampler *sampler);
void hp_sampler_set_interval(hp_sampler *sampler, uint64_t interval_ns);

/* Accounts for the switches of the thread until now. */
void hp_sampler_count_switches(hp_sampler *sampler);

/* With the lock: the next sample or look answers. And: readers want stacks, but no samples. */
void hp_sampler_ask_stack(hp_sampler *sampler, bool is_asked);
void hp_sampler_set_for_stacks(hp_sampler *sampler, bool is_for_stacks);

/* Looks at the thread, which may wait. Returns the time until the next look; UINT64_MAX: when is_open begins again,
 * as it ended long ago. */
uint64_t hp_sampler_look(hp_sampler *sampler);

#endif

#endif /* HP_SAMPLER_SAMPLER_H */
