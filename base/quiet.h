/* quiet.h: writes without the signals that end a program. A pipe whose reader went away raises
 * SIGPIPE, a file at the limit of RLIMIT_FSIZE raises SIGXFSZ, and what they do is up to the
 * program. Here only EPIPE and EFBIG are returned. */
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

/* Call these before and after code that writes, in the same thread. The end discards the signals
 * that arrived, and keeps errno. */
void hp_quiet_begin(hp_quiet *quiet);
void hp_quiet_end(const hp_quiet *quiet);

/* Like write(). */
ssize_t hp_quiet_write(int descriptor, const void *bytes, size_t length);

/* Writes a line "xhprof: SUBJECT: REASON" to PHP's log, about something that the program did not
 * ask for. */
void hp_quiet_log(const char *subject, const char *reason);

#endif /* HP_BASE_QUIET_H */
