/* request.h: a run of the whole request, by php.ini alone: xhprof.auto and what belongs to it. */
#ifndef HP_REQUEST_REQUEST_H
#define HP_REQUEST_REQUEST_H

#include "base/random.h"
#include "profile/profile.h"
#include "request/trigger.h"

#define HP_AUTO_RUN_LENGTH 16

/* php.ini: see xhprof_ini.c. */
typedef struct hp_auto_settings {
	hp_trigger_settings trigger;
	char *mode;
	char *flags;
	char *formats;
	char *output_name;
	zend_long min_wall_ms;
	zend_long min_memory;
	bool has_on_error;
	zend_long keep_files;
	zend_long keep_mb;
	zend_long keep_days;
	zend_long keep_slowest_per_uri;
} hp_auto_settings;

typedef enum {
	HP_AUTO_NONE, /* the request is not profiled */
	HP_AUTO_OPEN, /* the run goes on */
	HP_AUTO_UNREAD, /* the program ended it and has not got what came of it */
	HP_AUTO_READ, /* the program has it, or wants another */
} hp_auto_state;

typedef struct hp_auto {
	hp_auto_settings settings;
	hp_trigger trigger; /* why the request is profiled, or not */
	hp_dice dice;
	hp_auto_state state;
	bool is_sampling; /* it is one of samples */
	int folder; /* see request/folder.h */
	int64_t pid; /* of the process that started it */
	int64_t started_ns; /* Unix time */
	uint64_t started_ticks;
	hp_profile *taken; /* what is to be saved, from when the run was ended */
	char run[HP_AUTO_RUN_LENGTH + 1]; /* the name of the run; empty: there is none */
	zend_string *outcome; /* of the last request with a run; persistent; NULL: there was none */
} hp_auto;

void hp_auto_begin_request(hp_auto *run);
void hp_auto_end_request(hp_auto *run);

/* In RINIT: starts a run if the settings say so. */
static zend_always_inline void hp_auto_begin(hp_auto *run)
{
	if (UNEXPECTED(run->settings.trigger.when != HP_TRIGGER_OFF)) {
		hp_auto_begin_request(run);
	}
}

/* In RSHUTDOWN, after all that the program does: ends the run and saves it. */
static zend_always_inline void hp_auto_end(hp_auto *run)
{
	if (UNEXPECTED(run->trigger.reason != NULL)) {
		hp_auto_end_request(run);
	}
}

/* When the answer is out: after a fatal error it may be sent as late as after RSHUTDOWN, and it names
 * the run. */
static zend_always_inline void hp_auto_forget(hp_auto *run)
{
	run->run[0] = '\0';
}

/* Whether the program may get the run. */
static zend_always_inline bool hp_auto_has_result(const hp_auto *run)
{
	return run->state == HP_AUTO_OPEN || run->state == HP_AUTO_UNREAD;
}

/* The program has got it, or does without it. */
static zend_always_inline void hp_auto_set_read(hp_auto *run)
{
	if (run->state == HP_AUTO_UNREAD) {
		run->state = HP_AUTO_READ;
	}
}

/* The program ends the run, or asks again for one that it has ended. What is returned is both the caller's
 * and ours. Samples are to be released after it. */
hp_profile *hp_auto_take(hp_auto *run);

/* Makes up another name for the run. */
void hp_auto_name(hp_auto *run);

/* How long the request has gone on; and in which formats it is to be saved. */
uint64_t hp_auto_wall_ns(const hp_auto *run);
const char *hp_auto_formats(const hp_auto *run);

/* What xhprof_info() tells. */
void hp_auto_info(const hp_auto *run, zval *info);

/* In GINIT and GSHUTDOWN. */
void hp_auto_init(hp_auto *run);
void hp_auto_free(hp_auto *run);

#endif /* HP_REQUEST_REQUEST_H */
