/* apart.h: reads many rings in a confined child process. A hostile ring that takes over the reader
 * gains nothing but this child. */
#ifndef HP_LIVE_APART_H
#define HP_LIVE_APART_H

#include "live/sums.h"

#ifndef PHP_WIN32
# include <sys/types.h>
#endif

/* How many seconds one ring may take. Reading a ring takes a twentieth of that, but the machine may
 * be busy. */
#define HP_LIVE_APART_S 3

/* Each ring of a batch adds this many milliseconds to the deadline of the whole batch. A batch
 * needs a deadline because a reader that a ring has taken over may claim for ever that it has begun
 * another ring. */
#define HP_LIVE_APART_EACH_MS 100

typedef struct hp_live_apart_ring {
	uint64_t id; /* unique among all rings */
	hp_live_tally *tally;
	const zend_string *label;
	/* The result: NULL on success, and then `more` has what was added. Otherwise the reason why
	 * nothing was added; the ring then counts as not read. */
	const char *error;
	hp_live_amount more;
	bool is_done;
} hp_live_apart_ring;

typedef enum hp_live_apart_wall {
	HP_LIVE_APART_CONFINED, /* a child under seccomp and limits */
	HP_LIVE_APART_LIMITED, /* a child under resource limits */
	HP_LIVE_APART_BARE, /* a child without either, because it failed with them */
	HP_LIVE_APART_NONE /* no child is possible: rings are read in this process */
} hp_live_apart_wall;

/* The child process that reads rings. All zeros: there is none. A child ends when it is asked for a
 * ring that it does not know, and after a minute at the latest. A ring that has taken a child over
 * loses it then, too. */
typedef struct hp_live_apart {
	hp_live_apart_wall wall; /* the confinement of the last child */
#ifdef __linux__
	pid_t process; /* 0: none */
	pid_t owner; /* the process that forked it */
	int socket;
	int status; /* its exit status */
	bool is_late;
	bool is_out_of_time; /* the deadline has passed, whatever progress it claims */
	bool is_careful; /* after a failure: each result is sent before the next ring is read */
	uint64_t started_ns;
	uint64_t until_ns; /* the deadline of all its answers, whatever progress it claims */
	uint32_t *progress; /* shared with the child: the request it works on */
	HP_VECTOR(uint64_t) ids; /* of the rings that the child knows */
	char *buffer; /* received and not taken yet: from begin to end */
	uint32_t begin, end;
#endif
} hp_live_apart;

/* Does hp_live_sums_read() for each ring. If the child ends or hangs, the ring it was reading is
 * skipped and another child continues, up to a limit; then the remaining rings add nothing. is_own:
 * starts a new child for this call, and ends it afterwards. */
void hp_live_apart_read(hp_live_apart *apart, hp_live_sums *sums, hp_live_apart_ring *rings,
	uint32_t count, bool is_own);

/* Ends the child, if there is one. The exit status of a child that has already ended by itself is
 * kept. */
void hp_live_apart_stop(hp_live_apart *apart);

#endif /* HP_LIVE_APART_H */
