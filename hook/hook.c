#include "hook/hook.h"

#include "hook/allocator.h"
#include "hook/slot.h"
#include "sample/sampler.h"
#include "php_xhprof.h"

#include "SAPI.h"
#include "Zend/zend_extensions.h"
#include "Zend/zend_observer.h"
#include "Zend/zend_system_id.h"

uint32_t hp_hook_compiler_options = 0;

static const hp_hook *hook = NULL;
static const char *hook_reason = "not started";

static const char *hook_ini(const char *name, const char *fallback)
{
	zval *entry = cfg_get_entry(name, strlen(name));

	return entry != NULL && Z_TYPE_P(entry) == IS_STRING ? Z_STRVAL_P(entry) : fallback;
}

static bool hook_ini_is_on(const char *name, bool fallback)
{
	zend_string *text;
	bool is_on;
	const char *value = hook_ini(name, NULL);

	if (value == NULL) {
		return fallback;
	}
	text = zend_string_init(value, strlen(value), true);
	is_on = zend_ini_parse_bool(text);
	zend_string_release_ex(text, true);

	return is_on;
}

static bool hook_has_opcache(void)
{
	bool is_cli = strcmp(sapi_module.name, "cli") == 0 || strcmp(sapi_module.name, "phpdbg") == 0;

#if PHP_VERSION_ID < 80500 /* since then it is part of PHP */
	if (zend_get_extension("Zend OPcache") == NULL) {
		return false;
	}
#endif
	return hook_ini_is_on("opcache.enable", true) &&
		(!is_cli || hook_ini_is_on("opcache.enable_cli", false));
}

/* True if the JIT is on or ini_set() may switch it on. Asked before opcache has started. */
static bool hook_may_jit(void)
{
#if PHP_VERSION_ID >= 80400
	const char *buffer = hook_ini("opcache.jit_buffer_size", "64M");
	const char *jit = hook_ini("opcache.jit", "disable");
#else
	const char *buffer = hook_ini("opcache.jit_buffer_size", "0");
	const char *jit = hook_ini("opcache.jit", "tracing");
#endif

	return hook_has_opcache() && ZEND_STRTOL(buffer, NULL, 0) != 0 &&
		strcasecmp(jit, "disable") != 0;
}

static const hp_hook *hook_choose(const char *wanted)
{
	bool may_jit = hook_may_jit();

	if (strcmp(wanted, "off") == 0) {
		hook_reason = "xhprof.hook=off";
		return NULL;
	}
	if (strcmp(wanted, "observer") == 0) {
		hook_reason = "xhprof.hook=observer";
		return &hp_hook_observer;
	}
	if (strcmp(wanted, "ex") == 0) {
		hook_reason = "xhprof.hook=ex";
		if (may_jit) {
			zend_error(E_CORE_WARNING,
				"xhprof.hook=ex cannot see calls that the JIT compiled; "
				"using xhprof.hook=observer");
			hook_reason = "xhprof.hook=ex, but the JIT is on";
		}
	} else {
		hook_reason = may_jit ? "auto: the JIT may run" : "auto: the JIT cannot run";
		if (strcmp(wanted, "auto") != 0) {
			zend_error(E_CORE_WARNING,
				"xhprof.hook must be \"auto\", \"ex\", \"observer\" or \"off\", "
				"not \"%s\"; using \"auto\"",
				wanted);
		}
	}

	return may_jit ? &hp_hook_observer : &hp_hook_ex;
}

static zend_result (*hook_next_post_startup)(void);

/* All modules have started, and no other thread has. */
static zend_result hook_post_startup(void)
{
	if (hook == &hp_hook_observer) {
		hp_hook_observer_post_startup();
	}
	hp_allocator_post_startup();
	hp_sampler_post_startup();
	hp_hook_calibrate_startup();

	return hook_next_post_startup == NULL ? SUCCESS : hook_next_post_startup();
}

void hp_hook_startup(const char *wanted)
{
	hook = hook_choose(wanted);
	hp_allocator_startup();
	hp_c_stack_startup();
	if (hook == NULL) {
		hp_sampler_refuse(hook_reason);
		return;
	}
	hp_hook_slot_startup();
	/* Scripts in opcache's file cache were compiled as this hook needs it. */
	zend_add_system_entropy("xhprof", hook->name, PHP_XHPROF_VERSION, strlen(PHP_XHPROF_VERSION));
	hook->startup();
	hp_hook_compile_startup();
	hp_hook_fiber_startup();
	hp_sampler_startup();
	hook_next_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = hook_post_startup;
}

void hp_hook_startup_late(void)
{
	hook_reason = "loaded by dl(); load it in php.ini instead";
	hp_sampler_refuse(hook_reason);
}

void hp_hook_free(hp_hook_state *state)
{
	hp_vector_free(&state->caches);
}

void hp_hook_shutdown(void)
{
	if (hook != NULL) {
		hp_hook_compile_shutdown();
		hook->shutdown();
	}
	hp_allocator_shutdown();
}

const char *hp_hook_name(void)
{
	return hook == NULL ? "off" : hook->name;
}

const char *hp_hook_reason(void)
{
	return hook_reason;
}

const char *hp_hook_refusal(void)
{
	return hook == NULL ? hook_reason : NULL;
}

zend_result hp_hook_enable(hp_tracer *tracer, const hp_trace_options *options, const char **error)
{
	*error = hp_hook_refusal();
	if (*error != NULL) {
		return FAILURE;
	}
	if (options->alloc_mode != HP_LIVE_OFF) {
		*error = hp_allocator_refusal(hook_may_jit());
		if (*error != NULL) {
			return FAILURE;
		}
	}
	if (options->is_compensated && !tracer->overhead.is_calibrated) {
		hp_hook_calibrate(tracer, hook);
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
	hp_tracer_stop(tracer);
	if (!tracer->options.is_untraced) {
		hook->disable(tracer);
	}
}

void hp_hook_disable(hp_tracer *tracer)
{
	if (tracer->is_armed) {
		hook_stop(tracer);
		return;
	}
	php_error_docref(NULL, E_WARNING,
		"an extension switched to a coroutine without notifying PHP, and the profile ends there; "
		"take samples, or let it notify PHP (swoole.enable_fiber_mock)");
}

bool hp_hook_lose(hp_tracer *tracer)
{
	if (hp_hook_fiber_has_frames(tracer)) {
		return false;
	}
	tracer->unrecorded_calls++;
	hook_stop(tracer);
	/* The engine's list of observed frames mixes both stacks, and would be walked at the end. */
	if (hook == &hp_hook_observer) {
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
	if (tracer->is_armed) {
		hp_tracer_stop(tracer);
	}
	if (hook != NULL) {
		hook->deactivate(tracer, was_running);
	}
	hp_tracer_free(tracer);
}
