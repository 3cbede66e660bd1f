/* hp_timer.h: wall and CPU time from the cheapest clock that this machine offers.
 *
 * Wall time is in ticks of the fastest reliable clock, converted to nanoseconds after a run has
 * ended. CPU time is the calling thread's, user and system. */
#ifndef HP_TIMER_H
#define HP_TIMER_H

#include "base/compat.h"

#if defined(XHPROF_FAKE_CLOCK)
/* no machine clock */
#elif (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__)
# include <x86intrin.h>
# define HP_TIMER_HAS_COUNTER 1
# define HP_TIMER_READ_COUNTER() __rdtsc()
#elif defined(__aarch64__) && defined(__GNUC__)
# define HP_TIMER_HAS_COUNTER 1
# define HP_TIMER_READ_COUNTER() hp_timer_read_cntvct()
static inline uint64_t hp_timer_read_cntvct(void)
{
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
}
#endif

/* Chooses the clock. Call it once per process, before any other function here. */
void hp_timer_startup(void);

/* The clock in use ("tsc", "cntvct", "monotonic" or "fake"), and the reason in a few words. Static
 * strings. */
const char *hp_timer_name(void);
const char *hp_timer_reason(void);

/* Ticks of wall time per nanosecond, measured since hp_timer_startup(). If that was less than 2 ms
 * ago, waits up to 200 us. */
double hp_timer_ticks_per_ns(void);

/* The time of day, in nanoseconds since 1970. 0 on failure. */
int64_t hp_timer_unix_ns(void);

/* CPU time of this thread, in nanoseconds. 0 on failure. It is a system call, measured at 0.6
 * us. */
uint64_t hp_timer_thread_cpu_ns(void);

#ifdef XHPROF_FAKE_CLOCK
/* Each read advances the fake clock by this much. */
# define HP_TIMER_FAKE_STEP_NS 1000

/* Advances the fake clocks. A sleep is wall time without CPU time. */
void hp_timer_fake_advance(uint64_t wall_ns, uint64_t cpu_ns);
uint64_t hp_timer_fake_ticks(void);

/* At the next reading of CPU time, pretends that the kernel ran another thread for this long. */
void hp_timer_fake_switch(uint64_t wall_ns);
#endif

#ifdef HP_TIMER_HAS_COUNTER
/* The CPU's counter is usable. Written by hp_timer_startup() only. */
extern HP_HIDDEN bool hp_timer_has_counter;
#endif

/* True if hp_timer_counter() may be called. */
static zend_always_inline bool hp_timer_is_counter(void)
{
#ifdef HP_TIMER_HAS_COUNTER
	return hp_timer_has_counter;
#else
	return true; /* there is only one clock */
#endif
}

/* Reads the ticks without a check. Only if hp_timer_is_counter(). */
static zend_always_inline uint64_t hp_timer_counter(void)
{
#ifdef HP_TIMER_HAS_COUNTER
	return HP_TIMER_READ_COUNTER();
#elif defined(XHPROF_FAKE_CLOCK)
	return hp_timer_fake_ticks();
#else
	return (uint64_t) zend_hrtime();
#endif
}

/* Wall time in ticks since an arbitrary moment. */
static zend_always_inline uint64_t hp_timer_ticks(void)
{
	return EXPECTED(hp_timer_is_counter()) ? hp_timer_counter() : (uint64_t) zend_hrtime();
}

/* Returns the same, but the fake clock does not step: for callers that do not measure. */
static zend_always_inline uint64_t hp_timer_peek_ticks(void)
{
#ifdef XHPROF_FAKE_CLOCK
	return (uint64_t) hp_timer_unix_ns();
#else
	return hp_timer_ticks();
#endif
}

/* If short work took longer than this, another program interrupted it. */
#define HP_TIMER_MOST_OWN_TICKS ((uint64_t) 1 << 16)

/* Reads the clock around the profiler's own work. Returns 0 with the fake clock, which would
 * step. */
static zend_always_inline uint64_t hp_timer_own_ticks(void)
{
#ifdef XHPROF_FAKE_CLOCK
	return 0;
#else
	return hp_timer_ticks();
#endif
}

/* The CPU clock of a run, which saves most system calls.
 *
 * If two reads are less than gap_ticks apart, the thread cannot have been off the CPU for long, so
 * CPU time advanced as far as wall time. After a longer gap the clock asks the kernel. Values never
 * run backwards. */
typedef struct hp_timer_cpu {
	uint64_t offset_ticks; /* wall ticks minus CPU ticks */
	uint64_t last_ticks; /* wall time of the newest read */
	uint64_t gap_ticks; /* after a gap of this length, ask the kernel */
	/* added to the kernel's time: makes the clock start at zero, and continue when the kernel's
	 * clock restarts */
	uint64_t bias_ticks;
	double ticks_per_ns;
} hp_timer_cpu;

/* Starts at zero CPU ticks. */
void hp_timer_cpu_start(hp_timer_cpu *clock);

/* Returns the CPU ticks at the wall time just read, after a gap. Asks the kernel. */
uint64_t hp_timer_cpu_ask(hp_timer_cpu *clock, uint64_t wall_ticks);

static zend_always_inline bool hp_timer_cpu_has_gap(const hp_timer_cpu *clock, uint64_t wall_ticks)
{
	return UNEXPECTED(wall_ticks - clock->last_ticks >= clock->gap_ticks);
}

/* Returns the CPU ticks at the wall time just read, if there was no gap. */
static zend_always_inline uint64_t hp_timer_cpu_advance(hp_timer_cpu *clock, uint64_t wall_ticks)
{
	clock->last_ticks = wall_ticks;

	return wall_ticks - clock->offset_ticks;
}

static zend_always_inline uint64_t hp_timer_cpu_ticks(hp_timer_cpu *clock, uint64_t wall_ticks)
{
	return hp_timer_cpu_has_gap(clock, wall_ticks) ? hp_timer_cpu_ask(clock, wall_ticks)
												   : hp_timer_cpu_advance(clock, wall_ticks);
}

#endif /* HP_TIMER_H */
