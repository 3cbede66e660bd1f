#include "request/live.h"

#include "base/quiet.h"
#include "live/locals.h"
#include "request/folder.h"
#include "request/job.h"
#include "request/meta.h"
#include "request/retain.h"
#include "request/sapi.h"
#include "request/snapshot.h"
#include "request/trace.h"
#include "php_xhprof.h"

#ifdef HP_LIVE_HAS_RINGS
# include "live/ring.h"

# include <poll.h>
# include <unistd.h>

/* Between the beginnings of two snapshots for readers. */
# define LIVE_SNAPSHOT_PAUSE_NS UINT64_C(10000000000)
#endif

/* As xhprof.meta allows. */
static zend_string *live_uri(zend_long meta)
{
	if (meta == HP_REQUEST_META_OFF) {
		return ZSTR_EMPTY_ALLOC();
	}

	return meta == HP_REQUEST_META_FULL ? hp_sapi_uri() : hp_sapi_path();
}

#ifdef HP_LIVE_HAS_RINGS

/* True while a reader's last snapshot is being written. Removes old files once it is complete. */
static bool live_is_writing(void)
{
	struct pollfd writer = {.fd = XHPROF_G(live_writer)};
	const char *folder = XHPROF_G(settings).output_dir, *error;
	int opened;

	if (EXPECTED(writer.fd == 0)) {
		return false;
	}
	if (poll(&writer, 1, 0) < 1) {
		return true;
	}
	close(writer.fd);
	XHPROF_G(live_writer) = 0;
	opened = hp_folder_open(folder == NULL ? "" : folder, &error);
	if (opened != HP_FOLDER_NONE) {
		hp_retain_sweep(opened, &XHPROF_G(settings).keep, NULL, NULL);
		close(opened);
	}

	return false;
}

/* Begins a snapshot. Returns 0 or an errno. A path that is too long is not cut: the file would have
 * another name. */
static int live_write_snapshot(const char *folder, const zend_execute_data *from)
{
	char name[HP_FILE_NAME_MAX + 1], path[MAXPATHLEN];

	hp_file_name_now(name, "live", "heap");
	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int) sizeof(path)) {
		return ENAMETOOLONG;
	}

	return hp_snapshot_begin(path, from, &XHPROF_G(live_writer));
}

/* Called when a reader requested a snapshot. Any reader of the group may request one at any time,
 * so there is a pause after each. */
static bool live_snapshot(const zend_execute_data *from)
{
	const char *folder = XHPROF_G(settings).output_dir, *error = "xhprof.output_dir is not set";
	uint64_t now_ns = hp_live_ring_now_ns();
	int opened, number;

	if (live_is_writing() || now_ns < XHPROF_G(live_snapshot_after_ns)) {
		return false;
	}
	XHPROF_G(live_snapshot_after_ns) = now_ns + LIVE_SNAPSHOT_PAUSE_NS;
	opened = folder == NULL || folder[0] == '\0' ? HP_FOLDER_NONE : hp_folder_open(folder, &error);
	if (opened == HP_FOLDER_NONE) {
		hp_quiet_log("no snapshot for a reader of the live ring", error);
		return true;
	}
	number = live_write_snapshot(folder, from);
	if (number != 0) {
		hp_quiet_log(folder, hp_compat_error(number));
	}
	hp_retain_sweep(opened, &XHPROF_G(settings).keep, NULL, NULL);
	close(opened);

	return true;
}

hp_live_locals_level hp_request_live_locals_level(void)
{
	static const hp_live_locals_level levels[] = {
		[HP_REQUEST_META_OFF] = HP_LIVE_LOCALS_NOTHING,
		[HP_REQUEST_META_PATH] = HP_LIVE_LOCALS_TYPES,
		[HP_REQUEST_META_FULL] = HP_LIVE_LOCALS_VALUES,
	};

	return levels[XHPROF_G(settings).meta];
}

/* A reader requested it, and shows them to the process's own user. */
static void live_locals(const hp_live_locals_question *question, const zend_execute_data *from)
{
	int error = hp_live_locals_write(question, hp_request_live_locals_level(), from);

	if (error != 0) {
		hp_quiet_log("no variables for a reader of the live ring", hp_compat_error(error));
	}
}

void hp_request_live_startup(void)
{
	hp_live_answer_locals = live_locals;
	hp_live_answer_snapshot = live_snapshot;
}

#else
# define live_is_writing() ((void) 0)
#endif

void hp_request_live_begin_request(
	struct hp_live_thread *thread, const php_xhprof_settings *settings)
{
	hp_live_request request;
	zend_string *uri;

	if (hp_sapi_is_preload()) {
		return;
	}
	live_is_writing();
	uri = live_uri(settings->meta);
	request.method = hp_sapi_is_web() ? hp_sapi_method() : XHPROF_G(job)->is_open ? "job" : "cli";
	request.uri = ZSTR_VAL(uri);
	request.trace = hp_request_trace_get(XHPROF_G(trace));
	request.has_texts = settings->meta != HP_REQUEST_META_OFF;
	hp_live_thread_begin(thread, &request);
	zend_string_release(uri);
}
