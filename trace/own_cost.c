#include "trace/own_cost.h"

#include "trace/call.h"
#include "trace/call_run.h"
#include "trace/fiber.h"

/* To measure the profiler's own cost: enough calls for the clock's resolution, and the best of a
 * few runs, so that the caches are warm. */
#define OWN_COST_CALLS 500
#define OWN_COST_TIMES 5

/* Begins a separate run for measurements. Returns the symbol of its calls. */
static hp_symbol *own_cost_start(hp_tracer *tracer, const hp_trace_options *like)
{
	hp_trace_options options;

	memset(tracer, 0, sizeof(*tracer));
	memset(&options, 0, sizeof(options));
	hp_filter_init(&options.ignored);
	options.metrics = like->metrics;
	options.mode = like->mode;
	options.max_nodes = options.max_depth = UINT32_MAX / 2;
	options.closure_names = HP_CLOSURE_LOCATION;
	hp_call_run_start(tracer, &options);
	hp_fiber_add(tracer, NULL);
	hp_call_run_begin_root(tracer);

	return hp_naming_of_text(&tracer->naming, ZEND_STRL("f"));
}

static void own_cost_call_often(hp_tracer *tracer, hp_symbol *symbol)
{
	for (size_t i = 0; i < OWN_COST_CALLS; i++) {
		hp_call_begin(tracer, tracer->work, symbol, symbol, NULL);
		hp_call_end(tracer, tracer->work, symbol);
	}
}

/* Measures the cost of recording one call, in picoseconds, with many empty calls. */
static int64_t own_cost_measure(const hp_trace_options *like, double ticks_per_ns)
{
	hp_tracer tracer;
	hp_symbol *symbol = own_cost_start(&tracer, like);
	uint64_t best_ticks = UINT64_MAX;

	for (size_t i = 0; i < OWN_COST_TIMES; i++) {
		uint64_t start_ticks = hp_timer_ticks(), ticks;

		own_cost_call_often(&tracer, symbol);
		ticks = hp_timer_ticks() - start_ticks;
		best_ticks = MIN(best_ticks, ticks);
	}
	hp_call_run_free(&tracer);

	return (int64_t) ((double) best_ticks / ticks_per_ns * 1000 / OWN_COST_CALLS);
}

int64_t hp_own_cost_call_ps(const hp_tracer *tracer, double ticks_per_ns)
{
	double rare_ticks =
		hp_graph_cost_ticks(&tracer->graph, ticks_per_ns) + (double) tracer->naming.ticks;
	uint64_t calls = 1 + hp_graph_calls(&tracer->graph);

	return own_cost_measure(&tracer->options, ticks_per_ns) +
		(int64_t) (rare_ticks / ticks_per_ns * 1000 / (double) calls);
}

void hp_own_cost_add_kinds(const hp_tracer *tracer, hp_profile *profile, double ticks_per_ns)
{
	const hp_overhead *overhead = &tracer->overhead;
	double parts_per_ps = ticks_per_ns * HP_OVERHEAD_PARTS / 1000;

	ZEND_STATIC_ASSERT((int) HP_PROFILE_CALLS == (int) HP_OVERHEAD_KINDS, "a kind is missing");
	if (!overhead->is_calibrated || overhead->metrics != tracer->options.metrics ||
		overhead->mode != (uint32_t) tracer->options.mode || tracer->options.is_untraced) {
		return;
	}
	for (int kind = 0; kind < HP_PROFILE_CALLS; kind++) {
		const hp_overhead_cost *cost = &overhead->costs[kind];

		profile->calls.costs[kind].inner_ps = (int64_t) ((double) cost->inner_parts / parts_per_ps);
		profile->calls.costs[kind].all_ps = (int64_t) ((double) cost->all_parts / parts_per_ps);
	}
	profile->features |= HP_PROFILE_COSTS;
	profile->calls.compensated = (tracer->work & HP_WORK_COMPENSATED) != 0;
}
