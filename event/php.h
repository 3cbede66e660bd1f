/* php.h: events of PHP itself. The hooks that see them are above, in hook/event.c: they add what happens here, for the
 * thread in which it happens. A source is started for the thread's first counter of its event and stopped after
 * the last one; without a counter nothing is hooked. */
#ifndef HP_EVENT_PHP_H
#define HP_EVENT_PHP_H

#include "event/event.h"

typedef enum hp_event_php {
	HP_EVENT_PHP_EXCEPTIONS,
	HP_EVENT_PHP_ERRORS,
	HP_EVENT_PHP_OBJECTS,
	HP_EVENT_PHP_BYTES,
	HP_EVENT_PHP_GC_RUNS,
	HP_EVENT_PHP_AUTOLOADS,
	HP_EVENT_PHP_INCLUDES,
	HP_EVENT_PHP_STATEMENTS,
	HP_EVENT_PHP_COUNT
} hp_event_php;

/* In that order. */
extern HP_HIDDEN const hp_event hp_event_php_events[HP_EVENT_PHP_COUNT];

typedef struct hp_event_php_source {
	const char *means; /* what sees it, as xhprof_info() says it */
	/* For the calling thread. start() returns NULL; or why it cannot, in English, and is then not stopped. */
	const char *(*start)(void);
	void (*stop)(void);
	/* Adds what has happened and was not seen yet. NULL: all is seen as it happens. */
	void (*update)(void);
} hp_event_php_source;

/* In MINIT: from now on the event can be had. */
void hp_event_php_connect(hp_event_php event, const hp_event_php_source *source);

/* It happened so many times in this thread, right now: whoever samples it takes the stack. */
void hp_event_php_add(hp_event_php event, uint64_t count);

/* True if this thread counts it. */
bool hp_event_php_is_on(hp_event_php event);

/* It may be happening: whoever samples it next takes the stack as it is now. */
void hp_event_php_prepare(hp_event_php event);

#endif /* HP_EVENT_PHP_H */
