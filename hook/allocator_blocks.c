#include "hook/allocator_blocks.h"

#include "hook/allocator_site.h"
#include "php_xhprof.h"

static zend_always_inline void *blocks_native_allocate(const hp_allocator *hook, size_t size)
{
	void *block;

	hp_allocator_enter(hook);
	block = zend_mm_alloc(hook->heap, size);
	hp_allocator_leave(hook);

	return block;
}

static zend_always_inline void blocks_native_release(const hp_allocator *hook, void *block)
{
	hp_allocator_enter(hook);
	zend_mm_free(hook->heap, block);
	hp_allocator_leave(hook);
}

static zend_always_inline void *blocks_native_resize(
	const hp_allocator *hook, void *block, size_t size)
{
	void *moved;

	hp_allocator_enter(hook);
	moved = zend_mm_realloc(hook->heap, block, size);
	hp_allocator_leave(hook);

	return moved;
}

static zend_always_inline uint32_t blocks_site(hp_tracer *tracer, hp_allocator_kind kind)
{
	return kind == HP_ALLOCATOR_CALLS ? hp_allocator_site_of_call(tracer)
									  : hp_allocator_site_of_function(tracer);
}

static zend_always_inline void blocks_remember(hp_live *live, const void *block)
{
	live->newest[1] = live->newest[0];
	live->newest[0] = (uintptr_t) block;
}

/* The bytes of a block whose size only shows in the memory in use. */
static uint64_t blocks_growth(size_t before, size_t size)
{
	size_t after = zend_memory_usage(false);

	return after > before ? after - before : size;
}

/* Handlers for PHP's own allocator, full: one set for each kind, so that none has to ask. */

static zend_never_inline void *blocks_allocate_huge(
	const hp_allocator *hook, hp_tracer *tracer, hp_allocator_kind kind, size_t size)
{
	hp_live *live = &tracer->live;
	size_t before = zend_memory_usage(false);
	void *block = blocks_native_allocate(hook, size);
	uint64_t bytes;

	if (block == NULL || !live->is_recording) {
		return block;
	}
	bytes = blocks_growth(before, size);
	if (hp_live_is_huge((uintptr_t) block)) {
		hp_live_add(live, blocks_site(tracer, kind), (uintptr_t) block, 1, bytes);
	} else {
		hp_live_note(live, blocks_site(tracer, kind), block, HP_LIVE_CLASS_LARGE);
	}
	blocks_remember(live, block);

	return block;
}

static zend_always_inline void *blocks_allocate(hp_allocator_kind kind, size_t size)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	hp_tracer *tracer = globals->tracer;
	hp_live *live = &tracer->live;
	void *block;

	if (UNEXPECTED(size > HP_LIVE_HUGE_BYTES)) {
		return blocks_allocate_huge(hook, tracer, kind, size);
	}
	block = blocks_native_allocate(hook, size);
	if (UNEXPECTED(!live->is_recording) || UNEXPECTED(block == NULL)) {
		return block;
	}
	hp_live_note(live, blocks_site(tracer, kind), block, hp_live_class(live, block, size));
	blocks_remember(live, block);

	return block;
}

static zend_never_inline void blocks_release_huge(
	const hp_allocator *hook, hp_live *live, void *block)
{
	bool is_known = hp_live_take(live, (uintptr_t) block);
	size_t before = zend_memory_usage(false);

	blocks_native_release(hook, block);
	if (!is_known) {
		hp_live_outside(live, before - zend_memory_usage(false));
	}
}

/* Also while a run is paused: the run's own blocks are still discharged. */
static void blocks_release(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	hp_live *live = &globals->tracer->live;

	if (EXPECTED(live->shadow.chunks.rows != NULL)) {
		if (UNEXPECTED(hp_live_is_huge((uintptr_t) block))) {
			if (block != NULL) {
				blocks_release_huge(hook, live, block);
			}
			return;
		}
		hp_live_drop(live, block);
	}
	blocks_native_release(hook, block);
}

/* A block before it is resized. */
typedef struct blocks_old {
	uint32_t *slot;
	uint32_t number; /* the slot's value */
	uint64_t bytes;
	bool is_known;
} blocks_old;

static void blocks_look_up(hp_live *live, void *block, blocks_old *old)
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

/* The block has moved, or another one has taken its place. */
static void blocks_drop_old(hp_live *live, void *block, const blocks_old *old)
{
	if (!old->is_known) {
		hp_live_outside(live, old->bytes);
	} else if (!hp_live_take(live, (uintptr_t) block) && old->slot != NULL) {
		hp_site_discharge(&live->sites, old->number >> HP_LIVE_CLASS_BITS, 1, old->bytes, false);
		*old->slot = 0;
	}
}

static zend_always_inline void blocks_note_resized(
	hp_tracer *tracer, hp_allocator_kind kind, void *moved, uint64_t bytes)
{
	hp_live *live = &tracer->live;
	uint32_t site = blocks_site(tracer, kind);

	if (UNEXPECTED(hp_live_is_huge((uintptr_t) moved))) {
		hp_live_add(live, site, (uintptr_t) moved, 1, bytes);
	} else {
		hp_live_note(live, site, moved, hp_live_class_of_bytes(live, bytes));
	}
}

/* The block grew by as much as the memory in use. */
static zend_always_inline void *blocks_resize(hp_allocator_kind kind, void *block, size_t size)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	hp_live *live = &globals->tracer->live;
	blocks_old old;
	size_t before;
	void *moved;

	if (UNEXPECTED(block == NULL)) {
		return blocks_allocate(kind, size);
	}
	if (UNEXPECTED(live->shadow.chunks.rows == NULL)) {
		return blocks_native_resize(hook, block, size);
	}
	blocks_look_up(live, block, &old);
	before = zend_memory_usage(false);
	moved = blocks_native_resize(hook, block, size);
	if (UNEXPECTED(moved == NULL)) {
		return NULL;
	}
	live->newest[0] = live->newest[1] = 0;
	blocks_drop_old(live, block, &old);
	if (EXPECTED(live->is_recording)) {
		blocks_note_resized(
			globals->tracer, kind, moved, old.bytes + zend_memory_usage(false) - before);
	}

	return moved;
}

static void *blocks_calls_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_allocate(HP_ALLOCATOR_CALLS, size);
}

static void *blocks_calls_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_resize(HP_ALLOCATOR_CALLS, block, size);
}

static void *blocks_functions_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_allocate(HP_ALLOCATOR_FUNCTIONS, size);
}

static void *blocks_functions_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_resize(HP_ALLOCATOR_FUNCTIONS, block, size);
}

/* Another allocator's blocks, full. Their addresses say nothing, so all are in the table. */

static void *blocks_measured_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	hp_live *live = &globals->tracer->live;
	size_t before = zend_memory_usage(false);
	void *block = hook->next.allocate(size HP_ALLOCATOR_LINE_CC);

	if (live->is_recording && block != NULL) {
		hp_live_add(live, blocks_site(globals->tracer, hook->kind), (uintptr_t) block, 1,
			blocks_growth(before, size));
		blocks_remember(live, block);
	}

	return block;
}

/* Taken out before it is released: then another thread may get the address. */
static void blocks_measured_release(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_live *live = &globals->tracer->live;
	bool is_known =
		live->blocks.table.rows == NULL || block == NULL || hp_live_take(live, (uintptr_t) block);
	size_t before = zend_memory_usage(false), after;

	globals->allocator->next.release(block HP_ALLOCATOR_LINE_CC);
	if (!is_known) {
		after = zend_memory_usage(false);
		hp_live_outside(live, before > after ? before - after : 0);
	}
}

static void *blocks_measured_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	hp_live *live = &globals->tracer->live;
	size_t before = zend_memory_usage(false);
	const hp_block *known = live->blocks.table.rows == NULL || block == NULL
		? NULL
		: hp_block_find(&live->blocks, (uintptr_t) block);
	uint64_t old_bytes = known == NULL ? 0 : known->bytes;
	void *moved = hook->next.resize(block, size HP_ALLOCATOR_LINE_CC);

	if (moved == NULL || live->blocks.table.rows == NULL) {
		return moved;
	}
	if (block != NULL && !hp_live_take(live, (uintptr_t) block)) {
		hp_live_outside(live, 0);
	}
	if (live->is_recording) {
		size_t after = zend_memory_usage(false);

		/* Where the memory in use does not show it, the size asked for has to do. */
		hp_live_add(live, blocks_site(globals->tracer, hook->kind), (uintptr_t) moved, 1,
			after == before || known == NULL ? size : old_bytes + after - before);
	}

	return moved;
}

/* Sampled: most blocks cost a subtraction, and a look at one byte when they are released. */

static zend_never_inline void blocks_sample(hp_tracer *tracer, void *block, size_t size)
{
	hp_live *live = &tracer->live;
	uint64_t bytes = live->is_measured ? size : hp_live_block_bytes(live, block);
	uint64_t count = hp_live_sample(live, size);

	hp_live_add(live, hp_allocator_site_of_sample(tracer), (uintptr_t) block, count, count * bytes);
}

static zend_always_inline void blocks_count(hp_tracer *tracer, void *block, size_t size)
{
	hp_live *live = &tracer->live;

	if (UNEXPECTED(!live->is_recording) || UNEXPECTED(block == NULL)) {
		return;
	}
	live->left_bytes -= (int64_t) size;
	if (UNEXPECTED(live->left_bytes < 0)) {
		blocks_sample(tracer, block, size);
	}
}

static zend_always_inline void blocks_uncount(hp_live *live, const void *block)
{
	if (EXPECTED(live->blocks.filter != NULL) &&
		UNEXPECTED(hp_block_may_have(&live->blocks, (uintptr_t) block))) {
		hp_live_take(live, (uintptr_t) block);
	}
}

static zend_always_inline void *blocks_recount(
	hp_tracer *tracer, const void *block, void *moved, size_t size)
{
	if (EXPECTED(moved != NULL)) {
		blocks_uncount(&tracer->live, block);
		blocks_count(tracer, moved, size);
	}

	return moved;
}

static void *blocks_sampled_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *block = blocks_native_allocate(globals->allocator, size);

	blocks_count(globals->tracer, block, size);

	return block;
}

static void blocks_sampled_release(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();

	blocks_uncount(&globals->tracer->live, block);
	blocks_native_release(globals->allocator, block);
}

static void *blocks_sampled_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *moved = blocks_native_resize(globals->allocator, block, size);

	return blocks_recount(globals->tracer, block, moved, size);
}

static void *blocks_sampled_measured_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *block = globals->allocator->next.allocate(size HP_ALLOCATOR_LINE_CC);

	blocks_count(globals->tracer, block, size);

	return block;
}

static void blocks_sampled_measured_release(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();

	blocks_uncount(&globals->tracer->live, block);
	globals->allocator->next.release(block HP_ALLOCATOR_LINE_CC);
}

static void *blocks_sampled_measured_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *moved = globals->allocator->next.resize(block, size HP_ALLOCATOR_LINE_CC);

	return blocks_recount(globals->tracer, block, moved, size);
}

#if PHP_VERSION_ID >= 80400
static size_t blocks_collect(void)
{
	const hp_allocator *hook = XHPROF_G(allocator);
	size_t bytes;

	if (hook->next.allocate != NULL) {
		return hook->next.collect == NULL ? 0 : hook->next.collect();
	}
	hp_allocator_enter(hook);
	bytes = zend_mm_gc(hook->heap);
	hp_allocator_leave(hook);

	return bytes;
}

/* Called only where another extension put our handlers back after we took them out. */
static void blocks_shut_down(bool is_full, bool is_silent)
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
# define blocks_collect NULL
# define blocks_shut_down NULL
#endif

#define BLOCKS_HANDLERS(allocate, release, resize) \
 { \
  allocate, release, resize, blocks_collect, blocks_shut_down \
 }

hp_allocator_handlers hp_allocator_blocks_handlers(hp_allocator_kind kind, bool has_next)
{
	static const hp_allocator_handlers native[] = {
		BLOCKS_HANDLERS(blocks_calls_allocate, blocks_release, blocks_calls_resize),
		BLOCKS_HANDLERS(blocks_functions_allocate, blocks_release, blocks_functions_resize),
		BLOCKS_HANDLERS(blocks_sampled_allocate, blocks_sampled_release, blocks_sampled_resize),
	};
	static const hp_allocator_handlers measured =
		BLOCKS_HANDLERS(blocks_measured_allocate, blocks_measured_release, blocks_measured_resize);
	static const hp_allocator_handlers sampled_measured =
		BLOCKS_HANDLERS(blocks_sampled_measured_allocate, blocks_sampled_measured_release,
			blocks_sampled_measured_resize);

	return !has_next ? native[kind] : kind == HP_ALLOCATOR_SAMPLED ? sampled_measured : measured;
}
