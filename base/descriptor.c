/* For syscall(). */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE 1
#endif

#include "base/descriptor.h"

#include <errno.h>
#ifdef __linux__
# include <sys/epoll.h>
# include <sys/eventfd.h>
# include <sys/mman.h>
# include <sys/syscall.h>
# if __has_include(<linux/perf_event.h>)
#  include <linux/perf_event.h>
# endif
#endif
#ifndef PHP_WIN32
# include <sys/socket.h>
#endif
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

#ifdef PHP_WIN32

int hp_descriptor_open(const char *path, int flags, int mode)
{
	return VCWD_OPEN_MODE(path, flags | O_BINARY, mode);
}

#else

/* The lowest one that is ours: 0, 1 and 2 are the program's, open or not. */
# define DESCRIPTOR_FIRST 3

/* Between its opening and here another thread may see the low number taken. The kernel has no way around it. */
static int descriptor_lift(int descriptor)
{
	int lifted, error;

	if (EXPECTED(descriptor >= DESCRIPTOR_FIRST || descriptor < 0)) {
		return descriptor;
	}
	lifted = fcntl(descriptor, F_DUPFD_CLOEXEC, DESCRIPTOR_FIRST);
	error = errno;
	close(descriptor);
	errno = error;

	return lifted;
}

int hp_descriptor_open(const char *path, int flags, int mode)
{
	return descriptor_lift(open(path, flags | O_CLOEXEC, (mode_t) mode));
}

int hp_descriptor_open_at(int folder, const char *name, int flags, int mode)
{
	return descriptor_lift(openat(folder, name, flags | O_CLOEXEC, (mode_t) mode));
}

static int descriptor_lift_both(int ends[2])
{
	int error = 0;

	for (size_t i = 0; i < 2; i++) {
		fcntl(ends[i], F_SETFD, FD_CLOEXEC);
		ends[i] = descriptor_lift(ends[i]);
		error = errno;
	}
	if (ends[0] >= 0 && ends[1] >= 0) {
		return 0;
	}
	for (size_t i = 0; i < 2; i++) {
		if (ends[i] >= 0) {
			close(ends[i]);
		}
	}

	return error;
}

int hp_descriptor_open_pipe(int ends[2])
{
	return pipe(ends) != 0 ? errno : descriptor_lift_both(ends);
}

int hp_descriptor_open_sockets(int ends[2])
{
	return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 ? errno : descriptor_lift_both(ends);
}

#endif

#ifdef __linux__

int hp_descriptor_open_perf(struct perf_event_attr *attributes, pid_t tid, int group)
{
# ifdef PERF_FLAG_FD_CLOEXEC
	return descriptor_lift(
		(int) syscall(SYS_perf_event_open, attributes, tid, -1, group, PERF_FLAG_FD_CLOEXEC));
# else
	errno = ENOSYS;
	return -1;
# endif
}

int hp_descriptor_open_event(void)
{
	return descriptor_lift(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

int hp_descriptor_open_memory(const char *name, size_t bytes)
{
# ifdef SYS_memfd_create
	int file = descriptor_lift((int) syscall(SYS_memfd_create, name, MFD_CLOEXEC));

	if (file >= 0 && ftruncate(file, (off_t) bytes) != 0) {
		close(file);
		file = -1;
	}

	return file;
# else
	errno = ENOSYS;

	return -1;
# endif
}

int hp_descriptor_open_epoll(void)
{
	return descriptor_lift(epoll_create1(EPOLL_CLOEXEC));
}

int hp_descriptor_open_process(pid_t pid)
{
# ifdef SYS_pidfd_open
	return descriptor_lift((int) syscall(SYS_pidfd_open, pid, 0));
# else
	errno = ENOSYS;
	return -1;
# endif
}

int hp_descriptor_copy_from(int process, int number)
{
# ifdef SYS_pidfd_getfd
	return descriptor_lift((int) syscall(SYS_pidfd_getfd, process, number, 0));
# else
	errno = ENOSYS;
	return -1;
# endif
}

#endif
