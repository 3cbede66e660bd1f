#include "hook/choose.h"

#include "SAPI.h"
#include "Zend/zend_extensions.h"

static const char *choose_ini(const char *name, const char *fallback)
{
	zval *entry = cfg_get_entry(name, strlen(name));

	return entry != NULL && Z_TYPE_P(entry) == IS_STRING ? Z_STRVAL_P(entry) : fallback;
}

static bool choose_ini_is_on(const char *name, bool fallback)
{
	zend_string *text;
	bool is_on;
	const char *value = choose_ini(name, NULL);

	if (value == NULL) {
		return fallback;
	}
	text = zend_string_init(value, strlen(value), true);
	is_on = zend_ini_parse_bool(text);
	zend_string_release_ex(text, true);

	return is_on;
}

static bool choose_is_phpdbg(void)
{
	return strcmp(sapi_module.name, "phpdbg") == 0;
}

static bool choose_has_opcache(void)
{
	bool is_cli = strcmp(sapi_module.name, "cli") == 0 || choose_is_phpdbg();

#if PHP_VERSION_ID < 80500 /* since 8.5 it is part of PHP */
	if (zend_get_extension("Zend OPcache") == NULL) {
		return false;
	}
#endif
	return choose_ini_is_on("opcache.enable", true) &&
		(!is_cli || choose_ini_is_on("opcache.enable_cli", false));
}

static bool choose_may_jit(void)
{
#if PHP_VERSION_ID >= 80400
	const char *buffer = choose_ini("opcache.jit_buffer_size", "64M");
	const char *jit = choose_ini("opcache.jit", "disable");
#else
	const char *buffer = choose_ini("opcache.jit_buffer_size", "0");
	const char *jit = choose_ini("opcache.jit", "tracing");
#endif

	return ZEND_STRTOL(buffer, NULL, 0) != 0 && strcasecmp(jit, "disable") != 0 &&
		!choose_ini_is_on("opcache.file_cache_only", false);
}

static bool choose_is_run(void)
{
	return choose_ini("xhprof.run", "")[0] != '\0';
}

/* True if php.ini profiles the calls of whole requests. */
static bool choose_is_auto(void)
{
	const char *when = choose_ini("xhprof.auto", "off");

	return (strcasecmp(when, "always") == 0 || strcasecmp(when, "trigger") == 0) &&
		strcasecmp(choose_ini("xhprof.auto_mode", ""), "sample") != 0;
}

#ifndef ZTS
static bool choose_is_each(void)
{
	return strcasecmp(choose_ini("xhprof.auto", "off"), "always") == 0 ||
		ZEND_STRTOL(choose_ini("xhprof.sample_rate", "0"), NULL, 10) == 1;
}
#endif

/* Returns the reason why requests whose calls php.ini profiles must not bypass opcache; NULL if
 * they bypass it, or there are none. */
static const char *choose_stay(void)
{
	if ((choose_is_run() || choose_is_auto()) && choose_ini("opcache.preload", "")[0] != '\0') {
		return "auto: the JIT may run code that opcache.preload loads";
	}
	if (choose_is_run() || !choose_is_auto()) {
		return NULL;
	}
#ifdef ZTS
	return "auto: other threads may run the JIT's code";
#else
	return choose_is_each() ? "auto: each request is profiled, and may use the JIT" : NULL;
#endif
}

/* True if something else executes calls, such as phpdbg, whose function does not call ours. */
static bool choose_is_taken(void)
{
	return zend_execute_ex != execute_ex;
}

static void choose_automatically(hp_hook_choice *choice)
{
	const char *stay;

	if (choose_is_taken()) {
		choice->kind = HP_HOOK_OBSERVER;
		choice->reason = "auto: something else executes calls";
	} else if (!choice->may_jit) {
		choice->kind = HP_HOOK_EX;
		choice->reason = "auto: the JIT cannot run";
	} else if ((stay = choose_stay()) != NULL) {
		choice->kind = HP_HOOK_OBSERVER;
		choice->reason = stay;
	} else {
		choice->kind = HP_HOOK_EX;
		choice->reason = "auto: the JIT may run, and profiled requests leave it";
	}
}

static const char *choose_cost(const hp_hook_choice *choice)
{
	if (choice->kind == HP_HOOK_OFF) {
		return "none; calls are not recorded";
	}
	if (choice->kind == HP_HOOK_OBSERVER) {
		return "a check at each call while no profile runs";
	}

	return choice->is_beside_jit
		? "none while no profile runs; requests whose calls are profiled, and main scripts that "
		  "name xhprof_enable, bypass opcache and its JIT"
		: "none while no profile runs";
}

hp_hook_choice hp_hook_choose(const char *wanted)
{
	hp_hook_choice choice = {.has_opcache = choose_has_opcache()};

	choice.may_jit = choice.has_opcache && choose_may_jit();
	if (strcmp(wanted, "off") == 0) {
		choice.kind = HP_HOOK_OFF;
		choice.reason = "xhprof.hook=off";
	} else if (strcmp(wanted, "observer") == 0) {
		choice.kind = HP_HOOK_OBSERVER;
		choice.reason = "xhprof.hook=observer";
	} else if (strcmp(wanted, "ex") == 0 && choose_is_phpdbg() && choose_is_taken()) {
		choice.kind = HP_HOOK_OBSERVER;
		choice.reason = "phpdbg executes calls itself, which xhprof.hook=ex would not see";
	} else if (strcmp(wanted, "ex") == 0) {
		choice.kind = HP_HOOK_EX;
		choice.reason = "xhprof.hook=ex";
	} else {
		choose_automatically(&choice);
		if (strcmp(wanted, "auto") != 0) {
			zend_error(E_CORE_WARNING,
				"xhprof.hook must be \"auto\", \"ex\", \"observer\" or \"off\", "
				"not \"%s\"; using \"auto\"",
				wanted);
		}
	}
	choice.is_beside_jit = choice.may_jit && choice.kind == HP_HOOK_EX;
	choice.cost = choose_cost(&choice);

	return choice;
}
