/* trigger.h: decides if a request is profiled, and why.
 *
 * Commands ask by the environment, XHPROF=1 or XHPROF=speedscope:file; web clients by a query
 * parameter, a cookie or a header whose value is the secret. */
#ifndef HP_REQUEST_TRIGGER_H
#define HP_REQUEST_TRIGGER_H

#include "php_xhprof.h"

typedef enum hp_trigger_when {
	HP_TRIGGER_OFF,
	HP_TRIGGER_ASKED,
	HP_TRIGGER_ALWAYS
} hp_trigger_when;

typedef struct hp_trigger {
	bool is_wanted;
	bool is_asked; /* by the request itself, with the secret or by the environment */
	bool is_armed; /* a reader of the live ring requested it, which overrides the settings */
	bool is_excluded; /* by xhprof.trigger_ips, include_uri or exclude_uri */
	const char *reason; /* in English */
	zend_string *format; /* the format that the request names; NULL: the settings choose */
	zend_string
		*path; /* that the request names, absolute; NULL: files in the folder of the settings */
} hp_trigger;

/* In RINIT. The caller frees the trigger. */
void hp_trigger_decide(hp_trigger *trigger, const php_xhprof_settings *settings);
void hp_trigger_free(hp_trigger *trigger);

/* Returns the reason why the URI of the request must not be profiled, or NULL. */
const char *hp_trigger_refuse_uri(const php_xhprof_settings *settings);

/* True if the path matches one of a list of patterns of base/pattern.h. */
bool hp_trigger_matches(const char *patterns, const zend_string *path);

#endif /* HP_REQUEST_TRIGGER_H */
