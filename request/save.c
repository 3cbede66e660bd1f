#include "request/save.h"

#include "request/file_name.h"
#include "request/folder.h"
#include "request/retain.h"
#include "request/sapi.h"

#include <time.h>

#define SAVE_LACKS "the mode of xhprof.auto_mode lacks what the format needs"
#define SAVE_FAILED "the run could not be saved in xhprof.output_dir"

/* Returns the reason why the settings do not want the run, or NULL. */
static const char *save_is_unwanted(const hp_save *save)
{
	const php_xhprof_settings *settings = save->settings;
	const hp_request_facts *facts = &save->facts;

	if (save->trigger->is_asked ||
		(settings->min_wall_ms == 0 && settings->min_memory == 0 && !settings->has_on_error) ||
		(settings->min_wall_ms != 0 &&
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
	path = save->is_forked ? zend_strpprintf(0, "%s.%d", ZSTR_VAL(path), (int) getpid())
						   : zend_string_copy(path);
	hp_writer_open_path(&writer, path);
	format->write(save->profile, &writer);
	error = hp_writer_close(&writer, NULL);
	outcome = error != NULL ? save_fail_string(ZSTR_VAL(path), error)
							: save_outcome("saved", ZSTR_VAL(path));
	zend_string_release(path);

	return outcome;
}

static hp_file_mark save_mark(const hp_save *save, const char *path)
{
	hp_file_mark mark = {0, save->facts.wall_ns};

	if (save->settings->keep_slowest_per_uri != 0 && !save->trigger->is_asked) {
		mark.uri = hp_file_name_hash(path);
	}

	return mark;
}

/* Not hp_timer's: retention compares it with the clock of the file system. */
static int64_t save_now_ns(void)
{
	struct timespec now;

	timespec_get(&now, TIME_UTC);

	return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

static void save_remove(const hp_save *save, const hp_file_name *parts)
{
	const char *formats = hp_save_formats(save->trigger, save->settings);
	char name[HP_FILE_NAME_MAX + 1];
	const hp_format *format;

	while ((format = hp_format_next(&formats, NULL)) != NULL) {
		hp_file_name_make(name, parts, format->extension);
		hp_folder_remove(save->folder, name);
	}
}

/* A file for each format that the run can be written in. After an error none of them is left. */
static zend_string *save_files(const hp_save *save, const hp_file_name *parts)
{
	const char *formats = hp_save_formats(save->trigger, save->settings);
	int64_t time_ns = save_now_ns();
	zend_string *error = NULL;
	char name[HP_FILE_NAME_MAX + 1];
	const hp_format *format;
	bool fits = false;

	while (error == NULL && (format = hp_format_next(&formats, NULL)) != NULL) {
		if (hp_profile_missing(save->profile, format->needs) == 0) {
			fits = true;
			hp_file_name_make(name, parts, format->extension);
			error = hp_folder_write(save->folder, name, time_ns, format, save->profile);
		}
	}
	if (error != NULL) {
		save_remove(save, parts);
	}

	return fits ? error : zend_string_init(ZEND_STRL(SAVE_LACKS), false);
}

/* The name, the files, then retention. */
static zend_string *save_named(const hp_save *save, const hp_file_name *parts)
{
	char stem[HP_FILE_NAME_MAX + 1];
	zend_string *error;

	if (!hp_retain_admits(save->folder, save->settings, &parts->mark)) {
		return save_outcome(
			"not kept", "xhprof.keep_slowest_per_uri slower runs of its URI are there");
	}
	error = save_files(save, parts);
	if (error != NULL) {
		return save_fail_string(SAVE_FAILED, error);
	}
	hp_retain_sweep(save->folder, save->settings, &parts->mark, save->files_seen);
	hp_file_name_stem(stem, parts);

	return save_outcome("saved", stem);
}

static zend_string *save_folder(const hp_save *save)
{
	zend_string *host = hp_sapi_host(), *path = hp_sapi_path(), *outcome;
	const char *script = hp_sapi_is_web() ? NULL : strrchr(ZSTR_VAL(path), '/');
	hp_file_name parts = {save->settings->output_name, save->facts.started_ns, ZSTR_VAL(host),
		script == NULL ? ZSTR_VAL(path) : script, (int64_t) getpid(), save->facts.run_id,
		save_mark(save, ZSTR_VAL(path))};

	outcome = save_named(save, &parts);
	zend_string_release(host);
	zend_string_release(path);

	return outcome;
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
