#include "sampler/source.h"

#include <sys/time.h>
#include <unistd.h>
#ifdef __linux__
# include <sys/syscall.h>
#endif

zend_result hp_sample_source_enable(hp_sample_event *event, const hp_sample_source *source)
{
	event->source = source;
	event->pid = getpid();
	hp_random_bytes(&event->random, sizeof(event->random));
	if (source->enable == NULL || source->enable(event) == FAILURE) {
		event->source = NULL;
		return FAILURE;
	}

	return SUCCESS;
}

__thread hp_sample_thread hp_sample_source_here;

static pid_t source_tid(void)
{
#ifdef __linux__
	return (pid_t) syscall(SYS_gettid);
#else
	return getpid();
#endif
}

/* The record is filled in only once, because other threads may read it by then. A forked child
 * fills it in again, where no other thread does. */
hp_sample_thread *hp_sample_source_thread(void)
{
	hp_sample_thread *thread = &hp_sample_source_here;
	pid_t tid = source_tid();

	if (thread->tid != tid) {
		thread->tid = tid;
#ifndef __APPLE__
		thread->has_cpu_clock = pthread_getcpuclockid(pthread_self(), &thread->cpu_clock) == 0;
#endif
	}

	return thread;
}

void hp_sample_source_stop(hp_sample_event *event)
{
	if (event->source != NULL) {
		event->source->disable(event);
		event->source = NULL;
	}
}

void hp_sample_source_disable(hp_sample_event *event)
{
	hp_descriptor_kept file = event->file;

	hp_sample_source_stop(event);
	HP_SHARED_WRITE(&event->file.number, -1);
	hp_descriptor_drop(&file);
}

uint64_t hp_sample_source_clock_ns(clockid_t clock)
{
	struct timespec now = {0, 0};

	clock_gettime(clock, &now);
	return (uint64_t) now.tv_sec * 1000000000 + (uint64_t) now.tv_nsec;
}

int64_t hp_sample_source_unix_us(void)
{
	struct timeval now = {0, 0};

	gettimeofday(&now, NULL);
	return (int64_t) now.tv_sec * 1000000 + now.tv_usec;
}

uint64_t hp_sample_source_cpu_ns(const hp_sample_thread *thread)
{
#ifdef __APPLE__
	return 0;
#else
	return thread->has_cpu_clock ? hp_sample_source_clock_ns(thread->cpu_clock) : 0;
#endif
}

/* A sample is due between half an interval and one and a half after taken_ns. If that time has
 * passed, the sample could not be taken now, and the next tick comes after an interval. */
uint64_t hp_sample_source_delay_ns(hp_sample_event *event, uint32_t ticks, uint64_t now_ns)
{
	uint64_t interval_ns = HP_SHARED_READ(&event->interval_ns), least_ns = interval_ns / 16;
	uint64_t until_ns = hp_sample_source_taken_ns(event) + ticks * interval_ns;

	until_ns += (hp_random_next(&event->random) >> 48) * (interval_ns - 2 * least_ns) / 65536;
	until_ns -= interval_ns / 2 - least_ns;

	return until_ns <= now_ns ? interval_ns : MAX((until_ns - now_ns) / ticks, least_ns);
}
