/* take_over.c: preloaded in front of the C library: a reader of rings that was taken over by what
 * it read. In a forked child, the first read of records of a ring whose sapi is a name below does
 * what the name says. NO_SECCOMP and NO_FORK refuse these. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef RTLD_DEEPBIND
# define RTLD_DEEPBIND 0 /* musl has no such thing */
#endif

#define EXPORTED __attribute__((visibility("default")))

static pid_t (*next_fork)(void);
static int (*next_prctl)(int, ...);
static int (*next_poll)(struct pollfd *, nfds_t, int);
static ssize_t (*next_pread)(int, void *, size_t, off_t);
static ssize_t (*next_write)(int, const void *, size_t);
static void *(*next_dlopen)(const char *, int);
static void *(*next_mmap)(void *, size_t, int, int, int, off_t);
static volatile unsigned *progress; /* the word that tells the parent which ring its child is at */
static pid_t child = -1; /* 0: we are one */
static char spoilt[32]; /* "lengths" and so on */
static volatile int *waits_to_be_killed, *was_killed; /* shared */

__attribute__((constructor)) static void look_up(void)
{
	next_fork = dlsym(RTLD_NEXT, "fork");
	next_prctl = dlsym(RTLD_NEXT, "prctl");
	next_poll = dlsym(RTLD_NEXT, "poll");
	next_pread = dlsym(RTLD_NEXT, "pread");
	next_write = dlsym(RTLD_NEXT, "write");
	next_dlopen = dlsym(RTLD_NEXT, "dlopen");
	next_mmap = dlsym(RTLD_NEXT, "mmap");
	waits_to_be_killed =
		next_mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	was_killed = waits_to_be_killed + 1;
}

/* PHP asks for a module to be bound to the C library before anything else. */
EXPORTED void *dlopen(const char *file, int flags)
{
	return next_dlopen(file, flags & ~RTLD_DEEPBIND);
}

static void *map(void *at, size_t bytes, int rights, int flags, int file, off_t offset)
{
	void *mapped;

	if (next_mmap == NULL) {
		look_up();
	}
	mapped = next_mmap(at, bytes, rights, flags, file, offset);
	if (bytes == sizeof(*progress) && flags == (MAP_SHARED | MAP_ANONYMOUS)) {
		progress = mapped;
	}
	return mapped;
}

EXPORTED void *mmap(void *at, size_t bytes, int rights, int flags, int file, off_t offset)
{
	return map(at, bytes, rights, flags, file, offset);
}

EXPORTED void *mmap64(void *at, size_t bytes, int rights, int flags, int file, off_t offset)
{
	return map(at, bytes, rights, flags, file, offset);
}

EXPORTED pid_t fork(void)
{
	if (getenv("NO_FORK") != NULL) {
		errno = EAGAIN;
		return -1;
	}
	child = next_fork();
	return child;
}

EXPORTED int prctl(int option, ...)
{
	unsigned long values[4];
	va_list arguments;
	int i;

	va_start(arguments, option);
	for (i = 0; i < 4; i++) {
		values[i] = va_arg(arguments, unsigned long);
	}
	va_end(arguments);
	if (option == PR_SET_SECCOMP && getenv("NO_SECCOMP") != NULL) {
		errno = EINVAL;
		return -1;
	}
	return next_prctl(option, values[0], values[1], values[2], values[3]);
}

/* Kills the parent's child, as a system short of memory does. */
EXPORTED int poll(struct pollfd *files, nfds_t count, int timeout_ms)
{
	int ready = 0;

	for (; ready == 0 && timeout_ms > 0; timeout_ms -= 10) {
		if (*waits_to_be_killed) {
			*waits_to_be_killed = 0;
			kill(child, SIGKILL);
		}
		ready = next_poll(files, count, 10);
	}
	return ready;
}

static void take_over(const char *what)
{
	char *const none[] = {NULL};

	if (strcmp(what, "open") == 0) {
		open("/etc/passwd", O_RDONLY);
	} else if (strcmp(what, "socket") == 0) {
		socket(AF_INET, SOCK_STREAM, 0);
	} else if (strcmp(what, "execve") == 0) {
		execve("/bin/true", none, none);
	} else if (strcmp(what, "kill") == 0) {
		kill(getppid(), 0);
	} else if (strcmp(what, "output") == 0) {
		next_write(1, "taken over\n", 11);
	} else if (strcmp(what, "code") == 0) {
		mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	} else if (strcmp(what, "crash") == 0) {
		*(volatile int *) 8 = 0;
	} else if (strcmp(what, "memory") == 0) {
		while (malloc(1 << 20) != NULL) { /* without a limit the time is */
		}
		*(volatile int *) 8 = 0;
	} else if (strcmp(what, "hang") == 0 || strcmp(what, "killed") == 0 ||
		(strcmp(what, "once") == 0 && !*was_killed)) {
		*was_killed = *was_killed || strcmp(what, "once") == 0;
		*waits_to_be_killed = strcmp(what, "hang") != 0;
		for (;;) {
			__asm__ volatile("");
		}
	} else if (strcmp(what, "restless") == 0) {
		for (;;) {
			*progress = (*progress + 1) % 20;
		}
	} else if (strcmp(what, "lengths") == 0 || strcmp(what, "records") == 0 ||
		strcmp(what, "position") == 0) {
		strcpy(spoilt, what);
	}
}

static ssize_t read_at(int file, void *bytes, size_t count, off_t at)
{
	char what[32] = "";

	if (child == 0 && at >= 4096 && next_pread(file, what, sizeof(what) - 1, 104) > 0) {
		take_over(what);
	}
	return next_pread(file, bytes, count, at);
}

EXPORTED ssize_t pread(int file, void *bytes, size_t count, off_t at)
{
	return read_at(file, bytes, count, at);
}

EXPORTED ssize_t pread64(int file, void *bytes, size_t count, off_t at)
{
	return read_at(file, bytes, count, at);
}

/* An extract has five numbers, then records. */
EXPORTED ssize_t write(int file, const void *bytes, size_t count)
{
	static char copy[1 << 20];

	if (spoilt[0] == '\0' || count > sizeof(copy)) {
		return next_write(file, bytes, count);
	}
	memcpy(copy, bytes, count);
	if (spoilt[0] == 'l') {
		memset(copy, 0xFF, 8);
	} else if (spoilt[0] == 'p') {
		memset(copy + 8, 0xFF, 8);
	} else {
		memset(copy + 40, 0xFF, count - 40);
	}
	return next_write(file, copy, count);
}
