/* source_signal.c: sources by the thread's CPU time that tick in a signal handler.
 *
 * The signal is SIGURG. By default the kernel drops it: whatever the program does to its handler or
 * its mask, and whatever it executes, the signal ends nothing. Neither source interrupts a system
 * call (EINTR): the kernel sends the signal while the thread runs, not while it waits. */
#include "sampler/source.h"

#include "base/descriptor.h"
#include "base/handler.h"
#include "base/lock.h"
#include "base/seccomp.h"

#ifdef __linux__

# include <errno.h>
# include <linux/perf_event.h>
# include <sched.h>
# include <signal.h>
# include <sys/ioctl.h>
# include <unistd.h>

# ifndef sigev_notify_thread_id
#  define sigev_notify_thread_id _sigev_un._tid
# endif

/* Guards the events of threads and our signal handler. Signal handlers do not take it, because they
 * neither arm nor disarm. */
static hp_lock signal_lock = HP_LOCK_FREE;

static uint32_t signal_users; /* armed events; guarded by the lock, as the next */
static struct sigaction signal_before;

/* Costs a system call of 0.6 us. */
static uint64_t signal_read(const hp_sample_event *event)
{
	return hp_sample_source_clock_ns(event->thread->cpu_clock);
}

/* Setting a timer costs 1 us, and 15 us in a virtual machine, as much as a tick. So one setting
 * serves all ticks of this time. It is short: if the program repeats itself in step with the
 * interval, these ticks all hit the same part of it. */
# define SIGNAL_AIM_NS 4000000u

/* The same time, if the helper thread sets the timer at its looks. If the interval is longer than
 * half of it, each tick wakes the helper to set the time of the next one: looks are too rare for
 * such intervals, and until the next look all ticks would be equally far apart. */
# define SIGNAL_HELD_AIM_NS 20000000u

/* If a setting lasts for fewer ticks than this, chance alone can make a tick late by a quarter of
 * the interval or more. */
# define SIGNAL_AIMED_TICKS 3

bool hp_sample_source_is_aimed(uint64_t interval_ns)
{
	return interval_ns > SIGNAL_AIM_NS / SIGNAL_AIMED_TICKS;
}

/* Sets the time of the next ticks from now on, no matter when the last one was. For a short
 * interval the kernel's tick is random enough. */
static void signal_aim(hp_sample_event *event, uint64_t now_ns, uint64_t span_ns)
{
	uint32_t ticks = (uint32_t) MAX(1, span_ns / HP_SHARED_READ(&event->interval_ns));

	if (event->source->aim == NULL || (ticks > 1 && event->seen_ns - event->aimed_ns < span_ns)) {
		return;
	}
	event->aimed_ns = event->seen_ns;
	event->source->aim(event, hp_sample_source_delay_ns(event, ticks, now_ns));
}

/* True if the helper thread sets the time of the event's ticks. */
static bool signal_is_aimed_beside(const hp_sample_event *event)
{
	return event->hold != NULL && event->source != &hp_sample_source_timer;
}

static bool signal_is_followed(const hp_sample_event *event)
{
	return signal_is_aimed_beside(event) &&
		2 * HP_SHARED_READ(&event->interval_ns) > SIGNAL_HELD_AIM_NS;
}

/* In the signal handler, after a tick. */
static void signal_aim_next(hp_sample_event *event)
{
	if (!signal_is_aimed_beside(event)) {
		signal_aim(event, event->seen_ns, SIGNAL_AIM_NS);
	} else if (signal_is_followed(event)) {
		event->ticked(event);
	}
}

/* Passes the program's own SIGURG, from a socket or kill(), to its handler. */
static void signal_pass_on(int number, siginfo_t *info, void *context)
{
	if (signal_before.sa_flags & SA_SIGINFO) {
		signal_before.sa_sigaction(number, info, context);
	} else if (signal_before.sa_handler != SIG_DFL && signal_before.sa_handler != SIG_IGN) {
		signal_before.sa_handler(number);
	}
}

static bool signal_is_of(const hp_sample_event *event, const siginfo_t *info)
{
	return info->si_code == SI_TIMER ? info->si_value.sival_ptr == event
									 : (info->si_code == POLL_IN || info->si_code == POLL_HUP) &&
			info->si_fd == HP_SHARED_READ(&event->file.number);
}

/* True if the signal came from an event of this thread. Two events may have the same file number,
 * in two tables of files: each checks itself whether a sample is due. */
static bool signal_tick(hp_sample_thread *thread, const siginfo_t *info, const void *context)
{
	bool is_taken = false;

	for (size_t i = 0; i < HP_SAMPLE_SIGNALS; i++) {
		hp_sample_event *event = __atomic_load_n(&thread->signals[i], __ATOMIC_ACQUIRE);

		if (event == NULL || !signal_is_of(event, info)) {
			continue;
		}
		is_taken = true;
		if (HP_SHARED_READ(&event->is_armed)) {
			event->tick(event, context);
			signal_aim_next(event);
		}
	}

	return is_taken;
}

static void signal_arrived(int number, siginfo_t *info, void *context)
{
	hp_sample_thread *thread = &hp_sample_source_here;
	int before = errno;
	bool is_taken;

	/* This is set before the events are read: see signal_remove(). */
	__atomic_store_n(&thread->is_in_handler, true, __ATOMIC_SEQ_CST);
	is_taken = signal_tick(thread, info, context);
	__atomic_store_n(&thread->is_in_handler, false, __ATOMIC_RELEASE);
	if (!is_taken) {
		signal_pass_on(number, info, context);
	}
	errno = before;
}

static bool signal_is_ours(void)
{
	struct sigaction action;

	return sigaction(SIGURG, NULL, &action) == 0 && (action.sa_flags & SA_SIGINFO) &&
		action.sa_sigaction == signal_arrived;
}

/* Adds an event to those of its thread. Returns false if there are HP_SAMPLE_SIGNALS already. */
static bool signal_add(hp_sample_event *event)
{
	for (size_t i = 0; i < HP_SAMPLE_SIGNALS; i++) {
		if (event->thread->signals[i] == NULL) {
			__atomic_store_n(&event->thread->signals[i], event, __ATOMIC_RELEASE);
			return true;
		}
	}

	return false;
}

/* Removes an event from those of its thread. Afterwards no tick of it is under way, either. Returns
 * false if it was not there, as in a child that was forked while the event was being armed. */
static bool signal_remove(const hp_sample_event *event)
{
	hp_sample_thread *thread = event->thread;
	bool is_found = false;

	for (size_t i = 0; i < HP_SAMPLE_SIGNALS; i++) {
		if (thread->signals[i] == event) {
			__atomic_store_n(&thread->signals[i], NULL, __ATOMIC_SEQ_CST);
			is_found = true;
		}
	}
	if (event->pid != getpid()) {
		thread->is_in_handler = false; /* the parent's handler */
	}
	while (__atomic_load_n(&thread->is_in_handler, __ATOMIC_SEQ_CST) &&
		thread != &hp_sample_source_here) {
		sched_yield();
	}

	return is_found;
}

static bool signal_has_handler(const struct sigaction *action)
{
	return (action->sa_flags & SA_SIGINFO) ||
		(action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

/* A program whose handler has no SA_RESTART relies on EINTR. Our handler, with SA_RESTART, would
 * take that away; without it, a tick might end another wait. */
static bool signal_is_taken(const struct sigaction *action)
{
	return signal_has_handler(action) && !(action->sa_flags & SA_RESTART);
}

/* With the lock: installs our handler. Returns false if the program's handler must stay. Another
 * thread may set its handler between two of these calls. */
static bool signal_take(void)
{
	struct sigaction action = {
		.sa_sigaction = signal_arrived, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};

	sigaction(SIGURG, NULL, &signal_before);
	if (signal_is_taken(&signal_before)) {
		return false;
	}
	if (signal_has_handler(&signal_before)) {
		action.sa_mask = signal_before.sa_mask;
	}
	sigaction(SIGURG, &action, &signal_before);
	if (signal_is_taken(&signal_before)) {
		sigaction(SIGURG, &signal_before, NULL);
		return false;
	}

	return true;
}

/* Installs our handler and adds the event. Returns false if there are too many events, or the
 * program's handler must stay. */
static bool signal_install(hp_sample_event *event)
{
	bool is_added;

	hp_lock_take(&signal_lock);
	is_added = (signal_is_ours() || signal_take()) && signal_add(event);
	if (is_added) {
		signal_users++;
	} else if (signal_users == 0 && signal_is_ours()) {
		sigaction(SIGURG, &signal_before, NULL);
	}
	hp_lock_release(&signal_lock);

	return is_added;
}

static zend_result signal_arm(hp_sample_event *event)
{
	event->seen_ns = event->aimed_ns = event->source->read(event);
	event->is_held = false;
	if (!signal_install(event)) {
		return FAILURE;
	}
	HP_SHARED_WRITE(&event->is_armed, true);
	event->source->run(event, true);

	return SUCCESS;
}

static void signal_disarm(hp_sample_event *event)
{
	/* This also drops what is pending, for the handler that follows. */
	static const struct sigaction action = {.sa_handler = SIG_DFL};

	/* In a forked child the event is of the parent's clock, and there is no timer. */
	if (event->pid == getpid()) {
		event->source->run(event, false);
	}
	HP_SHARED_WRITE(&event->is_armed, false);
	hp_lock_take(&signal_lock);
	if (signal_remove(event) && --signal_users == 0 && signal_is_ours()) {
		sigaction(SIGURG, &action, NULL);
		sigaction(SIGURG, &signal_before, NULL);
	}
	hp_lock_release(&signal_lock);
}

/* Marks the event as not armed before its timer stops. The handler re-arms the timer of an armed
 * event, so otherwise a tick in between would start another one, which would reach the program. */
static void signal_hold(hp_sample_event *event)
{
	HP_SHARED_WRITE(&event->is_armed, false);
	event->source->run(event, false);
}

void hp_sample_source_hold(hp_sample_event *event)
{
	if (event->source != NULL) {
		event->source->run(event, false);
		event->is_held = true;
	}
}

void hp_sample_source_follow(hp_sample_event *event)
{
	if (event->source != NULL && signal_is_followed(event) &&
		HP_SHARED_READ(&event->seen_ns) != event->aimed_ns) {
		signal_aim(event, event->source->read(event), SIGNAL_HELD_AIM_NS);
	}
}

void hp_sample_source_watch(hp_sample_event *event)
{
	if (event->source == NULL) {
		return;
	}
	if (!signal_is_ours()) {
		signal_hold(event);
	} else if (event->is_held && HP_SHARED_READ(&event->is_armed)) {
		event->is_held = false;
		event->source->run(event, true);
	}
	if (signal_is_followed(event)) {
		hp_sample_source_follow(event); /* the program may have closed what wakes the helper */
	} else if (signal_is_aimed_beside(event)) {
		signal_aim(event, event->source->read(event), SIGNAL_HELD_AIM_NS);
	}
}

bool hp_sample_source_is_blocked(void)
{
	sigset_t blocked;

	return pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0 || sigismember(&blocked, SIGURG);
}

bool hp_sample_source_is_taken(void)
{
	struct sigaction action;

	return sigaction(SIGURG, NULL, &action) == 0 && signal_is_taken(&action);
}

static void signal_release(hp_sample_event *event)
{
	if (event->source != NULL && signal_is_ours() && !hp_sample_source_is_blocked()) {
		HP_SHARED_WRITE(&event->is_armed, true);
		if (event->hold == NULL) {
			event->source->run(event, true);
		}
	}
}

/* Holds or releases the events of this thread. Returns the one event that is to be held by the
 * helper thread that armed it; NULL: none. */
static hp_sample_event *signal_hold_own(bool is_held)
{
	hp_sample_event *other = NULL;

	for (size_t i = 0; i < HP_SAMPLE_SIGNALS; i++) {
		hp_sample_event *event = hp_sample_source_here.signals[i];

		if (event == NULL) {
			continue;
		}
		if (event->hold != NULL && is_held) {
			HP_SHARED_WRITE(&event->is_armed, false);
			other = event;
		} else {
			(is_held ? signal_hold : signal_release)(event);
		}
	}

	return other;
}

/* Holds or releases all events of this thread. hold() waits for the helper thread, which may be
 * disarming an event and need the lock for that. So hold() is called without the lock. */
static void signal_hold_all(bool is_held)
{
	hp_sample_event *other;

	hp_lock_take(&signal_lock);
	other = signal_hold_own(is_held);
	hp_lock_release(&signal_lock);
	if (other != NULL) {
		other->hold(other);
	}
}

static zif_handler signal_next_signal, signal_next_mask;

/* Calls a function that may take SIGURG's handler away or block it. Meanwhile no tick of ours may
 * reach the program's handler, or its sigwait(). */
static void signal_call_held(INTERNAL_FUNCTION_PARAMETERS, zif_handler next)
{
	signal_hold_all(true);
	next(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	signal_hold_all(false);
}

static ZEND_NAMED_FUNCTION(signal_set_handler)
{
	signal_call_held(INTERNAL_FUNCTION_PARAM_PASSTHRU, signal_next_signal);
}

static ZEND_NAMED_FUNCTION(signal_set_mask)
{
	signal_call_held(INTERNAL_FUNCTION_PARAM_PASSTHRU, signal_next_mask);
}

static bool signal_is_hooked;

void hp_sample_source_post_startup(void)
{
	if (!signal_is_hooked) {
		signal_is_hooked = true;
		signal_next_signal =
			hp_handler_replace(CG(function_table), "pcntl_signal", signal_set_handler);
		signal_next_mask =
			hp_handler_replace(CG(function_table), "pcntl_sigprocmask", signal_set_mask);
	}
}

void hp_sample_source_shutdown(void)
{
	signal_is_hooked = false; /* after another startup there are other functions */
}

/* counted: NULL is CPU time. */
static int perf_open(const hp_event *counted, uint64_t period, pid_t tid)
{
	struct perf_event_attr attributes = {.size = sizeof(attributes),
		.type = counted == NULL ? PERF_TYPE_SOFTWARE : counted->perf_type,
		.config = counted == NULL ? PERF_COUNT_SW_TASK_CLOCK : counted->perf_config,
		.sample_period = period,
		.disabled = 1,
		/* A tick in the kernel would interrupt the system call. Without one, its weight goes to the
		 * code that runs next. The timer does so after each sleep, which is worse. */
		.exclude_kernel = 1,
		.exclude_hv = 1};

	return hp_descriptor_open_perf(&attributes, tid, -1);
}

static uint64_t perf_count(const hp_sample_event *event)
{
	uint64_t count = 0;

	return read(event->file.number, &count, sizeof(count)) == sizeof(count) ? count
																			: event->seen_ns;
}

/* Makes the event's ticks signals to the thread. Returns false if that failed. */
static bool perf_signal(int fd, pid_t tid)
{
	struct f_owner_ex owner = {F_OWNER_TID, tid};

	return fcntl(fd, F_SETOWN_EX, &owner) == 0 && fcntl(fd, F_SETSIG, SIGURG) == 0 &&
		fcntl(fd, F_SETFL, O_ASYNC) == 0;
}

int hp_sample_source_open_ticking(uint64_t interval_ns)
{
	pid_t tid = hp_sample_source_thread()->tid;
	int fd = perf_open(NULL, interval_ns, tid);

	if (fd >= 0 && (!perf_signal(fd, tid) || ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) != 0)) {
		close(fd);
		fd = -1;
	}

	return fd;
}

/* Opens the event's file. A stopped event still has it, unless the program has closed it. */
static bool perf_open_event(hp_sample_event *event)
{
	pid_t tid = event->thread->tid;

	if (hp_descriptor_is_kept(&event->file)) {
		return ioctl(event->file.number, PERF_EVENT_IOC_PERIOD, &event->interval_ns) == 0;
	}
	event->file = hp_descriptor_keep(perf_open(event->counted, event->interval_ns, tid));

	return event->file.number >= 0 && perf_signal(event->file.number, tid);
}

static zend_result perf_enable(hp_sample_event *event)
{
	return perf_open_event(event) ? signal_arm(event) : FAILURE;
}

static void perf_run(const hp_sample_event *event, bool is_on)
{
	ioctl(event->file.number, is_on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

static void perf_aim(const hp_sample_event *event, uint64_t delay_ns)
{
	ioctl(event->file.number, PERF_EVENT_IOC_PERIOD, &delay_ns);
}

static void timer_set(const hp_sample_event *event, uint64_t delay_ns)
{
	uint64_t interval_ns = HP_SHARED_READ(&event->interval_ns);
	struct itimerspec period = {
		.it_interval = {(time_t) (interval_ns / 1000000000), (long) (interval_ns % 1000000000)},
		.it_value = {(time_t) (delay_ns / 1000000000), (long) (delay_ns % 1000000000)}};

	timer_settime(event->timer, 0, &period, NULL);
}

static void timer_run(const hp_sample_event *event, bool is_on)
{
	timer_set(event, is_on ? event->interval_ns : 0);
}

uint64_t hp_sample_source_kernel_tick_ns(void)
{
	struct timespec tick = {0, 0};

	clock_getres(CLOCK_MONOTONIC_COARSE, &tick);

	return (uint64_t) tick.tv_nsec;
}

bool hp_sample_source_is_of_ticks(uint64_t interval_ns)
{
	uint64_t tick_ns = hp_sample_source_kernel_tick_ns();

	return tick_ns > 0 && interval_ns >= 2 * tick_ns;
}

static void timer_aim(const hp_sample_event *event, uint64_t delay_ns)
{
	if (hp_sample_source_is_of_ticks(HP_SHARED_READ(&event->interval_ns))) {
		timer_set(event, delay_ns);
	}
}

static zend_result timer_enable(hp_sample_event *event)
{
	struct sigevent notice = {.sigev_notify = SIGEV_THREAD_ID,
		.sigev_signo = SIGURG,
		.sigev_value.sival_ptr = event,
		.sigev_notify_thread_id = event->thread->tid};

	if (hp_seccomp_kills_timers() ||
		timer_create(event->thread->cpu_clock, &notice, &event->timer) != 0) {
		return FAILURE;
	}
	if (signal_arm(event) == FAILURE) {
		timer_delete(event->timer);
		return FAILURE;
	}

	return SUCCESS;
}

static void timer_disable(hp_sample_event *event)
{
	signal_disarm(event);
	if (event->pid == getpid()) {
		timer_delete(event->timer);
	}
}

const hp_sample_source hp_sample_source_timer = {
	"timer", timer_enable, timer_disable, signal_read, timer_run, timer_aim};
const hp_sample_source hp_sample_source_perf = {
	"perf", perf_enable, signal_disarm, signal_read, perf_run, perf_aim};
const hp_sample_source hp_sample_source_event = {
	"event", perf_enable, signal_disarm, perf_count, perf_run, NULL};

#else

const hp_sample_source hp_sample_source_timer = {.name = "timer"};
const hp_sample_source hp_sample_source_perf = {.name = "perf"};
const hp_sample_source hp_sample_source_event = {.name = "event"};

int hp_sample_source_open_ticking(uint64_t interval_ns)
{
	return -1;
}

bool hp_sample_source_is_aimed(uint64_t interval_ns)
{
	return false;
}

uint64_t hp_sample_source_kernel_tick_ns(void)
{
	return 0;
}

bool hp_sample_source_is_of_ticks(uint64_t interval_ns)
{
	return true;
}

void hp_sample_source_watch(hp_sample_event *event)
{
}

bool hp_sample_source_is_blocked(void)
{
	return false;
}

bool hp_sample_source_is_taken(void)
{
	return false;
}

void hp_sample_source_post_startup(void)
{
}

void hp_sample_source_shutdown(void)
{
}

#endif
