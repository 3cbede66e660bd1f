#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/request.h"

#include "base/words.h"
#include "hook/run.h"
#include "request/folder.h"
#include "request/sapi.h"
#include "request/save.h"
#include "request/settings.h"
#include "hp_timer.h"
#include "php_xhprof.h"

#define AUTO_SAMPLE "sample"

static const struct {
	const char *name;
	uint32_t flag;
} request_words[] = {
	{"hier", 0},
	{"no_builtins", HP_TRACE_NO_BUILTINS},
	{"cpu", HP_METRIC_CPU},
	{"memory", HP_METRIC_MEMORY},
	{"alloc", HP_METRIC_ALLOC},
	{"tree", HP_PROFILE_TREE},
	{"timeline", HP_PROFILE_TREE | HP_PROFILE_TIMELINE},
};

/* The flag of a word, or of a number; false if it is neither. */
static bool request_flag(const char *word, size_t length, uint32_t *flag)
{
	char *end;

	for (size_t i = 0; i < sizeof(request_words) / sizeof(request_words[0]); i++) {
		if (strlen(request_words[i].name) == length &&
			strncasecmp(request_words[i].name, word, length) == 0) {
			*flag = request_words[i].flag;
			return true;
		}
	}
	*flag = (uint32_t) ZEND_STRTOUL(word, &end, 0);

	return end == word + length;
}

static bool request_is_sample(const hp_request *run)
{
	return strcasecmp(run->settings->auto_mode, AUTO_SAMPLE) == 0;
}

static bool request_check_flags(const hp_request *run, uint32_t *flags, const char **error)
{
	const char *mode = run->settings->auto_mode, *list = run->settings->auto_flags;
	const char *formats, *word;
	const hp_format *format;
	uint32_t flag;
	size_t length;

	*flags = 0;
	if (!request_is_sample(run) && !request_flag(mode, strlen(mode), flags)) {
		*error = "xhprof.auto_mode is unknown";
		hp_sapi_log(*error, mode);
		return false;
	}
	while ((word = hp_words_next(&list, &length)) != NULL) {
		if (!request_flag(word, length, &flag)) {
			*error = "xhprof.auto_flags has an unknown word";
			hp_sapi_log(*error, run->settings->auto_flags);
			return false;
		}
		*flags |= flag;
	}
	formats = hp_save_formats(&run->trigger, run->settings);
	while ((format = hp_format_next(&formats, NULL)) != NULL) {
		*flags |= format->needs;
	}

	return true;
}

static zend_result request_start_calls(uint32_t flags, const char **error)
{
	hp_trace_options options;

	if (hp_trace_options_parse(&options, (zend_long) flags, NULL, error) == SUCCESS) {
		hp_settings_apply(&options);
		if (hp_run_start_calls(XHPROF_G(run), &options, error) == SUCCESS) {
			return SUCCESS;
		}
	}
	hp_trace_options_free(&options);

	return FAILURE;
}

static zend_result request_start_samples(const char **error)
{
	hp_sample_options options;

	hp_settings_sampling(&options, NULL);
	if (hp_sample_options_parse(&options, NULL, error) == SUCCESS) {
		hp_sample_options_clamp(&options);
		if (hp_run_start_samples(XHPROF_G(run), &options, error) == SUCCESS) {
			return SUCCESS;
		}
	}
	hp_sample_options_free(&options);

	return FAILURE;
}

static void request_name(hp_request *run)
{
	static const char digits[] = "0123456789abcdef";
	uint64_t number;

	hp_random_bytes(&number, sizeof(number));
	for (size_t i = 0; i < HP_FILE_NAME_RUN_LENGTH; i++) {
		run->run[i] = digits[(number >> (4 * i)) & 15];
	}
	run->run[HP_FILE_NAME_RUN_LENGTH] = '\0';
}

/* Now, and not when the run is over: a run that cannot be saved would be for nothing, and the program
 * may change both the setting and where it leads to. */
static zend_result request_open_folder(hp_request *run, const char **error)
{
	const char *path = XHPROF_G(settings).output_dir;

	if (run->trigger.path != NULL) {
		return SUCCESS;
	}
	if (path == NULL || path[0] == '\0') {
		*error = "xhprof.output_dir is not set";
		hp_sapi_log("no run of this request", *error);
		return FAILURE;
	}
	run->folder = hp_folder_open(path, error);
	if (run->folder == HP_FOLDER_NONE) {
		hp_sapi_log(path, *error);
		*error = "the folder of xhprof.output_dir cannot be used: the log of errors says why";
		return FAILURE;
	}

	return SUCCESS;
}

static zend_result request_check_formats(const hp_request *run, const char **error)
{
	const char *formats = hp_save_formats(&run->trigger, run->settings);
	zend_string *unknown = NULL;

	while (hp_format_next(&formats, &unknown) != NULL) {
	}
	if (unknown == NULL) {
		return SUCCESS;
	}
	hp_sapi_log("xhprof.auto_formats has an unknown format", ZSTR_VAL(unknown));
	zend_string_release(unknown);
	*error = "xhprof.auto_formats has an unknown format";

	return FAILURE;
}

static void request_close_folder(hp_request *run)
{
	if (run->folder != HP_FOLDER_NONE) {
		hp_folder_close(run->folder);
		run->folder = HP_FOLDER_NONE;
	}
}

static zend_result request_start(hp_request *run, const char **error)
{
	uint32_t flags;

	if (request_check_formats(run, error) == FAILURE || !request_check_flags(run, &flags, error) ||
		request_open_folder(run, error) == FAILURE) {
		return FAILURE;
	}
	request_name(run);
	run->pid = (int64_t) getpid();
	run->started_ns = hp_timer_unix_ns();
	run->started_ticks = hp_timer_ticks();
	if ((request_is_sample(run) ? request_start_samples(error)
								: request_start_calls(flags, error)) == FAILURE) {
		request_close_folder(run);
		hp_request_forget(run);
		return FAILURE;
	}
	XHPROF_G(run)->is_of_request = true;
	run->is_profiled = true;
	EG(exit_status) = 0; /* in a worker it is still that of a request before */

	return SUCCESS;
}

void hp_request_begin_request(hp_request *run)
{
	const char *error;

	if (hp_sapi_is_preload()) {
		return;
	}
	hp_trigger_decide(&run->trigger, run->settings);
	if (run->trigger.is_wanted && request_start(run, &error) == FAILURE) {
		run->trigger.reason = error;
	}
}

uint64_t hp_request_wall_ns(const hp_request *run)
{
	return (uint64_t) ((double) (hp_timer_ticks() - run->started_ticks) / hp_timer_ticks_per_ns());
}

static void request_set_outcome(hp_request *run, zend_string *outcome)
{
	if (run->outcome != NULL) {
		zend_string_release(run->outcome);
	}
	run->outcome = outcome;
}

static void request_finish(hp_request *run)
{
	hp_save save = {
		.settings = run->settings,
		.trigger = &run->trigger,
		.folder = run->folder,
		.is_forked = run->pid != (int64_t) getpid(),
		.files_seen = &run->files_seen,
		.facts = {run->run, run->trigger.reason, run->started_ns, hp_request_wall_ns(run),
			zend_memory_peak_usage(false), hp_sapi_has_failed(), hp_sapi_status()},
	};

	if (save.is_forked) {
		request_name(run);
	}
	save.profile = hp_run_of_request(XHPROF_G(run));
	request_set_outcome(run, hp_save_run(&save));
}

static void request_try_finish(hp_request *run)
{
	zend_try {
		request_finish(run);
	}
	zend_end_try();
}

static void request_reset(hp_request *run)
{
	request_close_folder(run);
	run->is_profiled = false;
}

void hp_request_end_request(hp_request *run)
{
	if (run->is_profiled) {
		/* What is left of it may be little: after a fatal error for want of it, nothing. */
		zend_set_memory_limit(ZEND_LONG_MAX);
		request_try_finish(run);
		zend_set_memory_limit((size_t) PG(memory_limit));
		request_reset(run);
	}
	hp_trigger_free(&run->trigger);
	run->trigger.reason = NULL;
}

void hp_request_info(const hp_request *run, zval *info)
{
	static const char *const names[] = {"off", "trigger", "always"};
	const char *reason = run->trigger.reason;

	array_init(info);
	add_assoc_string(info, "setting", names[run->settings->auto_when]);
	add_assoc_bool(info, "profiled", run->is_profiled);
	add_assoc_string(info, "reason", reason == NULL ? "xhprof.auto=off" : reason);
	if (run->is_profiled) {
		add_assoc_string(info, "run", run->run);
	} else {
		add_assoc_null(info, "run");
	}
	if (run->outcome != NULL) {
		add_assoc_stringl(info, "last", ZSTR_VAL(run->outcome), ZSTR_LEN(run->outcome));
	} else {
		add_assoc_null(info, "last");
	}
}

void hp_request_init(hp_request *run, const php_xhprof_settings *settings)
{
	run->settings = settings;
	run->folder = HP_FOLDER_NONE;
}

void hp_request_free(hp_request *run)
{
	request_set_outcome(run, NULL);
}
