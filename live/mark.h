/* mark.h: writes marks into a ring. Marks are events in a request that are not calls, such as a run
 * of the garbage collector. Each mark gets a record, and each kind a sum. */
#ifndef HP_LIVE_MARK_H
#define HP_LIVE_MARK_H

#include "event/mark.h"
#include "live/format.h"

struct hp_live_ring;

/* With the lock of the ring's writer: adds a mark of a request. sums: the writer's own copy of
 * those in the header; all zeros at first. */
void hp_live_mark_add(
	hp_live_mark_sums *sums, struct hp_live_ring *ring, uint64_t request, const hp_mark *mark);

/* With the same lock: writes the sums of a request that ends. */
void hp_live_mark_end(const hp_live_mark_sums *sums, struct hp_live_ring *ring, uint64_t request);

/* Finds the text of a mark's record. It points into the record and is not terminated. Returns false
 * if the record is no mark, or too short for one. */
bool hp_live_mark_text(const hp_live_record *record, const char **text, size_t *length);

/* Describes a mark for people: "gc 41.0 ms, 10,000 values freed". A record with HP_LIVE_SUM
 * describes all marks of its kind in its request. Returns a persistent string that the caller
 * releases, or NULL if there is nothing to say. */
zend_string *hp_live_mark_describe(const hp_live_record *record);

#endif /* HP_LIVE_MARK_H */
