/* observer.c: sees calls with the engine's Observer API, also when the JIT runs.
 *
 * The engine asks once per function and request for handlers, and keeps the answer in the
 * function's run-time cache. We return handlers if a run is open, and note the cache: enabling and
 * disabling add and remove our handlers there. */
#include "hook/observer.h"

#include "base/handler.h"
#include "hook/internal.h"
#include "hook/lines.h"
#include "hook/opcode.h"
#include "hook/slot.h"
#include "hook/stop.h"
#include "trace/call.h"
#include "php_xhprof.h"

#include "Zend/zend_closures.h"
#include "Zend/zend_extensions.h"
#include "Zend/zend_observer.h"

/* A place where the engine keeps an answer: the run-time cache of a function. The function may be
 * gone, but the cache is in the engine's arena and stays until the request ends. */
typedef struct hp_hook_cache {
	void *cache;
	zend_uchar type; /* the function's type: ZEND_USER_FUNCTION or ZEND_INTERNAL_FUNCTION */
	bool is_closure;
	zend_observer_fcall_begin_handler begin; /* our handler for the function */
} hp_hook_cache;

#if PHP_VERSION_ID < 80200
static void (*hook_observer_next_internal)(zend_execute_data *, zval *);
#else
static void *hook_observer_cache(const zend_function *function)
{
	return ZEND_MAP_PTR(function->common.run_time_cache) == NULL
		? NULL
		: ZEND_MAP_PTR_GET(function->common.run_time_cache);
}
#endif

static hp_symbol *hook_observer_symbol(hp_tracer *tracer, const zend_execute_data *execute_data)
{
	const zend_function *function = execute_data->func;

	if (EXPECTED(ZEND_USER_CODE(function->type))) {
		return hp_hook_user_symbol(tracer, execute_data);
	}
#if PHP_VERSION_ID >= 80200
	void *cache = hook_observer_cache(function);

	if (EXPECTED(cache != NULL)) {
		hp_symbol **slot = (hp_symbol **) cache + hp_hook_internal_slot;

		if (UNEXPECTED(*slot == NULL)) {
			*slot = hp_naming_of_function(&tracer->naming, function);
		}
		return *slot;
	}
#endif

	return hp_naming_of_function(&tracer->naming, function);
}

/* Returns the frame of the Closure::__invoke() that calls a closure, or NULL. Observers do not see
 * it, as the engine makes the method anew for each call. In 8.1 hook_observer_execute_internal()
 * sees it. */
static const zend_execute_data *hook_observer_invoke(const zend_execute_data *execute_data)
{
#if PHP_VERSION_ID >= 80200
	const zend_execute_data *caller = execute_data->prev_execute_data;

	if (UNEXPECTED(execute_data->func->common.fn_flags & ZEND_ACC_CLOSURE) && caller != NULL &&
		caller->func != NULL && caller->func->type == ZEND_INTERNAL_FUNCTION &&
		(caller->func->common.fn_flags & ZEND_ACC_CALL_VIA_HANDLER) &&
		caller->func->common.scope == zend_ce_closure) {
		return caller;
	}
#endif

	return NULL;
}

static void hook_observer_begin(zend_execute_data *execute_data)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	const zend_execute_data *invoke;
	hp_symbol *symbol;

	if (UNEXPECTED(!tracer->is_recording) || hp_hook_is_lost(tracer)) {
		return;
	}
	/* A fatal error at the end of the program leaves calls open. */
	if (UNEXPECTED(execute_data->prev_execute_data == NULL)) {
		hp_call_close_dead(tracer, NULL);
	}
	invoke = hook_observer_invoke(execute_data);
	if (UNEXPECTED(invoke != NULL) && tracer->is_recording_builtins) {
		hp_call_begin(tracer, tracer->work, hp_naming_of_function(&tracer->naming, invoke->func),
			invoke, invoke);
	}
	symbol = hook_observer_symbol(tracer, execute_data);
	hp_call_begin(tracer, tracer->work, symbol, execute_data, execute_data);
	if (UNEXPECTED(symbol->special & HP_SYMBOL_HAS_LINES)) {
		hp_hook_lines_expect(tracer, execute_data);
	}
}

/* True for a method that an object brings along, as PDO drivers do. Its cache is freed with the
 * object, or outlives the request in a persistent connection: we keep nothing in it, and do not
 * note it. */
static bool hook_observer_is_passing(const zend_function *function)
{
	return !ZEND_USER_CODE(function->type) && (function->common.fn_flags & ZEND_ACC_NEVER_CACHE);
}

/* True for an ignored call. It has no entry, and is recognized without a search among all
 * entries. */
static bool hook_observer_is_ignored(hp_tracer *tracer, const zend_execute_data *execute_data)
{
	const hp_symbol *symbol = hook_observer_is_passing(execute_data->func)
		? hp_naming_of_function(&tracer->naming, execute_data->func)
		: hook_observer_symbol(tracer, execute_data);

	return symbol->special & HP_SYMBOL_IS_IGNORED;
}

/* True if the call has an entry. It may have begun before the run, or not be recorded. */
static bool hook_observer_is_open(hp_tracer *tracer, const zend_execute_data *execute_data)
{
	return EXPECTED(tracer->stack->top->id == execute_data) ||
		(!hook_observer_is_ignored(tracer, execute_data) && !hp_call_is_deep(tracer) &&
			hp_call_close_until(tracer, execute_data));
}

static void hook_observer_end(zend_execute_data *execute_data, zval *return_value)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	const zend_execute_data *invoke;

	/* Calls also end while the run is paused. */
	if (UNEXPECTED(!hp_tracer_has_calls(tracer))) {
		return;
	}
	if (hook_observer_is_open(tracer, execute_data)) {
		hp_call_end(tracer, tracer->work, execute_data);
	}
	invoke = hook_observer_invoke(execute_data);
	if (UNEXPECTED(invoke != NULL) && tracer->stack->top->id == invoke) {
		hp_call_end(tracer, tracer->work, invoke);
	}
}

#if PHP_VERSION_ID >= 80200

# if PHP_VERSION_ID >= 80400
static void hook_observer_begin_property(zend_execute_data *execute_data)
{
	hp_hook_opcode_reset_read(execute_data->prev_execute_data);
	hook_observer_begin(execute_data);
}
# endif

static void hook_observer_begin_passing(zend_execute_data *execute_data)
{
	hp_tracer *tracer = XHPROF_G(tracer);

	if (tracer->is_recording_builtins) {
		hp_call_begin(tracer, tracer->work,
			hp_naming_of_function(&tracer->naming, execute_data->func), execute_data, execute_data);
	}
}

static bool hook_observer_wants_type(const hp_tracer *tracer, zend_uchar type)
{
	return hp_tracer_has_calls(tracer) && (ZEND_USER_CODE(type) || tracer->options.has_builtins);
}

/* True if the function needs our handlers. An ignored one does not, as far as that is known; but a
 * closure does, as Closure::__invoke() is seen by it. */
static bool hook_observer_wants(const hp_tracer *tracer, const hp_hook_cache *place)
{
	int slot = ZEND_USER_CODE(place->type) ? hp_hook_slot : hp_hook_internal_slot;
	const hp_symbol *symbol = place->cache == NULL ? NULL : ((hp_symbol **) place->cache)[slot];

	return hook_observer_wants_type(tracer, place->type) &&
		(place->is_closure || symbol == NULL || !(symbol->special & HP_SYMBOL_IS_IGNORED) ||
			(symbol->special & (HP_SYMBOL_HAS_LINES | HP_SYMBOL_HAS_DETAIL)));
}

/* Returns a function with only the type and the cache, as the API reads no more. */
static zend_function hook_observer_stand_in(const hp_hook_cache *place)
{
	zend_function function;

	memset(&function, 0, sizeof(function));
	function.type = place->type;
	ZEND_MAP_PTR_INIT(function.common.run_time_cache, place->cache);

	return function;
}

static void hook_observer_remove(zend_function *function, zend_observer_fcall_begin_handler begin)
{
# if PHP_VERSION_ID >= 80400
	zend_observer_fcall_begin_handler next_begin;
	zend_observer_fcall_end_handler next_end;

	zend_observer_remove_begin_handler(function, begin, &next_begin);
	zend_observer_remove_end_handler(function, hook_observer_end, &next_end);
# else
	zend_observer_remove_begin_handler(function, begin);
	zend_observer_remove_end_handler(function, hook_observer_end);
# endif
}

static void hook_observer_update(const hp_tracer *tracer, const hp_hook_cache *place)
{
	zend_function function = hook_observer_stand_in(place);

	/* A handler must not be there twice. */
	hook_observer_remove(&function, place->begin);
	if (hook_observer_wants(tracer, place)) {
		zend_observer_add_begin_handler(&function, place->begin);
		zend_observer_add_end_handler(&function, hook_observer_end);
	}
}

static bool hook_observer_is_asked(const hp_hook_cache *place)
{
	zend_function function = hook_observer_stand_in(place);

# if PHP_VERSION_ID >= 80400
	return *(void **) ZEND_OBSERVER_DATA(&function) != NULL;
# else
	return ZEND_OP_ARRAY_EXTENSION(&function.common, zend_observer_fcall_op_array_extension) !=
		NULL;
# endif
}

static hp_hook_cache hook_observer_place(const zend_function *function)
{
	hp_hook_cache place = {hook_observer_cache(function), function->type,
		(function->common.fn_flags & ZEND_ACC_CLOSURE) != 0, hook_observer_begin};

# if PHP_VERSION_ID >= 80400
	if (function->common.prop_info != NULL) {
		place.begin = hook_observer_begin_property;
	}
# endif

	return place;
}

static zend_observer_fcall_handlers hook_observer_init(zend_execute_data *execute_data)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	const zend_function *function = execute_data->func;
	hp_hook_cache place = hook_observer_place(function);
	zend_observer_fcall_handlers handlers = {NULL, NULL};

	if (UNEXPECTED(hook_observer_is_passing(function))) {
		handlers.begin = hook_observer_begin_passing;
		handlers.end = hook_observer_end;
		return handlers;
	}
	/* A closure's cache is freed with it, so it is not noted: hook_observer_update_closures() finds
	 * these. */
	if (place.cache != NULL &&
		!(ZEND_USER_CODE(function->type) && (function->common.fn_flags & ZEND_ACC_HEAP_RT_CACHE))) {
		*hp_vector_add(&XHPROF_G(hook)->caches) = place;
	}
	if (hook_observer_wants_type(tracer, function->type)) {
		hook_observer_symbol(tracer, execute_data);
	}
	if (hook_observer_wants(tracer, &place)) {
		handlers.begin = place.begin;
		handlers.end = hook_observer_end;
	}

	return handlers;
}

static void hook_observer_update_closures(const hp_tracer *tracer)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];

		if (IS_OBJ_VALID(object) && object->ce == zend_ce_closure) {
			const zend_function *function = zend_get_closure_method_def(object);
			hp_hook_cache place = hook_observer_place(function);

			if (ZEND_USER_CODE(function->type) &&
				(function->common.fn_flags & ZEND_ACC_HEAP_RT_CACHE) && place.cache != NULL &&
				hook_observer_is_asked(&place)) {
				hook_observer_update(tracer, &place);
			}
		}
	}
}

static void hook_observer_change(hp_tracer *tracer)
{
	const hp_hook_state *state = XHPROF_G(hook);

	hp_hook_opcode_reset_property_hooks();

	for (uint32_t i = 0; i < state->caches.count; i++) {
		hook_observer_update(tracer, &state->caches.rows[i]);
	}
	hook_observer_update_closures(tracer);
}

#else

/* PHP 8.1 cannot change the answer. Clearing it while the function runs would leave the engine with
 * a pointer to the frame after the frame is gone. So our handlers stay, and return at once while no
 * profile runs. */
static zend_observer_fcall_handlers hook_observer_init(zend_execute_data *execute_data)
{
	return (zend_observer_fcall_handlers){hook_observer_begin, hook_observer_end};
}

static void hook_observer_change(hp_tracer *tracer)
{
}

#endif

/* Observed calls do not recurse on the C stack, so none is too deep. */
static void hook_observer_follow(hp_tracer *tracer)
{
}

/* Our handlers are gone with the run-time caches. The memory is kept, as the next request probably
 * needs it. */
static void hook_observer_deactivate(hp_tracer *tracer, bool was_running)
{
	XHPROF_G(hook)->caches.count = 0;
}

#if PHP_VERSION_ID < 80200
/* The observer API of 8.1 does not show internal functions. */
static void hook_observer_execute_internal(zend_execute_data *execute_data, zval *return_value)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	uint32_t generation = tracer->generation;
	bool is_recorded = tracer->is_recording_builtins &&
		execute_data->func->common.function_name != NULL &&
		!hp_hook_internal_is_magic(execute_data->func) && !hp_hook_is_lost(tracer) &&
		hp_call_begin(tracer, tracer->work,
			hp_naming_of_function(&tracer->naming, execute_data->func), execute_data, execute_data);

	if (hook_observer_next_internal == NULL) {
		execute_internal(execute_data, return_value);
	} else {
		hook_observer_next_internal(execute_data, return_value);
	}
	if (is_recorded && tracer->generation == generation) {
		hp_call_end(tracer, tracer->work, execute_data);
	}
}
#endif

#if PHP_VERSION_ID >= 80200
static zif_handler hook_observer_next_break = NULL;

/* IntlBreakIterator::next(null) sets its number of arguments to 0, but by this number the engine
 * finds the observer's data behind them. It is restored here. */
static ZEND_NAMED_FUNCTION(hook_observer_break)
{
	uint32_t count = ZEND_NUM_ARGS();

	hook_observer_next_break(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ZEND_CALL_NUM_ARGS(execute_data) = count;
}
#endif

void hp_hook_observer_post_startup(void)
{
#if PHP_VERSION_ID >= 80200
	/* Each internal class has its own copies of inherited methods. */
	static const char *const classes[] = {
		"intlrulebasedbreakiterator", "intlcodepointbreakiterator", "intlbreakiterator"};

	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		hook_observer_next_break =
			hp_handler_replace(hp_handler_methods(classes[i]), "next", hook_observer_break);
	}
#endif
}

static void hook_observer_startup(void)
{
	zend_observer_fcall_register(hook_observer_init);
#if PHP_VERSION_ID < 80200
	hook_observer_next_internal = zend_execute_internal;
	zend_execute_internal = hook_observer_execute_internal;
#endif
}

static void hook_observer_shutdown(void)
{
}

const hp_hook hp_hook_observer = {
	"observer",
	hook_observer_startup,
	hook_observer_shutdown,
	hook_observer_change,
	hook_observer_change,
	hook_observer_follow,
	hook_observer_deactivate,
};
