/* job.h: a job of a long-lived process, such as one message of a queue's worker, as the program
 * describes it. While a job is open, request/sapi.h answers for the job, and not for the request
 * that started the process. */
#ifndef HP_REQUEST_JOB_H
#define HP_REQUEST_JOB_H

#include "base/compat.h"

typedef struct hp_job {
	bool is_worker; /* the process had a job */
	bool is_over; /* the process ends: no job begins any more */
	bool is_open;
	bool is_part; /* it is part of the whole command's run, and has no run of its own */
	/* by the program; false: the SAPI knows the job's request, as FrankenPHP does */
	bool is_described;
	zend_string
		*url; /* of a request, or the job's name; NULL: the script's. Owned, as all of these. */
	zend_string *method; /* NULL: the job is no HTTP request */
	zend_string *host; /* NULL: that of the variables */
	HashTable *get; /* NULL, and the next two as well: there are none */
	HashTable *cookie;
	HashTable *server; /* $_SERVER */
	/* the coroutine that began the job, known by the first page of its VM stack */
	const void *coroutine;
	/* the fiber that began the job; NULL: the main program, or another extension's coroutine */
	const void *fiber;
	bool is_orphan; /* that fiber has ended */
	bool is_ended; /* the program has ended the job; otherwise the job ends with PHP's request */
	bool is_abandoned; /* the program began the next job without ending this one */
	bool has_status;
	int status; /* as the program reported it: an HTTP status, or an exit status */
	uint64_t others; /* jobs of other coroutines that were refused meanwhile */
	uint64_t memory_bytes; /* memory in use when the job began */
	uint64_t peak_bytes; /* the process's peak when the job began */
} hp_job;

/* Describes the job by the keys "url", "method", "host", "get", "cookie" and "SERVER". FAILURE:
 * *key is unknown, or has another type than *type; if it is an integer, *key is NULL. Then nothing
 * is owned. */
zend_result hp_job_describe(
	hp_job *job, const HashTable *meta, const zend_string **key, const char **type);

/* Opens the job for the current coroutine. */
void hp_job_open(hp_job *job);

/* Closes the job, and keeps only what is known about the process. The caller gets what the job
 * owned and frees it last: this runs destructors of the program, which may begin and end jobs. */
hp_job hp_job_close(hp_job *job);
void hp_job_free(hp_job *closed);

/* Returns the reason why the running code is not profiled, in English; NULL: the job is no reason,
 * and the trigger may know one. */
const char *hp_job_reason(const hp_job *job);

/* True if the job was opened by another coroutine than the current one. */
bool hp_job_is_elsewhere(const hp_job *job);

/* Sets *peak_bytes to the most memory in use while the job was open. Returns false if an earlier
 * job of the process used more, so that the peak is not known. *peak_bytes is then a lower bound:
 * the memory in use when the job began or ended, whichever is more. */
bool hp_job_peak(const hp_job *job, uint64_t *peak_bytes);

#endif /* HP_REQUEST_JOB_H */
