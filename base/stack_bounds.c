#include "base/stack_bounds.h"

#include "base/seccomp.h"

#ifndef PHP_WIN32
# include <pthread.h>
#endif
#ifdef __linux__
# include <sys/syscall.h>
#endif
#if defined(__linux__) && !defined(__GLIBC__)
# include <sys/resource.h>
# include <unistd.h>
#endif

/* musl reports only the part of the main thread's stack that was used so far. It grows. */
#if defined(HAVE_PTHREAD_GETATTR_NP) && defined(__linux__) && !defined(__GLIBC__)
# define STACK_GROWS 1
/* The size of the main thread's stack if its limit is unlimited: Linux's default. */
# define STACK_UNLIMITED_BYTES ((size_t) 8 * 1024 * 1024)

static pthread_t stack_first;
static bool stack_has_first = false;

static size_t stack_grown(size_t bytes)
{
	struct rlimit limit;

	if (!stack_has_first || !pthread_equal(stack_first, pthread_self()) ||
		getrlimit(RLIMIT_STACK, &limit) != 0) {
		return bytes;
	}

	return MAX(
		bytes, limit.rlim_cur == RLIM_INFINITY ? STACK_UNLIMITED_BYTES : (size_t) limit.rlim_cur);
}
#else
# define stack_grown(bytes) (bytes)
#endif

/* The first members of struct _zend_fiber_stack, which only the engine's zend_fibers.c declares. */
typedef struct stack_of_fiber {
	const char *lowest;
	size_t bytes;
} stack_of_fiber;

/* Notes the main thread at startup: in a forked child, the thread that forked is the first thread,
 * but on its old stack. */
void hp_stack_bounds_startup(void)
{
#ifdef STACK_GROWS
	stack_has_first = getpid() == (pid_t) syscall(SYS_gettid);
	stack_first = pthread_self();
#endif
}

static hp_stack_bounds stack_below(const char *base, size_t bytes)
{
	return (hp_stack_bounds){base - bytes, bytes};
}

hp_stack_bounds hp_stack_bounds_of_thread(void)
{
	hp_stack_bounds bounds = {NULL, 0};
#if defined(HAVE_PTHREAD_GETATTR_NP)
	pthread_attr_t attributes;
	void *lowest;
	size_t bytes;

	/* glibc also reads the CPUs, with sched_getaffinity(). */
	if (hp_seccomp_kills(SYS_sched_getaffinity) ||
		pthread_getattr_np(pthread_self(), &attributes) != 0) {
		return bounds;
	}
	if (pthread_attr_getstack(&attributes, &lowest, &bytes) == 0) {
		bounds = stack_below((const char *) lowest + bytes, stack_grown(bytes));
	}
	pthread_attr_destroy(&attributes);
#elif defined(__APPLE__)
	bounds = stack_below(
		pthread_get_stackaddr_np(pthread_self()), pthread_get_stacksize_np(pthread_self()));
#endif

	return bounds;
}

hp_stack_bounds hp_stack_bounds_of_engine(void)
{
#ifdef ZEND_CHECK_STACK_LIMIT
	const char *base = EG(stack_base), *lowest = EG(stack_limit);

	if (base != NULL && lowest != NULL) {
		return (hp_stack_bounds){lowest, (size_t) (base - lowest)};
	}
#endif
	return (hp_stack_bounds){NULL, 0};
}

hp_stack_bounds hp_stack_bounds_of_fiber(const zend_fiber_context *context)
{
	const stack_of_fiber *stack = (const stack_of_fiber *) context->stack;

	return stack == NULL ? (hp_stack_bounds){NULL, 0}
						 : (hp_stack_bounds){stack->lowest, stack->bytes};
}
