#include "base/quiet.h"

#include <errno.h>
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

#ifdef PHP_WIN32

void hp_quiet_begin(hp_quiet *quiet)
{
}

void hp_quiet_end(const hp_quiet *quiet)
{
}

#else

static const int quiet_signals[HP_QUIET_SIGNALS] = {SIGPIPE, SIGXFSZ};

void hp_quiet_begin(hp_quiet *quiet)
{
	sigset_t ours, pending;

	sigemptyset(&ours);
	for (size_t i = 0; i < HP_QUIET_SIGNALS; i++) {
		sigaddset(&ours, quiet_signals[i]);
	}
	pthread_sigmask(SIG_BLOCK, &ours, &quiet->before);
	sigpending(&pending);
	for (size_t i = 0; i < HP_QUIET_SIGNALS; i++) {
		quiet->was_pending[i] = sigismember(&pending, quiet_signals[i]) == 1;
	}
}

/* Discards a pending signal without waiting: if it was sent to the process, another thread may have
 * taken it by now. */
static void quiet_take(int number)
{
	sigset_t one;

	sigemptyset(&one);
	sigaddset(&one, number);
# ifdef __linux__
	sigtimedwait(&one, NULL, &(struct timespec){0, 0});
# else
	sigwait(&one, &number);
# endif
}

void hp_quiet_end(const hp_quiet *quiet)
{
	int error = errno;
	sigset_t pending;

	sigpending(&pending);
	for (size_t i = 0; i < HP_QUIET_SIGNALS; i++) {
		if (!quiet->was_pending[i] && sigismember(&pending, quiet_signals[i]) == 1) {
			quiet_take(quiet_signals[i]);
		}
	}
	pthread_sigmask(SIG_SETMASK, &quiet->before, NULL);
	errno = error;
}

#endif

ssize_t hp_quiet_write(int descriptor, const void *bytes, size_t length)
{
	hp_quiet quiet;
	ssize_t written;

	hp_quiet_begin(&quiet);
	written = write(descriptor, bytes, length);
	hp_quiet_end(&quiet);

	return written;
}

void hp_quiet_log(const char *subject, const char *reason)
{
	hp_quiet quiet;
	char *line;

	spprintf(&line, 0, "xhprof: %s: %s", subject, reason);
	hp_quiet_begin(&quiet);
	php_log_err(line);
	hp_quiet_end(&quiet);
	efree(line);
}
