/* request.h: a run of the whole request, by php.ini alone: xhprof.auto and what belongs to it. */
#ifndef HP_REQUEST_REQUEST_H
#define HP_REQUEST_REQUEST_H

#include "base/descriptor.h"
#include "base/random.h"
#include "live/answer.h"
#include "live/thread.h"
#include "php_xhprof.h"
#include "request/file_name.h"
#include "request/trigger.h"

typedef struct hp_request {
	const php_xhprof_settings *settings; /* the module's */
	hp_trigger trigger; /* why the request is profiled, or not */
	bool is_profiled; /* a run was started for it, and will be saved */
	const char *samples_refused; /* why it has none beside the calls, or NULL */
	hp_descriptor_kept folder; /* see request/folder.h */
	int64_t pid; /* of the process that started it */
	int64_t started_ns; /* Unix time */
	uint64_t started_ticks;
	uint64_t files_seen; /* see request/retain.h */
	char run_id[HP_REQUEST_RUN_LENGTH + 1]; /* empty: there is no run */
	struct hp_save_late *late; /* a run that is saved once the response is out; owned; NULL: none */
	zend_string *log; /* about it, for the log of the next request; persistent; NULL: nothing */
	bool is_last_saved; /* the last run's outcome: there is a file */
	zend_string *outcome; /* of the last request with a run; persistent; NULL: there was none */
} hp_request;

void hp_request_begin_request(hp_request *request);

/* False after a fatal error of saving, which has left EG(current_execute_data) empty. */
bool hp_request_end_request(hp_request *request);

/* Once the response is out: see request/after.h. */
void hp_request_save_late(void);

/* For hp_signal_catch(): saves the run. */
bool hp_request_save_at_signal(void);

/* In RINIT: starts a run if the settings or a reader of the live ring say so. */
static zend_always_inline void hp_request_begin(hp_request *request)
{
	if (UNEXPECTED(request->settings->auto_when != HP_TRIGGER_OFF) ||
		UNEXPECTED(hp_live_answer_armed(XHPROF_G(live)) != NULL)) {
		hp_request_begin_request(request);
	}
}

/* In RSHUTDOWN, after all that the program does: ends the run and saves it. */
static zend_always_inline void hp_request_end(hp_request *request)
{
	if (UNEXPECTED(request->trigger.reason != NULL)) {
		hp_request_end_request(request);
	}
}

/* The response, which names the run, is out. After a fatal error that may be after RSHUTDOWN. */
static zend_always_inline void hp_request_deactivate(hp_request *request)
{
	request->run_id[0] = '\0';
}

/* The wall time of the request so far. */
uint64_t hp_request_wall_ns(const hp_request *request);

/* Fills in what xhprof_info() reports. */
void hp_request_info(const hp_request *request, zval *info);

/* In GINIT and GSHUTDOWN. */
void hp_request_init(hp_request *request, const php_xhprof_settings *settings);
void hp_request_free(hp_request *request);

#endif /* HP_REQUEST_REQUEST_H */
