/* budget.h: lengthens the interval of samples until they cost no more than they may.
 *
 * Cost is time that was measured, but for the kernel's part of a signal, of a switch and of a wake-up, which
 * is assumed. What it may be is a part of the CPU time that the thread used meanwhile, plus a tenth of
 * that part of the time in requests, so that a process that waits is polled, too. */
#ifndef HP_LIVE_BUDGET_H
#define HP_LIVE_BUDGET_H

#include "base/compat.h"

typedef struct hp_live_budget {
	uint64_t ppm; /* the part, in millionths; 0: no limit */
	uint64_t interval_ns; /* in force; 0: as asked */
	uint64_t debt_ns; /* cost that later periods pay for */
	bool is_dear; /* perf, at the switches of the thread */
	/* at the last look */
	uint64_t wall_ns;
	uint64_t busy_ns;
	uint64_t cpu_ns;
	uint64_t cost_ns;
	uint64_t switch_ns;
} hp_live_budget;

/* The readings of its clocks, which go on. */
typedef struct hp_live_spent {
	uint64_t wall_ns;
	uint64_t busy_ns; /* in requests */
	uint64_t cpu_ns;
	uint64_t cost_ns;
	uint64_t switch_ns; /* what perf costs at switches of the thread, or would cost */
} hp_live_spent;

/* Another part than before: the interval changes at once as it would have to. */
void hp_live_budget_set(hp_live_budget *budget, uint64_t ppm);

/* When sampling begins, in a thread of that age: the first interval is what it could have afforded until now. */
void hp_live_budget_begin(hp_live_budget *budget, uint64_t life_ns, const hp_live_spent *spent);

/* When sampling continues after a pause: what passed meanwhile does not count. */
void hp_live_budget_resume(hp_live_budget *budget, const hp_live_spent *spent);

/* Switching on costs as much as many samples: what was spent since is paid back little by little, so that
 * the first seconds have samples, too. */
void hp_live_budget_defer(hp_live_budget *budget, const hp_live_spent *spent);

/* The interval to use from now on, asked_ns or longer. */
uint64_t hp_live_budget_interval(
	hp_live_budget *budget, uint64_t asked_ns, const hp_live_spent *spent);

/* True: perf costs too much at the switches of the thread. */
bool hp_live_budget_is_dear(const hp_live_budget *budget);

#endif /* HP_LIVE_BUDGET_H */
