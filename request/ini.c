#include "request/ini.h"

#include "base/duration.h"
#include "base/nearest.h"
#include "base/size.h"
#include "base/words.h"
#include "live/control.h"
#include "profile/component_rules.h"
#include "request/cidr.h"
#include "request/limit.h"
#include "sampler/sample_run.h"
#include "trace/options.h"
#include "php_xhprof.h"

#include "ext/standard/info.h"
#include "php_ini.h"

/* The position of a value among words, or -1. An unquoted "off" in php.ini reads as "". */
static zend_long ini_find(const zend_string *value, const char *words)
{
	bool is_off = ZSTR_LEN(value) == 0 || zend_string_equals_literal(value, "0");
	const char *name = is_off ? "off" : ZSTR_VAL(value);

	return hp_words_find(words, name, strlen(name));
}

/* Refuses a value: at startup the default stays, later the value of before. */
static zend_result ini_refuse_near(
	const zend_ini_entry *entry, int stage, const char *reason, const char *hint)
{
	if (stage == ZEND_INI_STAGE_STARTUP) {
		zend_error(
			E_CORE_WARNING, "%s %s; using the default%s", ZSTR_VAL(entry->name), reason, hint);
	}

	return FAILURE;
}

static zend_result ini_refuse(const zend_ini_entry *entry, int stage, const char *reason)
{
	return ini_refuse_near(entry, stage, reason, "");
}

/* must: "must be one of", before the words. */
static zend_result ini_refuse_word(const zend_ini_entry *entry, int stage, const char *word,
	size_t length, const char *must, const char *words)
{
	hp_nearest nearest;
	char reason[256];

	hp_nearest_among(&nearest, word, length, words);
	snprintf(
		reason, sizeof(reason), "%s %s, not \"%.*s\"", must, words, (int) MIN(length, 40), word);

	return ini_refuse_near(entry, stage, reason, hp_nearest_hint(&nearest));
}

/* A time with a unit, or microseconds, as microseconds. */
static ZEND_INI_MH(ini_set_interval)
{
	zend_long *interval_us = (zend_long *) ZEND_INI_GET_ADDR();
	char *end;

	if (hp_duration_read(ZSTR_VAL(new_value), interval_us) == SUCCESS) {
		return SUCCESS;
	}
	(void) ZEND_STRTOL(ZSTR_VAL(new_value), &end, 10);

	return end == ZSTR_VAL(new_value) || *end != '\0'
		? ini_refuse(
			  entry, stage, "must be a time in whole microseconds, at most a year, as in 10ms")
		: OnUpdateLong(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

/* One of the words of mh_arg3, saved as its position. */
static ZEND_INI_MH(ini_set_word)
{
	zend_long found = ini_find(new_value, mh_arg3);

	if (found < 0) {
		return ini_refuse_word(
			entry, stage, ZSTR_VAL(new_value), ZSTR_LEN(new_value), "must be one of", mh_arg3);
	}
	*(zend_long *) ZEND_INI_GET_ADDR() = found;

	return SUCCESS;
}

static ZEND_INI_MH(ini_set_sampling_depth)
{
	if (OnUpdateLong(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage) == FAILURE) {
		return FAILURE;
	}
	hp_sample_run_set_depth(XHPROF_G(samples), XHPROF_G(settings).sampling_depth);

	return SUCCESS;
}

/* .user.ini and ini_set() must stay within open_basedir. */
static ZEND_INI_MH(ini_set_output_dir)
{
	if ((stage == ZEND_INI_STAGE_HTACCESS || stage == ZEND_INI_STAGE_RUNTIME) &&
		new_value != NULL && ZSTR_LEN(new_value) > 0 &&
		php_check_open_basedir_ex(ZSTR_VAL(new_value), 0) != 0) {
		return FAILURE;
	}

	return OnUpdateString(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

/* An invalid address stays in force, and matches none: an empty setting would admit all. */
static ZEND_INI_MH(ini_set_ips)
{
	if (new_value != NULL && !hp_cidr_is_valid(ZSTR_VAL(new_value)) &&
		stage == ZEND_INI_STAGE_STARTUP) {
		zend_error(E_CORE_WARNING,
			"xhprof.trigger_ips has a word that is neither an IP address nor a network: \"%s\"",
			ZSTR_VAL(new_value));
	}

	return OnUpdateString(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

/* Changed by the program, it counts from here on. */
static ZEND_INI_MH(ini_set_on_memory)
{
	if (hp_limit_parse((php_xhprof_settings *) ZEND_INI_GET_ADDR(), ZSTR_VAL(new_value)) ==
		FAILURE) {
		return ini_refuse(entry, stage,
			"must be off, or bytes or a percentage of memory_limit, and snapshot or profile: "
			"\"80% snapshot\"");
	}
	if (stage == ZEND_INI_STAGE_RUNTIME) {
		hp_limit_watch(XHPROF_G(limit), &XHPROF_G(settings));
	}

	return SUCCESS;
}

/* Percent: a program that spends all its time on being sampled is no use to anybody. */
static ZEND_INI_MH(ini_set_live_budget)
{
	zend_long percent = ZEND_STRTOL(ZSTR_VAL(new_value), NULL, 10);

	return percent < 1 || percent > 100
		? ini_refuse(entry, stage, "must be a percentage from 1 to 100")
		: OnUpdateLong(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

/* Reads yes or no, or a list of functions, which means yes. */
static ZEND_INI_MH(ini_set_details)
{
	php_xhprof_settings *settings = (php_xhprof_settings *) ZEND_INI_GET_ADDR();
	hp_subject_choice choice;
	bool is_good, has_functions = false;

	memset(&choice, 0, sizeof(choice));
	is_good = hp_subject_choose(&choice, ZSTR_VAL(new_value));
	for (size_t i = 0; i < HP_SUBJECT_CHOICES; i++) {
		has_functions |= choice.by_argument[i].all.count > 0;
	}
	hp_subject_choice_free(&choice);
	if (!is_good) {
		return ini_refuse(
			entry, stage, "must be 0, 1, or a list of functions: Bus::handle, run#2, price#*");
	}
	settings->detail_functions = has_functions ? ZSTR_VAL(new_value) : NULL;
	settings->collect_additional_info = has_functions || zend_ini_parse_bool(new_value);

	return SUCCESS;
}

static ZEND_INI_MH(ini_set_components)
{
	return hp_component_rules_check(ZSTR_VAL(new_value), ZSTR_LEN(new_value))
		? OnUpdateString(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage)
		: ini_refuse(entry, stage, "must be a list of FILES=NAME, at most 8192 bytes");
}

/* Returns the limit that a word sets, by what follows its number, or NULL. */
static uint64_t *ini_keep_limit(
	php_xhprof_keep *keep, const char *word, size_t length, size_t number_length)
{
	const char *unit = word + number_length;
	bool has_size = number_length > 0 && !isdigit((uint8_t) unit[-1]);

	length -= number_length;
	if (number_length == 0) {
		return NULL;
	}
	if (length == 0) {
		return has_size ? &keep->bytes : &keep->files;
	}
	if (length == 4 && strncasecmp(unit, has_size ? "/run" : "/uri", 4) == 0) {
		return has_size ? &keep->run_bytes : &keep->slowest_per_uri;
	}

	return length == 1 && !has_size && tolower((uint8_t) *unit) == 'd' ? &keep->days : NULL;
}

/* cli/src/Saved/Limits.php reads the same lists: tests/cli/keep_settings.phpt compares both. */
static ZEND_INI_MH(ini_set_keep)
{
	php_xhprof_settings *settings = (php_xhprof_settings *) ZEND_INI_GET_ADDR();
	php_xhprof_keep keep = {.bytes = UINT64_C(1000) << 20, .run_bytes = UINT64_C(64) << 20};
	const char *list = ZSTR_VAL(new_value), *word;
	size_t length;

	while ((word = hp_words_next(&list, &length)) != NULL) {
		uint64_t number;
		uint64_t *limit = ini_keep_limit(&keep, word, length, hp_size_read(word, length, &number));

		if (limit == NULL) {
			return ini_refuse(
				entry, stage, "must be a list of limits, as in 1000M, 64M/run, 14d, 2000, 5/uri");
		}
		*limit = number;
	}
	settings->keep = keep;

	return SUCCESS;
}

static bool ini_read_condition(php_xhprof_save_if *save_if, const char *word, size_t length)
{
	char text[32];

	snprintf(text, sizeof(text), "%.*s", (int) MIN(length, sizeof(text)), word);
	if (strcasecmp(text, "error") == 0) {
		save_if->has_failed = true;
		return true;
	}
	if (tolower((uint8_t) word[length - 1]) == 's') {
		return hp_duration_read(text, &save_if->wall_us) == SUCCESS;
	}

	return hp_size_read(word, length, &save_if->bytes) == length &&
		!isdigit((uint8_t) word[length - 1]);
}

static ZEND_INI_MH(ini_set_save_if)
{
	php_xhprof_settings *settings = (php_xhprof_settings *) ZEND_INI_GET_ADDR();
	php_xhprof_save_if save_if = {0, 0, false};
	const char *list = ZSTR_VAL(new_value), *word;
	size_t length;

	while ((word = hp_words_next(&list, &length)) != NULL) {
		if (!ini_read_condition(&save_if, word, length)) {
			return ini_refuse(
				entry, stage, "must be a list of conditions, as in 500ms, 64M, error");
		}
	}
	settings->save_if = save_if;

	return SUCCESS;
}

#define INI_LIVE_WORDS "sample, dump, arm, budget, snapshot, locals"

static ZEND_INI_MH(ini_set_live_allow)
{
	uint32_t allowed;
	size_t length;
	const char *unknown = hp_live_control_parse(ZSTR_VAL(new_value), &allowed, &length);

	if (unknown != NULL) {
		return ini_refuse_word(entry, stage, unknown, length, "must be a list of", INI_LIVE_WORDS);
	}
	*(zend_long *) ZEND_INI_GET_ADDR() = (zend_long) allowed;

	return SUCCESS;
}

/* phpinfo() does not show the secret. */
static ZEND_INI_DISP(ini_show_secret)
{
	const zend_string *value = type == ZEND_INI_DISPLAY_ORIG && ini_entry->modified
		? ini_entry->orig_value
		: ini_entry->value;

	php_printf("%s", value == NULL || ZSTR_LEN(value) == 0 ? "no value" : "(not shown)");
}

#ifdef ZTS
# define INI_GLOBALS &xhprof_globals_id
#else
# define INI_GLOBALS &xhprof_globals
#endif

#define INI_WORD(name, value, scope, member, words) \
 ZEND_INI_ENTRY3("xhprof." name, value, scope, ini_set_word, \
	 (void *) offsetof(zend_xhprof_globals, settings.member), (void *) INI_GLOBALS, \
	 (void *) (words))

#define INI_SETTING(name, value, scope, update, member) \
 STD_PHP_INI_ENTRY( \
	 "xhprof." name, value, scope, update, settings.member, zend_xhprof_globals, xhprof_globals)
#define INI_ANY(name, value, update, member) INI_SETTING(name, value, PHP_INI_ALL, update, member)

/* Settings of requests, folders and hosts: they are read before the program starts. */
#define INI_AUTO(name, value, update, member) \
 INI_SETTING(name, value, PHP_INI_PERDIR | PHP_INI_SYSTEM, update, member)

/* Settings of the process: its ring is made once. */
#define INI_LIVE(name, value, update, member) \
 INI_SETTING("live_" name, value, PHP_INI_SYSTEM, update, member)

/* Settings that are several members: the function gets all settings. */
#define INI_LIST(name, value, scope, update) \
 ZEND_INI_ENTRY3("xhprof." name, value, scope, update, \
	 (void *) offsetof(zend_xhprof_globals, settings), (void *) INI_GLOBALS, NULL)

/* Programs have long relied on the names, defaults and scopes of the first four. */
PHP_INI_BEGIN()
	INI_ANY("output_dir", "", ini_set_output_dir, output_dir)
	INI_LIST("collect_additional_info", "0", PHP_INI_ALL, ini_set_details)
	INI_ANY("components", "", ini_set_components, components)
	INI_ANY("sampling_interval", "100000", ini_set_interval, sampling_interval)
	INI_ANY("sampling_depth", "0x7fffffff", ini_set_sampling_depth, sampling_depth)
	INI_ANY("max_timeline_bytes", "64M", OnUpdateLongGEZero, max_timeline_bytes)
	INI_ANY("max_load_bytes", "64M", OnUpdateLongGEZero, max_load_bytes)
	STD_PHP_INI_BOOLEAN("xhprof.compensate", "0", PHP_INI_ALL, OnUpdateBool, settings.compensate,
		zend_xhprof_globals, xhprof_globals)
	INI_WORD("sampling_clock", "wall", PHP_INI_ALL, sampling_clock, "wall, cpu, custom")
	INI_ANY("max_nodes", "1000000", OnUpdateLongGEZero, max_nodes)
	INI_WORD("on_memory_limit", "off", PHP_INI_ALL, on_memory_limit, "off, profile, snapshot")
	INI_LIST("on_memory", "off", PHP_INI_ALL, ini_set_on_memory)
	INI_WORD("auto", "off", PHP_INI_PERDIR | PHP_INI_SYSTEM, auto_when, "off, trigger, always")
	INI_AUTO("auto_mode", "hier", OnUpdateString, auto_mode)
	INI_AUTO("auto_flags", "cpu,memory", OnUpdateString, auto_flags)
	INI_AUTO("auto_lines", "", OnUpdateString, auto_lines)
	INI_AUTO("auto_formats", "json", OnUpdateString, auto_formats)
	INI_WORD("meta", "path", PHP_INI_PERDIR | PHP_INI_SYSTEM, meta, "off, path, full")
	STD_PHP_INI_ENTRY_EX("xhprof.trigger_secret", "", PHP_INI_PERDIR | PHP_INI_SYSTEM,
		OnUpdateString, settings.trigger_secret, zend_xhprof_globals, xhprof_globals,
		ini_show_secret)
	INI_AUTO("trigger_ips", "", ini_set_ips, trigger_ips)
	INI_AUTO("include_uri", "", OnUpdateString, include_uri)
	INI_ANY("exclude_uri", "", OnUpdateString, exclude_uri)
	INI_AUTO("sample_rate", "0", OnUpdateLongGEZero, sample_rate)
	INI_LIST("save_if", "", PHP_INI_PERDIR | PHP_INI_SYSTEM, ini_set_save_if)
	INI_AUTO("save_timeout_ms", "1000", OnUpdateLongGEZero, save_timeout_ms)
	INI_LIST("keep", "1000M,64M/run", PHP_INI_PERDIR | PHP_INI_SYSTEM, ini_set_keep)
	INI_LIVE("dir", "", OnUpdateString, live_dir)
	INI_LIVE("bytes", "1M", OnUpdateLongGEZero, live_bytes)
	INI_LIVE("budget", "1", ini_set_live_budget, live_budget)
	INI_LIVE("interval", "0", ini_set_interval, live_interval)
	INI_LIVE("allow", "sample,dump,arm,budget", ini_set_live_allow, live_allow)
	PHP_INI_ENTRY("xhprof.hook", "auto", PHP_INI_SYSTEM, NULL)
	/* Registered, so that a program hands it on to a PHP that it starts in its place. */
	PHP_INI_ENTRY("xhprof.run", "", PHP_INI_SYSTEM, NULL)
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
