/* clock.h: the CPU time of a thread of another process, and what it does at the moment. */
#ifndef HP_ATTACH_CLOCK_H
#define HP_ATTACH_CLOCK_H

#include "attach/process.h"

#ifdef __linux__

typedef struct hp_attach_clock {
	int schedstat, stat; /* files of /proc, open; -1: there is none */
	int exact; /* the kernel's counter of its CPU time; -1: it is not open, or refused */
	bool was_refused;
	uint64_t cpu_ns; /* so far, as of the kernel's last tick */
	uint64_t delay_ns; /* of waiting for a CPU */
	uint64_t switches; /* how often it got one */
	bool is_asleep; /* at the last look */
} hp_attach_clock;

typedef struct hp_attach_moment {
	bool is_gone; /* there is no such thread any more */
	bool has_run; /* since the last look: else its stack is as it was */
	bool is_asleep;
} hp_attach_moment;

void hp_attach_clock_open(hp_attach_clock *clock, const hp_attach_process *process);
void hp_attach_clock_close(hp_attach_clock *clock);

/* Opens the kernel's counter, unless that is open or was refused, and closes it. With it the kernel has some 3 us more to do each time
 * that the thread is put on a CPU. */
void hp_attach_clock_count(hp_attach_clock *clock, const hp_attach_process *process);
void hp_attach_clock_end_count(hp_attach_clock *clock);

/* The CPU time since the counter was opened, at this moment. 0: not known. */
uint64_t hp_attach_clock_cpu_ns(const hp_attach_clock *clock);

/* Two system calls, or one while it sleeps. */
hp_attach_moment hp_attach_clock_look(hp_attach_clock *clock);

#endif

#endif /* HP_ATTACH_CLOCK_H */
