/* event.h: what can be counted beside time: by the system, or by PHP.
 *
 * An event is an object. A counter is one event counted by one thread. The whole interface to an event is its
 * enable, disable and read; event/registry.h finds it by name, event/set.h counts several in a run.
 *
 *   page-faults       count   event/perf.c, by the kernel
 *   context-switches  count   event/usage.c, by getrusage()
 *   kernel-time       ns      likewise
 *   exceptions        count   event/php.c, by hooks
 */
#ifndef HP_EVENT_EVENT_H
#define HP_EVENT_EVENT_H

#include "base/descriptor.h"

/* One run counts at most so many. */
#define HP_EVENT_MAX 8

typedef enum hp_event_unit {
	HP_EVENT_UNIT_COUNT,
	HP_EVENT_UNIT_BYTES,
	HP_EVENT_UNIT_NS
} hp_event_unit;

/* As files and results have it: "count", "bytes", "ns". */
static inline const char *hp_event_unit_name(hp_event_unit unit)
{
	return unit == HP_EVENT_UNIT_NS ? "ns" : unit == HP_EVENT_UNIT_BYTES ? "bytes" : "count";
}

typedef struct hp_event_counter hp_event_counter;

typedef struct hp_event {
	const char *name; /* as people write it, and the key in results */
	hp_event_unit unit;
	bool
		is_of_samples; /* sampled with a clock alone, and without a period: read at each of its samples */
	const char *title; /* what one of them is */
	/* Counts for the calling thread from now on, from any value. FAILURE: counter->refusal says why. NULL: this
	 * system has no such event. */
	zend_result (*enable)(hp_event_counter *counter);
	void (*disable)(hp_event_counter *counter);
	/* The count; it never falls while it is enabled. For the thread that enabled it. */
	uint64_t (*read)(hp_event_counter *counter);
	/* In a forked child, where the source's counts are lost: continues from counter->last. NULL: there is nothing
	 * to do. */
	void (*restart)(hp_event_counter *counter);
	/* of events by the kernel: perf_event_attr.type and .config, and hp_event_usage_kind */
	bool is_of_kernel;
	const char *unsampled; /* why it cannot be sampled; NULL: it can */
	uint32_t perf_type;
	uint64_t perf_config;
	int usage;
} hp_event;

struct hp_event_counter {
	const hp_event *event; /* NULL: not enabled */
	const char *refusal; /* English, static: which setting would grant it */
	const char *means; /* how it is read: "perf", "rdpmc", "getrusage" ... */
	uint64_t base; /* added to what the event's source counts */
	uint64_t last; /* the value read last */
	/* of a sampled event; NULL: it is only counted. Called in the thread, when the count has passed a multiple of
	 * the period. */
	void (*tick)(hp_event_counter *counter, uint64_t weight);
	/* Before something of which one only sees later whether it is the event: the next tick is for the stack as it is
	 * now. With tick only. */
	void (*prepare)(hp_event_counter *counter);
	void *owner;
	uint64_t period;
	uint64_t due; /* the count at the next tick */
	/* of events by the kernel */
	hp_descriptor_kept file;
	void *page; /* struct perf_event_mmap_page *; NULL: not mapped */
	bool has_user_only; /* the kernel's own part is not counted */
	uint64_t usage_start; /* of getrusage() when it was enabled */
	hp_event_counter
		*group; /* the first of those that one system call reads; NULL: it is alone, or the first */
	uint32_t group_at; /* which of them: the first is 0 */
	uint32_t group_count; /* of the first: how many */
	uint64_t group_values[HP_EVENT_MAX]; /* of the first: as read last */
	hp_event_counter *next; /* of the thread: event/fork.h */
};

/* For events of PHP that a hook counts: a count passed to the one who samples it, if due. */
static inline void hp_event_pass(hp_event_counter *counter, uint64_t count)
{
	if (counter->tick != NULL && count >= counter->due) {
		uint64_t weight = (count - counter->due) / counter->period + 1;

		counter->due += weight * counter->period;
		counter->tick(counter, weight);
	}
}

#endif /* HP_EVENT_EVENT_H */
