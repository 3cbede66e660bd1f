/* source_signal.c: sources by the thread's CPU time that tick in a signal handler.
 *
 * Neither source interrupts a system call (EINTR): the kernel sends both signals while the
 * thread runs, not while it waits. */
#include "sample/source.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Not taken in signal handlers: these neither arm nor disarm. */
static pthread_mutex_t signal_lock = PTHREAD_MUTEX_INITIALIZER;

void hp_sample_source_before_fork(void)
{
	pthread_mutex_lock(&signal_lock);
}

void hp_sample_source_after_fork(void)
{
	pthread_mutex_unlock(&signal_lock);
}

# ifdef __linux__

#  include <errno.h>
#  include <signal.h>
#  include <sys/ioctl.h>
#  include <sys/syscall.h>
#  include <unistd.h>
#  ifdef HAVE_PERF_SIGTRAP
#   include <linux/perf_event.h>
#  endif

#  ifndef TRAP_PERF
#   define TRAP_PERF 6 /* glibc of 2021 and older */
#  endif
#  ifndef sigev_notify_thread_id
#   define sigev_notify_thread_id _sigev_un._tid
#  endif

/* A signal that we handle, and its handler before. Guarded by the lock. */
typedef struct signal_hold {
	int number;
	uint32_t users; /* threads */
	struct sigaction before;
} signal_hold;

static signal_hold signal_trap = {SIGTRAP, 0, {{NULL}, {{0}}, 0, NULL}};
static signal_hold signal_realtime = {0, 0, {{NULL}, {{0}}, 0, NULL}};

/* The event armed for this thread. */
static __thread hp_sample_event *volatile signal_event;

static void signal_pass_on(int number, siginfo_t *info, void *context)
{
	const struct sigaction *before = &signal_trap.before;

	if (before->sa_flags & SA_SIGINFO) {
		before->sa_sigaction(number, info, context);
	} else if (before->sa_handler == SIG_DFL) {
		signal(number, SIG_DFL);
		raise(number);
	} else if (before->sa_handler != SIG_IGN) {
		before->sa_handler(number);
	}
}

/* A system call of 0.6 us. The tick is on that thread. */
static uint64_t signal_read(const hp_sample_event *event)
{
	struct timespec used = {0, 0};

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (uint64_t) used.tv_sec * 1000000000 + (uint64_t) used.tv_nsec;
}

static void perf_aim(const hp_sample_event *event, uint64_t delay_ns)
{
#  ifdef HAVE_PERF_SIGTRAP
	ioctl(event->fd, PERF_EVENT_IOC_PERIOD, &delay_ns);
#  endif
}

static void timer_aim(const hp_sample_event *event, uint64_t delay_ns)
{
	struct itimerspec period;

	period.it_interval.tv_sec = (time_t) (event->interval_ns / 1000000000);
	period.it_interval.tv_nsec = (long) (event->interval_ns % 1000000000);
	period.it_value.tv_sec = (time_t) (delay_ns / 1000000000);
	period.it_value.tv_nsec = (long) (delay_ns % 1000000000);
	timer_settime(event->timer, 0, &period, NULL);
}

/* Setting a timer costs 1 us, in a virtual machine 15 us, as much as a tick. So it is set once
 * for all ticks of this time. */
#  define SIGNAL_AIM_NS 20000000u

/* Sets the time of the next ticks. For a short interval the kernel's tick is random enough. */
static void signal_aim(hp_sample_event *event)
{
	uint32_t ticks = (uint32_t) MAX(1, SIGNAL_AIM_NS / event->interval_ns);
	uint64_t delay_ns;

	if (ticks > 1 && event->seen_ns - event->aimed_ns < SIGNAL_AIM_NS) {
		return;
	}
	event->aimed_ns = event->seen_ns;
	delay_ns = hp_sample_source_delay_ns(event, ticks);

	if (event->source == &hp_sample_source_perf) {
		perf_aim(event, delay_ns);
	} else if (hp_sample_source_is_coarse(event->interval_ns)) {
		timer_aim(event, delay_ns);
	}
}

static void signal_arrived(int number, siginfo_t *info, void *context)
{
	hp_sample_event *event = signal_event;
	int before = errno;

	if (number == SIGTRAP && info->si_code != TRAP_PERF) {
		signal_pass_on(number, info, context); /* a debugger's */
	} else if (event != NULL && event->is_armed) {
		event->tick(event, context);
		signal_aim(event);
	}
	errno = before;
}

/* The highest signal without a handler. Under qemu the last two can be handled but not sent:
 * qemu uses two of the system's itself. */
static int signal_find_free(void)
{
	struct sigaction action;

	for (int number = SIGRTMAX - 2; number > SIGRTMIN; number--) {
		if (sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) &&
			action.sa_handler == SIG_DFL) {
			return number;
		}
	}

	return 0;
}

static zend_result signal_take(signal_hold *hold)
{
	struct sigaction action;
	zend_result result = SUCCESS;

	memset(&action, 0, sizeof(action));
	action.sa_sigaction = signal_arrived;
	action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
	sigemptyset(&action.sa_mask);
	pthread_mutex_lock(&signal_lock);
	if (hold->users == 0) {
		if (hold != &signal_trap) {
			hold->number = signal_find_free();
		}
		if (hold->number == 0 || sigaction(hold->number, &action, &hold->before) != 0) {
			result = FAILURE;
		}
	}
	if (result == SUCCESS) {
		hold->users++;
	}
	pthread_mutex_unlock(&signal_lock);

	return result;
}

/* A signal pending for this thread would kill the process once the handler is gone. */
static void signal_drain(int number)
{
	struct timespec now = {0, 0};
	sigset_t set, before;

	sigemptyset(&set);
	sigaddset(&set, number);
	pthread_sigmask(SIG_BLOCK, &set, &before);
	while (sigtimedwait(&set, NULL, &now) > 0 || errno == EINTR) {
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void signal_give_back(signal_hold *hold)
{
	struct sigaction action;

	signal_drain(hold->number);
	pthread_mutex_lock(&signal_lock);
	if (--hold->users == 0 && sigaction(hold->number, NULL, &action) == 0 &&
		(action.sa_flags & SA_SIGINFO) && action.sa_sigaction == signal_arrived) {
		sigaction(hold->number, &hold->before, NULL);
	}
	pthread_mutex_unlock(&signal_lock);
}

static void signal_arm(hp_sample_event *event)
{
	event->seen_ns = event->source->read(event);
	event->aimed_ns = event->seen_ns;
	hp_sample_source_take(event, event->seen_ns);
	signal_event = event;
	event->is_armed = true;
}

static void signal_disarm(hp_sample_event *event)
{
	event->is_armed = false;
	signal_event = NULL;
}

#  ifdef HAVE_PERF_SIGTRAP

static int perf_open(uint64_t interval_ns, bool has_kernel)
{
	struct perf_event_attr attributes;

	memset(&attributes, 0, sizeof(attributes));
	attributes.size = sizeof(attributes);
	attributes.type = PERF_TYPE_SOFTWARE;
	attributes.config = PERF_COUNT_SW_TASK_CLOCK;
	attributes.sample_period = interval_ns;
	attributes.disabled = 1;
	attributes.exclude_kernel = !has_kernel;
	attributes.exclude_hv = 1;
	attributes.sigtrap = 1;
	attributes.remove_on_exec = 1; /* sigtrap requires it */

	return (int) syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static zend_result perf_enable(hp_sample_event *event)
{
	event->fd = perf_open(event->interval_ns, true);
	/* Without privileges there are no ticks in the kernel: their weight goes to the code that
	 * runs next. The timer does so after each sleep, which is worse. */
	if (event->fd < 0) {
		event->fd = perf_open(event->interval_ns, false);
	}
	if (event->fd < 0) {
		return FAILURE;
	}
	if (signal_take(&signal_trap) == FAILURE) {
		close(event->fd);
		return FAILURE;
	}
	signal_arm(event);
	ioctl(event->fd, PERF_EVENT_IOC_ENABLE, 0);

	return SUCCESS;
}

static void perf_disable(hp_sample_event *event)
{
	signal_disarm(event);
	if (event->pid == getpid()) { /* a child's copy is of the parent's clock */
		ioctl(event->fd, PERF_EVENT_IOC_DISABLE, 0);
	}
	close(event->fd);
	signal_give_back(&signal_trap);
}

static void perf_hold(hp_sample_event *event, bool is_held)
{
	if (event->pid != getpid()) {
		return;
	}
	ioctl(event->fd, is_held ? PERF_EVENT_IOC_DISABLE : PERF_EVENT_IOC_ENABLE, 0);
	if (is_held) {
		signal_drain(signal_trap.number);
	}
}

#  endif

static zend_result timer_enable(hp_sample_event *event)
{
	struct sigevent notice;

	if (signal_take(&signal_realtime) == FAILURE) {
		return FAILURE;
	}
	memset(&notice, 0, sizeof(notice));
	notice.sigev_notify = SIGEV_THREAD_ID;
	notice.sigev_signo = signal_realtime.number;
	notice.sigev_notify_thread_id = (pid_t) syscall(SYS_gettid);
	if (timer_create(CLOCK_THREAD_CPUTIME_ID, &notice, &event->timer) != 0) {
		signal_give_back(&signal_realtime);
		return FAILURE;
	}
	signal_arm(event);
	timer_aim(event, event->interval_ns);

	return SUCCESS;
}

static void timer_disable(hp_sample_event *event)
{
	signal_disarm(event);
	if (event->pid == getpid()) { /* a child has no timers */
		timer_delete(event->timer);
	}
	signal_give_back(&signal_realtime);
}

const hp_sample_source hp_sample_source_timer = {
	"timer", timer_enable, timer_disable, signal_read, NULL};
#  ifdef HAVE_PERF_SIGTRAP
const hp_sample_source hp_sample_source_perf = {
	"perf", perf_enable, perf_disable, signal_read, perf_hold};
#  else
const hp_sample_source hp_sample_source_perf = {"perf", NULL, NULL, NULL, NULL};
#  endif

# else

const hp_sample_source hp_sample_source_perf = {"perf", NULL, NULL, NULL, NULL};
const hp_sample_source hp_sample_source_timer = {"timer", NULL, NULL, NULL, NULL};

# endif

#endif
