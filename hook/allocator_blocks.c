#include "hook/allocator_blocks.h"

#include "hook/allocator_site.h"
#include "php_xhprof.h"

/* These call PHP's own allocator, or the handlers before ours. */

static zend_always_inline void *blocks_next_allocate(
	const hp_allocator *hook, size_t size HP_ALLOCATOR_LINE_DC)
{
	void *block;

	if (UNEXPECTED(hook->next.allocate != NULL)) {
		return hook->next.allocate(size HP_ALLOCATOR_LINE_CC);
	}
	hp_allocator_enter(hook);
	block = zend_mm_alloc(hook->heap, size);
	hp_allocator_leave(hook);

	return block;
}

static zend_always_inline void blocks_next_release(
	const hp_allocator *hook, void *block HP_ALLOCATOR_LINE_DC)
{
	if (UNEXPECTED(hook->next.allocate != NULL)) {
		hook->next.release(block HP_ALLOCATOR_LINE_CC);
		return;
	}
	hp_allocator_enter(hook);
	zend_mm_free(hook->heap, block);
	hp_allocator_leave(hook);
}

static zend_always_inline void *blocks_next_resize(
	const hp_allocator *hook, void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	void *moved;

	if (UNEXPECTED(hook->next.allocate != NULL)) {
		return hook->next.resize(block, size HP_ALLOCATOR_LINE_CC);
	}
	hp_allocator_enter(hook);
	moved = zend_mm_realloc(hook->heap, block, size);
	hp_allocator_leave(hook);

	return moved;
}

static void *blocks_plain_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_next_allocate(XHPROF_G(allocator), size HP_ALLOCATOR_LINE_CC);
}

static void blocks_plain_release(void *block HP_ALLOCATOR_LINE_DC)
{
	blocks_next_release(XHPROF_G(allocator), block HP_ALLOCATOR_LINE_CC);
}

static void *blocks_plain_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_next_resize(XHPROF_G(allocator), block, size HP_ALLOCATOR_LINE_CC);
}

static zend_always_inline uint32_t blocks_site(hp_tracer *tracer, hp_allocator_kind kind)
{
	return kind == HP_ALLOCATOR_CALLS ? hp_allocator_site_of_call(tracer)
									  : hp_allocator_site_of_function(tracer);
}

static zend_always_inline uint32_t blocks_known_site(hp_tracer *tracer, hp_allocator_kind kind)
{
	return kind == HP_ALLOCATOR_CALLS ? hp_allocator_known_site_of_call(tracer)
									  : hp_allocator_known_site_of_function(tracer);
}

static zend_always_inline void blocks_remember(hp_live *live, const void *block)
{
	live->newest[1] = live->newest[0];
	live->newest[0] = (uintptr_t) block;
}

/* Recording all blocks: one set of handlers for each kind, so that none has to test it. */

static zend_always_inline void blocks_note(
	hp_live *live, uint32_t site, void *block, uint32_t class, uint64_t bytes)
{
	if (UNEXPECTED(hp_live_is_in_table(live, block))) {
		hp_live_add(live, site, (uintptr_t) block, 1, bytes);
	} else {
		hp_live_note(live, site, block, class);
	}
}

static zend_never_inline void *blocks_allocate_slow(
	hp_allocator_kind kind, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_live *live = &globals->tracer->live;
	size_t before = zend_memory_usage(false), after;
	void *block = blocks_next_allocate(globals->allocator, size HP_ALLOCATOR_LINE_CC);

	if (block == NULL || !live->is_recording) {
		return block;
	}
	after = zend_memory_usage(false);
	blocks_note(live, blocks_site(globals->tracer, kind), block, HP_LIVE_CLASS_LARGE,
		after > before ? after - before : size);
	blocks_remember(live, block);

	return block;
}

/* Records a block of a new site or chunk. That takes long, so a run that compensates measures
 * it. */
static zend_never_inline void *blocks_note_uncommon(
	hp_allocator_kind kind, void *block, size_t size)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_tracer *tracer = globals->tracer;
	hp_live *live = &tracer->live;
	bool is_compensated = globals->allocator->is_compensated;
	uint64_t start_ticks = is_compensated ? hp_metric_ticks(tracer->work) : 0;

	hp_live_note(live, blocks_site(tracer, kind), block, hp_live_class(live, block, size));
	blocks_remember(live, block);
	if (is_compensated) {
		hp_overhead_take_since(&tracer->overhead, start_ticks, hp_metric_ticks(tracer->work));
	}

	return block;
}

/* The other cases are tail calls, so that the common case saves few registers. */
static zend_always_inline void *blocks_allocate(
	hp_allocator_kind kind, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_tracer *tracer = globals->tracer;
	hp_live *live = &tracer->live;
	uint32_t class, site, *slot;
	void *block;

	if (UNEXPECTED(size >= live->table_bytes)) {
		return blocks_allocate_slow(kind, size HP_ALLOCATOR_LINE_CC);
	}
	block = blocks_next_allocate(globals->allocator, size HP_ALLOCATOR_LINE_CC);
	if (UNEXPECTED(!live->is_recording) || UNEXPECTED(block == NULL)) {
		return block;
	}
	class = size <= HP_LIVE_SMALL_BYTES ? live->class_of[(size + 7) / 8] : 0;
	slot = hp_shadow_cached(&live->shadow, (uintptr_t) block);
	site = blocks_known_site(tracer, kind); /* HP_SITE_NONE is greater than HP_LIVE_MAX_SITES */
	if (!hp_live_is_common(slot, class) || UNEXPECTED(site > HP_LIVE_MAX_SITES)) {
		return blocks_note_uncommon(kind, block, size);
	}
	hp_live_note_common(live, slot, site, class);
	blocks_remember(live, block);

	return block;
}

/* The block is taken out of the table before it is released, as another thread may then get its
 * address. */
static zend_never_inline void blocks_release_slow(
	const hp_allocator *hook, hp_live *live, void *block HP_ALLOCATOR_LINE_DC)
{
	bool is_known = block == NULL || hp_live_take(live, (uintptr_t) block);
	size_t before = zend_memory_usage(false), after;

	blocks_next_release(hook, block HP_ALLOCATOR_LINE_CC);
	if (!is_known) {
		after = zend_memory_usage(false);
		hp_live_outside(live, before > after ? before - after : 0);
	}
}

static zend_never_inline void blocks_release_uncommon(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_live *live = &globals->tracer->live;

	if (live->shadow.chunks.rows == NULL || hp_live_is_huge((uintptr_t) block)) {
		blocks_release_slow(globals->allocator, live, block HP_ALLOCATOR_LINE_CC);
		return;
	}
	hp_live_drop(live, block);
	blocks_next_release(globals->allocator, block HP_ALLOCATOR_LINE_CC);
}

/* Also while a run is paused, as the run's blocks are still discharged. Without a shadow its cache
 * is empty. */
static void blocks_release(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_live *live = &globals->tracer->live;
	uint32_t *slot = hp_shadow_cached(&live->shadow, (uintptr_t) block);

	if (UNEXPECTED(slot == NULL) || !hp_live_is_common(slot, *slot & HP_LIVE_CLASS_MASK)) {
		blocks_release_uncommon(block HP_ALLOCATOR_LINE_CC);
		return;
	}
	hp_live_drop_common(live, slot, (uintptr_t) block);
	blocks_next_release(globals->allocator, block HP_ALLOCATOR_LINE_CC);
}

/* A block before it is resized. */
typedef struct blocks_old {
	uint32_t site;
	uint64_t bytes;
	bool is_known;
} blocks_old;

/* Removes the old block: it has moved, or changed its size in place. */
static void blocks_drop_old(hp_live *live, void *block, const blocks_old *old)
{
	uint32_t *slot = hp_live_is_in_table(live, block) ? NULL : hp_live_known(live, block);

	if (!old->is_known) {
		hp_live_outside(live, old->bytes);
	} else if (!hp_live_take(live, (uintptr_t) block) && slot != NULL) {
		hp_site_discharge(&live->sites, old->site, 1, old->bytes, false);
		*slot = 0;
	}
}

/* Returns the size of a resized block: it grew by as much as the memory in use. If that does not
 * show it, the requested size is used. */
static uint64_t blocks_resized_bytes(
	const hp_live *live, const blocks_old *old, size_t before, size_t size)
{
	size_t after = zend_memory_usage(false);

	return live->is_measured && (!old->is_known || after == before) ? size
																	: old->bytes + after - before;
}

static zend_always_inline void *blocks_resize(
	hp_allocator_kind kind, void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const hp_allocator *hook = globals->allocator;
	hp_live *live = &globals->tracer->live;
	blocks_old old;
	size_t before;
	uint64_t bytes;
	void *moved;

	if (UNEXPECTED(block == NULL)) {
		return blocks_allocate(kind, size HP_ALLOCATOR_LINE_CC);
	}
	old.is_known = hp_live_site(live, block, &old.site);
	old.bytes = hp_live_block_bytes(live, block);
	before = zend_memory_usage(false);
	moved = blocks_next_resize(hook, block, size HP_ALLOCATOR_LINE_CC);
	if (UNEXPECTED(moved == NULL)) {
		return NULL;
	}
	live->newest[0] = live->newest[1] = 0;
	blocks_drop_old(live, block, &old);
	if (EXPECTED(live->is_recording)) {
		bytes = blocks_resized_bytes(live, &old, before, size);
		blocks_note(live, blocks_site(globals->tracer, kind), moved,
			hp_live_class_of_bytes(live, bytes), bytes);
	}

	return moved;
}

static void *blocks_calls_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_allocate(HP_ALLOCATOR_CALLS, size HP_ALLOCATOR_LINE_CC);
}

static void *blocks_calls_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_resize(HP_ALLOCATOR_CALLS, block, size HP_ALLOCATOR_LINE_CC);
}

static void *blocks_functions_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_allocate(HP_ALLOCATOR_FUNCTIONS, size HP_ALLOCATOR_LINE_CC);
}

static void *blocks_functions_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	return blocks_resize(HP_ALLOCATOR_FUNCTIONS, block, size HP_ALLOCATOR_LINE_CC);
}

/* Sampling blocks: most of them cost a subtraction, and a test of one byte when they are
 * released. */

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

static void *blocks_sampled_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *block = blocks_next_allocate(globals->allocator, size HP_ALLOCATOR_LINE_CC);

	blocks_count(globals->tracer, block, size);

	return block;
}

static void blocks_sampled_release(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();

	blocks_uncount(&globals->tracer->live, block);
	blocks_next_release(globals->allocator, block HP_ALLOCATOR_LINE_CC);
}

static void *blocks_sampled_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *moved = blocks_next_resize(globals->allocator, block, size HP_ALLOCATOR_LINE_CC);

	if (EXPECTED(moved != NULL)) {
		blocks_uncount(&globals->tracer->live, block);
		blocks_count(globals->tracer, moved, size);
	}

	return moved;
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

/* Called only if another extension put our handlers back after we removed them. */
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

static void *blocks_compensated_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *block = globals->allocator->recorded.allocate(size HP_ALLOCATOR_LINE_CC);

	hp_overhead_take(&globals->tracer->overhead, HP_OVERHEAD_ALLOCATE);

	return block;
}

static void blocks_compensated_release(void *block HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();

	globals->allocator->recorded.release(block HP_ALLOCATOR_LINE_CC);
	hp_overhead_take(&globals->tracer->overhead, HP_OVERHEAD_RELEASE);
}

static void *blocks_compensated_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	void *moved = globals->allocator->recorded.resize(block, size HP_ALLOCATOR_LINE_CC);

	hp_overhead_take(
		&globals->tracer->overhead, block == NULL ? HP_OVERHEAD_ALLOCATE : HP_OVERHEAD_RESIZE);

	return moved;
}

#define BLOCKS_HANDLERS(allocate, release, resize) \
 { \
  allocate, release, resize, blocks_collect, blocks_shut_down \
 }

const hp_allocator_handlers hp_allocator_blocks_handlers[] = {
	BLOCKS_HANDLERS(blocks_plain_allocate, blocks_plain_release, blocks_plain_resize),
	BLOCKS_HANDLERS(blocks_calls_allocate, blocks_release, blocks_calls_resize),
	BLOCKS_HANDLERS(blocks_functions_allocate, blocks_release, blocks_functions_resize),
	BLOCKS_HANDLERS(blocks_sampled_allocate, blocks_sampled_release, blocks_sampled_resize),
};

const hp_allocator_handlers hp_allocator_blocks_compensated = BLOCKS_HANDLERS(
	blocks_compensated_allocate, blocks_compensated_release, blocks_compensated_resize);
