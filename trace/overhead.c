#include "trace/overhead.h"

void hp_overhead_set_cost(hp_overhead *overhead, hp_overhead_kind kind, hp_overhead_cost cost)
{
	overhead->costs[kind] = cost;
	cost.inner_parts = MAX(cost.inner_parts, cost.all_parts / 2);
	overhead->costs[HP_OVERHEAD_KINDS + kind] = cost;
}

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

uint64_t hp_overhead_stand_still(hp_overhead *overhead, uint64_t ahead_ticks)
{
	overhead->taken_parts -= MIN(overhead->taken_parts, ahead_ticks << HP_OVERHEAD_PARTS_BITS);

	return overhead->newest_ticks;
}

uint64_t hp_overhead_correct(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, hp_metrics *reading)
{
	uint64_t least_ticks = overhead->newest_ticks - overhead->absent_ticks, off_ticks;
	uint64_t offset_ticks = reading->wall_ticks - reading->cpu_ticks;

	reading->wall_ticks =
		hp_overhead_correct_wall(overhead, reading->wall_ticks, overhead->taken_parts);
	if ((work & HP_METRIC_CPU) == 0) {
		return 0;
	}
	reading->cpu_ticks -= overhead->taken_parts >> HP_OVERHEAD_PARTS_BITS;
	if ((int64_t) (reading->cpu_ticks - least_ticks) < 0) {
		reading->cpu_ticks = least_ticks;
	}
	/* Both clocks continue from the moment after the question, and neither runs back before the
	 * reading. */
	off_ticks = meter->cpu.offset_ticks - offset_ticks;
	overhead->absent_ticks = reading->wall_ticks - reading->cpu_ticks + off_ticks;
	overhead->newest_ticks += off_ticks;

	return off_ticks;
}

static void overhead_take(hp_overhead *overhead, uint64_t ticks, uint64_t off_ticks)
{
	overhead->taken_parts += (ticks - MIN(off_ticks, ticks)) << HP_OVERHEAD_PARTS_BITS;
}

void hp_overhead_correct_question(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, hp_metrics *reading)
{
	uint64_t ticks = meter->cpu.last_ticks - reading->wall_ticks;

	overhead_take(overhead, ticks, hp_overhead_correct(overhead, work, meter, reading));
}

void hp_overhead_correct_end_after_gap(hp_overhead *overhead, const hp_overhead_cost *cost,
	uint32_t work, const hp_meter *meter, hp_metrics *now)
{
	overhead->taken_parts += cost->inner_parts;
	if (work & HP_METRIC_CPU) {
		hp_overhead_correct_question(overhead, work, meter, now);
	} else {
		hp_overhead_correct(overhead, work, meter, now);
	}
	overhead->taken_parts += cost->all_parts - cost->inner_parts;
	overhead->newest_ticks += cost->least_ticks;
}

void hp_overhead_enter(hp_overhead *overhead, uint32_t work, const hp_meter *meter)
{
	overhead->entered_ticks = hp_metric_ticks(work);
	overhead->entered_offset_ticks = meter->cpu.offset_ticks;
}

void hp_overhead_leave(
	hp_overhead *overhead, uint32_t work, const hp_meter *meter, uint64_t wall_ticks)
{
	uint64_t ticks = wall_ticks - overhead->entered_ticks;
	int64_t off_ticks = (int64_t) (meter->cpu.offset_ticks - overhead->entered_offset_ticks);

	/* If the hook took less than a gap, the thread was off the CPU before it. */
	if ((work & HP_METRIC_CPU) == 0 || ticks < meter->cpu.gap_ticks || off_ticks < 0) {
		off_ticks = 0;
	}
	overhead_take(overhead, ticks, (uint64_t) off_ticks);
}
