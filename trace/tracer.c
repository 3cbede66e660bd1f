#include "trace/tracer.h"

#include "base/bailout.h"
#include "profile/rows.h"
#include "trace/hier.h"
#include "trace/log.h"
#include "trace/result.h"

/* To measure the profiler's own cost: enough calls for the clock's resolution, and the best of a
 * few runs, so that the caches are warm. */
#define TRACER_MEASURE_CALLS 500
#define TRACER_MEASURE_TIMES 5

/* The stack of hooks that must not record. No call ends on it, as no frame has this id; none begins
 * on it, as every C frame is below its limit. Read only. */
static hp_entry_t tracer_no_call = {.id = (const char *) &tracer_no_call + 1};
static hp_entry_stack tracer_no_stack = {
	.top = &tracer_no_call, .base = &tracer_no_call, .c_limit = HP_ENTRY_LIMIT_UNKNOWN};

/* Tells hooks on which stacks to record. Call it after each change of the stack or of what is
 * recorded. */
static void tracer_point(hp_tracer *tracer)
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
	tracer_point(tracer);
}

void hp_tracer_expect_made(hp_tracer *tracer, bool has_hooks, bool has_builtins)
{
	tracer->has_made_hooks = has_hooks;
	tracer->has_made_builtins = has_builtins;
	tracer_point(tracer);
}

/* True for code whose lines are to be recorded; false for "load::" and internal functions. */
static bool tracer_has_lines(const hp_trace_options *options, const hp_symbol *symbol)
{
	const hp_targets *wanted = &options->lines;

	return wanted->all.count > 0 && symbol->file != NULL &&
		(symbol->line != 0 || (symbol->special & HP_SYMBOL_IS_FILE)) &&
		(hp_targets_have_function(wanted, hp_symbol_text(symbol), symbol->name_length) ||
			hp_targets_have_file(wanted, ZSTR_VAL(symbol->file), ZSTR_LEN(symbol->file)));
}

/* Sets the flags of a place. It is ignored if either of its names is. */
static hp_symbol *tracer_classify_place(const hp_tracer *tracer, hp_symbol *place)
{
	const hp_symbol *plain = hp_symbol_plain(place);

	if (hp_filter_has(&tracer->options.ignored, hp_symbol_text(plain), plain->name_length) ||
		hp_filter_has(&tracer->options.ignored, hp_symbol_text(place), place->name_length)) {
		place->special |= HP_SYMBOL_IS_IGNORED;
	}
	if (tracer->options.closure_names == HP_CLOSURE_ENGINE) {
		place->special |= HP_SYMBOL_HAS_VARIANTS;
		place->newest = &hp_symbol_no_variant;
	}

	return place;
}

/* Sets the kind of subject, unless the name already has details or depends on a place. */
static void tracer_classify_subject(const hp_trace_options *options, hp_symbol *symbol)
{
	uint16_t kind =
		options->has_details && symbol->detail == 0 && (symbol->special & HP_SYMBOL_HAS_PLACES) == 0
		? hp_subject_of(symbol, &options->subjects)
		: 0;

	if (kind != 0) {
		symbol->detail = kind;
		symbol->special |= HP_SYMBOL_HAS_SUBJECT;
	}
}

/* Sets the flags of a new symbol by the options of this run. */
static hp_symbol *tracer_classify(hp_tracer *tracer, hp_symbol *symbol, bool is_new)
{
	const hp_trace_options *options = &tracer->options;

	if (!is_new) {
		return symbol;
	}
	if (UNEXPECTED(options->lines.all.count > 0) && tracer_has_lines(options, symbol)) {
		symbol->special |= HP_SYMBOL_HAS_LINES;
	}
	if (hp_symbol_plain(symbol) != NULL) {
		return tracer_classify_place(tracer, symbol);
	}
	if (hp_filter_has(&options->ignored, hp_symbol_text(symbol), symbol->name_length) ||
		((symbol->special & HP_SYMBOL_IS_FILE) && !options->has_run_init)) {
		symbol->special |= HP_SYMBOL_IS_IGNORED;
	}
	symbol->detail = options->has_details ? hp_detail_of(symbol) : 0;
	if (symbol->detail != 0) {
		symbol->special |= HP_SYMBOL_HAS_DETAIL;
	}
	if (hp_symbol_has_places(symbol)) {
		symbol->special |= HP_SYMBOL_HAS_PLACES;
	}
	tracer_classify_subject(options, symbol);

	return symbol;
}

static hp_symbol *tracer_name(hp_tracer *tracer, const zend_function *function)
{
	bool is_new;
	hp_symbol *symbol = hp_symbol_of_function(&tracer->symbols, function, &is_new);

	tracer_classify(tracer, symbol, is_new);
	if ((symbol->special & HP_SYMBOL_HAS_PLACES) && ZEND_USER_CODE(function->type) &&
		function->common.function_name != NULL) {
		symbol = hp_symbol_of_place(&tracer->symbols, symbol, function, &is_new);
		tracer_classify(tracer, symbol, is_new);
	}

	return symbol;
}

hp_symbol *hp_tracer_symbol(hp_tracer *tracer, const zend_function *function)
{
	uint64_t ticks = hp_timer_own_ticks();
	hp_symbol *symbol = tracer_name(tracer, function);

	ticks = hp_timer_own_ticks() - ticks;
	tracer->naming_ticks += ticks < HP_TIMER_MOST_OWN_TICKS ? ticks : 0;

	return symbol;
}

hp_symbol *hp_tracer_symbol_of_load(hp_tracer *tracer, zend_string *path)
{
	bool is_new;
	hp_symbol *symbol = hp_symbol_of_file(&tracer->symbols, HP_SYMBOL_LOAD, path, &is_new);

	return tracer_classify(tracer, symbol, is_new);
}

hp_symbol *hp_tracer_symbol_named(hp_tracer *tracer, const char *name, size_t length)
{
	bool is_new;
	hp_symbol *symbol = hp_symbol_get(&tracer->symbols, name, length, &is_new);

	return tracer_classify(tracer, symbol, is_new);
}

/* True for a file that only declares. It is not recorded, as it depends on the installed hooks
 * whether the engine runs its code. */
static bool tracer_has_no_code(const zend_execute_data *execute_data)
{
	const zend_op_array *code = &execute_data->func->op_array;

	return code->last == 1 && code->opcodes[0].opcode == ZEND_RETURN;
}

hp_symbol *hp_tracer_resolve(
	hp_tracer *tracer, hp_symbol *symbol, const zend_execute_data *execute_data)
{
	if (symbol->special & HP_SYMBOL_IS_IGNORED) {
		if ((symbol->special & HP_SYMBOL_HAS_DETAIL) && execute_data != NULL) {
			hp_detail_note(&tracer->details, symbol, execute_data);
		}
		return NULL;
	}
	if ((symbol->special & HP_SYMBOL_IS_FILE) && execute_data != NULL &&
		tracer_has_no_code(execute_data)) {
		return NULL;
	}
	if ((symbol->special & HP_SYMBOL_HAS_DETAIL) && execute_data != NULL) {
		return hp_detail_symbol(&tracer->details, symbol, execute_data);
	}
	if ((symbol->special & HP_SYMBOL_HAS_SUBJECT) && execute_data != NULL) {
		return hp_subject_symbol(&tracer->subjects, symbol, execute_data);
	}
	if (symbol->special & HP_SYMBOL_HAS_VARIANTS) {
		hp_symbol *variant = hp_variant_reopen(symbol);

		return variant != symbol ? variant : hp_variant_of(&tracer->graph.variants, symbol);
	}

	return symbol;
}

static zend_ulong tracer_stack_key(const void *context)
{
	return (zend_ulong) (uintptr_t) context;
}

static hp_entry_stack *tracer_add_stack(hp_tracer *tracer, const void *context, hp_edge *caller)
{
	hp_entry_stack *stack = hp_entry_stack_new(caller, tracer->options.max_depth, &tracer->graph);

	stack->number = tracer->stacks_count++;
	if (tracer->work & HP_WORK_EVENTS) {
		hp_entry_stack_count(stack);
	}
	zend_hash_index_add_new_ptr(&tracer->stacks, tracer_stack_key(context), stack);

	return stack;
}

static void tracer_free_stack(zval *stack)
{
	hp_entry_stack_free(Z_PTR_P(stack));
}

static void tracer_reset_symbols(hp_tracer *tracer)
{
	hp_symbol *symbol;
	void *row = NULL;

	if (!tracer->has_symbols) {
		hp_symbol_startup(&tracer->symbols);
		tracer->has_symbols = true;
	}
	while ((symbol = hp_symbol_next(&tracer->symbols, &row)) != NULL) {
		hp_symbol_reset(symbol);
		tracer_classify(tracer, symbol, true);
	}
}

/* Frees the result of the previous run. */
static void tracer_free_run(hp_tracer *tracer)
{
	hp_live_free(&tracer->live);
	hp_line_log_free(&tracer->lines);
	if (!tracer->has_symbols) {
		return;
	}
	hp_timeline_end_log(&tracer->timeline);
	zend_hash_destroy(&tracer->stacks);
	tracer->stack = NULL;
	hp_graph_free(&tracer->graph);
	hp_timeline_free(&tracer->timeline);
	hp_pool_free(&tracer->nodes);
	hp_trace_options_free(&tracer->options);
	hp_detail_free(&tracer->details);
	hp_subject_free(&tracer->subjects);
}

static uint32_t tracer_work(const hp_trace_options *options, const hp_meter *meter)
{
	bool is_direct = hp_timer_is_counter() &&
		(meter->usage != NULL || (options->metrics & HP_METRIC_MEMORY) == 0);

	return options->metrics | (options->mode >= HP_TRACE_TREE ? HP_WORK_TREE : 0) |
		(options->mode == HP_TRACE_TIMELINE ? HP_WORK_TIMELINE : 0) |
		(options->is_compensated ? HP_WORK_COMPENSATED : 0) | (is_direct ? HP_WORK_DIRECT : 0) |
		(options->events.count > 0 ? HP_WORK_EVENTS : 0);
}

/* Begins a separate run for measurements. Returns the symbol of its calls. */
static hp_symbol *tracer_begin_measure(hp_tracer *tracer, const hp_trace_options *like)
{
	hp_trace_options options;

	memset(tracer, 0, sizeof(*tracer));
	memset(&options, 0, sizeof(options));
	hp_filter_init(&options.ignored);
	options.metrics = like->metrics;
	options.mode = like->mode;
	options.max_nodes = options.max_depth = UINT32_MAX / 2;
	options.closure_names = HP_CLOSURE_LOCATION;
	hp_tracer_start(tracer, &options);
	hp_tracer_enter_fiber(tracer, NULL);
	hp_tracer_begin_root(tracer);

	return hp_tracer_symbol_named(tracer, ZEND_STRL("f"));
}

static void tracer_measure_calls(hp_tracer *tracer, hp_symbol *symbol)
{
	for (size_t i = 0; i < TRACER_MEASURE_CALLS; i++) {
		hp_tracer_begin(tracer, tracer->work, symbol, symbol, NULL);
		hp_tracer_end(tracer, tracer->work, symbol);
	}
}

static void tracer_start_graph(hp_tracer *tracer, const hp_trace_options *options)
{
	bool has_events = (tracer->work & HP_WORK_EVENTS) != 0;

	hp_graph_init(&tracer->graph, options->mode == HP_TRACE_HIER ? &hp_hier : &hp_tree,
		has_events ? sizeof(hp_counts) : 0, options->metrics, options->max_nodes,
		hp_symbol_get(&tracer->symbols, ZEND_STRL("(truncated)"), NULL));
	tracer->graph.counts = has_events ? &tracer->counting.now : NULL;
}

void hp_tracer_start(hp_tracer *tracer, const hp_trace_options *options)
{
	hp_symbol *root;

	ZEND_ASSERT(!tracer->is_armed);
	tracer_free_run(tracer);
	tracer->options = *options;
	tracer->meter.usage = hp_metric_find_usage();
	tracer->work = tracer_work(options, &tracer->meter);
	tracer->started_ns = hp_timer_unix_ns();
	tracer->paused_ticks = 0;
	tracer->naming_ticks = 0;
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
	tracer_reset_symbols(tracer);
	hp_detail_init(&tracer->details);
	hp_subject_init(&tracer->subjects);
	zend_hash_init(&tracer->stacks, 0, NULL, tracer_free_stack, true);
	tracer->stacks_count = 0;
	tracer_start_graph(tracer, options);
	if (tracer->work & HP_METRIC_CPU) {
		hp_timer_cpu_start(&tracer->meter.cpu);
	}

	root = hp_symbol_get(&tracer->symbols, ZEND_STRL("main()"), NULL);
	root->depth = 1;
	tracer->root.symbol = root;
	tracer->root.edge = hp_graph_edge(&tracer->graph, NULL, &root->first);
	tracer->open_run = ++tracer->generation;
	tracer->has_made_hooks = tracer->has_made_builtins = false;
	hp_tracer_record(tracer, false);
	tracer->is_armed = true;
}

void hp_tracer_enter_fiber(hp_tracer *tracer, const void *context)
{
	hp_entry_stack *stack = tracer_add_stack(tracer, context, tracer->root.edge);

	stack->resumer = tracer->stack;
	tracer->stack = stack;
	if (stack->number > 0 && (tracer->work & HP_WORK_TIMELINE)) {
		hp_timeline_switch_lane(&tracer->timeline, stack->number);
	}
}

void hp_tracer_record(hp_tracer *tracer, bool is_recording)
{
	tracer->is_recording =
		is_recording && (tracer->work & HP_WORK_PAUSED) == 0 && !tracer->options.is_untraced;
	tracer->is_recording_builtins = tracer->is_recording && tracer->options.has_builtins;
	tracer_point(tracer);
}

/* Reads the metrics at the end of a call, after the clock was read. */
static void tracer_read_at(hp_tracer *tracer, uint64_t wall_ticks, hp_metrics *now)
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

static void tracer_read(hp_tracer *tracer, hp_metrics *now)
{
	tracer_read_at(tracer, hp_metric_ticks(tracer->work), now);
}

static void tracer_settle_lines(const hp_tracer *tracer, uint64_t now_ticks)
{
	for (const hp_entry_stack *stack = tracer->stack; stack != NULL; stack = stack->resumer) {
		hp_line_log_settle(stack->lines, now_ticks);
	}
}

/* Reads only the clock, as tracer_read() does. */
static uint64_t tracer_line_ticks(hp_tracer *tracer)
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

hp_line_call *hp_tracer_begin_lines(hp_tracer *tracer, hp_symbol *symbol, const zend_op_array *code)
{
	return hp_line_log_begin(&tracer->lines, &tracer->stack->lines, symbol, code);
}

void hp_tracer_come_to_line(hp_tracer *tracer, hp_line_call *call, uint32_t line, bool has_come)
{
	hp_line_log_come(
		call, line, has_come && (tracer->work & HP_WORK_PAUSED) == 0, tracer_line_ticks(tracer));
}

void hp_tracer_end_lines(hp_tracer *tracer, const hp_line_call *call)
{
	hp_line_log_end(&tracer->lines, &tracer->stack->lines, call, tracer_line_ticks(tracer));
}

void hp_tracer_pause(hp_tracer *tracer)
{
	hp_metrics now = {0, 0, 0, 0};

	if (!tracer->is_armed) {
		return;
	}
	ZEND_ASSERT((tracer->work & HP_WORK_PAUSED) == 0);
	tracer_read(tracer, &now);
	tracer_settle_lines(tracer, now.wall_ticks);
	tracer->paused_at = now;
	tracer->work |= HP_WORK_PAUSED;
	hp_noted_clear(&tracer->details.noted);
	tracer->open_run = 0;
	tracer->live.is_recording = false;
	hp_tracer_record(tracer, false);
}

/* Takes what passed between two readings out of the open calls. Suspended fibers are adjusted when
 * they are resumed: they were all suspended before the first reading, or at it. */
static void tracer_skip(hp_tracer *tracer, const hp_metrics *from, const hp_metrics *to)
{
	for (hp_entry_stack *stack = tracer->stack; stack != NULL; stack = stack->resumer) {
		hp_line_log_skip(stack->lines, from->wall_ticks, to->wall_ticks);
		for (hp_entry_t *entry = stack->base + 1; entry <= stack->top; entry++) {
			hp_metric_add(&entry->start, tracer->work, from, to);
		}
	}
	hp_metric_add(&tracer->root.start, tracer->work, from, to);
	hp_timeline_skip(&tracer->timeline, to->cpu_ticks - from->cpu_ticks);
	tracer->paused_ticks += to->wall_ticks - from->wall_ticks;
}

/* Does the timeline's work, and takes its time out of the open calls. It is measured from the begin
 * of the innermost call, which was just read. */
static void tracer_work_timeline(hp_tracer *tracer)
{
	hp_metrics began = tracer->stack->top->start, now = {0, 0, 0, 0};
	hp_counts before = tracer->counting.now;

	hp_timeline_work(&tracer->timeline);
	tracer_read(tracer, &now);
	if (tracer->work & HP_WORK_EVENTS) {
		hp_counting_skip(&tracer->counting, before);
	}
	tracer_skip(tracer, &began, &now);
}

void hp_tracer_resume(hp_tracer *tracer)
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
	tracer_read(tracer, &now);
	tracer_skip(tracer, &tracer->paused_at, &now);
}

/* If the run has a timeline, adds an event: a call by `edge` begins or, if it is NULL, the
 * innermost call ends. */
static void tracer_mark(hp_tracer *tracer, const hp_edge *edge, const hp_metrics *now)
{
	if (tracer->work & HP_WORK_TIMELINE) {
		hp_timeline_add(&tracer->timeline, now->wall_ticks - tracer->paused_ticks, edge, now);
	}
}

void hp_tracer_mark(hp_tracer *tracer, const hp_mark *mark)
{
	hp_timeline_add_mark(&tracer->timeline, hp_timer_peek_ticks() - tracer->paused_ticks,
		tracer->stack->number, mark);
}

/* Puts the calls that begin from now on into the lane of a stack. */
static void tracer_enter_lane(hp_tracer *tracer, const hp_entry_stack *stack)
{
	if (tracer->work & HP_WORK_TIMELINE) {
		hp_timeline_switch_lane(&tracer->timeline, stack->number);
	}
}

void hp_tracer_begin_root(hp_tracer *tracer)
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
	tracer_mark(tracer, tracer->root.edge, &tracer->root.start);
}

double hp_tracer_compensated_ns(const hp_tracer *tracer)
{
	return tracer->work & HP_WORK_COMPENSATED
		? hp_overhead_ticks(&tracer->overhead) / hp_timer_ticks_per_ns()
		: 0;
}

void hp_tracer_read_more(hp_tracer *tracer, uint32_t work)
{
	hp_entry_t *entry = tracer->stack->top;

	if (work & HP_WORK_EVENTS) {
		hp_counting_open(&tracer->counting, tracer->stack);
	}
	hp_metric_begin(&entry->start, work, &tracer->meter);
	if (work & HP_WORK_TIMELINE) {
		hp_timeline_add(&tracer->timeline, entry->start.wall_ticks - tracer->paused_ticks,
			entry->edge, &entry->start);
		if (UNEXPECTED(tracer->timeline.is_work_due)) {
			tracer_work_timeline(tracer);
		}
	}
}

bool hp_tracer_end_counts(hp_tracer *tracer, const hp_entry_stack *stack, uint32_t work)
{
	hp_counting_close(&tracer->counting, stack, (tracer->work & HP_WORK_PAUSED) != 0);

	return (work & HP_WORK_TREE) != 0;
}

static hp_overhead_kind tracer_kind(const zend_execute_data *execute_data)
{
	if (execute_data == NULL) {
		return HP_OVERHEAD_INTERNAL;
	}
	if (ZEND_USER_CODE(execute_data->func->type)) {
		return HP_OVERHEAD_USER;
	}

	return execute_data->func->common.scope == NULL ? HP_OVERHEAD_INTERNAL : HP_OVERHEAD_METHOD;
}

/* Opens a call whose edge is not cached, and measures the time that this takes. */
static bool tracer_begin_slowly(
	hp_tracer *tracer, hp_symbol *symbol, const void *id, const zend_execute_data *execute_data)
{
	hp_overhead *overhead = &tracer->overhead;
	hp_entry_t *entry;

	hp_overhead_enter(overhead, tracer->work, &tracer->meter);
	if (!hp_tracer_begin(tracer, tracer->work & ~(HP_WORK_COMPENSATED | HP_WORK_TIMELINE), symbol,
			id, execute_data)) {
		hp_overhead_leave(overhead, tracer->work, &tracer->meter, hp_metric_ticks(tracer->work));
		return false;
	}
	entry = tracer->stack->top;
	if ((tracer->work & HP_METRIC_CPU) == 0) {
		entry->start.cpu_ticks = 0; /* not read; it may hold an older call's value */
	}
	entry->overhead_kind = (uint8_t) (HP_OVERHEAD_KINDS + tracer_kind(execute_data));
	hp_overhead_leave(overhead, tracer->work, &tracer->meter, entry->start.wall_ticks);
	hp_overhead_correct(overhead, tracer->work, &tracer->meter, &entry->start);

	return true;
}

bool hp_tracer_begin_compensated(
	hp_tracer *tracer, hp_symbol *symbol, const void *id, const zend_execute_data *execute_data)
{
	hp_overhead_kind kind = tracer_kind(execute_data);
	hp_entry_t *entry = tracer->work & HP_WORK_EVENTS
		? NULL
		: hp_entry_push_cached(tracer->stack, symbol, id, kind == HP_OVERHEAD_USER,
			  (tracer->work & HP_WORK_TREE) != 0);

	if (entry != NULL) {
		hp_tracer_read_cached(tracer, tracer->work, entry, kind);
	} else if (!tracer_begin_slowly(tracer, symbol, id, execute_data)) {
		return false;
	}
	tracer_mark(tracer, tracer->stack->top->edge, &tracer->stack->top->start);
	if (tracer->timeline.is_work_due) {
		tracer_work_timeline(tracer);
	}

	return true;
}

bool hp_tracer_begin_full(hp_tracer *tracer, uint32_t work, hp_symbol *symbol, const void *id,
	const zend_execute_data *execute_data)
{
	symbol = hp_entry_stack_grow(tracer->stack, symbol);
	if (symbol == NULL) {
		return false;
	}
	hp_tracer_push(tracer, work, symbol, id, execute_data);

	return true;
}

/* Takes the overhead of the innermost call out of the reading at its end. */
static void tracer_compensate_end(hp_tracer *tracer, bool has_gap, hp_metrics *now)
{
	hp_overhead *overhead = &tracer->overhead;
	const hp_overhead_cost *cost = &overhead->costs[tracer->stack->top->overhead_kind];

	if (has_gap) {
		hp_overhead_close_after_gap(overhead, cost, tracer->work, &tracer->meter, now);
	} else {
		hp_overhead_close(overhead, cost, tracer->work, now);
	}
}

void hp_tracer_end_special(hp_tracer *tracer, const void *id, uint64_t wall_ticks)
{
	hp_metrics now = {wall_ticks, 0, 0, 0};
	bool has_gap = false;

	if (tracer->work & HP_METRIC_CPU) {
		has_gap = hp_timer_cpu_has_gap(&tracer->meter.cpu, wall_ticks);
		now.cpu_ticks = hp_timer_cpu_ticks(&tracer->meter.cpu, wall_ticks);
	}
	hp_metric_read_memory(&now, tracer->work, &tracer->meter);
	if (tracer->stack->top->id != id) {
		has_gap = true; /* a reading that closes the calls above may ask the kernel */
		if (!hp_tracer_close_until(tracer, id)) {
			return;
		}
	}
	if (tracer->work & HP_WORK_PAUSED) {
		hp_tracer_pop(tracer, tracer->stack, tracer->work, &tracer->paused_at);
		return;
	}
	if (tracer->work & HP_WORK_COMPENSATED) {
		tracer_compensate_end(tracer, has_gap, &now);
	}
	hp_tracer_pop(tracer, tracer->stack, tracer->work, &now);
}

void hp_tracer_pop_cut(hp_tracer *tracer, uint32_t work, hp_metrics now)
{
	hp_tracer_pop(tracer, tracer->stack, work, &now);
}

static void tracer_close(
	hp_tracer *tracer, hp_entry_stack *stack, const hp_entry_t *until, const hp_metrics *now)
{
	while (stack->top > until) {
		hp_tracer_pop(tracer, stack, tracer->work, now);
	}
}

/* Updates the minimum and maximum of a path. */
static void tracer_note(const hp_tracer *tracer, const hp_entry_t *entry, const hp_metrics *now)
{
	if (tracer->work & HP_WORK_TREE) {
		hp_tree_note(entry->edge, now->wall_ticks - entry->start.wall_ticks);
	}
}

/* Ends the calls of a fiber that will not be resumed, at the time at which it suspended. Its bottom
 * call was counted then. */
static void tracer_close_suspended(hp_tracer *tracer, hp_entry_stack *stack)
{
	if (stack->top > stack->base) {
		for (hp_entry_t *entry = stack->top; entry > stack->base + 1; entry--) {
			tracer_note(tracer, entry, &stack->suspended_at);
			hp_graph_add(
				&tracer->graph, entry->edge, tracer->work, &entry->start, &stack->suspended_at);
			if (tracer->work & HP_WORK_EVENTS) {
				hp_counts_add_difference(hp_graph_counts_of(entry->edge),
					hp_entry_counts(stack, entry), hp_entry_counts(stack, stack->base));
			}
		}
		stack->top = stack->base;
	}
}

void hp_tracer_stop(hp_tracer *tracer)
{
	hp_entry_stack *suspended;
	hp_metrics now = {0, 0, 0, 0};

	ZEND_ASSERT(tracer->is_armed);
	tracer_read(tracer, &now);
	hp_tracer_record(tracer, false);
	tracer->is_armed = false;
	tracer->open_run = ++tracer->generation;
	tracer_settle_lines(tracer, now.wall_ticks);
	for (hp_entry_stack *stack = tracer->stack; stack != NULL; stack = stack->resumer) {
		tracer_close(tracer, stack, stack->base, &now);
	}
	ZEND_HASH_FOREACH_PTR(&tracer->stacks, suspended) {
		tracer_close_suspended(tracer, suspended);
	}
	ZEND_HASH_FOREACH_END();
	tracer_note(tracer, &tracer->root, &now);
	hp_timeline_end_curves(&tracer->timeline);
	tracer_mark(tracer, NULL, &now);
	hp_timeline_end_log(&tracer->timeline);
	hp_graph_add(&tracer->graph, tracer->root.edge, tracer->work, &tracer->root.start, &now);
	if (tracer->work & HP_WORK_EVENTS) {
		hp_counts_add_difference(hp_graph_counts_of(tracer->root.edge),
			&tracer->counting.root_start, &tracer->counting.now);
		hp_counting_stop(&tracer->counting);
	}
}

/* Measures the cost of recording one call, in picoseconds, with many empty calls. */
static int64_t tracer_measure_call(const hp_trace_options *like, double ticks_per_ns)
{
	hp_tracer tracer;
	hp_symbol *symbol = tracer_begin_measure(&tracer, like);
	uint64_t best_ticks = UINT64_MAX;

	for (size_t i = 0; i < TRACER_MEASURE_TIMES; i++) {
		uint64_t start_ticks = hp_timer_ticks(), ticks;

		tracer_measure_calls(&tracer, symbol);
		ticks = hp_timer_ticks() - start_ticks;
		best_ticks = MIN(best_ticks, ticks);
	}
	hp_tracer_free(&tracer);

	return (int64_t) ((double) best_ticks / ticks_per_ns * 1000 / TRACER_MEASURE_CALLS);
}

/* Returns the profiler's overhead per call, in picoseconds: that of a cached call, plus a share of
 * the rare and long work. */
static int64_t tracer_call_cost(const hp_tracer *tracer, double ticks_per_ns)
{
	double rare_ticks =
		hp_graph_cost_ticks(&tracer->graph, ticks_per_ns) + (double) tracer->naming_ticks;
	uint64_t calls = 1 + hp_graph_calls(&tracer->graph);

	return tracer_measure_call(&tracer->options, ticks_per_ns) +
		(int64_t) (rare_ticks / ticks_per_ns * 1000 / (double) calls);
}

/* Adds the costs of calls if this kind of run was calibrated. They show how much recording
 * distorts. */
static void tracer_add_costs(const hp_tracer *tracer, hp_profile *profile, double ticks_per_ns)
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

		profile->costs[kind].inner_ps = (int64_t) ((double) cost->inner_parts / parts_per_ps);
		profile->costs[kind].all_ps = (int64_t) ((double) cost->all_parts / parts_per_ps);
	}
	profile->features |= HP_PROFILE_COSTS;
	profile->is_compensated = (tracer->work & HP_WORK_COMPENSATED) != 0;
}

/* Makes a profile that the caller must finish. */
static hp_profile *tracer_begin_profile(hp_tracer *tracer, bool is_plain, double ticks_per_ns)
{
	hp_profile *profile = hp_result_new(
		&tracer->graph, &tracer->live, &tracer->options, &tracer->counting, is_plain, ticks_per_ns);

	if (tracer->options.lines.all.count > 0 && !is_plain) {
		hp_result_take_lines(profile, &tracer->lines, ticks_per_ns);
	}
	profile->started_ns = tracer->started_ns;
	profile->unrecorded_calls = tracer->unrecorded_calls;
	tracer_add_costs(tracer, profile, ticks_per_ns);

	return profile;
}

/* Finishes a profile and resets the numbers of all symbols, as the next profile of the run assigns
 * new ones. */
static void tracer_finish_profile(hp_tracer *tracer, hp_profile *profile)
{
	hp_profile_finish(profile);
	hp_symbol_reset_numbers(&tracer->symbols);
	hp_symbol_reset_numbers(&tracer->details.symbols);
	hp_symbol_reset_numbers(&tracer->subjects.symbols);
}

hp_profile *hp_tracer_profile(hp_tracer *tracer)
{
	double ticks_per_ns = hp_timer_ticks_per_ns();
	hp_profile *profile = tracer_begin_profile(tracer, false, ticks_per_ns);

	profile->call_cost_ps = tracer_call_cost(tracer, ticks_per_ns);
	hp_timeline_to_profile(&tracer->timeline, ticks_per_ns, profile);
	tracer_finish_profile(tracer, profile);

	return profile;
}

typedef struct tracer_rows {
	hp_profile *profile;
	zval *result;
} tracer_rows;

static void tracer_make_rows(void *context)
{
	const tracer_rows *rows = context;

	hp_profile_rows(rows->profile, rows->result, true);
}

static void tracer_free_rows(void *context)
{
	hp_profile_free(((tracer_rows *) context)->profile);
}

/* The rows contain neither the cost of a call nor the timeline, so these are not made. */
void hp_tracer_rows(hp_tracer *tracer, zval *result)
{
	tracer_rows rows = {tracer_begin_profile(tracer, true, hp_timer_ticks_per_ns()), result};

	tracer_finish_profile(tracer, rows.profile);
	hp_bailout(tracer_make_rows, tracer_free_rows, &rows);
}

/* The open calls of an open run. */
typedef struct tracer_opens {
	HP_VECTOR(hp_result_open) calls;
	uint32_t work;
} tracer_opens;

/* Adds an open call. start and counts are the counts of events at its begin and now; start is NULL
 * in a run without events. */
static void tracer_add_open(tracer_opens *opens, const hp_entry_t *entry, bool is_cut,
	const hp_metrics *now, const hp_counts *start, const hp_counts *counts)
{
	hp_result_open *open = hp_vector_add(&opens->calls);

	memset(open, 0, sizeof(*open));
	open->entry = entry;
	open->is_cut = is_cut;
	hp_metric_add(&open->cost, opens->work, &entry->start, now);
	if (start != NULL) {
		hp_counts_add_difference(&open->counts, start, counts);
	}
}

static const hp_counts *tracer_start_counts(
	const hp_tracer *tracer, const hp_entry_stack *stack, const hp_entry_t *entry)
{
	return tracer->work & HP_WORK_EVENTS ? hp_entry_counts(stack, entry) : NULL;
}

static tracer_opens tracer_find_opens(hp_tracer *tracer, const hp_metrics *now)
{
	tracer_opens opens = {.work = tracer->work};
	hp_entry_stack *stack;

	for (stack = tracer->stack; stack != NULL; stack = stack->resumer) {
		for (const hp_entry_t *entry = stack->top; entry > stack->base; entry--) {
			tracer_add_open(&opens, entry, hp_entry_is_cut(entry), now,
				tracer_start_counts(tracer, stack, entry), &tracer->counting.now);
		}
	}
	ZEND_HASH_FOREACH_PTR(&tracer->stacks, stack) {
		/* The bottom call was counted when the fiber suspended. */
		for (const hp_entry_t *entry = stack->top; stack->is_suspended && entry > stack->base + 1;
			 entry--) {
			tracer_add_open(&opens, entry, false, &stack->suspended_at,
				tracer_start_counts(tracer, stack, entry), stack->counts);
		}
	}
	ZEND_HASH_FOREACH_END();
	tracer_add_open(&opens, &tracer->root, false, now,
		tracer->work & HP_WORK_EVENTS ? &tracer->counting.root_start : NULL, &tracer->counting.now);

	return opens;
}

hp_profile *hp_tracer_snapshot(hp_tracer *tracer)
{
	double ticks_per_ns = hp_timer_ticks_per_ns();
	hp_metrics now = {0, 0, 0, 0};
	hp_profile *profile;
	tracer_opens opens;

	if (!tracer->is_armed) {
		return hp_tracer_profile(tracer);
	}
	tracer_read(tracer, &now);
	tracer_settle_lines(tracer, now.wall_ticks);
	opens = tracer_find_opens(tracer, &now);
	profile = tracer_begin_profile(tracer, false, ticks_per_ns);
	profile->call_cost_ps = tracer_call_cost(tracer, ticks_per_ns);
	for (uint32_t i = 0; i < opens.calls.count; i++) {
		hp_result_add_open(profile, &opens.calls.rows[i], ticks_per_ns);
	}
	hp_vector_free(&opens.calls);
	tracer_finish_profile(tracer, profile);

	return profile;
}

const hp_log_file *hp_tracer_log(const hp_tracer *tracer)
{
	return tracer->timeline.log == NULL ? NULL : hp_log_get_file(tracer->timeline.log);
}

uint64_t hp_tracer_calls(const hp_tracer *tracer)
{
	return tracer->graph.mode == NULL ? 0 : hp_graph_calls(&tracer->graph);
}

uint64_t hp_tracer_truncated_calls(const hp_tracer *tracer)
{
	return tracer->graph.mode == NULL ? 0 : hp_tree_truncated_calls(&tracer->graph);
}

void hp_tracer_free(hp_tracer *tracer)
{
	hp_tracer_record(tracer, false);
	tracer->is_armed = false;
	tracer_free_run(tracer);
	if (tracer->has_symbols) {
		hp_symbol_shutdown(&tracer->symbols);
		tracer->has_symbols = false;
	}
	tracer->open_run = ++tracer->generation;
}

bool hp_tracer_close_until(hp_tracer *tracer, const void *id)
{
	hp_entry_stack *stack = tracer->stack;
	hp_entry_t *entry = stack->top;
	hp_metrics now = {0, 0, 0, 0};

	while (entry > stack->base && entry->id != id) {
		entry--;
	}
	if (entry == stack->base) {
		return false;
	}
	tracer_read(tracer, &now);
	tracer_close(tracer, stack, entry, &now);

	return true;
}

/* Returns whether an entry is open. Walks up from the caller until it finds the entry's frame
 * (open) or the frame of the entry below (not open), or that of an ignored call, which knows its
 * entry: with many nested ignored calls, each call would otherwise walk past all of them. */
static bool tracer_is_open(
	const hp_entry_stack *stack, const hp_entry_t *entry, const zend_execute_data *caller)
{
	const void *below = entry - 1 > stack->base ? entry[-1].id : NULL;

	/* A file compiled without any frame: the hook always reports its end. */
	if (entry->id == NULL) {
		return true;
	}
	while (
		caller != NULL && caller != entry->id && caller != below && caller != stack->ignored_id) {
		caller = caller->prev_execute_data;
	}

	return caller != NULL &&
		(caller == entry->id ||
			(caller == stack->ignored_id && entry - stack->base == stack->ignored_depth));
}

void hp_tracer_close_dead(hp_tracer *tracer, const zend_execute_data *caller)
{
	hp_entry_stack *stack = tracer->stack;
	hp_entry_t *entry = stack->top;
	hp_metrics now = {0, 0, 0, 0};

	while (entry > stack->base && !tracer_is_open(stack, entry, caller)) {
		entry--;
	}
	if (entry < stack->top) {
		tracer_read(tracer, &now);
		tracer_close(tracer, stack, entry, &now);
	}
}

static bool tracer_is_resumer(const hp_tracer *tracer, const hp_entry_stack *stack)
{
	const hp_entry_stack *resumer = tracer->stack->resumer;

	while (resumer != NULL && resumer != stack) {
		resumer = resumer->resumer;
	}

	return stack != NULL && resumer == stack;
}

/* Returns to a fiber that waits in the chain. The fibers above it suspend; is_over: the top one has
 * ended instead. */
static void tracer_leave_fibers(
	hp_tracer *tracer, hp_entry_stack *to, bool is_over, const hp_metrics *now)
{
	while (tracer->stack != to) {
		hp_entry_stack *from = tracer->stack;

		tracer->stack = from->resumer;
		tracer_point(tracer);
		hp_line_log_suspend(from->lines, now->wall_ticks);
		if (is_over) {
			tracer_close(tracer, from, from->base, now);
			is_over = false; /* the others suspend */
		}
		if (from->top > from->base) {
			tracer_note(tracer, from->base + 1, now); /* suspending ends this call */
		}
		for (hp_entry_t *entry = from->top; entry > from->base; entry--) {
			tracer_mark(tracer, NULL, now);
		}
		hp_entry_suspend(from, tracer->work, now);
	}
	tracer_enter_lane(tracer, to);
}

/* Enters a fiber that is not in the chain. If `stack` is NULL it is a new fiber. */
static void tracer_enter_stack(
	hp_tracer *tracer, hp_entry_stack *stack, const void *context, const hp_metrics *now)
{
	hp_entry_stack *from = tracer->stack;

	if (stack == NULL) {
		stack = tracer_add_stack(tracer, context, from->top->edge);
		tracer_enter_lane(tracer, stack);
	} else {
		tracer_enter_lane(tracer, stack);
		hp_entry_resume(stack, &tracer->nodes, tracer->work, from->top->edge, now);
		hp_line_log_resume(stack->lines, now->wall_ticks);
		for (hp_entry_t *entry = stack->base + 1; entry <= stack->top; entry++) {
			tracer_mark(tracer, entry->edge, now);
		}
	}
	stack->resumer = from;
	tracer->stack = stack;
	tracer_point(tracer);
}

/* The switch lies between two readings of the clock. A run that compensates takes their difference
 * out. */
void hp_tracer_switch_fiber(hp_tracer *tracer, const void *to, bool is_over)
{
	hp_entry_stack *stack = zend_hash_index_find_ptr(&tracer->stacks, tracer_stack_key(to));
	hp_overhead *overhead = &tracer->overhead;
	bool is_compensated =
		(tracer->work & (HP_WORK_COMPENSATED | HP_WORK_PAUSED)) == HP_WORK_COMPENSATED;
	hp_metrics now = {0, 0, 0, 0};

	/* The run began in a coroutine that is not the engine's current fiber: hook/fiber.c recognizes
	 * it by its frames. */
	if (stack == tracer->stack) {
		return;
	}
	hp_overhead_enter(overhead, tracer->work, &tracer->meter);
	if (is_compensated) {
		hp_overhead_take(overhead, HP_OVERHEAD_SWITCH);
	}
	tracer_read_at(tracer, overhead->entered_ticks, &now);
	if (tracer_is_resumer(tracer, stack)) {
		tracer_leave_fibers(tracer, stack, is_over, &now);
	} else {
		tracer_enter_stack(tracer, stack, to, &now);
	}
	if (is_compensated) {
		hp_overhead_leave(overhead, tracer->work, &tracer->meter, hp_metric_ticks(tracer->work));
	}
}

void hp_tracer_drop_fiber(hp_tracer *tracer, const void *context)
{
	zend_ulong key = tracer_stack_key(context);
	hp_entry_stack *stack = zend_hash_index_find_ptr(&tracer->stacks, key);

	if (stack != NULL && stack->is_suspended) {
		tracer_close_suspended(tracer, stack);
		zend_hash_index_del(&tracer->stacks, key);
	}
}
