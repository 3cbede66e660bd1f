#include "hook/c_stack.h"

#include "base/seccomp.h"

#include "Zend/zend_fibers.h"

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

/* The share of the C stack that calls may use, in eighths. The rest is for internal functions, which recurse as
 * well: serialize() takes 5 MB for 3,000 levels. */
#define C_STACK_EIGHTHS 3

/* Assumed where the size is not known, and on a stack that is not the thread's or a fiber's: a coroutine's
 * of another extension. */
#define C_STACK_BYTES ((size_t) 1024 * 1024)
#define C_STACK_FOREIGN_BYTES ((size_t) 128 * 1024)

/* The first members of struct _zend_fiber_stack, which only the engine's zend_fibers.c declares. */
typedef struct c_stack_of_fiber {
	const char *lowest;
	size_t bytes;
} c_stack_of_fiber;

/* musl reports only the part of the main thread's stack that was touched so far. It grows. */
#if defined(HAVE_PTHREAD_GETATTR_NP) && defined(__linux__) && !defined(__GLIBC__)
# define C_STACK_GROWS 1
/* The main thread's stack where its limit is unlimited: Linux's own default. */
# define C_STACK_UNLIMITED_BYTES ((size_t) 8 * 1024 * 1024)

static pthread_t c_stack_first;
static bool c_stack_has_first = false;

static size_t c_stack_grown(size_t bytes)
{
	struct rlimit limit;

	if (!c_stack_has_first || !pthread_equal(c_stack_first, pthread_self()) ||
		getrlimit(RLIMIT_STACK, &limit) != 0) {
		return bytes;
	}

	return MAX(
		bytes, limit.rlim_cur == RLIM_INFINITY ? C_STACK_UNLIMITED_BYTES : (size_t) limit.rlim_cur);
}
#else
# define c_stack_grown(bytes) (bytes)
#endif

/* Asked at startup: in a forked child, the thread that forked is the first, on its old stack. */
void hp_c_stack_startup(void)
{
#ifdef C_STACK_GROWS
	c_stack_has_first = getpid() == (pid_t) syscall(SYS_gettid);
	c_stack_first = pthread_self();
#endif
}

static void c_stack_measure(hp_c_stack *stack)
{
#if defined(HAVE_PTHREAD_GETATTR_NP)
	pthread_attr_t attributes;
	void *lowest;
	size_t bytes;

	/* glibc fills in the CPUs as well. */
	if (hp_seccomp_kills(SYS_sched_getaffinity) ||
		pthread_getattr_np(pthread_self(), &attributes) != 0) {
		return;
	}
	if (pthread_attr_getstack(&attributes, &lowest, &bytes) == 0) {
		stack->base = (const char *) lowest + bytes;
		stack->bytes = c_stack_grown(bytes);
	}
	pthread_attr_destroy(&attributes);
#elif defined(__APPLE__)
	stack->base = pthread_get_stackaddr_np(pthread_self());
	stack->bytes = pthread_get_stacksize_np(pthread_self());
#endif
}

static const char *c_stack_limit(const char *base, size_t bytes)
{
	return base - bytes / 8 * C_STACK_EIGHTHS;
}

static bool c_stack_has(const char *base, size_t bytes, const char *here)
{
	return here < base && here >= base - bytes;
}

/* As the engine knows it; NULL: it does not. */
static const char *c_stack_limit_of_engine(const char *here)
{
#ifdef ZEND_CHECK_STACK_LIMIT
	const char *base = EG(stack_base), *lowest = EG(stack_limit);

	if (base != NULL && lowest != NULL && c_stack_has(base, (size_t) (base - lowest), here)) {
		return c_stack_limit(base, (size_t) (base - lowest));
	}
#endif
	return NULL;
}

const char *hp_c_stack_limit(hp_c_stack *stack, const char *here)
{
	const char *limit = hp_segment_limit(&stack->segments, here);

	if (limit == NULL) {
		limit = c_stack_limit_of_engine(here);
	}
	if (limit != NULL) {
		return limit;
	}
	if (EG(active_fiber) != NULL) {
		const c_stack_of_fiber *fiber = (const c_stack_of_fiber *) EG(active_fiber)->context.stack;

		if (c_stack_has(fiber->lowest + fiber->bytes, fiber->bytes, here)) {
			return c_stack_limit(fiber->lowest + fiber->bytes, fiber->bytes);
		}
	}
	if (stack->base == NULL) {
		c_stack_measure(stack);
	}
	if (stack->base == NULL) {
		return c_stack_limit(here, C_STACK_BYTES);
	}

	return c_stack_has(stack->base, stack->bytes, here)
		? c_stack_limit(stack->base, stack->bytes)
		: c_stack_limit(here, C_STACK_FOREIGN_BYTES);
}
