/* meta.h: the description of a request that is saved with its run, without secrets: see request/redact.h. */
#ifndef HP_REQUEST_META_H
#define HP_REQUEST_META_H

#include "php_xhprof.h"

/* A request that is over. Its own time and memory, without the time that saving takes. */
typedef struct hp_request_facts {
	const char *run; /* the run's id */
	const char *reason; /* why it was profiled */
	int64_t started_ns; /* Unix time */
	uint64_t wall_ns;
	uint64_t peak_bytes;
	bool has_failed;
	int status; /* of HTTP, or the exit status of a command */
} hp_request_facts;

/* The object of format/meta.h plus our own facts as "xhprof". Persistent, for the caller to release; NULL
 * if it cannot be made. */
zend_string *hp_request_meta(const hp_request_facts *facts, const php_xhprof_settings *settings);

#endif /* HP_REQUEST_META_H */
