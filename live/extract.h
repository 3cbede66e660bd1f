/* extract.h: the new records of a ring as bytes, which one process writes and another takes without
 * trusting them. These are the records that count, preceded by the functions and labels that they
 * need. */
#ifndef HP_LIVE_EXTRACT_H
#define HP_LIVE_EXTRACT_H

#include "base/vector.h"
#include "live/tally.h"

/* The most bytes of an extract. One look at an honest process never needs more for its samples and
 * a full table of functions. */
#define HP_LIVE_EXTRACT_BYTES (UINT64_C(1) << 25)

/* A record kind in addition to hp_live_kind. The head is followed by hp_live_function rows, as many
 * as "request" says, and their texts. */
#define HP_LIVE_EXTRACT_FUNCTIONS 256

/* The beginning of an extract. */
typedef struct hp_live_extract {
	uint64_t bytes; /* of the records that follow */
	uint64_t position; /* the reader's position afterwards */
	uint64_t lost_bytes; /* what the reader lost during this look */
	uint64_t damaged;
	uint64_t interval_ns; /* the sampling interval in force */
} hp_live_extract;

typedef struct hp_live_extract_buffer {
	HP_VECTOR(uint64_t) words; /* all zeros: empty */
} hp_live_extract_buffer;

/* Reads the records written since the last read, and appends an extract with them to the buffer.
 * The reader's counts of losses must be zero before the call. The tally remembers which functions
 * were written, so that the next extract leaves them out. */
void hp_live_extract_read(hp_live_extract_buffer *buffer, hp_live_tally *tally);

/* Returns true if everything is as an honest process writes it: then the records may be used as
 * they are. */
bool hp_live_extract_check(const hp_live_extract *extract, const uint64_t *records);

/* Calls the function for each record of a checked extract. */
void hp_live_extract_each(const hp_live_extract *extract, const uint64_t *records,
	hp_live_record_function function, void *context);

#endif /* HP_LIVE_EXTRACT_H */
