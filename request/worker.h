/* worker.h: a run of each job of a process that lives long: xhprof_request_begin() and
 * xhprof_request_end(). A job is profiled and saved as a request is, by request/request.h; here is
 * when it begins and ends.
 *
 * A thread has one job at a time. The begin of the next one ends one that was not ended, and meta
 * says so. A fiber or a coroutine cannot begin or end a job while another one has its own open: it
 * is not profiled. The run of the process itself, if xhprof.auto made one, ends with the first
 * job's begin. */
#ifndef HP_REQUEST_WORKER_H
#define HP_REQUEST_WORKER_H

#include "request/job.h"
#include "request/request.h"

/* Takes the description over. True if the job is profiled; in a web request that begins and ends
 * with PHP's own, if that one is. */
bool hp_worker_begin(hp_request *request, const hp_job *description);

/* The id of the run, for the caller to release; NULL: none was saved. status: HP_SAPI_NO_STATUS if
 * it is unknown. */
zend_string *hp_worker_end(hp_request *request, int status);

/* In MINIT of a module that stays loaded. */
void hp_worker_startup(void);

/* In RSHUTDOWN: ends the job that is open and the request. Afterwards nothing begins. */
void hp_worker_shutdown(hp_request *request);

/* True between two jobs, and after the last. */
static zend_always_inline bool hp_worker_is_idle(void)
{
	return UNEXPECTED(XHPROF_G(job)->is_worker) && !XHPROF_G(job)->is_open;
}

/* After all RSHUTDOWNs. */
void hp_worker_deactivate(void);

#endif /* HP_REQUEST_WORKER_H */
