/* hp_hook_frameless.c: sees calls of internal functions that have no frame, for the "ex" hook.
 *
 * From PHP 8.4 on, some functions are called through a table of handlers that take the arguments
 * as they are. The table is swapped for one of ours while profiling; but not while the engine
 * compiles, as the compiler searches it for the engine's handlers. */
#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_hook_ex.h"

#if PHP_VERSION_ID >= 80400

# include "Zend/zend_frameless_function.h"

/* The engine's table as it was, as we would have it, and how many entries it has. */
static void **hook_frameless_next = NULL;
static void **hook_frameless_ours = NULL;
static uint32_t hook_frameless_count = 0;

/* Opens the frameless call that the engine is at; *next is who handles it. */
static bool hook_frameless_begin(
	zend_xhprof_globals *globals, const zend_execute_data *caller, void **next)
{
	hp_profiler *profiler = &globals->profiler;
	uint32_t number = caller->opline->extended_value;
	hp_symbol **symbol = &globals->hook.frameless[number];

	*next = hook_frameless_next[number];
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
# define HOOK_FRAMELESS(arity, arguments) \
  static void hook_frameless_##arity(ZEND_FRAMELESS_FUNCTION_PARAMETERS_##arity) \
  { \
   zend_xhprof_globals *globals = XHPROF_GLOBALS(); \
   const zend_execute_data *caller = EG(current_execute_data); \
   uint32_t run = globals->profiler.run; \
   void *next; \
   bool is_recorded = hook_frameless_begin(globals, caller, &next); \
   ((zend_frameless_function_##arity) next) arguments; \
   if (is_recorded) { \
	hp_hook_ex_end(&globals->profiler, run, caller); \
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

/* Ours for the handler that the engine has under that number, or the engine's own. */
static void *hook_frameless_for(uint32_t number)
{
	const zend_frameless_function_info *info =
		zend_flf_functions[number]->internal_function.frameless_function_infos;

	while (info->handler != NULL && info->handler != hook_frameless_next[number]) {
		info++;
	}

	return info->handler != NULL && info->num_args < 4 ? hook_frameless[info->num_args]
													   : hook_frameless_next[number];
}

/* Not at startup: the table is complete only when all extensions have started. */
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
	for (uint32_t i = 0; i < hook_frameless_count; i++) {
		hook_frameless_ours[i] = hook_frameless_for(i);
	}
}

void hp_hook_frameless_shutdown(void)
{
	if (hook_frameless_next != NULL) {
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
	if (hook_frameless_count > 0) {
		memcpy(zend_flf_handlers, hook_frameless_ours, hook_frameless_count * sizeof(void *));
	}
}

void hp_hook_frameless_unpatch(void)
{
	if (hook_frameless_count > 0) {
		memcpy(zend_flf_handlers, hook_frameless_next, hook_frameless_count * sizeof(void *));
	}
}

#else

void hp_hook_frameless_copy(void)
{
}

void hp_hook_frameless_shutdown(void)
{
}

uint32_t hp_hook_frameless_count(void)
{
	return 0;
}

void hp_hook_frameless_patch(void)
{
}

void hp_hook_frameless_unpatch(void)
{
}

#endif
