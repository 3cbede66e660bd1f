/* hp_auto.h: a run of the whole request, by php.ini alone: xhprof.auto and what belongs to it. */
#ifndef HP_AUTO_H
#define HP_AUTO_H

#include "hp_dice.h"
#include "hp_name.h"
#include "hp_profile.h"

#define HP_AUTO_RUN_LENGTH 16

typedef enum hp_auto_when {
	HP_AUTO_OFF,
	HP_AUTO_TRIGGER,
	HP_AUTO_ALWAYS
} hp_auto_when;

/* php.ini: see hp_ini.c. */
typedef struct hp_auto_settings {
	zend_long when; /* an hp_auto_when */
	char *mode;
	char *flags;
	char *formats;
	char *output_name;
	char *trigger_name;
	char *trigger_secret;
	char *trigger_ips;
	char *include_uri;
	char *exclude_uri;
	zend_long sample_rate;
	zend_long min_wall_ms;
	zend_long min_memory;
	bool has_on_error;
	zend_long keep_files;
	zend_long keep_mb;
	zend_long keep_days;
	zend_long keep_slowest_per_uri;
} hp_auto_settings;

typedef struct hp_auto {
	hp_auto_settings settings;
	hp_dice dice;
	bool is_profiled; /* the request is, or was until the program ended the run */
	bool is_open; /* the run goes on */
	bool is_sampling; /* it is one of samples */
	int folder; /* see hp_store.h */
	int64_t pid; /* of the process that started it */
	int64_t started_ns; /* Unix time */
	hp_profile *taken; /* what the program ended, until it is saved */
	const char *reason; /* why the request is profiled, or not */
	char run[HP_AUTO_RUN_LENGTH + 1]; /* the name of the run */
	zend_string *outcome; /* of the request before this one; persistent; NULL: none was profiled */
} hp_auto;

/* In RINIT: starts a run if the settings say so. Costs a comparison if xhprof.auto is off. */
void hp_auto_begin(hp_auto *run);

/* In RSHUTDOWN, after all that the program does: ends the run and saves it. */
void hp_auto_end(hp_auto *run);

/* The program ends the run that is open. What is returned is both the caller's and ours. */
hp_profile *hp_auto_take(hp_auto *run);

/* What xhprof_info() tells. */
void hp_auto_info(const hp_auto *run, zval *info);

/* In GINIT and GSHUTDOWN. */
void hp_auto_init(hp_auto *run);
void hp_auto_free(hp_auto *run);

#endif /* HP_AUTO_H */
