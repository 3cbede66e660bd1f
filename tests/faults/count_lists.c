/* count_lists.c: preloaded in front of the C library. It adds a byte to the file LISTS when one of
 * the kernel's lists of connections is opened. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef RTLD_DEEPBIND
# define RTLD_DEEPBIND 0 /* musl has no such thing */
#endif

#define EXPORTED __attribute__((visibility("default")))

static int (*next_open)(const char *, int, ...);
static void *(*next_dlopen)(const char *, int);

__attribute__((constructor)) static void look_up(void)
{
	next_open = dlsym(RTLD_NEXT, "open");
	next_dlopen = dlsym(RTLD_NEXT, "dlopen");
}

/* PHP asks for a module to be bound to the C library before anything else. */
EXPORTED void *dlopen(const char *file, int flags)
{
	return next_dlopen(file, flags & ~RTLD_DEEPBIND);
}

EXPORTED int open(const char *path, int flags, ...)
{
	va_list rest;
	int mode, count;

	va_start(rest, flags);
	mode = flags & O_CREAT ? va_arg(rest, int) : 0;
	va_end(rest);
	if (strstr(path, "/net/tcp") != NULL) {
		count = next_open(getenv("LISTS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
		if (count >= 0) {
			(void) !write(count, ".", 1);
			close(count);
		}
	}

	return next_open(path, flags, mode);
}
