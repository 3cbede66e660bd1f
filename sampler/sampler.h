/* sampler.h: the sampler of one thread: the state that the thread and its helper share, and the
 * lock that guards it. One engine serves a run of samples and the ring of a process; the sink
 * decides where samples go.
 *
 * CPU time is sampled by signals in the thread itself, or at safe points where signals are not
 * permitted or do not arrive. Time off the CPU is sampled by looks of a helper thread: see
 * sampler/off_cpu.h. All time is accounted for once: time that the clocks counted and that no
 * sample accounts for is open, and a sample's weight is the open time, or an estimate that stays
 * near it. Both threads add samples, under one lock.
 *
 *   control              starts, changes and stops the sampling of a thread
 *   span, fork           the time that is sampled: requests, pauses and forks
 *   on_tick, safe_point  the samples that the thread takes of itself
 *   look                 the samples that the helper takes, by view, naps, found and pace
 *   due, charge          how much time a sample stands for, and adding it
 *   wait_label           names what the thread waits in
 *   source_choice        perf or the timer
 *
 * While perf is armed, it costs time at each switch of the thread. Where a thread switches often,
 * the timer takes its place. */
#ifndef HP_SAMPLER_SAMPLER_H
#define HP_SAMPLER_SAMPLER_H

#include "profile/sources.h"
#include "sampler/off_cpu.h"
#include "sampler/stack_walk.h"
#include "sampler/wait.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Signals count as blocked after this much CPU time without a tick. It is also the longest time
 * between two looks while the thread is sampled by CPU time alone, and the shortest time between
 * two measurements of its pace and of its switches. */
# define HP_SAMPLER_CHECK_NS 100000000u

/* A thread with short sleeps runs for less than this between two of them, on average. */
# define HP_SAMPLER_TURN_NS 100000u

typedef enum hp_sampler_activity {
	HP_SAMPLER_ON_CPU,
	HP_SAMPLER_ASLEEP,
	HP_SAMPLER_WAITS_FOR_CPU /* it could run, and has no CPU */
} hp_sampler_activity;

/* A sample as the sink gets it. */
typedef struct hp_sampler_sample {
	hp_sampler_activity state;
	/* True: the sample belongs to the stack that the thread kept of itself. False: to the one that
	 * a look kept. */
	bool is_own;
	bool is_repeated; /* not read again: the thread has not run since the last sample */
	/* The thread has left that stack since, so the time goes to the stack's last sample. */
	bool is_past;
	bool is_unseen; /* no look saw that time pass */
	bool is_displaced; /* taken at a safe point, perhaps behind the code whose time it is */
	bool is_beside; /* taken by the helper thread, of a stack that counts as the thread's own */
	/* The store's function for what the thread waited in; HP_SAMPLE_NONE: not known, or no wait. */
	uint32_t wait;
	uint64_t time_ns; /* the weight, in whole grains but for owed time */
} hp_sampler_sample;

/* The time, in nanoseconds, of finished requests of one kind that no sample accounts for yet. The
 * next sample in a request of the same kind takes it over. CPU time is negative if samples account
 * for more than was used. Both threads change the members, with the lock. */
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

/* Where samples go to. All functions are called with the lock, and the first four in the signal
 * handler, too: they must not allocate. */
typedef struct hp_sampler_sink {
	/* Keeps the stack in the first count of the store's frames, in place of the one kept before.
	 * Returns false if there is no room. */
	bool (*keep)(void *owner, bool is_own, uint32_t count);
	/* Adds a sample of the stack that was kept. Returns how much time it accounts for; 0: none. */
	uint64_t (*add)(void *owner, const hp_sampler_sample *sample);
	/* Returns the account of the current request's kind. NULL: there are no requests. */
	hp_sampler_account *(*account)(void *owner);
	/* Answers hp_control_ask_stack() with the stack that was kept. NULL: nobody asks. */
	void (*answer)(void *owner, bool is_own, hp_sampler_activity state, uint32_t wait);
	/* Sampling ends, with this much time open on the CPU and off it. Either may be negative. */
	void (*end)(void *owner, int64_t cpu_ns, int64_t off_ns);
} hp_sampler_sink;

/* A thread may sleep in several things before it comes to a safe point. Up to this many are kept
 * apart. Beyond that, a new one replaces the last one and inherits its time. */
# define HP_SAMPLER_WAITS 4

typedef struct hp_sampler_waits {
	uint32_t count;
	struct {
		uint32_t wait; /* as in hp_sampler_sample */
		uint64_t time_ns;
	} of[HP_SAMPLER_WAITS];
} hp_sampler_waits;

/* Time that looks have found and that has no sample yet; the next look or safe point takes it. The
 * time between two looks counts for the code that the second one found, on the CPU or off it.
 *
 * The helper writes it, and the thread at safe points, forks, pauses and requests; both with the
 * lock. Times without "cpu" are by the monotonic clock. */
typedef struct hp_sampler_found {
	uint64_t looked_ns; /* when the last look was */
	uint64_t looked_cpu_ns; /* the thread's CPU time then */
	/* How often the thread had been put on a CPU at the last look; 0: not known. */
	uint64_t switches;
	/* The thread slept at the last look, after naps; the stack that was kept is of that sleep. */
	bool has_napped;
	uint64_t on_ns; /* time found on the CPU that has no sample yet */
	uint64_t on_cpu_ns; /* the thread's CPU time at the last look that found it on the CPU */
	uint64_t off_ns; /* time found off the CPU that has no sample yet */
	uint64_t off_now_ns; /* when the last look was that found the thread off the CPU */
	uint64_t off_cpu_ns; /* the thread's CPU time then */
	hp_sampler_waits waits; /* off_ns by what the thread slept in */
	/* When the kernel was last asked, the thread was off the CPU and waited for one. */
	bool was_runnable;
	uint64_t runnable_cpu_ns; /* the thread's CPU time then: was_runnable holds until it changes */
	/* Waits for a CPU that have no sample yet, by the kernel's clock of them. */
	uint64_t waited_ns;
} hp_sampler_found;

/* The findings of one look. The helper writes it with the lock, and starts a new one at each look.
 *
 * A thread that sleeps often mostly starts or stops running in the middle of a look. So a look
 * counts only for the fraction of its duration for which the thread ran. Otherwise functions would
 * not get their fair share of time. */
typedef struct hp_sampler_view {
	uint64_t now_ns; /* when the look began, by the monotonic clock */
	uint64_t cpu_ns; /* the thread's CPU time then */
	bool is_off; /* the thread did not run before its stack was read */
	bool is_there; /* the stack was read, and the next two are set */
	uint32_t count; /* of its frames, which are the store's; HP_SAMPLE_NONE: it could not be read */
	/* How much of the time until the stack was read the thread ran for, from 0 to 1. */
	double part;
} hp_sampler_view;

/* The timing of the helper's looks. The helper writes the first three members without the lock:
 * each is a whole word that the thread never writes. It writes the last two with the lock. */
typedef struct hp_sampler_looks {
	uint64_t next_ns; /* when the next look is due */
	uint64_t is_expected; /* next_ns is set; a flag in a word */
	uint64_t ended_ns; /* when the last look had ended */
	uint64_t cooldown_ns; /* the pause after the last look that read the stack */
	uint64_t after_ns; /* no stack is read from beside before this time */
} hp_sampler_looks;

/* How much of the time the thread runs, by the last window in which that was measured. */
typedef struct hp_sampler_pace {
	uint32_t intervals; /* between two looks if only CPU time is sampled */
	bool is_mostly_off; /* the thread ran for half of the window, or less */
	/* The thread is mostly off, and has one CPU with the helper, so that looks do not find it
	 * running. Ticks take the samples. */
	bool is_left_to_ticks;
	bool is_napping; /* the thread mostly ran for short turns between sleeps */
	/* The last sleep that was named was a wait for the answer of another process, not a timer. */
	bool is_answered;
	uint64_t began_ns; /* when the pace was set, and the window began */
	uint64_t cpu_ns; /* the thread's CPU time then */
	uint64_t switches; /* how often the thread had been put on a CPU by then */
} hp_sampler_pace;

/* The window in which missing ticks are counted. */
typedef struct hp_sampler_window {
	uint64_t ticks; /* ticks when it began */
	uint64_t cpu_ns; /* the thread's CPU time then */
	uint64_t switches; /* how often the thread had been put on a CPU by then */
	bool is_first; /* it is the first one since sampling began */
	bool is_unsure; /* it is the first one, and the thread sleeps often in it */
} hp_sampler_window;

/* Why perf or the timer ticks, and the cost of perf at the thread's switches. */
typedef struct hp_sampler_choice {
	/* Perf costs more at switches than the readers' budget allows. Written by the ring's helper,
	 * without the lock. */
	bool is_over_budget;
	bool is_switching; /* the thread switches too often for perf */
	bool has_switched; /* is_switching was true at some time */
	bool is_in_kernel; /* it spends too much CPU time in the kernel, where perf does not tick */
	/* The next three are written without the lock, too. */
	uint64_t switches; /* how often the thread had been put on a CPU, when last counted */
	uint64_t switch_ns; /* what perf has cost at these switches so far, or would have cost */
	uint64_t attached_ns; /* the part of switch_ns while perf took the samples */
	uint64_t compared_ns; /* when switches were last compared with the time */
	uint64_t compared_switch_ns; /* switch_ns then */
} hp_sampler_choice;

/* Set by the owner's code before it enables the sampler, and only read from then on. */
typedef struct hp_sampler_setup {
	const hp_sampler_sink *sink; /* not owned */
	void *owner; /* for the sink's functions */
	hp_sample_store *store; /* of the frames and functions; not owned */
	/* The owner's counter of samples that were due and could not be taken. Atomic. */
	uint64_t *late;
	uint64_t grain_ns; /* weights are multiples of it */
	bool has_wall; /* time off the CPU is sampled as well */
	bool has_safe_points_only; /* no signals */
	bool needs_own_samples; /* it reads what only the thread itself can read */
	bool is_perf_expensive; /* perf costs too much, so the timer is tried first */
} hp_sampler_setup;

/* Written by the thread, or when sampling begins. All members need the lock except has_skipped. The
 * thread's signal handler writes the last three without the lock. */
typedef struct hp_sampler_thread_side {
	uint64_t cooldown_ns; /* CPU time to pause after the last sample, by its depth */
	uint64_t mean_cooldown_ns; /* the mean of the last samples' pauses */
	bool has_skipped; /* ticks were left out in a cooldown: the next one has their weight */
	/* No sample before this CPU time; a time of the monotonic clock if there is no CPU clock. */
	uint64_t cooldown_until_ns;
	uint64_t ahead_ns; /* CPU time before the request that its first sample stands for */
	uint64_t left_ns; /* when is_open ended */
	uint64_t left_cpu_ns; /* its CPU time then */
	uint64_t left_waited_ns; /* how long it had waited for a CPU in its life, if it is a pause */
	uint64_t fork_began_ns, fork_began_cpu_ns; /* when its last fork began, and its CPU time then */
	uint64_t fork_ended_ns; /* when its last fork ended */
	uint64_t forked_ns; /* CPU time in forks that no sample stands for yet */
	/* The thread's file about its own schedule. If the helper has a table of files of its own, this
	 * descriptor is in the thread's. */
	hp_descriptor_kept schedule;
	bool is_blocked; /* the program blocked the signal at the last attempt to attach */
	uint64_t ticked_ns; /* the CPU time at the last tick that was not too early */
	uint64_t ticks; /* ticks of any source so far */
	uint64_t handler_ns; /* the cost of all ticks so far, the kernel's part included */
} hp_sampler_thread_side;

/* Written by the helper, with the lock unless a comment says otherwise, and read by the thread. */
typedef struct hp_sampler_helper_side {
	hp_sampler_looks looks;
	hp_sampler_view view; /* what the last look saw */
	hp_sampler_pace pace;
	hp_sampler_window window;
	hp_sampler_choice choice;
	hp_wait wait; /* names what the thread sleeps in; has_texts is the owner's */
	uint64_t wait_named_ns; /* when the current wait was first named */
	/* When to name the wait again, because a child may execute a program; 0: never. */
	uint64_t wait_again_ns;
	hp_sample_states states; /* the kernel's files about the helper; opened without the lock */
	uint64_t waited_ns; /* how long it had waited for a CPU in its life, at the last look */
	uint64_t leave_after_ns; /* it stays on its CPU until then; without the lock */
	bool has_one_cpu; /* it may use one CPU only, which the thread has, too */
	bool is_for_stacks; /* nobody wants samples; see hp_control_set_for_stacks() */
} hp_sampler_helper_side;

/* Written by both threads, with the lock. */
typedef struct hp_sampler_locked {
	hp_stack_walk walk;
	hp_off_cpu off;
	hp_sampler_found found;
	hp_random random;
	/* As in hp_sampler_sample: what the thread slept in at the last look that kept its stack.
	 * Written by the helper; the thread resets it as a request ends. */
	uint32_t wait_now;
	uint64_t began_ns; /* when sampling began */
	int64_t owed_ns; /* CPU time of earlier requests, which the next sample stands for */
	/* The mean cooldown that the last stacks needed, which measures how deep they were. */
	uint64_t mean_depth_ns;
	bool has_stack_asked; /* a reader waits for a stack */
	bool wants_attach; /* the thread is to attach another source at its next safe point */
	bool wants_safe_point; /* a safe point is to be requested as the lock is released */
} hp_sampler_locked;

/* "The thread" is the one that is sampled, "the helper" the one that looks at it. Structs group the
 * members by who writes them. Both threads read the first members of hp_sampler without the lock.
 * Times without "CPU" are by the monotonic clock; all are in nanoseconds. */
typedef struct hp_sampler {
	bool is_locked; /* the lock itself */
	bool is_on; /* the sampler is enabled; written with the lock, read without it, too */
	/* Time is to be sampled now: in a request, and not paused. Written by the owner, and by the
	 * thread with the lock; read without it, too. */
	bool is_open;
	/* A safe point was requested, and has not come yet. Set with the lock; the thread clears it
	 * without. */
	bool is_wanted;
	/* Written with the lock by hp_control_enable() and hp_control_set_interval(); read without. */
	uint64_t interval_ns;
	/* A CPU time of the thread. Ticks have been missing, so the helper looks once per interval
	 * until then. Both threads write it, without the lock as well. */
	uint64_t hurry_until_ns;
	uint64_t tick_ns; /* the kernel's cost of a tick; set by hp_source_choice_attach() */
	hp_sample_event cpu; /* ticks by CPU time; without a source there are safe points only */
	hp_sampler_setup setup;
	hp_sampler_thread_side thread;
	hp_sampler_helper_side helper;
	hp_sampler_locked locked;
} hp_sampler;

/* Requests a safe point of the sampled thread now. */
void hp_sampler_interrupt(hp_sampler *sampler);

/* With the lock, from any thread: makes the engine come to a safe point soon, once the lock is
 * released. */
static inline void hp_sampler_ask_interrupt(hp_sampler *sampler)
{
	sampler->locked.wants_safe_point = true;
}

/* The lock. A signal handler calls hp_sampler_try_lock() only, which returns false if the lock is
 * held. hp_sampler_lock() waits. */
static inline bool hp_sampler_try_lock(hp_sampler *sampler)
{
	return !__atomic_exchange_n(&sampler->is_locked, true, __ATOMIC_ACQUIRE);
}

void hp_sampler_lock(hp_sampler *sampler);

/* Releases the lock, then requests the safe point that hp_sampler_ask_interrupt() asked for. It is
 * not requested earlier, because a safe point hardly waits for the lock. */
static inline void hp_sampler_unlock(hp_sampler *sampler)
{
	if (sampler->locked.wants_safe_point) {
		sampler->locked.wants_safe_point = false;
		hp_sampler_interrupt(sampler);
	}
	__atomic_store_n(&sampler->is_locked, false, __ATOMIC_RELEASE);
}

/* Returns the thread's CPU time, from any thread; 0: it cannot be read. */
static inline uint64_t hp_sampler_cpu_ns(const hp_sampler *sampler)
{
	return hp_sample_source_cpu_ns(sampler->cpu.thread);
}

/* Closes the helper's files about the thread. */
void hp_sampler_close_files(hp_sampler *sampler);

static inline uint64_t hp_sampler_now_ns(void)
{
	return hp_sample_source_clock_ns(CLOCK_MONOTONIC);
}

/* The helper may change the interval at any time. */
static inline uint64_t hp_sampler_interval_ns(const hp_sampler *sampler)
{
	return HP_SHARED_READ(&sampler->interval_ns);
}

static inline int64_t hp_sampler_open_ns(const hp_sampler *sampler, uint64_t cpu_ns)
{
	return hp_sample_source_open_ns(&sampler->cpu, cpu_ns);
}

/* True if the helper can read the stack of the thread. If not, samples are taken at the thread's
 * next safe point, which is near. */
static inline bool hp_sampler_can_look(const hp_sampler *sampler)
{
	return sampler->locked.walk.can_read && sampler->cpu.thread->has_cpu_clock;
}

static inline bool hp_sampler_has_stack_asked(const hp_sampler *sampler)
{
	return HP_SHARED_READ(&sampler->locked.has_stack_asked);
}

#endif

#endif /* HP_SAMPLER_SAMPLER_H */
