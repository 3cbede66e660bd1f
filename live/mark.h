/* mark.h: what happened to a request and is no call, in its ring: one record each, and sums by kind. */
#ifndef HP_LIVE_MARK_H
#define HP_LIVE_MARK_H

#include "event/mark.h"
#include "live/format.h"

struct hp_live_ring;

/* The writer's own copy of what the header has. All zeros is an empty one. */
typedef struct hp_live_marks {
	hp_live_mark_sums sums;
} hp_live_marks;

/* Adds a mark of a request. With the lock of the ring's writer. */
void hp_live_mark_add(
	hp_live_marks *marks, struct hp_live_ring *ring, uint64_t request, const hp_mark *mark);

/* Writes the sums of a request that ends. Likewise. */
void hp_live_mark_end(const hp_live_marks *marks, struct hp_live_ring *ring, uint64_t request);

/* The text of a record, in it and not terminated. False: the record is too short for a mark. */
bool hp_live_mark_text(const hp_live_record *record, const char **text, size_t *length);

/* A mark for people: "gc 41.0 ms, 10,000 values freed"; persistent, for the caller to release. With HP_LIVE_SUM: all of its kind
 * in its request. NULL: nothing to say. */
zend_string *hp_live_mark_describe(const hp_live_record *record);

#endif /* HP_LIVE_MARK_H */
