#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "xhprof_ini.h"

#include "request/cidr.h"
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
	hp_hook_sample_set_depth(&XHPROF_G(sampler), XHPROF_G(sampling_depth));

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
	 request.settings.member, zend_xhprof_globals, xhprof_globals)
#define INI_AUTO_BOOL(name, value, member) \
 STD_PHP_INI_BOOLEAN("xhprof." name, value, PHP_INI_PERDIR | PHP_INI_SYSTEM, OnUpdateBool, \
	 request.settings.member, zend_xhprof_globals, xhprof_globals)

/* The names, defaults and scopes of the first four are those that programs have long relied on. */
PHP_INI_BEGIN()
	STD_PHP_INI_ENTRY("xhprof.output_dir", "", PHP_INI_ALL, ini_set_output_dir, output_dir,
		zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.collect_additional_info", "0", PHP_INI_ALL, OnUpdateBool,
		collect_additional_info, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_interval", "100000", PHP_INI_ALL, OnUpdateLong,
		sampling_interval, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_depth", "0x7fffffff", PHP_INI_ALL, ini_set_sampling_depth,
		sampling_depth, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.max_timeline_bytes", "64M", PHP_INI_ALL, OnUpdateLongGEZero,
		max_timeline_bytes, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.max_load_bytes", "1G", PHP_INI_ALL, OnUpdateLongGEZero,
		max_load_bytes, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_BOOLEAN("xhprof.compensate", "0", PHP_INI_ALL, OnUpdateBool, compensate,
		zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_clock", "wall", PHP_INI_ALL, OnUpdateString, sampling_clock,
		zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.sampling_engine", "auto", PHP_INI_ALL, OnUpdateString,
		sampling_engine, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.max_nodes", "1000000", PHP_INI_ALL, OnUpdateLongGEZero, max_nodes,
		zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.alloc_interval", "512K", PHP_INI_ALL, OnUpdateLongGEZero,
		alloc_interval, zend_xhprof_globals, xhprof_globals)
	STD_PHP_INI_ENTRY("xhprof.on_memory_limit", "off", PHP_INI_ALL, ini_set_on_memory_limit,
		on_memory_limit, zend_xhprof_globals, xhprof_globals)
	INI_AUTO("auto", "off", ini_set_auto, trigger.when)
	INI_AUTO("auto_mode", "hier", OnUpdateString, mode)
	INI_AUTO("auto_flags", "cpu,memory", OnUpdateString, flags)
	INI_AUTO("auto_formats", "json", OnUpdateString, formats)
	INI_AUTO("output_name", "%t-%H-%R-%p-%r", OnUpdateStringUnempty, output_name)
	INI_AUTO("trigger_name", "XHPROF_TRIGGER", OnUpdateStringUnempty, trigger.name)
	STD_PHP_INI_ENTRY_EX("xhprof.trigger_secret", "", PHP_INI_PERDIR | PHP_INI_SYSTEM,
		OnUpdateString, request.settings.trigger.secret, zend_xhprof_globals, xhprof_globals,
		ini_show_secret)
	INI_AUTO("trigger_ips", "", ini_set_ips, trigger.ips)
	INI_AUTO("include_uri", "", OnUpdateString, trigger.include_uri)
	INI_AUTO("exclude_uri", "", OnUpdateString, trigger.exclude_uri)
	INI_AUTO("sample_rate", "0", OnUpdateLongGEZero, trigger.sample_rate)
	INI_AUTO("min_wall_ms", "0", OnUpdateLongGEZero, min_wall_ms)
	INI_AUTO("min_memory", "0", OnUpdateLongGEZero, min_memory)
	INI_AUTO_BOOL("on_error", "0", has_on_error)
	INI_AUTO("keep_files", "0", OnUpdateLongGEZero, keep_files)
	INI_AUTO("keep_mb", "0", OnUpdateLongGEZero, keep_mb)
	INI_AUTO("keep_days", "0", OnUpdateLongGEZero, keep_days)
	INI_AUTO("keep_slowest_per_uri", "0", OnUpdateLongGEZero, keep_slowest_per_uri)
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

#ifdef XHPROF_FAKE_CLOCK
/* Lets every test run in another mode than the one it asks for. */
static void ini_apply_environment(hp_options *options)
{
	const char *alloc = getenv("XHPROF_TEST_ALLOC"); /* NOLINT(concurrency-mt-unsafe) */

	if (getenv("XHPROF_TEST_TREE") != NULL) { /* NOLINT(concurrency-mt-unsafe) */
		options->metrics |= HP_RUN_TREE;
	}
	if (alloc != NULL) {
		options->alloc_mode = strcmp(alloc, "sampled") == 0 ? HP_LEDGER_SAMPLED : HP_LEDGER_FULL;
	}
}
#endif

void hp_ini_apply(hp_options *options)
{
	zend_long max_nodes = XHPROF_G(max_nodes);

	options->has_details = XHPROF_G(collect_additional_info);
	if (!options->has_compensate && XHPROF_G(compensate)) {
		options->metrics |= HP_RUN_COMPENSATED;
	}
#ifdef XHPROF_FAKE_CLOCK
	ini_apply_environment(options);
#endif
	if (options->max_nodes == 0) {
		options->max_nodes = (uint32_t) MAX(1, MIN(max_nodes, UINT32_MAX / 2));
	}
	if (options->alloc_interval == 0) {
		options->alloc_interval = (uint64_t) MAX(1, XHPROF_G(alloc_interval));
	}
	if (options->max_timeline_bytes == 0) {
		options->max_timeline_bytes = (uint64_t) XHPROF_G(max_timeline_bytes);
	}
}

void hp_ini_sampling(hp_sample_options *options, void (*complain)(const char *what))
{
	memset(options, 0, sizeof(*options));
	options->interval_us = XHPROF_G(sampling_interval);
	if (hp_sample_options_clock(&options->clock, XHPROF_G(sampling_clock)) == FAILURE &&
		complain != NULL) {
		complain("xhprof.sampling_clock must be \"wall\" or \"cpu\"");
	}
	if (hp_sample_options_engine(&options->engine, XHPROF_G(sampling_engine)) == FAILURE &&
		complain != NULL) {
		complain("xhprof.sampling_engine must be \"auto\", \"signal\" or \"interrupt\"");
	}
}
