#include "hook/hook.h"

#include "base/interrupt.h"
#include "event/fork.h"
#include "hook/allocator.h"
#include "hook/choose.h"
#include "hook/event.h"
#include "hook/leave.h"
#include "hook/lines.h"
#include "hook/slot.h"
#include "sampler/sample_run.h"
#include "php_xhprof.h"

#include "Zend/zend_observer.h"
#include "Zend/zend_system_id.h"

uint32_t hp_hook_compiler_options = 0;

/* Before MINIT, and where dl() loads the module, there is none. */
static hp_hook_choice choice = {.reason = "not started", .cost = "none"};
static const hp_hook *hook = NULL;

static void hook_off_startup(void)
{
}

static void hook_off_switch(hp_tracer *tracer)
{
}

static void hook_off_deactivate(hp_tracer *tracer, bool was_running)
{
}

static const hp_hook hook_off = {
	"off",
	hook_off_startup,
	hook_off_startup,
	hook_off_switch,
	hook_off_switch,
	hook_off_switch,
	hook_off_deactivate,
};

static const hp_hook *const hooks[] = {NULL, &hook_off, &hp_hook_ex, &hp_hook_observer};

static zend_result (*hook_next_post_startup)(void);

/* All modules have started, and no other thread has. */
static zend_result hook_post_startup(void)
{
	if (choice.kind == HP_HOOK_OBSERVER) {
		hp_hook_observer_post_startup();
	}
	hp_allocator_post_startup();
	hp_hook_event_post_startup();
	hp_sample_run_post_startup();
	hp_hook_leave_post_startup();
	hp_hook_lines_post_startup();
	hp_hook_calibrate_startup();
	hp_interrupt_startup();

	return hook_next_post_startup == NULL ? SUCCESS : hook_next_post_startup();
}

/* Scripts in opcache's file cache were compiled as this hook needs it, with room for our slot. */
static void hook_add_entropy(void)
{
	zend_add_system_entropy("xhprof", hook->name, PHP_XHPROF_VERSION, strlen(PHP_XHPROF_VERSION));
	if (choice.is_beside_jit) {
		zend_add_system_entropy("xhprof", "beside the JIT", "", 0);
	}
}

static void hook_startup_calls(void)
{
	if (choice.is_beside_jit) {
		hp_hook_leave_startup();
	}
	hook->startup();
	hp_hook_compile_startup();
}

void hp_hook_startup(const char *wanted)
{
	choice = hp_hook_choose(wanted);
	hook = hooks[choice.kind];
	hp_allocator_startup(choice.may_jit);
	hp_c_stack_startup();
	hp_hook_slot_startup();
	hook_add_entropy();
	if (choice.kind != HP_HOOK_OFF) {
		hook_startup_calls();
	}
	hp_hook_fiber_startup();
	hp_hook_event_startup();
	hp_hook_gc_startup();
	hp_sample_run_startup();
	hp_event_fork_startup();
	hook_next_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = hook_post_startup;
}

void hp_hook_startup_late(void)
{
	hp_interrupt_startup();
	choice.reason = "loaded by dl(); load it in php.ini instead";
	hp_sample_run_refuse(choice.reason);
}

void hp_hook_begin(void)
{
	hp_hook_leave_begin(XHPROF_G(leave));
}

void hp_hook_free(hp_hook_state *state)
{
	hp_vector_free(&state->caches);
}

void hp_hook_shutdown(void)
{
	if (hook != NULL) {
		hp_hook_gc_shutdown();
	}
	if (hook != NULL && choice.kind != HP_HOOK_OFF) {
		hp_hook_leave_shutdown();
		hp_hook_compile_shutdown();
		hook->shutdown();
	}
	hp_hook_event_shutdown();
	hp_allocator_shutdown();
}

const char *hp_hook_name(void)
{
	return hook == NULL ? "off" : hook->name;
}

bool hp_hook_has_opcache(void)
{
	return choice.has_opcache && zend_ini_long("opcache.enable", strlen("opcache.enable"), 0) != 0;
}

bool hp_hook_has_jit(void)
{
	return choice.may_jit && hp_hook_has_opcache();
}

const char *hp_hook_reason(void)
{
	return choice.reason;
}

const char *hp_hook_cost(void)
{
	return choice.cost;
}

const char *hp_hook_lines_refused(void)
{
	return hook == NULL || choice.kind == HP_HOOK_OFF ? choice.reason
													  : hp_hook_lines_foreseen(&choice);
}

/* Why a run with these options cannot start; NULL: it can. */
static const char *hook_refusal(const hp_trace_options *options)
{
	const char *refusal = NULL;

	if (hook == NULL) {
		return choice.reason;
	}
	if (!options->is_untraced) {
		refusal = choice.kind == HP_HOOK_OFF
			? "xhprof.hook=off: calls are not seen; samples and the mode \"alloc\" need no hook"
			: hp_hook_leave(XHPROF_G(leave));
	}
	if (refusal == NULL && options->lines.all.count > 0) {
		refusal = hp_hook_lines_refusal(&choice);
	}

	return refusal == NULL && options->alloc_mode != HP_LIVE_OFF ? hp_allocator_refusal() : refusal;
}

/* True if the costs are those of such a run. */
static bool hook_is_calibrated(const hp_overhead *overhead, const hp_trace_options *options)
{
	return overhead->is_calibrated && overhead->metrics == options->metrics &&
		overhead->mode == (uint32_t) options->mode;
}

zend_result hp_hook_enable(hp_tracer *tracer, const hp_trace_options *options, const char **error)
{
	*error = hook_refusal(options);
	if (*error != NULL) {
		return FAILURE;
	}
	if ((options->is_compensated || (options->is_beside && !options->is_untraced)) &&
		!hook_is_calibrated(&tracer->overhead, options)) {
		hp_hook_calibrate(tracer, hook, options);
	}
	hp_tracer_start(tracer, options);
	hp_hook_fiber_enter(tracer);
	if (!options->is_untraced) {
		hook->enable(tracer);
	}
	hp_tracer_begin_root(tracer);
	if (options->alloc_mode != HP_LIVE_OFF) {
		hp_allocator_enable(tracer);
	}

	return SUCCESS;
}

static void hook_stop(hp_tracer *tracer)
{
	hp_allocator_disable(tracer);
	hp_hook_lines_forget();
	hp_tracer_stop(tracer);
	if (!tracer->options.is_untraced) {
		hook->disable(tracer);
	}
}

const char *hp_hook_disable(hp_tracer *tracer)
{
	if (tracer->is_armed) {
		hook_stop(tracer);
		return NULL;
	}

	return "an extension switched to a coroutine without notifying PHP, and the profile ends there; "
		   "take samples, or let it notify PHP (swoole.enable_fiber_mock)";
}

bool hp_hook_lose(hp_tracer *tracer)
{
	if (hp_hook_fiber_has_frames(tracer)) {
		return false;
	}
	tracer->unrecorded_calls++;
	hook_stop(tracer);
	/* The engine's list of observed frames mixes both stacks, and would be walked at the end. */
	if (choice.kind == HP_HOOK_OBSERVER) {
		zend_observer_activate();
	}

	return true;
}

void hp_hook_follow(hp_tracer *tracer)
{
	hook->follow(tracer);
}

void hp_hook_deactivate(hp_tracer *tracer)
{
	bool was_running = tracer->is_armed && !tracer->options.is_untraced;

	hp_allocator_disable(tracer);
	hp_allocator_deactivate();
	hp_hook_lines_forget();
	if (tracer->is_armed) {
		hp_tracer_stop(tracer);
	}
	if (hook != NULL) {
		hook->deactivate(tracer, was_running);
	}
	hp_hook_leave_end(XHPROF_G(leave));
	hp_tracer_free(tracer);
}
