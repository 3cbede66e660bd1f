#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/limit.h"

#include "format/format.h"
#include "heap/snapshot.h"
#include "hook/allocator.h"
#include "hook/run.h"
#include "request/folder.h"
#include "php_xhprof.h"

/* Where there is no more than this there is no file. */
#define LIMIT_NAME_BYTES 128

static void limit_name(char *name, const char *what)
{
	uint64_t number = (uint64_t) hp_timer_unix_ns();

	snprintf(name, LIMIT_NAME_BYTES, "memory-limit-%" PRIu64 "-%d%s", number / 1000, (int) getpid(),
		what);
}

/* pprof where it can be, json else: both can be read back. */
static const hp_format *limit_format(const hp_profile *profile)
{
	zend_string *name = zend_string_init("pprof", strlen("pprof"), true);
	const hp_format *format = hp_format_find(name);

	zend_string_release(name);
	if (format != NULL && hp_profile_missing(profile, format->needs) == 0) {
		return format;
	}
	name = zend_string_init("json", strlen("json"), true);
	format = hp_format_find(name);
	zend_string_release(name);

	return format;
}

static bool limit_write(int file, const hp_profile *profile, const hp_format *format)
{
	zend_string *error;
	hp_writer writer;

	hp_writer_open_file(&writer, file);
	format->write(profile, &writer);
	error = hp_writer_close(&writer, NULL);
	if (error == NULL) {
		return true;
	}
	zend_string_release(error);

	return false;
}

static void limit_profile(int folder)
{
	char temporary[LIMIT_NAME_BYTES], name[LIMIT_NAME_BYTES];
	hp_profile *profile = hp_run_snapshot(XHPROF_G(run));
	const hp_format *format = limit_format(profile);
	int file;

	limit_name(temporary, ".tmp");
	limit_name(name, strcmp(format->name, "json") == 0 ? ".xhprof.json" : ".xhprof.pb.gz");
	file = hp_folder_create(folder, temporary);
	if (file >= 0) {
		if (limit_write(file, profile, format)) {
			hp_folder_rename(folder, temporary, name);
		} else {
			hp_folder_remove(folder, temporary);
		}
	}
	hp_profile_free(profile);
}

/* The copy of the process is waited for: it must not die with the request. */
static void limit_snapshot(const char *folder)
{
	char path[MAXPATHLEN], name[LIMIT_NAME_BYTES];
	hp_heap_options options;
	hp_heap_report report;

	limit_name(name, ".xhprof.heap");
	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int) sizeof(path)) {
		return;
	}
	hp_heap_options_init(&options);
	options.has_wait = true;
	hp_heap_snapshot_write(path, EG(current_execute_data), false, &options, &report);
}

/* Takes nothing from the allocator that has just refused. */
static void limit_reached(void)
{
	const char *path = XHPROF_G(settings).output_dir, *error;
	int folder;

	if (XHPROF_G(settings).on_memory_limit == HP_LIMIT_OFF || path == NULL || path[0] == '\0') {
		return;
	}
	if (XHPROF_G(settings).on_memory_limit == HP_LIMIT_PROFILE &&
		!hp_run_has_snapshot(XHPROF_G(run))) {
		return;
	}
	folder = hp_folder_open(path, &error);
	if (folder == HP_FOLDER_NONE) {
		return;
	}
	if (XHPROF_G(settings).on_memory_limit == HP_LIMIT_PROFILE) {
		limit_profile(folder);
	} else {
		limit_snapshot(path);
	}
	hp_folder_close(folder);
}

void hp_limit_startup(void)
{
	hp_allocator_limit_reached = limit_reached;
}
