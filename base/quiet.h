/* quiet.h: writing without the signals that end a program. A pipe whose reader went away raises SIGPIPE, a file at the
 * limit of RLIMIT_FSIZE SIGXFSZ; their dispositions are the program's. Here they are EPIPE and EFBIG alone. */
#ifndef HP_BASE_QUIET_H
#define HP_BASE_QUIET_H

#include "base/compat.h"

#ifdef PHP_WIN32

typedef struct hp_quiet {
	int unused;
} hp_quiet;

#else

# include <signal.h>

# define HP_QUIET_SIGNALS 2

typedef struct hp_quiet {
	sigset_t before;
	bool was_pending[HP_QUIET_SIGNALS];
} hp_quiet;

#endif

/* Around what writes, in one thread. The end takes back the signals that came, and keeps errno. */
void hp_quiet_begin(hp_quiet *quiet);
void hp_quiet_end(const hp_quiet *quiet);

/* write(). */
ssize_t hp_quiet_write(int descriptor, const void *bytes, size_t length);

/* A line in PHP's log, "xhprof: SUBJECT: REASON", for what the program did not ask for. */
void hp_quiet_log(const char *subject, const char *reason);

#endif /* HP_BASE_QUIET_H */
