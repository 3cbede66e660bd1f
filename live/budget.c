#include "live/budget.h"

/* The least time between two decisions: a few samples are no measure of their cost. */
#define BUDGET_PERIOD_NS 250000000u
#define BUDGET_MAX_INTERVAL_NS UINT64_C(10000000000)

/* The part of the time in requests that counts as if it were CPU time. */
#define BUDGET_BUSY_PARTS 100

/* Steps of one decision: up at once, down slowly, so that it does not swing. */
#define BUDGET_MOST_LONGER 8.0
#define BUDGET_MOST_SHORTER 0.7

void hp_live_budget_resume(hp_live_budget *budget, const hp_live_spent *spent)
{
	budget->wall_ns = spent->wall_ns;
	budget->busy_ns = spent->busy_ns;
	budget->cpu_ns = spent->cpu_ns;
	budget->cost_ns = spent->cost_ns;
}

static double budget_ratio(const hp_live_budget *budget, const hp_live_spent *spent)
{
	double cpu_ns = (double) (spent->cpu_ns - budget->cpu_ns);
	double busy_ns = (double) (spent->busy_ns - budget->busy_ns);
	double allowed_ns = (cpu_ns + busy_ns / BUDGET_BUSY_PARTS) * (double) budget->ppm / 1e6;
	double ratio = (double) (spent->cost_ns - budget->cost_ns) / MAX(allowed_ns, 1.0);

	return MAX(BUDGET_MOST_SHORTER, MIN(BUDGET_MOST_LONGER, ratio));
}

uint64_t hp_live_budget_interval(
	hp_live_budget *budget, uint64_t asked_ns, const hp_live_spent *spent)
{
	budget->interval_ns = MAX(budget->interval_ns, asked_ns);
	if (budget->ppm == 0) {
		return budget->interval_ns = asked_ns;
	}
	if (spent->wall_ns - budget->wall_ns >= BUDGET_PERIOD_NS) {
		double interval_ns = (double) budget->interval_ns * budget_ratio(budget, spent);

		budget->interval_ns = (uint64_t) MIN(interval_ns, (double) BUDGET_MAX_INTERVAL_NS);
		budget->interval_ns = MAX(budget->interval_ns, asked_ns);
		hp_live_budget_resume(budget, spent);
	}

	return budget->interval_ns;
}
