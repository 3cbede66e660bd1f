#include "attach/clock.h"

#include "base/descriptor.h"

#ifdef __linux__

# include <fcntl.h>
# include <inttypes.h>
# include <unistd.h>

static int clock_file(const hp_attach_process *process, const char *name)
{
	char path[96];

	snprintf(
		path, sizeof(path), "/proc/%d/task/%d/%s", (int) process->pid, (int) process->tid, name);

	return hp_descriptor_open(path, O_RDONLY, 0);
}

void hp_attach_clock_open(hp_attach_clock *clock, const hp_attach_process *process)
{
	*clock = (hp_attach_clock){
		.schedstat = clock_file(process, "schedstat"), .stat = clock_file(process, "stat")};
	hp_attach_clock_look(clock);
}

void hp_attach_clock_close(hp_attach_clock *clock)
{
	if (clock->schedstat >= 0) {
		close(clock->schedstat);
	}
	if (clock->stat >= 0) {
		close(clock->stat);
	}
	clock->schedstat = clock->stat = -1;
}

/* The letter of its state; 0: not known. */
static char clock_state(const hp_attach_clock *clock)
{
	char text[512];
	ssize_t length = clock->stat < 0 ? 0 : pread(clock->stat, text, sizeof(text) - 1, 0);
	const char *end;

	text[length < 0 ? 0 : length] = '\0';
	end = strrchr(text, ')');

	return end == NULL || end[1] == '\0' ? '\0' : end[2];
}

hp_attach_moment hp_attach_clock_look(hp_attach_clock *clock)
{
	hp_attach_moment moment = {.has_run = true};
	uint64_t cpu_ns, delay_ns, switches;
	char text[128];
	ssize_t length = clock->schedstat < 0 ? 0 : pread(clock->schedstat, text, sizeof(text) - 1, 0);

	text[length < 0 ? 0 : length] = '\0';
	if (sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64, &cpu_ns, &delay_ns, &switches) == 3) {
		moment.cpu_ns = cpu_ns - clock->cpu_ns;
		moment.has_run = moment.cpu_ns > 0 || switches != clock->switches || !clock->is_asleep;
		moment.waits_for_cpu = delay_ns - clock->delay_ns > moment.cpu_ns;
		clock->cpu_ns = cpu_ns;
		clock->delay_ns = delay_ns;
		clock->switches = switches;
	}
	if (moment.has_run) {
		clock->is_asleep = clock_state(clock) != 'R';
	}
	moment.is_asleep = clock->is_asleep;
	moment.waits_for_cpu = moment.waits_for_cpu && !moment.is_asleep;

	return moment;
}

#endif
