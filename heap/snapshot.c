#include "heap/snapshot.h"

#include "base/descriptor.h"
#include "base/pages.h"
#include "base/quiet.h"
#include "base/random.h"
#include "heap/reach.h"
#include "heap/regions.h"
#include "heap/roots.h"
#include "heap/site.h"
#include "heap/stack.h"

#include "main/SAPI.h"
#include "main/php_globals.h"
#include "main/php_version.h"

#include <errno.h>
#include <time.h>
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

const hp_heap_options hp_heap_options_default = {.has_keys = true, .is_forked = true};

/* The state of one snapshot. The forked writer works on its own copy. */
typedef struct snapshot_work {
	hp_heap_walk walk;
	const zend_execute_data *from;
	bool is_exact;
	size_t usage_bytes;
	hp_heap_areas areas;
	hp_heap_stack stack;
	int answer[2]; /* a pipe; -1 if the program does not wait */
} snapshot_work;

typedef struct snapshot_answer {
	int error;
	hp_heap_counts counts;
} snapshot_answer;

static void snapshot_meta(hp_heap_record *record, size_t usage_bytes)
{
	hp_heap_record_start(record);
	hp_heap_record_meta(record, "php", PHP_VERSION);
	hp_heap_record_meta(record, "sapi", sapi_module.name);
	hp_heap_record_meta_number(record, "time", (uint64_t) time(NULL));
	hp_heap_record_meta_number(record, "memory_usage", usage_bytes);
	hp_heap_record_meta_number(record, "memory_real_usage", zend_memory_usage(true));
	hp_heap_record_meta_number(record, "memory_peak_usage", zend_memory_peak_usage(false));
	if (PG(memory_limit) > 0) {
		hp_heap_record_meta_number(record, "memory_limit", (uint64_t) PG(memory_limit));
	}
}

/* Writes the whole file. Returns 0 or an errno. */
static int snapshot_walk(snapshot_work *work)
{
	hp_heap_walk *walk = &work->walk;

	snapshot_meta(&walk->record, work->usage_bytes);
	hp_heap_walk_begin(walk);
	hp_heap_roots_visit(walk, work->from, work->is_exact);
	hp_heap_regions_claim(walk);
	hp_heap_reach_visit(walk, &work->areas);
	hp_heap_stack_visit(walk, &work->stack);
	hp_heap_regions_record(walk);
	hp_heap_record_end(&walk->record);
	hp_heap_walk_end(walk);

	return hp_heap_file_finish(&walk->record.file);
}

static void snapshot_prepare(
	snapshot_work *work, const hp_heap_options *options, const hp_heap_report *report)
{
	uint32_t most = report->is_forked ? HP_HEAP_REGION - 1 : HP_HEAP_MAX_NODES_IN_PLACE;

	/* Before the fork: a forked writer may have no descriptor to read random bytes from. */
	hp_random_bytes(&work->walk.digest_key, sizeof(work->walk.digest_key));
	work->answer[0] = work->answer[1] = -1;
	work->usage_bytes = report->usage_bytes;
	work->walk.has_sites = hp_heap_site_has_any();
	work->walk.has_values = options->has_values;
	work->walk.record.has_keys = options->has_keys;
	hp_heap_area_find(&work->areas);
	work->walk.max_nodes =
		options->max_nodes == 0 ? most : MIN(options->max_nodes, HP_HEAP_REGION - 1);
}

static int snapshot_in_place(snapshot_work *work, hp_heap_report *report)
{
	int error = snapshot_walk(work);

	report->counts = work->walk.record.counts;
	report->is_complete = error == 0;

	return error;
}

#ifdef PHP_WIN32
static int snapshot_forked(
	snapshot_work *work, const hp_heap_options *options, hp_heap_report *report)
{
	return ENOSYS;
}
#else
static void snapshot_child(void *context)
{
	snapshot_work *work = context;
	snapshot_answer answer;

	memset(&answer, 0, sizeof(answer));
	answer.error = snapshot_walk(work);
	answer.counts = work->walk.record.counts;
	/* Shorter than PIPE_BUF, so it is written as a whole. */
	if (work->answer[1] >= 0 && hp_quiet_write(work->answer[1], &answer, sizeof(answer)) < 0) {
		return;
	}
}

static int snapshot_read_answer(int pipe_end, hp_heap_report *report)
{
	snapshot_answer answer;
	ssize_t got;

	do {
		got = read(pipe_end, &answer, sizeof(answer));
	} while (got < 0 && errno == EINTR);
	if (got != (ssize_t) sizeof(answer)) {
		return ECHILD;
	}
	report->counts = answer.counts;
	report->is_complete = answer.error == 0;

	return answer.error;
}

/* Our writing end is closed first: if the writer dies, the reader sees the end of the pipe. */
static int snapshot_wait(const snapshot_work *work, hp_heap_report *report, int error)
{
	close(work->answer[1]);
	if (error == 0) {
		error = snapshot_read_answer(work->answer[0], report);
		if (report->is_ours) {
			hp_heap_process_reap(report->process);
			report->is_ours = false;
		}
	}
	close(work->answer[0]);

	return error;
}

/* The caller gets our reading end. It never reads the answer, and only sees the writer end. */
static void snapshot_leave(const snapshot_work *work, hp_heap_report *report, int error)
{
	close(work->answer[1]);
	if (error == 0) {
		report->end = work->answer[0];
	} else {
		close(work->answer[0]);
	}
}

/* True for the errors with which emulators of Linux and system call filters refuse a fork. */
static bool snapshot_is_refused(int error)
{
	return error == EINVAL || error == ENOSYS || error == EPERM;
}

static int snapshot_refused(
	snapshot_work *work, const hp_heap_options *options, hp_heap_report *report)
{
	report->process = 0;
	report->is_forked = false;
	report->reason = HP_HEAP_PROCESS_UNAVAILABLE;
	snapshot_prepare(work, options, report);

	return snapshot_in_place(work, report);
}

static int snapshot_forked(
	snapshot_work *work, const hp_heap_options *options, hp_heap_report *report)
{
	hp_heap_file *file = &work->walk.record.file;
	bool has_pipe = options->has_wait || options->has_end;
	int error = has_pipe ? hp_descriptor_open_pipe(work->answer) : 0;

	if (error == 0) {
		int keep[2] = {file->file.descriptor, work->answer[1]};

		report->process = hp_heap_process_start(snapshot_child, work, keep, &report->is_ours);
		error = report->process < 0 ? -report->process : 0;
		if (options->has_wait) {
			error = snapshot_wait(work, report, error);
		} else if (has_pipe) {
			snapshot_leave(work, report, error);
		}
	}
	if (report->process < 0 && snapshot_is_refused(error)) {
		return snapshot_refused(work, options, report);
	}
	if (error != 0) {
		hp_heap_file_abandon(file);
	} else {
		hp_heap_file_leave(file);
	}

	return error;
}
#endif

int hp_heap_snapshot_write(const char *path, const zend_execute_data *from, bool is_exact,
	const hp_heap_options *options, hp_heap_report *report)
{
	uint64_t start_ns = (uint64_t) zend_hrtime();
	snapshot_work *work = hp_pages_take(sizeof(*work));
	int error;

	HP_SAVE_REGISTERS();
	memset(report, 0, sizeof(*report));
	if (work == NULL) {
		return ENOMEM;
	}
	hp_heap_stack_find(&work->stack);
	report->usage_bytes = zend_memory_usage(false);
	report->reason = options->is_forked ? hp_heap_process_obstacle() : NULL;
	report->is_forked = options->is_forked && report->reason == NULL;
	snapshot_prepare(work, options, report);
	work->from = from;
	work->is_exact = is_exact;
	error = hp_heap_file_open(&work->walk.record.file, path);
	if (error == 0) {
		error = report->is_forked ? snapshot_forked(work, options, report)
								  : snapshot_in_place(work, report);
	}
	hp_pages_release(work, sizeof(*work));
	report->pause_ns = (uint64_t) zend_hrtime() - start_ns;

	return error;
}
