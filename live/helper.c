#include "live/helper.h"

#include "base/descriptor.h"
#include "sampler/control.h"
#include "sampler/helper.h"
#include "sampler/source_choice.h"
#include "sampler/wait_own.h"
#include "trace/metric.h"

#ifdef __linux__

# include <errno.h>
# include <poll.h>
# include <sys/prctl.h>
# include <time.h>
# include <unistd.h>

/* The least time between two reads of messages. */
# define HELPER_PAUSE_NS 10000000u

/* The cost of a wake-up for whatever ran on that CPU. The kernel's part is in the helper's own CPU
 * time. */
# define HELPER_WAKE_NS 5000u

/* The longest time between two looks at a thread that waits in one place: while a reader asks for
 * samples, and while only the flight recorder does. */
# define HELPER_MOST_DELAY_NS 40000000u
# define HELPER_RECORDER_MOST_DELAY_NS 500000000u

/* The helper looks again after one part in this many of the time waited so far. The flight
 * recorder, which never ends, spends its budget on short intervals rather than on the ends of
 * waits. */
# define HELPER_DELAY_PARTS 8
# define HELPER_RECORDER_DELAY_PARTS 2

/* The thread of PHP waits this many times, for this long each, for the helper to stop its ticks. */
# define HELPER_HOLD_NS 100000
# define HELPER_HOLD_TIMES 5000u

/* The time between two checks of what sampling costs. */
# define HELPER_BUDGET_NS 100000000u

/* Reads the wake-up pipe. A helper without its own table of descriptors shares the program's, and
 * the program may have closed ours: then the helper ends. */
static void helper_read_wake(hp_live_helper *helper)
{
	char bytes[64];
	ssize_t count =
		hp_descriptor_is_kept(&helper->wake) ? read(helper->wake.number, bytes, sizeof(bytes)) : 0;

	if (count == 0 || (count < 0 && errno != EAGAIN)) {
		helper->is_deaf = true;
		__atomic_store_n(&helper->is_stopping, true, __ATOMIC_RELEASE);
	}
}

/* Waits for a wake-up, a message or the delay. Returns true if there may be a message. */
static bool helper_poll(hp_live_helper *helper, bool may_read, uint64_t delay_ns)
{
	struct pollfd files[] = {
		{.fd = helper->wake.number, .events = POLLIN},
		{.fd = may_read ? helper->files->control.number : -1, .events = POLLIN},
	};
	struct timespec delay = {(time_t) (delay_ns / 1000000000), (long) (delay_ns % 1000000000)};

	if (ppoll(files, 2, delay_ns == UINT64_MAX ? NULL : &delay, NULL) < 0 && errno != EINTR) {
		nanosleep(&(struct timespec){1, 0}, NULL); /* so that the loop always waits */
	}
	if (files[0].revents != 0) {
		helper_read_wake(helper);
	}
	helper->is_deaf = helper->is_deaf || (files[1].revents & (POLLNVAL | POLLERR)) != 0;

	return (files[1].revents & POLLIN) != 0;
}

/* Waits for a message and, if parked, for the next request, but at most delay_ns. Returns true if
 * there may be a message. */
static bool helper_wait(hp_live_helper *helper, uint64_t delay_ns, bool is_parked)
{
	bool is_there;
	uint64_t now_ns = hp_live_ring_now_ns();
	bool may_read = !helper->is_deaf && now_ns >= helper->read_after_ns;

	if (!helper->is_deaf && !may_read) {
		delay_ns = MIN(delay_ns, helper->read_after_ns - now_ns);
	}
	HP_SHARED_WRITE(&helper->is_parked, helper->sink->sampler.is_on && is_parked);
	is_there = helper_poll(helper, may_read, delay_ns);
	HP_SHARED_WRITE(&helper->is_parked, false);

	return is_there;
}

static void helper_read(hp_live_helper *helper)
{
	uint64_t now_ns = hp_live_ring_now_ns();
	size_t room = sizeof(helper->bytes) - helper->count, rest;
	ssize_t bytes;

	/* The program may have closed the FIFO, and may use its number for another file by now. */
	if (!hp_descriptor_is_kept(&helper->files->control)) {
		helper->is_deaf = true;
		return;
	}
	bytes = read(helper->files->control.number, helper->bytes + helper->count, room);
	if (bytes <= 0) {
		return;
	}
	helper->count += (size_t) bytes;
	rest = hp_live_control_read(&helper->control, helper->bytes, helper->count, now_ns);
	/* Readers write each message as a whole, so bytes that are left over belong to no message. */
	if ((size_t) bytes < room && rest > 0) {
		helper->control.refused++;
		rest = 0;
	}
	memmove(helper->bytes, helper->bytes + helper->count - rest, rest);
	helper->count = rest;
	/* Pause only while messages follow one another closely, because a pause costs another
	 * wake-up. */
	helper->read_after_ns =
		now_ns - helper->read_ns < HELPER_PAUSE_NS ? now_ns + HELPER_PAUSE_NS : now_ns;
	helper->read_ns = now_ns;
}

static void helper_publish(const hp_live_helper *helper, const hp_live_wish *wish)
{
	const hp_live_sink *sink = helper->sink;
	const hp_sampler *sampler = &sink->sampler;
	hp_live_header *header = sink->ring->header;

	HP_SHARED_WRITE(&header->clock, (uint32_t) wish->clock);
	HP_SHARED_WRITE(&header->readers, wish->readers);
	HP_SHARED_WRITE(&header->asked_ns, wish->is_on ? wish->interval_ns : 0);
	HP_SHARED_WRITE(&header->until_ns, wish->until_ns);
	HP_SHARED_WRITE(&header->budget_ppm, helper->budget.ppm);
	HP_SHARED_WRITE(&header->interval_ns, sampler->is_on ? sampler->interval_ns : 0);
	if (sampler->is_on) {
		hp_why why = hp_source_choice_why(sampler);

		HP_SHARED_WRITE(
			&header->source, HP_LIVE_PERF + (uint32_t) hp_source_choice_source(sampler, why));
		HP_SHARED_WRITE(&header->taken_by, header->source);
		HP_SHARED_WRITE(&header->why, (uint32_t) why);
	} else {
		HP_SHARED_WRITE(&header->source, HP_LIVE_NO_SOURCE);
	}
	HP_SHARED_WRITE(&header->handler_ns,
		HP_SHARED_READ(&sampler->thread.handler_ns) + sampler->helper.choice.attached_ns);
	HP_SHARED_WRITE(&header->refused, helper->control.refused);
	HP_SHARED_WRITE(&header->is_on, (uint32_t) sampler->is_on);
}

static uint64_t helper_cost_ns(const hp_live_helper *helper)
{
	return hp_sample_source_clock_ns(CLOCK_THREAD_CPUTIME_ID) + helper->wakes * HELPER_WAKE_NS;
}

static hp_live_spent helper_spent(const hp_live_helper *helper)
{
	hp_sampler *sampler = &helper->sink->sampler;
	uint64_t now_ns = hp_live_ring_now_ns();

	hp_source_choice_count_switches(sampler);

	return (hp_live_spent){now_ns, hp_live_sink_busy_ns(helper->sink, now_ns),
		hp_sampler_cpu_ns(sampler),
		HP_SHARED_READ(&sampler->thread.handler_ns) + sampler->helper.choice.attached_ns +
			helper_cost_ns(helper),
		sampler->helper.choice.switch_ns};
}

static void helper_enable(hp_live_helper *helper, const hp_live_wish *wish)
{
	hp_live_spent spent = helper_spent(helper);

	hp_live_budget_begin(&helper->budget, spent.wall_ns - helper->started_ns, &spent);
	HP_SHARED_WRITE(&helper->sink->ring->header->on_ns, spent.wall_ns);
	if (helper->has_own_files) {
		hp_control_open_own(&helper->sink->sampler);
	}
	hp_live_sink_enable(helper->sink, wish->clock,
		hp_live_budget_interval(&helper->budget, wish->interval_ns, &spent));
	spent = helper_spent(helper);
	hp_live_budget_defer(&helper->budget, &spent);
}

static void helper_disable(hp_live_helper *helper)
{
	hp_control_disable(&helper->sink->sampler);
	hp_control_close_own(&helper->sink->sampler);
}

/* Returns the interval that stays within the budget. The clocks of threads are expensive to read,
 * so this is done only now and then. */
static uint64_t helper_interval_ns(hp_live_helper *helper, uint64_t asked_ns, uint64_t now_ns)
{
	uint64_t interval_ns = MAX(helper->budget.interval_ns, asked_ns);
	hp_live_spent spent;

	if (now_ns >= helper->spent_after_ns || asked_ns != helper->asked_ns) {
		helper->spent_after_ns = now_ns + HELPER_BUDGET_NS;
		helper->asked_ns = asked_ns;
		spent = helper_spent(helper);
		interval_ns = hp_live_budget_interval(&helper->budget, asked_ns, &spent);
		HP_SHARED_WRITE(&helper->sink->ring->header->helper_ns, helper_cost_ns(helper));
	}

	return interval_ns;
}

/* Adapts sampling to what readers request now. */
static void helper_follow(hp_live_helper *helper, const hp_live_wish *wish, uint64_t now_ns)
{
	hp_sampler *sampler = &helper->sink->sampler;
	uint64_t interval_ns;

	if (sampler->is_on && (!wish->is_on || wish->clock != helper->sink->clock)) {
		helper_disable(helper);
	}
	if (!wish->is_on) {
		return;
	}
	if (!sampler->is_on) {
		helper_enable(helper, wish);
		return;
	}
	sampler->locked.off.most_delay_ns =
		wish->readers > 0 ? HELPER_MOST_DELAY_NS : HELPER_RECORDER_MOST_DELAY_NS;
	sampler->locked.off.delay_parts =
		wish->readers > 0 ? HELPER_DELAY_PARTS : HELPER_RECORDER_DELAY_PARTS;
	interval_ns = helper_interval_ns(helper, wish->interval_ns, now_ns);
	if (interval_ns != sampler->interval_ns) {
		hp_control_set_interval(sampler, interval_ns);
	}
	sampler->helper.choice.is_over_budget = helper->budget.is_expensive;
}

/* Adds the dumps that readers want. A dump of a running thread needs a tick, so sampling is on even
 * if nobody asks for samples. */
static void helper_add_dumps(hp_live_helper *helper, hp_live_wish *wish, uint64_t now_ns)
{
	hp_live_sink *sink = helper->sink;

	if (helper->control.dumps > 0) {
		hp_live_sink_dump(sink, helper->control.dumps, now_ns);
		helper->control.dumps = 0;
	}
	hp_live_sink_set_for_dumps(sink, !wish->is_on && HP_SHARED_READ(&sink->dumps) > 0);
	if (HP_SHARED_READ(&sink->dumps) > 0) {
		wish->interval_ns = wish->is_on ? wish->interval_ns : HP_LIVE_MIN_INTERVAL_NS;
		wish->clock = wish->is_on ? wish->clock : HP_LIVE_CPU;
		wish->is_on = true;
	}
}

/* Publishes how much memory the heap uses. A sleeping thread has no tick that would do it. */
static void helper_measure(const hp_live_helper *helper)
{
	hp_live_slot *slot = &helper->sink->ring->header->slot;

	if (helper->usage != NULL) {
		HP_SHARED_WRITE(&slot->memory_bytes, HP_SHARED_READ(&helper->usage->bytes));
		HP_SHARED_WRITE(&slot->peak_bytes, HP_SHARED_READ(&helper->usage->peak_bytes));
	}
}

/* Does what readers request. Returns the nanoseconds until there is something to do again;
 * UINT64_MAX: nothing to wait for but messages and, if parked, the next request. */
static uint64_t helper_work(hp_live_helper *helper, bool *is_parked)
{
	uint64_t now_ns = hp_live_ring_now_ns(), delay_ns = UINT64_MAX;
	hp_live_wish wish = hp_live_control_wish(&helper->control, now_ns);

	helper_measure(helper);
	hp_live_budget_set(&helper->budget, wish.budget_ppm);
	if (helper->control.wants_snapshot || helper->control.wants_arm ||
		helper->control.wants_locals) {
		helper->ask(helper);
	}
	helper_add_dumps(helper, &wish, now_ns);
	helper_follow(helper, &wish, now_ns);
	if (helper->sink->sampler.is_on) {
		delay_ns = hp_live_sink_look(helper->sink);
	}
	*is_parked = delay_ns == UINT64_MAX;
	helper_publish(helper, &wish);
	if (wish.until_ns != 0 && wish.until_ns != UINT64_MAX) {
		delay_ns = MIN(delay_ns, wish.until_ns - now_ns);
	}

	return delay_ns;
}

static void helper_signal(const hp_live_helper *helper)
{
	if (hp_descriptor_is_kept(&helper->waker)) {
		while (write(helper->waker.number, "", 1) < 0 && errno == EINTR) {
		}
	}
}

/* In the thread of PHP: asks the helper to stop the ticks, and waits until it has. There is no
 * deadlock, because the helper never waits for this thread. */
static void helper_hold(hp_sample_event *event)
{
	hp_live_helper *helper = event->holder;
	struct timespec moment = {0, HELPER_HOLD_NS};

	__atomic_store_n(&helper->wants_hold, true, __ATOMIC_RELEASE);
	helper_signal(helper);
	for (uint32_t i = 0; i < HELPER_HOLD_TIMES; i++) {
		if (!__atomic_load_n(&helper->wants_hold, __ATOMIC_ACQUIRE)) {
			return;
		}
		nanosleep(&moment, NULL);
	}
}

/* In the signal handler of the thread of PHP, after a tick: only the helper can set the time of the
 * next one. It does just that, and looks no earlier than it would have: otherwise looks would be
 * most frequent where the thread runs. */
static void helper_ticked(hp_sample_event *event)
{
	helper_signal(event->holder);
}

static bool helper_leave_files(const hp_live_helper *helper)
{
	int files[] = {helper->wake.number, helper->files->control.number, hp_wait_own_file()};

	return hp_sample_helper_leave_files(files, sizeof(files) / sizeof(files[0]));
}

static void *helper_run(void *argument)
{
	hp_live_helper *helper = argument;
	bool is_parked;
	uint64_t delay_ns;

	helper->has_own_files = helper_leave_files(helper);
	delay_ns = helper_work(helper, &is_parked);
	prctl(PR_SET_NAME, "xhprof-live");
	prctl(PR_SET_TIMERSLACK, 1);
	while (!__atomic_load_n(&helper->is_stopping, __ATOMIC_ACQUIRE)) {
		bool is_there = helper_wait(helper, delay_ns, is_parked);

		helper->wakes++;
		if (__atomic_load_n(&helper->wants_hold, __ATOMIC_ACQUIRE)) {
			hp_sample_source_hold(&helper->sink->sampler.cpu);
			__atomic_store_n(&helper->wants_hold, false, __ATOMIC_RELEASE);
		}
		hp_sample_source_follow(&helper->sink->sampler.cpu);
		if (is_there) {
			helper_read(helper);
		}
		delay_ns = helper_work(helper, &is_parked);
	}
	if (helper->sink->sampler.is_on) {
		helper_disable(helper);
	}
	HP_SHARED_WRITE(&helper->sink->ring->header->helper_ns, helper_cost_ns(helper));

	return NULL;
}

/* Opens a pipe, not an eventfd: all eventfds share one inode, so ours could not be told from the
 * program's. */
static zend_result helper_open_wake(hp_live_helper *helper)
{
	int ends[2];

	errno = hp_descriptor_open_pipe(ends);
	if (errno != 0) {
		return FAILURE;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	helper->wake = hp_descriptor_keep(ends[0]);
	helper->waker = hp_descriptor_keep(ends[1]);

	return SUCCESS;
}

static void helper_close_wake(hp_live_helper *helper)
{
	hp_descriptor_drop(&helper->wake);
	hp_descriptor_drop(&helper->waker);
}

zend_result hp_live_helper_start(hp_live_helper *helper)
{
	if (helper_open_wake(helper) == FAILURE) {
		return FAILURE;
	}
	helper->sink->sampler.cpu.hold = helper_hold;
	helper->sink->sampler.cpu.ticked = helper_ticked;
	helper->sink->sampler.cpu.holder = helper;
	helper->started_ns = hp_live_ring_now_ns();
	errno = hp_sample_helper_create(&helper->thread, helper_run, helper);
	helper->pid = errno == 0 ? getpid() : 0;
	if (helper->pid == 0) {
		helper_close_wake(helper);
		return FAILURE;
	}

	return SUCCESS;
}

void hp_live_helper_stop(hp_live_helper *helper)
{
	if (helper->pid == 0) {
		return;
	}
	if (helper->pid == getpid()) {
		__atomic_store_n(&helper->is_stopping, true, __ATOMIC_RELEASE);
		helper_signal(helper);
		pthread_join(helper->thread, NULL);
	}
	helper_close_wake(helper);
	helper->pid = 0;
}

void hp_live_helper_wake(hp_live_helper *helper)
{
	if (HP_SHARED_READ(&helper->sink->sampler.is_on) && HP_SHARED_READ(&helper->is_parked)) {
		helper_signal(helper);
	}
}

#endif
