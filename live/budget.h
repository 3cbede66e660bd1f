/* budget.h: lengthens the sampling interval until samples cost no more than their budget.
 *
 * The cost is measured time, except for the kernel's part of a signal, a context switch and a
 * wake-up, which is assumed. The budget is a fraction of the CPU time that the thread has used
 * meanwhile, plus a tenth of that fraction of the time in requests, so that a waiting process is
 * polled, too. */
#ifndef HP_LIVE_BUDGET_H
#define HP_LIVE_BUDGET_H

#include "base/compat.h"

/* Running totals, which only grow. */
typedef struct hp_live_spent {
	uint64_t wall_ns;
	uint64_t busy_ns; /* wall time in requests */
	uint64_t cpu_ns;
	uint64_t cost_ns;
	uint64_t switch_ns; /* what perf costs at the thread's context switches, or would cost */
} hp_live_spent;

typedef struct hp_live_budget {
	uint64_t ppm; /* the fraction in millionths; 0: no limit */
	uint64_t interval_ns; /* the interval in force; 0: the requested one */
	uint64_t debt_ns; /* cost that later periods pay back */
	bool is_expensive; /* perf costs too much at the thread's context switches */
	hp_live_spent last; /* the readings at the last decision */
} hp_live_budget;

/* Changes the fraction. The interval is scaled at once as the new fraction requires. */
void hp_live_budget_set(hp_live_budget *budget, uint64_t ppm);

/* Call it when sampling begins in a thread that is life_ns old. Chooses the first interval so that
 * it would have kept to the budget during the thread's life so far. */
void hp_live_budget_begin(hp_live_budget *budget, uint64_t life_ns, const hp_live_spent *spent);

/* Call it when sampling continues after a pause. The time and cost of the pause do not count. */
void hp_live_budget_resume(hp_live_budget *budget, const hp_live_spent *spent);

/* Turns the cost since the last reading into debt, which later periods pay back little by little.
 * Switching sampling on costs as much as many samples. If all of it counted at once, the first
 * seconds would have no samples. */
void hp_live_budget_defer(hp_live_budget *budget, const hp_live_spent *spent);

/* Returns the interval to use from now on, which is asked_ns or longer. */
uint64_t hp_live_budget_interval(
	hp_live_budget *budget, uint64_t asked_ns, const hp_live_spent *spent);

#endif /* HP_LIVE_BUDGET_H */
