/* frameless.c: sees calls of internal functions that have no frame, for the "ex" hook.
 *
 * From PHP 8.4 on, some functions are called through a table of handlers that take the arguments
 * directly. The table is replaced by ours while profiling, but not while the engine compiles,
 * because the compiler searches it for the engine's handlers.
 *
 * With threads, another thread may compile at any time. So the engine is given a table twice as
 * long, whose second half always holds the engine's handlers. If the compiler finds a handler
 * there, because the first half holds ours, hp_hook_frameless_number() maps its number to the first
 * half. */
#include "hook/frameless.h"

#if PHP_VERSION_ID >= 80400

# include "hook/ex_call.h"
# include "hook/state.h"
# include "php_xhprof.h"

# include "Zend/zend_frameless_function.h"

/* The engine's original table, the one with our handlers, and their number of entries. */
static void **hook_frameless_next = NULL;
static void **hook_frameless_ours = NULL;
static uint32_t hook_frameless_count = 0;

# ifdef ZTS
/* The engine's own tables, before they were replaced by longer ones. */
static void **hook_frameless_engine_handlers;
static zend_function **hook_frameless_engine_functions;
# endif

/* Begins the frameless call that the engine is executing. Returns false if it is not recorded.
 * *next is the engine's handler. */
static bool hook_frameless_begin(
	zend_xhprof_globals *globals, const zend_execute_data *caller, void **next)
{
	hp_tracer *tracer = globals->tracer;
	uint32_t number = caller->opline->extended_value;
	hp_symbol **symbol;

	*next = hook_frameless_next[number];
	if (UNEXPECTED(!tracer->is_recording_builtins)) {
		return false;
	}
	symbol = &globals->hook->frameless[number];
	if (UNEXPECTED(*symbol == NULL)) {
		*symbol = hp_naming_of_function(&tracer->naming, zend_flf_functions[number]);
	}
	if (UNEXPECTED(!hp_hook_ex_is_caller(tracer->stack, caller)) &&
		!hp_hook_ex_find_caller(tracer, caller)) {
		return false;
	}

	return hp_call_begin(tracer, tracer->work, *symbol, caller, NULL);
}

/* Four functions of the same shape, as C cannot pass on a variable number of arguments. */
# define HOOK_FRAMELESS(arity, arguments) \
  static void hook_frameless_##arity(ZEND_FRAMELESS_FUNCTION_PARAMETERS_##arity) \
  { \
   zend_xhprof_globals *globals = XHPROF_GLOBALS(); \
   const zend_execute_data *caller = EG(current_execute_data); \
   uint32_t run = globals->tracer->open_run; \
   void *next; \
   bool is_recorded = hook_frameless_begin(globals, caller, &next); \
   ((zend_frameless_function_##arity) next) arguments; \
   if (is_recorded) { \
	hp_hook_ex_end(globals->tracer, globals->tracer->work, run, caller); \
   } \
  }

HOOK_FRAMELESS(0, (return_value))
HOOK_FRAMELESS(1, (return_value, arg1))
HOOK_FRAMELESS(2, (return_value, arg1, arg2))
HOOK_FRAMELESS(3, (return_value, arg1, arg2, arg3))

static void *const hook_frameless[] = {
	(void *) hook_frameless_0,
	(void *) hook_frameless_1,
	(void *) hook_frameless_2,
	(void *) hook_frameless_3,
};

/* Puts our handler in place of one of the engine's. */
static void hook_frameless_replace(const zend_frameless_function_info *info)
{
	for (uint32_t i = 0; i < hook_frameless_count && info->num_args < 4; i++) {
		if (hook_frameless_next[i] == info->handler) {
			hook_frameless_ours[i] = hook_frameless[info->num_args];
		}
	}
}

/* Walks the function table, as the engine's list still contains functions that disable_functions
 * freed. Nothing calls their handlers. */
static void hook_frameless_replace_all(void)
{
	const zend_function *function;

	ZEND_HASH_FOREACH_PTR(CG(function_table), function) {
		if (function->type == ZEND_INTERNAL_FUNCTION) {
			const zend_frameless_function_info *info =
				function->internal_function.frameless_function_infos;

			for (; info != NULL && info->handler != NULL; info++) {
				hook_frameless_replace(info);
			}
		}
	}
	ZEND_HASH_FOREACH_END();
}

# ifdef ZTS

/* Returns two copies of a table, one after the other, and a NULL at the end. */
static void *hook_frameless_twice(const void *table)
{
	size_t bytes = hook_frameless_count * sizeof(void *);
	char *twice = pemalloc(2 * bytes + sizeof(void *), true);

	memcpy(twice, table, bytes);
	memcpy(twice + bytes, table, bytes);
	memset(twice + 2 * bytes, 0, sizeof(void *));

	return twice;
}

static void hook_frameless_lengthen(void)
{
	hook_frameless_engine_functions = zend_flf_functions;
	hook_frameless_engine_handlers = zend_flf_handlers;
	zend_flf_functions = hook_frameless_twice(zend_flf_functions);
	zend_flf_handlers = hook_frameless_twice(zend_flf_handlers);
}

static void hook_frameless_shorten(void)
{
	pefree(zend_flf_functions, true);
	pefree(zend_flf_handlers, true);
	zend_flf_functions = hook_frameless_engine_functions;
	zend_flf_handlers = hook_frameless_engine_handlers;
}

uint32_t hp_hook_frameless_number(uint32_t number)
{
	return number < hook_frameless_count ? number : number - hook_frameless_count;
}

# endif

/* Writes each entry atomically, as other threads call through the table meanwhile. */
static void hook_frameless_put(void *const *handlers)
{
	for (uint32_t i = 0; i < hook_frameless_count; i++) {
		HP_SHARED_WRITE(&zend_flf_handlers[i], handlers[i]);
	}
}

/* Call it after startup, when the table is complete. With threads, before the first other thread
 * starts. */
void hp_hook_frameless_copy(void)
{
	if (hook_frameless_next != NULL || zend_flf_handlers == NULL) {
		return;
	}
	while (zend_flf_handlers[hook_frameless_count] != NULL) {
		hook_frameless_count++;
	}
	hook_frameless_next =
		safe_pemalloc(hook_frameless_count + 1, sizeof(*hook_frameless_next), 0, true);
	hook_frameless_ours =
		safe_pemalloc(hook_frameless_count + 1, sizeof(*hook_frameless_ours), 0, true);
	memcpy(hook_frameless_next, zend_flf_handlers,
		hook_frameless_count * sizeof(*hook_frameless_next));
	memcpy(hook_frameless_ours, hook_frameless_next,
		hook_frameless_count * sizeof(*hook_frameless_ours));
	hook_frameless_replace_all();
# ifdef ZTS
	hook_frameless_lengthen();
# endif
}

void hp_hook_frameless_shutdown(void)
{
	if (hook_frameless_next != NULL) {
# ifdef ZTS
		hook_frameless_shorten();
# endif
		pefree(hook_frameless_next, true);
		pefree(hook_frameless_ours, true);
		hook_frameless_next = NULL;
		hook_frameless_ours = NULL;
		hook_frameless_count = 0;
	}
}

uint32_t hp_hook_frameless_count(void)
{
	return hook_frameless_count;
}

void hp_hook_frameless_patch(void)
{
	hook_frameless_put(hook_frameless_ours);
}

void hp_hook_frameless_unpatch(void)
{
	hook_frameless_put(hook_frameless_next);
}

#endif
