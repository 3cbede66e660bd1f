#include "sampler/states.h"

#include "base/proc.h"
#include "base/seccomp.h"

#include <sched.h>
#ifdef __linux__
# include <sys/syscall.h>
#endif

/* Reads the thread's stat file. The text is empty if that cannot be read. */
static void states_read(const hp_sample_states *states, char text[HP_PROC_STAT_BYTES])
{
	hp_proc_read_open(states->stat.number, text, HP_PROC_STAT_BYTES);
}

/* In state R a thread could run. One whose CPU clock stands still does not. */
bool hp_sample_states_is_runnable(const hp_sample_states *states)
{
	char text[HP_PROC_STAT_BYTES];

	states_read(states, text);

	return hp_proc_stat_state(text) == 'R';
}

#ifdef __linux__

/* True if the thread's last CPU is the one of the calling thread. */
static bool states_had_cpu(const char *text)
{
	int64_t cpu = hp_proc_stat_number(text, HP_PROC_CPU);

	return cpu >= 0 && !hp_seccomp_kills(SYS_getcpu) && cpu == sched_getcpu();
}

#endif

bool hp_sample_states_was_here(const hp_sample_states *states)
{
#ifdef __linux__
	char text[HP_PROC_STAT_BYTES];

	states_read(states, text);

	return states_had_cpu(text);
#else
	return true;
#endif
}

bool hp_sample_states_waits_here(const hp_sample_states *states)
{
#ifdef __linux__
	char text[HP_PROC_STAT_BYTES];

	states_read(states, text);

	return hp_proc_stat_state(text) == 'R' && states_had_cpu(text);
#else
	return hp_sample_states_is_runnable(states);
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

static hp_sample_schedule states_schedule(int file)
{
	uint64_t numbers[3];
	char text[128];

	hp_proc_read_open(file, text, sizeof(text));
	hp_proc_schedstat(text, numbers);

	return (hp_sample_schedule){.waited_ns = numbers[1], .switches = numbers[2]};
}

hp_sample_schedule hp_sample_states_schedule(const hp_sample_states *states)
{
	return states_schedule(states->schedule.number);
}

static int states_open_schedule(const hp_sample_thread *thread)
{
	return hp_proc_open("/proc/self/task/%d/schedstat", (int) thread->tid);
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
	states->thread = thread;
	states->stat = hp_descriptor_keep(hp_proc_open("/proc/self/task/%d/stat", (int) thread->tid));
	states->schedule = hp_descriptor_keep(states_open_schedule(thread));
}
