#include "request/limit.h"

#include "format/format.h"
#include "heap/snapshot.h"
#include "hook/allocator.h"
#include "hook/run.h"
#include "request/folder.h"
#include "request/retain.h"
#include "request/save.h"
#include "php_xhprof.h"

#define LIMIT_NAME_BYTES 128

/* The digits are as many as those of a run's id, by which retention recognizes our files. */
static void limit_name(char *name, const char *extension)
{
	uint64_t time_us = (uint64_t) hp_timer_unix_ns() / 1000;

	snprintf(name, LIMIT_NAME_BYTES, "memory-limit-%016" PRIu64 "-%d.xhprof.%s", time_us,
		(int) getpid(), extension);
}

static const hp_format *limit_format(void)
{
	const char *formats = "json.gz, json"; /* without zlib the first is not known */

	return hp_format_next(&formats, NULL);
}

static void limit_profile(int folder)
{
	hp_profile *profile = hp_run_snapshot(XHPROF_G(run));
	const hp_format *format = limit_format();
	hp_writer_bounds bounds = hp_save_bounds(&XHPROF_G(settings));
	char name[LIMIT_NAME_BYTES];
	hp_writer writer;
	zend_string *error;

	limit_name(name, format->extension);
	hp_writer_open_below(&writer, folder, name, 0);
	writer.bounds = &bounds;
	hp_format_write(format, profile, NULL, &writer);
	error = hp_writer_close(&writer, NULL);
	if (error != NULL) {
		zend_string_release(error);
	}
	hp_profile_free(profile);
}

/* Waits for the forked snapshot writer: it must not die with the request. */
static void limit_snapshot(const char *folder)
{
	char path[MAXPATHLEN], name[LIMIT_NAME_BYTES];
	hp_heap_options options = hp_heap_options_default;
	hp_heap_report report;

	limit_name(name, "heap");
	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int) sizeof(path)) {
		return;
	}
	options.has_wait = true;
	hp_heap_snapshot_write(path, EG(current_execute_data), false, &options, &report);
}

/* Takes nothing from the allocator that has just refused. */
static void limit_reached(void)
{
	const php_xhprof_settings *settings = &XHPROF_G(settings);
	const char *path = settings->output_dir, *error;
	hp_file_mark mark = {0, 0};
	uint64_t files_seen = 0;
	int folder;

	if (settings->on_memory_limit == HP_LIMIT_OFF || path == NULL || path[0] == '\0') {
		return;
	}
	if (settings->on_memory_limit == HP_LIMIT_PROFILE && !hp_run_has_snapshot(XHPROF_G(run))) {
		return;
	}
	folder = hp_folder_open(path, &error);
	if (folder == HP_FOLDER_NONE) {
		return;
	}
	if (settings->on_memory_limit == HP_LIMIT_PROFILE) {
		limit_profile(folder);
	} else {
		limit_snapshot(path);
	}
	hp_retain_sweep(folder, settings, &mark, &files_seen);
	close(folder);
}

void hp_limit_startup(void)
{
	hp_allocator_limit_reached = limit_reached;
}
