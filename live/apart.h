/* apart.h: reads many rings in a child process that may do nothing else: one that gets the better of the reader has only that. */
#ifndef HP_LIVE_APART_H
#define HP_LIVE_APART_H

#include "live/sums.h"

#ifndef PHP_WIN32
# include <sys/types.h>
#endif

/* For a ring: a look takes a twentieth of it, and a machine may be busy. */
#define HP_LIVE_APART_S 3

/* For all rings together this many more for each, as a reader that was taken over may say for ever that it has begun another. */
#define HP_LIVE_APART_EACH_MS 100

typedef struct hp_live_apart_ring {
	uint64_t id; /* no other ring has it */
	hp_live_tally *tally;
	const zend_string *label;
	/* The result: NULL, and what was added. Else why nothing was: the ring is as if it had not been read. */
	const char *error;
	hp_live_sums_more more;
	bool is_done;
} hp_live_apart_ring;

typedef enum hp_live_apart_wall {
	HP_LIVE_APART_CONFINED, /* a child under seccomp and limits */
	HP_LIVE_APART_LIMITED, /* a child under limits */
	HP_LIVE_APART_BARE, /* a child */
	HP_LIVE_APART_NONE /* here: there can be no child */
} hp_live_apart_wall;

/* All zeros is one without a child. It lives until it does not know a ring, or for a minute: what has taken it over as well. */
typedef struct hp_live_apart {
	hp_live_apart_wall wall; /* as of the last time */
#ifdef __linux__
	pid_t process; /* 0: none */
	pid_t owner; /* the process that made it */
	int socket;
	int status; /* at its end */
	bool is_late;
	bool is_out_of_time; /* late, whatever it says */
	bool is_careful; /* after a failure */
	uint64_t started_ns;
	uint64_t until_ns; /* whatever it says: its answers have to be there */
	uint32_t *progress; /* shared: the request that it is at */
	HP_VECTOR(uint64_t) ids; /* of the rings that it knows */
	char *buffer; /* what is read from it, and not taken: from begin to end */
	uint32_t begin, end;
#endif
} hp_live_apart;

/* As hp_live_sums_read() of each. Where the child ends or hangs, its ring is left, and another child goes on, up to a limit: the
 * other rings have nothing new then. is_own: the child is a new one, and ends. */
void hp_live_apart_read(hp_live_apart *apart, hp_live_sums *sums, hp_live_apart_ring *rings,
	uint32_t count, bool is_own);

/* Ends the child. */
void hp_live_apart_free(hp_live_apart *apart);

#endif /* HP_LIVE_APART_H */
