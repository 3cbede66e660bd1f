/* segment.h: another C stack for recursion that is too deep for the own one. */
#ifndef HP_HOOK_SEGMENT_H
#define HP_HOOK_SEGMENT_H

#include "base/bailout.h"
#include "base/compat.h"

/* A segment of the C stack, in the topmost bytes of its memory. */
typedef struct hp_segment hp_segment;

/* Those of a thread: in use, or kept for the next deep call. NULL: none. */
typedef struct hp_segments {
	hp_segment *first;
} hp_segments;

/* The lowest address to which calls may recurse on the segment that is in use here; NULL: none is. */
const char *hp_segment_limit(const hp_segments *segments, const char *here);

/* hp_bailout() with work on a segment. False, and nothing was done: there is no memory, or this system has no
 * segments. */
bool hp_segment_run(
	hp_segments *segments, hp_bailout_function work, hp_bailout_function release, void *context);

/* Frees the segments that are not in use, or all. */
void hp_segment_free_idle(hp_segments *segments);
void hp_segment_free_all(hp_segments *segments);

#endif /* HP_HOOK_SEGMENT_H */
