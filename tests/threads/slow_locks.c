/* slow_locks.c: a library to preload, with which each thread holds each mutex for a moment longer,
 * so that others meet it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	static int (*next)(pthread_mutex_t *mutex);
	const struct timespec moment = {0, 20000};
	int result, before = errno;

	if (next == NULL) {
		*(void **) &next = dlsym(RTLD_NEXT, "pthread_mutex_lock");
	}
	result = next(mutex);
	nanosleep(&moment, NULL);
	errno = before;

	return result;
}
