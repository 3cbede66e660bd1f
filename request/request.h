/* request.h: a run of the whole request, by php.ini alone: xhprof.auto and what belongs to it. */
#ifndef HP_REQUEST_REQUEST_H
#define HP_REQUEST_REQUEST_H

#include "base/random.h"
#include "php_xhprof.h"
#include "profile/profile.h"
#include "request/trigger.h"

#define HP_REQUEST_RUN_LENGTH 16

typedef enum {
	HP_REQUEST_NONE, /* the request is not profiled */
	HP_REQUEST_OPEN, /* the run goes on */
	HP_REQUEST_UNREAD, /* the program ended it and has not got what came of it */
	HP_REQUEST_READ, /* the program has it, or wants another */
} hp_request_state;

typedef struct hp_request {
	const php_xhprof_settings *settings; /* the module's */
	hp_trigger trigger; /* why the request is profiled, or not */
	hp_request_state state;
	bool is_sampling; /* it is one of samples */
	int folder; /* see request/folder.h */
	int64_t pid; /* of the process that started it */
	int64_t started_ns; /* Unix time */
	uint64_t started_ticks;
	hp_profile *taken; /* what is to be saved, from when the run was ended */
	char run[HP_REQUEST_RUN_LENGTH + 1]; /* the name of the run; empty: there is none */
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

/* Whether the program may get the run. */
static zend_always_inline bool hp_request_has_result(const hp_request *run)
{
	return run->state == HP_REQUEST_OPEN || run->state == HP_REQUEST_UNREAD;
}

/* The program has got it, or does without it. */
static zend_always_inline void hp_request_set_read(hp_request *run)
{
	if (run->state == HP_REQUEST_UNREAD) {
		run->state = HP_REQUEST_READ;
	}
}

/* The program ends the run, or asks again for one that it has ended. What is returned is both the caller's
 * and ours. Samples are to be released after it. */
hp_profile *hp_request_take(hp_request *run);

/* How long the request has gone on. */
uint64_t hp_request_wall_ns(const hp_request *run);

/* What xhprof_info() tells. */
void hp_request_info(const hp_request *run, zval *info);

/* In GINIT and GSHUTDOWN. */
void hp_request_init(hp_request *run, const php_xhprof_settings *settings);
void hp_request_free(hp_request *run);

#endif /* HP_REQUEST_REQUEST_H */
