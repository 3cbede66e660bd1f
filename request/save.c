#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/save.h"

#include "request/file_name.h"
#include "request/output.h"
#include "request/retain.h"
#include "request/sapi.h"

#include <time.h>

#define SAVE_LACKS "the mode of xhprof.auto_mode has not what the format needs"
#define SAVE_FAILED "the run could not be saved in xhprof.output_dir"
/* NULL: it is to be saved. */
static const char *save_is_unwanted(const hp_save *save)
{
	const php_xhprof_settings *settings = save->settings;
	const hp_request_facts *facts = &save->facts;

	if (save->trigger->is_asked ||
		(settings->min_wall_ms == 0 && settings->min_memory == 0 && !settings->has_on_error)) {
		return NULL;
	}
	if ((settings->min_wall_ms != 0 &&
			facts->wall_ns / 1000000 >= (uint64_t) settings->min_wall_ms) ||
		(settings->min_memory != 0 && facts->peak_bytes >= (uint64_t) settings->min_memory) ||
		(settings->has_on_error && facts->has_failed)) {
		return NULL;
	}

	return "neither xhprof.min_wall_ms nor xhprof.min_memory nor xhprof.on_error wants it";
}

static zend_string *save_outcome(const char *outcome, const char *more)
{
	char *text;
	zend_string *kept;

	spprintf(&text, 0, "%s: %s", outcome, more);
	kept = zend_string_init(text, strlen(text), true);
	efree(text);

	return kept;
}

/* Logged, because more than this run is wrong. */
static zend_string *save_fail(const char *where, const char *why)
{
	hp_sapi_log(where, why);

	return save_outcome("not saved", why);
}

static zend_string *save_fail_string(const char *where, zend_string *why)
{
	zend_string *outcome = save_fail(where, ZSTR_VAL(why));

	zend_string_release(why);

	return outcome;
}

/* A file that was asked for by its path: the user's own, not the operator's. */
static zend_string *save_path(const hp_save *save)
{
	zend_string *path = save->trigger->path, *error, *outcome;
	const hp_format *format = hp_format_find(save->trigger->format);
	hp_writer writer;

	if (hp_profile_missing(save->profile, format->needs) != 0) {
		return save_fail(ZSTR_VAL(path), SAVE_LACKS);
	}
	if (save->is_forked) {
		path = zend_strpprintf(0, "%s.%d", ZSTR_VAL(path), (int) getpid());
	} else {
		path = zend_string_copy(path);
	}
	hp_writer_open_path(&writer, path);
	format->write(save->profile, &writer);
	error = hp_writer_close(&writer, NULL);
	outcome = error != NULL ? save_fail_string(ZSTR_VAL(path), error)
							: save_outcome("saved", ZSTR_VAL(path));
	zend_string_release(path);

	return outcome;
}

static void save_make_name(const hp_save *save, char *name)
{
	const char *pattern = save->settings->output_name, *run = save->facts.run;
	zend_string *host = hp_sapi_host(), *path = hp_sapi_path();
	const char *script = hp_sapi_is_web() ? NULL : strrchr(ZSTR_VAL(path), '/');
	hp_file_name_parts parts = {save->facts.started_ns, ZSTR_VAL(host),
		script == NULL ? ZSTR_VAL(path) : script, (int64_t) getpid(), run};

	hp_file_name_make(name, pattern, &parts);
	if (save->is_forked && strstr(pattern, "%p") == NULL && strstr(pattern, "%r") == NULL) {
		size_t length = MIN(strlen(name), HP_FILE_NAME_MAX - strlen(run) - 1);

		name[length] = '-'; /* or a child that was forked took the parent's file */
		memcpy(name + length + 1, run, strlen(run) + 1);
	}
	zend_string_release(host);
	zend_string_release(path);
}

/* More than can be counted is as good as no end. */
static int64_t save_times(zend_long count, int64_t unit)
{
	return (int64_t) count > INT64_MAX / unit ? INT64_MAX : (int64_t) count * unit;
}

static zend_result save_admit(
	const hp_save *save, const hp_output *output, int *lock, const char **refused)
{
	const php_xhprof_settings *settings = save->settings;
	hp_retain_limits limits = {(uint64_t) settings->keep_files,
		(uint64_t) save_times(settings->keep_mb, 1024 * 1024),
		save_times(settings->keep_days, 86400), (uint64_t) settings->keep_slowest_per_uri};
	hp_retain_run kept = {(int64_t) time(NULL), (int64_t) (save->facts.wall_ns / 1000), 0};

	if (limits.files == 0 && limits.bytes == 0 && limits.seconds == 0 && limits.slowest == 0) {
		*refused = NULL;
		return SUCCESS;
	}
	if (!save->trigger->is_asked) {
		zend_string *path = hp_sapi_path();

		kept.uri = hp_retain_hash(ZSTR_VAL(path));
		zend_string_release(path);
	}

	return hp_retain_admit(output, &limits, &kept, lock, refused);
}

/* Room for the files and their names, for which the index is locked. */
static zend_string *save_publish(const hp_save *save, hp_output *output)
{
	zend_string *error, *outcome;
	const char *refused;
	int lock = -1;

	if (save_admit(save, output, &lock, &refused) == FAILURE) {
		outcome = save_fail(SAVE_FAILED, refused);
		hp_output_discard(output);
	} else if (refused != NULL) {
		outcome = save_outcome("not kept", refused);
		hp_output_discard(output);
	} else {
		error = hp_output_publish(output);
		outcome = error != NULL ? save_fail_string(SAVE_FAILED, error)
								: save_outcome("saved", output->name);
	}
	hp_retain_release(lock);

	return outcome;
}

static zend_string *save_folder(const hp_save *save)
{
	char name[HP_FILE_NAME_MAX + 1];
	hp_output output;
	zend_string *error;

	save_make_name(save, name);
	output.folder = save->folder;
	output.run = save->facts.run;
	output.name = name;
	error = hp_output_write(&output, save->profile, hp_save_formats(save->trigger, save->settings));
	if (error != NULL) {
		return save_fail_string(SAVE_FAILED, error);
	}
	if (output.files_count == 0) {
		return save_fail(SAVE_FAILED, SAVE_LACKS);
	}

	return save_publish(save, &output);
}

const char *hp_save_formats(const hp_trigger *trigger, const php_xhprof_settings *settings)
{
	return trigger->format != NULL ? ZSTR_VAL(trigger->format) : settings->auto_formats;
}

zend_string *hp_save_run(const hp_save *save)
{
	const char *unwanted = save_is_unwanted(save);

	if (unwanted != NULL) {
		return save_outcome("not kept", unwanted);
	}
	if (save->profile->meta == NULL) {
		save->profile->meta = hp_request_meta(&save->facts, save->settings);
	}

	return save->trigger->path != NULL ? save_path(save) : save_folder(save);
}
