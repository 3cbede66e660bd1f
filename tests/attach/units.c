/* units.c: unit tests of attach/ by given files of /proc. tests/base/units.c includes it. */
#include "tests/base/units.h"

#include "base/descriptor.h"

#ifdef __linux__

int hp_descriptor_open(const char *path, int flags, int mode)
{
	return -1;
}

int hp_descriptor_open_perf(struct perf_event_attr *attributes, pid_t tid, int group)
{
	return -1;
}

# include "attach/clock.c"

# include <stdlib.h>

static int clock_made_file(void)
{
	char name[] = "/tmp/xhprof-units-XXXXXX";
	int file = mkstemp(name);

	unlink(name);

	return file;
}

/* What the kernel says of the thread from now on. */
static hp_attach_moment clock_at(hp_attach_clock *clock, const char *schedstat, const char *stat)
{
	CHECK(ftruncate(clock->schedstat, 0) == 0 && ftruncate(clock->stat, 0) == 0);
	CHECK(pwrite(clock->schedstat, schedstat, strlen(schedstat), 0) == (ssize_t) strlen(schedstat));
	CHECK(pwrite(clock->stat, stat, strlen(stat), 0) == (ssize_t) strlen(stat));

	return hp_attach_clock_look(clock);
}

static void clock_sees_each_turn_on_a_cpu(void)
{
	hp_attach_clock clock = {
		.schedstat = clock_made_file(), .stat = clock_made_file(), .exact = -1};
	hp_attach_moment moment = clock_at(&clock, "1000 20 3\n", "5 (a) b) S 1");

	CHECK(moment.has_run && moment.is_asleep && !moment.is_gone);
	CHECK_INT(clock.cpu_ns, 1000);
	CHECK_INT(clock.delay_ns, 20);
	CHECK_INT(clock.switches, 3);
	moment = clock_at(&clock, "1000 20 3\n", "5 (a) b) S 1");
	CHECK(!moment.has_run && moment.is_asleep);
	/* Too short for the kernel's clock. */
	moment = clock_at(&clock, "1000 20 4\n", "5 (a) b) S 1");
	CHECK(moment.has_run && moment.is_asleep);
	moment = clock_at(&clock, "1001 20 4\n", "5 (a) b) R 1");
	CHECK(moment.has_run && !moment.is_asleep);
	/* What runs may have run on. */
	moment = clock_at(&clock, "1001 20 4\n", "5 (a) b) R 1");
	CHECK(moment.has_run && !moment.is_asleep);
	hp_attach_clock_close(&clock);
	CHECK(clock.schedstat == -1 && clock.stat == -1);
}

#else

static void clock_sees_each_turn_on_a_cpu(void)
{
}

#endif

static const unit attach_units[] = {
	UNIT(clock_sees_each_turn_on_a_cpu),
};
