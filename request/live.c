#include "request/live.h"

#include "live/locals.h"
#include "request/folder.h"
#include "request/job.h"
#include "request/meta.h"
#include "request/retain.h"
#include "request/sapi.h"
#include "request/snapshot.h"
#include "hp_timer.h"
#include "php_xhprof.h"

/* As xhprof.meta allows. */
static zend_string *live_uri(zend_long meta)
{
	if (meta == HP_REQUEST_META_OFF) {
		return ZSTR_EMPTY_ALLOC();
	}

	return meta == HP_REQUEST_META_FULL ? hp_sapi_uri() : hp_sapi_path();
}

void hp_request_live_begin_request(
	struct hp_live_thread *thread, const php_xhprof_settings *settings)
{
	hp_live_request request;
	zend_string *uri;

	if (hp_sapi_is_preload()) {
		return;
	}
	uri = live_uri(settings->meta);
	request.method = hp_sapi_is_web() ? hp_sapi_method() : XHPROF_G(job)->is_open ? "job" : "cli";
	request.uri = ZSTR_VAL(uri);
	hp_live_thread_begin(thread, &request);
	zend_string_release(uri);
}

#ifdef HP_LIVE_HAS_RINGS

/* The digits are as many as those of a run's id, by which retention recognizes our files. */
static zend_result live_snapshot_path(char *path, size_t room, const char *folder)
{
	uint64_t time_us = (uint64_t) hp_timer_unix_ns() / 1000;

	return snprintf(path, room, "%s/live-%016" PRIu64 "-%d.xhprof.heap", folder, time_us,
			   (int) getpid()) < (int) room
		? SUCCESS
		: FAILURE;
}

/* A reader asked for it. No file of another name can come of that. */
static void live_snapshot(const zend_execute_data *from)
{
	const php_xhprof_settings *settings = &XHPROF_G(settings);
	const char *folder = settings->output_dir, *error = "xhprof.output_dir is not set";
	int opened =
		folder == NULL || folder[0] == '\0' ? HP_FOLDER_NONE : hp_folder_open(folder, &error);
	hp_file_mark mark = {0, 0};
	uint64_t files_seen = 0;
	char path[MAXPATHLEN];
	int number = 0;

	if (opened == HP_FOLDER_NONE) {
		hp_sapi_log("no snapshot for a reader of the live ring", error);
		return;
	}
	if (live_snapshot_path(path, sizeof(path), folder) == SUCCESS) {
		number = hp_snapshot_write(path, from, false);
	}
	if (number != 0) {
		hp_sapi_log(path, hp_compat_error(number));
	}
	hp_retain_sweep(opened, settings, &mark, &files_seen);
	close(opened);
}

/* A reader asked for it, who shows them to the process' own user. */
static void live_locals(const hp_live_locals_question *question, const zend_execute_data *from)
{
	static const hp_live_locals_level levels[] = {
		[HP_REQUEST_META_OFF] = HP_LIVE_LOCALS_NOTHING,
		[HP_REQUEST_META_PATH] = HP_LIVE_LOCALS_TYPES,
		[HP_REQUEST_META_FULL] = HP_LIVE_LOCALS_VALUES,
	};
	int error = hp_live_locals_write(question, levels[XHPROF_G(settings).meta], from);

	if (error != 0) {
		hp_sapi_log("no variables for a reader of the live ring", hp_compat_error(error));
	}
}

void hp_request_live_startup(void)
{
	hp_live_thread_locals = live_locals;
	hp_live_thread_snapshot = live_snapshot;
}

#endif
