/* job.h: a job of a process that lives long, as the program describes it. While it is open,
 * request/sapi.h tells of it instead of the request that started the process. */
#ifndef HP_REQUEST_JOB_H
#define HP_REQUEST_JOB_H

#include "base/compat.h"

typedef struct hp_job {
	bool is_worker; /* the process had a job */
	bool is_over; /* the process ends: no job begins any more */
	bool is_open;
	bool is_part; /* of the run of the whole command, and has none of its own */
	bool is_described; /* false: the SAPI has the job's own request, as FrankenPHP's */
	zend_string
		*url; /* of a request, or the job's name; NULL: the script's. Owned, as all of these. */
	zend_string *method; /* NULL: no request of HTTP */
	zend_string *host; /* NULL: that of the variables */
	HashTable *get; /* NULL, and the next two as well: there are none */
	HashTable *cookie;
	HashTable *server; /* $_SERVER */
	const void *coroutine; /* that began it: the first page of its VM stack */
	const void *fiber; /* that began it; NULL: the main program or another extension's coroutine */
	bool is_orphan; /* that fiber is gone */
	bool is_ended; /* by the program: else PHP's request ends with it */
	bool is_abandoned; /* by the begin of the next one */
	bool has_status;
	int status; /* as the program told it: of HTTP, or like an exit status */
	uint64_t others; /* jobs of other coroutines that were refused meanwhile */
	uint64_t memory_bytes; /* when it began */
	uint64_t peak_bytes; /* of the process, when it began */
} hp_job;

/* Describes the job by the keys "url", "method", "host", "get", "cookie" and "SERVER". FAILURE:
 * *key is unknown, or has another type than *type; if it is an integer, *key is NULL. Then nothing
 * is owned. */
zend_result hp_job_describe(
	hp_job *job, const HashTable *meta, const zend_string **key, const char **type);

/* Opens it for the coroutine of now. */
void hp_job_open(hp_job *job);

/* Closes it: only the facts of the process stay. What it owned is the caller's, to be freed once
 * nothing is half done: destructors of the program run then, which may begin and end jobs. */
hp_job hp_job_close(hp_job *job);
void hp_job_free(hp_job *closed);

/* Why the code of now is not profiled, in English; NULL: the trigger knows, if there is one. */
const char *hp_job_reason(const hp_job *job);

/* True if another coroutine than that of now has it open. */
bool hp_job_is_elsewhere(const hp_job *job);

/* The most memory in use while it was open. False if it is not known: an earlier job of the process
 * used more. Then it is what was in use at its begin or end, whatever is more. */
bool hp_job_peak(const hp_job *job, uint64_t *peak_bytes);

#endif /* HP_REQUEST_JOB_H */
