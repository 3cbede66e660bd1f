/* calibrate.c: measures the overhead of a recorded call, for runs that compensate.
 *
 * A loop of small calls is timed as it is, and then in a separate run with the hooks that the
 * program's run will have: the difference goes to trace/overhead.h. Other programs on the processor
 * slow down both, and the hooks more than the calls. So both are timed in turns, and the lower
 * quartile of the differences is taken, as the program's calls will meet about that, not the
 * minimum. The place of the C stack changes it by a tenth, and the program's places vary, so the
 * turns use several places. Blocks of memory are measured in the same way, in a run that records
 * them: they are allocated, resized and released with its handlers in PHP's allocator, and without.
 * So is the part of a switch of fibers that the switch does not measure itself. All this takes
 * about two milliseconds, once per thread and kind of run. */
#include "hook/calibrate.h"

#include "base/bailout.h"
#include "base/interrupt.h"
#include "hook/allocator.h"
#include "hook/fiber.h"
#include "trace/call_run.h"
#include "php_xhprof.h"

#include "Zend/zend_closures.h"
#include "Zend/zend_exceptions.h"

#define CALIBRATE_CALLS 360
#define CALIBRATE_PASSES 6
#define CALIBRATE_OTHERS 64 /* blocks or switches */

/* In each run, the first call of a pair takes a hundred times as long, which a program's run
 * measures. So each loop makes some calls before it is timed. It does so without a run too:
 * otherwise the cache misses after the last turn would only be in that time, and the difference
 * would be 1 to 2 ns per call too small. */
#define CALIBRATE_FIRST_CALLS 12

/* Number of places of the C stack, and the distance between them: no multiple of a size that a
 * cache maps together. */
#define CALIBRATE_PLACES 4
#define CALIBRATE_PLACE_BYTES 1136

#define CALIBRATE_TURNS (CALIBRATE_PASSES * CALIBRATE_PLACES)

/* A run's clock may be ahead by the noise of some hooks, but not by more than this. */
#define CALIBRATE_AHEAD_NS 1000

/* No call takes less than this share of a calibrated call of its kind, both without a profiler: an
 * empty function takes 0.4 of it, abs() half. */
#define CALIBRATE_LEAST (1.0 / 3)

/* A higher cost means that another program ran on our CPU. */
#define CALIBRATE_MAX_NS 200.0

static void calibrate_done(
	hp_overhead *overhead, const hp_trace_options *options, uint64_t most_ticks)
{
	overhead->most_ticks = most_ticks;
	overhead->metrics = options->metrics;
	overhead->mode = (uint32_t) options->mode;
	overhead->alloc_mode = (uint32_t) options->alloc_mode;
	overhead->is_calibrated = true;
}

#ifdef XHPROF_FAKE_CLOCK

/* The overheads by kind of call, the part in the call's own time and all of it, that the fake clock
 * has in place of measured ones: by it no call takes time. */
static hp_overhead_cost calibrate_fake_costs[HP_OVERHEAD_KINDS] = {
	{200 * HP_OVERHEAD_PARTS, 500 * HP_OVERHEAD_PARTS, 0},
	{100 * HP_OVERHEAD_PARTS, 500 * HP_OVERHEAD_PARTS, 0},
	{100 * HP_OVERHEAD_PARTS, 700 * HP_OVERHEAD_PARTS, 0}};

void hp_hook_calibrate_fake(uint64_t inner_ns, uint64_t all_ns, uint64_t least_ns)
{
	for (int kind = 0; kind < HP_OVERHEAD_KINDS; kind++) {
		calibrate_fake_costs[kind] =
			(hp_overhead_cost){inner_ns * HP_OVERHEAD_PARTS, all_ns * HP_OVERHEAD_PARTS, least_ns};
	}
}

void hp_hook_calibrate(hp_tracer *tracer, const hp_hook *hook, const hp_trace_options *options)
{
	hp_overhead *overhead = &tracer->overhead;

	for (int kind = 0; kind < HP_OVERHEAD_KINDS; kind++) {
		hp_overhead_set_cost(overhead, kind, calibrate_fake_costs[kind]);
	}
	overhead->other_parts[HP_OVERHEAD_ALLOCATE] = 300 * HP_OVERHEAD_PARTS;
	overhead->other_parts[HP_OVERHEAD_RESIZE] = 400 * HP_OVERHEAD_PARTS;
	overhead->other_parts[HP_OVERHEAD_RELEASE] = 200 * HP_OVERHEAD_PARTS;
	overhead->other_parts[HP_OVERHEAD_SWITCH] = 1000 * HP_OVERHEAD_PARTS;
	calibrate_done(overhead, options, CALIBRATE_AHEAD_NS);
}

void hp_hook_calibrate_startup(void)
{
}

#else

/* Small calls, one loop for each hp_overhead_kind. A call through a variable has 2 ns more overhead
 * than most calls, one by array_map() 2 ns less, so a third of the calls are by array_map(). The
 * hooks of abs() and ord() cost up to 5 ns more than those of functions that take 5 ns longer,
 * because these hide a part of the hook behind their own work. A clock with steps of 10 ns cannot
 * tell the two apart, so the constant is between theirs. */
static const char calibrate_code[] =
	"static function (int $n): void {"
	" $f = static function ($x) { return $x; };"
	" \\array_map($f, \\array_fill(0, (int) ($n / 3), 1));"
	" for ($n = (int) (2 * $n / 3); $n-- > 0;) $f(1); };"
	"static function (int $n): void {"
	" $a = 'a'; for ($n = (int) ($n / 4); $n-- > 0;) {"
	" \\abs($n); \\ord($a); \\str_repeat($a, 3); \\ucfirst($a); } };"
	"static function (int $n): void { $a = new \\ArrayObject; while ($n-- > 0) $a->count(); };";

/* Gives the closure the name of a function: before 8.4, closures take the path of calls with two
 * names. */
static void calibrate_rename(zend_op_array *loop)
{
	zend_op_array *callee = loop->dynamic_func_defs[0];

	zend_string_release(callee->function_name);
	callee->function_name = zend_string_init_interned(ZEND_STRL("xhprof_calibrated"), false);
}

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

static uint64_t calibrate_time(zval *loop, zend_long count)
{
	uint64_t start_ticks;
	zval calls, result;

	ZVAL_LONG(&calls, count);
	ZVAL_UNDEF(&result);
	start_ticks = hp_timer_ticks();
	call_user_function(NULL, NULL, loop, &result, 1, &calls);
	start_ticks = hp_timer_ticks() - start_ticks;
	zval_ptr_dtor(&result);
	/* disable_functions may have removed the function that the loop calls. */
	zend_clear_exception();

	return start_ticks;
}

/* The ticks of a loop's calls: without recording, with all that recording adds, and as recorded,
 * which blocks and switches do not have. */
typedef struct calibrate_ticks {
	uint64_t bare;
	uint64_t recorded;
	uint64_t inner;
} calibrate_ticks;

typedef struct calibrate_work {
	hp_tracer *tracer;
	const hp_hook *hook;
	const hp_trace_options *like;
	zend_op_array *code;
	calibrate_ticks (*ticks)[CALIBRATE_TURNS]; /* by kind and turn */
	calibrate_ticks (*others)[CALIBRATE_TURNS]; /* the same for blocks and switches */
	int turn;
} calibrate_work;

/* Starts a run like the program's, without its options about calls. */
static void calibrate_start(const calibrate_work *work, hp_live_mode alloc_mode)
{
	hp_trace_options options;

	memset(&options, 0, sizeof(options));
	hp_filter_init(&options.ignored);
	options.is_compensated = true;
	options.has_builtins = true;
	options.metrics = work->like->metrics;
	options.mode = work->like->mode;
	options.alloc_mode = alloc_mode;
	options.alloc_interval = work->like->alloc_interval;
	options.is_untraced = alloc_mode != HP_LIVE_OFF && work->like->is_untraced;
	options.max_nodes = options.max_depth = options.max_timeline_bytes = UINT32_MAX / 2;
	options.closure_names = HP_CLOSURE_LOCATION;
	hp_call_run_start(work->tracer, &options);
	hp_hook_fiber_add_all(work->tracer);
}

/* Returns the ticks of the loop in a run, and those of its calls in *inner_ticks. Returns
 * UINT64_MAX if the loop makes no calls, because disable_functions removed what it calls. */
static uint64_t calibrate_run(const calibrate_work *work, zval *loop, uint64_t *inner_ticks)
{
	hp_tracer *tracer = work->tracer;
	const hp_edge *edge;
	uint64_t ticks;

	calibrate_start(work, HP_LIVE_OFF);
	work->hook->enable(tracer);
	hp_call_run_begin_root(tracer);
	calibrate_time(loop, CALIBRATE_FIRST_CALLS);
	ticks = calibrate_time(loop, CALIBRATE_CALLS);
	hp_call_run_stop(tracer);
	work->hook->disable(tracer);

	*inner_ticks = 0;
	for (edge = tracer->graph.first; edge != &hp_symbol_no_edge; edge = edge->next) {
		if (hp_edge_calls(edge) >= CALIBRATE_CALLS / 6) {
			*inner_ticks += edge->sum.wall_ticks;
		}
	}
	*inner_ticks = *inner_ticks * CALIBRATE_CALLS / (CALIBRATE_CALLS + CALIBRATE_FIRST_CALLS);

	return *inner_ticks == 0 ? UINT64_MAX : ticks;
}

static void calibrate_pass(const calibrate_work *work, int kind)
{
	calibrate_ticks *ticks = &work->ticks[kind][work->turn];
	zval closure;

	zend_create_closure(
		&closure, (zend_function *) work->code->dynamic_func_defs[kind], NULL, NULL, NULL);
	calibrate_time(&closure, CALIBRATE_FIRST_CALLS);
	ticks->bare = calibrate_time(&closure, CALIBRATE_CALLS);
	ticks->recorded = calibrate_run(work, &closure, &ticks->inner);
	/* The costs known so far were taken out of this time. */
	ticks->inner += (work->tracer->overhead.costs[kind].inner_parts * CALIBRATE_CALLS) >>
		HP_OVERHEAD_PARTS_BITS;
	zval_ptr_dtor(&closure);
}

/* Times blocks with typical sizes, so that a block is rarely where the last one was. `ticks` is by
 * kind. */
static void calibrate_time_blocks(uint64_t *ticks)
{
	static const uint16_t sizes[] = {32, 56, 40, 320, 96, 64, 24, 128};
	void *blocks[CALIBRATE_OTHERS];
	uint64_t start_ticks = hp_timer_ticks();

	for (size_t i = 0; i < CALIBRATE_OTHERS; i++) {
		blocks[i] = emalloc(sizes[i % (sizeof(sizes) / sizeof(sizes[0]))]);
	}
	ticks[HP_OVERHEAD_ALLOCATE] = hp_timer_ticks() - start_ticks;
	start_ticks = hp_timer_ticks();
	for (size_t i = 0; i < CALIBRATE_OTHERS; i++) {
		blocks[i] = erealloc(blocks[i], 2 * sizes[i % (sizeof(sizes) / sizeof(sizes[0]))]);
	}
	ticks[HP_OVERHEAD_RESIZE] = hp_timer_ticks() - start_ticks;
	start_ticks = hp_timer_ticks();
	for (size_t i = 0; i < CALIBRATE_OTHERS; i++) {
		efree(blocks[i]);
	}
	ticks[HP_OVERHEAD_RELEASE] = hp_timer_ticks() - start_ticks;
}

/* Times blocks twice each time, as the first blocks of a run take longer, like the first calls. */
static void calibrate_blocks(const calibrate_work *work)
{
	uint64_t bare[HP_OVERHEAD_SWITCH], recorded[HP_OVERHEAD_SWITCH];

	calibrate_time_blocks(bare);
	calibrate_time_blocks(bare);
	calibrate_start(work, work->like->alloc_mode);
	hp_call_run_begin_root(work->tracer);
	hp_allocator_enable(work->tracer);
	calibrate_time_blocks(recorded);
	calibrate_time_blocks(recorded);
	hp_allocator_disable(work->tracer);
	hp_call_run_stop(work->tracer);
	for (int kind = HP_OVERHEAD_ALLOCATE; kind <= HP_OVERHEAD_RELEASE; kind++) {
		work->others[kind][work->turn] = (calibrate_ticks){bare[kind], recorded[kind], 0};
	}
}

static uint64_t calibrate_time_switches(int count)
{
	const void *here = EG(current_fiber_context), *there = &count;
	uint64_t start_ticks = hp_timer_ticks();

	for (int i = 0; i < count; i += 2) {
		hp_hook_fiber_switch(there, false);
		hp_hook_fiber_switch(here, false);
	}

	return hp_timer_ticks() - start_ticks;
}

/* Calls the hook as if fibers were switched. The cost is the time that the hook takes beyond what
 * it subtracts itself. */
static void calibrate_switches(const calibrate_work *work)
{
	const hp_overhead *overhead = &work->tracer->overhead;
	uint64_t ticks, taken_parts;

	calibrate_start(work, HP_LIVE_OFF);
	hp_call_run_begin_root(work->tracer);
	calibrate_time_switches(CALIBRATE_FIRST_CALLS);
	taken_parts = overhead->taken_parts;
	ticks = calibrate_time_switches(CALIBRATE_OTHERS);
	taken_parts = overhead->taken_parts - taken_parts -
		CALIBRATE_OTHERS * overhead->other_parts[HP_OVERHEAD_SWITCH];
	hp_call_run_stop(work->tracer);
	work->others[HP_OVERHEAD_SWITCH][work->turn] =
		(calibrate_ticks){taken_parts >> HP_OVERHEAD_PARTS_BITS, ticks, 0};
}

/* Makes a pass of each kind at each place, one after the other: if the machine is slow for a while,
 * not all of that falls on one cost. */
static zend_never_inline void calibrate_places(calibrate_work *work, int place)
{
	volatile char room[CALIBRATE_PLACE_BYTES];

	room[0] = 0;
	for (int kind = 0; kind < HP_OVERHEAD_KINDS; kind++) {
		calibrate_pass(work, kind);
	}
	if (work->like->alloc_mode != HP_LIVE_OFF) {
		calibrate_blocks(work);
	}
	calibrate_switches(work);
	work->turn++;
	if (place > 0) {
		calibrate_places(work, place - 1);
	}
	room[1] = room[0]; /* prevents a tail call, so that the room stays */
}

/* Sorts the values and returns the lower quartile. The processor has states that last for a whole
 * run and in which recording costs up to a third more. Too little taken out distorts less than too
 * much. */
static double calibrate_quartile(double *values, int count)
{
	for (int i = 1; i < count; i++) {
		double value = values[i];
		int place = i;

		for (; place > 0 && values[place - 1] > value; place--) {
			values[place] = values[place - 1];
		}
		values[place] = value;
	}

	return values[count / 4];
}

static double calibrate_bare(const calibrate_ticks *turns, int count)
{
	double ticks[CALIBRATE_TURNS];

	for (int i = 0; i < count; i++) {
		ticks[i] = (double) turns[i].bare / CALIBRATE_CALLS;
	}

	return calibrate_quartile(ticks, count);
}

/* Returns the quartile of the extra time per call, block or switch. `what` selects all that
 * recording adds, or the recorded time alone. */
static double calibrate_longer(const calibrate_ticks *turns, int count, size_t what, int calls)
{
	double ticks[CALIBRATE_TURNS];

	for (int i = 0; i < count; i++) {
		uint64_t recorded = *(const uint64_t *) ((const char *) &turns[i] + what);

		ticks[i] = ((double) recorded - (double) turns[i].bare) / calls;
	}

	return calibrate_quartile(ticks, count);
}

/* Computes a cost. The inner part is the time by which a recorded call takes longer than the call
 * without recording. A read of the CPU's counter overlaps with the call, so nothing of it is left;
 * a clock that the system reads counts in full. */
static hp_overhead_cost calibrate_cost(const calibrate_ticks *turns, int count, double most_ticks)
{
	hp_overhead_cost cost = {0, 0, 0};
	double all_ticks =
		calibrate_longer(turns, count, offsetof(calibrate_ticks, recorded), CALIBRATE_CALLS);
	double inner_ticks =
		calibrate_longer(turns, count, offsetof(calibrate_ticks, inner), CALIBRATE_CALLS);

	if (all_ticks > 0 && all_ticks <= most_ticks) {
		inner_ticks = MIN(MAX(inner_ticks, 0), all_ticks);
		cost.inner_parts = (uint64_t) (inner_ticks * HP_OVERHEAD_PARTS);
		cost.all_parts = (uint64_t) (all_ticks * HP_OVERHEAD_PARTS);
		cost.least_ticks = (uint64_t) (calibrate_bare(turns, count) * CALIBRATE_LEAST);
	}

	return cost;
}

static uint64_t calibrate_other(const calibrate_ticks *turns, int count, double most_ticks)
{
	double cost_ticks =
		calibrate_longer(turns, count, offsetof(calibrate_ticks, recorded), CALIBRATE_OTHERS);

	return cost_ticks > 0 && cost_ticks <= most_ticks ? (uint64_t) (cost_ticks * HP_OVERHEAD_PARTS)
													  : 0;
}

static void calibrate_set(const calibrate_work *work)
{
	hp_overhead *overhead = &work->tracer->overhead;
	double ticks_per_ns = hp_timer_ticks_per_ns();

	for (int kind = 0; kind < HP_OVERHEAD_KINDS; kind++) {
		hp_overhead_set_cost(overhead, kind,
			calibrate_cost(work->ticks[kind], work->turn, CALIBRATE_MAX_NS * ticks_per_ns));
	}
	for (int kind = 0; kind < HP_OVERHEAD_OTHERS; kind++) {
		overhead->other_parts[kind] =
			calibrate_other(work->others[kind], work->turn, CALIBRATE_MAX_NS * ticks_per_ns);
	}
	calibrate_done(overhead, work->like, (uint64_t) (CALIBRATE_AHEAD_NS * ticks_per_ns));
}

static void calibrate_all(void *context)
{
	calibrate_work *work = context;
	calibrate_ticks ticks[HP_OVERHEAD_KINDS][CALIBRATE_TURNS];
	calibrate_ticks others[HP_OVERHEAD_OTHERS][CALIBRATE_TURNS];

	work->code = calibrate_compile();
	if (work->code == NULL || work->code->num_dynamic_func_defs != HP_OVERHEAD_KINDS) {
		return;
	}
	calibrate_rename(work->code->dynamic_func_defs[HP_OVERHEAD_USER]);
	memset(&work->tracer->overhead, 0, sizeof(work->tracer->overhead));
	work->ticks = ticks;
	memset(others, 0, sizeof(others));
	work->others = others;
	work->turn = 0;
	/* Correcting a clock takes time too, so the costs known so far are in use while others are
	 * measured. */
	for (int i = 0; i < CALIBRATE_PASSES; i++) {
		calibrate_places(work, CALIBRATE_PLACES - 1);
		calibrate_set(work);
	}
}

/* Cleans up, also after a fatal error, such as from max_execution_time. */
static void calibrate_stop(void *context)
{
	calibrate_work *work = context;
	hp_hook_state *state = XHPROF_G(hook);

	if (work->tracer->is_armed) {
		hp_allocator_disable(work->tracer);
		hp_call_run_stop(work->tracer);
		work->hook->disable(work->tracer);
	}
	if (work->code != NULL) {
		destroy_op_array(work->code);
		efree(work->code);
	}
	state->is_calibrating = false;
	if (state->is_interrupted) {
		state->is_interrupted = false;
		hp_compat_interrupt(hp_compat_executor_globals());
	}
}

void hp_hook_calibrate(hp_tracer *tracer, const hp_hook *hook, const hp_trace_options *options)
{
	calibrate_work work = {.tracer = tracer, .hook = hook, .like = options};

	XHPROF_G(hook)->is_calibrating = true;
	hp_bailout(calibrate_all, calibrate_stop, &work);
}

/* Puts off interrupts while calibrating: between two instructions of the loop, the program's signal
 * handler could start or stop a run. */
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
