#include "trace/overhead.h"

void hp_overhead_start(hp_overhead *overhead, const hp_metrics *start)
{
	overhead->taken_parts = 0;
	overhead->newest_ticks = start->wall_ticks;
	overhead->absent_ticks = start->wall_ticks - start->cpu_ticks;
}

double hp_overhead_ticks(const hp_overhead *overhead)
{
	return (double) overhead->taken_parts / HP_OVERHEAD_PARTS;
}

uint64_t hp_overhead_stand_still(hp_overhead *overhead, uint64_t corrected_ticks)
{
	uint64_t ahead_ticks = overhead->newest_ticks - corrected_ticks;

	if (ahead_ticks > overhead->most_ticks) {
		overhead->taken_parts -= MIN(
			overhead->taken_parts, (ahead_ticks - overhead->most_ticks) << HP_OVERHEAD_PARTS_BITS);
	}

	return overhead->newest_ticks;
}

void hp_overhead_correct(hp_overhead *overhead, uint32_t work, hp_metrics *reading)
{
	uint64_t least_ticks = overhead->newest_ticks - overhead->absent_ticks;

	reading->wall_ticks =
		hp_overhead_correct_wall(overhead, reading->wall_ticks, overhead->taken_parts);
	if (work & HP_METRIC_CPU) {
		reading->cpu_ticks -= overhead->taken_parts >> HP_OVERHEAD_PARTS_BITS;
		if ((int64_t) (reading->cpu_ticks - least_ticks) < 0) {
			reading->cpu_ticks = least_ticks;
		}
		overhead->absent_ticks = reading->wall_ticks - reading->cpu_ticks;
	}
}

void hp_overhead_take_question(hp_overhead *overhead, const hp_meter *meter, uint64_t wall_ticks)
{
	/* In a longer one the thread was off the CPU. */
	overhead->taken_parts += MIN(meter->cpu.last_ticks - wall_ticks, meter->cpu.gap_ticks)
		<< HP_OVERHEAD_PARTS_BITS;
}

void hp_overhead_close_after_gap(hp_overhead *overhead, const hp_overhead_cost *cost, uint32_t work,
	const hp_meter *meter, hp_metrics *now)
{
	uint64_t wall_ticks = now->wall_ticks;

	overhead->taken_parts += cost->inner_parts;
	hp_overhead_correct(overhead, work, now);
	overhead->taken_parts += cost->all_parts - cost->inner_parts;
	if (work & HP_METRIC_CPU) {
		hp_overhead_take_question(overhead, meter, wall_ticks);
	}
}

void hp_overhead_enter(hp_overhead *overhead, uint32_t work)
{
	overhead->entered_ticks = hp_metric_ticks(work);
}

void hp_overhead_leave(hp_overhead *overhead, uint64_t wall_ticks)
{
	overhead->taken_parts += (wall_ticks - overhead->entered_ticks) << HP_OVERHEAD_PARTS_BITS;
}
