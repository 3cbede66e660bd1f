/* xhprof.c: the functions that PHP sees, and the module. */
#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php_xhprof.h"

#include "hp_ini.h"
#include "xhprof_profile.h"

#include "ext/standard/info.h"

#define XHPROF_FLAGS_NO_BUILTINS 1
#define XHPROF_FLAGS_CPU HP_METRIC_CPU
#define XHPROF_FLAGS_MEMORY HP_METRIC_MEMORY
#define XHPROF_FLAGS_TREE HP_RUN_TREE
#define XHPROF_FLAGS_TIMELINE HP_RUN_TIMELINE

#include "xhprof_arginfo.h"

ZEND_DECLARE_MODULE_GLOBALS(xhprof)

#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif

/* What php.ini says, where the options say nothing. */
static void xhprof_apply_settings(hp_options *options)
{
	zend_long max_nodes = XHPROF_G(max_nodes);

	options->has_details = XHPROF_G(collect_additional_info);
	if (!options->has_compensate && XHPROF_G(compensate)) {
		options->metrics |= HP_RUN_COMPENSATED;
	}
#ifdef XHPROF_FAKE_CLOCK
	/* Lets every test run in another mode than the one it asks for. */
	if (getenv("XHPROF_TEST_TREE") != NULL) {
		options->metrics |= HP_RUN_TREE;
	}
#endif
	if (options->max_nodes == 0) {
		options->max_nodes = (uint32_t) MAX(1, MIN(max_nodes, UINT32_MAX / 2));
	}
	if (options->max_timeline_bytes == 0) {
		options->max_timeline_bytes = (uint64_t) XHPROF_G(max_timeline_bytes);
	}
}

PHP_FUNCTION(xhprof_enable)
{
	zend_long flags = 0;
	HashTable *array = NULL;
	hp_options options;
	const char *error;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(flags)
		Z_PARAM_ARRAY_HT_OR_NULL(array)
	ZEND_PARSE_PARAMETERS_END();

	if (XHPROF_G(profiler).is_running) {
		return;
	}
	if (hp_options_parse(&options, flags, array, &error) == FAILURE) {
		hp_options_free(&options);
		zend_argument_type_error(2, "%s", error);
		RETURN_THROWS();
	}
	xhprof_apply_settings(&options);
	if (hp_hook_enable(&XHPROF_G(profiler), &options, &error) == FAILURE) {
		hp_options_free(&options);
		php_error_docref(NULL, E_WARNING, "profiling is off: %s", error);
	}
}

PHP_FUNCTION(xhprof_disable)
{
	hp_profiler *profiler = &XHPROF_G(profiler);

	ZEND_PARSE_PARAMETERS_NONE();

	if (!profiler->is_running) {
		RETURN_NULL();
	}
	hp_hook_disable(profiler);
	hp_profiler_pairs(profiler, return_value);
}

PHP_FUNCTION(xhprof_stop)
{
	hp_profiler *profiler = &XHPROF_G(profiler);

	ZEND_PARSE_PARAMETERS_NONE();

	if (!profiler->is_running) {
		RETURN_NULL();
	}
	hp_hook_disable(profiler);
	php_xhprof_profile_wrap(return_value, hp_profiler_profile(profiler));
}

PHP_FUNCTION(xhprof_pause)
{
	hp_profiler *profiler = &XHPROF_G(profiler);

	ZEND_PARSE_PARAMETERS_NONE();

	if (!profiler->is_running || (profiler->metrics & HP_RUN_PAUSED)) {
		RETURN_FALSE;
	}
	hp_profiler_pause(profiler);
	RETURN_TRUE;
}

PHP_FUNCTION(xhprof_resume)
{
	hp_profiler *profiler = &XHPROF_G(profiler);

	ZEND_PARSE_PARAMETERS_NONE();

	if (!profiler->is_running || !(profiler->metrics & HP_RUN_PAUSED)) {
		RETURN_FALSE;
	}
	hp_profiler_resume(profiler);
	RETURN_TRUE;
}

PHP_FUNCTION(xhprof_info)
{
	const hp_profiler *profiler = &XHPROF_G(profiler);

	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	add_assoc_string(return_value, "version", PHP_XHPROF_VERSION);
	add_assoc_string(return_value, "hook", hp_hook_name());
	add_assoc_string(return_value, "hook_reason", hp_hook_reason());
	add_assoc_string(return_value, "clock", hp_timer_name());
	add_assoc_string(return_value, "clock_reason", hp_timer_reason());
	add_assoc_bool(return_value, "running", profiler->is_running);
	add_assoc_long(return_value, "unrecorded_calls", (zend_long) profiler->unrecorded_calls);
	add_assoc_long(
		return_value, "truncated_calls", (zend_long) hp_profiler_truncated_calls(profiler));
	add_assoc_long(
		return_value, "compensated_us", (zend_long) (hp_profiler_compensated_ns(profiler) / 1000));
}

#ifdef XHPROF_FAKE_CLOCK
PHP_FUNCTION(xhprof_fake_clock_advance)
{
	zend_long wall_ns, cpu_ns;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(wall_ns)
		Z_PARAM_LONG(cpu_ns)
	ZEND_PARSE_PARAMETERS_END();

	if (wall_ns < 0) {
		zend_argument_value_error(1, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (cpu_ns < 0) {
		zend_argument_value_error(2, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	hp_timer_fake_advance((uint64_t) wall_ns, (uint64_t) cpu_ns);
}
#endif

static PHP_GINIT_FUNCTION(xhprof)
{
#if defined(COMPILE_DL_XHPROF) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(xhprof_globals, 0, sizeof(*xhprof_globals));
}

static PHP_GSHUTDOWN_FUNCTION(xhprof)
{
	hp_hook_free(&xhprof_globals->hook);
}

static PHP_MINIT_FUNCTION(xhprof)
{
	register_xhprof_symbols(module_number);
	php_xhprof_profile_startup();
	hp_ini_startup(type, module_number);
	hp_timer_startup();
	if (type == MODULE_PERSISTENT) {
		hp_hook_startup(hp_ini_hook());
	} else {
		hp_hook_startup_late();
	}

	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(xhprof)
{
	hp_hook_shutdown();
	hp_ini_shutdown(type, module_number);

	return SUCCESS;
}

static PHP_RINIT_FUNCTION(xhprof)
{
#if defined(COMPILE_DL_XHPROF) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif

	return SUCCESS;
}

/* After all RSHUTDOWNs: in these the session's handlers, for one, still run the user's code. */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(xhprof)
{
	hp_hook_forget(&XHPROF_G(profiler));

	return SUCCESS;
}

static PHP_MINFO_FUNCTION(xhprof)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "xhprof support", "enabled");
	php_info_print_table_row(2, "Version", PHP_XHPROF_VERSION);
	php_info_print_table_row(2, "Hook", hp_hook_name());
	php_info_print_table_row(2, "Clock", hp_timer_name());
	php_info_print_table_end();

	hp_ini_display(zend_module);
}

zend_module_entry xhprof_module_entry = {
	STANDARD_MODULE_HEADER,
	"xhprof",
	ext_functions,
	PHP_MINIT(xhprof),
	PHP_MSHUTDOWN(xhprof),
	PHP_RINIT(xhprof),
	NULL,
	PHP_MINFO(xhprof),
	PHP_XHPROF_VERSION,
	PHP_MODULE_GLOBALS(xhprof),
	PHP_GINIT(xhprof),
	PHP_GSHUTDOWN(xhprof),
	ZEND_MODULE_POST_ZEND_DEACTIVATE_N(xhprof),
	STANDARD_MODULE_PROPERTIES_EX,
};

#ifdef COMPILE_DL_XHPROF
ZEND_DLEXPORT zend_module_entry *get_module(void);
ZEND_GET_MODULE(xhprof)
#endif
