#include "hook/allocator.h"

#include "base/handler.h"
#include "hook/allocator_events.h"
#include "hook/bypass.h"
#include "php_xhprof.h"

#define ALLOCATOR_LIMIT_MESSAGE "Allowed memory size of "

static void (*allocator_next_error)(
	int type, zend_string *file, const uint32_t line, zend_string *message);

static void allocator_get_handlers(zend_mm_heap *heap, hp_allocator_handlers *handlers)
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

static void allocator_set_handlers(zend_mm_heap *heap, const hp_allocator_handlers *handlers)
{
#if PHP_VERSION_ID >= 80400
	zend_mm_set_custom_handlers_ex(heap, handlers->allocate, handlers->release, handlers->resize,
		handlers->collect, handlers->shut_down);
#else
	zend_mm_set_custom_handlers(heap, handlers->allocate, handlers->release, handlers->resize);
#endif
}

static bool allocator_has_ours(const hp_allocator *hook)
{
	hp_allocator_handlers now;

	allocator_get_handlers(hook->heap, &now);

	return now.allocate == hook->ours.allocate;
}

#if PHP_VERSION_ID < 80400
static zif_handler allocator_next_collect = NULL;

/* gc_mem_caches() does nothing while the allocator has handlers, so these are switched off around
 * it. */
static ZEND_NAMED_FUNCTION(allocator_gc_mem_caches)
{
	const hp_allocator *hook = XHPROF_G(allocator);

	if (hook->heap == NULL || hook->next.allocate != NULL) {
		allocator_next_collect(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	hp_allocator_enter(hook);
	allocator_next_collect(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	hp_allocator_leave(hook);
}
#endif

/* True if a block is PHP's. FFI asks is_zend_ptr(), which says no for every block while the
 * allocator has handlers. */
static bool allocator_owns(const hp_allocator *hook, const void *block)
{
	bool is_owned;

	allocator_set_handlers(hook->heap, &hook->next);
	is_owned = is_zend_ptr(block);
	allocator_set_handlers(hook->heap, &hook->ours);

	return is_owned;
}

/* The beginning of an FFI\CData, which no header declares. */
typedef struct allocator_cdata {
	zend_object object;
	void *type;
	void *place; /* where the data is: elsewhere, or in holder */
	void *holder;
} allocator_cdata;

/* Returns the pointer in FFI::free()'s argument if FFI cannot know whether its block is PHP's; else
 * NULL. */
static void **allocator_cdata_pointer(const zend_execute_data *execute_data)
{
	const zval *argument = ZEND_CALL_ARG(execute_data, 1);
	allocator_cdata *data;

	if (ZEND_CALL_NUM_ARGS(execute_data) != 1) {
		return NULL;
	}
	ZVAL_DEREF(argument);
	if (Z_TYPE_P(argument) != IS_OBJECT ||
		!zend_string_equals_literal(Z_OBJCE_P(argument)->name, "FFI\\CData")) {
		return NULL;
	}
	data = (allocator_cdata *) Z_OBJ_P(argument);

	return data->place == &data->holder ? &data->holder : NULL;
}

static zif_handler allocator_next_ffi_free = NULL;

/* FFI::free() would pass PHP's block to free(), which aborts. It gets a block from malloc()
 * instead, and PHP's block is freed afterwards. */
static ZEND_NAMED_FUNCTION(allocator_ffi_free)
{
	const hp_allocator *hook = XHPROF_G(allocator);
	void **pointer = hook->heap != NULL && allocator_has_ours(hook)
		? allocator_cdata_pointer(execute_data)
		: NULL;
	void *block = pointer != NULL ? *pointer : NULL;

	if (pointer == NULL || !allocator_owns(hook, block)) {
		allocator_next_ffi_free(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	*pointer = malloc(1);
	allocator_next_ffi_free(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (*pointer == NULL) {
		efree(block);
	} else {
		free(*pointer);
		*pointer = block;
	}
}

/* Tests the heap's first word, which no header declares: PHP 7.0 and newer mark there whether it
 * has handlers. */
static bool allocator_can_switch(zend_mm_heap *heap)
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

/* Removes our handlers. If another extension has put handlers above ours, ours stay below and only
 * pass on. */
static void allocator_uninstall(hp_allocator *hook)
{
	if (hook->heap != NULL && allocator_has_ours(hook)) {
		allocator_set_handlers(hook->heap, &hook->next);
		hook->heap = NULL;
	}
}

static void allocator_install(hp_allocator *hook)
{
	zend_mm_heap *heap = zend_mm_get_heap();

	if (hook->heap == NULL) {
		allocator_get_handlers(heap, &hook->next);
	}
	allocator_set_handlers(heap, &hook->ours);
	hook->mark = *(int *) heap;
	hook->heap = heap;
}

/* Gives the allocator the handlers that the thread needs now. If others are above ours, ours stay
 * and do what `inner` says. */
static void allocator_update(hp_allocator *hook)
{
	bool is_below = hook->heap != NULL && !allocator_has_ours(hook);

	hook->recorded = hp_allocator_blocks_handlers[hook->kind];
	hook->inner = hook->kind != HP_ALLOCATOR_NONE && hook->is_compensated
		? hp_allocator_blocks_compensated
		: hook->recorded;
	if (is_below) {
		return;
	}
	if (hook->kind == HP_ALLOCATOR_NONE && hook->events == 0) {
		allocator_uninstall(hook);
		return;
	}
	hook->ours = hook->events == 0 ? hook->inner : hp_allocator_events_handlers(&hook->inner);
	allocator_install(hook);
}

/* True for versions whose JIT crashes when the allocator has handlers: php-src 11380 and
 * similar. */
static bool allocator_is_broken_with_jit(zend_long version)
{
	return (version >= 80100 && version < 80121) || (version >= 80200 && version < 80208) ||
		(version >= 80400 && version < 80407);
}

static zend_long allocator_php_version(void)
{
	const zval *version = zend_get_constant_str(ZEND_STRL("PHP_VERSION_ID"));

#ifdef XHPROF_FAKE_CLOCK
	if (getenv("XHPROF_TEST_PHP_VERSION") != NULL) {
		return ZEND_STRTOL(getenv("XHPROF_TEST_PHP_VERSION"), NULL, 10);
	}
#endif
	return version == NULL ? PHP_VERSION_ID : Z_LVAL_P(version);
}

/* The JIT may run in this process. Set in MINIT. */
static bool allocator_may_jit = false;

const char *hp_allocator_refusal(void)
{
	bool may_jit = allocator_may_jit && !XHPROF_G(bypass)->is_bypassing;
	hp_allocator *hook = XHPROF_G(allocator);
	zend_mm_heap *heap = zend_mm_get_heap();
	hp_allocator_handlers next;
	bool is_good;

	if (may_jit && allocator_is_broken_with_jit(allocator_php_version())) {
		return "the JIT of this PHP crashes when allocations are profiled (fixed in PHP 8.1.21, "
			   "8.2.8, 8.3 and 8.4.7); set opcache.jit=disable";
	}
	if (hook->heap != NULL) {
		return allocator_has_ours(hook)
			? NULL
			: "another extension hooked PHP's allocator above xhprof and stays there; "
			  "profile allocations without it";
	}
	allocator_get_handlers(heap, &next);
	if (next.allocate != NULL) {
		return NULL;
	}
	allocator_set_handlers(heap, &hp_allocator_blocks_handlers[HP_ALLOCATOR_SAMPLED]);
	is_good = allocator_can_switch(heap);
	allocator_set_handlers(heap, &next);

	return is_good ? NULL
				   : "this PHP's allocator has an unknown layout; "
					 "profile without XHPROF_FLAGS_ALLOC";
}

void hp_allocator_enable(hp_tracer *tracer)
{
	hp_allocator *hook = XHPROF_G(allocator);
	const hp_trace_options *options = &tracer->options;
	bool is_measured = hook->heap == NULL ? zend_mm_is_custom_heap(zend_mm_get_heap())
										  : hook->next.allocate != NULL;

	hp_live_open(&tracer->live, options->alloc_mode, is_measured, zend_mm_get_heap(),
		options->alloc_interval);
	hook->kind = options->alloc_mode == HP_LIVE_SAMPLED ? HP_ALLOCATOR_SAMPLED
		: options->is_untraced                          ? HP_ALLOCATOR_FUNCTIONS
														: HP_ALLOCATOR_CALLS;
	hook->is_compensated = options->is_compensated;
	allocator_update(hook);
}

void hp_allocator_disable(hp_tracer *tracer)
{
	hp_allocator *hook = XHPROF_G(allocator);

	hook->kind = HP_ALLOCATOR_NONE;
	allocator_update(hook);
	hp_live_close(&tracer->live);
}

void hp_allocator_remove(hp_tracer *tracer)
{
	XHPROF_G(allocator)->events = 0;
	hp_allocator_disable(tracer);
}

const char *hp_allocator_start_event(hp_event_php event)
{
	hp_allocator *hook = XHPROF_G(allocator);
	const char *refusal = hp_allocator_refusal();

	if (event == HP_EVENT_PHP_OBJECTS) {
		hp_allocator_events_note_objects(hook);
	}
	if (refusal == NULL) {
		hook->events |= 1u << event;
		allocator_update(hook);
	}

	return refusal;
}

void hp_allocator_stop_event(hp_event_php event)
{
	hp_allocator *hook = XHPROF_G(allocator);

	hook->events &= ~(1u << event);
	allocator_update(hook);
}

void hp_allocator_look_for_objects(void)
{
	hp_allocator_events_look(XHPROF_G(allocator));
}

void hp_allocator_deactivate(void)
{
	hp_allocator *hook = XHPROF_G(allocator);

	hook->kind = HP_ALLOCATOR_NONE;
	hook->events = 0;
	allocator_update(hook);
	/* The allocator has no handlers now, unless another extension put them there. */
	if (hook->heap != NULL && !zend_mm_is_custom_heap(hook->heap)) {
		hook->heap = NULL;
	}
}

static bool allocator_is_limit(int type, const zend_string *message)
{
	return (type & E_ERROR) &&
		zend_string_starts_with_cstr(message, ZEND_STRL(ALLOCATOR_LIMIT_MESSAGE));
}

void (*hp_allocator_limit_reached)(void) = NULL;

/* A fatal error in the allocator leaves with a longjmp() and skips hp_allocator_leave(), so it is
 * made up for here. */
static void allocator_error(int type, zend_string *file, const uint32_t line, zend_string *message)
{
	hp_allocator *hook = XHPROF_G(allocator);

	if (UNEXPECTED(hook->heap != NULL) && (type & E_FATAL_ERRORS) && hook->next.allocate == NULL &&
		*(int *) hook->heap == 0) {
		hp_allocator_leave(hook);
	}
	if (hp_allocator_limit_reached != NULL && UNEXPECTED(allocator_is_limit(type, message))) {
		hp_allocator_limit_reached();
	}
	allocator_next_error(type, file, line, message);
}

void hp_allocator_startup(bool may_jit)
{
	allocator_may_jit = may_jit;
#if PHP_VERSION_ID < 80400
	allocator_next_collect =
		hp_handler_replace(CG(function_table), "gc_mem_caches", allocator_gc_mem_caches);
#endif
	allocator_next_error = zend_error_cb;
	zend_error_cb = allocator_error;
}

void hp_allocator_post_startup(void)
{
	allocator_next_ffi_free =
		hp_handler_replace(hp_handler_methods("ffi"), "free", allocator_ffi_free);
}

void hp_allocator_shutdown(void)
{
	if (zend_error_cb == allocator_error) {
		zend_error_cb = allocator_next_error;
	}
}
