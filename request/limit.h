/* limit.h: writes a file when memory passes a threshold, and at memory_limit's fatal error. */
#ifndef HP_REQUEST_LIMIT_H
#define HP_REQUEST_LIMIT_H

#include "hook/growth.h"
#include "php_xhprof.h"

/* xhprof.on_memory_limit, and the second word of xhprof.on_memory */
typedef enum hp_limit_action {
	HP_LIMIT_OFF,
	HP_LIMIT_PROFILE,
	HP_LIMIT_SNAPSHOT
} hp_limit_action;

#define HP_LIMIT_OUTCOME_BYTES 160

/* A thread's. */
typedef struct hp_limit {
	hp_growth growth;
	const char *refusal; /* why memory is not watched; NULL: it is, or nobody wants it */
	char outcome
		[HP_LIMIT_OUTCOME_BYTES]; /* of this request; "": memory has not passed the threshold */
} hp_limit;

/* In MINIT: has the allocator's hook report the limit, and safe points where memory may be read. */
void hp_limit_startup(bool is_persistent);

/* Reads xhprof.on_memory: "off", or bytes or a percentage of memory_limit and what to write, "80%
 * snapshot". FAILURE: it is none of these, and nothing is changed. */
zend_result hp_limit_parse(php_xhprof_settings *settings, const char *text);

/* A request or job begins, or the setting changes: memory may pass the threshold again. */
void hp_limit_watch(hp_limit *limit, const php_xhprof_settings *settings);

static zend_always_inline void hp_limit_begin(hp_limit *limit, const php_xhprof_settings *settings)
{
	if (UNEXPECTED(settings->on_memory_action != HP_LIMIT_OFF)) {
		hp_limit_watch(limit, settings);
	}
}

/* In RSHUTDOWN: writes what no safe point came for. And after all RSHUTDOWNs: the heap is the
 * engine's own again. */
void hp_limit_shutdown(hp_limit *limit);
void hp_limit_deactivate(hp_limit *limit);

/* Fills in "on_memory" of xhprof_info(). */
void hp_limit_info(const hp_limit *limit, const php_xhprof_settings *settings, zval *info);

#endif /* HP_REQUEST_LIMIT_H */
