/* source.h: clocks that say when a sample is due.
 *
 * A source is armed for a thread, by that thread or another one. From then on it ticks in a signal
 * handler of the thread:
 *
 *   perf       by the thread's CPU time, with the kernel's own clock event
 *   event      after each period of an event of the kernel, not by time: see event/event.h. All
 *              times below are counts then
 *   timer      by the thread's CPU time, with a POSIX timer, as fine as the kernel's tick
 *
 * Ticks come late, or too many at a time. So ticks are not counted: the time on the source's
 * clock since the last sample is the next sample's weight. */
#ifndef HP_SAMPLER_SOURCE_H
#define HP_SAMPLER_SOURCE_H

#include "base/descriptor.h"
#include "base/random.h"
#include "event/event.h"

#ifndef PHP_WIN32
# include <pthread.h>
# include <sys/types.h>
# include <time.h>
# define HP_SAMPLE_HAS_SOURCES 1
#endif

typedef struct hp_sample_event hp_sample_event;

/* One thread has at most this many events that tick by signals at the same time. */
#define HP_SAMPLE_SIGNALS 6

/* A thread that is measured. It fills in the record itself, by hp_sample_source_thread(); sources
 * may be armed for it by another thread. */
typedef struct hp_sample_thread {
#ifdef HP_SAMPLE_HAS_SOURCES
	pid_t tid;
	clockid_t cpu_clock;
	bool has_cpu_clock; /* other threads can read cpu_clock */
	/* The armed events, changed with the lock of source_signal.c; NULL: none. */
	hp_sample_event *signals[HP_SAMPLE_SIGNALS];
	bool is_in_handler; /* written by the thread's signal handler */
#endif
} hp_sample_thread;

typedef struct hp_sample_source {
	const char *name;
	/* Arms the event, whose ticks begin. FAILURE: it is not permitted; errno may say why. NULL:
	 * this system has no such source. */
	zend_result (*enable)(hp_sample_event *event);
	/* Disarms the event. Afterwards no tick of it is under way. It may be called twice, and in a
	 * forked child. */
	void (*disable)(hp_sample_event *event);
	/* Returns the nanoseconds on the source's clock, or the count. */
	uint64_t (*read)(const hp_sample_event *event);
	/* For sources by signals only: the first starts or stops ticks, and the second sets the
	 * nanoseconds until the next one. It is NULL where ticks cannot be aimed. */
	void (*run)(const hp_sample_event *event, bool is_on);
	void (*aim)(const hp_sample_event *event, uint64_t delay_ns);
} hp_sample_source;

extern const hp_sample_source hp_sample_source_perf;
extern const hp_sample_source hp_sample_source_event;
extern const hp_sample_source hp_sample_source_timer;

/* One event, armed or not. The owner fills in the first part; all zeros is not armed. */
struct hp_sample_event {
	uint64_t interval_ns; /* the period; the owner may change it any time, in any thread */
	const hp_event *counted; /* what the source "event" counts */
	/* Called when a sample may be due, in a signal handler of the thread. context is the handler's
	 * third argument. */
	void (*tick)(hp_sample_event *event, const void *context);
	void *owner;
	hp_sample_thread *thread;
	/* Has the helper thread stop the event's ticks, and returns when that is done. Called in the
	 * measured thread. Only set if the helper armed the event in its own table of files, so that no
	 * other thread may use the event's file; else NULL. */
	void (*hold)(hp_sample_event *event);
	/* For an event with hold(), called in the signal handler after a tick, where only the helper
	 * thread can set the time of the next one: has it call hp_sample_source_follow() soon. */
	void (*ticked)(hp_sample_event *event);
	void *holder;
	/* The rest is the source's. */
	const hp_sample_source *source;
	uint64_t taken_ns; /* samples account for the source's time up to here; see below */
	uint64_t seen_ns; /* the source's time at the last tick that has read it */
	uint64_t aimed_ns; /* its time when the time between ticks was last set */
	hp_random random;
#ifdef HP_SAMPLE_HAS_SOURCES
	bool is_armed; /* shared with the helper thread and the signal handler */
	bool is_held; /* a helper thread that has hold() has stopped the ticks */
	pid_t pid;
	hp_descriptor_kept file; /* perf's; a stopped event keeps it */
# ifdef __linux__
	timer_t timer;
# endif
#endif
};

/* Arms the event by this source. FAILURE: it is not armed, and errno may say why. */
zend_result hp_sample_source_enable(hp_sample_event *event, const hp_sample_source *source);

/* Stops the event, which then costs nothing. It may be enabled again, by any thread whose table of
 * files has the event's file. */
void hp_sample_source_stop(hp_sample_event *event);

/* Stops the event for good, and closes its file. */
void hp_sample_source_disable(hp_sample_event *event);

/* For an event with a helper thread, in that thread: stops ticks. hp_sample_source_watch() starts
 * them again. */
void hp_sample_source_hold(hp_sample_event *event);

/* For a source by signals, in the thread that armed it. Stops ticks, but not the clock, if the
 * program has replaced our signal handler. Also sets the time of the next ticks. is_armed tells
 * whether ticks come. */
void hp_sample_source_watch(hp_sample_event *event);

/* For an event with hold() and ticked(), in the helper thread: sets the time of the next tick, once
 * after each tick. At intervals so short that one setting serves several ticks it does nothing:
 * hp_sample_source_watch() sets the time of those. */
void hp_sample_source_follow(hp_sample_event *event);

/* Called in post_startup, when all modules have their functions; perhaps twice. */
#ifdef HP_SAMPLE_HAS_SOURCES
void hp_sample_source_post_startup(void);
void hp_sample_source_shutdown(void);
#else
# define hp_sample_source_shutdown() ((void) 0)
#endif

#ifdef HP_SAMPLE_HAS_SOURCES
/* Opens a file of perf that ticks in the calling thread, by signals, until the caller closes it.
 * Returns -1 if that is not permitted. */
int hp_sample_source_open_ticking(uint64_t interval_ns);

uint64_t hp_sample_source_clock_ns(clockid_t clock);

/* Returns the time since 1970. */
int64_t hp_sample_source_unix_us(void);

/* True if each tick at that interval comes at a random moment, from half an interval to one and a
 * half after the last one, or nearly so. At shorter intervals, one setting serves several ticks,
 * and only the last of them is random. */
bool hp_sample_source_is_aimed(uint64_t interval_ns);

/* Returns the nanoseconds between two of the kernel's own ticks; 0: not known. */
uint64_t hp_sample_source_kernel_tick_ns(void);

/* True if the interval is long enough for the timer, whose ticks come only with the kernel's own: a
 * finer source would be no more accurate. */
bool hp_sample_source_is_of_ticks(uint64_t interval_ns);

/* Returns the record of the calling thread, which is valid until that thread ends. */
hp_sample_thread *hp_sample_source_thread(void);

/* True if the calling thread has the signal of ticks blocked. */
bool hp_sample_source_is_blocked(void);

/* True if the program has a handler of the signal of ticks that must stay. */
bool hp_sample_source_is_taken(void);
extern HP_HIDDEN __thread hp_sample_thread
	hp_sample_source_here; /* the record of the calling thread, for signal handlers */
#endif

/* Returns how many nanoseconds of the event's clock to leave between each of the next `ticks`
 * ticks, from now on. The last of them comes at a random moment of its interval, so that samples
 * never run in step with a periodic program. */
uint64_t hp_sample_source_delay_ns(hp_sample_event *event, uint32_t ticks, uint64_t now_ns);

/* Returns the CPU time of a thread in nanoseconds, in any thread. 0: not available. */
uint64_t hp_sample_source_cpu_ns(const hp_sample_thread *thread);

/* The time up to which samples account. One thread writes it at a time, both may read it. */
static inline uint64_t hp_sample_source_taken_ns(const hp_sample_event *event)
{
	return HP_SHARED_READ(&event->taken_ns);
}

static inline void hp_sample_source_take(hp_sample_event *event, uint64_t taken_ns)
{
	HP_SHARED_WRITE(&event->taken_ns, taken_ns);
}

/* Returns the time on the event's clock that samples do not account for. It is negative where a
 * sample came early. */
static inline int64_t hp_sample_source_open_ns(const hp_sample_event *event, uint64_t now_ns)
{
	return (int64_t) (now_ns - hp_sample_source_taken_ns(event));
}

/* Returns the number of samples that are due by then. It is rounded, as ticks may come a little
 * early. */
static inline uint64_t hp_sample_source_due(const hp_sample_event *event, uint64_t now_ns)
{
	int64_t half_ns = (int64_t) (event->interval_ns / 2);

	return (uint64_t) MAX(0, hp_sample_source_open_ns(event, now_ns) + half_ns) /
		event->interval_ns;
}

#endif /* HP_SAMPLER_SOURCE_H */
