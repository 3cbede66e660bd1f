/* save.h: saves the run of a request that is over. */
#ifndef HP_REQUEST_SAVE_H
#define HP_REQUEST_SAVE_H

#include "base/descriptor.h"
#include "base/writer.h"
#include "profile/profile.h"
#include "request/meta.h"
#include "request/trigger.h"

typedef struct hp_save {
	const php_xhprof_settings *settings;
	const hp_trigger *trigger;
	hp_profile *profile; /* gets its meta here, if it has none */
	hp_descriptor_kept folder; /* see request/folder.h */
	/* A process that the request forked saves the run, not the one that started it. */
	bool is_forked;
	uint64_t *files_seen; /* see request/retain.h */
	hp_writer_bounds bounds; /* of all files in the folder; a requested file has none */
	hp_request_facts facts;
	bool is_saved; /* the result: at least one file was written */
	bool is_late; /* the response was sent, and the SAPI's log is closed */
	/* The text that could not be logged, with is_late: persistent, for the caller to release. NULL:
	 * there is none. */
	zend_string *log;
} hp_save;

/* A run that is saved after the response was sent, when PHP has freed the request. */
typedef struct hp_save_late hp_save_late;

/* The formats that a run is saved in. */
const char *hp_save_formats(const hp_trigger *trigger, const php_xhprof_settings *settings);

/* Bounds that begin now, by xhprof.keep and save_timeout_ms. */
hp_writer_bounds hp_save_bounds(const php_xhprof_settings *settings);

/* Saves the run if the settings want it. Returns the outcome in English, which the caller releases.
 * It is persistent. */
zend_string *hp_save_run(hp_save *save);

/* The same in two steps. NULL: the settings do not want it, and *outcome says why. The folder is
 * still the caller's. */
hp_save_late *hp_save_prepare(hp_save *save, zend_string **outcome);
zend_string *hp_save_finish(hp_save_late *late);

/* Has the answer in is_saved and log. */
hp_save *hp_save_of(hp_save_late *late);
void hp_save_free(hp_save_late *late);

#endif /* HP_REQUEST_SAVE_H */
