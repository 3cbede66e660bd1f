/* php.h: events of PHP itself. The hooks that see them are in a layer above, hook/event.c: they
 * report here what happens, in the thread in which it happens. A source is started for a
 * thread's first counter of its event, and stopped after the last one. Without a counter nothing
 * is hooked. */
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

/* In the order of hp_event_php. */
extern HP_HIDDEN const hp_event hp_event_php_events[HP_EVENT_PHP_COUNT];

typedef struct hp_event_php_source {
	const char *means; /* what sees the event, as xhprof_info() shows it */
	/* For the calling thread. start() returns NULL, or the reason in English why it cannot; it is
	 * then not stopped. */
	const char *(*start)(hp_event_php event);
	void (*stop)(hp_event_php event);
	/* Adds what has happened but was not seen yet. NULL: everything is seen as it happens. */
	void (*update)(void);
} hp_event_php_source;

/* Makes an event available. In MINIT. */
void hp_event_php_connect(hp_event_php event, const hp_event_php_source *source);

/* Reports that an event happened `count` times in this thread, right now. If it is sampled, the
 * stack is taken. */
void hp_event_php_add(hp_event_php event, uint64_t count);

/* True if this thread counts the event. */
bool hp_event_php_is_on(hp_event_php event);

/* Reports that the event may be happening: the next sample of it has the stack as it is now. */
void hp_event_php_prepare(hp_event_php event);

#endif /* HP_EVENT_PHP_H */
