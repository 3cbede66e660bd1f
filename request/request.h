/* request.h: a run of the whole request, by php.ini alone: xhprof.auto and what belongs to it. */
#ifndef HP_REQUEST_REQUEST_H
#define HP_REQUEST_REQUEST_H

#include "base/random.h"
#include "php_xhprof.h"
#include "request/file_name.h"
#include "request/trigger.h"

typedef struct hp_request {
	const php_xhprof_settings *settings; /* the module's */
	hp_trigger trigger; /* why the request is profiled, or not */
	bool is_profiled; /* a run was started for it, and will be saved */
	int folder; /* see request/folder.h */
	int64_t pid; /* of the process that started it */
	int64_t started_ns; /* Unix time */
	uint64_t started_ticks;
	uint64_t files_seen; /* see request/retain.h */
	char run[HP_FILE_NAME_RUN_LENGTH + 1]; /* the id of the run; empty: there is none */
	zend_string *outcome; /* of the last request with a run; persistent; NULL: there was none */
} hp_request;

void hp_request_begin_request(hp_request *run);
void hp_request_end_request(hp_request *run);

/* In RINIT: starts a run if the settings say so. */
static zend_always_inline void hp_request_begin(hp_request *run)
{
	if (UNEXPECTED(run->settings->auto_when != HP_TRIGGER_OFF)) {
		hp_request_begin_request(run);
	}
}

/* In RSHUTDOWN, after all that the program does: ends the run and saves it. */
static zend_always_inline void hp_request_end(hp_request *run)
{
	if (UNEXPECTED(run->trigger.reason != NULL)) {
		hp_request_end_request(run);
	}
}

/* When the answer is out: after a fatal error it may be sent as late as after RSHUTDOWN, and it names
 * the run. */
static zend_always_inline void hp_request_forget(hp_request *run)
{
	run->run[0] = '\0';
}

/* How long the request has gone on. */
uint64_t hp_request_wall_ns(const hp_request *run);

/* What xhprof_info() tells. */
void hp_request_info(const hp_request *run, zval *info);

/* In GINIT and GSHUTDOWN. */
void hp_request_init(hp_request *run, const php_xhprof_settings *settings);
void hp_request_free(hp_request *run);

#endif /* HP_REQUEST_REQUEST_H */
