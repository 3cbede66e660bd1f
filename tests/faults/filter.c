/* filter.c: preloaded: from the start on a seccomp filter kills the process for the system calls
 * that KILL names, or else for those of systemd's group @debug, as SystemCallFilter=@system-service
 * does. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifndef SECCOMP_RET_KILL_PROCESS
# define SECCOMP_RET_KILL_PROCESS 0x80000000U
#endif

#ifndef SYS_close_range
# define SYS_close_range 436
#endif

#ifndef SYS_pidfd_open
# define SYS_pidfd_open 434
#endif

#ifndef SYS_pidfd_getfd
# define SYS_pidfd_getfd 438
#endif

#define CALL(name) \
 { \
#  name, SYS_##name \
 }

static const struct {
	const char *name;
	unsigned number;
} calls[] = {
	CALL(perf_event_open),
	CALL(pidfd_getfd),
	CALL(ptrace),
	CALL(process_vm_readv),
	CALL(timer_create),
	CALL(timer_settime),
	CALL(timer_delete),
	CALL(sched_setattr),
	CALL(sched_getattr),
	CALL(sched_getaffinity),
	CALL(sched_setaffinity),
	CALL(getcpu),
	CALL(statx),
	CALL(close_range),
	CALL(memfd_create),
	CALL(pidfd_open),
	CALL(pwritev),
};

#define CALLS (sizeof(calls) / sizeof(calls[0]))

__attribute__((constructor)) static void install(void)
{
	const char *killed = getenv("KILL");
	struct sock_filter filter[2 * CALLS + 2] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	unsigned short count = 1;

	killed = killed != NULL ? killed : "perf_event_open pidfd_getfd ptrace";
	for (size_t i = 0; i < CALLS; i++) {
		if (strstr(killed, calls[i].name) != NULL) {
			filter[count++] =
				(struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i].number, 0, 1);
			filter[count++] =
				(struct sock_filter) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
		}
	}
	filter[count++] = (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	if (count < 4 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &(struct sock_fprog){count, filter}) != 0) {
		exit(77);
	}
}
