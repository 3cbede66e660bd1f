#include "hook/start.h"

#include "base/interrupt.h"
#include "base/stack_bounds.h"
#include "event/fork.h"
#include "hook/allocator.h"
#include "hook/calibrate.h"
#include "hook/compile.h"
#include "hook/event.h"
#include "hook/event_sql.h"
#include "hook/ex.h"
#include "hook/fiber.h"
#include "hook/gc.h"
#include "hook/bypass.h"
#include "hook/lines.h"
#include "hook/observer.h"
#include "hook/slot.h"
#include "hook/state.h"
#include "sampler/sample_run.h"
#include "trace/call_run.h"
#include "php_xhprof.h"

#include "Zend/zend_system_id.h"

static void start_off_switch(hp_tracer *tracer)
{
}

static void start_off_deactivate(hp_tracer *tracer, bool was_running)
{
}

/* It is neither started up nor shut down. */
static const hp_hook start_off = {
	.name = "off",
	.enable = start_off_switch,
	.disable = start_off_switch,
	.follow = start_off_switch,
	.deactivate = start_off_deactivate,
};

static const hp_hook *const start_hooks[] = {NULL, &start_off, &hp_hook_ex, &hp_hook_observer};

static zend_result (*start_next_post_startup)(void);

/* Runs when all modules have started, before any other thread has. */
static zend_result start_post_startup(void)
{
	if (hp_hook_choice_in_force()->kind == HP_HOOK_OBSERVER) {
		hp_hook_observer_post_startup();
	}
	hp_allocator_post_startup();
	hp_hook_event_sql_startup();
	hp_sample_run_post_startup();
	hp_hook_bypass_post_startup();
	hp_hook_lines_post_startup();
	hp_hook_calibrate_startup();
	hp_interrupt_startup();

	return start_next_post_startup == NULL ? SUCCESS : start_next_post_startup();
}

/* Scripts in opcache's file cache are compiled for a hook and have room for our slot, so the cache
 * is kept separate for each hook. */
static void start_add_entropy(const hp_hook *hook, const hp_hook_choice *choice)
{
	zend_add_system_entropy("xhprof", hook->name, PHP_XHPROF_VERSION, strlen(PHP_XHPROF_VERSION));
	if (choice->is_beside_jit) {
		zend_add_system_entropy("xhprof", "beside the JIT", "", 0);
	}
}

static void start_calls(const hp_hook *hook, const hp_hook_choice *choice)
{
	if (choice->is_beside_jit) {
		hp_hook_bypass_startup();
	}
	hook->startup();
	hp_hook_compile_startup();
}

void hp_hook_startup(const char *wanted)
{
	hp_hook_choice choice = hp_hook_choose(wanted);
	const hp_hook *hook = start_hooks[choice.kind];

	hp_hook_state_set(hook, &choice);
	hp_allocator_startup(choice.may_jit);
	hp_stack_bounds_startup();
	hp_hook_slot_startup();
	start_add_entropy(hook, &choice);
	if (choice.kind != HP_HOOK_OFF) {
		start_calls(hook, &choice);
	}
	hp_hook_fiber_startup();
	hp_hook_event_startup();
	hp_hook_gc_startup();
	hp_sample_run_startup();
	hp_event_fork_startup();
	start_next_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = start_post_startup;
}

void hp_hook_startup_late(void)
{
	static const hp_hook_choice choice = {
		.reason = "loaded by dl(); load it in php.ini instead", .cost = "none"};

	hp_interrupt_startup();
	hp_hook_state_set(NULL, &choice);
	hp_sample_run_refuse(choice.reason);
}

void hp_hook_shutdown(void)
{
	const hp_hook *hook = hp_hook_in_force();

	if (hook != NULL) {
		hp_hook_gc_shutdown();
	}
	if (hook != NULL && hook != &start_off) {
		hp_hook_bypass_shutdown();
		hp_hook_compile_shutdown();
		hook->shutdown();
	}
	hp_allocator_shutdown();
}

const char *hp_hook_lines_refused(void)
{
	const hp_hook *hook = hp_hook_in_force();

	return hook == NULL || hook == &start_off ? hp_hook_reason()
											  : hp_hook_lines_foreseen(hp_hook_choice_in_force());
}

/* Returns the reason in English why a run with these options cannot start; NULL if it can. */
static const char *start_refusal(const hp_trace_options *options)
{
	const hp_hook *hook = hp_hook_in_force();
	const char *refusal = NULL;

	if (hook == NULL) {
		return hp_hook_reason();
	}
	if (!options->is_untraced) {
		refusal = hook == &start_off
			? "xhprof.hook=off: calls are not recorded; samples and the mode \"alloc\" need no hook"
			: hp_hook_bypass(XHPROF_G(bypass));
	}
	if (refusal == NULL && options->lines.all.count > 0) {
		refusal = hp_hook_lines_refusal(hp_hook_choice_in_force());
	}

	return refusal == NULL && options->alloc_mode != HP_LIVE_OFF ? hp_allocator_refusal() : refusal;
}

/* True if the costs were calibrated for such a run. */
static bool start_is_calibrated(const hp_overhead *overhead, const hp_trace_options *options)
{
	return overhead->is_calibrated && overhead->metrics == options->metrics &&
		overhead->mode == (uint32_t) options->mode &&
		overhead->alloc_mode == (uint32_t) options->alloc_mode;
}

zend_result hp_hook_enable(hp_tracer *tracer, const hp_trace_options *options, const char **error)
{
	const hp_hook *hook = hp_hook_in_force();

	*error = start_refusal(options);
	if (*error != NULL) {
		return FAILURE;
	}
	if ((options->is_compensated || (options->is_beside && !options->is_untraced)) &&
		!start_is_calibrated(&tracer->overhead, options)) {
		hp_hook_calibrate(tracer, hook, options);
	}
	hp_call_run_start(tracer, options);
	hp_hook_fiber_add_all(tracer);
	if (!options->is_untraced) {
		hook->enable(tracer);
	}
	hp_hook_event_watch_timeline(tracer, options->mode == HP_TRACE_TIMELINE);
	hp_call_run_begin_root(tracer);
	if (options->alloc_mode != HP_LIVE_OFF) {
		hp_allocator_enable(tracer);
	}

	return SUCCESS;
}

void hp_hook_deactivate(hp_tracer *tracer)
{
	const hp_hook *hook = hp_hook_in_force();
	bool was_running = hp_tracer_has_calls(tracer);

	hp_allocator_disable(tracer);
	hp_allocator_deactivate();
	hp_hook_lines_forget();
	hp_hook_event_watch_timeline(tracer, false);
	if (tracer->is_armed) {
		hp_call_run_stop(tracer);
	}
	if (hook != NULL) {
		hook->deactivate(tracer, was_running);
	}
	hp_hook_bypass_deactivate(XHPROF_G(bypass));
	hp_call_run_free(tracer);
}
