/* off_cpu.h: the time that a thread does not run, charged to the stacks in which it passes, by looks of a helper
 * thread.
 *
 * One accounting: the kernel's clocks say how long the thread was asleep, and how long it waited for a CPU. What
 * samples do not account for is open, and a sample's weight is all that is open: so weights add up to the time
 * that went by. A wait needs few looks, as a stack does not change while the CPU time stands still, and belongs
 * to that stack from its beginning to its end. Sleeps that no look saw are short ones: their time is set aside, and
 * goes to short ones that a look saw, in whose place they might have been. */
#ifndef HP_SAMPLER_OFF_CPU_H
#define HP_SAMPLER_OFF_CPU_H

#include "sampler/states.h"

#ifdef HP_SAMPLE_HAS_SOURCES

typedef enum hp_off_cpu_state {
	HP_OFF_CPU_ASLEEP,
	HP_OFF_CPU_WAITING, /* it could run, and has no CPU */
	HP_OFF_CPU_STOPPED /* the whole process */
} hp_off_cpu_state;

typedef enum hp_off_cpu_when {
	HP_OFF_CPU_NOW, /* seen there by this look */
	HP_OFF_CPU_STILL, /* and by the one before: it has not run since */
	HP_OFF_CPU_PAST, /* it has left since */
	HP_OFF_CPU_AMONG, /* likewise, after several waits: how much of their time it had is not known */
	HP_OFF_CPU_UNSEEN /* it has left, and this time is that of others, which no look saw */
} hp_off_cpu_when;

/* The time that samples do not account for. */
typedef struct hp_off_cpu_rest {
	int64_t asleep_ns; /* and a wait for a CPU that has not ended */
	int64_t waited_ns; /* waits for a CPU that are over */
} hp_off_cpu_rest;

/* Where samples go to. */
typedef struct hp_off_cpu_sink {
	/* Keeps the stack of the thread, in place of the one kept before, if it has not run since its CPU time was that. */
	bool (*keep)(void *owner, uint64_t cpu_ns);
	/* True if the thread did not run when the look began, at that CPU time: by now it may. */
	bool (*is_off)(void *owner, uint64_t cpu_ns);
	/* True if the innermost function of the last walk is internal. Only these sleep. */
	bool (*is_in_call)(void *owner);
	/* Adds a sample of the stack that was kept, or of the thread's own last sample. Returns how much time it accounts for. */
	uint64_t (*charge)(
		void *owner, hp_off_cpu_state state, hp_off_cpu_when when, bool is_own, uint64_t open_ns);
} hp_off_cpu_sink;

/* All calls but the first two with a lock of the owner's. */
typedef struct hp_off_cpu {
	const hp_off_cpu_sink *sink;
	void *owner;
	hp_sample_states states;
	uint64_t interval_ns;
	uint64_t patience_ns; /* the longest time between two looks at one that waits in one place */
	uint32_t patience_parts; /* the next look comes after this part of the time waited */
	hp_random random;
	/* time that passed in pauses, and its part of waiting for a CPU */
	uint64_t outside_ns;
	uint64_t outside_cpu_ns;
	uint64_t outside_waited_ns;
	hp_sample_schedule seen; /* the last reading */
	/* samples account for the time up to here */
	int64_t asleep_ns;
	int64_t waited_ns;
	bool
		was_off; /* at the last look, in the stack that was kept; has not run since, as far as is known */
	bool was_waiting; /* for a CPU */
	bool was_brief; /* one look alone has seen it there */
	int64_t charged_ns; /* to it */
	uint64_t unseen; /* sleeps that no look saw, of late, */
	int64_t unseen_ns; /* and their time */
	int64_t aside_ns; /* of the open time asleep: passed where no look saw it */
	int64_t woken_ns; /* of the open waits for a CPU: they were as it woke up, as far as is known */
	uint64_t entered_ns; /* time before is none of it */
	uint64_t since_ns; /* first seen there */
	uint64_t look_ns;
	uint64_t look_cpu_ns;
	uint32_t backoff; /* intervals to the next look */
} hp_off_cpu;

/* For the calling thread. */
void hp_off_cpu_init(hp_off_cpu *off, const hp_off_cpu_sink *sink, void *owner);

/* Opens what the kernel tells of the thread, and closes it. */
void hp_off_cpu_open(hp_off_cpu *off);
void hp_off_cpu_close(hp_off_cpu *off);

/* Nothing is open: all time until now is none of ours. At the beginning; and in the thread, where a request begins, by what
 * the kernel tells of it there. */
void hp_off_cpu_begin(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);
void hp_off_cpu_enter(
	hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns, hp_sample_schedule schedule);

/* So much time passed in a pause, in the middle of a stack. */
void hp_off_cpu_pause(hp_off_cpu *off, uint64_t wall_ns, uint64_t cpu_ns, uint64_t waited_ns);

/* A look of the helper thread: charges what is open, if it can. */
void hp_off_cpu_look(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);

/* The thread itself, which runs, leaves the stack that was kept for good: the rest of a wait there is charged. */
void hp_off_cpu_leave(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);

/* A request or sampling ends: the same, of a thread that may wait still. */
void hp_off_cpu_flush(
	hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns, hp_sample_schedule schedule);

/* The time that is open, by the last reading of the kernel's clock; and so much more of it, which no look saw. */
hp_off_cpu_rest hp_off_cpu_rest_of(const hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);
void hp_off_cpu_owe(hp_off_cpu *off, hp_off_cpu_rest rest);

/* All time off the CPU that is open; and takes it, for a sample that the owner adds. */
int64_t hp_off_cpu_open_ns(const hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);
void hp_off_cpu_take(hp_off_cpu *off, int64_t open_ns);

/* The process was stopped for so long since the last look: charges as much of the open time, if there is. */
void hp_off_cpu_stopped(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns, uint64_t stopped_ns);

/* The part of it that the thread spent waiting for a CPU, once that is some intervals, else 0; and takes it likewise. */
int64_t hp_off_cpu_unseen_waits_ns(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns);
void hp_off_cpu_take_waits(hp_off_cpu *off, int64_t waited_ns);

/* The time until the next look: at a random moment, so that looks never run in step with a periodic program. */
uint64_t hp_off_cpu_delay_ns(hp_off_cpu *off);

#endif

#endif /* HP_SAMPLER_OFF_CPU_H */
