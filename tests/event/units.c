/* units.c: unit tests of event/ by given answers of the kernel. tests/base/units.c includes it. */
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

/* set */

hp_event_counter *hp_event_perf_group(hp_event_counter *counters, uint32_t count)
{
	return NULL;
}

#include "event/set.c"

static zend_result event_enable(hp_event_counter *counter)
{
	return SUCCESS;
}

static zend_result event_refuse(hp_event_counter *counter)
{
	counter->refusal = "no such counter";

	return FAILURE;
}

static const hp_event *event_disabled[HP_EVENT_MAX];
static uint32_t event_disabled_count;

static void event_disable(hp_event_counter *counter)
{
	event_disabled[event_disabled_count++ % HP_EVENT_MAX] = counter->event;
}

static uint64_t event_read(hp_event_counter *counter)
{
	return counter->base;
}

/* A refused event goes with its period: those behind it keep their own. */
static void set_leaves_out_what_is_refused(void)
{
	static const hp_event first = {"a", .enable = event_enable, .disable = event_disable};
	static const hp_event refused = {"b", .enable = event_refuse, .disable = event_disable};
	static const hp_event unknown = {"c", .enable = NULL};
	static const hp_event last = {"d", .enable = event_enable, .disable = event_disable};
	hp_event_choice choice = {
		.events = {&first, &refused, &unknown, &last}, .periods = {1, 20, 300, 4000}, .count = 4};
	zend_string *refusal = hp_event_set_check(&choice);

	CHECK_TEXT(ZSTR_VAL(refusal), "b: no such counter; c: this system cannot count it");
	CHECK_INT(choice.count, 2);
	CHECK(choice.events[0] == &first && choice.events[1] == &last);
	CHECK_INT(choice.periods[0], 1);
	CHECK_INT(choice.periods[1], 4000);
	CHECK(hp_event_set_check(&choice) == NULL);
	CHECK_INT(choice.count, 2);
	zend_string_release(refusal);
}

static void set_counts_never_fall(void)
{
	static const hp_event first = {
		"a", .enable = event_enable, .disable = event_disable, .read = event_read};
	static const hp_event last = {
		"b", .enable = event_enable, .disable = event_disable, .read = event_read};
	static const hp_event refused = {"c", .enable = event_refuse, .read = event_read};
	hp_event_choice choice = {.events = {&first, &last, &refused}, .count = 3};
	int64_t values[HP_EVENT_MAX] = {-1, -1, -1};
	hp_event_set set;

	hp_event_set_enable(&set, &choice);
	CHECK_INT(set.count, 2);
	CHECK_INT(set.refused_count, 1);
	set.counters[0].base = 7;
	set.counters[1].base = 50;
	hp_event_set_read(&set, values);
	CHECK_INT(values[0], 7);
	CHECK_INT(values[1], 50);
	CHECK_INT(values[2], -1);
	set.counters[0].base = 8;
	set.counters[1].base = 49;
	hp_event_set_read(&set, values);
	CHECK_INT(values[0], 8);
	CHECK_INT(values[1], 50);
	event_disabled_count = 0;
	hp_event_set_disable(&set);
	hp_event_set_disable(&set);
	CHECK_INT(event_disabled_count, 2);
	CHECK_INT(set.count, 0);
	CHECK(event_disabled[0] == &last && event_disabled[1] == &first);
	CHECK_INT(set.refused_count, 1);
}

static const unit event_units[] = {
	UNIT(usage_has_all_of_a_kind),
	UNIT(usage_counts_from_the_start),
	UNIT(set_leaves_out_what_is_refused),
	UNIT(set_counts_never_fall),
};
