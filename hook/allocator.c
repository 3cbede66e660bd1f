#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hook/allocator.h"

#include "hook/slot.h"
#include "trace/tracer.h"
#include "php_xhprof.h"

#define ALLOC_LIMIT_MESSAGE "Allowed memory size of "

static void (*alloc_next_error)(
	int type, zend_string *file, const uint32_t line, zend_string *message);

#if PHP_VERSION_ID < 80400
static zif_handler alloc_next_collect = NULL;
#endif

/* The allocator between alloc_enter() and alloc_leave() is itself. */
static zend_always_inline void alloc_enter(const hp_allocator *hook)
{
	*(volatile int *) hook->heap = 0;
}

static zend_always_inline void alloc_leave(const hp_allocator *hook)
{
	*(volatile int *) hook->heap = hook->mark;
}

/* The symbol that a frame is charged to; NULL: its caller is. */
static hp_symbol *alloc_symbol(hp_tracer *tracer, const zend_execute_data *execute_data)
{
	const zend_function *function = execute_data->func;
	hp_symbol *symbol;

	/* The frame at the bottom of a fiber is of an internal function that has no name. */
	if (function == NULL ||
		(!ZEND_USER_CODE(function->type) &&
			(function->common.function_name == NULL || !tracer->options.has_builtins))) {
		return NULL;
	}
	/* The way to __call() has no run-time cache. */
	if (ZEND_USER_CODE(function->type) &&
		(function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) == 0 &&
		execute_data->run_time_cache != NULL) {
		symbol = hp_hook_user_symbol(tracer, execute_data);
	} else {
		symbol = hp_tracer_symbol(tracer, function);
	}

	return symbol->special & HP_SYMBOL_IS_IGNORED ? NULL : symbol;
}

static uint32_t alloc_account_of_edge(hp_sites *sites, hp_edge *edge)
{
	uint32_t site = hp_site_find(sites, edge);

	return EXPECTED(site != HP_SITE_NONE) ? site : hp_site_add(sites, edge, edge);
}

/* In a run that traces calls: the innermost open one. */
static zend_always_inline uint32_t alloc_account_of_call(hp_tracer *tracer)
{
	return alloc_account_of_edge(&tracer->live.sites, tracer->stack->top->edge);
}

static uint32_t alloc_account_of_symbol(hp_tracer *tracer, hp_symbol *symbol)
{
	hp_edge *edge = tracer->root.edge;

	if (symbol->site == HP_SYMBOL_NO_NUMBER) {
		if (symbol != tracer->root.symbol) {
			edge = hp_graph_edge(&tracer->graph, edge->child, &symbol->first);
		}
		symbol->site = hp_site_add(&tracer->live.sites, symbol, edge);
	}

	return symbol->site;
}

/* An internal function whose address stays its own for the request. */
static bool alloc_is_fixed(const zend_function *function)
{
	return function->type == ZEND_INTERNAL_FUNCTION &&
		(function->common.fn_flags &
			(ZEND_ACC_CALL_VIA_TRAMPOLINE | ZEND_ACC_CLOSURE | ZEND_ACC_FAKE_CLOSURE)) == 0;
}

static zend_never_inline uint32_t alloc_account_of_function_slow(hp_tracer *tracer)
{
	const zend_execute_data *innermost = EG(current_execute_data), *execute_data = innermost;
	hp_symbol *symbol = NULL;
	uint32_t site;

	while (execute_data != NULL && (symbol = alloc_symbol(tracer, execute_data)) == NULL) {
		execute_data = execute_data->prev_execute_data;
	}
	site = alloc_account_of_symbol(tracer, symbol == NULL ? tracer->root.symbol : symbol);
	/* To find its symbol takes its name: once is enough. But what is charged to a caller has many. */
	if (symbol != NULL && execute_data == innermost && innermost->func != NULL &&
		alloc_is_fixed(innermost->func)) {
		*hp_site_cached(&tracer->live.sites, innermost->func) =
			(hp_site_slot){innermost->func, site};
	}

	return site;
}

/* In a run that does not: the innermost function, as if main() had called it. */
static zend_always_inline uint32_t alloc_account_of_function(hp_tracer *tracer)
{
	const zend_execute_data *execute_data = EG(current_execute_data);
	const zend_function *function;
	const hp_site_slot *cached;
	const hp_symbol *symbol;

	if (EXPECTED(execute_data != NULL) && EXPECTED((function = execute_data->func) != NULL)) {
		if (!ZEND_USER_CODE(function->type)) {
			cached = hp_site_cached(&tracer->live.sites, function);
			if (EXPECTED(cached->key == function)) {
				return cached->site;
			}
		} else if (EXPECTED(execute_data->run_time_cache != NULL) &&
			EXPECTED((function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) == 0)) {
			symbol = ((hp_symbol **) execute_data->run_time_cache)[hp_hook_slot];
			if (EXPECTED(symbol != NULL) && EXPECTED(symbol->site != HP_SYMBOL_NO_NUMBER)) {
				return symbol->site;
			}
		}
	}

	return alloc_account_of_function_slow(tracer);
}

#define ALLOC_MAX_FRAMES 256

/* Or the whole stack, of which the innermost frames count. */
static uint32_t alloc_account_of_stack(hp_tracer *tracer)
{
	const zend_execute_data *frames[ALLOC_MAX_FRAMES];
	hp_symbol *symbols[ALLOC_MAX_FRAMES];
	const zend_execute_data *frame = EG(current_execute_data);
	hp_edge *edge = tracer->root.edge;
	uint32_t count = 0;

	for (; frame != NULL && count < ALLOC_MAX_FRAMES; frame = frame->prev_execute_data) {
		symbols[count] = alloc_symbol(tracer, frame);
		if (symbols[count] != NULL) {
			frames[count++] = frame;
		}
	}
	for (uint32_t i = count; i-- > 0;) {
		hp_node *level = hp_symbol_node(symbols[i], symbols[i]->depth++, &tracer->nodes);

		edge = hp_entry_find_edge(&tracer->graph, edge->child, level, frames[i]);
	}
	for (uint32_t i = 0; i < count; i++) {
		symbols[i]->depth = 0;
	}

	return alloc_account_of_edge(&tracer->live.sites, edge);
}

static uint32_t alloc_account_of_sample(hp_tracer *tracer)
{
	return tracer->options.is_untraced ? alloc_account_of_stack(tracer)
									   : alloc_account_of_call(tracer);
}

/* How the blocks of a run are seen. Each has handlers of its own, so that these need not ask. */
typedef enum alloc_kind {
	ALLOC_CALLS, /* full, where calls are traced */
	ALLOC_FUNCTIONS, /* full, where they are not */
	ALLOC_SAMPLED
} alloc_kind;

static zend_always_inline uint32_t alloc_account(hp_tracer *tracer, alloc_kind kind)
{
	return kind == ALLOC_CALLS ? alloc_account_of_call(tracer) : alloc_account_of_function(tracer);
}

static zend_always_inline void alloc_remember(hp_live *live, const void *block)
{
	live->newest[1] = live->newest[0];
	live->newest[0] = (uintptr_t) block;
}

/* How much of the memory in use a block took, where only that can be asked. */
static uint64_t alloc_growth(size_t before, size_t size)
{
	size_t after = zend_memory_usage(false);

	return after > before ? after - before : size;
}

static zend_never_inline void alloc_note_huge(
	hp_tracer *tracer, alloc_kind kind, void *block, uint64_t bytes)
{
	hp_live *live = &tracer->live;
	uint32_t site = alloc_account(tracer, kind);

	if (hp_live_is_huge((uintptr_t) block)) {
		hp_live_add(live, site, (uintptr_t) block, 1, bytes);
	} else {
		hp_live_note(live, site, block, HP_LIVE_CLASS_LARGE);
	}
}

static zend_never_inline void *alloc_allocate_huge(
	const hp_allocator *hook, hp_tracer *tracer, alloc_kind kind, size_t size)
{
	size_t before = zend_memory_usage(false);
	void *block;

	alloc_enter(hook);
	block = zend_mm_alloc(hook->heap, size);
	alloc_leave(hook);
	if (block != NULL && tracer->live.is_recording) {
		alloc_note_huge(tracer, kind, block, alloc_growth(before, size));
		alloc_remember(&tracer->live, block);
	}

	return block;
}

static zend_always_inline void *alloc_allocate(alloc_kind kind, size_t size)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	hp_tracer *tracer = globals->tracer;
	hp_live *live = &tracer->live;
	void *block;

	if (UNEXPECTED(size > HP_LIVE_HUGE_BYTES)) {
		return alloc_allocate_huge(hook, tracer, kind, size);
	}
	alloc_enter(hook);
	block = zend_mm_alloc(hook->heap, size);
	alloc_leave(hook);
	if (UNEXPECTED(!live->is_recording) || UNEXPECTED(block == NULL)) {
		return block;
	}
	hp_live_note(live, alloc_account(tracer, kind), block, hp_live_class(live, block, size));
	alloc_remember(live, block);

	return block;
}

static zend_never_inline void alloc_release_huge(
	const hp_allocator *hook, hp_live *live, void *block)
{
	bool is_known = hp_live_take(live, (uintptr_t) block);
	size_t before = zend_memory_usage(false);

	alloc_enter(hook);
	zend_mm_free(hook->heap, block);
	alloc_leave(hook);
	if (!is_known) {
		hp_live_outside(live, before - zend_memory_usage(false));
	}
}

/* While a run is paused, what it knows of is still given back. */
static zend_always_inline void alloc_release(void *block)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	hp_live *live = &globals->tracer->live;

	if (EXPECTED(live->shadow.chunks != NULL)) {
		if (UNEXPECTED(hp_live_is_huge((uintptr_t) block))) {
			if (block != NULL) {
				alloc_release_huge(hook, live, block);
			}
			return;
		}
		hp_live_drop(live, block);
	}
	alloc_enter(hook);
	zend_mm_free(hook->heap, block);
	alloc_leave(hook);
}

/* What a block is before it is resized. */
typedef struct alloc_old {
	uint32_t *slot;
	uint32_t number; /* what stood in the slot */
	uint64_t bytes;
	hp_block entry; /* if it is in the table */
	bool is_known;
} alloc_old;

static void alloc_look_up(hp_live *live, void *block, alloc_old *old)
{
	uintptr_t address = (uintptr_t) block;
	const hp_block *entry = NULL;

	old->slot = hp_live_is_huge(address) ? NULL : hp_live_known(live, block);
	old->number = old->slot == NULL ? 0 : *old->slot;
	if (hp_live_is_huge(address) || (old->number & HP_LIVE_CLASS_MASK) == HP_LIVE_CLASS_TABLE) {
		entry = hp_block_find(&live->blocks, address);
	}
	old->is_known = entry != NULL ||
		(old->number != 0 && (old->number & HP_LIVE_CLASS_MASK) != HP_LIVE_CLASS_TABLE);
	old->bytes = entry != NULL ? entry->bytes : hp_live_block_bytes(live, block);
}

/* It is gone: somewhere else, or another one is in its place. */
static void alloc_drop_old(hp_live *live, void *block, const alloc_old *old)
{
	if (!old->is_known) {
		hp_live_outside(live, old->bytes);
	} else if (!hp_live_take(live, (uintptr_t) block) && old->slot != NULL) {
		hp_site_discharge(&live->sites, old->number >> HP_LIVE_CLASS_BITS, 1, old->bytes, false);
		*old->slot = 0;
	}
}

/* The growth of the memory in use is that of the block, whatever became of it. */
static zend_always_inline void *alloc_resize(alloc_kind kind, void *block, size_t size)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	hp_tracer *tracer = globals->tracer;
	hp_live *live = &tracer->live;
	alloc_old old;
	size_t before;
	void *moved;

	if (UNEXPECTED(block == NULL)) {
		return alloc_allocate(kind, size);
	}
	if (UNEXPECTED(live->shadow.chunks == NULL)) {
		alloc_enter(hook);
		moved = zend_mm_realloc(hook->heap, block, size);
		alloc_leave(hook);
		return moved;
	}
	alloc_look_up(live, block, &old);
	before = zend_memory_usage(false);
	alloc_enter(hook);
	moved = zend_mm_realloc(hook->heap, block, size);
	alloc_leave(hook);
	if (UNEXPECTED(moved == NULL)) {
		return NULL;
	}
	live->newest[0] = live->newest[1] = 0;
	alloc_drop_old(live, block, &old);
	if (EXPECTED(live->is_recording)) {
		uint64_t bytes = old.bytes + zend_memory_usage(false) - before;

		if (UNEXPECTED(hp_live_is_huge((uintptr_t) moved))) {
			hp_live_add(live, alloc_account(tracer, kind), (uintptr_t) moved, 1, bytes);
		} else {
			hp_live_note(
				live, alloc_account(tracer, kind), moved, hp_live_class_of_bytes(live, bytes));
		}
	}

	return moved;
}

/* What ends up in somebody else's hands: their addresses tell nothing, so all are in the table. */
static void alloc_note_measured(
	hp_tracer *tracer, alloc_kind kind, const void *block, size_t before, size_t size)
{
	if (tracer->live.is_recording && block != NULL) {
		hp_live_add(&tracer->live, alloc_account(tracer, kind), (uintptr_t) block, 1,
			alloc_growth(before, size));
		alloc_remember(&tracer->live, block);
	}
}

static void alloc_drop_measured(hp_live *live, const void *block, size_t before)
{
	size_t after = zend_memory_usage(false);

	if (live->blocks.slots != NULL && block != NULL && !hp_live_take(live, (uintptr_t) block)) {
		hp_live_outside(live, before > after ? before - after : 0);
	}
}

static zend_always_inline void *alloc_allocate_measured(
	alloc_kind kind, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	size_t before = zend_memory_usage(false);
	void *block = globals->allocator->next.allocate(size HP_ALLOCATOR_LINE_CC);

	alloc_note_measured(globals->tracer, kind, block, before, size);

	return block;
}

/* It is forgotten first, and what was not known is outside: another thread may get the address. */
static zend_always_inline void alloc_release_measured(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_live *live = &globals->tracer->live;
	bool is_known =
		live->blocks.slots == NULL || block == NULL || hp_live_take(live, (uintptr_t) block);
	size_t before = zend_memory_usage(false);

	globals->allocator->next.release(block HP_ALLOCATOR_LINE_CC);
	if (!is_known) {
		alloc_drop_measured(live, block, before);
	}
}

static zend_always_inline void *alloc_resize_measured(
	alloc_kind kind, void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_live *live = &globals->tracer->live;
	size_t before = zend_memory_usage(false);
	const hp_block *known = live->blocks.slots == NULL || block == NULL
		? NULL
		: hp_block_find(&live->blocks, (uintptr_t) block);
	uint64_t old_bytes = known == NULL ? 0 : known->bytes;
	void *moved = globals->allocator->next.resize(block, size HP_ALLOCATOR_LINE_CC);

	if (moved == NULL || live->blocks.slots == NULL) {
		return moved;
	}
	if (block != NULL && !hp_live_take(live, (uintptr_t) block)) {
		hp_live_outside(live, 0);
	}
	if (live->is_recording) {
		size_t after = zend_memory_usage(false);

		/* Where nothing of it shows in the memory in use, what was asked for has to do. */
		hp_live_add(live, alloc_account(globals->tracer, kind), (uintptr_t) moved, 1,
			after == before || known == NULL ? size : old_bytes + after - before);
	}

	return moved;
}

/* Sampling: most blocks cost a subtraction, and giving them back a look at one byte. */
static zend_never_inline void alloc_sample(
	hp_tracer *tracer, const void *block, size_t size, uint64_t bytes)
{
	hp_live *live = &tracer->live;
	uint64_t count = hp_live_sample(live, size);

	hp_live_add(live, alloc_account_of_sample(tracer), (uintptr_t) block, count, count * bytes);
}

static zend_always_inline void alloc_count(hp_tracer *tracer, void *block, size_t size)
{
	hp_live *live = &tracer->live;

	if (UNEXPECTED(!live->is_recording) || UNEXPECTED(block == NULL)) {
		return;
	}
	live->left_bytes -= (int64_t) size;
	if (UNEXPECTED(live->left_bytes < 0)) {
		alloc_sample(
			tracer, block, size, live->is_measured ? size : hp_live_block_bytes(live, block));
	}
}

static zend_always_inline void alloc_uncount(hp_live *live, const void *block)
{
	if (EXPECTED(live->blocks.filter != NULL) &&
		UNEXPECTED(hp_block_may_have(&live->blocks, (uintptr_t) block))) {
		hp_live_take(live, (uintptr_t) block);
	}
}

static void *alloc_sampled_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	void *block;

	alloc_enter(hook);
	block = zend_mm_alloc(hook->heap, size);
	alloc_leave(hook);
	alloc_count(globals->tracer, block, size);

	return block;
}

static void alloc_sampled_release(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;

	alloc_uncount(&globals->tracer->live, block);
	alloc_enter(hook);
	zend_mm_free(hook->heap, block);
	alloc_leave(hook);
}

static void *alloc_sampled_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	void *moved;

	alloc_enter(hook);
	moved = zend_mm_realloc(hook->heap, block, size);
	alloc_leave(hook);
	if (EXPECTED(moved != NULL)) {
		alloc_uncount(&globals->tracer->live, block);
		alloc_count(globals->tracer, moved, size);
	}

	return moved;
}

static void *alloc_sampled_allocate_measured(size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *block = globals->allocator->next.allocate(size HP_ALLOCATOR_LINE_CC);

	alloc_count(globals->tracer, block, size);

	return block;
}

static void alloc_sampled_release_measured(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();

	alloc_uncount(&globals->tracer->live, block);
	globals->allocator->next.release(block HP_ALLOCATOR_LINE_CC);
}

static void *alloc_sampled_resize_measured(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *moved = globals->allocator->next.resize(block, size HP_ALLOCATOR_LINE_CC);

	if (moved != NULL) {
		alloc_uncount(&globals->tracer->live, block);
		alloc_count(globals->tracer, moved, size);
	}

	return moved;
}

static void *alloc_calls_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	return alloc_allocate(ALLOC_CALLS, size);
}

static void *alloc_calls_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	return alloc_resize(ALLOC_CALLS, block, size);
}

static void *alloc_functions_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	return alloc_allocate(ALLOC_FUNCTIONS, size);
}

static void *alloc_functions_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	return alloc_resize(ALLOC_FUNCTIONS, block, size);
}

static void alloc_full_release(void *block HP_ALLOCATOR_LINE_DC)
{
	alloc_release(block);
}

static void *alloc_calls_allocate_measured(size_t size HP_ALLOCATOR_LINE_DC)
{
	return alloc_allocate_measured(ALLOC_CALLS, size HP_ALLOCATOR_LINE_CC);
}

static void *alloc_calls_resize_measured(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	return alloc_resize_measured(ALLOC_CALLS, block, size HP_ALLOCATOR_LINE_CC);
}

static void *alloc_functions_allocate_measured(size_t size HP_ALLOCATOR_LINE_DC)
{
	return alloc_allocate_measured(ALLOC_FUNCTIONS, size HP_ALLOCATOR_LINE_CC);
}

static void *alloc_functions_resize_measured(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	return alloc_resize_measured(ALLOC_FUNCTIONS, block, size HP_ALLOCATOR_LINE_CC);
}

static void alloc_full_release_measured(void *block HP_ALLOCATOR_LINE_DC)
{
	alloc_release_measured(block HP_ALLOCATOR_LINE_CC);
}

#if PHP_VERSION_ID >= 80400
static size_t alloc_collect(void)
{
	const hp_allocator *hook = XHPROF_G(allocator);
	size_t bytes;

	if (hook->next.allocate != NULL) {
		return hook->next.collect == NULL ? 0 : hook->next.collect();
	}
	alloc_enter(hook);
	bytes = zend_mm_gc(hook->heap);
	alloc_leave(hook);

	return bytes;
}

/* We have left by then; unless somebody put our handlers back. */
static void alloc_shut_down(bool is_full, bool is_silent)
{
	hp_allocator *hook = XHPROF_G(allocator);

	if (hook->next.allocate != NULL) {
		if (hook->next.shut_down != NULL) {
			hook->next.shut_down(is_full, is_silent);
		}
		return;
	}
	zend_mm_set_custom_handlers_ex(hook->heap, NULL, NULL, NULL, NULL, NULL);
	zend_mm_shutdown(hook->heap, is_full, is_silent);
}
#else
/* gc_mem_caches() of an allocator that is itself. */
static ZEND_NAMED_FUNCTION(alloc_gc_mem_caches)
{
	const hp_allocator *hook = XHPROF_G(allocator);

	if (hook->heap == NULL || hook->next.allocate != NULL) {
		alloc_next_collect(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	alloc_enter(hook);
	alloc_next_collect(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	alloc_leave(hook);
}
#endif

static void alloc_get_handlers(zend_mm_heap *heap, hp_allocator_handlers *handlers)
{
	memset(handlers, 0, sizeof(*handlers));
	if (!zend_mm_is_custom_heap(heap)) {
		return;
	}
#if PHP_VERSION_ID >= 80400
	zend_mm_get_custom_handlers_ex(heap, &handlers->allocate, &handlers->release, &handlers->resize,
		&handlers->collect, &handlers->shut_down);
#else
	zend_mm_get_custom_handlers(heap, &handlers->allocate, &handlers->release, &handlers->resize);
#endif
}

static void alloc_set_handlers(zend_mm_heap *heap, const hp_allocator_handlers *handlers)
{
#if PHP_VERSION_ID >= 80400
	zend_mm_set_custom_handlers_ex(heap, handlers->allocate, handlers->release, handlers->resize,
		handlers->collect, handlers->shut_down);
#else
	zend_mm_set_custom_handlers(heap, handlers->allocate, handlers->release, handlers->resize);
#endif
}

static const hp_allocator_handlers alloc_native[] = {
	[ALLOC_CALLS] = {.allocate = alloc_calls_allocate,
		.release = alloc_full_release,
		.resize = alloc_calls_resize},
	[ALLOC_FUNCTIONS] = {.allocate = alloc_functions_allocate,
		.release = alloc_full_release,
		.resize = alloc_functions_resize},
	[ALLOC_SAMPLED] = {.allocate = alloc_sampled_allocate,
		.release = alloc_sampled_release,
		.resize = alloc_sampled_resize},
};

static const hp_allocator_handlers alloc_measured[] = {
	[ALLOC_CALLS] = {.allocate = alloc_calls_allocate_measured,
		.release = alloc_full_release_measured,
		.resize = alloc_calls_resize_measured},
	[ALLOC_FUNCTIONS] = {.allocate = alloc_functions_allocate_measured,
		.release = alloc_full_release_measured,
		.resize = alloc_functions_resize_measured},
	[ALLOC_SAMPLED] = {.allocate = alloc_sampled_allocate_measured,
		.release = alloc_sampled_release_measured,
		.resize = alloc_sampled_resize_measured},
};

static bool alloc_has_ours(const hp_allocator *hook)
{
	hp_allocator_handlers now;

	alloc_get_handlers(hook->heap, &now);

	return now.allocate == hook->ours.allocate;
}

/* What is first in a heap is not in any header, but has been what we take it for since PHP 7.0. */
static bool alloc_can_switch(zend_mm_heap *heap)
{
	int mark = *(volatile int *) heap;
	bool is_switched;

	if (mark != ZEND_MM_CUSTOM_HEAP_STD) {
		return false;
	}
	*(volatile int *) heap = 0;
	is_switched = !zend_mm_is_custom_heap(heap);
	*(volatile int *) heap = mark;

	return is_switched;
}

static void alloc_install(hp_allocator *hook, alloc_kind kind)
{
	zend_mm_heap *heap = zend_mm_get_heap();

	alloc_get_handlers(heap, &hook->next);
	hook->ours = hook->next.allocate == NULL ? alloc_native[kind] : alloc_measured[kind];
#if PHP_VERSION_ID >= 80400
	hook->ours.collect = alloc_collect;
	hook->ours.shut_down = alloc_shut_down;
#endif
	alloc_set_handlers(heap, &hook->ours);
	hook->mark = *(int *) heap;
	hook->heap = heap;
}

/* Where somebody else is in the place now, we stay behind him, and only pass on. */
static void alloc_uninstall(hp_allocator *hook)
{
	if (hook->heap != NULL && alloc_has_ours(hook)) {
		alloc_set_handlers(hook->heap, &hook->next);
		hook->heap = NULL;
	}
}

/* Whether the JIT of the PHP that runs crashes with handlers: php-src 11380 and its like. */
static bool alloc_is_broken_with_jit(zend_long version)
{
	return (version >= 80100 && version < 80121) || (version >= 80200 && version < 80208) ||
		(version >= 80400 && version < 80407);
}

static zend_long alloc_php_version(void)
{
	const zval *version = zend_get_constant_str(ZEND_STRL("PHP_VERSION_ID"));

#ifdef XHPROF_FAKE_CLOCK
	if (getenv("XHPROF_TEST_PHP_VERSION") != NULL) {
		return ZEND_STRTOL(getenv("XHPROF_TEST_PHP_VERSION"), NULL, 10);
	}
#endif
	return version == NULL ? PHP_VERSION_ID : Z_LVAL_P(version);
}

const char *hp_allocator_refusal(bool may_jit)
{
	hp_allocator *hook = XHPROF_G(allocator);
	zend_mm_heap *heap = zend_mm_get_heap();
	hp_allocator_handlers next, probe = alloc_native[ALLOC_SAMPLED];
	bool is_good;

	if (may_jit && alloc_is_broken_with_jit(alloc_php_version())) {
		return "the JIT of this PHP crashes when allocations are watched (fixed in PHP 8.1.21, "
			   "8.2.8, 8.3 and 8.4.7); switch it off by opcache.jit=disable";
	}
	if (hook->heap != NULL) {
		return "another extension has taken PHP's allocator over from xhprof";
	}
	alloc_get_handlers(heap, &next);
	if (next.allocate != NULL) {
		return NULL;
	}
	alloc_set_handlers(heap, &probe);
	is_good = alloc_can_switch(heap);
	alloc_set_handlers(heap, &next);

	return is_good ? NULL : "the allocator of this PHP is not one that xhprof knows";
}

void hp_allocator_enable(hp_tracer *tracer)
{
	hp_allocator *hook = XHPROF_G(allocator);
	const hp_trace_options *options = &tracer->options;
	bool is_measured = zend_mm_is_custom_heap(zend_mm_get_heap());

	hp_live_open(&tracer->live, options->alloc_mode, is_measured, zend_mm_get_heap(),
		options->alloc_interval);
	alloc_install(hook,
		options->alloc_mode == HP_LIVE_SAMPLED ? ALLOC_SAMPLED
			: options->is_untraced             ? ALLOC_FUNCTIONS
											   : ALLOC_CALLS);
}

void hp_allocator_disable(hp_tracer *tracer)
{
	alloc_uninstall(XHPROF_G(allocator));
	hp_live_close(&tracer->live);
}

void hp_allocator_forget(void)
{
	hp_allocator *hook = XHPROF_G(allocator);

	alloc_uninstall(hook);
	/* The allocator forgets handlers with the request, or they are somebody's for good. */
	if (hook->heap != NULL && !zend_mm_is_custom_heap(hook->heap)) {
		hook->heap = NULL;
	}
}

static bool alloc_is_limit(int type, const zend_string *message)
{
	return (type & E_ERROR) && ZSTR_LEN(message) > strlen(ALLOC_LIMIT_MESSAGE) &&
		memcmp(ZSTR_VAL(message), ALLOC_LIMIT_MESSAGE, strlen(ALLOC_LIMIT_MESSAGE)) == 0;
}

void (*hp_allocator_limit_reached)(void) = NULL;

/* A fatal error in the allocator leaves by a longjmp(): past alloc_leave(). */
static void alloc_error(int type, zend_string *file, const uint32_t line, zend_string *message)
{
	hp_allocator *hook = XHPROF_G(allocator);

	if (UNEXPECTED(hook->heap != NULL) && (type & E_FATAL_ERRORS) && hook->next.allocate == NULL &&
		*(int *) hook->heap == 0) {
		alloc_leave(hook);
	}
	if (hp_allocator_limit_reached != NULL && UNEXPECTED(alloc_is_limit(type, message))) {
		hp_allocator_limit_reached();
	}
	alloc_next_error(type, file, line, message);
}

void hp_allocator_startup(void)
{
#if PHP_VERSION_ID < 80400
	zend_function *function =
		zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("gc_mem_caches"));

	if (function != NULL) {
		alloc_next_collect = function->internal_function.handler;
		function->internal_function.handler = alloc_gc_mem_caches;
	}
#endif
	alloc_next_error = zend_error_cb;
	zend_error_cb = alloc_error;
}

void hp_allocator_shutdown(void)
{
	if (zend_error_cb == alloc_error) {
		zend_error_cb = alloc_next_error;
	}
}
