/* For RUSAGE_THREAD. */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE 1
#endif

#include "event/usage.h"

#ifndef PHP_WIN32

# include <sys/resource.h>

/* Where the system does not tell the thread's, the process's. */
# ifdef RUSAGE_THREAD
#  define USAGE_WHO RUSAGE_THREAD
# else
#  define USAGE_WHO RUSAGE_SELF
# endif

static uint64_t usage_count(int kind)
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
		default:
			return 0;
	}
}

zend_result hp_event_usage_enable(hp_event_counter *counter)
{
	if (counter->event->usage == HP_EVENT_USAGE_NONE) {
		return FAILURE;
	}
	counter->means = "getrusage";
	counter->usage_start = usage_count(counter->event->usage);

	return SUCCESS;
}

uint64_t hp_event_usage_read(hp_event_counter *counter)
{
	return counter->base + usage_count(counter->event->usage) - counter->usage_start;
}

void hp_event_usage_restart(hp_event_counter *counter)
{
	counter->base = counter->last;
	counter->usage_start = usage_count(counter->event->usage);
}

#else

zend_result hp_event_usage_enable(hp_event_counter *counter)
{
	return FAILURE;
}

uint64_t hp_event_usage_read(hp_event_counter *counter)
{
	return counter->last;
}

void hp_event_usage_restart(hp_event_counter *counter)
{
}

#endif
