#include "attach/clock.h"

#include "base/descriptor.h"

#ifdef __linux__

# include <fcntl.h>
# include <inttypes.h>
# include <unistd.h>

/* The part of the last look's weight at the next one. */
# define CLOCK_FADE 0.95

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

/* The three numbers of a schedstat file. */
static bool clock_parse(const char *text, uint64_t numbers[3])
{
	char *end;

	for (size_t i = 0; i < 3; i++) {
		numbers[i] = strtoull(text, &end, 10);
		if (end == text) {
			return false;
		}
		text = end;
	}

	return true;
}

static void clock_weigh(hp_attach_clock *clock, uint64_t cpu_ns, uint64_t delay_ns)
{
	if (cpu_ns + delay_ns > 0) {
		clock->cpu = CLOCK_FADE * clock->cpu + (double) cpu_ns;
		clock->delay = CLOCK_FADE * clock->delay + (double) delay_ns;
	}
}

hp_attach_moment hp_attach_clock_look(hp_attach_clock *clock)
{
	hp_attach_moment moment = {.has_run = true};
	uint64_t numbers[3] = {0}; /* CPU time, waiting for a CPU, times on one */
	char text[128];
	ssize_t length = clock->schedstat < 0 ? 0 : pread(clock->schedstat, text, sizeof(text) - 1, 0);

	moment.is_gone = length < 0;
	text[length < 0 ? 0 : length] = '\0';
	if (clock_parse(text, numbers)) {
		moment.has_run =
			numbers[0] != clock->cpu_ns || numbers[2] != clock->switches || !clock->is_asleep;
		clock_weigh(clock, numbers[0] - clock->cpu_ns, numbers[1] - clock->delay_ns);
		clock->cpu_ns = numbers[0];
		clock->delay_ns = numbers[1];
		clock->switches = numbers[2];
	}
	if (moment.has_run) {
		clock->is_asleep = clock_state(clock) != 'R';
	}
	moment.is_asleep = clock->is_asleep;
	moment.cpu_share = clock->cpu > 0 ? clock->cpu / (clock->cpu + clock->delay) : 1;

	return moment;
}

#endif
