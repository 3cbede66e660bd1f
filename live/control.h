/* control.h: reads the messages that readers send, and keeps their leases. Whoever may write to the
 * FIFO can send messages.
 *
 * No message is trusted: one that makes no sense is refused and counted, numbers are clamped, and
 * the table holds a fixed number of readers. All of this belongs to one thread. */
#ifndef HP_LIVE_CONTROL_H
#define HP_LIVE_CONTROL_H

#include "base/compat.h"
#include "live/format.h"

#define HP_LIVE_CONTROL_READERS 32
#define HP_LIVE_MIN_INTERVAL_NS 1000000u
#define HP_LIVE_MAX_INTERVAL_NS UINT64_C(10000000000)
#define HP_LIVE_MAX_LEASE_MS 60000u
#define HP_LIVE_MAX_REQUESTS 1000u
#define HP_LIVE_MAX_BUDGET_PPM 250000u

typedef struct hp_live_lease {
	uint64_t id; /* chosen by the reader */
	uint64_t interval_ns; /* between two samples */
	uint64_t until_ns; /* of the monotonic clock; 0: the place is free */
	hp_live_clock clock;
	uint64_t budget_ppm; /* 0: xhprof.live_budget */
} hp_live_lease;

/* The words of xhprof.live_allow, indexed by hp_live_command and hp_live_right; NULL at the end. */
extern HP_HIDDEN const char *const hp_live_control_words[];

/* True if a command or right is among those that hp_live_control_parse() has stored in *allowed. */
#define HP_LIVE_ALLOWS(allowed, right) (((allowed) >> (right) &1) != 0)

typedef struct hp_live_control {
	uint32_t allowed; /* see HP_LIVE_ALLOWS() */
	hp_live_lease readers[HP_LIVE_CONTROL_READERS];
	uint64_t recorder_ns; /* the interval of the flight recorder; 0: none */
	uint64_t budget_ppm; /* xhprof.live_budget */
	uint32_t refused; /* messages that make no sense or are not allowed, and stray bytes */
	/* requests that the owner answers and resets */
	uint32_t dumps;
	bool wants_snapshot;
	bool wants_arm;
	bool wants_locals;
	uint32_t arm_requests; /* number of requests to profile */
	char arm_uri[HP_LIVE_URI_BYTES]; /* the pattern of their URIs */
} hp_live_control;

/* The leases of all readers, combined. */
typedef struct hp_live_wish {
	bool is_on;
	hp_live_clock clock; /* wall time if any reader wants it: it includes CPU time */
	uint32_t readers; /* number of leases in force */
	uint64_t interval_ns; /* the shortest */
	uint64_t until_ns; /* the latest; UINT64_MAX: the flight recorder */
	uint64_t budget_ppm; /* the largest */
} hp_live_wish;

/* Parses a list of words. Returns NULL, or the first unknown word and its length. */
const char *hp_live_control_parse(const char *list, uint32_t *allowed, size_t *length);

/* Obeys the messages in bytes that were read from the FIFO. Returns how many bytes at the end may
 * be the beginning of another message. */
size_t hp_live_control_read(
	hp_live_control *control, const char *bytes, size_t count, uint64_t now_ns);

/* Returns what all readers together want now, and forgets leases that have expired. */
hp_live_wish hp_live_control_wish(hp_live_control *control, uint64_t now_ns);

#endif /* HP_LIVE_CONTROL_H */
