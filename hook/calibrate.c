/* calibrate.c: the overhead of a recorded call that its own hooks cannot measure.
 *
 * A loop of empty calls is timed as it is, and again in a run of its own that compensates for
 * what the hooks measure: the rest of the difference goes to trace/overhead.h. Takes about a
 * millisecond, once per thread. */
#include "base/bailout.h"
#include "base/interrupt.h"
#include "hook/hook.h"
#include "php_xhprof.h"

#include "Zend/zend_closures.h"
#include "Zend/zend_exceptions.h"

#define CALIBRATE_CALLS 500
#define CALIBRATE_PASSES 12

/* A higher cost is another program on our CPU. */
#define CALIBRATE_MAX_NS 200.0

#ifdef XHPROF_FAKE_CLOCK

void hp_hook_calibrate(hp_tracer *tracer, const hp_hook *hook)
{
	/* Its hooks take as many steps as they read the clock: nothing is left to calibrate. */
	tracer->overhead.is_calibrated = true;
}

void hp_hook_calibrate_startup(void)
{
}

#else

static const char calibrate_code[] =
	"static function (int $n): void { $f = static function (): void {}; while ($n-- > 0) $f(); };"
	"static function (int $n): void { while ($n-- > 0) \\gc_enabled(); };";

static zend_op_array *calibrate_compile(void)
{
	uint32_t compiler_options = CG(compiler_options);
	zend_string *code = zend_string_init(calibrate_code, sizeof(calibrate_code) - 1, false);
	zend_op_array *compiled;

	CG(compiler_options) = ZEND_COMPILE_DEFAULT_FOR_EVAL;
# if PHP_VERSION_ID >= 80200
	compiled = zend_compile_string(code, "xhprof", ZEND_COMPILE_POSITION_AFTER_OPEN_TAG);
# else
	compiled = zend_compile_string(code, "xhprof");
# endif
	CG(compiler_options) = compiler_options;
	zend_string_release(code);

	return compiled;
}

static uint64_t calibrate_time(zval *loop)
{
	uint64_t start_ticks;
	zval calls, result;

	ZVAL_LONG(&calls, CALIBRATE_CALLS);
	ZVAL_UNDEF(&result);
	start_ticks = hp_timer_ticks();
	call_user_function(NULL, NULL, loop, &result, 1, &calls);
	start_ticks = hp_timer_ticks() - start_ticks;
	zval_ptr_dtor(&result);
	/* disable_functions may have removed the function that the loop calls. */
	zend_clear_exception();

	return start_ticks;
}

/* The ticks of the loop in a run, and of its calls in *inner_ticks. Their edges are the first two:
 * the calls end before the loop does. */
static uint64_t calibrate_run(
	hp_tracer *tracer, const hp_hook *hook, zval *loop, uint64_t *inner_ticks)
{
	hp_trace_options options;
	const hp_edge *edge;

	memset(&options, 0, sizeof(options));
	hp_filter_init(&options.ignored);
	options.is_compensated = true;
	options.has_builtins = true;
	hp_tracer_start(tracer, &options);
	hp_hook_fiber_enter(tracer);
	hook->enable(tracer);
	hp_tracer_begin_root(tracer);
	calibrate_time(loop);
	hp_tracer_stop(tracer);
	hook->disable(tracer);

	edge = tracer->graph.first;
	if (edge == &hp_symbol_no_edge || edge->calls != CALIBRATE_CALLS ||
		edge->next == &hp_symbol_no_edge) {
		*inner_ticks = 0;
		return 0;
	}
	*inner_ticks = edge->sum.wall_ticks;

	return edge->next->sum.wall_ticks;
}

/* The fewest ticks of many passes: disturbance only adds. */
static hp_overhead_cost calibrate_cost(
	hp_tracer *tracer, const hp_hook *hook, zval *loop, uint64_t max_ticks)
{
	uint64_t bare_ticks = UINT64_MAX, recorded_ticks = UINT64_MAX, inner_ticks = UINT64_MAX;
	hp_overhead_cost cost = {0, 0};
	uint64_t added_ticks;

	for (int i = 0; i < CALIBRATE_PASSES; i++) {
		uint64_t pass_inner_ticks;

		bare_ticks = MIN(bare_ticks, calibrate_time(loop));
		recorded_ticks = MIN(recorded_ticks, calibrate_run(tracer, hook, loop, &pass_inner_ticks));
		inner_ticks = MIN(inner_ticks, pass_inner_ticks);
	}
	added_ticks = (recorded_ticks - MIN(recorded_ticks, bare_ticks)) / CALIBRATE_CALLS;
	if (added_ticks <= max_ticks) {
		cost.inner_ticks = MIN(inner_ticks / CALIBRATE_CALLS, added_ticks);
		cost.outer_ticks = added_ticks - cost.inner_ticks;
	}

	return cost;
}

typedef struct calibrate_work {
	hp_tracer *tracer;
	const hp_hook *hook;
	zend_op_array *code;
} calibrate_work;

static void calibrate_all(void *context)
{
	calibrate_work *work = context;
	hp_overhead *overhead = &work->tracer->overhead;
	uint64_t max_ticks = (uint64_t) (CALIBRATE_MAX_NS * hp_timer_ticks_per_ns());
	hp_overhead_cost costs[2];

	work->code = calibrate_compile();
	if (work->code == NULL || work->code->num_dynamic_func_defs != 2) {
		return;
	}
	memset(costs, 0, sizeof(costs));
	memset(overhead, 0, sizeof(*overhead));
	for (int i = 0; i < 2; i++) {
		zval loop;

		zend_create_closure(
			&loop, (zend_function *) work->code->dynamic_func_defs[i], NULL, NULL, NULL);
		costs[i] = calibrate_cost(work->tracer, work->hook, &loop, max_ticks);
		zval_ptr_dtor(&loop);
	}
	overhead->user = costs[0];
	overhead->internal = costs[1];
	overhead->is_calibrated = true;
}

/* Also after a fatal error: max_execution_time was over. */
static void calibrate_end(void *context)
{
	calibrate_work *work = context;
	hp_hook_state *state = XHPROF_G(hook);

	if (work->tracer->is_armed) {
		hp_tracer_stop(work->tracer);
		work->hook->disable(work->tracer);
	}
	if (work->code != NULL) {
		destroy_op_array(work->code);
		efree(work->code);
	}
	state->is_calibrating = false;
	if (state->is_interrupted) {
		state->is_interrupted = false;
		hp_compat_ask_interrupt(hp_compat_executor_globals());
	}
}

void hp_hook_calibrate(hp_tracer *tracer, const hp_hook *hook)
{
	calibrate_work work = {.tracer = tracer, .hook = hook, .code = NULL};

	XHPROF_G(hook)->is_calibrating = true;
	hp_bailout(calibrate_all, calibrate_end, &work);
}

/* Between two instructions of the loop, the program's signal handler could start or stop a run. */
static bool calibrate_interrupt(zend_execute_data *execute_data)
{
	hp_hook_state *state = XHPROF_G(hook);

	if (EXPECTED(!state->is_calibrating)) {
		return true;
	}
	state->is_interrupted = true;

	return false;
}

void hp_hook_calibrate_startup(void)
{
	hp_interrupt_add(calibrate_interrupt);
}

#endif
