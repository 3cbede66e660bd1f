#include "base/pipe.h"

#ifdef PHP_WIN32
ssize_t hp_pipe_write(int descriptor, const void *bytes, size_t length)
{
	return write(descriptor, bytes, (unsigned) length);
}

#else
# include <errno.h>
# include <signal.h>
# include <unistd.h>

ssize_t hp_pipe_write(int descriptor, const void *bytes, size_t length)
{
	sigset_t pipe_only, pending, before;
	bool was_pending;
	ssize_t written;
	int error, number;

	sigemptyset(&pipe_only);
	sigaddset(&pipe_only, SIGPIPE);
	pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
	sigpending(&pending);
	was_pending = sigismember(&pending, SIGPIPE) == 1;
	written = write(descriptor, bytes, length);
	error = errno;
	sigpending(&pending);
	if (!was_pending && sigismember(&pending, SIGPIPE) == 1) {
		sigwait(&pipe_only, &number);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;

	return written;
}

#endif
