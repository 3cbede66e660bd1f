/* late_tick.c: each stop of a timer of SIGURG comes together with one more tick, as if that had
 * been due just then. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static union sigval owner;

/* PHP opens modules so that they see the C library before what is preloaded. */
void *dlopen(const char *file, int flags)
{
	void *(*next)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");

	return next(file, flags & ~RTLD_DEEPBIND);
}

int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
	int (*next)(clockid_t, struct sigevent *, timer_t *) = dlsym(RTLD_NEXT, "timer_create");

	if (event != NULL && event->sigev_signo == SIGURG) {
		owner = event->sigev_value;
	}

	return next(clock, event, timer);
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *new, struct itimerspec *old)
{
	int (*next)(timer_t, int, const struct itimerspec *, struct itimerspec *) =
		dlsym(RTLD_NEXT, "timer_settime");
	int status = next(timer, flags, new, old);

	if (new->it_value.tv_sec == 0 && new->it_value.tv_nsec == 0 && owner.sival_ptr != NULL) {
		siginfo_t tick;

		memset(&tick, 0, sizeof(tick));
		tick.si_signo = SIGURG;
		tick.si_code = SI_TIMER;
		tick.si_value = owner;
		syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), SIGURG, &tick);
	}

	return status;
}
