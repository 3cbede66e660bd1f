/* units.c: unit tests of event/ by a given answer of the kernel. tests/base/units.c includes it. */
#include "tests/base/units.h"

#include <sys/resource.h>

static struct rusage event_usage;

static int event_getrusage(int who, struct rusage *usage)
{
	*usage = event_usage;

	return 0;
}

#define getrusage(who, usage) event_getrusage(who, usage)
#include "event/usage.c"
#undef getrusage

static void usage_has_all_of_a_kind(void)
{
	event_usage = (struct rusage){.ru_minflt = 1,
		.ru_majflt = 20,
		.ru_nvcsw = 300,
		.ru_nivcsw = 4000,
		.ru_utime = {5, 6},
		.ru_stime = {0, 7}};
	CHECK_INT(hp_event_usage_count(HP_EVENT_USAGE_FAULTS), 21);
	CHECK_INT(hp_event_usage_count(HP_EVENT_USAGE_MINOR_FAULTS), 1);
	CHECK_INT(hp_event_usage_count(HP_EVENT_USAGE_MAJOR_FAULTS), 20);
	CHECK_INT(hp_event_usage_count(HP_EVENT_USAGE_SWITCHES), 4300);
	CHECK_INT(hp_event_usage_count(HP_EVENT_USAGE_USER), 5000006000);
	CHECK_INT(hp_event_usage_count(HP_EVENT_USAGE_KERNEL), 7000);
	CHECK_INT(hp_event_usage_count(HP_EVENT_USAGE_NONE), 0);
}

static void usage_counts_from_the_start(void)
{
	static const hp_event switches = {.usage = HP_EVENT_USAGE_SWITCHES};
	hp_event_counter counter = {.event = &switches};

	event_usage = (struct rusage){.ru_nvcsw = 10};
	CHECK(hp_event_usage_enable(&counter) == SUCCESS);
	event_usage.ru_nivcsw = 3;
	counter.last = hp_event_usage_read(&counter);
	CHECK_INT(counter.last, 3);
	/* In a forked process the kernel begins at zero. */
	event_usage = (struct rusage){.ru_nvcsw = 1};
	hp_event_usage_restart(&counter);
	CHECK_INT(hp_event_usage_read(&counter), 3);
	event_usage.ru_nvcsw = 5;
	CHECK_INT(hp_event_usage_read(&counter), 7);
}

static const unit event_units[] = {
	UNIT(usage_has_all_of_a_kind),
	UNIT(usage_counts_from_the_start),
};
