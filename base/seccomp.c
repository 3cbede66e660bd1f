#include "base/seccomp.h"

#ifdef __linux__

# include <errno.h>
# include <linux/seccomp.h>
# include <pthread.h>
# include <signal.h>
# include <sys/prctl.h>
# include <sys/syscall.h>
# include <sys/wait.h>
# include <unistd.h>

/* Stands for no system call. */
# define SECCOMP_NO_CALL (-1)

/* The system calls that we make and a usual program does not. */
static const long seccomp_calls[] = {
	SYS_perf_event_open,
# ifdef SYS_pidfd_open
	SYS_pidfd_open,
# endif
# ifdef SYS_pidfd_getfd
	SYS_pidfd_getfd,
# endif
	SYS_memfd_create,
# ifdef SYS_close_range
	SYS_close_range,
# endif
	SYS_sched_setattr,
	SYS_sched_getattr,
	SYS_sched_getaffinity,
	SYS_sched_setaffinity,
	SYS_getcpu,
	SYS_process_vm_readv,
	SYS_pwritev,
	SYS_timer_create,
	SYS_timer_settime,
	SYS_timer_delete,
	SYS_statx,
	SECCOMP_NO_CALL,
};

# define SECCOMP_CALLS (sizeof(seccomp_calls) / sizeof(seccomp_calls[0]))

/* A bit for each call that kills, and this bit once these are known. */
# define SECCOMP_KNOWN (UINT32_C(1) << 31)

typedef char seccomp_calls_have_bits[SECCOMP_CALLS <= 31 ? 1 : -1];

static uint32_t seccomp_deadly;

/* Makes that call, or all of them, in a copy of the process, which may die from it: without a
 * handler and without a core file. */
static void seccomp_try(long number)
{
	static const struct sigaction action = {.sa_handler = SIG_DFL};

	sigaction(SIGSYS, &action, NULL);
	prctl(PR_SET_DUMPABLE, 0);
	for (size_t i = 0; i < SECCOMP_CALLS; i++) {
		if (seccomp_calls[i] != SECCOMP_NO_CALL &&
			(number == SECCOMP_NO_CALL || seccomp_calls[i] == number)) {
			syscall(seccomp_calls[i], -1L, -1L, -1L, -1L, -1L);
		}
	}
	_exit(0);
}

/* Returns whether a copy of the process survives that call, or all of them. The copy sends no
 * signal when it ends: only waitpid(__WCLONE) sees it. */
static bool seccomp_survives(long number)
{
	int status = 0;
	sigset_t all, before;
	pid_t process;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	process = (pid_t) syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
	if (process == 0) {
		seccomp_try(number);
	}
	while (process > 0 && waitpid(process, &status, __WCLONE) < 0 && errno == EINTR) {
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);

	return process > 0 && WIFEXITED(status);
}

static uint32_t seccomp_find_deadly(void)
{
	uint32_t deadly = 0;
	int error = errno;

	/* With a filter that kills for prctl(), PHP would not have got here. */
	if (prctl(PR_GET_SECCOMP) == SECCOMP_MODE_FILTER && !seccomp_survives(SECCOMP_NO_CALL)) {
		for (size_t i = 0; i < SECCOMP_CALLS; i++) {
			bool is_deadly =
				seccomp_calls[i] != SECCOMP_NO_CALL && !seccomp_survives(seccomp_calls[i]);

			deadly |= (uint32_t) is_deadly << i;
		}
	}
	errno = error;

	return deadly | SECCOMP_KNOWN;
}

void hp_seccomp_startup(void)
{
	seccomp_deadly = seccomp_find_deadly();
}

bool hp_seccomp_kills(long number)
{
	size_t at = 0;

	if (UNEXPECTED(HP_SHARED_READ(&seccomp_deadly) == 0)) {
		HP_SHARED_WRITE(&seccomp_deadly, seccomp_find_deadly());
	}
	if (EXPECTED(HP_SHARED_READ(&seccomp_deadly) == SECCOMP_KNOWN)) {
		return false;
	}
	while (seccomp_calls[at] != number && seccomp_calls[at] != SECCOMP_NO_CALL) {
		at++;
	}
	ZEND_ASSERT(seccomp_calls[at] == number);

	return (HP_SHARED_READ(&seccomp_deadly) >> at & 1) != 0;
}

bool hp_seccomp_kills_timers(void)
{
	return hp_seccomp_kills(SYS_timer_create) || hp_seccomp_kills(SYS_timer_delete) ||
		hp_seccomp_kills(SYS_timer_settime);
}

#endif
