#include "live/thread.h"

#ifdef HP_LIVE_HAS_RINGS

# include "base/handler.h"
# include "base/interrupt.h"
# include "base/lock.h"
# include "base/proc.h"
# include "base/quiet.h"
# include "base/title.h"
# include "hook/event.h"
# include "live/answer.h"
# include "live/peer.h"
# include "live/tags.h"
# include "live/thread_state.h"
# include "sampler/fork.h"
# include "sampler/safe_point.h"
# include "trace/metric.h"

# include "SAPI.h"
# include "main/php_globals.h"

# include <pthread.h>
# include <sys/syscall.h>
# include <unistd.h>

/* For how many seconds the ring of a process that died in a request can still be read. */
# define THREAD_KEEP_S 600

/* A peak of at least this percentage of memory_limit counts as near the limit. */
# define THREAD_NEAR_PERCENT 90

/* The state of this thread, for callers without PHP's globals. */
static __thread hp_live_thread *thread_here;

static zif_handler thread_next_exec;
static bool thread_is_started;

static bool thread_is_wanted(const hp_live_thread *thread)
{
	return thread->settings->live_dir != NULL && thread->settings->live_dir[0] != '\0';
}

/* Returns true if a missing ring need not be logged. If the folder belongs to php-fpm's user,
 * commands run by other users would otherwise log it every time. */
static bool thread_may_be_silent(const hp_live_thread *thread)
{
	return strcmp(sapi_module.name, "cli") == 0 &&
		hp_live_files_are_of_another(thread->settings->live_dir);
}

/* Notes and logs why there is no ring. The program sees no warning, because it requested
 * nothing. */
static void thread_warn(hp_live_thread *thread, const char *error)
{
	char subject[MAXPATHLEN + 64];

	snprintf(thread->error_text, sizeof(thread->error_text), "%s", error);
	thread->error = thread->error_text;
	if (thread_may_be_silent(thread)) {
		return;
	}
	snprintf(
		subject, sizeof(subject), "no live ring in xhprof.live_dir=%s", thread->settings->live_dir);
	hp_quiet_log(subject, error);
}

/* Finds the name of the php-fpm pool. It stays empty if this is no worker of php-fpm. */
static void thread_pool(char *pool, size_t room)
{
	char title[256];

	hp_proc_read(title, sizeof(title), "/proc/self/cmdline");
	hp_title_pool(pool, room, strcmp(sapi_module.name, "fpm-fcgi") == 0 ? title : "");
}

static void thread_identify(const hp_live_thread *thread)
{
	hp_live_header *header = thread->ring.header;

	header->pid = (uint32_t) thread->files.pid;
	header->tid = (uint32_t) thread->files.tid;
	header->pid_namespace = hp_live_peer_namespace();
	header->start_ticks = thread->files.start_ticks;
	header->php_version = HP_COMPAT_PHP_VERSION;
	header->uid = (uint32_t) geteuid();
	header->budget_ppm = thread->helper.budget.ppm;
	header->allowed = (uint32_t) thread->settings->live_allow;
	snprintf(header->sapi, sizeof(header->sapi), "%s", sapi_module.name);
	thread_pool(header->pool, sizeof(header->pool));
}

/* Returns the flight recorder's interval in nanoseconds; 0: it is off. */
static uint64_t thread_recorder_ns(const hp_live_thread *thread)
{
	uint64_t interval_us = (uint64_t) thread->settings->live_interval;

	return interval_us == 0
		? 0
		: MAX(HP_LIVE_MIN_INTERVAL_NS, MIN(HP_LIVE_MAX_INTERVAL_NS / 1000, interval_us) * 1000);
}

/* Adds a mark. Runs in the thread whose request it belongs to. */
static void thread_mark(const hp_mark *mark)
{
	hp_live_thread *thread = thread_here;

	if (thread == NULL || !hp_live_thread_has_ring(thread) || thread->slot.state == HP_LIVE_IDLE) {
		return;
	}
	hp_sampler_lock(&thread->sink.sampler);
	hp_live_mark_add(&thread->marks, &thread->ring, thread->slot.request, mark);
	hp_sampler_unlock(&thread->sink.sampler);
}

static void thread_watch(hp_live_thread *thread, bool has_marks)
{
	if (has_marks != thread->has_marks) {
		thread->has_marks = has_marks;
		hp_hook_event_watch_thrown(has_marks);
	}
	if (has_marks) {
		HP_SHARED_WRITE(&hp_mark_taker, thread_mark);
	}
}

/* Publishes the ring, so that readers can see it, and starts the helper. */
static void thread_start(hp_live_thread *thread)
{
	hp_live_helper *helper = &thread->helper;

	memset(helper, 0, sizeof(*helper));
	helper->files = &thread->files;
	helper->sink = &thread->sink;
	helper->ask = hp_live_answer_ask;
	helper->owner = thread;
# ifndef ZTS
	/* With ZTS the heap is gone before the helper is. */
	helper->usage = hp_metric_find_usage();
# endif
	helper->control.recorder_ns = thread_recorder_ns(thread);
	helper->control.allowed = (uint32_t) thread->settings->live_allow;
	helper->control.budget_ppm = (uint64_t) thread->settings->live_budget * 10000;
	helper->budget.ppm = helper->control.budget_ppm;
	hp_live_context_open(&thread->context);
	hp_live_context_set(&thread->context, &thread->slot);
	hp_live_sink_init(&thread->sink, &thread->ring, &thread->slot, &thread->context);
	thread_identify(thread);
	hp_live_ring_set_slot(&thread->ring, &thread->slot);
	hp_live_ring_publish(&thread->ring);
	thread_watch(thread, true);
	if (hp_live_helper_start(helper) == FAILURE) {
		thread_warn(thread,
			"the thread that waits for readers could not be started; the ring cannot be read");
	}
}

/* Makes the files and the ring. A request that has begun already becomes its first. */
static void thread_create(hp_live_thread *thread)
{
	uint64_t ring_bytes = (uint64_t) thread->settings->live_bytes;
	const char *error;

	thread->has_tried = true;
	if (!thread_is_started) {
		thread_warn(thread, "xhprof is loaded by dl(): load it in php.ini instead");
		return;
	}
	thread->files =
		(hp_live_files){.tid = (pid_t) syscall(SYS_gettid), .start_ticks = hp_proc_start_ticks(0)};
	if (hp_live_files_create(&thread->files, getpid(), thread->settings->live_dir,
			hp_live_ring_file_bytes(ring_bytes), &error) == FAILURE) {
		thread_warn(thread, error);
		return;
	}
	if (hp_live_ring_map(&thread->ring, thread->files.data, ring_bytes) == FAILURE) {
		thread_warn(thread, "its memory cannot be mapped");
		hp_live_files_remove(&thread->files);
		return;
	}
	close(thread->files.data);
	thread->files.data = -1;
	thread->error = NULL;
	thread_start(thread);
	hp_live_files_sweep(thread->files.folder.number, THREAD_KEEP_S);
}

/* php-fpm ends its workers by SIGTERM even in a graceful stop, so that they leave their files
 * behind. The master, which has had no request, removes them. */
void hp_live_thread_sweep(const hp_live_thread *thread)
{
	if (!thread->has_tried && thread->slot.request == 0 && thread_is_wanted(thread)) {
		hp_live_files_sweep_path(thread->settings->live_dir, THREAD_KEEP_S);
	}
}

/* Takes the lock, if there is a ring, because the helper thread uses the slot, too. */
static void thread_lock(hp_live_thread *thread)
{
	if (hp_live_thread_has_ring(thread)) {
		hp_sampler_lock(&thread->sink.sampler);
	}
}

static void thread_unlock(hp_live_thread *thread)
{
	if (hp_live_thread_has_ring(thread)) {
		hp_sampler_unlock(&thread->sink.sampler);
	}
}

static void thread_measure(hp_live_thread *thread, hp_live_state state)
{
	thread->slot.state = state;
	thread->slot.memory_bytes = zend_memory_usage(false);
	thread->slot.peak_bytes = zend_memory_peak_usage(false);
}

/* With the lock: sets the state of the request. The helper thread writes the slot, too, when the
 * request's trace changes. */
static void thread_set_state(hp_live_thread *thread, hp_live_state state)
{
	thread_measure(thread, state);
	hp_live_ring_set_state(&thread->ring, &thread->slot);
}

/* Copies a text, and erases the rest of a longer one that was there, which readers must not see any
 * more. The bytes behind that are zero already. */
static void thread_copy(char *to, size_t room, const char *from)
{
	size_t length = strnlen(from, room - 1), before = strlen(to);

	memcpy(to, from, length);
	memset(to + length, 0, before > length ? before - length : 1);
}

/* Forgets what a forked child got from its parent. */
static void thread_disown(hp_live_thread *thread)
{
	thread_watch(thread, false);
	memset(&thread->marks, 0, sizeof(thread->marks));
	hp_live_helper_stop(&thread->helper);
	hp_live_sink_free(&thread->sink);
	hp_live_ring_unmap(&thread->ring);
	hp_live_files_close(&thread->files);
	thread->is_of_parent = false;
	thread->has_tried = false;
	thread->wants_snapshot = thread->wants_locals = thread->has_locals = false;
	thread->armed = 0;
	thread->slot.request = thread->slot.state == HP_LIVE_IDLE ? 0 : 1;
}

static void thread_fill_slot(hp_live_slot *slot, const hp_live_request *request)
{
	slot->request++;
	slot->began_ns = hp_live_ring_now_ns();
	slot->began_unix_us = (uint64_t) hp_sample_source_unix_us();
	slot->tag_bytes = 0;
	thread_copy(slot->method, sizeof(slot->method), request->method);
	thread_copy(slot->uri, sizeof(slot->uri), request->uri);
	slot->trace = *request->trace;
	slot->state = HP_LIVE_RUNNING;
}

void hp_live_thread_begin(hp_live_thread *thread, const hp_live_request *request)
{
	thread_here = thread;
	if (UNEXPECTED(thread->is_of_parent)) {
		thread_disown(thread);
	}
	hp_live_answer_forget_locals(thread);
	thread_lock(thread);
	thread_fill_slot(&thread->slot, request);
	thread->was_tagged = false;
	thread->sink.sampler.helper.wait.has_texts = request->has_texts;
	if (hp_live_thread_has_ring(thread)) {
		thread_measure(thread, HP_LIVE_RUNNING);
		thread->began_peak_bytes = zend_memory_peak_usage(true);
		hp_live_ring_set_slot(&thread->ring, &thread->slot);
		hp_live_sink_begin(&thread->sink);
		hp_live_context_set(&thread->context, &thread->slot);
	}
	thread_unlock(thread);
	if (UNEXPECTED(HP_SHARED_READ(&thread->wants_snapshot))) {
		/* an interrupt that was requested earlier is forgotten */
		hp_interrupt_ask(hp_compat_executor_globals());
	}
	if (!thread->has_tried) {
		thread_create(thread);
		HP_SHARED_WRITE(&thread->sink.sampler.helper.wait.has_texts, request->has_texts);
	} else if (hp_live_thread_has_ring(thread)) {
		hp_live_helper_wake(&thread->helper);
	}
}

static hp_mark thread_memory_mark(hp_mark_kind kind)
{
	hp_mark mark = {.kind = kind, .count = 1};

	mark.amount = zend_memory_peak_usage(true);
	mark.limit = PG(memory_limit) > 0 ? (uint64_t) PG(memory_limit) : 0;

	return mark;
}

/* Adds a mark if this request has brought the memory near its limit. */
static void thread_mark_memory(const hp_live_thread *thread)
{
	hp_mark mark = thread_memory_mark(HP_MARK_MEMORY);

	if (UNEXPECTED(mark.limit > 0 && mark.amount >= mark.limit / 100 * THREAD_NEAR_PERCENT &&
			mark.amount > thread->began_peak_bytes)) {
		thread_mark(&mark);
	}
}

void hp_live_thread_shutdown(hp_live_thread *thread)
{
	if (hp_live_thread_has_ring(thread)) {
		thread_mark_memory(thread); /* memory_limit is still the program's */
		thread_lock(thread);
		thread_set_state(thread, HP_LIVE_SHUTDOWN);
		thread_unlock(thread);
	}
}

void hp_live_thread_out_of_memory(void)
{
	hp_mark mark = thread_memory_mark(HP_MARK_OUT_OF_MEMORY);

	thread_mark(&mark);
}

void hp_live_thread_end(hp_live_thread *thread, int status)
{
	bool is_open = thread->slot.state != HP_LIVE_IDLE;

	if (hp_live_thread_has_ring(thread)) {
		if (thread->slot.state == HP_LIVE_RUNNING) {
			thread_mark_memory(thread);
		}
		hp_sampler_lock(&thread->sink.sampler);
		thread_set_state(thread, HP_LIVE_IDLE);
		hp_live_context_clear(&thread->context);
		if (is_open) {
			hp_live_mark_end(&thread->marks, &thread->ring, thread->slot.request);
			hp_live_sink_end(&thread->sink, (int32_t) status);
		}
		hp_sampler_unlock(&thread->sink.sampler);
	}
	thread->slot.state = HP_LIVE_IDLE;
}

/* With the lock: publishes a change of what describes the request. */
static void thread_rename(hp_live_thread *thread)
{
	hp_live_slot *slot = &thread->slot;

	slot->memory_bytes = zend_memory_usage(false); /* because the whole slot is written */
	slot->peak_bytes = zend_memory_peak_usage(false);
	if (hp_live_thread_has_ring(thread)) {
		hp_live_ring_set_slot(&thread->ring, slot);
		hp_live_sink_rename(&thread->sink);
		hp_live_context_set(&thread->context, slot);
	}
}

/* With the lock: returns true if new tags begin another piece of work. The first tags describe the
 * whole request, and further ones add to that. If a value changes, or a tag is removed, the process
 * has begun something else, as a worker does with its next job. */
static bool thread_turns(const hp_live_thread *thread, const char *tags, uint32_t bytes)
{
	const hp_live_slot *slot = &thread->slot;

	return thread->was_tagged &&
		(slot->tag_bytes == 0 || !hp_live_tags_have(tags, bytes, slot->tags, slot->tag_bytes));
}

void hp_live_thread_tag(hp_live_thread *thread, const hp_live_tags *tags)
{
	char packed[HP_LIVE_TAG_BYTES];
	uint32_t bytes = hp_live_tags_pack(tags, packed);

	thread_lock(thread);
	if (hp_live_thread_has_ring(thread) && thread_turns(thread, packed, bytes)) {
		hp_live_sink_turn(&thread->sink);
	}
	thread->was_tagged = thread->was_tagged || bytes > 0;
	memcpy(thread->slot.tags, packed, bytes);
	thread->slot.tag_bytes = bytes;
	thread_rename(thread);
	thread_unlock(thread);
}

void hp_live_thread_trace(hp_live_thread *thread, const hp_live_trace *trace)
{
	thread_lock(thread);
	thread->slot.trace = *trace;
	thread_rename(thread);
	thread_unlock(thread);
}

/* Takes the lock before a fork, so that the child does not get half a record, or a lock that nobody
 * releases. */
static void thread_before_fork(void)
{
	if (thread_here != NULL && hp_live_thread_has_ring(thread_here)) {
		hp_fork_begin(&thread_here->sink.sampler);
	}
}

static void thread_after_fork(void)
{
	if (thread_here != NULL && hp_live_thread_has_ring(thread_here)) {
		hp_fork_end(&thread_here->sink.sampler);
	}
}

/* In a forked child, where only this thread is left: notes that everything here is the parent's.
 * Nothing new is made until the child runs PHP again, because it may be about to execute another
 * program. */
static void thread_forked(void)
{
	hp_live_thread *thread = thread_here;

	if (thread == NULL || !hp_live_thread_has_ring(thread)) {
		return;
	}
	thread->is_of_parent = true;
	hp_live_context_clear(&thread->context);
	hp_fork_forget(&thread->sink.sampler);
	hp_interrupt_ask(hp_compat_executor_globals());
}

static bool thread_interrupt(zend_execute_data *execute_data)
{
	hp_live_thread *thread = thread_here;

	if (thread != NULL && UNEXPECTED(thread->is_of_parent)) {
		thread_disown(thread);
		thread_create(thread);
	}
	if (thread != NULL && hp_live_thread_has_ring(thread)) {
		hp_safe_point_take(&thread->sink.sampler, execute_data);
		hp_live_answer_give(thread, execute_data);
	}

	return true;
}

static void thread_remove(hp_live_thread *thread)
{
	if (hp_live_thread_has_ring(thread)) {
		thread_watch(thread, false);
		hp_live_helper_stop(&thread->helper);
		thread->slot.state = HP_LIVE_ENDED;
		hp_live_ring_set_slot(&thread->ring, &thread->slot);
		hp_live_files_remove(&thread->files);
		hp_live_ring_unmap(&thread->ring);
		hp_live_sink_free(&thread->sink);
	}
}

/* Replaces pcntl_exec(), to remove the ring before. The program that is executed has our pid and
 * start time, but perhaps no ring. */
static ZEND_NAMED_FUNCTION(thread_exec)
{
	hp_live_thread *thread = thread_here;
	uint32_t state = thread == NULL ? 0 : thread->slot.state;

	if (thread != NULL) {
		thread_remove(thread);
	}
	thread_next_exec(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (thread != NULL && thread->has_tried && thread->error == NULL) { /* it failed */
		thread->slot.state = state;
		thread_create(thread);
	}
}

static zend_result (*thread_next_post_startup)(void);

/* Runs once all modules have registered their functions. */
static zend_result thread_post_startup(void)
{
	hp_sample_source_post_startup();
	thread_next_exec = hp_handler_replace(CG(function_table), "pcntl_exec", thread_exec);

	return thread_next_post_startup == NULL ? SUCCESS : thread_next_post_startup();
}

void hp_live_thread_startup(void)
{
	hp_interrupt_add(thread_interrupt);
	hp_lock_startup();
	pthread_atfork(thread_before_fork, thread_after_fork, thread_forked);
	thread_next_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = thread_post_startup;
	thread_is_started = true;
}

hp_live_thread *hp_live_thread_new(const php_xhprof_settings *settings)
{
	hp_live_thread *thread = pecalloc(1, sizeof(*thread), true);

	thread->settings = settings;
	thread->files.folder = thread->files.control = HP_DESCRIPTOR_NONE;
	thread->files.data = -1;

	return thread;
}

/* With ZTS, another thread may free this one. */
void hp_live_thread_free(hp_live_thread *thread)
{
	if (thread->is_of_parent) {
		thread_disown(thread);
	} else if (thread->files.pid == getpid()) {
		thread_remove(thread);
	}
	if (thread_here == thread) {
		hp_live_context_clear(&thread->context);
		thread_here = NULL;
	}
	pefree(thread, true);
}

void hp_live_thread_info(const hp_live_thread *thread, zval *info)
{
	array_init(info);
	add_assoc_bool(info, "on", thread->ring.header != NULL);
	if (thread->ring.header != NULL) {
		char path[MAXPATHLEN];

		snprintf(path, sizeof(path), "%s/%s.data", thread->settings->live_dir, thread->files.name);
		add_assoc_string(info, "file", path);
		add_assoc_null(info, "reason");
	} else {
		add_assoc_null(info, "file");
		add_assoc_string(info, "reason",
			thread->error != NULL           ? thread->error
				: !thread_is_wanted(thread) ? "xhprof.live_dir is not set"
											: "no request has begun");
	}
}

#endif
