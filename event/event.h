/* event.h: what can be counted besides time, by the system or by PHP.
 *
 * An event is an object. A counter is one event that one thread counts. An event is used only
 * through its functions enable, disable and read. event/registry.h finds it by name, event/set.h
 * counts several in a run.
 *
 *   page-faults       count   event/perf.c, by the kernel
 *   context-switches  count   event/usage.c, by getrusage()
 *   kernel-time       ns      event/usage.c, by getrusage()
 *   exceptions        count   event/php.c, by hooks */
#ifndef HP_EVENT_EVENT_H
#define HP_EVENT_EVENT_H

#include "base/descriptor.h"

/* Limit of the events that one run counts. */
#define HP_EVENT_MAX 8

typedef enum hp_event_unit {
	HP_EVENT_UNIT_COUNT,
	HP_EVENT_UNIT_BYTES,
	HP_EVENT_UNIT_NS
} hp_event_unit;

/* Returns the name of a unit in files and results: "count", "bytes", "ns". A static string. */
static inline const char *hp_event_unit_name(hp_event_unit unit)
{
	return unit == HP_EVENT_UNIT_NS ? "ns" : unit == HP_EVENT_UNIT_BYTES ? "bytes" : "count";
}

typedef struct hp_event_counter hp_event_counter;

typedef struct hp_event {
	const char *name; /* the name that users write, and the key in results */
	hp_event_unit unit;
	/* can only be sampled beside a clock and without a period: it is read at each sample */
	bool is_of_samples;
	bool is_of_kernel; /* the kernel counts it */
	const char *title; /* a description of one such event */
	/* Starts counting for the calling thread, from any value. On FAILURE, counter->refusal says
	 * why. NULL: this system does not have the event. */
	zend_result (*enable)(hp_event_counter *counter);
	void (*disable)(hp_event_counter *counter);
	/* Returns the count, which never falls while it is enabled. Call it in the thread that enabled
	 * it. */
	uint64_t (*read)(hp_event_counter *counter);
	/* Continues from counter->last in a forked child, where the source's counts are lost. NULL:
	 * there is nothing to do. */
	void (*restart)(hp_event_counter *counter);
	const char *unsampled; /* the reason why it cannot be sampled; NULL: it can */
	/* For events that the kernel counts: perf_event_attr.config and .type, and
	 * hp_event_usage_kind. */
	uint64_t perf_config;
	uint32_t perf_type;
	int usage;
} hp_event;

struct hp_event_counter {
	const hp_event *event; /* NULL: not enabled */
	const char *refusal; /* the reason, in English, with the setting that would allow it; static */
	const char *means; /* how it is read: "perf", "rdpmc", "getrusage" ... */
	uint64_t base; /* added to the count of the event's source */
	uint64_t last; /* the value read last */
	/* For a sampled event; NULL: it is only counted. Called in the thread when the count has passed
	 * a multiple of the period. */
	void (*tick)(hp_event_counter *counter, uint64_t weight);
	/* Captures the stack now, for the next tick: a later check decides whether the event happened.
	 * Only with tick. */
	void (*prepare)(hp_event_counter *counter);
	void *owner;
	uint64_t period;
	uint64_t due; /* the count at the next tick */
	/* For events that the kernel counts. */
	hp_descriptor_kept file;
	void *page; /* struct perf_event_mmap_page *; NULL: not mapped */
	bool has_user_only; /* what happens in the kernel is not counted */
	uint64_t usage_start; /* the count of getrusage() when it was enabled */
	/* the first counter of the group that one system call reads; NULL: this is the first, or
	 * alone */
	hp_event_counter *group;
	uint32_t group_at; /* its position in the group; the first is 0 */
	uint32_t group_count; /* in the first: the number of counters in the group */
	uint64_t group_values[HP_EVENT_MAX]; /* in the first: the values read last */
	hp_event_counter *next; /* the next counter of the thread: event/fork.h */
};

/* For events of PHP that a hook counts: calls tick if the count has reached the next multiple of
 * the period. */
static inline void hp_event_pass(hp_event_counter *counter, uint64_t count)
{
	if (counter->tick != NULL && count >= counter->due) {
		uint64_t weight = (count - counter->due) / counter->period + 1;

		counter->due += weight * counter->period;
		counter->tick(counter, weight);
	}
}

#endif /* HP_EVENT_EVENT_H */
