#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php_xhprof.h"

#include "hp_ini.h"
#include "hp_list.h"
#include "hp_output.h"
#include "hp_request.h"
#include "hp_store.h"

#include "SAPI.h"

#define AUTO_NO_BUILTINS 1u

static const struct {
	const char *name;
	uint32_t flag;
} auto_words[] = {
	{"no_builtins", AUTO_NO_BUILTINS},
	{"cpu", HP_METRIC_CPU},
	{"memory", HP_METRIC_MEMORY},
	{"tree", HP_RUN_TREE},
	{"timeline", HP_RUN_TREE | HP_RUN_TIMELINE},
	{"hier", 0},
	{"sample", 0},
};

/* The program is never told: it did not ask for a run. */
static void auto_log(const char *what, const char *why)
{
	char *line;

	spprintf(&line, 0, "xhprof: %s: %s", what, why);
	php_log_err(line);
	efree(line);
}

/* The flag of a word, or of a number. */
static uint32_t auto_flag(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof(auto_words) / sizeof(auto_words[0]); i++) {
		if (strlen(auto_words[i].name) == length &&
			strncasecmp(auto_words[i].name, word, length) == 0) {
			return auto_words[i].flag;
		}
	}

	return (uint32_t) ZEND_STRTOUL(word, NULL, 0);
}

static uint32_t auto_flags(const hp_auto_settings *settings)
{
	const char *list = settings->flags;
	uint32_t flags = 0;
	const char *word;
	size_t length;

	while ((word = hp_list_next(&list, &length)) != NULL) {
		flags |= auto_flag(word, length);
	}
	flags |= auto_flag(settings->mode, strlen(settings->mode));

	return flags | hp_output_needs(settings->formats);
}

static bool auto_start_calls(const hp_auto_settings *settings, const char **error)
{
	hp_options options;

	if (hp_options_parse(&options, (zend_long) auto_flags(settings), NULL, error) == SUCCESS) {
		hp_ini_apply(&options);
		if (hp_hook_enable(&XHPROF_G(profiler), &options, error) == SUCCESS) {
			return true;
		}
	}
	hp_options_free(&options);

	return false;
}

static void auto_name_run(hp_auto *run)
{
	static const char digits[] = "0123456789abcdef";
	uint64_t number = hp_dice_throw(&run->dice);

	for (size_t i = 0; i < HP_AUTO_RUN_LENGTH; i++) {
		run->run[i] = digits[(number >> (4 * i)) & 15];
	}
	run->run[HP_AUTO_RUN_LENGTH] = '\0';
}

static bool auto_open_folder(hp_auto *run, const char **error)
{
	const char *path = XHPROF_G(output_dir);

	if (path == NULL || path[0] == '\0') {
		*error = "xhprof.output_dir is not set";
		return false;
	}
	run->folder = hp_store_open(path, error);
	if (run->folder == HP_STORE_NONE) {
		auto_log(path, *error);
		*error = "the folder of xhprof.output_dir cannot be used: the log of errors says why";
		return false;
	}

	return true;
}

static void auto_start(hp_auto *run)
{
	const char *error;

	if (!auto_open_folder(run, &error)) {
		run->reason = error;
		return;
	}
	auto_name_run(run);
	run->pid = (int64_t) getpid();
	run->started_ns = hp_timer_unix_ns();
	if (!auto_start_calls(&run->settings, &error)) {
		run->reason = error;
		hp_store_close(run->folder);
		run->folder = HP_STORE_NONE;
		return;
	}
	run->is_profiled = true;
	run->is_open = true;
}

void hp_auto_begin(hp_auto *run)
{
	if (run->settings.when == HP_AUTO_OFF || php_during_module_startup()) {
		return; /* preloading is no request */
	}
	run->reason = "xhprof.auto=always";
	auto_start(run);
}

hp_profile *hp_auto_take(hp_auto *run)
{
	hp_profiler *profiler = &XHPROF_G(profiler);

	run->is_open = false;
	hp_hook_disable(profiler);
	run->taken = hp_profiler_profile(profiler);

	return hp_profile_share(run->taken);
}

static void auto_make_name(const hp_auto *run, char *name)
{
	zend_string *host = hp_request_host(), *uri = hp_request_uri();
	hp_name_parts parts = {
		run->started_ns, ZSTR_VAL(host), ZSTR_VAL(uri), (int64_t) getpid(), run->run};

	hp_name_make(name, run->settings.output_name, &parts);
	zend_string_release(host);
	zend_string_release(uri);
}

static void auto_save(hp_auto *run)
{
	char name[HP_NAME_MAX + 1];
	hp_output output;
	zend_string *error;

	auto_make_name(run, name);
	output.folder = run->folder;
	output.run = run->run;
	output.name = name;
	error = hp_output_write(&output, run->taken, run->settings.formats);
	if (error == NULL) {
		error = hp_output_publish(&output);
	}
	if (error != NULL) {
		auto_log(XHPROF_G(output_dir), ZSTR_VAL(error));
		zend_string_release(error);
	}
}

static void auto_finish(hp_auto *run)
{
	if (run->is_open) {
		hp_profile_free(hp_auto_take(run));
	}
	if (run->pid != (int64_t) getpid()) {
		auto_name_run(run); /* of a process that the request forked */
	}
	auto_save(run);
}

void hp_auto_end(hp_auto *run)
{
	if (!run->is_profiled) {
		return;
	}
	/* What is left of it may be little: after a fatal error for want of it, nothing. */
	zend_set_memory_limit(ZEND_LONG_MAX);
	zend_try {
		auto_finish(run);
	}
	zend_end_try();
	zend_set_memory_limit((size_t) PG(memory_limit));
	if (run->taken != NULL) {
		hp_profile_free(run->taken);
		run->taken = NULL;
	}
	hp_store_close(run->folder);
	run->folder = HP_STORE_NONE;
	run->is_profiled = false;
	run->is_open = false;
}

void hp_auto_info(const hp_auto *run, zval *info)
{
	static const char *const names[] = {"off", "trigger", "always"};

	array_init(info);
	add_assoc_string(info, "setting", names[run->settings.when]);
	add_assoc_bool(info, "profiled", run->is_profiled);
	add_assoc_string(info, "reason",
		run->settings.when == HP_AUTO_OFF || run->reason == NULL ? "xhprof.auto=off" : run->reason);
	if (run->is_profiled) {
		add_assoc_string(info, "run", run->run);
	} else {
		add_assoc_null(info, "run");
	}
}

void hp_auto_init(hp_auto *run)
{
	run->folder = HP_STORE_NONE;
}

void hp_auto_free(hp_auto *run)
{
	if (run->outcome != NULL) {
		zend_string_release(run->outcome);
		run->outcome = NULL;
	}
}
