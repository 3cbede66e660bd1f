/* ex.h: shared by the "ex" hook: hook/ex.c swaps the engine's pointers and sees user functions,
 * hook/internal.c sees internal ones, hook/opcode.c keeps calls where both see them, hook/hide.c
 * hides them from the compiler, hook/step.c sees those that are too deep for the C stack. */
#ifndef HP_HOOK_EX_H
#define HP_HOOK_EX_H

#include "hook/hook.h"
#include "trace/tracer.h"
#include "php_xhprof.h"

/* For a call whose caller is not the innermost entry: closes entries that are over. False: the call is not to be
 * recorded. */
bool hp_hook_ex_find_caller(hp_tracer *tracer, const zend_execute_data *caller);

/* Opens a call. False: it is not recorded. */
bool hp_hook_ex_begin_any(
	hp_tracer *tracer, hp_symbol *symbol, const zend_execute_data *execute_data);

/* Opens nearly every call of a run of that work, one of HP_HOOK_EX_WORKS. False: nothing was done. */
static zend_always_inline bool hp_hook_ex_begin(hp_tracer *tracer, uint32_t work, hp_symbol *symbol,
	const zend_execute_data *execute_data, hp_overhead_kind kind)
{
	return EXPECTED(tracer->stack->top->id == execute_data->prev_execute_data) &&
		EXPECTED(hp_tracer_begin_cached(tracer, work, symbol, execute_data, kind));
}

/* Closes the call, unless its run is over. run is what tracer->open_run was when it began. */
void hp_hook_ex_end_any(hp_tracer *tracer, uint32_t run, const void *id);

static zend_always_inline void hp_hook_ex_end(
	hp_tracer *tracer, uint32_t work, uint32_t run, const void *id)
{
	if (EXPECTED(tracer->open_run == run)) {
		hp_tracer_end(tracer, work, id);
	} else {
		hp_hook_ex_end_any(tracer, run, id);
	}
}

/* The same for a hook that is made for the work. */
static zend_always_inline void hp_hook_ex_end_made(
	hp_tracer *tracer, uint32_t work, uint32_t run, const void *id, hp_overhead_kind kind)
{
	if ((work & HP_WORK_COMPENSATED) && EXPECTED(tracer->open_run == run)) {
		hp_tracer_end_compensated(tracer, work, id, kind);
	} else {
		hp_hook_ex_end(tracer, work, run, id);
	}
}

/* The works for which there are hooks of their own, where they are constants: most of what a hook would ask at each
 * call is settled when the run begins. The hooks made for any work serve all others. They also serve a run
 * whose hook is another's: other threads share it, and other extensions may keep it. */
#define HP_HOOK_EX_WORKS(make) \
 HP_HOOK_EX_METRICS(make, , HP_WORK_DIRECT) \
 HP_HOOK_EX_METRICS(make, tree_, HP_WORK_DIRECT | HP_WORK_TREE) \
 HP_HOOK_EX_METRICS(make, compensated_, HP_WORK_DIRECT | HP_WORK_COMPENSATED) \
 HP_HOOK_EX_METRICS(make, compensated_tree_, HP_WORK_DIRECT | HP_WORK_COMPENSATED | HP_WORK_TREE)

#define HP_HOOK_EX_METRICS(make, prefix, work) \
 make(prefix##wall, work) make(prefix##cpu, (work) | HP_METRIC_CPU) make(prefix##memory, \
	 (work) | HP_METRIC_MEMORY) make(prefix##both, (work) | HP_METRIC_CPU | HP_METRIC_MEMORY)

/* The hook for a work, in a table of these sixteen and the one for any. */
static inline size_t hp_hook_ex_kind(uint32_t work)
{
	uint32_t metrics = work & (HP_METRIC_CPU | HP_METRIC_MEMORY);
	uint32_t row = (work & HP_WORK_TREE ? 1 : 0) + (work & HP_WORK_COMPENSATED ? 2 : 0);
	uint32_t rest = work & ~(metrics | HP_WORK_TREE | HP_WORK_COMPENSATED);

	return rest == HP_WORK_DIRECT ? metrics / HP_METRIC_CPU + 4 * row : 16;
}

/* The value of zend_execute_ex while profiling. */
extern HP_HIDDEN void (*hp_hook_ex_execute)(zend_execute_data *execute_data);

/* The engine executes it, but it is no call: the trampoline to __call(), which follows, and the creation of a generator,
 * which is called when it is resumed. */
static zend_always_inline bool hp_hook_ex_is_no_call(const zend_execute_data *execute_data)
{
	return UNEXPECTED(execute_data->func->common.fn_flags &
			   (ZEND_ACC_CALL_VIA_TRAMPOLINE | ZEND_ACC_GENERATOR)) &&
		!(ZEND_CALL_INFO(execute_data) & ZEND_CALL_GENERATOR);
}

/* Installs the pointer that is due: the engine's own while any thread is deep on its C stack. Under the lock. */
void hp_hook_ex_point(void);

/* For changes of state that threads share; does nothing without threads. */
void hp_hook_ex_lock(void);
void hp_hook_ex_unlock(void);

/* Hide the hook from the compiler, from the swap of the pointers until they are swapped back. With threads they
 * do nothing: one thread's compiler must not take the pointers away from the others. */
#ifndef ZTS
void hp_hook_hide_start(void);
void hp_hook_hide_leave(void); /* ends what goes on: the pointers are about to be swapped back */
void hp_hook_hide_stop(void);
#else
# define hp_hook_hide_start() ((void) 0)
# define hp_hook_hide_leave() ((void) 0)
# define hp_hook_hide_stop() ((void) 0)
#endif

/* True if hp_hook_step() can be used; next is the value of zend_execute_ex before ours. False: this virtual machine
 * cannot do that, other threads need the pointer, or another extension executes calls. */
bool hp_hook_step_can(void (*next)(zend_execute_data *execute_data));

/* Executes a call in place of execute_ex(), and records it and its callees. Calls that the engine makes from C, of
 * callbacks, generators and destructors, come to our hook as ever. */
void hp_hook_step(zend_execute_data *execute_data);

/* Prepares in MINIT. */
void hp_hook_internal_startup(void);
void hp_hook_internal_shutdown(void);

/* Chooses the handler for a work; nothing is patched. */
void hp_hook_internal_choose(uint32_t work);

/* Swap the handlers of the thread's internal functions, and swap them back. Under the lock. */
void hp_hook_internal_patch(void);
void hp_hook_internal_unpatch(void);

/* Makes room for the thread's symbols of internal functions; frees them at the end of a request. Call it after
 * hp_hook_internal_patch(), which numbers the functions. */
void hp_hook_internal_prepare(hp_hook_state *state);
void hp_hook_internal_deactivate(hp_hook_state *state);

/* The table of frameless calls: copied once, swapped and swapped back. */
#if PHP_VERSION_ID >= 80400
void hp_hook_frameless_copy(void);
void hp_hook_frameless_patch(void);
void hp_hook_frameless_unpatch(void);
void hp_hook_frameless_shutdown(void);
uint32_t hp_hook_frameless_count(void);

/* The number in the first half of the table, for the number the compiler found. With threads only. */
uint32_t hp_hook_frameless_number(uint32_t number);
#else
# define hp_hook_frameless_copy() ((void) 0)
# define hp_hook_frameless_patch() ((void) 0)
# define hp_hook_frameless_unpatch() ((void) 0)
# define hp_hook_frameless_shutdown() ((void) 0)
# define hp_hook_frameless_count() ((uint32_t) 0)
#endif

/* The value of zend_execute_internal while profiling; next is the value before. */
extern HP_HIDDEN void (*hp_hook_internal_execute)(
	zend_execute_data *execute_data, zval *return_value);
extern HP_HIDDEN void (*const hp_hook_internal_executes[])(
	zend_execute_data *execute_data, zval *return_value);
extern HP_HIDDEN void (*hp_hook_internal_next)(zend_execute_data *execute_data, zval *return_value);

/* True for a missing or inaccessible method's closure: it leads to __call(), and is no call. */
bool hp_hook_internal_is_magic(const zend_function *function);

/* In MINIT. From now on, compiled code calls user functions through zend_execute_ex. */
void hp_hook_opcode_startup(void);

/* Reading a property caches that its get hook may run at once, which neither hook sees. These clear what is
 * cached, so that the next read decides anew: everywhere, and where a function reads one. PHP 8.4 and newer. */
void hp_hook_opcode_reset_property_hooks(void);
void hp_hook_opcode_reset_read(const zend_execute_data *reader);

#endif /* HP_HOOK_EX_H */
