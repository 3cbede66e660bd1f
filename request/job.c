#include "request/job.h"

typedef struct job_key {
	const char *name;
	size_t at; /* in hp_job */
	bool is_array;
} job_key;

static const job_key job_keys[] = {
	{"url", offsetof(hp_job, url), false},
	{"method", offsetof(hp_job, method), false},
	{"host", offsetof(hp_job, host), false},
	{"get", offsetof(hp_job, get), true},
	{"cookie", offsetof(hp_job, cookie), true},
	{"SERVER", offsetof(hp_job, server), true},
};

#define JOB_KEYS (sizeof(job_keys) / sizeof(job_keys[0]))

/* The program continues to use its array: a reference keeps ours unchanged. */
static bool job_set(hp_job *job, const job_key *key, zval *value)
{
	void **owned = (void **) ((char *) job + key->at);

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != (key->is_array ? IS_ARRAY : IS_STRING)) {
		return false;
	}
	Z_TRY_ADDREF_P(value);
	*owned = key->is_array ? (void *) Z_ARR_P(value) : (void *) Z_STR_P(value);

	return true;
}

static const job_key *job_find(const zend_string *name)
{
	for (size_t i = 0; name != NULL && i < JOB_KEYS; i++) {
		if (zend_string_equals_cstr(name, job_keys[i].name, strlen(job_keys[i].name))) {
			return &job_keys[i];
		}
	}

	return NULL;
}

/* $_SERVER has the rest. */
static void job_complete(zend_string **text, const hp_job *job, const char *name)
{
	zval *value = *text != NULL || job->server == NULL
		? NULL
		: zend_hash_str_find(job->server, name, strlen(name));

	if (value != NULL && Z_TYPE_P(value) == IS_STRING) {
		*text = zend_string_copy(Z_STR_P(value));
	}
}

zend_result hp_job_describe(
	hp_job *job, const HashTable *meta, const zend_string **key, const char **type)
{
	const job_key *known;
	zend_string *name;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL((HashTable *) meta, name, value) {
		known = job_find(name);
		if (known == NULL || !job_set(job, known, value)) {
			*key = name;
			*type = known == NULL ? NULL : known->is_array ? "array" : "string";
			hp_job_free(job);
			return FAILURE;
		}
	}
	ZEND_HASH_FOREACH_END();
	job_complete(&job->url, job, "REQUEST_URI");
	job_complete(&job->method, job, "REQUEST_METHOD");
	job->is_described = zend_hash_num_elements(meta) > 0;

	return SUCCESS;
}

/* The VM stack's pages are linked, the newest first. Each coroutine has its own stack. */
static const void *job_coroutine(void)
{
	zend_vm_stack page = EG(vm_stack);

	while (page->prev != NULL) {
		page = page->prev;
	}

	return page;
}

void hp_job_open(hp_job *job)
{
	job->is_worker = job->is_open = true;
	job->coroutine = job_coroutine();
	job->fiber =
		EG(current_fiber_context) == EG(main_fiber_context) ? NULL : EG(current_fiber_context);
	job->memory_bytes = zend_memory_usage(false);
	job->peak_bytes = zend_memory_peak_usage(false);
}

hp_job hp_job_close(hp_job *job)
{
	hp_job closed = *job;

	*job = (hp_job){.is_worker = job->is_worker, .is_over = job->is_over};

	return closed;
}

void hp_job_free(hp_job *closed)
{
	for (size_t i = 0; i < JOB_KEYS; i++) {
		void **owned = (void **) ((char *) closed + job_keys[i].at);

		if (*owned == NULL) {
			continue;
		}
		if (job_keys[i].is_array) {
			zend_array_release(*owned);
		} else {
			zend_string_release(*owned);
		}
		*owned = NULL;
	}
}

bool hp_job_is_elsewhere(const hp_job *job)
{
	return job->is_open && !job->is_orphan && job->coroutine != job_coroutine();
}

const char *hp_job_reason(const hp_job *job)
{
	if (hp_job_is_elsewhere(job)) {
		return "another fiber or coroutine has a job open, and only one can be profiled at a time";
	}

	if (job->is_open && job->is_part) {
		return "XHPROF names a file: it gets the run of the whole command, and jobs none";
	}

	return job->is_worker && !job->is_open ? "no job is open" : NULL;
}

/* memory_reset_peak_usage() before the job makes both the same. */
bool hp_job_peak(const hp_job *job, uint64_t *peak_bytes)
{
	uint64_t memory_bytes = zend_memory_usage(false);

	*peak_bytes = zend_memory_peak_usage(false);
	if (*peak_bytes > job->peak_bytes || job->peak_bytes == job->memory_bytes) {
		return true;
	}
	*peak_bytes = MAX(memory_bytes, job->memory_bytes);

	return false;
}
