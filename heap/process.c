#include "heap/process.h"

#include "base/descriptor.h"
#include "base/pages.h"

#include <errno.h>

#if defined(__linux__) && !defined(ZTS)

# include "main/SAPI.h"

# include <sched.h>
# include <signal.h>
# include <sys/mman.h>
# include <sys/resource.h>
# include <sys/syscall.h>
# include <sys/wait.h>
# include <unistd.h>

# define PROCESS_STACK_BYTES ((size_t) 1024 * 1024)

/* A process that still runs after this many seconds is ended. */
# define PROCESS_SECONDS 600

typedef struct process_start {
	void (*work)(void *context);
	void *context;
	int keep[2];
	pid_t *process; /* the result; shared, because valgrind makes a copy even with CLONE_VM */
} process_start;

const char *hp_heap_process_obstacle(void)
{
	return NULL;
}

static void process_run(const process_start *start)
{
	int keep[2] = {start->keep[0], start->keep[1]};
	struct rlimit none = {0, 0};
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t alarm_signal;

	sigaction(SIGALRM, &action, NULL);
	sigemptyset(&alarm_signal);
	sigaddset(&alarm_signal, SIGALRM);
	pthread_sigmask(SIG_UNBLOCK, &alarm_signal, NULL);
	alarm(PROCESS_SECONDS);
	setrlimit(RLIMIT_CORE, &none);
	/* When the program closes a connection, it must end for the other side, too. */
	hp_descriptor_close_others(keep, 2);
	start->work(start->context);
	_exit(0);
}

/* Forks, but not by fork(), which would run the pthread_atfork() handlers of libraries. Without an
 * exit signal in the flags, the child sends no SIGCHLD, and only waitpid(__WCLONE) sees it. */
static pid_t process_clone(const process_start *start)
{
	pid_t process = (pid_t) syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);

	if (process == 0) {
		process_run(start);
	}

	return process < 0 ? -errno : process;
}

/* Runs in the program's memory while the program stands still, forks, and ends. So the forked
 * process is an orphan that init reaps, and the memory is copied only once. */
static int process_between(void *context)
{
	process_start *start = context;

	*start->process = process_clone(start);
	_exit(0);
}

/* True if init is no process that reaps orphans in silence. In a container it may be php itself, or
 * the master of php-fpm, which logs a warning for an unknown child. */
static bool process_has_unsuitable_init(void)
{
	return getpid() == 1 || (getppid() == 1 && strcmp(sapi_module.name, "fpm-fcgi") == 0);
}

void hp_heap_process_reap(pid_t process)
{
	while (waitpid(process, NULL, __WCLONE) < 0 && errno == EINTR) {
	}
}

static pid_t process_start_orphan(process_start *start)
{
	char *stack = hp_pages_take(PROCESS_STACK_BYTES);
	pid_t between, process = -ENOMEM;

	start->process =
		mmap(NULL, sizeof(pid_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (stack != NULL && start->process != MAP_FAILED) {
		*start->process = -ECHILD;
		between =
			clone(process_between, stack + PROCESS_STACK_BYTES, CLONE_VM | CLONE_VFORK, start);
		if (between > 0) {
			hp_heap_process_reap(between);
			process = *start->process;
		} else {
			process = -errno;
		}
	}
	if (start->process != MAP_FAILED) {
		munmap(start->process, sizeof(pid_t));
	}
	hp_pages_release(stack, PROCESS_STACK_BYTES);

	return process;
}

pid_t hp_heap_process_start(
	void (*work)(void *context), void *context, const int keep[2], bool *is_ours)
{
	process_start start = {work, context, {keep[0], keep[1]}, NULL};
	sigset_t all, before;
	pid_t process;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	*is_ours = process_has_unsuitable_init();
	process = *is_ours ? process_clone(&start) : process_start_orphan(&start);
	pthread_sigmask(SIG_SETMASK, &before, NULL);

	return process;
}

#else

const char *hp_heap_process_obstacle(void)
{
# ifdef ZTS
	return "a thread-safe PHP cannot be forked safely";
# else
	return HP_HEAP_PROCESS_UNAVAILABLE;
# endif
}

pid_t hp_heap_process_start(
	void (*work)(void *context), void *context, const int keep[2], bool *is_ours)
{
	return -ENOSYS;
}

void hp_heap_process_reap(pid_t process)
{
}

#endif
