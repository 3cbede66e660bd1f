/* extract.h: what is new in a ring, as bytes that one process writes and another one takes without trust: records of the ring,
 * only those that count, behind the functions and the labels that they need. */
#ifndef HP_LIVE_EXTRACT_H
#define HP_LIVE_EXTRACT_H

#include "base/vector.h"
#include "live/tally.h"

/* No honest process has more in one look of a reader: its samples, and a table of functions that is full. */
#define HP_LIVE_EXTRACT_BYTES (UINT64_C(1) << 25)

/* A record beside those of hp_live_kind. Behind it hp_live_function, as many as "request" says, then their texts. */
#define HP_LIVE_EXTRACT_FUNCTIONS 256

/* The beginning of an extract. */
typedef struct hp_live_extract {
	uint64_t bytes; /* of the records behind it */
	uint64_t position; /* of the reader afterwards */
	uint64_t lost_bytes; /* of it meanwhile, as the next */
	uint64_t damaged;
	uint64_t interval_ns; /* in force */
} hp_live_extract;

typedef struct hp_live_extract_buffer {
	HP_VECTOR(uint64_t) words; /* all zeros is an empty one */
} hp_live_extract_buffer;

/* Reads what was written since the last time, to the end of the buffer: an extract and its records. The losses of the reader
 * are zero before. What the tally has learned by it is for this process' next extract. */
void hp_live_extract_read(hp_live_extract_buffer *buffer, hp_live_tally *tally);

/* True if all is as an honest process writes it: records may be used as they are. */
bool hp_live_extract_check(const hp_live_extract *extract, const uint64_t *records);

/* Calls the function for each record of a checked one. */
void hp_live_extract_each(const hp_live_extract *extract, const uint64_t *records,
	hp_live_record_function function, void *context);

#endif /* HP_LIVE_EXTRACT_H */
