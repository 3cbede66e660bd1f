/* usage.h: events that getrusage() counts, at some 0.3 us per reading. They need no permission. */
#ifndef HP_EVENT_USAGE_H
#define HP_EVENT_USAGE_H

#include "event/event.h"

/* Values of hp_event.usage. */
typedef enum hp_event_usage_kind {
	HP_EVENT_USAGE_NONE,
	HP_EVENT_USAGE_FAULTS,
	HP_EVENT_USAGE_MINOR_FAULTS,
	HP_EVENT_USAGE_MAJOR_FAULTS,
	HP_EVENT_USAGE_SWITCHES,
	HP_EVENT_USAGE_USER,
	HP_EVENT_USAGE_KERNEL
} hp_event_usage_kind;

/* CPU time in user code and in the kernel. It is as precise as the kernel's accounting, often a
 * tick, so it is right only over many ticks. */
extern const hp_event hp_event_user_time;
extern const hp_event hp_event_kernel_time;

/* Returns the count of the calling thread so far; 0 if this system does not report it. */
uint64_t hp_event_usage_count(hp_event_usage_kind kind);

/* The functions of an event that has such a kind. */
zend_result hp_event_usage_enable(hp_event_counter *counter);
uint64_t hp_event_usage_read(hp_event_counter *counter);
void hp_event_usage_restart(hp_event_counter *counter);

#endif /* HP_EVENT_USAGE_H */
