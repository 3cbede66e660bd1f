#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "xhprof_ini.h"

#include "request/cidr.h"
#include "sample/sampler.h"
#include "trace/options.h"
#include "php_xhprof.h"

#include "ext/standard/info.h"
#include "php_ini.h"

/* Which of names it is, or -1. An unquoted "off" in php.ini reads as "". */
static zend_long ini_find(const zend_string *value, const char *const *names, zend_long count)
{
	const char *name =
		ZSTR_LEN(value) == 0 || zend_string_equals_literal(value, "0") ? "off" : ZSTR_VAL(value);

	for (zend_long i = 0; i < count; i++) {
		if (strcasecmp(name, names[i]) == 0) {
			return i;
		}
	}

	return -1;
}

static ZEND_INI_MH(ini_set_auto)
{
	static const char *const names[] = {"off", "trigger", "always"};
	zend_long found = ini_find(new_value, names, sizeof(names) / sizeof(names[0]));

	if (found >= 0) {
		*(zend_long *) ZEND_INI_GET_ADDR() = found;
		return SUCCESS;
	}
	if (stage == ZEND_INI_STAGE_STARTUP) {
		zend_error(E_CORE_WARNING,
			"xhprof.auto must be \"off\", \"trigger\" or \"always\", not \"%s\"; using \"off\"",
			ZSTR_VAL(new_value));
	}

	return FAILURE;
}

static ZEND_INI_MH(ini_set_on_memory_limit)
{
	static const char *const names[] = {"off", "profile", "snapshot"};
	zend_long found = ini_find(new_value, names, sizeof(names) / sizeof(names[0]));

	if (found < 0) {
		return FAILURE;
	}
	*(zend_long *) ZEND_INI_GET_ADDR() = found;

	return SUCCESS;
}

static ZEND_INI_MH(ini_set_sampling_depth)
{
	if (OnUpdateLong(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage) == FAILURE) {
		return FAILURE;
	}
	hp_sampler_set_depth(XHPROF_G(sampler), XHPROF_G(settings).sampling_depth);

	return SUCCESS;
}

/* Of those who can set it for a folder or a request only, none may leave what is open to them. */
static ZEND_INI_MH(ini_set_output_dir)
{
	if ((stage == ZEND_INI_STAGE_HTACCESS || stage == ZEND_INI_STAGE_RUNTIME) &&
		new_value != NULL && ZSTR_LEN(new_value) > 0 &&
		php_check_open_basedir_ex(ZSTR_VAL(new_value), 0) != 0) {
		return FAILURE;
	}

	return OnUpdateString(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

/* One that cannot be read stays: without any, all addresses would do. */
static ZEND_INI_MH(ini_set_ips)
{
	if (new_value != NULL && !hp_cidr_is_valid(ZSTR_VAL(new_value)) &&
		stage == ZEND_INI_STAGE_STARTUP) {
		zend_error(E_CORE_WARNING,
			"xhprof.trigger_ips has what is neither an address nor a network: \"%s\"",
			ZSTR_VAL(new_value));
	}

	return OnUpdateString(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

/* Who sees phpinfo() is not to learn it. */
static ZEND_INI_DISP(ini_show_secret)
{
	const zend_string *value = type == ZEND_INI_DISPLAY_ORIG && ini_entry->modified
		? ini_entry->orig_value
		: ini_entry->value;

	php_printf("%s", value == NULL || ZSTR_LEN(value) == 0 ? "no value" : "(not shown)");
}

/* A setting of requests, folders and hosts, not of the program: it is read before that starts. */
#define INI_AUTO(name, value, update, member) \
 STD_PHP_INI_ENTRY("xhprof." name, value, PHP_INI_PERDIR | PHP_INI_SYSTEM, update, \
	 settings.member, zend_xhprof_globals, xhprof_globals)
#define INI_AUTO_BOOL(name, value, member) \
 STD_PHP_INI_BOOLEAN("xhprof." name, value, PHP_INI_PERDIR | PHP_INI_SYSTEM, OnUpdateBool, \
	 settings.member, zend_xhprof_globals, xhprof_globals)

/* The names, defaults and scopes of the first four are those that programs have long relied on. */
PHP_INI_BEGIN()
	STD_PHP_INI_ENTRY("xhprof.output_dir", "", PHP_INI_ALL, ini_set_output_dir, settings.output_dir,
		zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.collect_additional_info", "0", PHP_INI_ALL, OnUpdateBool,
		settings.collect_additional_info, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_interval", "100000", PHP_INI_ALL, OnUpdateLong,
		settings.sampling_interval, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_depth", "0x7fffffff", PHP_INI_ALL, ini_set_sampling_depth,
		settings.sampling_depth, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.max_timeline_bytes", "64M", PHP_INI_ALL, OnUpdateLongGEZero,
		settings.max_timeline_bytes, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.max_load_bytes", "1G", PHP_INI_ALL, OnUpdateLongGEZero,
		settings.max_load_bytes, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_BOOLEAN("xhprof.compensate", "0", PHP_INI_ALL, OnUpdateBool, settings.compensate,
		zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_clock", "wall", PHP_INI_ALL, OnUpdateString,
		settings.sampling_clock, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_engine", "auto", PHP_INI_ALL, OnUpdateString,
		settings.sampling_engine, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.max_nodes", "1000000", PHP_INI_ALL, OnUpdateLongGEZero,
		settings.max_nodes, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.alloc_interval", "512K", PHP_INI_ALL, OnUpdateLongGEZero,
		settings.alloc_interval, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.on_memory_limit", "off", PHP_INI_ALL, ini_set_on_memory_limit,
		settings.on_memory_limit, zend_xhprof_globals, xhprof_globals)
	INI_AUTO("auto", "off", ini_set_auto, auto_when)
	INI_AUTO("auto_mode", "hier", OnUpdateString, auto_mode)
	INI_AUTO("auto_flags", "cpu,memory", OnUpdateString, auto_flags)
	INI_AUTO("auto_formats", "json", OnUpdateString, auto_formats)
	INI_AUTO("output_name", "%t-%H-%R-%p-%r", OnUpdateStringUnempty, output_name)
	INI_AUTO("trigger_name", "XHPROF_TRIGGER", OnUpdateStringUnempty, trigger_name)
	STD_PHP_INI_ENTRY_EX("xhprof.trigger_secret", "", PHP_INI_PERDIR | PHP_INI_SYSTEM,
		OnUpdateString, settings.trigger_secret, zend_xhprof_globals, xhprof_globals,
		ini_show_secret)
	INI_AUTO("trigger_ips", "", ini_set_ips, trigger_ips)
	INI_AUTO("include_uri", "", OnUpdateString, include_uri)
	INI_AUTO("exclude_uri", "", OnUpdateString, exclude_uri)
	INI_AUTO("sample_rate", "0", OnUpdateLongGEZero, sample_rate)
	INI_AUTO("min_wall_ms", "0", OnUpdateLongGEZero, min_wall_ms)
	INI_AUTO("min_memory", "0", OnUpdateLongGEZero, min_memory)
	INI_AUTO_BOOL("on_error", "0", has_on_error)
	INI_AUTO("keep_files", "0", OnUpdateLongGEZero, keep_files)
	INI_AUTO("keep_mb", "0", OnUpdateLongGEZero, keep_mb)
	INI_AUTO("keep_days", "0", OnUpdateLongGEZero, keep_days)
	INI_AUTO("keep_slowest_per_uri", "0", OnUpdateLongGEZero, keep_slowest_per_uri)
	PHP_INI_ENTRY("xhprof.hook", "auto", PHP_INI_SYSTEM, NULL)
PHP_INI_END()

void php_xhprof_ini_startup(int type, int module_number)
{
	REGISTER_INI_ENTRIES();
}

void php_xhprof_ini_shutdown(int type, int module_number)
{
	UNREGISTER_INI_ENTRIES();
}

void php_xhprof_ini_display(zend_module_entry *module)
{
	display_ini_entries(module);
}

const char *php_xhprof_ini_hook(void)
{
	const char *hook = zend_ini_string("xhprof.hook", strlen("xhprof.hook"), 0);

	/* An unquoted "off" in php.ini reads as "", an "on" as "1". */
	if (hook == NULL || strcmp(hook, "1") == 0) {
		return "auto";
	}

	return hook[0] == '\0' ? "off" : hook;
}
