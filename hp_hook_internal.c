/* hp_hook_internal.c: sees calls of internal functions, for the "ex" hook.
 *
 * An internal function is called in one of three ways, and each needs its own trap:
 *
 *   by its handler, from DO_ICALL     the handler is patched: hook_internal_handler()
 *   by zend_execute_internal          hp_hook_internal_execute(): methods and closures; a function
 *                                     with a patched handler is left to that
 *   without a frame (8.4 and newer)   the engine's table of such handlers is patched */
#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_hook_ex.h"

#include "Zend/zend_extensions.h"
#if PHP_VERSION_ID >= 80400
# include "Zend/zend_frameless_function.h"
#endif

#define HOOK_INTERNAL_METHODS 1024u

/* What an internal function was before it was patched. Lives as long as the process. */
typedef struct hook_internal_patch {
	zif_handler handler;
	uint32_t number; /* of the function's symbol in the state of a thread */
} hook_internal_patch;

void (*hp_hook_internal_next)(zend_execute_data *execute_data, zval *return_value);

/* The place in internal functions where we may keep a pointer. */
static int hook_internal_place = -1;
static uint32_t hook_internal_count = 0;

static hp_symbol *hook_internal_symbol(
	zend_xhprof_globals *globals, const hook_internal_patch *patch, const zend_function *function)
{
	hp_symbol **symbol = &globals->hook.functions[patch->number];

	if (UNEXPECTED(*symbol == NULL)) {
		*symbol = hp_profiler_symbol(&globals->profiler, function);
	}

	return *symbol;
}

static ZEND_NAMED_FUNCTION(hook_internal_handler)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_profiler *profiler = &globals->profiler;
	const hook_internal_patch *patch =
		execute_data->func->internal_function.reserved[hook_internal_place];
	uint32_t run = profiler->run;

	/* A closure of the function ends here as well; hp_hook_internal_execute() has counted it. */
	if (UNEXPECTED(!profiler->is_recording_builtins) ||
		UNEXPECTED(execute_data->func->common.fn_flags & ZEND_ACC_CLOSURE) ||
		UNEXPECTED(!hp_hook_ex_begin(
			profiler, hook_internal_symbol(globals, patch, execute_data->func), execute_data))) {
		patch->handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	patch->handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	hp_hook_ex_end(profiler, run, execute_data);
}

static void hook_internal_call(zend_execute_data *execute_data, zval *return_value)
{
	if (EXPECTED(hp_hook_internal_next == NULL)) {
		execute_data->func->internal_function.handler(execute_data, return_value);
	} else {
		hp_hook_internal_next(execute_data, return_value);
	}
}

/* Whether a closure is that of a method which its class does not have: a way to __call(), and no
 * call of its own. */
static bool hook_internal_is_magic(const zend_function *function)
{
	const zend_string *name = function->common.function_name;
	char *key;
	bool is_magic;

	if (!(function->common.fn_flags & ZEND_ACC_CLOSURE) || function->common.scope == NULL) {
		return false;
	}
	key = pemalloc(ZSTR_LEN(name) + 1, true);
	zend_str_tolower_copy(key, ZSTR_VAL(name), ZSTR_LEN(name));
	is_magic = !zend_hash_str_exists(&function->common.scope->function_table, key, ZSTR_LEN(name));
	pefree(key, true);

	return is_magic;
}

static hp_symbol *hook_internal_find_method(hp_profiler *profiler, const zend_function *function)
{
	return hook_internal_is_magic(function) ? NULL : hp_profiler_symbol(profiler, function);
}

/* The symbol of a method or of any closure; NULL if the call is none. Found by the addresses of
 * name and class: that of the function is no help, as closures are made anew for each call. */
static hp_symbol *hook_internal_method_symbol(
	zend_xhprof_globals *globals, const zend_function *function)
{
	const zend_string *name = function->common.function_name;
	const zend_class_entry *scope = function->common.scope;
	uint32_t hash = (uint32_t) (((uintptr_t) name >> 4) ^ ((uintptr_t) scope >> 3)) * 0x9E3779B1u;
	hp_hook_method *method =
		&globals->hook.methods[hash / (UINT32_MAX / HOOK_INTERNAL_METHODS + 1)];

	if (EXPECTED(method->name == name && method->scope == scope)) {
		return method->symbol;
	}
	/* A name that may be freed may come back as another at the same address. */
	if (UNEXPECTED(!ZSTR_IS_INTERNED(name))) {
		return hook_internal_find_method(&globals->profiler, function);
	}
	method->name = name;
	method->scope = scope;
	method->symbol = hook_internal_find_method(&globals->profiler, function);

	return method->symbol;
}

void hp_hook_internal_execute(zend_execute_data *execute_data, zval *return_value)
{
	zend_xhprof_globals *globals = XHPROF_GLOBALS();
	hp_profiler *profiler = &globals->profiler;
	const zend_function *function = execute_data->func;
	uint32_t run = profiler->run;
	hp_symbol *symbol;

	/* A patched handler counts by itself. */
	if (UNEXPECTED(!profiler->is_recording_builtins) ||
		function->internal_function.handler == hook_internal_handler ||
		UNEXPECTED((symbol = hook_internal_method_symbol(globals, function)) == NULL) ||
		UNEXPECTED(!hp_hook_ex_begin(profiler, symbol, execute_data))) {
		hook_internal_call(execute_data, return_value);
		return;
	}
	hook_internal_call(execute_data, return_value);
	hp_hook_ex_end(profiler, run, execute_data);
}

static void hook_internal_patch_function(zend_internal_function *function)
{
	hook_internal_patch *patch = function->reserved[hook_internal_place];

	if (function->handler == hook_internal_handler) {
		return;
	}
	if (patch == NULL) {
		patch = pecalloc(1, sizeof(*patch), true);
		patch->number = hook_internal_count++;
		function->reserved[hook_internal_place] = patch;
	}
	patch->handler = function->handler;
	function->handler = hook_internal_handler;
}

static void hook_internal_unpatch_function(zend_internal_function *function)
{
	const hook_internal_patch *patch = function->reserved[hook_internal_place];

	/* Not ours any more: then who took it over calls us, and we pass on. */
	if (patch != NULL && function->handler == hook_internal_handler) {
		function->handler = patch->handler;
	}
}

#if PHP_VERSION_ID >= 80400

/* The engine's table as it was, and how many entries it has. */
static void **hook_internal_frameless_next = NULL;
static uint32_t hook_internal_frameless_count = 0;

/* Opens the frameless call that the engine is at; *next is who handles it. */
static bool hook_internal_begin_frameless(
	zend_xhprof_globals *globals, const zend_execute_data *caller, void **next)
{
	hp_profiler *profiler = &globals->profiler;
	uint32_t number = caller->opline->extended_value;
	hp_symbol **symbol = &globals->hook.frameless[number];

	*next = hook_internal_frameless_next[number];
	if (UNEXPECTED(!profiler->is_recording_builtins)) {
		return false;
	}
	if (UNEXPECTED(*symbol == NULL)) {
		*symbol = hp_profiler_symbol(profiler, zend_flf_functions[number]);
	}
	if (UNEXPECTED(profiler->stack->top->id != caller)) {
		hp_profiler_close_dead(profiler, caller);
	}

	return hp_profiler_begin(profiler, profiler->metrics, *symbol, caller, NULL);
}

/* Four functions of one shape: C has no way to pass on arguments it does not count. */
# define HOOK_INTERNAL_FRAMELESS(arity, arguments) \
  static void hook_internal_frameless_##arity(ZEND_FRAMELESS_FUNCTION_PARAMETERS_##arity) \
  { \
   zend_xhprof_globals *globals = XHPROF_GLOBALS(); \
   const zend_execute_data *caller = EG(current_execute_data); \
   uint32_t run = globals->profiler.run; \
   void *next; \
   bool is_recorded = hook_internal_begin_frameless(globals, caller, &next); \
   ((zend_frameless_function_##arity) next) arguments; \
   if (is_recorded) { \
	hp_hook_ex_end(&globals->profiler, run, caller); \
   } \
  }

HOOK_INTERNAL_FRAMELESS(0, (return_value))
HOOK_INTERNAL_FRAMELESS(1, (return_value, arg1))
HOOK_INTERNAL_FRAMELESS(2, (return_value, arg1, arg2))
HOOK_INTERNAL_FRAMELESS(3, (return_value, arg1, arg2, arg3))

static void *const hook_internal_frameless[] = {
	(void *) hook_internal_frameless_0,
	(void *) hook_internal_frameless_1,
	(void *) hook_internal_frameless_2,
	(void *) hook_internal_frameless_3,
};

/* The table is complete only when all extensions have started. */
static void hook_internal_copy_frameless(void)
{
	if (hook_internal_frameless_next != NULL || zend_flf_handlers == NULL) {
		return;
	}
	while (zend_flf_handlers[hook_internal_frameless_count] != NULL) {
		hook_internal_frameless_count++;
	}
	hook_internal_frameless_next = safe_pemalloc(
		hook_internal_frameless_count + 1, sizeof(*hook_internal_frameless_next), 0, true);
	memcpy(hook_internal_frameless_next, zend_flf_handlers,
		hook_internal_frameless_count * sizeof(*hook_internal_frameless_next));
}

static void hook_internal_patch_frameless(void)
{
	for (uint32_t i = 0; i < hook_internal_frameless_count; i++) {
		const zend_frameless_function_info *info =
			zend_flf_functions[i]->internal_function.frameless_function_infos;

		while (info->handler != NULL && info->handler != hook_internal_frameless_next[i]) {
			info++;
		}
		if (info->handler != NULL && info->num_args < 4) {
			zend_flf_handlers[i] = hook_internal_frameless[info->num_args];
		}
	}
}

static void hook_internal_unpatch_frameless(void)
{
	for (uint32_t i = 0; i < hook_internal_frameless_count; i++) {
		zend_flf_handlers[i] = hook_internal_frameless_next[i];
	}
}

#else

static const uint32_t hook_internal_frameless_count = 0;

static void hook_internal_copy_frameless(void)
{
}

static void hook_internal_patch_frameless(void)
{
}

static void hook_internal_unpatch_frameless(void)
{
}

#endif

void hp_hook_internal_patch(void)
{
	zend_function *function;

	ZEND_HASH_FOREACH_PTR(CG(function_table), function) {
		if (function->type == ZEND_INTERNAL_FUNCTION) {
			hook_internal_patch_function(&function->internal_function);
		}
	}
	ZEND_HASH_FOREACH_END();
	hook_internal_patch_frameless();
}

void hp_hook_internal_unpatch(void)
{
	zend_function *function;

	ZEND_HASH_FOREACH_PTR(CG(function_table), function) {
		if (function->type == ZEND_INTERNAL_FUNCTION) {
			hook_internal_unpatch_function(&function->internal_function);
		}
	}
	ZEND_HASH_FOREACH_END();
	hook_internal_unpatch_frameless();
}

void hp_hook_internal_startup(void)
{
	hook_internal_place = zend_get_resource_handle("xhprof");
}

/* Numbers are given out while patching, and by other threads too: there are at most as many as
 * there are functions. */
void hp_hook_internal_prepare(hp_hook_state *state)
{
	uint32_t size = zend_hash_num_elements(CG(function_table)) + hook_internal_count;

	hook_internal_copy_frameless();
	if (state->methods == NULL) {
		state->methods = pecalloc(HOOK_INTERNAL_METHODS, sizeof(*state->methods), true);
		state->frameless =
			pecalloc(hook_internal_frameless_count + 1, sizeof(*state->frameless), true);
	}
	if (state->functions_size < size) {
		state->functions =
			safe_perealloc(state->functions, size, sizeof(*state->functions), 0, true);
		memset(state->functions + state->functions_size, 0,
			(size - state->functions_size) * sizeof(*state->functions));
		state->functions_size = size;
	}
}

void hp_hook_internal_forget(hp_hook_state *state)
{
	if (state->methods != NULL) {
		pefree(state->methods, true);
		pefree(state->frameless, true);
		pefree(state->functions, true);
		state->methods = NULL;
		state->frameless = NULL;
		state->functions = NULL;
		state->functions_size = 0;
	}
}
