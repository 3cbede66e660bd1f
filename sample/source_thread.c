/* source_thread.c: sources that tick in a helper thread.
 *
 * A signal by the wall clock would cut the program's sleeps short; a thread does not. */
#include "sample/source.h"

#include "base/descriptor.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# include <fcntl.h>
# include <signal.h>
# include <stdlib.h>
# include <unistd.h>
# ifdef __linux__
#  include <sys/prctl.h>
# endif

/* The thread's C stack. The system's minimum may be too little where libraries have much TLS. */
# define THREAD_STACK_BYTES ((size_t) 256 * 1024)

/* Waits until then. False: it is over. */
static bool thread_wait(hp_sample_event *event, uint64_t until_ns)
{
	struct timespec until = {
		(time_t) (until_ns / 1000000000),
		(long) (until_ns % 1000000000),
	};
	bool is_stopping;

	pthread_mutex_lock(&event->lock);
	while (!event->is_stopping && pthread_cond_timedwait(&event->wake, &event->lock, &until) == 0) {
	}
	is_stopping = event->is_stopping;
	pthread_mutex_unlock(&event->lock);

	return !is_stopping;
}

# ifdef __APPLE__
#  define THREAD_WAIT_CLOCK CLOCK_REALTIME /* there is no other to wait by */
# else
#  define THREAD_WAIT_CLOCK CLOCK_MONOTONIC
# endif

/* Assumes that the event's clock goes on; if not, the tick is early, which does no harm. */
static uint64_t thread_next_ns(hp_sample_event *event)
{
	uint64_t delay_ns = event->delay_ns > 0 ? event->delay_ns
											: event->backoff * hp_sample_source_delay_ns(event, 1);

	return hp_sample_source_clock_ns(THREAD_WAIT_CLOCK) + delay_ns;
}

static void *thread_run(void *argument)
{
	hp_sample_event *event = argument;

# ifdef __linux__
	/* By default, timers may be 50 us late, or more. */
	prctl(PR_SET_TIMERSLACK, 1000);
# endif
	while (thread_wait(event, thread_next_ns(event))) {
		event->tick(event, NULL);
	}

	return NULL;
}

/* Signals are for the program's own threads. */
static int thread_create_silent(hp_sample_event *event)
{
	pthread_attr_t attributes;
	sigset_t all, before;
	int error;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES);
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	error = pthread_create(&event->helper, &attributes, thread_run, event);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);

	return error;
}

static void thread_init_locks(hp_sample_event *event)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
# ifndef __APPLE__
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
# endif
	pthread_mutex_init(&event->lock, NULL);
	pthread_cond_init(&event->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	event->is_stopping = false;
}

static zend_result thread_enable(hp_sample_event *event)
{
	thread_init_locks(event);
	event->seen_ns = event->source->read(event);
	hp_sample_source_take(event, event->seen_ns);
	event->backoff = 1;
	event->delay_ns = 0;
	HP_SHARED_WRITE(&event->is_armed, true);
	if (thread_create_silent(event) != 0) {
		HP_SHARED_WRITE(&event->is_armed, false);
		pthread_cond_destroy(&event->wake);
		pthread_mutex_destroy(&event->lock);
		return FAILURE;
	}

	return SUCCESS;
}

static void thread_disable(hp_sample_event *event)
{
	HP_SHARED_WRITE(&event->is_armed, false);
	if (event->pid != getpid()) {
		return; /* the thread is the parent's */
	}
	pthread_mutex_lock(&event->lock);
	event->is_stopping = true;
	pthread_cond_signal(&event->wake);
	pthread_mutex_unlock(&event->lock);
	pthread_join(event->helper, NULL);
	pthread_cond_destroy(&event->wake);
	pthread_mutex_destroy(&event->lock);
}

static const char *blocked_pread(int fd, char *text, size_t room)
{
	ssize_t length = fd < 0 ? 0 : pread(fd, text, room - 1, 0);

	text[length < 0 ? 0 : length] = '\0';
	return text;
}

/* "17 (name of the program) R ...": it could run, and does not, as we find its clock standing. */
bool hp_sample_source_is_waiting(const hp_sample_event *event)
{
	char text[128];
	const char *end = strrchr(blocked_pread(event->fd, text, sizeof(text)), ')');

	return end != NULL && end[1] == ' ' && end[2] == 'R';
}

/* "nanoseconds on a CPU, nanoseconds of waiting for one, times that it was put on one". */
hp_sample_schedule hp_sample_source_schedule(const hp_sample_event *event)
{
	hp_sample_schedule schedule = {0, 0};
	char text[128], *end;
	const char *at = strchr(blocked_pread(event->schedule_fd, text, sizeof(text)), ' ');

	if (at != NULL) {
		schedule.waited_ns = strtoull(at, &end, 10);
		schedule.switches = strtoull(end, NULL, 10);
	}

	return schedule;
}

uint64_t hp_sample_source_waited_ns(const hp_sample_event *event)
{
	return hp_sample_source_schedule(event).waited_ns;
}

void hp_sample_source_close_states(hp_sample_event *event)
{
	if (event->fd >= 0) {
		close(event->fd);
	}
	if (event->schedule_fd >= 0) {
		close(event->schedule_fd);
	}
	event->fd = event->schedule_fd = -1;
}

void hp_sample_source_open_states(hp_sample_event *event)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int) event->thread->tid);
	event->fd = hp_descriptor_open(path, O_RDONLY, 0);
	snprintf(path, sizeof(path), "/proc/self/task/%d/schedstat", (int) event->thread->tid);
	event->schedule_fd = hp_descriptor_open(path, O_RDONLY, 0);
}

static zend_result blocked_enable(hp_sample_event *event)
{
	return event->thread->has_cpu_clock ? thread_enable(event) : FAILURE;
}

/* Two clocks, 0.6 us. */
uint64_t hp_sample_source_idle_ns(const hp_sample_event *event)
{
	uint64_t cpu_ns = hp_sample_source_cpu_ns(event);

	return hp_sample_source_clock_ns(CLOCK_MONOTONIC) - cpu_ns;
}

static zend_result interrupt_enable(hp_sample_event *event)
{
	if (!event->thread->has_cpu_clock && event->is_cpu_clock) {
		return FAILURE;
	}

	return thread_enable(event);
}

static uint64_t interrupt_read(const hp_sample_event *event)
{
	return event->is_cpu_clock ? hp_sample_source_cpu_ns(event)
							   : hp_sample_source_clock_ns(CLOCK_MONOTONIC);
}

uint64_t hp_sample_source_cpu_ns(const hp_sample_event *event)
{
# ifdef __APPLE__
	return 0;
# else
	return hp_sample_source_clock_ns(event->thread->cpu_clock);
# endif
}

const hp_sample_source hp_sample_source_blocked = {
	"blocked", blocked_enable, thread_disable, hp_sample_source_idle_ns, NULL, NULL};
const hp_sample_source hp_sample_source_interrupt = {
	"interrupt", interrupt_enable, thread_disable, interrupt_read, NULL, NULL};

#endif
