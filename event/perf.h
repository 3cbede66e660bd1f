/* perf.h: events that the kernel counts, by perf_event_open().
 *
 * The costs of a reading:
 *
 *   faults, switches   1 ns: the kernel writes each event into a ring in memory that we map, and the place where it
 *                      writes next tells how many there were; each event costs it 0.1 us more
 *   the CPU's own      some 20 ns by rdpmc where the kernel grants it to user code; else one system call of
 *                      some 0.6 us for all of them together
 *
 * Where the kernel grants no more, its own part is not counted: perf has these as "page-faults:u". Faults and switches
 * that it refuses altogether are read by event/usage.h. */
#ifndef HP_EVENT_PERF_H
#define HP_EVENT_PERF_H

#include "event/event.h"

extern HP_HIDDEN const hp_event hp_event_page_faults, hp_event_minor_faults, hp_event_major_faults,
	hp_event_context_switches, hp_event_cpu_migrations, hp_event_instructions, hp_event_cycles,
	hp_event_cache_references, hp_event_cache_misses, hp_event_branches, hp_event_branch_misses;

/* The counter that the next one is read with: the first that is the CPU's own; NULL: none. */
hp_event_counter *hp_event_perf_group(hp_event_counter *counters, uint32_t count);

/* Why the kernel refused, by errno. English, static; names the setting. */
const char *hp_event_perf_reason(int number);

#endif /* HP_EVENT_PERF_H */
