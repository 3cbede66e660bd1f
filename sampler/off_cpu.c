#include "sampler/off_cpu.h"

/* The default of delay_parts. */
#define OFF_CPU_DELAY_PARTS 8

/* The longest time between two looks at a thread that runs, or two intervals if they are longer. */
#define OFF_CPU_BUSY_NS 8000000u

/* A thread that has run for longer than this since it slept may have slept a second time. */
#define OFF_CPU_WOKEN_NS 1000000u

/* These bounds identify a thread with short sleeps, one after the other. Between two sleeps it runs
 * for less than the first on average, and unless other programs use its CPU, it waits for less than
 * the second. */
#define OFF_CPU_TURN_NS 100000u
#define OFF_CPU_WAIT_NS 40000u

/* Waits for a CPU that no look saw are charged once they add up to this many intervals. */
#define OFF_CPU_UNSEEN_INTERVALS 4

/* A sample of less than this part of the interval is not worth its bytes: that time stays open. */
#define OFF_CPU_LEAST_PARTS 8

/* The mean of the sleeps that no look saw covers about this many of them. */
#define OFF_CPU_UNSEEN_MOST 64u

/* A short sleep stands for an interval, and for one more with every ASIDE_INTERVALS intervals that
 * are set aside. */
#define OFF_CPU_ASIDE_INTERVALS 2

void hp_off_cpu_init(hp_off_cpu *off, const hp_off_cpu_sink *sink, void *owner)
{
	memset(off, 0, sizeof(*off));
	off->sink = sink;
	off->owner = owner;
	off->delay_parts = OFF_CPU_DELAY_PARTS;
	off->states.thread = hp_sample_source_thread();
	off->states.stat = off->states.schedule = HP_DESCRIPTOR_NONE;
	hp_random_bytes(&off->random, sizeof(off->random));
}

int64_t hp_off_cpu_open_ns(const hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns)
{
	return (int64_t) (now_ns - off->outside_ns - (cpu_ns - off->outside_cpu_ns)) - off->asleep_ns -
		off->waited_ns;
}

void hp_off_cpu_take(hp_off_cpu *off, int64_t open_ns)
{
	off->asleep_ns += open_ns;
	off->aside_ns = 0;
}

void hp_off_cpu_stopped(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns, uint64_t stopped_ns)
{
	int64_t open_ns = MIN(hp_off_cpu_open_ns(off, now_ns, cpu_ns), (int64_t) stopped_ns);

	if (open_ns > 0) {
		off->asleep_ns += (int64_t) off->sink->charge(
			off->owner, HP_OFF_CPU_STOPPED, HP_OFF_CPU_PAST, !off->was_off, (uint64_t) open_ns);
	}
}

/* Notes a reading of the kernel's clock of waits for a CPU. There is such a wait after each sleep.
 * Returns how often the thread was put on a CPU since the last reading. */
static uint64_t off_cpu_note(hp_off_cpu *off, hp_sample_schedule schedule)
{
	uint64_t before = off->seen.switches;

	if (schedule.switches >= before) { /* else the schedule cannot be read here */
		off->seen = schedule;
	}

	return off->seen.switches - before;
}

static uint64_t off_cpu_read(hp_off_cpu *off)
{
	return off_cpu_note(off, hp_sample_states_schedule(&off->states));
}

hp_off_cpu_rest hp_off_cpu_rest_of(const hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_off_cpu_rest rest;

	rest.waited_ns = (int64_t) (off->seen.waited_ns - off->outside_waited_ns) - off->waited_ns;
	rest.asleep_ns = hp_off_cpu_open_ns(off, now_ns, cpu_ns) - rest.waited_ns;

	return rest;
}

/* Returns the open time, by the last reading. If samples account for more sleep than there was, the
 * excess counts as waits for a CPU: the thread may have woken and waited for one, which the kernel
 * reports only when the wait has ended. */
static hp_off_cpu_rest off_cpu_settle(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_off_cpu_rest rest = hp_off_cpu_rest_of(off, now_ns, cpu_ns);

	if (rest.asleep_ns < 0) {
		off->asleep_ns += rest.asleep_ns;
		off->waited_ns -= rest.asleep_ns;
		rest.waited_ns += rest.asleep_ns;
		rest.asleep_ns = 0;
	}

	return rest;
}

void hp_off_cpu_owe(hp_off_cpu *off, hp_off_cpu_rest rest)
{
	off->asleep_ns -= rest.asleep_ns;
	off->waited_ns -= rest.waited_ns;
	off->aside_ns += MAX(0, rest.asleep_ns);
}

int64_t hp_off_cpu_unseen_waits_ns(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns)
{
	int64_t least_ns = (int64_t) (OFF_CPU_UNSEEN_INTERVALS * off->interval_ns);
	int64_t waited_ns = 0;

	if (hp_off_cpu_open_ns(off, now_ns, cpu_ns) >= least_ns) {
		off_cpu_read(off);
		waited_ns = off_cpu_settle(off, now_ns, cpu_ns).waited_ns;
	}

	return waited_ns >= least_ns ? waited_ns : 0;
}

void hp_off_cpu_take_waits(hp_off_cpu *off, int64_t waited_ns)
{
	off->waited_ns += waited_ns;
}

void hp_off_cpu_enter(
	hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns, hp_sample_schedule schedule)
{
	off_cpu_note(off, schedule);
	off->entered_ns = now_ns;
	off->waited_ns = (int64_t) (off->seen.waited_ns - off->outside_waited_ns);
	off->asleep_ns = 0;
	off->asleep_ns = hp_off_cpu_open_ns(off, now_ns, cpu_ns);
	off->aside_ns = 0;
	off->woken_ns = 0;
	off->was_off = false;
	off->backoff = 1;
}

void hp_off_cpu_begin(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_off_cpu_enter(off, now_ns, cpu_ns, hp_sample_states_schedule(&off->states));
	off->look_ns = now_ns;
	off->look_cpu_ns = cpu_ns;
}

void hp_off_cpu_pause(hp_off_cpu *off, uint64_t wall_ns, uint64_t cpu_ns, uint64_t waited_ns)
{
	off->outside_ns += wall_ns;
	off->outside_cpu_ns += cpu_ns;
	off->outside_waited_ns += waited_ns;
	off->was_off = false;
}

static void off_cpu_charge_waited(
	hp_off_cpu *off, hp_off_cpu_when when, bool is_own, hp_off_cpu_rest *rest, int64_t waited_ns)
{
	uint64_t taken_ns;

	if (waited_ns >= (int64_t) (off->interval_ns / OFF_CPU_LEAST_PARTS)) {
		taken_ns =
			off->sink->charge(off->owner, HP_OFF_CPU_WAITING, when, is_own, (uint64_t) waited_ns);
		off->waited_ns += (int64_t) taken_ns;
		rest->waited_ns -= (int64_t) taken_ns;
	}
}

static void off_cpu_charge_asleep(
	hp_off_cpu *off, hp_off_cpu_when when, hp_off_cpu_rest *rest, int64_t asleep_ns)
{
	uint64_t taken_ns;

	if (asleep_ns >= (int64_t) (off->interval_ns / OFF_CPU_LEAST_PARTS)) {
		taken_ns =
			off->sink->charge(off->owner, HP_OFF_CPU_ASLEEP, when, false, (uint64_t) asleep_ns);
		off->asleep_ns += (int64_t) taken_ns;
		off->charged_ns += (int64_t) taken_ns;
		rest->asleep_ns -= (int64_t) taken_ns;
	}
}

/* Returns the part of the open time asleep that passed since the last look. */
static int64_t off_cpu_recent_ns(const hp_off_cpu *off, const hp_off_cpu_rest *rest)
{
	return MAX(0, rest->asleep_ns - off->aside_ns);
}

/* Returns how much of recent_ns, the time asleep since the last look, belongs to a sleep that began
 * or ended between the two looks. That is at most half of the gap, because on average it happened
 * in the middle. */
static int64_t off_cpu_half_ns(const hp_off_cpu *off, uint64_t now_ns, int64_t recent_ns)
{
	uint64_t from_ns = MAX(off->look_ns, off->entered_ns);

	return MIN(recent_ns, now_ns > from_ns ? (int64_t) (now_ns - from_ns) / 2 : 0);
}

/* For a request that began since the last look, and that a look now finds asleep after `before`
 * other sleeps: returns how much of its time asleep belongs to the sleep that was found. The other
 * sleeps are assumed to be as long as the mean of those that no look saw. */
static int64_t off_cpu_first_ns(
	const hp_off_cpu *off, uint64_t before, int64_t half_ns, int64_t recent_ns)
{
	int64_t mean_ns = off->unseen_ns / (int64_t) MAX(1, off->unseen);

	return MAX(half_ns, recent_ns - (int64_t) before * mean_ns);
}

static void off_cpu_note_unseen(hp_off_cpu *off, uint64_t times, int64_t recent_ns)
{
	off->unseen += times;
	off->unseen_ns += recent_ns;
	if (off->unseen > OFF_CPU_UNSEEN_MOST) {
		off->unseen /= 2;
		off->unseen_ns /= 2;
	}
}

/* The sleep that the last look saw has ended. Looks miss most sleeps shorter than an interval, so a
 * short one that a look did see stands for others: it is charged as an interval or more, out of the
 * time set aside. A longer sleep stands for itself. */
static void off_cpu_pay(hp_off_cpu *off, hp_off_cpu_rest *rest)
{
	double interval_ns = (double) off->interval_ns,
		   short_ns = interval_ns - (double) off->charged_ns;
	double aside_ns = (double) MIN(off->aside_ns, rest->asleep_ns);
	double factor = 1 + aside_ns / (OFF_CPU_ASIDE_INTERVALS * interval_ns);

	if (off->was_brief && short_ns > 0 && aside_ns > 0) {
		off_cpu_charge_asleep(
			off, HP_OFF_CPU_UNSEEN, rest, (int64_t) MIN(aside_ns, short_ns * factor));
	}
}

/* Charges the rest of the sleep or wait that the last look saw. Since then the thread has run for
 * ran_ns, and was put on a CPU `times` times. If that was once and it runs now, all its time off
 * the CPU was that sleep. Otherwise the sleep may have ended anywhere between the two looks, so
 * half of the gap is charged. One of the waits for a CPU came at the end of the sleep; it is not
 * charged if the thread has run for long, because then the others were the longer ones. */
static void off_cpu_charge_tail(hp_off_cpu *off, hp_off_cpu_rest *rest, uint64_t now_ns,
	uint64_t ran_ns, bool is_off, uint64_t times)
{
	bool is_alone = times <= 1 && !is_off;

	if (off->was_waiting || is_alone || ran_ns < OFF_CPU_WOKEN_NS) {
		off_cpu_charge_waited(off, times > 1 ? HP_OFF_CPU_AMONG : HP_OFF_CPU_PAST, false, rest,
			rest->waited_ns / (int64_t) MAX(1, times));
	}
	if (!off->was_waiting) {
		int64_t recent_ns = off_cpu_recent_ns(off, rest);

		off_cpu_charge_asleep(off, HP_OFF_CPU_PAST, rest,
			is_alone ? recent_ns : off_cpu_half_ns(off, now_ns, recent_ns));
		off_cpu_pay(off, rest);
	}
}

/* Charges head_ns of a sleep in a stack that no look has seen before. If the thread also slept
 * earlier in the same gap between two looks, this sleep began anywhere within the gap, and head_ns
 * is an estimate. Returns how much of head_ns is still open. */
static int64_t off_cpu_charge_head(hp_off_cpu *off, hp_off_cpu_rest *rest, int64_t head_ns)
{
	head_ns = MIN(head_ns, off_cpu_recent_ns(off, rest));
	off->was_brief = true;
	off->charged_ns = 0;
	off_cpu_charge_asleep(off, HP_OFF_CPU_NOW, rest, head_ns);

	return MAX(0, head_ns - off->charged_ns);
}

/* True if the thread was asleep until the helper woke. On a shared CPU, the timer that wakes the
 * helper may wake the thread as well, so the look finds it ready to run. It still counts as asleep.
 * This is assumed of a thread with short sleeps that is inside a call. */
static bool off_cpu_has_woken(
	const hp_off_cpu *off, uint64_t ran_ns, uint64_t waited_ns, uint64_t times)
{
	return hp_sample_states_waits_here(&off->states) && ran_ns <= times * OFF_CPU_TURN_NS &&
		waited_ns <= times * OFF_CPU_WAIT_NS && off->sink->is_in_call(off->owner);
}

/* Charges waits for a CPU that no look saw. Waits at the end of a sleep go to the call in which the
 * thread slept; in all others it lost its CPU in the middle of its own work. */
static void off_cpu_charge_unseen(hp_off_cpu *off, hp_off_cpu_rest *rest)
{
	if (rest->waited_ns >= (int64_t) (OFF_CPU_UNSEEN_INTERVALS * off->interval_ns)) {
		off_cpu_charge_waited(
			off, HP_OFF_CPU_UNSEEN, false, rest, MIN(off->woken_ns, rest->waited_ns));
		off_cpu_charge_waited(off, HP_OFF_CPU_UNSEEN, true, rest, rest->waited_ns);
		off->woken_ns = 0;
	}
}

/* A look at a thread that has run since the last look, when some time is open. */
static void off_cpu_look_closely(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns)
{
	uint64_t before_ns = off->seen.waited_ns, times = off_cpu_read(off);
	hp_off_cpu_rest rest = off_cpu_settle(off, now_ns, cpu_ns);
	bool is_off = off->sink->is_off(off->owner, cpu_ns);
	bool is_alone = !off->was_off && times == 0;
	int64_t recent_ns = off_cpu_recent_ns(off, &rest), open_ns = 0;
	int64_t head_ns = is_alone ? recent_ns : off_cpu_half_ns(off, now_ns, recent_ns);

	if (!is_alone && !off->was_off && off->entered_ns > off->look_ns) {
		head_ns = off_cpu_first_ns(off, times, head_ns, recent_ns);
	}
	if (!off->was_off && !is_off) {
		off_cpu_note_unseen(off, times, recent_ns);
	}
	if (recent_ns > OFF_CPU_WAIT_NS) { /* the thread has slept, so it woke up */
		off->woken_ns += (int64_t) (off->seen.waited_ns - before_ns);
	}
	if (off->was_off) {
		off_cpu_charge_tail(off, &rest, now_ns, cpu_ns - off->look_cpu_ns, is_off, times);
	}
	off->was_off = is_off && off->sink->keep(off->owner, cpu_ns);
	/* Asking the kernel for the state takes longer than a short sleep. So the stack is kept first,
	 * and the answer counts only if the thread has not run since. */
	off->was_waiting = off->was_off && hp_sample_states_is_runnable(&off->states) &&
		hp_sample_source_cpu_ns(off->states.thread) == cpu_ns &&
		!off_cpu_has_woken(off, cpu_ns - off->look_cpu_ns, off->seen.waited_ns - before_ns, times);
	off->since_ns = now_ns;
	off->backoff = 1;
	if (off->was_waiting) {
		/* The kernel reports this wait only when it has ended. The waits that are open were
		 * others. */
		off_cpu_charge_waited(off, HP_OFF_CPU_UNSEEN, false, &rest, rest.waited_ns);
	} else if (off->was_off) {
		open_ns = off_cpu_charge_head(off, &rest, head_ns);
	}
	off->aside_ns = MAX(0, rest.asleep_ns - open_ns);
	off_cpu_charge_unseen(off, &rest);
}

static void off_cpu_back_off(hp_off_cpu *off)
{
	uint64_t most_ns = MAX(OFF_CPU_BUSY_NS, 2 * off->interval_ns);

	off->backoff <<= 2 * off->backoff * off->interval_ns <= most_ns;
}

void hp_off_cpu_look(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns)
{
	bool has_run = !off->was_off || cpu_ns != off->look_cpu_ns;
	hp_off_cpu_rest rest;

	if (hp_off_cpu_open_ns(off, now_ns, cpu_ns) < (int64_t) (off->interval_ns / 2)) {
		off->since_ns = has_run ? off->look_ns : off->since_ns;
		off_cpu_back_off(off);
		return;
	}
	if (has_run) {
		off_cpu_look_closely(off, now_ns, cpu_ns);
	} else if (!off->was_waiting) {
		rest = off_cpu_settle(off, now_ns, cpu_ns);
		off->was_brief = false;
		off_cpu_charge_asleep(off, HP_OFF_CPU_STILL, &rest, off_cpu_recent_ns(off, &rest));
	}
	off->look_ns = now_ns;
	off->look_cpu_ns = cpu_ns;
}

void hp_off_cpu_leave(hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_off_cpu_rest rest = off_cpu_settle(off, now_ns, cpu_ns);

	if (off->was_off) {
		uint64_t ran_ns = cpu_ns - off->look_cpu_ns;

		off_cpu_charge_tail(off, &rest, now_ns, ran_ns, ran_ns >= OFF_CPU_WOKEN_NS, 1);
	}
	off->was_off = false;
	off->aside_ns = MAX(0, rest.asleep_ns);
	off->backoff = 1;
}

void hp_off_cpu_flush(
	hp_off_cpu *off, uint64_t now_ns, uint64_t cpu_ns, hp_sample_schedule schedule)
{
	uint64_t times = off_cpu_note(off, schedule);

	if (off->was_off) {
		hp_off_cpu_rest rest = off_cpu_settle(off, now_ns, cpu_ns);

		off_cpu_charge_tail(off, &rest, now_ns, cpu_ns - off->look_cpu_ns, false, times);
	}
	off->was_off = false;
}

uint64_t hp_off_cpu_delay_ns(hp_off_cpu *off, uint64_t least_ns)
{
	uint64_t delay_ns = off->backoff * off->interval_ns;
	uint64_t there_ns = off->look_ns - off->since_ns;

	if (off->was_off) {
		delay_ns = MAX(delay_ns, MIN(there_ns / off->delay_parts, off->most_delay_ns));
	}

	delay_ns = hp_random_around(&off->random, delay_ns);

	return MAX(delay_ns, least_ns);
}
