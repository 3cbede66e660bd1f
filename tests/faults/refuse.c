/* refuse.c: preloaded in front of the C library: calls named in the variable REFUSE fail, with the
 * errors that a full disk, exhausted limits and a strict system give; "clock" steps the time of day
 * instead, and "preempt=3" makes the third read of CLOCK_MONOTONIC begin 5 ms late. "beside" forks
 * from another thread while a handler of SIGURG is installed. "terminate" sends SIGTERM to each
 * forked child at once. "hold" lets another thread that reads the program's memory wait, once HOLD
 * names a file, until that is gone, or for ten seconds, and then says so; it adds ".held" to the
 * name. "yama" refuses the memory of other processes, with the file YAMA as what the kernel says of
 * its ptrace_scope. "torn" lets another thread that reads the program's memory see addresses of
 * PHP's function of the name in TORN 32 bytes further on. "interrupt" takes 3 ms of CPU time before
 * a clock of a thread is read, once INTERRUPT is set. "slow" lets each copy of the program's memory
 * by another thread take 15 us more. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifndef RTLD_DEEPBIND
# define RTLD_DEEPBIND 0 /* musl has no such thing */
#endif

#define EXPORTED __attribute__((visibility("default")))

static pid_t (*next_fork)(void);
static int (*next_rename)(const char *, const char *);
static int (*next_timer_create)(clockid_t, struct sigevent *, timer_t *);
static int (*next_pthread_create)(pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);
static int (*next_gettimeofday)(struct timeval *, void *);
static int (*next_timespec_get)(struct timespec *, int);
static int (*next_clock_gettime)(clockid_t, struct timespec *);
static long (*next_syscall)(long, ...);
static int (*next_clone)(int (*)(void *), void *, int, void *, ...);
static void *(*next_dlopen)(const char *, int);
static int (*next_sigaction)(int, const struct sigaction *, struct sigaction *);
static const char *refused = "";
static int preempted = 0; /* this read of the clock; 0: none */

/* Once: none of this may be done in a handler of signals. */
__attribute__((constructor)) static void look_up(void)
{
	next_fork = dlsym(RTLD_NEXT, "fork");
	next_rename = dlsym(RTLD_NEXT, "rename");
	next_timer_create = dlsym(RTLD_NEXT, "timer_create");
	next_pthread_create = dlsym(RTLD_NEXT, "pthread_create");
	next_gettimeofday = dlsym(RTLD_NEXT, "gettimeofday");
	next_timespec_get = dlsym(RTLD_NEXT, "timespec_get");
	next_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	next_syscall = dlsym(RTLD_NEXT, "syscall");
	next_clone = dlsym(RTLD_NEXT, "clone");
	next_dlopen = dlsym(RTLD_NEXT, "dlopen");
	next_sigaction = dlsym(RTLD_NEXT, "sigaction");
	refused = getenv("REFUSE") == NULL ? "" : getenv("REFUSE");
	if (strncmp(refused, "preempt=", 8) == 0) {
		preempted = atoi(refused + 8);
	}
}

static int refuses(const char *name)
{
	return strstr(refused, name) != NULL;
}

/* PHP asks for a module to be bound to the C library before anything else. */
EXPORTED void *dlopen(const char *file, int flags)
{
	return next_dlopen(file, flags & ~RTLD_DEEPBIND);
}

EXPORTED pid_t fork(void)
{
	pid_t process = next_fork();

	if (process == 0 && refuses("terminate")) {
		raise(SIGTERM);
	}
	return process;
}

/* As long as the program may need on a busy machine. */
#define HOLD_MS 180000

static void hold(void)
{
	const char *file = getenv("HOLD");
	char held[4096];
	int i;

	if (file == NULL || access(file, F_OK) != 0) {
		return;
	}
	snprintf(held, sizeof(held), "%s.held", file);
	fclose(fopen(held, "w"));
	for (i = 0; i < HOLD_MS && access(file, F_OK) == 0; i++) {
		usleep(1000);
	}
	if (i == HOLD_MS) {
		printf("the program waits\n");
		fflush(stdout);
		unlink(file);
	}
}

static int is_first_thread(void)
{
	return next_syscall(SYS_gettid) == getpid();
}

/* The system calls by which another thread reads it. */
static void hold_another(void)
{
	if (refuses("hold") && !is_first_thread()) {
		hold();
	}
}

EXPORTED ssize_t process_vm_readv(pid_t process, const struct iovec *to, unsigned long to_count,
	const struct iovec *from, unsigned long from_count, unsigned long flags)
{
	hold_another();
	if (refuses("yama")) {
		errno = EPERM;
		return -1;
	}
	return syscall(SYS_process_vm_readv, process, to, to_count, from, from_count, flags);
}

static int open_file(const char *path, int flags, int mode)
{
	if (refuses("yama") && strcmp(path, "/proc/sys/kernel/yama/ptrace_scope") == 0) {
		path = getenv("YAMA");
	}
	return (int) syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static int open_with(const char *path, int flags, va_list arguments)
{
	int is_new = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;

	return open_file(path, flags, is_new ? va_arg(arguments, int) : 0);
}

EXPORTED int open(const char *path, int flags, ...)
{
	va_list arguments;
	int file;

	va_start(arguments, flags);
	file = open_with(path, flags, arguments);
	va_end(arguments);
	return file;
}

EXPORTED int open64(const char *path, int flags, ...)
{
	va_list arguments;
	int file;

	va_start(arguments, flags);
	file = open_with(path, flags, arguments);
	va_end(arguments);
	return file;
}

EXPORTED int rename(const char *from, const char *to)
{
	if (refuses("rename")) {
		errno = ENOSPC;
		return -1;
	}
	return next_rename(from, to);
}

EXPORTED int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
	if (refuses("timer_create")) {
		errno = EAGAIN;
		return -1;
	}
	return next_timer_create(clock, event, timer);
}

EXPORTED int pthread_create(
	pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
	return refuses("pthread_create") ? EAGAIN
									 : next_pthread_create(thread, attributes, start, argument);
}

/* Keeps the thread busy for so long by that clock. */
static void spin(clockid_t clock, long long ns)
{
	struct timespec began, now;

	next_clock_gettime(clock, &began);
	do {
		next_clock_gettime(clock, &now);
	} while ((now.tv_sec - began.tv_sec) * 1000000000LL + now.tv_nsec - began.tv_nsec < ns);
}

static int copies(const void *from, void *to, size_t bytes)
{
	struct iovec here = {to, bytes}, there = {(void *) from, bytes};

	return next_syscall(SYS_process_vm_readv, getpid(), &here, 1L, &there, 1L, 0L) == (long) bytes;
}

/* True for the address of a built-in function named as TORN says: a string is behind its type. */
static int is_torn(uintptr_t word)
{
	const char *name = getenv("TORN");
	struct {
		unsigned char type;
		uintptr_t name;
	} function;
	struct {
		uint64_t head, hash, length;
		char text[16];
	} string;

	return name != NULL && word > 4096 && word % 8 == 0 &&
		copies((const void *) word, &function, sizeof(function)) && function.type == 1 &&
		copies((const void *) function.name, &string, sizeof(string)) &&
		string.length == strlen(name) && memcmp(string.text, name, string.length) == 0;
}

/* As where the kernel copies a word in parts, while it changes. */
static long write_torn(long file, const struct iovec *from, long count)
{
	static uintptr_t copy[65536];
	struct iovec all = {copy, sizeof(copy)};

	all.iov_len =
		(size_t) next_syscall(SYS_process_vm_readv, getpid(), &all, 1L, from, count, 0L);
	if ((long) all.iov_len <= 0) {
		errno = EFAULT;
		return -1;
	}
	for (size_t i = 0; i < all.iov_len / sizeof(*copy); i++) {
		copy[i] += is_torn(copy[i]) ? 32 : 0;
	}
	return next_syscall(SYS_pwritev, file, &all, 1L, 0L, 0L);
}

EXPORTED long syscall(long number, ...)
{
	long arguments[6];
	va_list list;

	if (number == SYS_perf_event_open && refuses("perf")) {
		errno = EACCES;
		return -1;
	}
	if (number == SYS_pwritev) {
		hold_another();
		if (refuses("slow") && !is_first_thread()) {
			spin(CLOCK_MONOTONIC, 15000);
		}
	}
	va_start(list, number);
	for (int i = 0; i < 6; i++) {
		arguments[i] = va_arg(list, long);
	}
	va_end(list);
	if (number == SYS_pwritev && refuses("torn") && !is_first_thread()) {
		return write_torn(arguments[0], (const void *) arguments[1], arguments[2]);
	}
	return next_syscall(
		number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

/* As where Linux is emulated. */
EXPORTED int clone(int (*work)(void *), void *stack, int flags, void *argument, ...)
{
	if (refuses("clone")) {
		errno = EINVAL;
		return -1;
	}
	return next_clone(work, stack, flags, argument);
}

/* An hour on, an hour back, with each call. */
static long step(void)
{
	static int calls;

	return refuses("clock") ? (++calls % 2 ? 3600 : -3600) : 0;
}

EXPORTED int gettimeofday(struct timeval *now, void *zone)
{
	int result = next_gettimeofday(now, zone);

	now->tv_sec += step();
	return result;
}

EXPORTED int timespec_get(struct timespec *now, int base)
{
	int result = next_timespec_get(now, base);

	now->tv_sec += step();
	return result;
}

/* The CPU's counter as nanoseconds. With the same rate in all clocks, a test knows the true one
 * whatever the machine's load is. */
static long long counter_ns(void)
{
#if defined(__x86_64__)
	return (long long) (__builtin_ia32_rdtsc() / 3);
#elif defined(__aarch64__)
	long long ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks * 40;
#else
	return 0;
#endif
}

EXPORTED int clock_gettime(clockid_t clock, struct timespec *now)
{
	static int reads;
	long long ns;

	if (clock < 0 && refuses("interrupt") && getenv("INTERRUPT") != NULL && is_first_thread()) {
		spin(CLOCK_THREAD_CPUTIME_ID, 3000000);
	}
	if (preempted == 0 || (clock != CLOCK_MONOTONIC && clock != CLOCK_THREAD_CPUTIME_ID)) {
		return next_clock_gettime(clock, now);
	}
	if (clock == CLOCK_MONOTONIC && ++reads == preempted) {
		usleep(5000);
	}
	ns = counter_ns();
	now->tv_sec = ns / 1000000000;
	now->tv_nsec = ns % 1000000000;
	return 0;
}

static volatile int has_forked;

static void *fork_beside(void *none)
{
	if (fork() == 0) {
		_exit(0);
	}
	has_forked = 1;
	return none;
}

EXPORTED int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
	static int is_first = 1;
	pthread_t thread;
	struct timespec wait = {0, 1000000};

	if (refuses("beside") && number == SIGURG && action != NULL && is_first) {
		is_first = 0;
		pthread_create(&thread, NULL, fork_beside, NULL);
		for (int i = 0; i < 50 && !has_forked; i++) {
			nanosleep(&wait, NULL);
		}
		printf(has_forked ? "a fork goes on\n" : "a fork waits\n");
		fflush(stdout);
		pthread_detach(thread);
	}
	if (next_sigaction == NULL) {
		next_sigaction = dlsym(RTLD_NEXT, "sigaction");
	}
	return next_sigaction(number, action, before);
}
