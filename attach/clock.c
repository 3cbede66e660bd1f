#include "attach/clock.h"

#include "base/descriptor.h"
#include "base/proc.h"

#ifdef __linux__

# include <linux/perf_event.h>
# include <unistd.h>

static int clock_file(const hp_attach_process *process, const char *name)
{
	return hp_proc_open("/proc/%d/task/%d/%s", (int) process->pid, (int) process->tid, name);
}

void hp_attach_clock_open(hp_attach_clock *clock, const hp_attach_process *process)
{
	*clock = (hp_attach_clock){.schedstat = clock_file(process, "schedstat"),
		.stat = clock_file(process, "stat"),
		.exact = -1};
	hp_attach_clock_look(clock);
}

/* Opens the exact counter. While the thread runs, the files of /proc are only as new as the
 * kernel's last tick. */
void hp_attach_clock_count(hp_attach_clock *clock, const hp_attach_process *process)
{
	struct perf_event_attr attributes = {.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attributes),
		.config = PERF_COUNT_SW_TASK_CLOCK,
		/* the kernel's time is counted all the same, but asking for it needs more rights */
		.exclude_kernel = 1,
		.exclude_hv = 1};

	if (clock->exact < 0 && !clock->was_refused) {
		clock->exact = hp_descriptor_open_perf(&attributes, process->tid, -1);
		clock->was_refused = clock->exact < 0;
	}
}

void hp_attach_clock_end_count(hp_attach_clock *clock)
{
	if (clock->exact >= 0) {
		close(clock->exact);
	}
	clock->exact = -1;
}

uint64_t hp_attach_clock_cpu_ns(const hp_attach_clock *clock)
{
	uint64_t cpu_ns = 0;

	return clock->exact >= 0 && read(clock->exact, &cpu_ns, sizeof(cpu_ns)) == sizeof(cpu_ns)
		? cpu_ns
		: 0;
}

void hp_attach_clock_close(hp_attach_clock *clock)
{
	if (clock->schedstat >= 0) {
		close(clock->schedstat);
	}
	if (clock->stat >= 0) {
		close(clock->stat);
	}
	hp_attach_clock_end_count(clock);
	clock->schedstat = clock->stat = -1;
}

/* Returns the letter of the thread's state, such as 'R'; 0: not known. */
static char clock_state(const hp_attach_clock *clock)
{
	char text[HP_PROC_STAT_BYTES];

	hp_proc_read_open(clock->stat, text, sizeof(text));

	return hp_proc_stat_state(text);
}

hp_attach_moment hp_attach_clock_look(hp_attach_clock *clock)
{
	hp_attach_moment moment = {.has_run = true};
	uint64_t numbers[3];
	char text[128];

	moment.is_gone =
		hp_proc_read_open(clock->schedstat, text, sizeof(text)) < 0 && clock->schedstat >= 0;
	if (hp_proc_schedstat(text, numbers)) {
		moment.has_run =
			numbers[0] != clock->cpu_ns || numbers[2] != clock->switches || !clock->is_asleep;
		clock->cpu_ns = numbers[0];
		clock->delay_ns = numbers[1];
		clock->switches = numbers[2];
	}
	if (moment.has_run) {
		clock->is_asleep = clock_state(clock) != 'R';
	}
	moment.is_asleep = clock->is_asleep;

	return moment;
}

#endif
