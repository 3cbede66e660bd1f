/* clock.h: the CPU time of a thread of another process, and what it does at the moment. */
#ifndef HP_ATTACH_CLOCK_H
#define HP_ATTACH_CLOCK_H

#include "attach/process.h"

#ifdef __linux__

typedef struct hp_attach_clock {
	int schedstat, stat; /* files of /proc, open; -1: there is none */
	uint64_t cpu_ns; /* so far; waiting for a CPU; how often it got one */
	uint64_t delay_ns;
	uint64_t switches;
	double cpu, delay; /* of the last looks, the newer the heavier */
	bool is_asleep; /* at the last look */
} hp_attach_clock;

typedef struct hp_attach_moment {
	bool is_gone; /* there is no such thread any more */
	bool has_run; /* since the last look: else its stack is as it was */
	bool is_asleep;
	double cpu_share; /* of the time that it could run: the rest it waited for a CPU */
} hp_attach_moment;

void hp_attach_clock_open(hp_attach_clock *clock, const hp_attach_process *process);
void hp_attach_clock_close(hp_attach_clock *clock);

/* Two system calls, or one while it sleeps. */
hp_attach_moment hp_attach_clock_look(hp_attach_clock *clock);

#endif

#endif /* HP_ATTACH_CLOCK_H */
