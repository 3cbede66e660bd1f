/* For sched_getcpu() and the set of CPUs. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "sampler/states.h"

#ifdef HP_SAMPLE_HAS_SOURCES

#include "base/descriptor.h"
#include "base/seccomp.h"

#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
# include <sys/syscall.h>
#endif

static const char *states_read(int fd, char *text, size_t room)
{
	ssize_t length = fd < 0 ? 0 : pread(fd, text, room - 1, 0);

	text[length < 0 ? 0 : length] = '\0';
	return text;
}

/* Reads "17 (name of the program) R ...". Returns the text behind the name, from its blank on;
 * NULL: it cannot be read. */
static const char *states_of(const hp_sample_states *states, char *text, size_t room)
{
	const char *end = strrchr(states_read(states->stat.number, text, room), ')');

	return end != NULL && end[1] == ' ' ? end + 1 : NULL;
}

/* In state R a thread could run. One whose CPU clock stands still does not. */
bool hp_sample_states_is_waiting(const hp_sample_states *states)
{
	char text[128];
	const char *at = states_of(states, text, sizeof(text));

	return at != NULL && at[1] == 'R';
}

#ifdef __linux__

/* True if the thread's last CPU is the one of the calling thread. It is the 39th field, and the
 * name the second one. */
static bool states_had_cpu(const char *at)
{
	for (int i = 3; i < 39 && at != NULL; i++) {
		at = strchr(at + 1, ' ');
	}

	return at != NULL && !hp_seccomp_kills(SYS_getcpu) && strtol(at, NULL, 10) == sched_getcpu();
}

#endif

bool hp_sample_states_was_here(const hp_sample_states *states)
{
#ifdef __linux__
	char text[512];

	return states_had_cpu(states_of(states, text, sizeof(text)));
#else
	return true;
#endif
}

bool hp_sample_states_waits_here(const hp_sample_states *states)
{
#ifdef __linux__
	char text[512];
	const char *at = states_of(states, text, sizeof(text));

	return at != NULL && at[1] == 'R' && states_had_cpu(at);
#else
	return hp_sample_states_is_waiting(states);
#endif
}

bool hp_sample_states_have_one_cpu(void)
{
#ifdef __linux__
	cpu_set_t set;

	return !hp_seccomp_kills(SYS_sched_getaffinity) &&
		sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) == 1;
#else
	return false;
#endif
}

void hp_sample_states_leave_cpu(void)
{
#ifdef __linux__
	cpu_set_t all, others;
	int here;

	if (hp_seccomp_kills(SYS_getcpu) || hp_seccomp_kills(SYS_sched_getaffinity) ||
		hp_seccomp_kills(SYS_sched_setaffinity) || sched_getaffinity(0, sizeof(all), &all) != 0) {
		return;
	}
	others = all;
	here = sched_getcpu();
	if (here >= 0) {
		CPU_CLR((size_t) here, &others);
	}
	if (CPU_COUNT(&others) > 0 && sched_setaffinity(0, sizeof(others), &others) == 0) {
		sched_setaffinity(0, sizeof(all), &all);
	}
#endif
}

/* Reads "nanoseconds on a CPU, nanoseconds of waiting for one, times that it was put on one". */
static hp_sample_schedule states_schedule(int fd)
{
	hp_sample_schedule schedule = {0, 0};
	char text[128], *end;
	const char *at = strchr(states_read(fd, text, sizeof(text)), ' ');

	if (at != NULL) {
		schedule.waited_ns = strtoull(at, &end, 10);
		schedule.switches = strtoull(end, NULL, 10);
	}

	return schedule;
}

hp_sample_schedule hp_sample_states_schedule(const hp_sample_states *states)
{
	return states_schedule(states->schedule.number);
}

static int states_open_schedule(const hp_sample_thread *thread)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/task/%d/schedstat", (int) thread->tid);

	return hp_descriptor_open(path, O_RDONLY, 0);
}

hp_sample_schedule hp_sample_states_schedule_here(hp_descriptor_kept *file)
{
	if (!hp_descriptor_is_kept(file)) {
		*file = hp_descriptor_keep(states_open_schedule(hp_sample_source_thread()));
	}

	return states_schedule(file->number);
}

void hp_sample_states_close(hp_sample_states *states)
{
	hp_descriptor_drop(&states->stat);
	hp_descriptor_drop(&states->schedule);
}

void hp_sample_states_open(hp_sample_states *states, const hp_sample_thread *thread)
{
	char path[64];

	states->thread = thread;
	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int) thread->tid);
	states->stat = hp_descriptor_keep(hp_descriptor_open(path, O_RDONLY, 0));
	states->schedule = hp_descriptor_keep(states_open_schedule(thread));
}

#endif
