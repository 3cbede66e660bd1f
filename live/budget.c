#include "live/budget.h"

/* The least time between two decisions: a few samples are no measure of their cost. */
#define BUDGET_PERIOD_NS 250000000u

/* The budget does not lengthen the interval beyond this; only a reader may ask for a longer one.
 * Polling a waiting process this often costs 0.1 % of a CPU, and a look every few seconds would say
 * little about it. */
#define BUDGET_MAX_INTERVAL_NS 40000000.0

/* A decision needs at least this much cost, or this much allowance. That is the cost of several
 * looks: below it, a single look would tip the decision. */
#define BUDGET_LEAST_NS 1000000.0

/* One part in this many of the time in requests counts as if it were CPU time. */
#define BUDGET_BUSY_PARTS 10

/* The largest steps of one decision: small, so that the interval does not oscillate. */
#define BUDGET_MOST_LONGER 1.5
#define BUDGET_MOST_SHORTER 0.7
#define BUDGET_MOST_SHORTER_EVER 0.1

/* perf is too expensive if its cost at context switches is more than 1/BUDGET_EXPENSIVE_PARTS of
 * the allowance. It is cheap enough again below 1/BUDGET_CHEAP_PARTS. */
#define BUDGET_EXPENSIVE_PARTS 2
#define BUDGET_CHEAP_PARTS 6

/* The assumed cost of a look at a waiting thread, including the wake-up of the helper, and of a
 * sample in a running thread. */
#define BUDGET_LOOK_NS 40000.0
#define BUDGET_SAMPLE_NS 12000.0

/* At most one part in this many of the allowance pays back debts. */
#define BUDGET_DEBT_PARTS 4

void hp_live_budget_resume(hp_live_budget *budget, const hp_live_spent *spent)
{
	budget->last = *spent;
}

void hp_live_budget_defer(hp_live_budget *budget, const hp_live_spent *spent)
{
	budget->debt_ns += spent->cost_ns - budget->last.cost_ns;
	hp_live_budget_resume(budget, spent);
}

void hp_live_budget_set(hp_live_budget *budget, uint64_t ppm)
{
	if (ppm == budget->ppm) {
		return;
	}
	if (ppm > 0 && budget->ppm > 0) {
		double interval_ns = (double) budget->interval_ns * (double) budget->ppm / (double) ppm;

		budget->interval_ns = (uint64_t) MIN(BUDGET_MAX_INTERVAL_NS, interval_ns);
	}
	budget->ppm = ppm;
}

void hp_live_budget_begin(hp_live_budget *budget, uint64_t life_ns, const hp_live_spent *spent)
{
	double cpu = MIN(1.0, (double) spent->cpu_ns / (double) MAX(life_ns, 1));
	double busy = MIN(1.0, (double) spent->busy_ns / (double) MAX(life_ns, 1));
	double allowed = (cpu + busy / BUDGET_BUSY_PARTS) * (double) budget->ppm / 1e6;
	double sample_ns = BUDGET_LOOK_NS * (1 - cpu) + BUDGET_SAMPLE_NS * cpu;

	if (budget->ppm > 0 && budget->interval_ns == 0) {
		budget->interval_ns =
			(uint64_t) MIN(BUDGET_MAX_INTERVAL_NS, sample_ns / MAX(allowed, 1e-6));
	}
	hp_live_budget_resume(budget, spent);
}

/* Pays back a part of the debt. Returns how much. */
static double budget_repay(hp_live_budget *budget, double allowed_ns)
{
	uint64_t paid_ns = (uint64_t) MIN((double) budget->debt_ns, allowed_ns / BUDGET_DEBT_PARTS);

	budget->debt_ns -= paid_ns;

	return (double) paid_ns;
}

/* Returns how far the interval may shrink in one decision. A measurement over a long time is
 * reliable and allows a larger step. */
static double budget_most_shorter(const hp_live_budget *budget, const hp_live_spent *spent)
{
	uint64_t periods = (spent->wall_ns - budget->last.wall_ns) / BUDGET_PERIOD_NS;
	double ratio = BUDGET_MOST_SHORTER;

	while (--periods > 0 && ratio > BUDGET_MOST_SHORTER_EVER) {
		ratio *= BUDGET_MOST_SHORTER;
	}

	return ratio;
}

/* Uses two thresholds, so that the answer does not oscillate. */
static bool budget_is_expensive(
	const hp_live_budget *budget, const hp_live_spent *spent, double allowed_ns)
{
	double switch_ns = (double) (spent->switch_ns - budget->last.switch_ns);

	return switch_ns * (budget->is_expensive ? BUDGET_CHEAP_PARTS : BUDGET_EXPENSIVE_PARTS) >
		allowed_ns;
}

static double budget_allowed_ns(const hp_live_budget *budget, const hp_live_spent *spent)
{
	double cpu_ns = (double) (spent->cpu_ns - budget->last.cpu_ns);
	double busy_ns = (double) (spent->busy_ns - budget->last.busy_ns);

	return (cpu_ns + busy_ns / BUDGET_BUSY_PARTS) * (double) budget->ppm / 1e6;
}

/* Returns true if there is enough time and cost to base a decision on. */
static bool budget_is_due(const hp_live_budget *budget, const hp_live_spent *spent)
{
	return spent->wall_ns - budget->last.wall_ns >= BUDGET_PERIOD_NS &&
		((double) (spent->cost_ns - budget->last.cost_ns) >= BUDGET_LEAST_NS ||
			budget_allowed_ns(budget, spent) >= BUDGET_LEAST_NS);
}

static double budget_ratio(hp_live_budget *budget, const hp_live_spent *spent)
{
	double allowed_ns = budget_allowed_ns(budget, spent);
	double cost_ns =
		(double) (spent->cost_ns - budget->last.cost_ns) + budget_repay(budget, allowed_ns);
	double ratio = cost_ns / MAX(allowed_ns, 1.0);

	budget->is_expensive = budget_is_expensive(budget, spent, allowed_ns);

	return MAX(budget_most_shorter(budget, spent), MIN(BUDGET_MOST_LONGER, ratio));
}

uint64_t hp_live_budget_interval(
	hp_live_budget *budget, uint64_t asked_ns, const hp_live_spent *spent)
{
	budget->interval_ns = MAX(budget->interval_ns, asked_ns);
	if (budget->ppm == 0) {
		return budget->interval_ns = asked_ns;
	}
	if (budget_is_due(budget, spent)) {
		double interval_ns = (double) budget->interval_ns * budget_ratio(budget, spent);

		budget->interval_ns = (uint64_t) MIN(interval_ns, BUDGET_MAX_INTERVAL_NS);
		budget->interval_ns = MAX(budget->interval_ns, asked_ns);
		hp_live_budget_resume(budget, spent);
	}

	return budget->interval_ns;
}
