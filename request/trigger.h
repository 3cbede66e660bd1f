/* trigger.h: whether this request is to be profiled, and why or why not.
 *
 * On the command line the environment asks, XHPROF=1 or XHPROF=speedscope:file; on the web a query
 * parameter, a cookie or a header, whose value is the secret. */
#ifndef HP_REQUEST_TRIGGER_H
#define HP_REQUEST_TRIGGER_H

#include "base/random.h"
#include "php_xhprof.h"

typedef enum hp_trigger_when {
	HP_TRIGGER_OFF,
	HP_TRIGGER_ASKED,
	HP_TRIGGER_ALWAYS
} hp_trigger_when;

typedef struct hp_trigger {
	bool is_wanted;
	bool is_asked; /* somebody who may asked for this very run */
	const char *reason; /* in English */
	zend_string *format; /* of the request's; NULL: those of the settings */
	zend_string *path; /* likewise, and absolute; NULL: a file in the folder of the settings */
} hp_trigger;

/* In RINIT. The caller frees the trigger. */
void hp_trigger_decide(hp_trigger *trigger, const php_xhprof_settings *settings, hp_random *dice);
void hp_trigger_free(hp_trigger *trigger);

/* The header by that name: "HTTP_X_XHPROF_TRIGGER" of "XHPROF_TRIGGER". The caller releases it. */
zend_string *hp_trigger_header(const char *name);

#endif /* HP_REQUEST_TRIGGER_H */
