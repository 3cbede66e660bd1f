/* clock.h: reads the CPU time of a thread of another process, and whether it sleeps. */
#ifndef HP_ATTACH_CLOCK_H
#define HP_ATTACH_CLOCK_H

#include "attach/process.h"

#ifdef __linux__

typedef struct hp_attach_clock {
	int schedstat, stat; /* open files of /proc; -1: not open */
	int exact; /* the kernel's counter of its CPU time; -1: not open, or refused */
	bool was_refused;
	uint64_t cpu_ns; /* CPU time so far, as of the kernel's last tick */
	uint64_t delay_ns; /* time of waiting for a CPU so far */
	uint64_t switches; /* how often it got a CPU */
	bool is_asleep; /* at the last look */
} hp_attach_clock;

typedef struct hp_attach_moment {
	bool is_gone; /* the thread has ended */
	bool has_run; /* since the last look; otherwise its stack is as it was */
	bool is_asleep;
} hp_attach_moment;

void hp_attach_clock_open(hp_attach_clock *clock, const hp_attach_process *process);
void hp_attach_clock_close(hp_attach_clock *clock);

/* Opens the kernel's counter, unless it is open already or was refused; the second closes it. While
 * it is open, the kernel needs some 3 us more each time that the thread is put on a CPU. */
void hp_attach_clock_count(hp_attach_clock *clock, const hp_attach_process *process);
void hp_attach_clock_end_count(hp_attach_clock *clock);

/* Returns the CPU time between the opening of the counter and this moment, in nanoseconds. 0: not
 * known. */
uint64_t hp_attach_clock_cpu_ns(const hp_attach_clock *clock);

/* Looks at the thread. Takes two system calls, or one while the thread sleeps. */
hp_attach_moment hp_attach_clock_look(hp_attach_clock *clock);

#endif

#endif /* HP_ATTACH_CLOCK_H */
