#include "hp_timer.h"

#include "base/proc.h"

#include <string.h>
#include <time.h>
#ifdef PHP_WIN32
# include <windows.h>
#else
# include <unistd.h>
#endif
#if defined(HP_TIMER_HAS_COUNTER) && (defined(__x86_64__) || defined(__i386__))
# include <cpuid.h>
#endif

/* The CPU clock misses absences from the CPU that are shorter than this. In a ping-pong over pipes,
 * 10 us caused an error of 47 %, 4 us none. */
#define TIMER_CPU_GAP_NS 4000

/* If the kernel's CPU clock is this far behind the last value, it has restarted, because this is a
 * forked child. A smaller difference comes from rounding. */
#define TIMER_CPU_RESTART_NS 1000000

/* How often the kernel is asked again if it took the CPU away before it answered. */
#define TIMER_CPU_TRIES 5

/* How often two clocks are read together, as the thread may lose the CPU between two reads. */
#define TIMER_PAIR_TRIES 8

/* The ratio of two clocks is accurate to 5 ppm after 2 ms, and to 100 ppm after 200 us. */
#define TIMER_RATIO_NS 2000000
#define TIMER_RATIO_WAIT_NS 200000

#ifdef XHPROF_FAKE_CLOCK

static uint64_t timer_fake_wall_ns = 1000000000;
static uint64_t timer_fake_cpu_ns = 1000000000;
static uint64_t timer_fake_switch_ns = 0;

void hp_timer_startup(void)
{
}

const char *hp_timer_name(void)
{
	return "fake";
}

const char *hp_timer_reason(void)
{
	return "built with --enable-xhprof-fake-clock";
}

double hp_timer_ticks_per_ns(void)
{
	return 1.0;
}

uint64_t hp_timer_thread_cpu_ns(void)
{
	uint64_t cpu_ns = timer_fake_cpu_ns;

	timer_fake_wall_ns += timer_fake_switch_ns;
	timer_fake_switch_ns = 0;

	return cpu_ns;
}

int64_t hp_timer_unix_ns(void)
{
	return (int64_t) timer_fake_wall_ns;
}

void hp_timer_fake_switch(uint64_t wall_ns)
{
	timer_fake_switch_ns = wall_ns;
}

void hp_timer_fake_advance(uint64_t wall_ns, uint64_t cpu_ns)
{
	timer_fake_wall_ns += wall_ns;
	timer_fake_cpu_ns += cpu_ns;
}

uint64_t hp_timer_fake_ticks(void)
{
	hp_timer_fake_advance(HP_TIMER_FAKE_STEP_NS, HP_TIMER_FAKE_STEP_NS);
	return timer_fake_wall_ns;
}

#else /* !XHPROF_FAKE_CLOCK */

/* The same moment on both clocks. */
typedef struct timer_pair {
	uint64_t ticks;
	uint64_t ns;
} timer_pair;

/* The moment of startup. The longer ago it is, the more accurate the ratio. */
static timer_pair timer_start;

# ifdef XHPROF_NO_TSC
#  define TIMER_MAY_COUNT false
static const char *timer_reason = "built without the time stamp counter";
# else
#  define TIMER_MAY_COUNT true
static const char *timer_reason = "no counter is known for this CPU";
# endif

# ifdef HP_TIMER_HAS_COUNTER
bool hp_timer_has_counter = false;

#  if defined(__aarch64__)
static bool timer_can_use_counter(void)
{
	timer_reason = "the architecture's constant-rate counter";
	return true;
}
#  else
static bool timer_is_tsc_invariant(void)
{
	unsigned int eax, ebx, ecx, edx;

	return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) && (edx & (1u << 8)) != 0;
}

/* The kernel watches the TSC of all CPUs. If it has stopped using the TSC, this clock does not use
 * it either. */
static bool timer_is_tsc_trusted(void)
{
	char name[32];

	hp_proc_read(
		name, sizeof(name), "/sys/devices/system/clocksource/clocksource0/current_clocksource");

	return strncmp(name, "tsc", 3) == 0 || strncmp(name, "kvm-clock", 9) == 0 ||
		strncmp(name, "hyperv", 6) == 0;
}

static bool timer_can_use_counter(void)
{
	if (!timer_is_tsc_invariant()) {
		timer_reason = "the CPU's time stamp counter is not invariant";
		return false;
	}
	if (!timer_is_tsc_trusted()) {
		timer_reason = "the kernel's own clock source is not the time stamp counter";
		return false;
	}
	timer_reason = "invariant, and the kernel's own clock source";
	return true;
}
#  endif
# endif

/* Reads the counter before and after the clock, several times, and takes the closest pair. */
static timer_pair timer_now(void)
{
	timer_pair now = {0};
	uint64_t least_ticks = UINT64_MAX;

	for (int i = 0; i < TIMER_PAIR_TRIES; i++) {
		uint64_t before_ticks = hp_timer_ticks();
		uint64_t ns = (uint64_t) zend_hrtime();
		uint64_t ticks = hp_timer_ticks() - before_ticks;

		if (ticks < least_ticks) {
			least_ticks = ticks;
			now = (timer_pair){before_ticks + ticks / 2, ns};
		}
	}

	return now;
}

void hp_timer_startup(void)
{
# ifdef HP_TIMER_HAS_COUNTER
	hp_timer_has_counter = TIMER_MAY_COUNT && timer_can_use_counter();
# endif
	timer_start = timer_now();
}

const char *hp_timer_name(void)
{
# ifdef HP_TIMER_HAS_COUNTER
	if (hp_timer_has_counter) {
#  if defined(__aarch64__)
		return "cntvct";
#  else
		return "tsc";
#  endif
	}
# endif
	return "monotonic";
}

const char *hp_timer_reason(void)
{
	return timer_reason;
}

double hp_timer_ticks_per_ns(void)
{
	uint64_t enough_ns = timer_start.ns + TIMER_RATIO_NS;
	uint64_t wait_until_ns = (uint64_t) zend_hrtime() + TIMER_RATIO_WAIT_NS;
	timer_pair now;

# ifdef HP_TIMER_HAS_COUNTER
	if (!hp_timer_has_counter) {
		return 1.0;
	}
# endif
	do {
		now = timer_now();
	} while (now.ns < enough_ns && now.ns < wait_until_ns);

	return (double) (now.ticks - timer_start.ticks) / (double) (now.ns - timer_start.ns);
}

int64_t hp_timer_unix_ns(void)
{
	struct timespec now;

	return timespec_get(&now, TIME_UTC) == TIME_UTC
		? (int64_t) now.tv_sec * 1000000000 + (int64_t) now.tv_nsec
		: 0;
}

uint64_t hp_timer_thread_cpu_ns(void)
{
# ifdef PHP_WIN32
	FILETIME created, exited, kernel, user;

	if (!GetThreadTimes(GetCurrentThread(), &created, &exited, &kernel, &user)) {
		return 0;
	}
	return 100 *
		((((uint64_t) kernel.dwHighDateTime << 32) + kernel.dwLowDateTime) +
			(((uint64_t) user.dwHighDateTime << 32) + user.dwLowDateTime));
# else
	struct timespec used;

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) != 0) {
		return 0;
	}
	return (uint64_t) used.tv_sec * 1000000000 + (uint64_t) used.tv_nsec;
# endif
}

#endif /* XHPROF_FAKE_CLOCK */

void hp_timer_cpu_start(hp_timer_cpu *clock)
{
	uint64_t cpu_ticks;

	clock->ticks_per_ns = hp_timer_ticks_per_ns();
	clock->gap_ticks = (uint64_t) (TIMER_CPU_GAP_NS * clock->ticks_per_ns);
	cpu_ticks = (uint64_t) ((double) hp_timer_thread_cpu_ns() * clock->ticks_per_ns);
	clock->bias_ticks = 0 - cpu_ticks;
	clock->last_ticks = hp_timer_ticks();
	clock->offset_ticks = clock->last_ticks;
}

uint64_t hp_timer_cpu_ask(hp_timer_cpu *clock, uint64_t wall_ticks)
{
	uint64_t newest = clock->last_ticks - clock->offset_ticks;
	uint64_t before_ticks = wall_ticks, after_ticks, middle_ticks, cpu_ticks;
	int64_t behind;

	/* The kernel often switches threads when a system call returns. The moment at which it read its
	 * clock is then unknown: ask again. */
	for (int tries = 0;; tries++) {
		cpu_ticks = (uint64_t) ((double) hp_timer_thread_cpu_ns() * clock->ticks_per_ns);
		after_ticks = hp_timer_ticks();
		if (after_ticks - before_ticks < clock->gap_ticks || tries == TIMER_CPU_TRIES) {
			break;
		}
		before_ticks = after_ticks;
	}
	middle_ticks = before_ticks + (after_ticks - before_ticks) / 2;

	cpu_ticks += clock->bias_ticks;
	behind = (int64_t) (newest - cpu_ticks);
	if (behind > 0) {
		if (behind > (int64_t) (TIMER_CPU_RESTART_NS * clock->ticks_per_ns)) {
			clock->bias_ticks += (uint64_t) behind;
		}
		cpu_ticks = newest;
	}
	clock->offset_ticks = middle_ticks - cpu_ticks;
	clock->last_ticks = after_ticks;
	cpu_ticks -= middle_ticks - before_ticks;

	return (int64_t) (cpu_ticks - newest) < 0 ? newest : cpu_ticks;
}
