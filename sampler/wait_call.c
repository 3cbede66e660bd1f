#include "sampler/wait_call.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

# include "base/proc.h"

# include <linux/futex.h>
# include <stdlib.h>
# include <sys/syscall.h>
# include <unistd.h>

/* No process has memory below this address, and no set has this many descriptors. */
# define WAIT_CALL_FIRST_ADDRESS 65536u

static const hp_wait_call wait_calls[] = {
	{SYS_read, HP_WAIT_ON_FILE, NULL},
	{SYS_write, HP_WAIT_ON_FILE, NULL},
	{SYS_readv, HP_WAIT_ON_FILE, NULL},
	{SYS_writev, HP_WAIT_ON_FILE, NULL},
	{SYS_pread64, HP_WAIT_ON_FILE, NULL},
	{SYS_pwrite64, HP_WAIT_ON_FILE, NULL},
	{SYS_preadv, HP_WAIT_ON_FILE, NULL},
	{SYS_pwritev, HP_WAIT_ON_FILE, NULL},
	{SYS_recvfrom, HP_WAIT_ON_FILE, NULL},
	{SYS_recvmsg, HP_WAIT_ON_FILE, NULL},
	{SYS_recvmmsg, HP_WAIT_ON_FILE, NULL},
	{SYS_sendto, HP_WAIT_ON_FILE, NULL},
	{SYS_sendmsg, HP_WAIT_ON_FILE, NULL},
	{SYS_sendmmsg, HP_WAIT_ON_FILE, NULL},
	{SYS_sendfile, HP_WAIT_ON_FILE, NULL},
	{SYS_splice, HP_WAIT_ON_FILE, NULL},
	{SYS_copy_file_range, HP_WAIT_ON_FILE, NULL},
	{SYS_accept, HP_WAIT_ON_FILE, NULL},
	{SYS_accept4, HP_WAIT_ON_FILE, NULL},
	{SYS_shutdown, HP_WAIT_ON_FILE, NULL},
	{SYS_close, HP_WAIT_ON_FILE, NULL},
	{SYS_fsync, HP_WAIT_ON_FILE, NULL},
	{SYS_fdatasync, HP_WAIT_ON_FILE, NULL},
	{SYS_ftruncate, HP_WAIT_ON_FILE, NULL},
	{SYS_fallocate, HP_WAIT_ON_FILE, NULL},
	{SYS_getdents64, HP_WAIT_ON_FILE, NULL},
	{SYS_fstat, HP_WAIT_ON_FILE, NULL},
	{SYS_lseek, HP_WAIT_ON_FILE, NULL},
	{SYS_ioctl, HP_WAIT_ON_FILE, NULL},
	{SYS_flock, HP_WAIT_ON_FLOCK, NULL},
	{SYS_fcntl, HP_WAIT_ON_FCNTL, NULL},
	{SYS_connect, HP_WAIT_ON_CONNECT, NULL},
	{SYS_ppoll, HP_WAIT_ON_POLL, NULL},
	{SYS_pselect6, HP_WAIT_ON_SELECT, NULL},
	{SYS_epoll_pwait, HP_WAIT_ON_EPOLL, NULL},
# ifdef SYS_poll
	{SYS_poll, HP_WAIT_ON_POLL, NULL},
	{SYS_select, HP_WAIT_ON_SELECT, NULL},
	{SYS_epoll_wait, HP_WAIT_ON_EPOLL, NULL},
	{__NR_open, HP_WAIT_ON_PATH, NULL},
	{SYS_stat, HP_WAIT_ON_PATH, NULL},
	{SYS_lstat, HP_WAIT_ON_PATH, NULL},
	{SYS_access, HP_WAIT_ON_PATH, NULL},
	{SYS_unlink, HP_WAIT_ON_PATH, NULL},
	{SYS_rename, HP_WAIT_ON_PATH, NULL},
	{SYS_mkdir, HP_WAIT_ON_PATH, NULL},
	{SYS_rmdir, HP_WAIT_ON_PATH, NULL},
	{SYS_readlink, HP_WAIT_ON_PATH, NULL},
	{SYS_pause, HP_WAIT_ON_NOTHING, "signal"},
	{SYS_vfork, HP_WAIT_ON_NOTHING, "fork"},
	{SYS_fork, HP_WAIT_ON_NOTHING, "fork"},
# endif
# ifdef SYS_epoll_pwait2
	{SYS_epoll_pwait2, HP_WAIT_ON_EPOLL, NULL},
# endif
	{SYS_truncate, HP_WAIT_ON_PATH, NULL},
	{SYS_chdir, HP_WAIT_ON_PATH, NULL},
	{__NR_openat, HP_WAIT_ON_PATH_AT, NULL},
# ifdef SYS_newfstatat
	{SYS_newfstatat, HP_WAIT_ON_PATH_AT, NULL},
# endif
	{SYS_statx, HP_WAIT_ON_PATH_AT, NULL},
	{SYS_faccessat, HP_WAIT_ON_PATH_AT, NULL},
	{SYS_unlinkat, HP_WAIT_ON_PATH_AT, NULL},
	{SYS_renameat, HP_WAIT_ON_PATH_AT, NULL},
	{SYS_renameat2, HP_WAIT_ON_PATH_AT, NULL},
	{SYS_mkdirat, HP_WAIT_ON_PATH_AT, NULL},
	{SYS_readlinkat, HP_WAIT_ON_PATH_AT, NULL},
	{SYS_wait4, HP_WAIT_ON_CHILD, NULL},
	{SYS_waitid, HP_WAIT_ON_CHILD_BY_KIND, NULL},
	{SYS_clone, HP_WAIT_ON_NOTHING, "fork"},
# ifdef SYS_clone3
	{SYS_clone3, HP_WAIT_ON_NOTHING, "fork"},
# endif
	{SYS_execve, HP_WAIT_ON_NOTHING, "fork"},
	{SYS_nanosleep, HP_WAIT_ON_NOTHING, "sleep"},
	{SYS_clock_nanosleep, HP_WAIT_ON_NOTHING, "sleep"},
	{SYS_futex, HP_WAIT_ON_NOTHING, "futex"},
	{SYS_semop, HP_WAIT_ON_NOTHING, "semaphore"},
	{SYS_semtimedop, HP_WAIT_ON_NOTHING, "semaphore"},
	{SYS_msgrcv, HP_WAIT_ON_NOTHING, "message queue"},
	{SYS_msgsnd, HP_WAIT_ON_NOTHING, "message queue"},
	{SYS_rt_sigtimedwait, HP_WAIT_ON_NOTHING, "signal"},
	{SYS_rt_sigsuspend, HP_WAIT_ON_NOTHING, "signal"},
	{SYS_sync, HP_WAIT_ON_NOTHING, "sync"},
	{SYS_msync, HP_WAIT_ON_NOTHING, "sync"},
	{SYS_mmap, HP_WAIT_ON_NOTHING, "memory"},
	{SYS_munmap, HP_WAIT_ON_NOTHING, "memory"},
	{SYS_mprotect, HP_WAIT_ON_NOTHING, "memory"},
	{SYS_madvise, HP_WAIT_ON_NOTHING, "memory"},
	{SYS_mremap, HP_WAIT_ON_NOTHING, "memory"},
	{SYS_brk, HP_WAIT_ON_NOTHING, "memory"},
	{SYS_exit_group, HP_WAIT_ON_NOTHING, "exit"},
};

hp_descriptor_kept hp_wait_call_open(const char *folder, pid_t tid)
{
	return hp_descriptor_keep(hp_proc_open("%s/task/%d/syscall", folder, (int) tid));
}

/* "232 0x3 0x7ffd... 0x10 0xffffffff 0x0 0x0 stack counter", "running", or "-1 stack counter". */
static bool wait_call_parse(const char *text, hp_wait_now *now)
{
	char *end;

	now->number = strtol(text, &end, 10);
	if (end == text) {
		return false;
	}
	for (size_t i = 0; i < sizeof(now->arguments) / sizeof(now->arguments[0]); i++) {
		now->arguments[i] = strtoul(end, &end, 16);
	}

	return true;
}

/* Returns the call that restart_syscall() resumes after SIGSTOP, a debugger or strace interrupted
 * it. The arguments are still those of the original call, and tell apart the few calls that the
 * kernel resumes in this way. A sleep has a clock, or the time's address and then NULL or an
 * address; a futex has one of two operations; poll() has a count. */
static long wait_call_restarted(const hp_wait_now *now)
{
	uintptr_t second = now->arguments[1];

	if (now->arguments[0] < WAIT_CALL_FIRST_ADDRESS || second == 0 ||
		second >= WAIT_CALL_FIRST_ADDRESS) {
		return SYS_clock_nanosleep;
	}
# ifdef SYS_poll
	second &= ~(uintptr_t) FUTEX_CLOCK_REALTIME;
	if (second != FUTEX_WAIT_PRIVATE && second != FUTEX_WAIT_BITSET_PRIVATE) {
		return SYS_poll;
	}
# endif

	return SYS_futex;
}

bool hp_wait_call_read(const hp_descriptor_kept *file, hp_wait_now *now)
{
	char text[256];

	hp_proc_read_open(hp_descriptor_is_kept(file) ? file->number : -1, text, sizeof(text));
	if (!wait_call_parse(text, now)) {
		return false;
	}
	if (now->number == SYS_restart_syscall) {
		now->number = wait_call_restarted(now);
	}

	return true;
}

const hp_wait_call *hp_wait_call_find(long number)
{
	for (size_t i = 0; i < sizeof(wait_calls) / sizeof(wait_calls[0]); i++) {
		if (wait_calls[i].number == number) {
			return &wait_calls[i];
		}
	}

	return NULL;
}

#endif
