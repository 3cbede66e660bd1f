/* apart.h: reads many rings in a child process that may do nothing else: one that gets the better of the reader has only that. */
#ifndef HP_LIVE_APART_H
#define HP_LIVE_APART_H

#include "live/sums.h"

/* For a ring: a look takes a twentieth of it, and a machine may be busy. */
#define HP_LIVE_APART_S 3

typedef struct hp_live_apart_ring {
	hp_live_tally *tally;
	const zend_string *label;
	/* The result: NULL, and what was added. Else why nothing was: the ring is as if it had not been read. */
	const char *error;
	hp_live_sums_more more;
} hp_live_apart_ring;

typedef enum hp_live_apart_wall {
	HP_LIVE_APART_CONFINED, /* a child under seccomp and limits */
	HP_LIVE_APART_LIMITED, /* a child under limits */
	HP_LIVE_APART_BARE, /* a child */
	HP_LIVE_APART_NONE /* here: there can be no child */
} hp_live_apart_wall;

/* As hp_live_sums_read() of each. Where a child ends or hangs, its ring is left, and another child goes on, up to a limit: rings
 * behind it have nothing new. *wall is the highest one to try, at first HP_LIVE_APART_CONFINED, and becomes the one that stood. */
void hp_live_apart_read(
	hp_live_sums *sums, hp_live_apart_ring *rings, uint32_t count, hp_live_apart_wall *wall);

#endif /* HP_LIVE_APART_H */
