/* hp_hook_ex.c: sees calls by swapping the engine's pointers while a profile runs.
 *
 * The pointers are of the process. With threads they are swapped while any thread profiles; the
 * others pass through. */
#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_hook_ex.h"

#include "Zend/zend_fibers.h"
#include "Zend/zend_generators.h"

#ifndef PHP_WIN32
# include <pthread.h>
#endif

/* Calls go unrecorded when this much of the C stack is used, in quarters. */
#define HOOK_EX_STACK_QUARTERS 3

/* Where nobody can tell the size of the C stack. */
#define HOOK_EX_STACK_BYTES ((size_t) 1024 * 1024)

static void (*hook_ex_next)(zend_execute_data *execute_data);

/* How many threads profile, and how many of them builtins. Guarded by the lock. */
static uint32_t hook_ex_users = 0;
static bool hook_ex_has_builtins = false;

/* Whoever took a pointer over while we had it has us in its chain: then we stay there and pass on,
 * and taking the pointer again would have the two of us call each other for ever. */
static bool hook_ex_is_in_chain = false;
static bool hook_ex_is_in_internal_chain = false;

#ifdef ZTS
static MUTEX_T hook_ex_lock;
# define HOOK_EX_LOCK() tsrm_mutex_lock(hook_ex_lock)
# define HOOK_EX_UNLOCK() tsrm_mutex_unlock(hook_ex_lock)
#else
# define HOOK_EX_LOCK()
# define HOOK_EX_UNLOCK()
#endif

#if defined(HAVE_PTHREAD_GETATTR_NP)
static void hook_ex_measure_stack(hp_hook_state *state)
{
	pthread_attr_t attributes;
	void *lowest;
	size_t bytes;

	if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
		return;
	}
	if (pthread_attr_getstack(&attributes, &lowest, &bytes) == 0) {
		state->c_base = (const char *) lowest + bytes;
		state->c_bytes = bytes;
	}
	pthread_attr_destroy(&attributes);
}
#elif defined(__APPLE__)
static void hook_ex_measure_stack(hp_hook_state *state)
{
	state->c_base = pthread_get_stackaddr_np(pthread_self());
	state->c_bytes = pthread_get_stacksize_np(pthread_self());
}
#else
static void hook_ex_measure_stack(hp_hook_state *state)
{
}
#endif

static const char *hook_ex_limit(const char *base, size_t bytes)
{
	return base - bytes / 4 * HOOK_EX_STACK_QUARTERS;
}

/* How deep the C stack in use may get; here is an address near its top. */
static const char *hook_ex_find_limit(const char *here)
{
	hp_hook_state *state = &XHPROF_G(hook);

#ifdef ZEND_CHECK_STACK_LIMIT
	if (EG(stack_limit) != NULL && EG(stack_base) != NULL) {
		const char *base = EG(stack_base);

		return hook_ex_limit(base, (size_t) (base - (const char *) EG(stack_limit)));
	}
#endif
	if (EG(active_fiber) != NULL) {
		/* How much is used is not known where the run began inside a fiber: leave half. */
		return here - EG(fiber_stack_size) / 2;
	}
	if (state->c_base == NULL) {
		hook_ex_measure_stack(state);
	}
	if (state->c_base == NULL) {
		return hook_ex_limit(here, HOOK_EX_STACK_BYTES);
	}

	return hook_ex_limit(state->c_base, state->c_bytes);
}

/* Apart, so that what it needs of the C stack is not in every call's frame. */
static zend_never_inline bool hook_ex_is_too_deep(hp_entry_stack *stack, const char *c_frame)
{
	if (stack->c_limit == HP_ENTRY_LIMIT_UNKNOWN) {
		stack->c_limit = hook_ex_find_limit(c_frame);
	}

	return c_frame < stack->c_limit;
}

/* Only one thread profiles: what it does to the pointers harms no other. */
static bool hook_ex_is_alone(void)
{
	return hook_ex_users == 1;
}

/* Runs a call and all below it without us and so without recursion on the C stack. */
static void hook_ex_run_native(hp_profiler *profiler, zend_execute_data *execute_data)
{
	hp_entry_stack *stack = profiler->stack;
	uint32_t run = profiler->run;
	bool volatile has_failed = false;

	profiler->unrecorded_calls++;
	stack->is_native = true;
	hp_hook_follow(profiler);
	zend_try {
		hook_ex_next(execute_data);
	}
	zend_catch {
		has_failed = true;
	}
	zend_end_try();
	if (profiler->run == run) {
		stack->is_native = false;
		hp_hook_follow(profiler);
	}
	if (has_failed) {
		zend_bailout();
	}
}

/* What the engine executes but nobody called: the way to __call(), which follows, and the making
 * of a generator, which is called when it is resumed. */
static zend_always_inline bool hook_ex_is_no_call(const zend_execute_data *execute_data)
{
	uint32_t flags =
		execute_data->func->common.fn_flags & (ZEND_ACC_CALL_VIA_TRAMPOLINE | ZEND_ACC_GENERATOR);

	return UNEXPECTED(flags != 0) &&
		((flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) ||
			!(ZEND_CALL_INFO(execute_data) & ZEND_CALL_GENERATOR));
}

static void hook_ex_execute(zend_execute_data *execute_data)
{
	hp_profiler *profiler = &XHPROF_G(profiler);
	const char *c_frame = HP_FRAME_ADDRESS();
	uint32_t run = profiler->run;

	if (UNEXPECTED(!profiler->is_recording) || hook_ex_is_no_call(execute_data)) {
		hook_ex_next(execute_data);
		return;
	}
	if (UNEXPECTED(c_frame < profiler->stack->c_limit) &&
		hook_ex_is_too_deep(profiler->stack, c_frame) && hook_ex_is_alone()) {
		hook_ex_run_native(profiler, execute_data);
		return;
	}
	if (UNEXPECTED(!hp_hook_ex_begin(
			profiler, hp_hook_user_symbol(profiler, execute_data), execute_data))) {
		hook_ex_next(execute_data);
		return;
	}
	hook_ex_next(execute_data);
	hp_hook_ex_end(profiler, run, execute_data);
}

#ifndef ZTS /* one thread's compiler must not take the pointers away from the others */
static zend_op_array *(*hook_ex_next_compile)(zend_file_handle *handle, int type);

static void hook_ex_leave_compiler(void);
static void hook_ex_enter_compiler(void);

/* The user's code, called by the compiler: a stream wrapper, an error handler. */
static void hook_ex_execute_from_compiler(zend_execute_data *execute_data)
{
	hook_ex_leave_compiler();
	hook_ex_execute(execute_data);
	hook_ex_enter_compiler();
}

/* While zend_execute_internal is set, the compiler and opcache's optimizer make slower code: no
 * calls of internal functions by the short way, none without frames, none computed in advance. It
 * would stay in opcache for others. So they must not see us. */
static void hook_ex_enter_compiler(void)
{
	if (zend_execute_ex == hook_ex_execute && zend_execute_internal == hp_hook_internal_execute) {
		zend_execute_ex = hook_ex_execute_from_compiler;
		zend_execute_internal = hp_hook_internal_next;
		hp_hook_frameless_unpatch();
	}
}

static void hook_ex_leave_compiler(void)
{
	if (zend_execute_ex == hook_ex_execute_from_compiler) {
		zend_execute_ex = hook_ex_execute;
		zend_execute_internal = hp_hook_internal_execute;
		hp_hook_frameless_patch();
	}
}

static zend_op_array *hook_ex_compile(zend_file_handle *handle, int type)
{
	zend_op_array *volatile code = NULL;
	bool volatile has_failed = false;

	hook_ex_enter_compiler();
	zend_try {
		code = hook_ex_next_compile(handle, type);
	}
	zend_catch {
		has_failed = true;
	}
	zend_end_try();
	hook_ex_leave_compiler();
	if (has_failed) {
		zend_bailout();
	}

	return code;
}
#endif

static void hook_ex_swap_builtins(void)
{
	if (hook_ex_has_builtins) {
		return;
	}
	hook_ex_has_builtins = true;
	hp_hook_internal_patch();
	if (!hook_ex_is_in_internal_chain || zend_execute_internal == NULL) {
		hp_hook_internal_next = zend_execute_internal;
		zend_execute_internal = hp_hook_internal_execute;
		hook_ex_is_in_internal_chain = true;
	}
}

static void hook_ex_swap_back(void)
{
#ifndef ZTS
	hook_ex_leave_compiler();
	if (zend_compile_file == hook_ex_compile) {
		zend_compile_file = hook_ex_next_compile;
		hook_ex_next_compile = NULL;
	}
#endif
	if (zend_execute_ex == hook_ex_execute) {
		zend_execute_ex = hook_ex_next;
	}
	hook_ex_is_in_chain = zend_execute_ex != hook_ex_next;
	if (hook_ex_has_builtins) {
		hook_ex_has_builtins = false;
		hp_hook_internal_unpatch();
		if (zend_execute_internal == hp_hook_internal_execute) {
			zend_execute_internal = hp_hook_internal_next;
		}
		hook_ex_is_in_internal_chain = zend_execute_internal != hp_hook_internal_next;
	}
}

static void hook_ex_swap(void)
{
	if (!hook_ex_is_in_chain || zend_execute_ex == execute_ex) {
		hook_ex_next = zend_execute_ex;
		zend_execute_ex = hook_ex_execute;
		hook_ex_is_in_chain = true;
	}
#ifndef ZTS
	if (hook_ex_next_compile == NULL) {
		hook_ex_next_compile = zend_compile_file;
		zend_compile_file = hook_ex_compile;
	}
#endif
}

static void hook_ex_enable(hp_profiler *profiler)
{
	HOOK_EX_LOCK();
	if (profiler->options.has_builtins) {
		hp_hook_internal_prepare(&XHPROF_G(hook));
	}
	if (hook_ex_users++ == 0) {
		hook_ex_swap();
	}
	if (profiler->options.has_builtins) {
		hook_ex_swap_builtins();
	}
	HOOK_EX_UNLOCK();
	hp_hook_opcode_forget_property_hooks();
}

static void hook_ex_disable(hp_profiler *profiler)
{
	HOOK_EX_LOCK();
	if (--hook_ex_users == 0) {
		hook_ex_swap_back();
	}
	HOOK_EX_UNLOCK();
}

/* A stack that runs a call natively needs the engine's own pointer, any other ours. */
static void hook_ex_follow(hp_profiler *profiler)
{
	bool is_native = profiler->stack->is_native;

	hp_profiler_record(profiler, !is_native);
	if (is_native && zend_execute_ex == hook_ex_execute) {
		zend_execute_ex = hook_ex_next;
	} else if (!is_native && zend_execute_ex == hook_ex_next) {
		zend_execute_ex = hook_ex_execute;
	}
}

static void hook_ex_forget(hp_profiler *profiler, bool was_running)
{
	if (was_running) {
		hook_ex_disable(profiler);
	}
	hp_hook_internal_forget(&XHPROF_G(hook));
}

static void hook_ex_startup(void)
{
#ifdef ZTS
	hook_ex_lock = tsrm_mutex_alloc();
#endif
	hp_hook_internal_startup();
	hp_hook_opcode_startup();
}

static void hook_ex_shutdown(void)
{
	hp_hook_internal_shutdown();
#ifdef ZTS
	tsrm_mutex_free(hook_ex_lock);
#endif
}

const hp_hook hp_hook_ex = {
	"ex",
	hook_ex_startup,
	hook_ex_shutdown,
	hook_ex_enable,
	hook_ex_disable,
	hook_ex_follow,
	hook_ex_forget,
};
