/* off_cpu.h: charges the time in which a thread does not run to the stacks in which it sleeps or
 * waits. A helper thread looks at it from time to time.
 *
 * All time is accounted for once: the kernel's clocks report how long the thread slept, and how
 * long it waited for a CPU. Time that no sample accounts for yet is called open. A sample's weight
 * is all open time, so that weights add up to the time that passed. A wait needs few looks: while
 * the CPU time stands still, the stack does not change, so the whole wait belongs to that stack.
 * Sleeps that no look saw were short. Their time is set aside, and later goes to short sleeps that
 * a look did see, which stand for them. */
#ifndef HP_SAMPLER_OFF_CPU_H
#define HP_SAMPLER_OFF_CPU_H

#include "sampler/states.h"

#ifdef HP_SAMPLE_HAS_SOURCES

typedef enum hp_off_cpu_state {
	HP_OFF_CPU_ASLEEP,
	HP_OFF_CPU_WAITING, /* it could run, and has no CPU */
	HP_OFF_CPU_STOPPED /* the whole process is stopped */
} hp_off_cpu_state;

/* When the thread was in the kept stack. */
typedef enum hp_off_cpu_when {
	HP_OFF_CPU_NOW, /* the look sees the thread in that stack */
	HP_OFF_CPU_STILL, /* so did the look before, and the thread has not run since */
	HP_OFF_CPU_PAST, /* the thread has left that stack since */
	HP_OFF_CPU_AMONG, /* the thread left after several waits: the share of this stack is unknown */
	HP_OFF_CPU_UNSEEN /* time of other waits, which no look saw */
} hp_off_cpu_when;

/* The time that samples do not account for, in nanoseconds. */
typedef struct hp_off_cpu_rest {
	int64_t asleep_ns; /* time asleep, and a wait for a CPU that has not ended */
	int64_t waited_ns; /* waits for a CPU that have ended */
} hp_off_cpu_rest;

/* Where samples go to. All functions are called with the owner's lock, in the thread or the
 * helper. */
typedef struct hp_off_cpu_sink {
	/* Keeps the stack of the thread, in place of the one kept before, if it has not run since its
	 * CPU time was cpu_ns. Returns false if it could not be kept. */
	bool (*keep)(void *owner, uint64_t cpu_ns);
	/* True if the thread did not run when the look began, at that CPU time. It may run by now. */
	bool (*is_off)(void *owner, uint64_t cpu_ns);
	/* True if the innermost function of the last walk is internal. Only these sleep. */
	bool (*is_in_call)(void *owner);
	/* Adds a sample of the kept stack or, if is_own, of the thread's own last sample. Returns how
	 * many nanoseconds of the open time it accounts for. */
	uint64_t (*charge)(
		void *owner, hp_off_cpu_state state, hp_off_cpu_when when, bool is_own, uint64_t open_ns);
} hp_off_cpu_sink;

/* The accounts of one thread. All calls but hp_off_cpu_init() need a lock of the owner's, so
 * members that the owner does not set are written with it: by the helper at looks, and by the
 * thread where a request or a pause begins or ends. Times without "cpu" are by the monotonic clock;
 * all are in nanoseconds. */
typedef struct hp_off_cpu {
	const hp_off_cpu_sink *sink; /* not owned */
	void *owner; /* for the sink's functions */
	hp_sample_states states; /* opened and closed by the owner */
	uint64_t interval_ns; /* set by the owner, who may change it */
	/* The longest time between two looks at a thread that waits in one place. Set by the owner. */
	uint64_t most_delay_ns;
	/* The next look comes after 1 / delay_parts of the time waited so far. The owner may change
	 * it. */
	uint32_t delay_parts;
	hp_random random;
	/* Time that passed in pauses: wall time, CPU time, and waits for a CPU. */
	uint64_t outside_ns;
	uint64_t outside_cpu_ns;
	uint64_t outside_waited_ns;
	hp_sample_schedule seen; /* the last reading of the kernel's clock of waits */
	/* Samples account for the time asleep, and the waits for a CPU, up to here. */
	int64_t asleep_ns;
	int64_t waited_ns;
	/* The last look found the thread off the CPU, in the stack that was kept, and it is not known
	 * to have run since. */
	bool was_off;
	bool was_waiting; /* it waited for a CPU then */
	bool was_brief; /* only one look has seen it in that sleep */
	int64_t charged_ns; /* time charged to that sleep so far */
	uint64_t unseen; /* recent sleeps that no look saw */
	int64_t unseen_ns; /* the time of these */
	int64_t aside_ns; /* the open time asleep that passed where no look saw it */
	/* The open waits for a CPU that came as the thread woke up, as far as is known. */
	int64_t woken_ns;
	uint64_t entered_ns; /* when the request began: time before does not count */
	uint64_t since_ns; /* when a look first saw the thread where it is */
	uint64_t look_ns; /* when the last look was that found enough time open */
	uint64_t look_cpu_ns; /* the thread's CPU time then */
	uint32_t backoff; /* intervals until the next look */
} hp_off_cpu;

/* Prepares the accounts of the calling thread. The owner sets interval_ns. */
void hp_off_cpu_init(hp_off_cpu *off, const hp_off_cpu_sink *sink, void *owner);

/* Starts with nothing open: time until now does not count. hp_off_cpu_begin() is for the beginning
 * of sampling. hp_off_cpu_enter() is for the thread itself, where a request begins, with the
 * schedule that the kernel reports there. */
void hp_off_cpu_begin(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);
void hp_off_cpu_enter(
	hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns, hp_sample_schedule schedule);

/* Leaves out the time of a pause, in the middle of a stack. */
void hp_off_cpu_pause(hp_off_cpu *off, uint64_t wall_ns, uint64_t cpu_ns, uint64_t waited_ns);

/* A look of the helper thread: charges the open time, as far as it can. */
void hp_off_cpu_look(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);

/* Call it when the thread has left the kept stack for good, or before that stack is replaced.
 * Charges the rest of a wait to that stack. */
void hp_off_cpu_leave(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);

/* Call it when a request or the sampling ends. Charges the rest of a wait, which may still be in
 * progress. */
void hp_off_cpu_flush(
	hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns, hp_sample_schedule schedule);

/* Returns the open time, by the last reading of the kernel's clock. hp_off_cpu_owe() adds the open
 * time of earlier requests to it, as time that no look saw. */
hp_off_cpu_rest hp_off_cpu_rest_of(const hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);
void hp_off_cpu_owe(hp_off_cpu *off, hp_off_cpu_rest rest);

/* Returns all open time off the CPU in nanoseconds; negative if samples were early.
 * hp_off_cpu_take() marks time as accounted for by a sample that the owner adds. */
int64_t hp_off_cpu_open_ns(const hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);
void hp_off_cpu_take(hp_off_cpu *off, int64_t open_ns);

/* Call it if the process was stopped for stopped_ns since the last look. Charges up to that much of
 * the open time to the stop. */
void hp_off_cpu_stopped(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns, uint64_t stopped_ns);

/* Returns how much of the open time the thread spent waiting for a CPU, in nanoseconds; 0 while
 * that is less than a few intervals. hp_off_cpu_take_waits() marks waits as accounted for by a
 * sample of the owner. */
int64_t hp_off_cpu_unseen_waits_ns(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);
void hp_off_cpu_take_waits(hp_off_cpu *off, int64_t waited_ns);

/* Returns the nanoseconds until the next look, least_ns or more. It comes at a random moment, so
 * that looks never run in step with a periodic program. */
uint64_t hp_off_cpu_delay_ns(hp_off_cpu *off, uint64_t least_ns);

#endif

#endif /* HP_SAMPLER_OFF_CPU_H */
