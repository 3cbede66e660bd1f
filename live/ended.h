/* ended.h: the requests of a ring that have ended, as far as the ring still has them. */
#ifndef HP_LIVE_ENDED_H
#define HP_LIVE_ENDED_H

#include "live/reader.h"

/* The texts of a request's record. They point into the record and may end without a zero byte: each
 * has its length. */
typedef struct hp_live_ended_texts {
	const char *method;
	size_t method_length;
	const char *uri;
	size_t uri_length;
	const char *tags; /* key, zero, value, zero, and so on; perhaps more zeros */
	size_t tags_length;
	hp_live_trace trace;
} hp_live_ended_texts;

hp_live_ended_texts hp_live_ended_texts_of(const hp_live_end_record *record);

/* The times of one request. They are bounded, as the numbers in a ring may be anything. */
typedef struct hp_live_times {
	uint64_t request;
	uint64_t began_ns;
	uint64_t wall_ns;
	uint64_t cpu_ns;
} hp_live_times;

hp_live_times hp_live_ended_times(const hp_live_end_record *record);

/* Finds the times of the request with that number, ended or open. For an open request they reach to
 * its newest sample, and its CPU time is 0. Returns false if the ring does not have the request. */
bool hp_live_ended_find(const hp_live_reader *reader, uint64_t request, hp_live_times *times);

#endif /* HP_LIVE_ENDED_H */
