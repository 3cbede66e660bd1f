#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php_xhprof.h"

#include "request/save.h"
#include "xhprof_ini.h"
#include "base/words.h"
#include "request/output.h"
#include "request/sapi.h"
#include "sample/profile.h"
#include "request/folder.h"

#define AUTO_NO_BUILTINS 1u
#define AUTO_SAMPLE "sample"

static const struct {
	const char *name;
	uint32_t flag;
} auto_words[] = {
	{"hier", 0},
	{"no_builtins", AUTO_NO_BUILTINS},
	{"cpu", HP_METRIC_CPU},
	{"memory", HP_METRIC_MEMORY},
	{"alloc", HP_METRIC_ALLOC},
	{"tree", HP_RUN_TREE},
	{"timeline", HP_RUN_TREE | HP_RUN_TIMELINE},
};

/* The flag of a word, or of a number; false if it is neither. */
static bool auto_flag(const char *word, size_t length, uint32_t *flag)
{
	char *end;

	for (size_t i = 0; i < sizeof(auto_words) / sizeof(auto_words[0]); i++) {
		if (strlen(auto_words[i].name) == length &&
			strncasecmp(auto_words[i].name, word, length) == 0) {
			*flag = auto_words[i].flag;
			return true;
		}
	}
	*flag = (uint32_t) ZEND_STRTOUL(word, &end, 0);

	return end == word + length;
}

static bool auto_is_sample(const hp_auto *run)
{
	return strcasecmp(run->settings.mode, AUTO_SAMPLE) == 0;
}

static bool auto_check_flags(const hp_auto *run, uint32_t *flags, const char **error)
{
	const char *mode = run->settings.mode, *list = run->settings.flags, *word;
	uint32_t flag;
	size_t length;

	*flags = 0;
	if (!auto_is_sample(run) && !auto_flag(mode, strlen(mode), flags)) {
		*error = "xhprof.auto_mode is unknown";
		hp_request_log(*error, mode);
		return false;
	}
	while ((word = hp_list_next(&list, &length)) != NULL) {
		if (!auto_flag(word, length, &flag)) {
			*error = "xhprof.auto_flags has an unknown word";
			hp_request_log(*error, run->settings.flags);
			return false;
		}
		*flags |= flag;
	}
	*flags |= hp_output_needs(hp_auto_formats(run));

	return true;
}

static zend_result auto_start_calls(uint32_t flags, const char **error)
{
	hp_options options;

	if (hp_options_parse(&options, (zend_long) flags, NULL, error) == SUCCESS) {
		hp_ini_apply(&options);
		if (hp_hook_enable(&XHPROF_G(profiler), &options, error) == SUCCESS) {
			return SUCCESS;
		}
	}
	hp_options_free(&options);

	return FAILURE;
}

static zend_result auto_start_samples(const char **error)
{
	hp_sample_options options;

	hp_ini_sampling(&options, NULL);
	if (hp_sample_options_parse(&options, NULL, error) == SUCCESS) {
		hp_sample_options_clamp(&options);
		if (hp_hook_sample_enable(&XHPROF_G(sampler), &options, error) == SUCCESS) {
			return SUCCESS;
		}
	}
	hp_sample_options_free(&options);

	return FAILURE;
}

void hp_auto_name(hp_auto *run)
{
	static const char digits[] = "0123456789abcdef";
	uint64_t number = hp_dice_throw(&run->dice);

	for (size_t i = 0; i < HP_AUTO_RUN_LENGTH; i++) {
		run->run[i] = digits[(number >> (4 * i)) & 15];
	}
	run->run[HP_AUTO_RUN_LENGTH] = '\0';
}

/* Now, and not when the run is over: a run that cannot be saved would be for nothing, and the program
 * may change both the setting and where it leads to. */
static zend_result auto_open_folder(hp_auto *run, const char **error)
{
	const char *path = XHPROF_G(output_dir);

	if (run->trigger.path != NULL) {
		return SUCCESS;
	}
	if (path == NULL || path[0] == '\0') {
		*error = "xhprof.output_dir is not set";
		hp_request_log("no run of this request", *error);
		return FAILURE;
	}
	run->folder = hp_store_open(path, error);
	if (run->folder == HP_STORE_NONE) {
		hp_request_log(path, *error);
		*error = "the folder of xhprof.output_dir cannot be used: the log of errors says why";
		return FAILURE;
	}

	return SUCCESS;
}

static zend_result auto_check_formats(const hp_auto *run, const char **error)
{
	zend_string *unknown = hp_output_unknown(hp_auto_formats(run));

	if (unknown == NULL) {
		return SUCCESS;
	}
	hp_request_log("xhprof.auto_formats has an unknown format", ZSTR_VAL(unknown));
	zend_string_release(unknown);
	*error = "xhprof.auto_formats has an unknown format";

	return FAILURE;
}

static void auto_close_folder(hp_auto *run)
{
	if (run->folder != HP_STORE_NONE) {
		hp_store_close(run->folder);
		run->folder = HP_STORE_NONE;
	}
}

static zend_result auto_start(hp_auto *run, const char **error)
{
	uint32_t flags;

	if (auto_check_formats(run, error) == FAILURE || !auto_check_flags(run, &flags, error) ||
		auto_open_folder(run, error) == FAILURE) {
		return FAILURE;
	}
	hp_auto_name(run);
	run->pid = (int64_t) getpid();
	run->started_ns = hp_timer_unix_ns();
	run->started_ticks = hp_timer_ticks();
	run->is_sampling = auto_is_sample(run);
	if ((run->is_sampling ? auto_start_samples(error) : auto_start_calls(flags, error)) ==
		FAILURE) {
		auto_close_folder(run);
		hp_auto_forget(run);
		return FAILURE;
	}
	run->state = HP_AUTO_OPEN;
	EG(exit_status) = 0; /* in a worker it is still that of a request before */

	return SUCCESS;
}

void hp_auto_begin_request(hp_auto *run)
{
	const char *error;

	if (hp_request_is_preload()) {
		return;
	}
	hp_trigger_decide(&run->trigger, &run->settings.trigger, &run->dice);
	if (run->trigger.is_wanted && auto_start(run, &error) == FAILURE) {
		run->trigger.reason = error;
	}
}

static hp_profile *auto_stop_samples(hp_hook_sampler *sampler)
{
	hp_profile *profile;

	hp_hook_sample_disable(sampler);
	profile = hp_sample_profile(&sampler->store, &sampler->options, &sampler->summary);

	return profile;
}

static hp_profile *auto_stop_calls(hp_profiler *profiler)
{
	hp_profile *profile;

	hp_hook_disable(profiler);
	profile = hp_profiler_profile(profiler);
	profiler->has_result = false;

	return profile;
}

hp_profile *hp_auto_take(hp_auto *run)
{
	if (run->state == HP_AUTO_OPEN) {
		run->state = HP_AUTO_UNREAD;
		run->taken = run->is_sampling ? auto_stop_samples(&XHPROF_G(sampler))
									  : auto_stop_calls(&XHPROF_G(profiler));
	}

	return hp_profile_share(run->taken);
}

uint64_t hp_auto_wall_ns(const hp_auto *run)
{
	return (uint64_t) ((double) (hp_timer_ticks() - run->started_ticks) / hp_timer_ticks_per_ns());
}

const char *hp_auto_formats(const hp_auto *run)
{
	return run->trigger.format != NULL ? ZSTR_VAL(run->trigger.format) : run->settings.formats;
}

static void auto_finish(hp_auto *run)
{
	hp_auto_result result;

	hp_auto_measure(run, &result);
	if (run->state == HP_AUTO_OPEN) {
		hp_profile_free(hp_auto_take(run));
		if (run->is_sampling) {
			hp_hook_sample_release(&XHPROF_G(sampler));
		}
	}
	hp_auto_save(run, &result);
}

static void auto_try_finish(hp_auto *run)
{
	zend_try {
		auto_finish(run);
	}
	zend_end_try();
}

static void auto_reset(hp_auto *run)
{
	if (run->taken != NULL) {
		hp_profile_free(run->taken);
		run->taken = NULL;
	}
	auto_close_folder(run);
	run->state = HP_AUTO_NONE;
}

void hp_auto_end_request(hp_auto *run)
{
	if (run->state != HP_AUTO_NONE) {
		/* What is left of it may be little: after a fatal error for want of it, nothing. */
		zend_set_memory_limit(ZEND_LONG_MAX);
		auto_try_finish(run);
		zend_set_memory_limit((size_t) PG(memory_limit));
		auto_reset(run);
	}
	hp_trigger_free(&run->trigger);
	run->trigger.reason = NULL;
}

void hp_auto_info(const hp_auto *run, zval *info)
{
	static const char *const names[] = {"off", "trigger", "always"};
	const char *reason = run->trigger.reason;

	array_init(info);
	add_assoc_string(info, "setting", names[run->settings.trigger.when]);
	add_assoc_bool(info, "profiled", run->state != HP_AUTO_NONE);
	add_assoc_string(info, "reason", reason == NULL ? "xhprof.auto=off" : reason);
	if (run->state != HP_AUTO_NONE) {
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
