#include "trace/call_lines.h"

void hp_call_lines_settle(const hp_tracer *tracer, uint64_t now_ticks)
{
	for (const hp_entry_stack *stack = tracer->stack; stack != NULL; stack = stack->resumer) {
		hp_line_log_skip(stack->lines, now_ticks, now_ticks);
	}
}

/* Reads only the clock, as hp_tracer_read() does. */
static uint64_t call_lines_ticks(hp_tracer *tracer)
{
	uint64_t now_ticks;

	if (tracer->work & HP_WORK_PAUSED) {
		return tracer->paused_at.wall_ticks;
	}
	now_ticks = hp_metric_ticks(tracer->work);

	return tracer->work & HP_WORK_COMPENSATED
		? hp_overhead_correct_wall(&tracer->overhead, now_ticks, tracer->overhead.taken_parts)
		: now_ticks;
}

hp_line_call *hp_call_lines_begin(hp_tracer *tracer, hp_symbol *symbol, const zend_op_array *code)
{
	return hp_line_log_begin(&tracer->lines, &tracer->stack->lines, symbol, code);
}

void hp_call_lines_move(hp_tracer *tracer, hp_line_call *call, uint32_t line, bool has_come)
{
	hp_line_log_move(
		call, line, has_come && (tracer->work & HP_WORK_PAUSED) == 0, call_lines_ticks(tracer));
}

void hp_call_lines_end(hp_tracer *tracer, const hp_line_call *call)
{
	hp_line_log_end(&tracer->lines, &tracer->stack->lines, call, call_lines_ticks(tracer));
}
