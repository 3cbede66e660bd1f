#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_ini.h"

#include "php_xhprof.h"

#include "ext/standard/info.h"
#include "php_ini.h"

/* The names, defaults and scopes of the first four are those that programs have long relied on. */
PHP_INI_BEGIN()
	STD_PHP_INI_ENTRY("xhprof.output_dir", "", PHP_INI_ALL, OnUpdateString, output_dir,
		zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.collect_additional_info", "0", PHP_INI_ALL, OnUpdateBool,
		collect_additional_info, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_interval", "100000", PHP_INI_ALL, OnUpdateLong,
		sampling_interval, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_depth", "0x7fffffff", PHP_INI_ALL, OnUpdateLong,
		sampling_depth, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.max_timeline_bytes", "64M", PHP_INI_ALL, OnUpdateLongGEZero,
		max_timeline_bytes, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_BOOLEAN("xhprof.compensate", "0", PHP_INI_ALL, OnUpdateBool, compensate,
		zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_clock", "wall", PHP_INI_ALL, OnUpdateString, sampling_clock,
		zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_engine", "auto", PHP_INI_ALL, OnUpdateString,
		sampling_engine, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.max_nodes", "1000000", PHP_INI_ALL, OnUpdateLongGEZero, max_nodes,
		zend_xhprof_globals, xhprof_globals)
	PHP_INI_ENTRY("xhprof.hook", "auto", PHP_INI_SYSTEM, NULL)
PHP_INI_END()

void hp_ini_startup(int type, int module_number)
{
	REGISTER_INI_ENTRIES();
}

void hp_ini_shutdown(int type, int module_number)
{
	UNREGISTER_INI_ENTRIES();
}

void hp_ini_display(zend_module_entry *module)
{
	display_ini_entries(module);
}

const char *hp_ini_hook(void)
{
	const char *hook = zend_ini_string("xhprof.hook", strlen("xhprof.hook"), 0);

	/* An unquoted "off" in php.ini reads as "", an "on" as "1". */
	if (hook == NULL || strcmp(hook, "1") == 0) {
		return "auto";
	}

	return hook[0] == '\0' ? "off" : hook;
}
