#include "request/worker.h"

#include "hook/run.h"
#include "live/tags.h"
#include "request/limit.h"
#include "request/live.h"
#include "request/sapi.h"
#include "request/signal.h"
#include "request/trace.h"

#include "Zend/zend_fibers.h"
#include "Zend/zend_observer.h"

/* XHPROF=format:file requested it. */
static bool worker_has_whole_run(const hp_request *request)
{
	return request->is_profiled && request->trigger.path != NULL;
}

/* False after a fatal error. */
static bool worker_save(hp_request *request)
{
	bool is_done = hp_request_end_request(request);

	hp_run_forget_request(XHPROF_G(run));
	hp_signal_release(hp_request_save_at_signal);

	return is_done;
}

/* The error has unwound PHP's stack: the program cannot go on. */
static ZEND_COLD void worker_fail(void)
{
	EG(exit_status) = 255;
	zend_bailout();
}

static zend_string *worker_close(hp_request *request)
{
	hp_job *job = XHPROF_G(job), closed;
	bool is_part = job->is_part, was_profiled = request->is_profiled;
	zend_string *run = NULL;
	bool is_done;
	int status;

	job->is_ended = true;
	status = hp_sapi_status();
	is_done = is_part || worker_save(request);
	closed = hp_job_close(job);
	hp_live_tags_clear(XHPROF_G(tags));
	hp_request_trace_clear(XHPROF_G(trace));
	hp_live_thread_end(XHPROF_G(live), status);
	if (!is_done) {
		worker_fail();
	}
	if (!is_part && was_profiled && request->is_last_saved) {
		run = zend_string_init(request->run_id, strlen(request->run_id), false);
	}
	hp_job_free(&closed);

	return run;
}

/* Ends what the process did before: its start, or a job that the program has not ended. */
static void worker_leave(hp_request *request)
{
	hp_job *job = XHPROF_G(job);
	zend_string *run;

	if (job->is_open) {
		job->is_abandoned = true;
		run = worker_close(request);
		if (run != NULL) {
			zend_string_release(run);
		}
		return;
	}
	if (!worker_has_whole_run(request) && !worker_save(request)) {
		worker_fail();
	}
	if (!job->is_worker) {
		hp_live_tags_clear(XHPROF_G(tags));
		hp_request_trace_clear(XHPROF_G(trace));
		hp_live_thread_end(XHPROF_G(live), hp_sapi_status());
	}
}

/* Refuses a job, and returns whether the open one is profiled, for the program. That includes code
 * of the program that runs while a job is being saved: it belongs to no job. */
static bool worker_refuse(hp_request *request, hp_job *refused)
{
	hp_job *job = XHPROF_G(job);
	bool is_elsewhere = hp_job_is_elsewhere(job);
	bool is_profiled = !is_elsewhere && !job->is_ended && request->is_profiled;

	job->others += is_elsewhere;
	hp_job_free(refused);

	return is_profiled;
}

bool hp_worker_begin(hp_request *request, const hp_job *description)
{
	hp_job *job = XHPROF_G(job), next = *description;

	if (job->is_over || job->is_ended || hp_sapi_is_whole() || hp_job_is_elsewhere(job)) {
		return worker_refuse(request, &next);
	}
	do {
		worker_leave(request); /* a destructor may have begun another */
	} while (job->is_open);
	*job = next;
	hp_job_open(job);
	job->is_part = worker_has_whole_run(request);
	hp_request_live_begin(XHPROF_G(live), request->settings);
	hp_limit_begin(XHPROF_G(limit), request->settings);
	if (job->is_part) {
		return false;
	}
	hp_request_deactivate(request);
	hp_request_begin(request);

	return request->is_profiled;
}

zend_string *hp_worker_end(hp_request *request, int status)
{
	hp_job *job = XHPROF_G(job);

	if (!job->is_open || job->is_over || job->is_ended || hp_job_is_elsewhere(job)) {
		return NULL;
	}
	job->has_status = status != HP_SAPI_NO_STATUS;
	job->status = status;

	return worker_close(request);
}

/* No end can come from it any more. */
static void worker_fiber_destroyed(zend_fiber_context *context)
{
	hp_job *job = XHPROF_G(job);

	if (UNEXPECTED(job->is_open) && job->fiber == context) {
		job->is_orphan = true;
	}
}

void hp_worker_startup(void)
{
	zend_observer_fiber_destroy_register(worker_fiber_destroyed);
}

void hp_worker_shutdown(hp_request *request)
{
	hp_job *job = XHPROF_G(job), closed = {.is_open = false};

	job->is_over = true;
	if (job->is_open && job->is_part) {
		closed = hp_job_close(job); /* the run is not the job's */
		job->is_worker = false;
	}
	hp_request_end(request);
	if (job->is_open) {
		closed = hp_job_close(job);
		job->is_worker = false;
	}
	hp_job_free(&closed);
}

void hp_worker_deactivate(void)
{
	memset(XHPROF_G(job), 0, sizeof(hp_job));
}
