/* perf.h: events that the kernel counts, by perf_event_open().
 *
 * The costs of a reading:
 *
 *   faults, switches   1 ns: the kernel writes each event into a mapped ring, and its write
 *                      position shows the count; each event costs the kernel 0.1 us more
 *   the CPU's own      some 20 ns by rdpmc if the kernel allows it for user code; else one system
 *                      call of some 0.6 us for all of them together
 *
 * If the kernel allows no more, what happens within the kernel is not counted; perf calls that
 * "page-faults:u". If it refuses faults and switches altogether, event/usage.h reads them. */
#ifndef HP_EVENT_PERF_H
#define HP_EVENT_PERF_H

#include "event/event.h"

extern HP_HIDDEN const hp_event hp_event_page_faults, hp_event_minor_faults, hp_event_major_faults,
	hp_event_context_switches, hp_event_cpu_migrations, hp_event_instructions, hp_event_cycles,
	hp_event_cache_references, hp_event_cache_misses, hp_event_branches, hp_event_branch_misses;

/* Returns the first of the counters that is a counter of the CPU: the next one joins its group.
 * NULL if there is none. */
hp_event_counter *hp_event_perf_group(hp_event_counter *counters, uint32_t count);

/* Returns the reason why the kernel refused, by errno. English, static; names the setting. */
const char *hp_event_perf_reason(int number);

#endif /* HP_EVENT_PERF_H */
