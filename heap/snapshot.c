#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/snapshot.h"

#include "main/SAPI.h"
#include "main/php_globals.h"
#include "main/php_version.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

/* What the copy of the process needs, and what it answers. */
typedef struct heap_work {
	hp_heap_walk walk;
	const zend_execute_data *from;
	bool is_exact;
	size_t usage_bytes;
	int answer[2]; /* a pipe; -1: nobody waits for it */
} heap_work;

typedef struct heap_answer {
	int error;
	hp_heap_counts counts;
} heap_answer;

static void heap_meta(hp_heap_record *record, size_t usage_bytes)
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

static void heap_walk(heap_work *work)
{
	hp_heap_walk *walk = &work->walk;
	hp_heap_record *record = &walk->record;

	hp_heap_digest_seed(&walk->digest_key);
	heap_meta(record, work->usage_bytes);
	hp_heap_walk_begin(walk);
	hp_heap_roots(walk, work->from, work->is_exact);
	hp_heap_regions(walk);
	hp_heap_record_end(record);
	hp_heap_walk_end(walk);
}

static void heap_prepare(
	heap_work *work, const hp_heap_options *options, const hp_heap_report *report)
{
	uint32_t most = report->is_forked ? HP_HEAP_BLOCK - 1 : HP_HEAP_MAX_NODES_IN_PLACE;

	work->answer[0] = work->answer[1] = -1;
	work->usage_bytes = report->usage_bytes;
	work->walk.sites = options->sites;
	work->walk.has_values = options->has_values;
	work->walk.record.has_keys = options->has_keys;
	work->walk.max_nodes = options->max_nodes != 0 ? options->max_nodes : most;
}

static void heap_run_in_place(heap_work *work, hp_heap_report *report, int *error)
{
	heap_walk(work);
	*error = hp_heap_file_finish(&work->walk.record.file);
	report->counts = work->walk.record.counts;
	report->is_complete = *error == 0;
}

#ifdef PHP_WIN32
static void heap_run_forked(
	heap_work *work, const hp_heap_options *options, hp_heap_report *report, int *error)
{
	*error = ENOSYS;
}
#else
/* In the copy. */
static void heap_work_run(void *context)
{
	heap_work *work = context;
	heap_answer answer;

	heap_walk(work);
	memset(&answer, 0, sizeof(answer));
	answer.error = hp_heap_file_finish(&work->walk.record.file);
	answer.counts = work->walk.record.counts;
	/* Shorter than what a pipe takes as one. */
	if (work->answer[1] >= 0 && write(work->answer[1], &answer, sizeof(answer)) < 0) {
		return;
	}
}

static int heap_wait(int pipe_end, hp_heap_report *report)
{
	heap_answer answer;
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

static int heap_open_pipe(heap_work *work)
{
	if (pipe(work->answer) != 0) {
		return errno;
	}
	fcntl(work->answer[0], F_SETFD, FD_CLOEXEC);
	fcntl(work->answer[1], F_SETFD, FD_CLOEXEC);

	return 0;
}

/* What the copy left behind that has come to grief. */
static void heap_end_wait(heap_work *work, hp_heap_report *report, int *error)
{
	close(work->answer[1]);
	if (report->process > 0) {
		*error = heap_wait(work->answer[0], report);
		if (report->is_ours) {
			hp_heap_process_reap(report->process);
			report->is_ours = false;
		}
	}
	close(work->answer[0]);
}

/* As emulators of Linux and filters of system calls answer. */
static bool heap_is_refused(int error)
{
	return error == EINVAL || error == ENOSYS || error == EPERM;
}

static void heap_run_refused(
	heap_work *work, const hp_heap_options *options, hp_heap_report *report, int *error)
{
	report->process = 0;
	report->is_forked = false;
	report->reason = "this system starts no process that nobody is told of";
	heap_prepare(work, options, report);
	heap_run_in_place(work, report, error);
}

static void heap_run_forked(
	heap_work *work, const hp_heap_options *options, hp_heap_report *report, int *error)
{
	int keep[2];

	if (options->has_wait && (*error = heap_open_pipe(work)) != 0) {
		hp_heap_file_abandon(&work->walk.record.file);
		return;
	}
	keep[0] = work->walk.record.file.descriptor;
	keep[1] = work->answer[1];
	report->process = hp_heap_process_start(heap_work_run, work, keep, &report->is_ours);
	if (report->process < 0) {
		*error = -report->process;
	}
	if (options->has_wait) {
		heap_end_wait(work, report, error);
	}
	if (report->process < 0 && heap_is_refused(*error)) {
		heap_run_refused(work, options, report, error);
	} else if (*error != 0) {
		hp_heap_file_abandon(&work->walk.record.file);
	} else {
		hp_heap_file_leave(&work->walk.record.file);
	}
}
#endif

int hp_heap_write(const char *path, const zend_execute_data *from, bool is_exact,
	const hp_heap_options *options, hp_heap_report *report)
{
	uint64_t start_ns = (uint64_t) zend_hrtime();
	heap_work *work = hp_address_map_memory(sizeof(*work));
	int error;

	memset(report, 0, sizeof(*report));
	if (work == NULL) {
		return ENOMEM;
	}
	report->usage_bytes = zend_memory_usage(false);
	report->reason = options->is_forked ? hp_heap_process_obstacle() : NULL;
	report->is_forked = options->is_forked && report->reason == NULL;
	heap_prepare(work, options, report);
	work->from = from;
	work->is_exact = is_exact;
	error = hp_heap_file_open(&work->walk.record.file, path);
	if (error == 0 && report->is_forked) {
		heap_run_forked(work, options, report, &error);
	} else if (error == 0) {
		heap_run_in_place(work, report, &error);
	}
	hp_address_map_release(work, sizeof(*work));
	report->pause_ns = (uint64_t) zend_hrtime() - start_ns;

	return error;
}
