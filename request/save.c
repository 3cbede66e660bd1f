#include "request/save.h"

#include "base/bailout.h"
#include "base/quiet.h"
#include "format/format.h"
#include "request/file_name.h"
#include "request/retain.h"
#include "request/sapi.h"
#include "request/settings.h"
#include "hp_timer.h"

#include "php_globals.h"

#include <math.h>
#include <time.h>

#define SAVE_LACKS "the mode of xhprof.auto_mode does not record what the format needs"
#define SAVE_FAILED "the run could not be saved in xhprof.output_dir"

static bool save_is_wanted(const php_xhprof_save_if *save_if, const hp_request_facts *facts)
{
	if (save_if->wall_us == 0 && save_if->bytes == 0 && !save_if->has_failed) {
		return true;
	}

	return (save_if->wall_us != 0 && facts->wall_ns / 1000 >= (uint64_t) save_if->wall_us) ||
		(save_if->bytes != 0 && facts->peak_bytes >= save_if->bytes) ||
		(save_if->has_failed && facts->has_failed);
}

/* Returns the reason why the settings do not want the run, or NULL. */
static const char *save_is_unwanted(const hp_save *save)
{
	/* Checked again, because the program may have excluded its path since the start. */
	const char *refusal = save->trigger->is_armed ? NULL : hp_trigger_refuse_uri(save->settings);

	if (refusal != NULL || save->trigger->is_asked ||
		save_is_wanted(&save->settings->save_if, &save->facts)) {
		return refusal;
	}

	return "no condition of xhprof.save_if holds";
}

static zend_string *save_outcome(const char *outcome, const char *more)
{
	zend_string *text = zend_strpprintf(0, "%s: %s", outcome, more);
	zend_string *kept = zend_string_dup(text, true);

	zend_string_release(text);

	return kept;
}

/* Logged, because more than this run is wrong. */
static zend_string *save_fail(hp_save *save, const char *where, const char *why)
{
	if (!save->is_late || PG(error_log) != NULL) {
		hp_quiet_log(where, why);
	} else if (save->log == NULL) {
		save->log = save_outcome(where, why);
	}

	return save_outcome("not saved", why);
}

static zend_string *save_fail_string(hp_save *save, const char *where, zend_string *why)
{
	zend_string *outcome = save_fail(save, where, ZSTR_VAL(why));

	zend_string_release(why);

	return outcome;
}

/* A file requested by its path: the user's own, not the operator's. */
static zend_string *save_path(hp_save *save)
{
	zend_string *path = save->trigger->path, *error, *outcome;
	const hp_format *format = hp_format_find(save->trigger->format);
	hp_writer writer;

	if (hp_format_missing(format, save->profile) != 0) {
		return save_fail(save, ZSTR_VAL(path), SAVE_LACKS);
	}
	path = save->is_forked ? zend_strpprintf(0, "%s.%d", ZSTR_VAL(path), (int) getpid())
						   : zend_string_copy(path);
	hp_writer_open_path(&writer, path);
	hp_format_write(format, save->profile, &writer);
	error = hp_writer_close(&writer, NULL);
	outcome = error != NULL ? save_fail_string(save, ZSTR_VAL(path), error)
							: save_outcome("saved", ZSTR_VAL(path));
	save->is_saved = error == NULL;
	zend_string_release(path);

	return outcome;
}

static hp_file_mark save_mark(const hp_save *save, const zend_string *host, const zend_string *path)
{
	hp_file_mark mark = {0, save->facts.wall_ns};

	if (save->settings->keep.slowest_per_uri != 0 && !save->trigger->is_asked) {
		mark.uri = hp_file_name_hash(host, path);
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

/* A run that is being written to the folder. */
typedef struct save_files {
	hp_save *save;
	const hp_file_name *parts;
	hp_writer writer;
	zend_string *error;
	bool is_written; /* in one format at least */
	bool is_complete;
} save_files;

/* A file for each format that the run can be written in. */
static void save_write(void *context)
{
	save_files *files = context;
	hp_save *save = files->save;
	const char *formats = hp_save_formats(save->trigger, save->settings);
	int64_t time_ns = save_now_ns();
	char name[HP_FILE_NAME_MAX + 1];
	const hp_format *format;

	while (files->error == NULL && (format = hp_format_next(&formats, NULL)) != NULL) {
		if (hp_format_missing(format, save->profile) == 0) {
			hp_file_name_make(name, files->parts, format->extension);
			hp_writer_open_below(&files->writer, save->folder.number, name, time_ns);
			files->writer.bounds = &save->bounds;
			hp_format_write(format, save->profile, &files->writer);
			files->error = hp_writer_close(&files->writer, NULL);
			files->is_written = true;
		}
	}
	files->is_complete = files->error == NULL;
}

/* After any error, a fatal one too, no file of the run is left. */
static void save_clean_up(void *context)
{
	save_files *files = context;
	const char *formats = hp_save_formats(files->save->trigger, files->save->settings);
	char name[HP_FILE_NAME_MAX + 1];
	const hp_format *format;

	hp_writer_abandon(&files->writer);
	while (!files->is_complete && (format = hp_format_next(&formats, NULL)) != NULL) {
		hp_file_name_make(name, files->parts, format->extension);
		hp_atomic_file_remove(files->save->folder.number, name);
	}
}

/* The name, the files, then retention. */
static zend_string *save_named(hp_save *save, const hp_file_name *parts)
{
	save_files files = {.save = save, .parts = parts};
	char stem[HP_FILE_NAME_MAX + 1];

	if (!hp_retain_admits(save->folder.number, &save->settings->keep, &parts->mark)) {
		return save_outcome(
			"not kept", "xhprof.keep allows no more runs of its URI, and those kept are slower");
	}
	hp_bailout(save_write, save_clean_up, &files);
	if (files.error != NULL) {
		return save_fail_string(save, SAVE_FAILED, files.error);
	}
	if (!files.is_written) {
		return save_fail(save, SAVE_FAILED, SAVE_LACKS);
	}
	hp_retain_sweep(save->folder.number, &save->settings->keep, &parts->mark, save->files_seen);
	hp_file_name_stem(stem, parts);
	save->is_saved = true;

	return save_outcome("saved", stem);
}

static hp_file_name save_parts(
	const hp_save *save, const zend_string *host, const zend_string *path)
{
	const char *script = hp_sapi_is_script() ? strrchr(ZSTR_VAL(path), '/') : NULL;
	const char *name = script == NULL ? ZSTR_VAL(path) : script;

	return (hp_file_name){save->facts.started_ns, ZSTR_VAL(host),
		save->settings->meta == HP_REQUEST_META_OFF ? NULL : name, (int64_t) getpid(),
		save->facts.run_id, save_mark(save, host, path)};
}

static zend_string *save_folder(hp_save *save)
{
	zend_string *host = hp_sapi_host(), *path = hp_sapi_path(), *outcome;
	hp_file_name parts = save_parts(save, host, path);

	outcome = save_named(save, &parts);
	zend_string_release(host);
	zend_string_release(path);

	return outcome;
}

const char *hp_save_formats(const hp_trigger *trigger, const php_xhprof_settings *settings)
{
	return trigger->format != NULL ? ZSTR_VAL(trigger->format) : settings->auto_formats;
}

static uint64_t save_most(uint64_t limit)
{
	return limit == 0 ? UINT64_MAX : limit;
}

hp_writer_bounds hp_save_bounds(const php_xhprof_settings *settings)
{
	const php_xhprof_keep *keep = &settings->keep;

	return (hp_writer_bounds){
		MIN(save_most(keep->bytes), save_most(keep->run_bytes)),
		"it is larger than xhprof.keep allows",
		hp_timer_ticks(),
		(double) settings->save_timeout_ms * 1e6 * hp_timer_ticks_per_ns(),
	};
}

/* All that needs the request. Returns the outcome if the settings do not want the run, or NULL. */
static zend_string *save_describe(hp_save *save)
{
	const char *unwanted = save_is_unwanted(save);

	if (unwanted != NULL) {
		return save_outcome("not kept", unwanted);
	}
	if (save->profile->meta == NULL) {
		save->profile->meta = hp_request_meta(&save->facts, save->settings);
	}
	hp_settings_components(save->profile);

	return NULL;
}

zend_string *hp_save_run(hp_save *save)
{
	zend_string *outcome = save_describe(save);

	if (outcome != NULL) {
		return outcome;
	}

	return save->trigger->path != NULL ? save_path(save) : save_folder(save);
}

struct hp_save_late {
	hp_save save;
	/* These end with the request: copies, of the settings those that are read again. */
	php_xhprof_settings settings;
	hp_trigger trigger;
	hp_file_name parts;
	char *texts[4];
	uint32_t texts_count;
};

static const char *save_copy(hp_save_late *late, const char *text)
{
	return late->texts[late->texts_count++] = pestrdup(text, true);
}

hp_save_late *hp_save_prepare(hp_save *save, zend_string **outcome)
{
	zend_string *host, *path;
	hp_save_late *late;

	*outcome = save_describe(save);
	if (*outcome != NULL) {
		return NULL;
	}
	late = pecalloc(1, sizeof(*late), true);
	late->settings = *save->settings;
	late->settings.auto_formats =
		(char *) save_copy(late, hp_save_formats(save->trigger, save->settings));
	late->save = *save;
	late->save.profile = hp_profile_share(save->profile);
	late->save.settings = &late->settings;
	late->save.trigger = &late->trigger;
	late->save.is_late = true;
	host = hp_sapi_host();
	path = hp_sapi_path();
	late->parts = save_parts(save, host, path);
	late->parts.host = save_copy(late, late->parts.host);
	if (save->settings->meta != HP_REQUEST_META_OFF) {
		late->parts.path = save_copy(late, late->parts.path);
	}
	late->parts.run_id = save_copy(late, late->parts.run_id);
	zend_string_release(host);
	zend_string_release(path);

	return late;
}

zend_string *hp_save_finish(hp_save_late *late)
{
	late->save.bounds = hp_save_bounds(&late->settings);

	return save_named(&late->save, &late->parts);
}

hp_save *hp_save_of(hp_save_late *late)
{
	return &late->save;
}

void hp_save_free(hp_save_late *late)
{
	hp_profile_free(late->save.profile);
	for (uint32_t i = 0; i < late->texts_count; i++) {
		pefree(late->texts[i], true);
	}
	pefree(late, true);
}
