/* source.h: clocks that say when a sample is due.
 *
 * A source is armed for a thread, by itself or by another one, and from then on ticks:
 *
 *   perf       CPU time of the thread by the kernel's own clock event, in a signal handler
 *   event      an event of the kernel in place of time, after each period: event/event.h; all times below are counts
 *   timer      CPU time of the thread by a POSIX timer, as fine as the kernel's tick, likewise
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

/* At most so many events of one thread tick by signals at the same time. */
#define HP_SAMPLE_SIGNALS 6

/* A thread that is measured: its own calls say which, sources may be armed for it by another one. */
typedef struct hp_sample_thread {
#ifdef HP_SAMPLE_HAS_SOURCES
	pid_t tid;
	clockid_t cpu_clock;
	bool has_cpu_clock; /* that other threads can read */
	hp_sample_event *signals[HP_SAMPLE_SIGNALS]; /* the armed ones; NULL: none */
	bool is_in_handler;
#endif
} hp_sample_thread;

typedef struct hp_sample_source {
	const char *name;
	/* NULL: this system has no such source. FAILURE: it is not permitted; errno may say why. */
	zend_result (*enable)(hp_sample_event *event);
	/* After it nothing is armed, and no tick is under way. Also in a forked child, and twice. */
	void (*disable)(hp_sample_event *event);
	/* The time on the source's clock, or the count. */
	uint64_t (*read)(const hp_sample_event *event);
	/* For signals only: starts and stops ticks; sets the time until the next one. */
	void (*run)(const hp_sample_event *event, bool is_on);
	void (*aim)(const hp_sample_event *event, uint64_t delay_ns);
} hp_sample_source;

extern const hp_sample_source hp_sample_source_perf;
extern const hp_sample_source hp_sample_source_event;
extern const hp_sample_source hp_sample_source_timer;

/* One source, armed or not. The owner fills in the first part; all zeros is not armed. */
struct hp_sample_event {
	uint64_t interval_ns; /* the owner may change it meanwhile, from any thread */
	const hp_event *counted; /* by the source "event" */
	/* Called when a sample is due, in a signal handler of the thread; context is its third argument. */
	void (*tick)(hp_sample_event *event, const void *context);
	void *owner;
	hp_sample_thread *thread;
	/* Not NULL: the event is armed by a helper thread whose files are its own, so that nobody else may touch the event's.
	 * Called in its thread, to have the helper thread stop ticks before it returns. */
	void (*hold)(hp_sample_event *event);
	void *holder;
	/* of the source */
	const hp_sample_source *source;
	uint64_t taken_ns; /* samples account for the time up to here; see below */
	uint64_t seen_ns; /* on the clock: at the last tick that has read it */
	uint64_t aimed_ns; /* likewise: when the time between ticks was set last */
	hp_random random;
#ifdef HP_SAMPLE_HAS_SOURCES
	bool is_armed; /* shared with the helper thread and the signal handler */
	bool is_held; /* by such a helper thread */
	pid_t pid;
	hp_descriptor_kept file; /* of perf; a stopped one keeps it */
# ifdef __linux__
	timer_t timer;
# endif
#endif
};

zend_result hp_sample_source_enable(hp_sample_event *event, const hp_sample_source *source);

/* It may be enabled again, by any thread whose table of files has the event's. Costs nothing meanwhile. */
void hp_sample_source_stop(hp_sample_event *event);

/* For good. */
void hp_sample_source_disable(hp_sample_event *event);

/* For an event with a helper thread, in that one: stops ticks. hp_sample_source_watch() starts them again. */
void hp_sample_source_hold(hp_sample_event *event);

/* For a source by signals, of the thread that armed it: stops ticks, but not the clock, once the program has taken
 * our handler away, and sets the time of the next ones. is_armed says whether ticks come. */
void hp_sample_source_watch(hp_sample_event *event);

/* In MINIT, and in post_startup, when all modules have their functions. Each may be called twice. An
 * owner whose own functions around a fork arm or disarm adds them after the first. */
#ifdef HP_SAMPLE_HAS_SOURCES
void hp_sample_source_startup(void);
void hp_sample_source_post_startup(void);
void hp_sample_source_shutdown(void);
#else
# define hp_sample_source_shutdown() ((void) 0)
#endif

#ifdef HP_SAMPLE_HAS_SOURCES
/* A file of perf that ticks in the calling thread from now on, by signals, until it is closed; -1: not permitted. */
int hp_sample_source_open_ticking(uint64_t interval_ns);

uint64_t hp_sample_source_clock_ns(clockid_t clock);

/* True if each tick at that interval comes at a random moment, from half an interval to one and a half after the last one, or
 * nearly so; at shorter intervals a row of ticks ends at one. */
bool hp_sample_source_is_aimed(uint64_t interval_ns);

/* The time between two of the kernel's own ticks, 0: not known. */
uint64_t hp_sample_source_kernel_tick_ns(void);

/* True if ticks at the resolution of the kernel's own, as the timer's are, are as good as finer ones for this interval. */
bool hp_sample_source_is_of_ticks(uint64_t interval_ns);

/* The calling thread. Valid until it ends. */
hp_sample_thread *hp_sample_source_thread(void);

/* True if the calling thread has the signal of ticks blocked. */
bool hp_sample_source_is_blocked(void);

/* True if the program has a handler of that signal which must stay. */
bool hp_sample_source_is_taken(void);
extern HP_HIDDEN __thread hp_sample_thread
	hp_sample_source_here; /* the same, for signal handlers */
#endif

/* The time between the next so many ticks, from now on, by the event's clock. The last one comes at a random moment
 * of its interval, so that samples never run in step with a periodic program. */
uint64_t hp_sample_source_delay_ns(hp_sample_event *event, uint32_t ticks, uint64_t now_ns);

/* CPU time of a thread, read by any other one. 0: not available. */
uint64_t hp_sample_source_cpu_ns(const hp_sample_thread *thread);

/* The time up to which samples account. One thread writes it, both may read. */
static inline uint64_t hp_sample_source_taken_ns(const hp_sample_event *event)
{
	return HP_SHARED_READ(&event->taken_ns);
}

static inline void hp_sample_source_take(hp_sample_event *event, uint64_t taken_ns)
{
	HP_SHARED_WRITE(&event->taken_ns, taken_ns);
}

/* The time on the event's clock that samples do not account for; negative where one came early. */
static inline int64_t hp_sample_source_open_ns(const hp_sample_event *event, uint64_t now_ns)
{
	return (int64_t) (now_ns - hp_sample_source_taken_ns(event));
}

/* Samples due by then. Rounded, as ticks may come a little early. */
static inline uint64_t hp_sample_source_due(const hp_sample_event *event, uint64_t now_ns)
{
	int64_t half_ns = (int64_t) (event->interval_ns / 2);

	return (uint64_t) MAX(0, hp_sample_source_open_ns(event, now_ns) + half_ns) /
		event->interval_ns;
}

#endif /* HP_SAMPLER_SOURCE_H */
