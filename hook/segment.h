/* segment.h: another C stack, for recursion that is too deep for the thread's.
 *
 * The problem: with the "ex" hook, each call of a user function recurses on the C stack. Without a
 * profile it takes none, so that a program may recurse deeper than the C stack allows, and would
 * crash. The code may go with the "ex" hook: the "observer" hook does not recurse. */
#ifndef HP_HOOK_SEGMENT_H
#define HP_HOOK_SEGMENT_H

#include "base/bailout.h"
#include "base/compat.h"

/* A segment of the C stack, in the topmost bytes of its memory. */
typedef struct hp_segment hp_segment;

/* A thread's segments: in use, or kept for the next deep call. NULL: none. */
typedef struct hp_segments {
	hp_segment *first;
} hp_segments;

/* Returns the lowest address to which calls may recurse on the segment that contains `here`; NULL
 * if none does. */
const char *hp_segment_limit(const hp_segments *segments, const char *here);

/* Does what hp_bailout() does, with `work` on a segment. Returns false, and does nothing, if there
 * is no memory or this system has no segments. */
bool hp_segment_run(
	hp_segments *segments, hp_bailout_function work, hp_bailout_function release, void *context);

/* Free the segments that are not in use, or all segments. */
void hp_segment_free_idle(hp_segments *segments);
void hp_segment_free_all(hp_segments *segments);

#endif /* HP_HOOK_SEGMENT_H */
