#include "base/descriptor.h"

#include "base/seccomp.h"

#include <errno.h>
#include <limits.h>
#ifdef __linux__
# include <linux/perf_event.h>
# include <sys/epoll.h>
# include <sys/ioctl.h>
# include <sys/mman.h>
# include <sys/syscall.h>
#endif
#ifndef PHP_WIN32
# include <sys/socket.h>
# include <sys/stat.h>
#endif
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

#ifdef PHP_WIN32

int hp_descriptor_open(const char *path, int flags, int mode)
{
	return VCWD_OPEN_MODE(path, flags | O_BINARY, mode);
}

/* On Windows, none of our files stays open. */
hp_descriptor_kept hp_descriptor_keep(int number)
{
	return (hp_descriptor_kept){.number = number};
}

bool hp_descriptor_is_kept(const hp_descriptor_kept *kept)
{
	return kept->number >= 0;
}

void hp_descriptor_drop(hp_descriptor_kept *kept)
{
	kept->number = -1;
}

#else

# ifdef __linux__

/* Makes a system call. Fails with EPERM if it would kill the process. */
static long descriptor_call(long number, long first, long second, long third)
{
	if (hp_seccomp_kills(number)) {
		errno = EPERM;
		return -1;
	}

	return syscall(number, first, second, third);
}

# endif

/* The lowest number for our descriptors: 0, 1 and 2 are the program's, open or not. */
# define DESCRIPTOR_FIRST 3

/* Moves a descriptor above the program's numbers. Until then, another thread may see the low number
 * in use; the kernel offers no way around that. */
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

/* Returns the kernel's number of a perf event, else 0. Anonymous files have no file type. */
static uint64_t descriptor_event(int number, mode_t mode)
{
	uint64_t event = 0;

# ifdef __linux__
	if ((mode & S_IFMT) == 0 && ioctl(number, PERF_EVENT_IOC_ID, &event) != 0) {
		event = 0;
	}
# endif

	return event;
}

hp_descriptor_kept hp_descriptor_keep(int number)
{
	struct stat status;

	if (number < 0 || fstat(number, &status) != 0) {
		return HP_DESCRIPTOR_NONE;
	}

	return (hp_descriptor_kept){number, (uint64_t) status.st_dev, (uint64_t) status.st_ino,
		descriptor_event(number, status.st_mode)};
}

bool hp_descriptor_is_kept(const hp_descriptor_kept *kept)
{
	hp_descriptor_kept found = hp_descriptor_keep(kept->number);

	return found.number >= 0 && found.device == kept->device && found.inode == kept->inode &&
		found.event == kept->event;
}

void hp_descriptor_drop(hp_descriptor_kept *kept)
{
	if (hp_descriptor_is_kept(kept)) {
		close(kept->number);
	}
	kept->number = -1;
}

/* If the kernel cannot close a range, as before Linux 5.9, this many descriptors are closed one by
 * one. */
# define DESCRIPTOR_MOST 65536u

/* Closes the descriptors from `first` to end - 1. */
static void descriptor_close_range(unsigned first, unsigned end)
{
	if (first >= end) {
		return;
	}
# ifdef SYS_close_range
	if (descriptor_call(SYS_close_range, first, end - 1, 0) == 0) {
		return;
	}
# endif
	for (end = MIN(end, DESCRIPTOR_MOST); first < end; first++) {
		close((int) first);
	}
}

/* Sorts numbers; most callers have them in order already. */
static void descriptor_sort(int *numbers, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++) {
		int number = numbers[i];
		uint32_t at = i;

		for (; at > 0 && numbers[at - 1] > number; at--) {
			numbers[at] = numbers[at - 1];
		}
		numbers[at] = number;
	}
}

void hp_descriptor_close_others(int *spared, uint32_t count)
{
	unsigned first = 0;

	descriptor_sort(spared, count);
	for (uint32_t i = 0; i < count; i++) {
		if (spared[i] >= 0) {
			descriptor_close_range(first, (unsigned) spared[i]);
			first = (unsigned) spared[i] + 1;
		}
	}
	descriptor_close_range(first, UINT_MAX);
}

#endif

#ifdef __linux__

int hp_descriptor_open_perf(struct perf_event_attr *attributes, pid_t tid, int group)
{
	if (hp_seccomp_kills(SYS_perf_event_open)) {
		errno = EPERM;
		return -1;
	}

	return descriptor_lift(
		(int) syscall(SYS_perf_event_open, attributes, tid, -1, group, PERF_FLAG_FD_CLOEXEC));
}

# ifndef CLOSE_RANGE_UNSHARE
#  define CLOSE_RANGE_UNSHARE 2u
# endif

bool hp_descriptor_leave(int *spared, uint32_t count)
{
# ifdef SYS_close_range
	unsigned first = 0;

	for (uint32_t i = 0; i < count; i++) {
		first = MAX(first, (unsigned) (spared[i] + 1));
	}
	if (descriptor_call(SYS_close_range, first, UINT_MAX, CLOSE_RANGE_UNSHARE) != 0) {
		return false; /* before Linux 5.9, or not permitted */
	}
	hp_descriptor_close_others(spared, count);

	return true;
# else
	return false;
# endif
}

# ifndef MFD_NOEXEC_SEAL
#  define MFD_NOEXEC_SEAL 8u
# endif

int hp_descriptor_open_memory(const char *name, size_t bytes)
{
	int file = descriptor_lift(
		(int) descriptor_call(SYS_memfd_create, (long) name, MFD_CLOEXEC | MFD_NOEXEC_SEAL, 0));

	/* Linux before 6.3 does not know MFD_NOEXEC_SEAL. */
	if (file < 0 && errno == EINVAL) {
		file =
			descriptor_lift((int) descriptor_call(SYS_memfd_create, (long) name, MFD_CLOEXEC, 0));
	}
	if (file >= 0 && ftruncate(file, (off_t) bytes) != 0) {
		close(file);
		file = -1;
	}

	return file;
}

int hp_descriptor_open_epoll(void)
{
	return descriptor_lift(epoll_create1(EPOLL_CLOEXEC));
}

int hp_descriptor_open_process(pid_t pid)
{
# ifdef SYS_pidfd_open
	return descriptor_lift((int) descriptor_call(SYS_pidfd_open, pid, 0, 0));
# else
	errno = ENOSYS;
	return -1;
# endif
}

int hp_descriptor_copy_from(int process, int number)
{
# ifdef SYS_pidfd_getfd
	return descriptor_lift((int) descriptor_call(SYS_pidfd_getfd, process, number, 0));
# else
	errno = ENOSYS;
	return -1;
# endif
}

#endif
