/* internal.c: sees calls of internal functions, for the "ex" hook.
 *
 * An internal function is called in one of three ways, and each needs a different hook:
 *
 *   by its handler, from DO_ICALL     the handler is patched: hook_internal_handler
 *   by zend_execute_internal          hp_hook_internal_execute: methods and closures; a function
 *                                     with a patched handler is left to that
 *   without a frame (8.4 and newer)   the engine's table of such handlers is patched */
#include "hook/internal.h"

#include "hook/ex_call.h"
#include "hook/ex_pointer.h"
#include "hook/frameless.h"
#include "php_xhprof.h"

#include "Zend/zend_extensions.h"

#define HOOK_INTERNAL_METHODS 1024u

/* An internal function as it was before it was patched. Lives until the process ends. In builds
 * with threads before 8.3, each thread has its own functions, which share a patch. */
typedef struct hook_internal_patch {
	zif_handler handler; /* read without the lock */
#ifdef ZTS
	uint32_t number; /* index of the function's symbol in a thread's state */
#else
	hp_symbol *symbol; /* hook_internal_unknown: not called in this request */
	struct hook_internal_patch *next; /* the patch made before it */
#endif
	bool is_taken; /* another extension took the function over, and calls our handler */
} hook_internal_patch;

void (*hp_hook_internal_next)(zend_execute_data *execute_data, zval *return_value);

/* The index of the place in internal functions in which we may keep a pointer. */
static int hook_internal_place = -1;
static zif_handler hook_internal_next_register = NULL;
static hp_pool hook_internal_patches;

/* Stands for the symbol of a function that was not called yet. It is special, so the test for
 * special symbols finds it. Read only. */
static hp_symbol hook_internal_unknown = {.special = HP_SYMBOL_IS_UNKNOWN};

#ifdef ZTS
static uint32_t hook_internal_count = 0;

/* Patches by the address of the function's name, which all threads share. */
static HashTable hook_internal_known;
#else
static hook_internal_patch *hook_internal_newest = NULL;
#endif

static zend_always_inline hp_symbol **hook_internal_symbol_of(
	const zend_xhprof_globals *globals, hook_internal_patch *patch)
{
#ifdef ZTS
	return &globals->hook->functions[patch->number];
#else
	return &patch->symbol;
#endif
}

static hp_symbol *hook_internal_symbol(
	zend_xhprof_globals *globals, hook_internal_patch *patch, const zend_function *function)
{
	hp_symbol **symbol = hook_internal_symbol_of(globals, patch);

	if (UNEXPECTED(*symbol == &hook_internal_unknown)) {
		*symbol = hp_naming_of_function(&globals->tracer->naming, function);
	}

	return *symbol;
}

static zend_always_inline void hook_internal_go_on(
	const hook_internal_patch *patch, INTERNAL_FUNCTION_PARAMETERS)
{
	zif_handler handler = HP_THREADS_READ(&patch->handler);

	handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static zend_never_inline void hook_internal_handle_symbol(
	INTERNAL_FUNCTION_PARAMETERS, const hook_internal_patch *patch, hp_symbol *symbol)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	uint32_t run = tracer->open_run;

	if (!hp_hook_ex_begin_any(tracer, symbol, execute_data)) {
		hook_internal_go_on(patch, INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	hook_internal_go_on(patch, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	hp_hook_ex_end(tracer, tracer->work, run, execute_data);
}

static zend_never_inline ZEND_NAMED_FUNCTION(hook_internal_handle_any)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	const zend_function *function = execute_data->func;
	hook_internal_patch *patch = function->internal_function.reserved[hook_internal_place];

	/* A closure of the function also comes here, but hp_hook_internal_execute has recorded it. */
	if (!globals->tracer->is_recording_builtins || (function->common.fn_flags & ZEND_ACC_CLOSURE)) {
		hook_internal_go_on(patch, INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	hook_internal_handle_symbol(
		INTERNAL_FUNCTION_PARAM_PASSTHRU, patch, hook_internal_symbol(globals, patch, function));
}

/* A closure's own frame, not its caller's, is that of the innermost entry, so it takes the slow
 * path. */
static zend_always_inline void hook_internal_handle(INTERNAL_FUNCTION_PARAMETERS, uint32_t work)
{
	const zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hook_internal_patch *patch =
		execute_data->func->internal_function.reserved[hook_internal_place];

	if (UNEXPECTED(
			!hp_hook_ex_is_caller(globals->open.internal, execute_data->prev_execute_data)) ||
		UNEXPECTED(!hp_hook_ex_begin(globals->open.internal, work,
			*hook_internal_symbol_of(globals, patch), execute_data, HP_OVERHEAD_INTERNAL))) {
		hook_internal_handle_any(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	hook_internal_go_on(patch, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	hp_hook_ex_end_made(
		XHPROF_G(tracer), XHPROF_G(open).internal, work, execute_data, HP_OVERHEAD_INTERNAL);
}

#define HOOK_INTERNAL_HANDLE(name, work) \
 static ZEND_NAMED_FUNCTION(hook_internal_handle_##name) \
 { \
  hook_internal_handle(INTERNAL_FUNCTION_PARAM_PASSTHRU, work); \
 }
#define HOOK_INTERNAL_HANDLE_NAME(name, work) hook_internal_handle_##name,

HP_HOOK_EX_WORKS(HOOK_INTERNAL_HANDLE)

static const zif_handler hook_internal_handlers[] = {
	HP_HOOK_EX_WORKS(HOOK_INTERNAL_HANDLE_NAME) hook_internal_handle_any};

/* The handler in use. */
static zif_handler hook_internal_handler = hook_internal_handle_any;

void hp_hook_internal_choose(uint32_t work)
{
	HP_SHARED_WRITE(&hook_internal_handler, hook_internal_handlers[hp_hook_ex_kind(work)]);
}

/* True for any of our handlers, also that of another run: an extension may have taken the function
 * over meanwhile and given it back. */
static bool hook_internal_is_ours(zif_handler handler)
{
	for (size_t i = 0; i < sizeof(hook_internal_handlers) / sizeof(*hook_internal_handlers); i++) {
		if (handler == hook_internal_handlers[i]) {
			return true;
		}
	}

	return false;
}

static void hook_internal_call(zend_execute_data *execute_data, zval *return_value)
{
	void (*next)(zend_execute_data *, zval *) = HP_THREADS_READ(&hp_hook_internal_next);

	if (EXPECTED(next == NULL)) {
		zif_handler handler = HP_THREADS_READ(&execute_data->func->internal_function.handler);

		handler(execute_data, return_value);
	} else {
		next(execute_data, return_value);
	}
}

bool hp_hook_internal_is_magic(const zend_function *function)
{
	const zend_string *name = function->common.function_name;
	const zend_function *method;
	char *key;

	if (!(function->common.fn_flags & ZEND_ACC_CLOSURE) || function->common.scope == NULL) {
		return false;
	}
	key = pemalloc(ZSTR_LEN(name) + 1, true);
	zend_str_tolower_copy(key, ZSTR_VAL(name), ZSTR_LEN(name));
	method = zend_hash_str_find_ptr(&function->common.scope->function_table, key, ZSTR_LEN(name));
	pefree(key, true);

	return method == NULL || method->type != ZEND_INTERNAL_FUNCTION;
}

/* True for "$name::get" and "::set" if they read or write a property as if it had no hook. */
static bool hook_internal_is_plain_property(const zend_function *function)
{
	return (function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) &&
		ZSTR_VAL(function->common.function_name)[0] == '$';
}

/* True for the function of the fiber in which the engine calls the destructors of garbage, from PHP
 * 8.4 on. The program does not call it, and observers do not see it. */
static bool hook_internal_is_collector(const zend_function *function)
{
	return function->common.scope == NULL &&
		zend_string_equals_literal(function->common.function_name, "gc_destructor_fiber");
}

static hp_symbol *hook_internal_find_method(hp_tracer *tracer, const zend_function *function)
{
	/* "new" with arguments calls a function without a name if the class has no constructor. */
	if (function->common.function_name == NULL || hp_hook_internal_is_magic(function) ||
		hook_internal_is_plain_property(function) || hook_internal_is_collector(function)) {
		return NULL;
	}

	return hp_naming_of_function(&tracer->naming, function);
}

/* Returns the place in the cache for a method or a closure. They are found by the addresses of name
 * and class, as closures are made anew for each call. */
static zend_always_inline hp_hook_method *hook_internal_method(
	const zend_xhprof_globals *globals, const zend_function *function)
{
	uintptr_t name = (uintptr_t) function->common.function_name;
	uint32_t hash =
		(uint32_t) ((name >> 4) ^ ((uintptr_t) function->common.scope >> 3)) * 0x9E3779B1u;

	return &globals->hook->methods[hash / (UINT32_MAX / HOOK_INTERNAL_METHODS + 1)];
}

/* Returns the symbol of a method if it is cached; else NULL. */
static zend_always_inline hp_symbol *hook_internal_known_method(
	const zend_xhprof_globals *globals, const zend_function *function)
{
	const hp_hook_method *method = hook_internal_method(globals, function);

	return EXPECTED(method->name == function->common.function_name) &&
			EXPECTED(method->scope == function->common.scope)
		? method->symbol
		: NULL;
}

/* Returns the symbol of a method; NULL if it is not recorded. */
static hp_symbol *hook_internal_method_symbol(
	zend_xhprof_globals *globals, const zend_function *function)
{
	const zend_string *name = function->common.function_name;
	const zend_class_entry *scope = function->common.scope;
	hp_hook_method *method = hook_internal_method(globals, function);

	if (method->name == name && method->scope == scope) {
		return method->symbol;
	}
	/* If a name may be freed, another name may later be at its address, so it is not cached. */
	if (UNEXPECTED(name == NULL) || UNEXPECTED(!ZSTR_IS_INTERNED(name))) {
		return hook_internal_find_method(globals->tracer, function);
	}
	method->name = name;
	method->scope = scope;
	method->symbol = hook_internal_find_method(globals->tracer, function);

	return method->symbol;
}

/* True if the handler is patched: it then records the call itself. */
static zend_always_inline bool hook_internal_is_patched(const zend_function *function)
{
	return HP_THREADS_READ(&function->internal_function.handler) ==
		HP_THREADS_READ(&hook_internal_handler);
}

static zend_never_inline void hook_internal_execute_symbol(
	zend_execute_data *execute_data, zval *return_value, hp_symbol *symbol)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	uint32_t run = tracer->open_run;

	if (!hp_hook_ex_begin_any(tracer, symbol, execute_data)) {
		hook_internal_call(execute_data, return_value);
		return;
	}
	hook_internal_call(execute_data, return_value);
	hp_hook_ex_end(tracer, tracer->work, run, execute_data);
}

static zend_never_inline void hook_internal_execute_any(
	zend_execute_data *execute_data, zval *return_value)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_symbol *symbol;

	if (!globals->tracer->is_recording_builtins || hook_internal_is_patched(execute_data->func) ||
		(symbol = hook_internal_method_symbol(globals, execute_data->func)) == NULL) {
		hook_internal_call(execute_data, return_value);
		return;
	}
	hook_internal_execute_symbol(execute_data, return_value, symbol);
}

/* Used only if no other extension executes internal functions, which hook/ex.c checks. */
static zend_always_inline void hook_internal_execute(
	zend_execute_data *execute_data, zval *return_value, uint32_t work)
{
	const zend_function *function = execute_data->func;
	zif_handler handler = HP_THREADS_READ(&function->internal_function.handler);
	const zend_xhprof_globals *globals;
	hp_entry_stack *stack;
	hp_symbol *symbol;

	/* A function that was found at run time. Its handler records it. */
	if (EXPECTED(handler == HP_THREADS_READ(&hook_internal_handler))) {
		handler(execute_data, return_value);
		return;
	}
	globals = XHPROF_GLOBALS();
	stack = globals->open.internal;
	/* The caller is tested first: if no calls are recorded, there may be no cache. */
	if (UNEXPECTED(!hp_hook_ex_is_caller(stack, execute_data->prev_execute_data)) ||
		UNEXPECTED((symbol = hook_internal_known_method(globals, function)) == NULL) ||
		UNEXPECTED(!hp_hook_ex_begin(stack, work, symbol, execute_data, HP_OVERHEAD_METHOD))) {
		hook_internal_execute_any(execute_data, return_value);
		return;
	}
	handler(execute_data, return_value);
	hp_hook_ex_end_made(
		XHPROF_G(tracer), XHPROF_G(open).internal, work, execute_data, HP_OVERHEAD_METHOD);
}

#define HOOK_INTERNAL_EXECUTE(name, work) \
 static void hook_internal_execute_##name(zend_execute_data *execute_data, zval *return_value) \
 { \
  hook_internal_execute(execute_data, return_value, work); \
 }
#define HOOK_INTERNAL_EXECUTE_NAME(name, work) hook_internal_execute_##name,

HP_HOOK_EX_WORKS(HOOK_INTERNAL_EXECUTE)

void (*const hp_hook_internal_executes[])(zend_execute_data *, zval *) = {
	HP_HOOK_EX_WORKS(HOOK_INTERNAL_EXECUTE_NAME) hook_internal_execute_any};
void (*hp_hook_internal_execute)(zend_execute_data *, zval *) = hook_internal_execute_any;

/* An extension has taken a function over, and may call the handler of an older run. */
static bool hook_internal_was_taken = false;

bool hp_hook_internal_is_made(size_t kind)
{
	return !hook_internal_was_taken && hook_internal_handler == hook_internal_handlers[kind] &&
		(hp_hook_internal_execute == hp_hook_internal_executes[kind] ||
			hp_hook_internal_execute == hook_internal_execute_any);
}

static hook_internal_patch *hook_internal_add_patch(const zend_internal_function *function)
{
	hook_internal_patch *patch;
#ifdef ZTS
	zend_ulong key = (zend_ulong) (uintptr_t) function->function_name;

	patch = zend_hash_index_find_ptr(&hook_internal_known, key);
	if (patch != NULL && patch->handler == function->handler) {
		return patch;
	}
#endif
	patch = hp_pool_alloc(&hook_internal_patches, sizeof(*patch));
	patch->handler = function->handler;
#ifdef ZTS
	patch->number = hook_internal_count++;
	zend_hash_index_update_ptr(&hook_internal_known, key, patch);
#else
	patch->symbol = &hook_internal_unknown;
	patch->next = hook_internal_newest;
	hook_internal_newest = patch;
#endif

	return patch;
}

static void hook_internal_patch_function(zend_internal_function *function)
{
	hook_internal_patch *patch = function->reserved[hook_internal_place];

	if (patch != NULL && function->handler != patch->handler &&
		hook_internal_is_ours(function->handler)) {
		HP_SHARED_WRITE(&function->handler, hook_internal_handler);
		return;
	}
	/* An extension that has our handler in its chain and our handler would call each other
	 * forever. */
	if (patch != NULL && HP_SHARED_READ(&patch->is_taken)) {
		return;
	}
	if (patch == NULL) {
		patch = hook_internal_add_patch(function);
		function->reserved[hook_internal_place] = patch;
	}
	HP_SHARED_WRITE(&patch->handler, function->handler);
	/* Another thread may be calling the function right now. Either handler is right. */
	HP_SHARED_WRITE(&function->handler, hook_internal_handler);
}

static void hook_internal_unpatch_function(zend_internal_function *function)
{
	hook_internal_patch *patch = function->reserved[hook_internal_place];

	if (patch == NULL) {
		return;
	}
	if (hook_internal_is_ours(function->handler)) {
		HP_SHARED_WRITE(&function->handler, patch->handler);
	}
	HP_SHARED_WRITE(&patch->is_taken, function->handler != patch->handler);
	hook_internal_was_taken |= patch->is_taken;
}

static void hook_internal_visit(void (*visit)(zend_internal_function *function))
{
	zend_function *function;

	ZEND_HASH_FOREACH_PTR(CG(function_table), function) {
		if (function->type == ZEND_INTERNAL_FUNCTION) {
			visit(&function->internal_function);
		}
	}
	ZEND_HASH_FOREACH_END();
}

void hp_hook_internal_patch(void)
{
	hook_internal_visit(hook_internal_patch_function);
}

void hp_hook_internal_unpatch(void)
{
	hook_internal_visit(hook_internal_unpatch_function);
}

static zend_internal_function *hook_internal_find(const char *name, size_t length)
{
	zend_function *function = zend_hash_str_find_ptr(CG(function_table), name, length);

	return function != NULL && function->type == ZEND_INTERNAL_FUNCTION
		? &function->internal_function
		: NULL;
}

/* Restores the handler of spl_autoload_call() meanwhile: spl_autoload_register() refuses that
 * function, but recognizes it only by its handler. */
static ZEND_NAMED_FUNCTION(hook_internal_register)
{
	zend_internal_function *refused = hook_internal_find(ZEND_STRL("spl_autoload_call"));
	const zend_internal_function *self;

	if (refused == NULL || refused->handler != HP_THREADS_READ(&hook_internal_handler)) {
		hook_internal_next_register(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	hp_hook_ex_lock();
	hook_internal_unpatch_function(refused);
	hp_hook_ex_unlock();
	hook_internal_next_register(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	/* An autoloader that was called may have ended the run. */
	self = hook_internal_find(ZEND_STRL("spl_autoload_register"));
	hp_hook_ex_lock();
	if (self != NULL && self->handler == hook_internal_handler) {
		hook_internal_patch_function(refused);
	}
	hp_hook_ex_unlock();
}

void hp_hook_internal_shutdown(void)
{
#ifdef ZTS
	zend_hash_destroy(&hook_internal_known);
#endif
	hp_pool_free(&hook_internal_patches);
#ifndef ZTS
	hook_internal_newest = NULL;
#endif
	hp_hook_frameless_shutdown();
}

void hp_hook_internal_startup(void)
{
	zend_internal_function *function = hook_internal_find(ZEND_STRL("spl_autoload_register"));

	if (function != NULL) {
		hook_internal_next_register = function->handler;
		function->handler = hook_internal_register;
	}
	hook_internal_place = zend_get_resource_handle("xhprof");
#ifdef ZTS
	zend_hash_init(&hook_internal_known, 0, NULL, NULL, true);
#endif
}

#ifdef ZTS
static void hook_internal_prepare_functions(hp_hook_state *state)
{
	uint32_t size = hook_internal_count;

	if (state->functions_size < size) {
		state->functions =
			safe_perealloc(state->functions, size, sizeof(*state->functions), 0, true);
		for (uint32_t i = state->functions_size; i < size; i++) {
			state->functions[i] = &hook_internal_unknown;
		}
		state->functions_size = size;
	}
}

static void hook_internal_forget_functions(hp_hook_state *state)
{
	pefree(state->functions, true);
	state->functions = NULL;
	state->functions_size = 0;
}
#else
static void hook_internal_prepare_functions(hp_hook_state *state)
{
}

static void hook_internal_forget_functions(hp_hook_state *state)
{
	for (hook_internal_patch *patch = hook_internal_newest; patch != NULL; patch = patch->next) {
		patch->symbol = &hook_internal_unknown;
	}
}
#endif

void hp_hook_internal_prepare(hp_hook_state *state)
{
	hp_hook_frameless_copy();
	if (state->methods == NULL) {
		state->methods = pecalloc(HOOK_INTERNAL_METHODS, sizeof(*state->methods), true);
		state->frameless = pecalloc(hp_hook_frameless_count() + 1, sizeof(*state->frameless), true);
	}
	hook_internal_prepare_functions(state);
}

void hp_hook_internal_deactivate(hp_hook_state *state)
{
	if (state->methods != NULL) {
		pefree(state->methods, true);
		pefree(state->frameless, true);
		state->methods = NULL;
		state->frameless = NULL;
		hook_internal_forget_functions(state);
	}
}
