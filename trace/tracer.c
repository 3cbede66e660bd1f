#include "trace/tracer.h"

/* The stack of hooks that must not record, which stays empty. Its id matches no frame, so that no
 * call ends on it. Its C limit is above every frame, so that none begins. Read only. */
static hp_entry_t tracer_no_call = {.id = (const char *) &tracer_no_call + 1};
static hp_entry_stack tracer_no_stack = {
	.top = &tracer_no_call, .base = &tracer_no_call, .c_limit = HP_ENTRY_LIMIT_UNKNOWN};

void hp_tracer_point(hp_tracer *tracer)
{
	hp_open_stacks *open = tracer->open;

	if (open != NULL) {
		open->user =
			tracer->is_recording && tracer->has_made_hooks ? tracer->stack : &tracer_no_stack;
		open->internal = tracer->is_recording_builtins && tracer->has_made_builtins
			? tracer->stack
			: &tracer_no_stack;
	}
}

void hp_tracer_init(hp_tracer *tracer, hp_open_stacks *open)
{
	tracer->open = open;
	hp_tracer_point(tracer);
}

void hp_tracer_expect_made(hp_tracer *tracer, bool has_hooks, bool has_builtins)
{
	tracer->has_made_hooks = has_hooks;
	tracer->has_made_builtins = has_builtins;
	hp_tracer_point(tracer);
}

void hp_tracer_record(hp_tracer *tracer, bool is_recording)
{
	tracer->is_recording =
		is_recording && (tracer->work & HP_WORK_PAUSED) == 0 && !tracer->options.is_untraced;
	tracer->is_recording_builtins = tracer->is_recording && tracer->options.has_builtins;
	hp_tracer_point(tracer);
}

void hp_tracer_read_at(hp_tracer *tracer, uint64_t wall_ticks, hp_metrics *now)
{
	if (tracer->work & HP_WORK_PAUSED) {
		*now = tracer->paused_at;
		return;
	}
	hp_metric_end(now, wall_ticks, tracer->work, &tracer->meter);
	if (tracer->work & HP_WORK_COMPENSATED) {
		hp_overhead_correct(&tracer->overhead, tracer->work, &tracer->meter, now);
	}
	if (tracer->work & HP_WORK_EVENTS) {
		hp_counting_read(&tracer->counting);
	}
}

void hp_tracer_read(hp_tracer *tracer, hp_metrics *now)
{
	hp_tracer_read_at(tracer, hp_metric_ticks(tracer->work), now);
}

void hp_tracer_add_event(hp_tracer *tracer, const hp_edge *edge, const hp_metrics *now)
{
	hp_timeline_add(&tracer->timeline, now->wall_ticks - tracer->paused_ticks, edge, now);
}

void hp_tracer_add_mark(hp_tracer *tracer, const hp_mark *mark)
{
	hp_timeline_add_mark(&tracer->timeline, hp_timer_peek_ticks() - tracer->paused_ticks,
		tracer->stack->number, mark);
}
