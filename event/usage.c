#include "event/usage.h"

#ifndef PHP_WIN32

# include <sys/resource.h>

# define USAGE_IS_THERE true

/* The thread's usage, or the process's on systems that do not report it per thread. */
# ifdef RUSAGE_THREAD
#  define USAGE_WHO RUSAGE_THREAD
# else
#  define USAGE_WHO RUSAGE_SELF
# endif

static uint64_t usage_ns(struct timeval time)
{
	return ((uint64_t) time.tv_sec * 1000000 + (uint64_t) time.tv_usec) * 1000;
}

uint64_t hp_event_usage_count(hp_event_usage_kind kind)
{
	struct rusage usage;

	memset(&usage, 0, sizeof(usage));
	getrusage(USAGE_WHO, &usage);
	switch (kind) {
		case HP_EVENT_USAGE_FAULTS:
			return (uint64_t) usage.ru_minflt + (uint64_t) usage.ru_majflt;
		case HP_EVENT_USAGE_MINOR_FAULTS:
			return (uint64_t) usage.ru_minflt;
		case HP_EVENT_USAGE_MAJOR_FAULTS:
			return (uint64_t) usage.ru_majflt;
		case HP_EVENT_USAGE_SWITCHES:
			return (uint64_t) usage.ru_nvcsw + (uint64_t) usage.ru_nivcsw;
		case HP_EVENT_USAGE_USER:
			return usage_ns(usage.ru_utime);
		case HP_EVENT_USAGE_KERNEL:
			return usage_ns(usage.ru_stime);
		default:
			return 0;
	}
}

#else

# define USAGE_IS_THERE false

uint64_t hp_event_usage_count(hp_event_usage_kind kind)
{
	return 0;
}

#endif

zend_result hp_event_usage_enable(hp_event_counter *counter)
{
	if (!USAGE_IS_THERE || counter->event->usage == HP_EVENT_USAGE_NONE) {
		return FAILURE;
	}
	counter->means = "getrusage";
	counter->usage_start = hp_event_usage_count((hp_event_usage_kind) counter->event->usage);

	return SUCCESS;
}

uint64_t hp_event_usage_read(hp_event_counter *counter)
{
	return counter->base + hp_event_usage_count((hp_event_usage_kind) counter->event->usage) -
		counter->usage_start;
}

void hp_event_usage_restart(hp_event_counter *counter)
{
	counter->base = counter->last;
	counter->usage_start = hp_event_usage_count((hp_event_usage_kind) counter->event->usage);
}

static void usage_disable(hp_event_counter *counter)
{
}

#define USAGE_TIME(kind) \
 .unit = HP_EVENT_UNIT_NS, .is_of_samples = true, .usage = (kind), \
 .enable = hp_event_usage_enable, .disable = usage_disable, .read = hp_event_usage_read, \
 .restart = hp_event_usage_restart

const hp_event hp_event_user_time = {.name = "user-time",
	.title = "nanosecond of CPU time in PHP, extensions and libraries",
	USAGE_TIME(HP_EVENT_USAGE_USER)};

const hp_event hp_event_kernel_time = {.name = "kernel-time",
	.title = "nanosecond of CPU time in the system's kernel",
	USAGE_TIME(HP_EVENT_USAGE_KERNEL)};
