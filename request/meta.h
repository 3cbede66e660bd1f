/* meta.h: the description of a request that is saved with its run. xhprof.meta says how much. */
#ifndef HP_REQUEST_META_H
#define HP_REQUEST_META_H

#include "base/compat.h"
#include "live/format.h"
#include "php_xhprof.h"

/* xhprof.meta. Values are never searched for secrets: no search finds them all. */
typedef enum hp_request_meta_level {
	HP_REQUEST_META_OFF, /* no description */
	HP_REQUEST_META_PATH, /* the path and the names of parameters; of a command its script */
	HP_REQUEST_META_FULL, /* URI, parameters and arguments as they came */
} hp_request_meta_level;

/* A request that is over. Its own time and memory, without the time that saving takes. */
typedef struct hp_request_facts {
	const char *run_id;
	const char *reason; /* why it was profiled */
	const char *samples_refused; /* why there are none beside the calls, or NULL */
	int64_t started_ns; /* Unix time */
	uint64_t wall_ns;
	uint64_t peak_bytes;
	bool is_peak_known; /* false: it is a lower bound, see hp_job_peak() */
	bool has_failed;
	int status; /* of HTTP, or the exit status of a command; HP_SAPI_NO_STATUS: unknown */
	const struct hp_live_tags *tags;
	const hp_live_trace *trace;
	const struct hp_job *job; /* NULL: a whole request of PHP's */
} hp_request_facts;

/* The object of profile/meta.h plus our own facts as "xhprof". Persistent, for the caller to
 * release; NULL if the level is off or it cannot be made. */
zend_string *hp_request_meta(const hp_request_facts *facts, const php_xhprof_settings *settings);

/* The same of a run that is not a whole request: its tags alone; of "xhprof run" the command as
 * well. NULL: there is nothing to say. */
zend_string *hp_request_meta_of_run(const struct hp_live_tags *tags, const hp_live_trace *trace,
	const php_xhprof_settings *settings);

/* In MINIT: whether "xhprof run" started this PHP. */
void hp_request_meta_startup(void);

#endif /* HP_REQUEST_META_H */
