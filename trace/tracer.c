#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "trace/tracer.h"

#include "base/bailout.h"
#include "trace/hier.h"
#include "profile/allocs.h"

/* To measure our own cost: enough of it for the clock, and the best of a few for the caches. */
#define PROFILER_MEASURE_CALLS 500
#define PROFILER_MEASURE_TIMES 5

/* What the options of this run make of a symbol. */
static void profiler_classify(hp_profiler *profiler, hp_symbol *symbol)
{
	const hp_options *options = &profiler->options;

	if (hp_filter_has(&options->ignored, symbol->name) ||
		((symbol->special & HP_SYMBOL_IS_FILE) && !options->has_run_init)) {
		symbol->special |= HP_SYMBOL_IS_IGNORED;
	}
	symbol->detail = options->has_details ? hp_detail_of(symbol->name) : 0;
	if (symbol->detail != 0) {
		symbol->special |= HP_SYMBOL_HAS_DETAIL;
	}
}

hp_symbol *hp_profiler_symbol(hp_profiler *profiler, const zend_function *function)
{
	bool is_new;
	hp_symbol *symbol = hp_symbol_of_function(&profiler->symbols, function, &is_new);

	if (is_new) {
		profiler_classify(profiler, symbol);
	}

	return symbol;
}

hp_symbol *hp_profiler_symbol_of_file(
	hp_profiler *profiler, const char *prefix, const char *path, size_t length)
{
	bool is_new;
	hp_symbol *symbol = hp_symbol_of_file(&profiler->symbols, prefix, path, length, &is_new);

	if (is_new) {
		profiler_classify(profiler, symbol);
	}

	return symbol;
}

hp_symbol *hp_profiler_symbol_named(hp_profiler *profiler, const char *name, size_t length)
{
	bool is_new;
	hp_symbol *symbol = hp_symbol_get(&profiler->symbols, name, length, &is_new);

	if (is_new) {
		profiler_classify(profiler, symbol);
	}

	return symbol;
}

/* A file that only declares: the engine skips its code, or not, by what hooks it sees. */
static bool profiler_has_no_code(const zend_execute_data *execute_data)
{
	const zend_op_array *code = &execute_data->func->op_array;

	return code->last == 1 && code->opcodes[0].opcode == ZEND_RETURN;
}

hp_symbol *hp_profiler_resolve(
	hp_profiler *profiler, hp_symbol *symbol, const zend_execute_data *execute_data)
{
	if (symbol->special & HP_SYMBOL_IS_IGNORED) {
		return NULL;
	}
	if ((symbol->special & HP_SYMBOL_IS_FILE) && execute_data != NULL &&
		profiler_has_no_code(execute_data)) {
		return NULL;
	}
	if ((symbol->special & HP_SYMBOL_HAS_DETAIL) && execute_data != NULL) {
		return hp_detail_symbol(&profiler->details, symbol, execute_data);
	}

	return symbol;
}

static zend_ulong profiler_stack_key(const void *context)
{
	return (zend_ulong) (uintptr_t) context;
}

static hp_entry_stack *profiler_add_stack(
	hp_profiler *profiler, const void *context, hp_edge *caller)
{
	hp_entry_stack *stack = hp_entry_stack_new(caller);

	zend_hash_index_add_new_ptr(&profiler->stacks, profiler_stack_key(context), stack);

	return stack;
}

static void profiler_free_stack(zval *stack)
{
	hp_entry_stack_free(Z_PTR_P(stack));
}

static void profiler_reset_symbols(hp_profiler *profiler)
{
	hp_symbol *symbol;

	if (!profiler->has_symbols) {
		hp_symbol_startup(&profiler->symbols);
		profiler->has_symbols = true;
	}
	ZEND_HASH_FOREACH_PTR(&profiler->symbols.by_name, symbol) {
		hp_symbol_reset(symbol);
		profiler_classify(profiler, symbol);
	}
	ZEND_HASH_FOREACH_END();
}

/* What the run before kept for its result. */
static void profiler_free_run(hp_profiler *profiler)
{
	profiler->has_result = false;
	hp_ledger_free(&profiler->ledger);
	if (!profiler->has_symbols) {
		return;
	}
	zend_hash_destroy(&profiler->stacks);
	profiler->stack = NULL;
	hp_graph_free(&profiler->graph);
	hp_timeline_free(&profiler->timeline);
	hp_pool_free(&profiler->nodes);
	hp_options_free(&profiler->options);
	hp_detail_free(&profiler->details);
}

void hp_profiler_start(hp_profiler *profiler, const hp_options *options)
{
	hp_symbol *root;

	ZEND_ASSERT(!profiler->is_running);
	profiler_free_run(profiler);
	profiler->options = *options;
	profiler->metrics = options->metrics;
	profiler->started_ns = hp_timer_unix_ns();
	profiler->paused_ticks = 0;
	hp_timeline_init(&profiler->timeline, options->max_timeline_bytes);
	profiler->unrecorded_calls = 0;
	profiler_reset_symbols(profiler);
	hp_detail_init(&profiler->details);
	zend_hash_init(&profiler->stacks, 0, NULL, profiler_free_stack, true);
	hp_graph_init(&profiler->graph, options->metrics & HP_RUN_TREE ? &hp_tree : &hp_hier);
	profiler->graph.max_paths = options->max_nodes;
	profiler->graph.truncated = hp_symbol_get(&profiler->symbols, ZEND_STRL("(truncated)"), NULL);
	if (profiler->metrics & HP_METRIC_CPU) {
		hp_timer_cpu_start(&profiler->cpu);
	}

	root = hp_symbol_get(&profiler->symbols, ZEND_STRL("main()"), NULL);
	root->depth = 1;
	profiler->root.symbol = root;
	profiler->root.edge = hp_graph_edge(&profiler->graph, NULL, &root->first);
	profiler->run++;
	profiler->is_running = true;
}

void hp_profiler_enter_fiber(hp_profiler *profiler, const void *context)
{
	hp_entry_stack *stack = profiler_add_stack(profiler, context, profiler->root.edge);

	stack->resumer = profiler->stack;
	profiler->stack = stack;
}

void hp_profiler_record(hp_profiler *profiler, bool is_recording)
{
	profiler->is_recording =
		is_recording && (profiler->metrics & HP_RUN_PAUSED) == 0 && !profiler->options.is_untraced;
	profiler->is_recording_builtins = profiler->is_recording && profiler->options.has_builtins;
}

/* The end of what ends now. */
static void profiler_read(hp_profiler *profiler, hp_metrics *now)
{
	if (profiler->metrics & HP_RUN_PAUSED) {
		*now = profiler->paused_at;
		return;
	}
	hp_metric_end(now, profiler->metrics, &profiler->cpu);
	if (profiler->metrics & HP_RUN_COMPENSATED) {
		hp_overhead_correct(&profiler->overhead, now);
	}
}

void hp_profiler_pause(hp_profiler *profiler)
{
	hp_metrics now = {0, 0, 0, 0};

	ZEND_ASSERT(profiler->is_running && (profiler->metrics & HP_RUN_PAUSED) == 0);
	profiler_read(profiler, &now);
	profiler->paused_at = now;
	profiler->metrics |= HP_RUN_PAUSED;
	profiler->ledger.is_recording = false;
	hp_profiler_record(profiler, false);
}

/* Fibers that wait are moved on when they are resumed: they suspended before, or at the moment
 * that the pause began. */
void hp_profiler_resume(hp_profiler *profiler)
{
	hp_metrics now = {0, 0, 0, 0};

	ZEND_ASSERT(profiler->is_running && (profiler->metrics & HP_RUN_PAUSED) != 0);
	profiler->metrics &= ~HP_RUN_PAUSED;
	profiler->ledger.is_recording = profiler->ledger.mode != HP_LEDGER_OFF;
	hp_profiler_record(profiler, !profiler->stack->is_native);
	if (profiler->stack->is_native) {
		profiler->unrecorded_calls++;
	}
	profiler_read(profiler, &now);
	for (hp_entry_stack *stack = profiler->stack; stack != NULL; stack = stack->resumer) {
		for (hp_entry *entry = stack->base + 1; entry <= stack->top; entry++) {
			hp_metric_add(&entry->start, profiler->metrics, &profiler->paused_at, &now);
		}
	}
	hp_metric_add(&profiler->root.start, profiler->metrics, &profiler->paused_at, &now);
	profiler->paused_ticks += now.wall_ticks - profiler->paused_at.wall_ticks;
}

/* An event of the timeline, if one is kept: a call by that edge begins, or with NULL the innermost
 * one ends. */
static void profiler_mark(hp_profiler *profiler, const hp_edge *edge, const hp_metrics *now)
{
	if (profiler->metrics & HP_RUN_TIMELINE) {
		hp_timeline_add(&profiler->timeline, now->wall_ticks - profiler->paused_ticks, edge);
	}
}

void hp_profiler_begin_root(hp_profiler *profiler)
{
	ZEND_ASSERT(profiler->stack != NULL);
	hp_profiler_record(profiler, true);
	hp_metric_begin(&profiler->root.start, profiler->metrics, &profiler->cpu);
	hp_overhead_start(&profiler->overhead, profiler->metrics, &profiler->root.start);
	profiler_mark(profiler, profiler->root.edge, &profiler->root.start);
}

double hp_profiler_compensated_ns(const hp_profiler *profiler)
{
	return profiler->metrics & HP_RUN_COMPENSATED
		? (double) profiler->overhead.taken.wall_ticks / hp_timer_ticks_per_ns()
		: 0;
}

static void profiler_end_compensated(hp_profiler *profiler, hp_metrics *now)
{
	hp_overhead *overhead = &profiler->overhead;
	bool is_internal = profiler->stack->top->is_internal;

	hp_overhead_close(overhead, is_internal, now);
	hp_profiler_pop(profiler, profiler->stack, profiler->metrics, now);
	hp_overhead_leave(overhead, profiler->metrics, &profiler->cpu,
		is_internal ? &overhead->internal : &overhead->user);
}

bool hp_profiler_begin_compensated(
	hp_profiler *profiler, hp_symbol *symbol, const void *id, const zend_execute_data *execute_data)
{
	hp_entry *entry;

	hp_overhead_enter(&profiler->overhead, profiler->metrics, &profiler->cpu);
	if (!hp_profiler_begin(profiler, profiler->metrics & ~(HP_RUN_COMPENSATED | HP_RUN_TIMELINE),
			symbol, id, execute_data)) {
		hp_overhead_leave(&profiler->overhead, profiler->metrics, &profiler->cpu, NULL);
		return false;
	}
	entry = profiler->stack->top;
	if ((profiler->metrics & HP_METRIC_CPU) == 0) {
		entry->start.cpu_ticks = 0; /* it was not read, and the room may be an older call's */
	}
	entry->is_internal = execute_data == NULL || !ZEND_USER_CODE(execute_data->func->type);
	hp_overhead_open(&profiler->overhead, &entry->start);
	profiler_mark(profiler, entry->edge, &entry->start);

	return true;
}

void hp_profiler_end_special(hp_profiler *profiler, const void *id, hp_metrics *now)
{
	if (profiler->stack->top->id != id && !hp_profiler_close_until(profiler, id)) {
		return;
	}
	if (profiler->metrics & HP_RUN_PAUSED) {
		hp_profiler_pop(profiler, profiler->stack, profiler->metrics, &profiler->paused_at);
	} else if (profiler->metrics & HP_RUN_COMPENSATED) {
		profiler_end_compensated(profiler, now);
	} else {
		hp_profiler_pop(profiler, profiler->stack, profiler->metrics, now);
	}
}

static void profiler_close(
	hp_profiler *profiler, hp_entry_stack *stack, const hp_entry *until, const hp_metrics *now)
{
	while (stack->top > until) {
		hp_profiler_pop(profiler, stack, profiler->metrics, now);
	}
}

/* What is kept of each call of a path beside its cost. */
static void profiler_note(const hp_profiler *profiler, const hp_entry *entry, const hp_metrics *now)
{
	if (profiler->metrics & HP_RUN_TREE) {
		hp_tree_note(entry->edge, now->wall_ticks - entry->start.wall_ticks);
	}
}

/* The calls of a fiber that will not go on ended when it suspended; the bottom one was counted
 * then. */
static void profiler_close_suspended(hp_profiler *profiler, hp_entry_stack *stack)
{
	if (stack->top > stack->base) {
		for (hp_entry *entry = stack->top; entry > stack->base + 1; entry--) {
			profiler_note(profiler, entry, &stack->suspended_at);
			hp_graph_add(&profiler->graph, entry->edge, profiler->metrics, &entry->start,
				&stack->suspended_at);
		}
		stack->top = stack->base;
	}
}

void hp_profiler_stop(hp_profiler *profiler)
{
	hp_entry_stack *suspended;
	hp_metrics now = {0, 0, 0, 0};

	ZEND_ASSERT(profiler->is_running);
	profiler_read(profiler, &now);
	hp_profiler_record(profiler, false);
	profiler->is_running = false;
	profiler->has_result = true;
	profiler->run++;
	for (hp_entry_stack *stack = profiler->stack; stack != NULL; stack = stack->resumer) {
		profiler_close(profiler, stack, stack->base, &now);
	}
	ZEND_HASH_FOREACH_PTR(&profiler->stacks, suspended) {
		profiler_close_suspended(profiler, suspended);
	}
	ZEND_HASH_FOREACH_END();
	profiler_note(profiler, &profiler->root, &now);
	profiler_mark(profiler, NULL, &now);
	hp_graph_add(
		&profiler->graph, profiler->root.edge, profiler->metrics, &profiler->root.start, &now);
}

/* What classic rows are made of, where it is not the graph itself. */
typedef struct profiler_rows {
	const hp_profiler *profiler;
	zval *result;
	hp_profile *profile; /* or NULL, and pairs are */
	hp_graph pairs;
} profiler_rows;

static void profiler_make_rows(void *context)
{
	profiler_rows *rows = context;

	if (rows->profile != NULL) {
		hp_profile_hier_rows(rows->profile, rows->result);
	} else {
		hp_hier_result(
			&rows->pairs, rows->profiler->metrics, hp_timer_ticks_per_ns(), rows->result);
	}
}

static void profiler_free_rows(void *context)
{
	profiler_rows *rows = context;

	if (rows->profile != NULL) {
		hp_profile_free(rows->profile);
	} else {
		hp_graph_free(&rows->pairs);
	}
}

void hp_profiler_pairs(hp_profiler *profiler, zval *result)
{
	profiler_rows rows = {.profiler = profiler, .result = result, .profile = NULL};

	if (profiler->ledger.mode != HP_LEDGER_OFF) {
		rows.profile = hp_profiler_profile(profiler);
		hp_guard(profiler_make_rows, profiler_free_rows, &rows);
	} else if (profiler->metrics & HP_RUN_TREE) {
		hp_tree_to_pairs(&profiler->graph, &rows.pairs, &profiler->nodes);
		hp_guard(profiler_make_rows, profiler_free_rows, &rows);
	} else {
		hp_hier_result(&profiler->graph, profiler->metrics, hp_timer_ticks_per_ns(), result);
	}
	profiler->has_result = false;
}

/* What recording one call costs, in picoseconds: how long many take that do nothing else. */
static int64_t profiler_measure_call(uint32_t metrics, double ticks_per_ns)
{
	hp_profiler profiler;
	hp_options options;
	hp_symbol *symbol;
	uint64_t best_ticks = UINT64_MAX;

	memset(&profiler, 0, sizeof(profiler));
	memset(&options, 0, sizeof(options));
	hp_filter_init(&options.ignored);
	options.metrics = metrics;
	options.max_nodes = UINT32_MAX;
	hp_profiler_start(&profiler, &options);
	hp_profiler_enter_fiber(&profiler, NULL);
	hp_profiler_begin_root(&profiler);
	symbol = hp_profiler_symbol_named(&profiler, ZEND_STRL("f"));
	for (size_t i = 0; i < PROFILER_MEASURE_TIMES; i++) {
		uint64_t start_ticks = hp_timer_ticks(), ticks;

		for (size_t j = 0; j < PROFILER_MEASURE_CALLS; j++) {
			hp_profiler_begin(&profiler, metrics, symbol, symbol, NULL);
			hp_profiler_end(&profiler, metrics, symbol);
		}
		ticks = hp_timer_ticks() - start_ticks;
		best_ticks = MIN(best_ticks, ticks);
	}
	hp_profiler_free(&profiler);

	return (int64_t) ((double) best_ticks / ticks_per_ns * 1000 / PROFILER_MEASURE_CALLS);
}

/* What a graph and a ledger hold, without its pairs if it is a tree. */
static hp_profile *profiler_begin_profile(hp_profiler *profiler, double ticks_per_ns)
{
	uint32_t metrics = profiler->metrics & ~(HP_RUN_PAUSED | HP_RUN_COMPENSATED);
	hp_profile *profile = hp_profile_of_graph(&profiler->graph, metrics, ticks_per_ns);

	profile->started_ns = profiler->started_ns;
	profile->unrecorded_calls = profiler->unrecorded_calls;
	profile->call_cost_ps = profiler_measure_call(metrics, ticks_per_ns);
	hp_profile_alloc_take(profile, &profiler->ledger);

	return profile;
}

/* Another profile of the same run has numbers of its own. */
static void profiler_forget_numbers(hp_profiler *profiler)
{
	hp_symbol_forget_numbers(&profiler->symbols);
	hp_symbol_forget_numbers(&profiler->details.symbols);
}

hp_profile *hp_profiler_profile(hp_profiler *profiler)
{
	double ticks_per_ns = hp_timer_ticks_per_ns();
	hp_profile *profile = profiler_begin_profile(profiler, ticks_per_ns);

	hp_timeline_to_profile(&profiler->timeline, ticks_per_ns, profile);
	hp_profile_finish(profile);
	profiler_forget_numbers(profiler);

	return profile;
}

static void profiler_add_open(
	const hp_profiler *profiler, hp_profile *profile, const hp_entry *entry, const hp_metrics *now)
{
	hp_metrics cost = {0, 0, 0, 0};

	hp_metric_add(&cost, profiler->metrics, &entry->start, now);
	hp_profile_add_call(profile, entry->edge, &cost, hp_timer_ticks_per_ns());
}

hp_profile *hp_profiler_snapshot(hp_profiler *profiler)
{
	hp_metrics now = {0, 0, 0, 0};
	hp_profile *profile;
	hp_entry_stack *stack;

	ZEND_ASSERT(profiler->is_running);
	profiler_read(profiler, &now);
	profile = profiler_begin_profile(profiler, hp_timer_ticks_per_ns());
	for (stack = profiler->stack; stack != NULL; stack = stack->resumer) {
		for (const hp_entry *entry = stack->top; entry > stack->base; entry--) {
			profiler_add_open(profiler, profile, entry, &now);
		}
	}
	ZEND_HASH_FOREACH_PTR(&profiler->stacks, stack) {
		/* What is at its bottom was counted when it suspended. */
		for (const hp_entry *entry = stack->top; stack->is_suspended && entry > stack->base + 1;
			 entry--) {
			profiler_add_open(profiler, profile, entry, &stack->suspended_at);
		}
	}
	ZEND_HASH_FOREACH_END();
	profiler_add_open(profiler, profile, &profiler->root, &now);
	hp_profile_finish(profile);
	profiler_forget_numbers(profiler);

	return profile;
}

uint64_t hp_profiler_truncated_calls(const hp_profiler *profiler)
{
	return profiler->metrics & HP_RUN_TREE ? hp_tree_truncated_calls(&profiler->graph) : 0;
}

void hp_profiler_free(hp_profiler *profiler)
{
	hp_profiler_record(profiler, false);
	profiler->is_running = false;
	profiler_free_run(profiler);
	if (profiler->has_symbols) {
		hp_symbol_shutdown(&profiler->symbols);
		profiler->has_symbols = false;
	}
	profiler->run++;
}

bool hp_profiler_close_until(hp_profiler *profiler, const void *id)
{
	hp_entry_stack *stack = profiler->stack;
	hp_entry *entry = stack->top;
	hp_metrics now = {0, 0, 0, 0};

	while (entry > stack->base && entry->id != id) {
		entry--;
	}
	if (entry == stack->base) {
		return false;
	}
	profiler_read(profiler, &now);
	profiler_close(profiler, stack, entry, &now);

	return true;
}

/* Walks up from the caller until it meets the entry, which is open then, or the one below it. */
static bool profiler_is_open(
	const hp_entry_stack *stack, const hp_entry *entry, const zend_execute_data *caller)
{
	const void *below = entry - 1 > stack->base ? entry[-1].id : NULL;

	/* A file compiled where no frame is: its end is always told of. */
	if (entry->id == NULL) {
		return true;
	}
	while (caller != NULL && caller != entry->id && caller != below) {
		caller = caller->prev_execute_data;
	}

	return caller != NULL && caller == entry->id;
}

void hp_profiler_close_dead(hp_profiler *profiler, const zend_execute_data *caller)
{
	hp_entry_stack *stack = profiler->stack;
	hp_entry *entry = stack->top;
	hp_metrics now = {0, 0, 0, 0};

	while (entry > stack->base && !profiler_is_open(stack, entry, caller)) {
		entry--;
	}
	if (entry < stack->top) {
		profiler_read(profiler, &now);
		profiler_close(profiler, stack, entry, &now);
	}
	/* What is called from the bottom is called from there again: let it pass at once. */
	if (entry == stack->base) {
		entry->id = caller;
	}
}

static bool profiler_is_resumer(const hp_profiler *profiler, const hp_entry_stack *stack)
{
	const hp_entry_stack *resumer = profiler->stack->resumer;

	while (resumer != NULL && resumer != stack) {
		resumer = resumer->resumer;
	}

	return stack != NULL && resumer == stack;
}

/* Back to a fiber that waits in the chain: those above it suspend, or are over. */
static void profiler_leave_fibers(
	hp_profiler *profiler, hp_entry_stack *to, bool is_over, const hp_metrics *now)
{
	while (profiler->stack != to) {
		hp_entry_stack *from = profiler->stack;

		profiler->stack = from->resumer;
		if (is_over) {
			profiler_close(profiler, from, from->base, now);
			is_over = false; /* the others only wait */
		}
		if (from->top > from->base) {
			profiler_note(profiler, from->base + 1, now); /* it ends a call by suspending */
		}
		for (hp_entry *entry = from->top; entry > from->base; entry--) {
			profiler_mark(profiler, NULL, now);
		}
		hp_entry_suspend(from, &profiler->graph, profiler->metrics, now);
	}
}

void hp_profiler_switch_fiber(hp_profiler *profiler, const void *to, bool is_over)
{
	hp_entry_stack *stack = zend_hash_index_find_ptr(&profiler->stacks, profiler_stack_key(to));
	hp_entry_stack *from = profiler->stack;
	hp_metrics now = {0, 0, 0, 0};

	profiler_read(profiler, &now);
	if (profiler_is_resumer(profiler, stack)) {
		profiler_leave_fibers(profiler, stack, is_over, &now);
		return;
	}
	if (stack == NULL) {
		stack = profiler_add_stack(profiler, to, from->top->edge);
	} else {
		hp_entry_resume(
			stack, &profiler->graph, &profiler->nodes, profiler->metrics, from->top->edge, &now);
		for (hp_entry *entry = stack->base + 1; entry <= stack->top; entry++) {
			profiler_mark(profiler, entry->edge, &now);
		}
	}
	stack->resumer = from;
	profiler->stack = stack;
}

void hp_profiler_forget_fiber(hp_profiler *profiler, const void *context)
{
	zend_ulong key = profiler_stack_key(context);
	hp_entry_stack *stack = zend_hash_index_find_ptr(&profiler->stacks, key);

	if (stack != NULL && stack->is_suspended) {
		profiler_close_suspended(profiler, stack);
		zend_hash_index_del(&profiler->stacks, key);
	}
}
