#include "trace/overhead.h"

void hp_overhead_start(hp_overhead *overhead, uint32_t flags, const hp_metrics *start)
{
	overhead->has_cpu = (flags & HP_METRIC_CPU) != 0;
	memset(&overhead->taken, 0, sizeof(overhead->taken));
	overhead->newest = *start;
}

/* Takes at most the time that has passed: the clock stands still rather than run backwards. */
static void overhead_correct_clock(uint64_t *reading, uint64_t *taken, uint64_t *newest)
{
	uint64_t corrected = *reading - *taken;

	if ((int64_t) (corrected - *newest) < 0) {
		corrected = *newest;
		*taken = *reading - corrected;
	}
	*newest = corrected;
	*reading = corrected;
}

void hp_overhead_correct(hp_overhead *overhead, hp_metrics *reading)
{
	overhead_correct_clock(
		&reading->wall_ticks, &overhead->taken.wall_ticks, &overhead->newest.wall_ticks);
	if (overhead->has_cpu) {
		overhead_correct_clock(
			&reading->cpu_ticks, &overhead->taken.cpu_ticks, &overhead->newest.cpu_ticks);
	}
}

static void overhead_take(hp_overhead *overhead, const hp_metrics *until, uint64_t more_ticks)
{
	overhead->taken.wall_ticks += until->wall_ticks - overhead->entered.wall_ticks + more_ticks;
	if (overhead->has_cpu) {
		overhead->taken.cpu_ticks += until->cpu_ticks - overhead->entered.cpu_ticks + more_ticks;
	}
}

void hp_overhead_enter(hp_overhead *overhead, uint32_t flags, hp_meter *meter)
{
	hp_metric_begin(&overhead->entered, flags & HP_METRIC_CPU, meter);
}

void hp_overhead_open(hp_overhead *overhead, hp_metrics *start)
{
	overhead_take(overhead, start, 0);
	hp_overhead_correct(overhead, start);
}

void hp_overhead_close(hp_overhead *overhead, bool is_internal, hp_metrics *now)
{
	uint64_t inner_ticks =
		is_internal ? overhead->internal.inner_ticks : overhead->user.inner_ticks;

	overhead->entered = *now;
	overhead->taken.wall_ticks += inner_ticks;
	overhead->taken.cpu_ticks += inner_ticks;
	hp_overhead_correct(overhead, now);
}

void hp_overhead_leave(
	hp_overhead *overhead, uint32_t flags, hp_meter *meter, const hp_overhead_cost *cost)
{
	hp_metrics now = {0, 0, 0, 0};

	hp_metric_end(&now, flags & HP_METRIC_CPU, meter);
	overhead_take(overhead, &now, cost == NULL ? 0 : cost->outer_ticks);
}
