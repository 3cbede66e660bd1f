/* ex.c: sees calls by swapping the engine's pointers while a profile runs.
 *
 * The pointers belong to the process. With threads, they are swapped while any thread profiles, and
 * the calls of other threads pass through. */
#include "hook/ex.h"

#include "hook/ex_call.h"
#include "hook/ex_pointer.h"
#include "hook/frameless.h"
#include "hook/hide.h"
#include "hook/internal.h"
#include "hook/lines.h"
#include "hook/opcode.h"
#include "hook/slot.h"
#include "hook/stop.h"
#include "php_xhprof.h"

/* Number of threads that record internal functions. Guarded by the lock. */
static uint32_t hook_ex_builtin_users = 0;

/* An extension that took zend_execute_internal over has our function in its chain, and it stays
 * there: see hook/ex_pointer.c. */
static bool hook_ex_is_in_internal_chain = false;
static bool hook_ex_was_internal_taken = false; /* that has ever happened */

/* Before 8.3, each thread has its own copies of internal functions. */
#if defined(ZTS) && PHP_VERSION_ID < 80300
# define HOOK_EX_COPIES_FUNCTIONS 1
#else
# define HOOK_EX_COPIES_FUNCTIONS 0
#endif

/* The engine tests zend_execute_internal, then calls it. Optimized code reads it once for both. In
 * a debug build, another thread may restore it in between, so there it stays ours. */
#if defined(ZTS) && ZEND_DEBUG
# define HOOK_EX_KEEPS_INTERNAL 1
#else
# define HOOK_EX_KEEPS_INTERNAL 0
#endif

static zend_always_inline void hook_ex_go_on(zend_execute_data *execute_data)
{
	void (*next)(zend_execute_data *) = HP_THREADS_READ(&hp_hook_ex_next);

	next(execute_data);
}

/* A separate function, so that its C stack is not part of every call's frame. */
static zend_never_inline bool hook_ex_is_too_deep(hp_tracer *tracer, const char *c_frame)
{
	hp_entry_stack *stack = tracer->stack;

	if (hp_hook_is_lost(tracer)) {
		return true;
	}
	if (stack->c_limit == HP_ENTRY_LIMIT_UNKNOWN) {
		stack->c_limit = hp_c_stack_limit(&XHPROF_G(hook)->c_stack, c_frame);
	}

	return c_frame < stack->c_limit;
}

/* Runs a call and all its callees without recording them, and without recursion on the C stack. */
static void hook_ex_run_native(hp_tracer *tracer, zend_execute_data *execute_data)
{
	hp_entry_stack *volatile stack = hp_tracer_has_calls(tracer) ? tracer->stack : NULL;
	uint32_t volatile generation = tracer->generation;
	bool volatile has_failed = false;

	if (tracer->is_recording) {
		tracer->unrecorded_calls++;
	}
	if (stack != NULL) {
		stack->is_native = true;
		hp_tracer_record(tracer, false);
	}
	hp_hook_ex_set_native(XHPROF_G(hook), true);
	zend_try {
		hook_ex_go_on(execute_data);
	}
	zend_catch {
		has_failed = true;
	}
	zend_end_try();
	/* Otherwise a run began or ended within the call, and has set the state itself. */
	if (tracer->generation == generation) {
		if (stack != NULL) {
			stack->is_native = false;
			hp_tracer_record(tracer, true);
		}
		hp_hook_ex_set_native(XHPROF_G(hook), false);
	}
	if (has_failed) {
		hp_bailout_again();
	}
}

/* Forgets the limit, as the innermost stack of calls continues on another C stack. */
static void hook_ex_forget_limit(hp_tracer *tracer)
{
	if (hp_tracer_has_calls(tracer)) {
		tracer->stack->c_limit = HP_ENTRY_LIMIT_UNKNOWN;
	}
}

static void hook_ex_execute_any(zend_execute_data *execute_data);

static void hook_ex_run_on_segment(void *context)
{
	hook_ex_forget_limit(XHPROF_G(tracer));
	hook_ex_execute_any(context);
}

static void hook_ex_run_back(void *context)
{
	hook_ex_forget_limit(XHPROF_G(tracer));
}

/* Runs a call that is too deep: on a segment or, if it is on one already, natively. A stack and one
 * segment are enough memory: an endless recursion must end as it does without the profiler. */
static void hook_ex_run_deep(
	hp_tracer *tracer, zend_execute_data *execute_data, const char *c_frame)
{
	hp_segments *segments = &XHPROF_G(hook)->c_stack.segments;

	if (!hp_tracer_has_calls(tracer) || hp_segment_limit(segments, c_frame) != NULL ||
		!hp_segment_run(segments, hook_ex_run_on_segment, hook_ex_run_back, execute_data)) {
		hook_ex_run_native(tracer, execute_data);
	}
}

/* True if a call that is not recorded is too deep. This thread's run is paused, or another thread
 * swapped the pointer. */
static zend_never_inline bool hook_ex_is_passing_too_deep(hp_tracer *tracer, const char *c_frame)
{
	if (hp_tracer_has_calls(tracer)) {
		return hook_ex_is_too_deep(tracer, c_frame);
	}
#ifdef ZTS
	return c_frame < hp_c_stack_limit(&XHPROF_G(hook)->c_stack, c_frame);
#else
	return false; /* another extension has our hook in its chain, and recurses itself */
#endif
}

/* Runs a call that is not recorded; its callees belong to its caller. Not inlined, and called last,
 * so that it takes our hook's place on the C stack. */
static zend_never_inline void hook_ex_execute_ignored(
	hp_tracer *tracer, zend_execute_data *execute_data)
{
	hp_entry_stack *stack = tracer->stack;
	const void *outer_id = stack->ignored_id;
	ptrdiff_t outer_depth = stack->ignored_depth;
	uint32_t generation = tracer->generation;

	stack->ignored_id = execute_data;
	stack->ignored_depth = stack->top - stack->base;
	hook_ex_go_on(execute_data);
	if (tracer->generation == generation) {
		stack->ignored_id = outer_id;
		stack->ignored_depth = outer_depth;
	}
}

/* Runs a call, and records it unless it is ignored. It also takes our hook's place on the C
 * stack. */
static zend_never_inline void hook_ex_execute_call(zend_execute_data *execute_data)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	uint32_t run = tracer->open_run;
	hp_symbol *symbol = hp_hook_user_symbol(tracer, execute_data);
	bool is_begun = EXPECTED(hp_hook_ex_begin_any(tracer, symbol, execute_data));

	if (UNEXPECTED(symbol->special & HP_SYMBOL_HAS_LINES)) {
		hp_hook_lines_expect(tracer, execute_data);
	}
	if (!is_begun) {
		hook_ex_execute_ignored(tracer, execute_data);
		return;
	}
	hook_ex_go_on(execute_data);
	hp_hook_ex_end(tracer, tracer->work, run, execute_data);
}

static zend_never_inline void hook_ex_execute_any(zend_execute_data *execute_data)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	const char *c_frame = HP_FRAME_ADDRESS();

	if (UNEXPECTED(!tracer->is_recording)) {
		if (hook_ex_is_passing_too_deep(tracer, c_frame)) {
			hook_ex_run_deep(tracer, execute_data, c_frame);
		} else {
			hook_ex_go_on(execute_data);
		}
		return;
	}
	if (hp_hook_ex_is_no_call(execute_data)) {
		hook_ex_go_on(execute_data);
		return;
	}
	if (UNEXPECTED(c_frame < tracer->stack->c_limit) && hook_ex_is_too_deep(tracer, c_frame)) {
		hook_ex_run_deep(tracer, execute_data, c_frame);
		return;
	}
	hook_ex_execute_call(execute_data);
}

/* Runs and records a call in a run with that work. In any other run, the open stack's limit is
 * above every C frame, so the first test fails. Keeps only the frame across the call, as each
 * further register would be saved on the C stack. */
static zend_always_inline void hook_ex_execute(zend_execute_data *execute_data, uint32_t work)
{
	hp_entry_stack *stack = XHPROF_G(open).user;
	hp_symbol *symbol;

	if (UNEXPECTED(HP_C_STACK_POINTER() < stack->c_limit) || hp_hook_ex_is_no_call(execute_data) ||
		UNEXPECTED((symbol = hp_hook_known_symbol(execute_data)) == NULL)) {
		hook_ex_execute_any(execute_data);
		return;
	}
	if (UNEXPECTED(!hp_hook_ex_is_caller(stack, execute_data->prev_execute_data)) ||
		UNEXPECTED(!hp_hook_ex_begin(stack, work, symbol, execute_data, HP_OVERHEAD_USER))) {
		hook_ex_execute_call(execute_data);
		return;
	}
	hook_ex_go_on(execute_data);
	hp_hook_ex_end_made(
		XHPROF_G(tracer), XHPROF_G(open).user, work, execute_data, HP_OVERHEAD_USER);
}

#define HOOK_EX_EXECUTE(name, work) \
 static void hook_ex_execute_##name(zend_execute_data *execute_data) \
 { \
  hook_ex_execute(execute_data, work); \
 }
#define HOOK_EX_EXECUTE_NAME(name, work) hook_ex_execute_##name,

HP_HOOK_EX_WORKS(HOOK_EX_EXECUTE)

static void (*const hook_ex_executes[])(zend_execute_data *) = {
	HP_HOOK_EX_WORKS(HOOK_EX_EXECUTE_NAME) hook_ex_execute_any};

static void hook_ex_swap_builtins(uint32_t work)
{
	hp_hook_frameless_patch();
	if (!hook_ex_is_in_internal_chain || zend_execute_internal == NULL) {
		/* The functions made for a work do not check for another extension's function. */
		hp_hook_internal_execute =
			hp_hook_internal_executes[hp_hook_ex_kind(zend_execute_internal == NULL ? work : 0)];
		HP_SHARED_WRITE(&hp_hook_internal_next, zend_execute_internal);
		HP_SHARED_WRITE(&zend_execute_internal, hp_hook_internal_execute);
		hook_ex_is_in_internal_chain = true;
	}
}

static void hook_ex_unhook_internal(void)
{
	if (zend_execute_internal == hp_hook_internal_execute) {
		HP_SHARED_WRITE(&zend_execute_internal, hp_hook_internal_next);
	}
	hook_ex_is_in_internal_chain = zend_execute_internal != hp_hook_internal_next;
	hook_ex_was_internal_taken |= hook_ex_is_in_internal_chain;
}

static void hook_ex_swap_builtins_back(void)
{
	hp_hook_hide_show();
	hp_hook_frameless_unpatch();
	if (!HOOK_EX_KEEPS_INTERNAL) {
		hook_ex_unhook_internal();
	}
}

/* Tells the tracer whether the installed hooks are made for its run. The first of the threads that
 * profile now has chosen them. A hook that was ever in another extension's chain may be called
 * besides those in use. */
static void hook_ex_expect_made(hp_tracer *tracer)
{
	size_t kind = hp_hook_ex_kind(tracer->work);
	bool is_made = kind < hp_hook_ex_kind(0);

	hp_tracer_expect_made(tracer,
		is_made && !hp_hook_ex_was_taken() && hp_hook_ex_execute == hook_ex_executes[kind],
		is_made && !hook_ex_was_internal_taken && hp_hook_internal_is_made(kind));
}

static void hook_ex_enable(hp_tracer *tracer)
{
	hp_hook_state *state = XHPROF_G(hook);

	hp_hook_ex_set_native(state, false); /* a new run begins, at any depth */
	hp_hook_ex_lock();
	if (hp_hook_ex_add_user()) {
		hp_hook_ex_swap(hook_ex_executes[hp_hook_ex_kind(tracer->work)]);
		hp_hook_hide_start();
	}
	if (tracer->options.has_builtins) {
		if (hook_ex_builtin_users == 0) {
			hp_hook_internal_choose(tracer->work);
		}
		if (HOOK_EX_COPIES_FUNCTIONS || hook_ex_builtin_users == 0) {
			hp_hook_internal_patch();
		}
		hp_hook_internal_prepare(state);
		if (hook_ex_builtin_users++ == 0) {
			hook_ex_swap_builtins(tracer->work);
		}
	}
	hook_ex_expect_made(tracer);
	hp_hook_ex_point();
	hp_hook_ex_note_others(state);
	hp_hook_ex_unlock();
	hp_hook_opcode_reset_property_hooks();
}

static void hook_ex_disable(hp_tracer *tracer)
{
	hp_hook_state *state = XHPROF_G(hook);

	hp_hook_ex_set_native(state, false);
	hp_hook_ex_lock();
	tracer->unrecorded_calls += hp_hook_ex_others_since(state);
	if (tracer->options.has_builtins) {
		if (--hook_ex_builtin_users == 0) {
			hook_ex_swap_builtins_back();
		}
		if (HOOK_EX_COPIES_FUNCTIONS || hook_ex_builtin_users == 0) {
			hp_hook_internal_unpatch();
		}
	}
	if (hp_hook_ex_drop_user()) {
		hp_hook_hide_stop();
		hp_hook_ex_swap_back();
	}
	hp_hook_ex_unlock();
	hp_segment_free_idle(&state->c_stack.segments);
}

/* A stack that runs a call natively needs the engine's pointer, any other stack needs ours. */
static void hook_ex_follow(hp_tracer *tracer)
{
	bool is_native = tracer->stack->is_native;

	hp_tracer_record(tracer, !is_native);
	hp_hook_ex_set_native(XHPROF_G(hook), is_native);
}

static void hook_ex_deactivate(hp_tracer *tracer, bool was_running)
{
	hp_hook_state *state = XHPROF_G(hook);

	if (was_running) {
		hook_ex_disable(tracer);
	}
	/* A fiber's stack may have been freed without returning from its calls. */
	hp_hook_ex_set_native(state, false);
	hp_hook_internal_deactivate(state);
	hp_segment_free_all(&state->c_stack.segments);
}

#ifdef ZTS
static zend_result (*hook_ex_next_post_startup)(void);

/* Runs when all extensions have started, before any other thread has. Values set here are visible
 * to other threads from their start, so a thread that enters our hook because another one swapped
 * the pointer needs no lock. */
static zend_result hook_ex_post_startup(void)
{
	hp_hook_ex_next = zend_execute_ex;
	hp_hook_internal_next = zend_execute_internal;
	hp_hook_frameless_copy();
	/* This creates the patch of each function. */
	hp_hook_internal_patch();
	hp_hook_internal_unpatch();

	return hook_ex_next_post_startup == NULL ? SUCCESS : hook_ex_next_post_startup();
}
#endif

static void hook_ex_startup(void)
{
#ifdef ZTS
	hook_ex_next_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = hook_ex_post_startup;
#endif
	hp_hook_internal_startup();
	hp_hook_opcode_startup();
}

static void hook_ex_shutdown(void)
{
	if (HOOK_EX_KEEPS_INTERNAL) {
		hook_ex_unhook_internal();
	}
	hp_hook_internal_shutdown();
}

const hp_hook hp_hook_ex = {
	"ex",
	hook_ex_startup,
	hook_ex_shutdown,
	hook_ex_enable,
	hook_ex_disable,
	hook_ex_follow,
	hook_ex_deactivate,
};
