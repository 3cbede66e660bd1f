#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/save.h"

#include "request/file_name.h"
#include "request/folder.h"
#include "request/meta.h"
#include "request/retain.h"
#include "request/sapi.h"

#include "SAPI.h"

#include <time.h>

#define AUTO_LACKS "the mode of xhprof.auto_mode has not what the format needs"
#define AUTO_SAVE "the run could not be saved in xhprof.output_dir"
#define AUTO_FATAL \
 (E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR)

/* 255 is what fatal errors end with; a later warning may have taken the place of the error. Without a
 * message the type is still that of a request before. */
static bool request_has_fatal_error(void)
{
	return EG(exit_status) == 255 ||
		(PG(last_error_message) != NULL && (PG(last_error_type) & AUTO_FATAL) != 0);
}

void hp_request_measure(const hp_request *run, hp_request_result *result)
{
	bool is_web = hp_sapi_is_web();
	int status = SG(sapi_headers).http_response_code;

	result->wall_ns = hp_request_wall_ns(run);
	result->peak_bytes = zend_memory_peak_usage(false);
	result->status = is_web ? (status == 0 ? 200 : status) : EG(exit_status);
	result->has_failed =
		request_has_fatal_error() || (is_web ? status >= 500 : EG(exit_status) != 0);
}

/* NULL: it is to be saved. */
static const char *request_leave(const hp_request *run, const hp_request_result *result)
{
	const php_xhprof_settings *settings = run->settings;

	if (run->trigger.is_asked ||
		(settings->min_wall_ms == 0 && settings->min_memory == 0 && !settings->has_on_error)) {
		return NULL;
	}
	if ((settings->min_wall_ms != 0 &&
			result->wall_ns / 1000000 >= (uint64_t) settings->min_wall_ms) ||
		(settings->min_memory != 0 && result->peak_bytes >= (uint64_t) settings->min_memory) ||
		(settings->has_on_error && result->has_failed)) {
		return NULL;
	}

	return "neither xhprof.min_wall_ms nor xhprof.min_memory nor xhprof.on_error wants it";
}

static void request_note(hp_request *run, const char *what, const char *more)
{
	char *text;

	if (run->outcome != NULL) {
		zend_string_release(run->outcome);
	}
	spprintf(&text, 0, "%s: %s", what, more);
	run->outcome = zend_string_init(text, strlen(text), true);
	efree(text);
}

/* Something is wrong, and not with this run alone. */
static void request_fail(hp_request *run, const char *where, const char *why)
{
	hp_sapi_log(where, why);
	request_note(run, "not saved", why);
}

static void request_fail_string(hp_request *run, const char *where, zend_string *why)
{
	request_fail(run, where, ZSTR_VAL(why));
	zend_string_release(why);
}

/* A file that was asked for by its path: the user's own, not the operator's. */
static void save_path(hp_request *run)
{
	zend_string *path = run->trigger.path;
	const hp_format *format = hp_format_find(run->trigger.format);
	zend_string *error;
	hp_writer writer;

	if (run->pid != (int64_t) getpid()) {
		path = zend_strpprintf(0, "%s.%d", ZSTR_VAL(path), (int) getpid());
	} else {
		path = zend_string_copy(path);
	}
	if ((run->taken->metrics & format->needs) != format->needs) {
		request_fail(run, ZSTR_VAL(path), AUTO_LACKS);
	} else {
		hp_writer_open_path(&writer, path);
		format->write(run->taken, &writer);
		error = hp_writer_close(&writer, NULL);
		if (error != NULL) {
			request_fail_string(run, ZSTR_VAL(path), error);
		} else {
			request_note(run, "saved", ZSTR_VAL(path));
		}
	}
	zend_string_release(path);
}

static void request_make_name(const hp_request *run, char *name)
{
	zend_string *host = hp_sapi_host(), *uri = hp_sapi_uri();
	const char *script = hp_sapi_is_web() ? NULL : strrchr(ZSTR_VAL(uri), '/');
	hp_file_name_parts parts = {run->started_ns, ZSTR_VAL(host),
		script == NULL ? ZSTR_VAL(uri) : script, (int64_t) getpid(), run->run};

	hp_file_name_make(name, run->settings->output_name, &parts);
	if (run->pid != parts.pid && strstr(run->settings->output_name, "%p") == NULL &&
		strstr(run->settings->output_name, "%r") == NULL) {
		size_t length = MIN(strlen(name), HP_FILE_NAME_MAX - HP_REQUEST_RUN_LENGTH - 1);

		name[length] = '-'; /* or a child that was forked took the parent's file */
		memcpy(name + length + 1, run->run, HP_REQUEST_RUN_LENGTH + 1);
	}
	zend_string_release(host);
	zend_string_release(uri);
}

/* More than can be counted is as good as no end. */
static int64_t request_times(zend_long count, int64_t unit)
{
	return (int64_t) count > INT64_MAX / unit ? INT64_MAX : (int64_t) count * unit;
}

static zend_result request_admit(const hp_request *run, const hp_output *output,
	const hp_request_result *result, int *lock, const char **refused)
{
	const php_xhprof_settings *settings = run->settings;
	hp_retain_limits limits = {(uint64_t) settings->keep_files,
		(uint64_t) request_times(settings->keep_mb, 1024 * 1024),
		request_times(settings->keep_days, 86400), (uint64_t) settings->keep_slowest_per_uri};
	hp_retain_run kept = {(int64_t) time(NULL), (int64_t) (result->wall_ns / 1000), 0};

	if (limits.files == 0 && limits.bytes == 0 && limits.seconds == 0 && limits.slowest == 0) {
		*refused = NULL;
		return SUCCESS;
	}
	if (!run->trigger.is_asked) {
		zend_string *uri = hp_sapi_uri();

		kept.uri = hp_retain_hash(ZSTR_VAL(uri));
		zend_string_release(uri);
	}

	return hp_retain_admit(output, &limits, &kept, lock, refused);
}

/* Room for the files and their names, for which the index is locked. */
static void request_publish(hp_request *run, hp_output *output, const hp_request_result *result)
{
	zend_string *error;
	const char *refused;
	int lock = -1;

	if (request_admit(run, output, result, &lock, &refused) == FAILURE) {
		request_fail(run, AUTO_SAVE, refused);
	} else if (refused != NULL) {
		request_note(run, "not kept", refused);
	}
	if (refused != NULL) {
		hp_output_discard(output);
	} else {
		error = hp_output_publish(output);
		if (error != NULL) {
			request_fail_string(run, AUTO_SAVE, error);
		} else {
			request_note(run, "saved", output->name);
		}
	}
	hp_retain_release(lock);
}

static void save_folder(hp_request *run, const hp_request_result *result)
{
	char name[HP_FILE_NAME_MAX + 1];
	hp_output output;
	zend_string *error;

	request_make_name(run, name);
	output.folder = run->folder;
	output.run = run->run;
	output.name = name;
	error = hp_output_write(&output, run->taken, hp_request_formats(run));
	if (error != NULL) {
		request_fail_string(run, AUTO_SAVE, error);
		return;
	}
	if (output.files_count == 0) {
		request_fail(run, AUTO_SAVE, AUTO_LACKS);
		return;
	}
	request_publish(run, &output, result);
}

void hp_request_save(hp_request *run, const hp_request_result *result)
{
	const char *leave = request_leave(run, result);

	if (leave != NULL) {
		request_note(run, "not kept", leave);
		return;
	}
	if (run->pid != (int64_t) getpid()) {
		hp_request_name(run); /* of a process that the request forked */
	}
	if (run->taken->meta == NULL) {
		run->taken->meta = hp_request_meta(run, result);
	}
	if (run->trigger.path != NULL) {
		save_path(run);
	} else {
		save_folder(run, result);
	}
}
