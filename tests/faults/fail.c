/* fail.c: preloaded in front of the C library: one call of our module fails, as
 * FAIL=KIND:NUMBER:ERRNO says; the number 0 fails none, and each process that ends adds its counts
 * of calls to the file FAIL_COUNTS. The kinds are open, write, rename and start. As the kernel
 * does, EFBIG comes with SIGXFSZ where a regular file would grow. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef RTLD_DEEPBIND
# define RTLD_DEEPBIND 0 /* musl has no such thing */
#endif

#define EXPORTED __attribute__((visibility("default")))

/* Defines NEXT as the C library's function of that name. */
#define NEXT(name) \
 static __typeof__(&name) next; \
 if (next == NULL) { \
  *(void **) &next = dlsym(RTLD_NEXT, #name); \
 }

#define FAILS(kind) fails(kind, __builtin_return_address(0))

enum {
	OPEN,
	WRITE,
	RENAME,
	START,
	KINDS
};

static const char *const names[KINDS] = {"open", "write", "rename", "start"};
static const char *counts_file;
static int failing = -1, error;
static unsigned number, counts[KINDS];
static uintptr_t from, to; /* our module's addresses */

__attribute__((constructor)) static void read_order(void)
{
	char name[16];

	counts_file = getenv("FAIL_COUNTS");
	if (getenv("FAIL") != NULL &&
		sscanf(getenv("FAIL"), "%15[a-z]:%u:%d", name, &number, &error) == 3) {
		for (int kind = 0; kind < KINDS; kind++) {
			failing = strcmp(name, names[kind]) == 0 ? kind : failing;
		}
	}
}

__attribute__((destructor)) static void tell_counts(void)
{
	FILE *file = counts_file == NULL ? NULL : fopen(counts_file, "a");

	if (file != NULL) {
		fprintf(file, "%u %u %u %u\n", counts[OPEN], counts[WRITE], counts[RENAME], counts[START]);
		fclose(file);
	}
}

static int note_module(struct dl_phdr_info *info, size_t size, void *context)
{
	for (int i = 0; strstr(info->dlpi_name, "xhprof.so") != NULL && i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X) != 0) {
			from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
			to = from + info->dlpi_phdr[i].p_memsz;
		}
	}
	return 0;
}

/* PHP asks for a module to be bound to the C library before anything else. */
EXPORTED void *dlopen(const char *file, int flags)
{
	void *module;

	NEXT(dlopen)
	module = next(file, flags & ~RTLD_DEEPBIND);
	dl_iterate_phdr(note_module, NULL);
	return module;
}

static int fails(int kind, const void *caller)
{
	if ((uintptr_t) caller < from || (uintptr_t) caller >= to ||
		__atomic_add_fetch(&counts[kind], 1, __ATOMIC_SEQ_CST) != number || kind != failing) {
		return 0;
	}
	errno = error;
	return 1;
}

/* As it fails to grow. */
static void exceed(int file)
{
	struct stat status;

	if (error == EFBIG && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
		raise(SIGXFSZ);
	}
	errno = error;
}

#define OPENER(name, parameters, arguments) \
 EXPORTED int name parameters \
 { \
  NEXT(name) \
  return FAILS(OPEN) ? -1 : next arguments; \
 }

/* The C library declares a mode by "...", and ignores one that it does not need. */
#define OPENER_OF_MODE(name, declared, passed) \
 EXPORTED int name declared \
 { \
  va_list list; \
  int mode; \
  NEXT(name) \
  va_start(list, flags); \
  mode = va_arg(list, int); \
  va_end(list); \
  return FAILS(OPEN) ? -1 : next passed; \
 }

OPENER_OF_MODE(open, (const char *path, int flags, ...), (path, flags, mode))
OPENER_OF_MODE(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPENER(mkfifoat, (int folder, const char *path, mode_t mode), (folder, path, mode))
OPENER(pipe, (int ends[2]), (ends))
OPENER(eventfd, (unsigned int value, int flags), (value, flags))

EXPORTED ssize_t write(int file, const void *bytes, size_t length)
{
	NEXT(write)
	if (FAILS(WRITE)) {
		exceed(file);
		return -1;
	}
	return next(file, bytes, length);
}

EXPORTED int ftruncate(int file, off_t size)
{
	NEXT(ftruncate)
	return FAILS(WRITE) ? -1 : next(file, size);
}

EXPORTED int posix_fallocate(int file, off_t at, off_t size)
{
	NEXT(posix_fallocate)
	if (FAILS(WRITE)) {
		exceed(file);
		return error;
	}
	return next(file, at, size);
}

EXPORTED int rename(const char *before, const char *after)
{
	NEXT(rename)
	return FAILS(RENAME) ? -1 : next(before, after);
}

EXPORTED int renameat(int folder, const char *before, int other, const char *after)
{
	NEXT(renameat)
	return FAILS(RENAME) ? -1 : next(folder, before, other, after);
}

EXPORTED int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
	NEXT(timer_create)
	return FAILS(START) ? -1 : next(clock, event, timer);
}

EXPORTED int pthread_create(
	pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
	NEXT(pthread_create)
	return FAILS(START) ? error : next(thread, attributes, start, argument);
}

EXPORTED int clone(int (*work)(void *), void *stack, int flags, void *argument, ...)
{
	NEXT(clone)
	return FAILS(START) ? -1 : next(work, stack, flags, argument);
}

EXPORTED long syscall(long what, ...)
{
	long arguments[6];
	va_list list;

	NEXT(syscall)
	va_start(list, what);
	for (int i = 0; i < 6; i++) {
		arguments[i] = va_arg(list, long);
	}
	va_end(list);
	if ((what == SYS_perf_event_open && FAILS(OPEN)) || (what == SYS_clone && FAILS(START))) {
		return -1;
	}
	return next(
		what, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

/* Other names of the same functions. */
#ifdef __GLIBC__
OPENER_OF_MODE(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENER_OF_MODE(
	openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

EXPORTED int posix_fallocate64(int file, off64_t at, off64_t size)
{
	NEXT(posix_fallocate64)
	if (FAILS(WRITE)) {
		exceed(file);
		return error;
	}
	return next(file, at, size);
}
#endif
