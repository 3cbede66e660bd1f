#include "trace/call_run.h"

#include "trace/call.h"
#include "trace/call_lines.h"
#include "trace/fiber.h"
#include "trace/hier.h"
#include "trace/log.h"

/* Frees the result of the previous run. */
static void call_run_free_previous(hp_tracer *tracer)
{
	hp_live_free(&tracer->live);
	hp_line_log_free(&tracer->lines);
	if (!tracer->naming.has_symbols) {
		return;
	}
	hp_timeline_finish_log(&tracer->timeline);
	hp_fiber_free(tracer);
	hp_graph_free(&tracer->graph);
	hp_timeline_free(&tracer->timeline);
	hp_pool_free(&tracer->nodes);
	hp_trace_options_free(&tracer->options);
	hp_naming_free_run(&tracer->naming);
}

static uint32_t call_run_work(const hp_trace_options *options, const hp_meter *meter)
{
	bool is_direct = hp_timer_is_counter() &&
		(meter->usage != NULL || (options->metrics & HP_METRIC_MEMORY) == 0);

	return options->metrics | (options->mode >= HP_TRACE_TREE ? HP_WORK_TREE : 0) |
		(options->mode == HP_TRACE_TIMELINE ? HP_WORK_TIMELINE : 0) |
		(options->is_compensated ? HP_WORK_COMPENSATED : 0) | (is_direct ? HP_WORK_DIRECT : 0) |
		(options->events.count > 0 ? HP_WORK_EVENTS : 0);
}

static void call_run_start_graph(hp_tracer *tracer, const hp_trace_options *options)
{
	bool has_events = (tracer->work & HP_WORK_EVENTS) != 0;

	hp_graph_init(&tracer->graph, options->mode == HP_TRACE_HIER ? &hp_hier : &hp_tree,
		has_events ? sizeof(hp_counts) : 0, options->metrics, options->max_nodes,
		hp_symbol_get(&tracer->naming.symbols, ZEND_STRL("(truncated)"), NULL));
	tracer->graph.counts = has_events ? &tracer->counting.now : NULL;
}

void hp_call_run_start(hp_tracer *tracer, const hp_trace_options *options)
{
	hp_symbol *root;

	ZEND_ASSERT(!tracer->is_armed);
	call_run_free_previous(tracer);
	tracer->options = *options;
	tracer->meter.usage = hp_metric_find_usage();
	tracer->work = call_run_work(options, &tracer->meter);
	tracer->started_ns = hp_timer_unix_ns();
	tracer->paused_ticks = 0;
	hp_timeline_init(&tracer->timeline, options->max_timeline_bytes,
		options->mode == HP_TRACE_TIMELINE &&
			(options->metrics & (HP_METRIC_CPU | HP_METRIC_MEMORY)));
	tracer->timeline.has_memory =
		options->mode == HP_TRACE_TIMELINE && (options->metrics & HP_METRIC_MEMORY) != 0;
	if (options->log != NULL) {
		hp_timeline_set_log(&tracer->timeline, hp_log_new(options->log));
		tracer->options.log = NULL; /* the log owns it now */
	}
	tracer->unrecorded_calls = 0;
	hp_naming_start(&tracer->naming, &tracer->options, &tracer->graph.variants);
	hp_fiber_init(tracer);
	call_run_start_graph(tracer, options);
	if (tracer->work & HP_METRIC_CPU) {
		hp_timer_cpu_start(&tracer->meter.cpu);
	}

	root = hp_symbol_get(&tracer->naming.symbols, ZEND_STRL("main()"), NULL);
	root->depth = 1;
	tracer->root.symbol = root;
	tracer->root.edge = hp_graph_edge(&tracer->graph, NULL, &root->first);
	tracer->open_run = ++tracer->generation;
	tracer->has_made_hooks = tracer->has_made_builtins = false;
	hp_tracer_record(tracer, false);
	tracer->is_armed = true;
}

void hp_call_run_begin_root(hp_tracer *tracer)
{
	ZEND_ASSERT(tracer->stack != NULL);
	hp_tracer_record(tracer, true);
	if (tracer->work & HP_WORK_EVENTS) {
		hp_counting_start(&tracer->counting, &tracer->options.events);
		hp_counting_read(&tracer->counting);
		tracer->counting.root_start = tracer->counting.now;
	}
	hp_metric_begin(&tracer->root.start, tracer->work, &tracer->meter);
	hp_overhead_start(&tracer->overhead, &tracer->root.start);
	hp_tracer_note_event(tracer, tracer->root.edge, &tracer->root.start);
}

void hp_call_run_pause(hp_tracer *tracer)
{
	hp_metrics now = {0, 0, 0, 0};

	if (!tracer->is_armed) {
		return;
	}
	ZEND_ASSERT((tracer->work & HP_WORK_PAUSED) == 0);
	hp_tracer_read(tracer, &now);
	hp_call_lines_settle(tracer, now.wall_ticks);
	tracer->paused_at = now;
	tracer->work |= HP_WORK_PAUSED;
	hp_naming_pause(&tracer->naming);
	tracer->open_run = 0;
	tracer->live.is_recording = false;
	hp_tracer_record(tracer, false);
}

void hp_call_run_resume(hp_tracer *tracer)
{
	hp_metrics now = {0, 0, 0, 0};

	if (!tracer->is_armed) {
		return;
	}
	ZEND_ASSERT((tracer->work & HP_WORK_PAUSED) != 0);
	tracer->work &= ~HP_WORK_PAUSED;
	tracer->open_run = tracer->generation;
	tracer->live.is_recording = tracer->live.mode != HP_LIVE_OFF;
	hp_tracer_record(tracer, !tracer->stack->is_native);
	if (tracer->stack->is_native) {
		tracer->unrecorded_calls++;
	}
	if (tracer->work & HP_WORK_EVENTS) {
		hp_counting_resume(&tracer->counting);
	}
	hp_tracer_read(tracer, &now);
	hp_call_skip(tracer, &tracer->paused_at, &now);
}

void hp_call_run_stop(hp_tracer *tracer)
{
	hp_metrics now = {0, 0, 0, 0};

	ZEND_ASSERT(tracer->is_armed);
	hp_tracer_read(tracer, &now);
	hp_tracer_record(tracer, false);
	tracer->is_armed = false;
	tracer->open_run = ++tracer->generation;
	hp_call_lines_settle(tracer, now.wall_ticks);
	hp_fiber_close_all(tracer, &now);
	hp_call_note(tracer, &tracer->root, &now);
	hp_timeline_finish_curves(&tracer->timeline);
	hp_tracer_note_event(tracer, NULL, &now);
	hp_timeline_finish_log(&tracer->timeline);
	hp_graph_add(&tracer->graph, tracer->root.edge, tracer->work, &tracer->root.start, &now);
	if (tracer->work & HP_WORK_EVENTS) {
		hp_counts_add_difference(hp_graph_counts_of(tracer->root.edge),
			&tracer->counting.root_start, &tracer->counting.now);
		hp_counting_stop(&tracer->counting);
	}
}

double hp_call_run_compensated_ns(const hp_tracer *tracer)
{
	return tracer->work & HP_WORK_COMPENSATED
		? hp_overhead_ticks(&tracer->overhead) / hp_timer_ticks_per_ns()
		: 0;
}

const hp_log_file *hp_call_run_log(const hp_tracer *tracer)
{
	return tracer->timeline.log == NULL ? NULL : hp_log_get_file(tracer->timeline.log);
}

uint64_t hp_call_run_calls(const hp_tracer *tracer)
{
	return tracer->graph.mode == NULL ? 0 : hp_graph_calls(&tracer->graph);
}

uint64_t hp_call_run_truncated_calls(const hp_tracer *tracer)
{
	return tracer->graph.mode == NULL ? 0 : hp_tree_truncated_calls(&tracer->graph);
}

void hp_call_run_free(hp_tracer *tracer)
{
	hp_tracer_record(tracer, false);
	tracer->is_armed = false;
	call_run_free_previous(tracer);
	hp_naming_free(&tracer->naming);
	tracer->open_run = ++tracer->generation;
}
