#include "request/limit.h"

#include "base/assoc.h"
#include "base/interrupt.h"
#include "base/memory_limit.h"
#include "base/quiet.h"
#include "base/size.h"
#include "base/words.h"
#include "format/format.h"
#include "hook/allocator.h"
#include "hook/run.h"
#include "live/thread.h"
#include "request/folder.h"
#include "request/retain.h"
#include "request/save.h"
#include "request/snapshot.h"

#include "main/php_globals.h"

#include <stdlib.h>

/* A file to write, and the result. */
typedef struct limit_file {
	hp_limit_action action;
	const char *stem; /* of its name */
	const zend_execute_data *from; /* the innermost frame */
	bool has_wait; /* it must be complete before the program continues */
	char name[HP_FILE_NAME_MAX + 1];
	char error[HP_LIMIT_OUTCOME_BYTES]; /* "": none */
} limit_file;

static void limit_fail(limit_file *file, const char *error)
{
	snprintf(file->error, sizeof(file->error), "%s", error);
}

static const hp_format *limit_format(void)
{
	const char *formats = "json.gz, json"; /* without zlib the first is not known */

	return hp_format_next(&formats, NULL);
}

static void limit_profile(limit_file *file, int folder)
{
	hp_profile *profile = hp_run_snapshot(XHPROF_G(run));
	const hp_format *format = limit_format();
	hp_writer_bounds bounds = hp_save_bounds(&XHPROF_G(settings));
	hp_writer writer;
	zend_string *error;

	hp_file_name_now(file->name, file->stem, format->extension);
	hp_writer_open_below(&writer, folder, file->name, 0);
	writer.bounds = &bounds;
	hp_format_write(format, profile, &writer);
	error = hp_writer_close(&writer, NULL);
	if (error != NULL) {
		limit_fail(file, ZSTR_VAL(error));
		zend_string_release(error);
	}
	hp_profile_free(profile);
}

static void limit_snapshot(limit_file *file, const char *folder)
{
	char path[MAXPATHLEN];
	int error;

	hp_file_name_now(file->name, file->stem, "heap");
	if (snprintf(path, sizeof(path), "%s/%s", folder, file->name) >= (int) sizeof(path)) {
		limit_fail(file, "the path is too long");
		return;
	}
	error = hp_snapshot_write(path, file->from, file->has_wait);
	if (error != 0) {
		limit_fail(file, hp_compat_error(error));
	}
}

/* Takes nothing from PHP's allocator, which may have refused just now. */
static void limit_write(limit_file *file)
{
	const php_xhprof_settings *settings = &XHPROF_G(settings);
	const char *path = settings->output_dir, *error = "xhprof.output_dir is not set";
	int folder = path == NULL || path[0] == '\0' ? HP_FOLDER_NONE : hp_folder_open(path, &error);

	if (folder == HP_FOLDER_NONE) {
		limit_fail(file, error);
		return;
	}
	if (file->action == HP_LIMIT_SNAPSHOT) {
		limit_snapshot(file, path);
	} else if (hp_run_is_open(XHPROF_G(run))) {
		limit_profile(file, folder);
	} else {
		limit_fail(file, "no run is open");
	}
	hp_retain_sweep(folder, &settings->keep, NULL, NULL);
	close(folder);
}

/* Logs why nothing was written. The limit is lifted meanwhile, as the log needs a little memory. */
static void limit_log(const char *error)
{
	hp_memory_limit limit;

	hp_memory_limit_lift(&limit, ZEND_LONG_MAX);
	hp_quiet_log("xhprof.on_memory wrote no file", error);
	hp_memory_limit_restore(&limit);
}

/* Writes the file of xhprof.on_memory. An open run is paused while it is written. */
static void limit_passed(hp_limit *limit, const zend_execute_data *from, bool has_wait)
{
	hp_run *run = XHPROF_G(run);
	bool is_paused;
	limit_file file = {
		.action = (hp_limit_action) XHPROF_G(settings).on_memory_action,
		.stem = "memory",
		.from = from,
		.has_wait = has_wait,
	};

	limit->growth.is_passed = false;
	if (file.action == HP_LIMIT_OFF) {
		return;
	}
	is_paused = hp_run_pause(run);
	limit_write(&file);
	if (is_paused) {
		hp_run_resume(run);
	}
	snprintf(limit->outcome, sizeof(limit->outcome), "%s%s",
		file.error[0] == '\0' ? "saved: " : "not saved: ",
		file.error[0] == '\0' ? file.name : file.error);
	if (file.error[0] != '\0') {
		limit_log(file.error);
	}
}

/* Waits for the forked snapshot writer: it must not die with the request. */
static void limit_of_setting(void)
{
	limit_file file = {
		.action = (hp_limit_action) XHPROF_G(settings).on_memory_limit,
		.stem = "memory-limit",
		.from = EG(current_execute_data),
		.has_wait = true,
	};

	if (file.action == HP_LIMIT_SNAPSHOT ||
		(file.action == HP_LIMIT_PROFILE && hp_run_is_open(XHPROF_G(run)))) {
		limit_write(&file);
	}
}

/* The program may reach its limit before the next safe point, and with an allocation that would
 * have passed the threshold. In both cases the threshold's file is written now. */
static void limit_reached(void)
{
	hp_limit *limit = XHPROF_G(limit);
	hp_growth *growth = &limit->growth;

	hp_live_thread_out_of_memory();
	limit_of_setting();
	if (growth->is_passed ||
		(growth->heap != NULL &&
			hp_growth_bytes(&growth->threshold) <= (uint64_t) PG(memory_limit))) {
		hp_growth_unwatch(growth);
		limit_passed(limit, EG(current_execute_data), true);
	}
}

static bool limit_interrupt(zend_execute_data *execute_data)
{
	hp_limit *limit = XHPROF_G(limit);

	if (UNEXPECTED(limit->growth.is_passed)) {
		limit_passed(limit, execute_data, false);
	}

	return true;
}

static bool limit_has_safe_points;

void hp_limit_startup(bool is_persistent)
{
	hp_allocator_limit_reached = limit_reached;
	limit_has_safe_points = is_persistent;
	if (is_persistent) {
		hp_interrupt_add(limit_interrupt);
	}
}

/* "64M", "80%" */
static bool limit_parse_amount(php_xhprof_settings *settings, const char *word, size_t length)
{
	uint64_t number;
	size_t read = hp_size_read(word, length, &number);

	settings->on_memory_bytes = settings->on_memory_percent = 0;
	if (read > 0 && read + 1 == length && word[read] == '%' && isdigit((uint8_t) word[read - 1])) {
		settings->on_memory_percent = (zend_long) MIN(number, 101);
		return number > 0 && number <= 100;
	}
	settings->on_memory_bytes = (zend_long) number;

	return read == length && number > 0 && number <= ZEND_LONG_MAX;
}

zend_result hp_limit_parse(php_xhprof_settings *settings, const char *text)
{
	php_xhprof_settings wanted = *settings;
	size_t length;
	const char *word = hp_words_next(&text, &length);

	wanted.on_memory_action = HP_LIMIT_SNAPSHOT;
	if (word == NULL || hp_words_is(word, length, "off") || hp_words_is(word, length, "0")) {
		wanted.on_memory_action = HP_LIMIT_OFF;
	} else if (!limit_parse_amount(&wanted, word, length)) {
		return FAILURE;
	} else if ((word = hp_words_next(&text, &length)) != NULL) {
		if (hp_words_is(word, length, "profile")) {
			wanted.on_memory_action = HP_LIMIT_PROFILE;
		} else if (!hp_words_is(word, length, "snapshot")) {
			return FAILURE;
		}
	}
	if (hp_words_next(&text, &length) != NULL) {
		return FAILURE;
	}
	*settings = wanted;

	return SUCCESS;
}

void hp_limit_watch(hp_limit *limit, const php_xhprof_settings *settings)
{
	hp_growth_threshold threshold = {
		(uint64_t) settings->on_memory_bytes, (uint32_t) settings->on_memory_percent};

	hp_limit_deactivate(limit);
	if (settings->on_memory_action == HP_LIMIT_OFF) {
		return;
	}
	limit->refusal = limit_has_safe_points ? hp_growth_refusal(&threshold)
										   : "xhprof is loaded by dl(): load it in php.ini instead";
	if (limit->refusal == NULL) {
		hp_growth_watch(&limit->growth, &threshold);
	}
}

void hp_limit_shutdown(hp_limit *limit)
{
	hp_growth_unwatch(&limit->growth);
	if (UNEXPECTED(limit->growth.is_passed)) {
		limit_passed(limit, NULL, false);
	}
}

void hp_limit_deactivate(hp_limit *limit)
{
	hp_growth_unwatch(&limit->growth);
	limit->growth.is_passed = false;
	limit->refusal = NULL;
	limit->outcome[0] = '\0';
}

void hp_limit_info(const hp_limit *limit, const php_xhprof_settings *settings, zval *info)
{
	static const char *const actions[] = {NULL, "profile", "snapshot"};
	uint64_t bytes = hp_growth_bytes(&limit->growth.threshold);
	bool is_watched = settings->on_memory_action != HP_LIMIT_OFF && limit->refusal == NULL;

	array_init(info);
	hp_assoc_text(info, "action", actions[settings->on_memory_action]);
	hp_assoc_number(info, "bytes", is_watched, (int64_t) bytes);
	add_assoc_bool(info, "watched", limit->growth.heap != NULL);
	hp_assoc_text(info, "reason", limit->refusal);
	hp_assoc_text(info, "last", limit->outcome[0] == '\0' ? NULL : limit->outcome);
}
