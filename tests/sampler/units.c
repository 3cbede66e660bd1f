/* units.c: unit tests of sampler/ by given clocks: time off the CPU, delays, ticks, and the store
 * of samples. tests/base/units.c includes it. */
#include "sampler/sampler.h"

#include "tests/base/units.h"

/* Stand-ins for the kernel: what it says of the thread, and the time. */
static struct {
	hp_sample_schedule schedule;
	bool is_runnable;
	bool has_ticks_only; /* no timer is finer than the kernel's ticks */
	bool has_no_aim; /* ticks come at whole intervals */
	uint64_t cpu_ns;
	uint64_t clock_ns;
	/* A tick takes so much time from the thread, in the middle of each period; others take none. */
	uint64_t next_ns;
	uint32_t taken_count;
	const uint64_t *taken_ns;
} kernel;

void hp_sample_states_open(hp_sample_states *states, const hp_sample_thread *thread)
{
}

void hp_sample_states_close(hp_sample_states *states)
{
}

bool hp_sample_states_is_runnable(const hp_sample_states *states)
{
	return kernel.is_runnable;
}

bool hp_sample_states_waits_here(const hp_sample_states *states)
{
	return false;
}

hp_sample_schedule hp_sample_states_schedule(const hp_sample_states *states)
{
	return kernel.schedule;
}

int hp_sample_source_open_ticking(uint64_t interval_ns)
{
	return -1;
}

int hp_sample_helper_create(pthread_t *thread, void *(*run)(void *argument), void *argument)
{
	return -1;
}

void hp_descriptor_drop(hp_descriptor_kept *kept)
{
}

static uint64_t kernel_cpu_ns(const hp_sample_thread *thread)
{
	return kernel.cpu_ns;
}

/* Each reading takes 100 ns. */
static uint64_t kernel_clock_ns(clockid_t clock)
{
	kernel.clock_ns += 100;
	if (kernel.taken_count > 0 && kernel.clock_ns >= kernel.next_ns) {
		kernel.clock_ns += *kernel.taken_ns++;
		kernel.taken_count--;
		kernel.next_ns = kernel.clock_ns + 100000;
	}

	return kernel.clock_ns;
}

bool hp_sample_source_is_aimed(uint64_t interval_ns)
{
	return !kernel.has_no_aim;
}

bool hp_sample_source_is_of_ticks(uint64_t interval_ns)
{
	return kernel.has_ticks_only;
}

const hp_sample_source hp_sample_source_timer = {.name = "timer"};

uint32_t hp_stack_walk_safe_point(hp_stack_walk *walk, const zend_execute_data *top)
{
	return 1;
}

uint32_t hp_stack_walk_own(hp_stack_walk *walk, const zend_execute_data *top, const void *context)
{
	return 1;
}

bool hp_found_waits_for_cpu(hp_sampler *sampler, uint64_t cpu_ns)
{
	return false;
}

void hp_view_see(hp_sampler *sampler)
{
	sampler->helper.view.count = 1;
}

uint32_t hp_wait_label_of(hp_sampler *sampler, hp_sampler_activity state, uint32_t asleep)
{
	return HP_SAMPLE_NONE;
}

#include "base/random.c"
#include "sampler/due.c"
#include "sampler/place.c"
#include "sampler/source.c"
#include "sampler/store.c"

#define hp_sample_source_cpu_ns kernel_cpu_ns
#include "sampler/charge.c"
#include "sampler/off_cpu.c"
#undef hp_sample_source_cpu_ns

#define hp_sampler_cpu_ns(sampler) kernel.cpu_ns
#include "sampler/naps.c"
#undef hp_sampler_cpu_ns

#define hp_sample_source_clock_ns kernel_clock_ns
#include "sampler/tick.c"
#undef hp_sample_source_clock_ns

int hp_descriptor_copy_from(int process, int number)
{
	return -1;
}

#include "sampler/wait_socket.c"

/* wait_socket */

static void check_address(const char *listed, const char *text)
{
	char line[256], name[HP_WAIT_BYTES] = "";
	wait_socket_line parsed;
	bool is_v6 = strchr(listed, ':') - listed == 32;

	snprintf(line, sizeof(line), "   0: %s %s 01 00000000:00000000 00:00000000 00000000 33 0 77 1",
		listed, listed);
	CHECK(wait_socket_parse_line(line, is_v6, &parsed) && parsed.inode == 77 && parsed.state == 1);
	CHECK(!wait_socket_parse_line(line, !is_v6, &parsed));
	CHECK(wait_socket_parse_line(line, is_v6, &parsed) &&
		wait_socket_internet_name(&parsed.peer, "tcp", name));
	CHECK_TEXT(name + strlen("tcp "), text);
}

static void wait_socket_reads_addresses_as_the_command_does(void)
{
#ifndef WORDS_BIGENDIAN
# define ADDRESS(listed, text) CHECK_BY(check_address(listed, text));
# include "tests/sampler/addresses.inc"
# undef ADDRESS
#endif
}

/* off_cpu */

#define OFF_CPU_MS UINT64_C(1000000)

/* A thread whose looks are at a time of our own, and what was charged to it. */
typedef struct off_cpu_run {
	hp_off_cpu off;
	uint64_t now_ns;
	uint64_t cpu_ns;
	bool is_off;
	uint64_t most_ns; /* that a sample accounts for; 0: all */
	uint32_t count; /* of samples */
	hp_off_cpu_state state; /* of the last one, as the next */
	hp_off_cpu_when when;
	bool is_own;
	uint64_t last_ns;
	uint64_t charged_ns[3]; /* by state */
} off_cpu_run;

static bool run_keep(void *owner, uint64_t cpu_ns)
{
	return true;
}

static bool run_is_off(void *owner, uint64_t cpu_ns)
{
	return ((const off_cpu_run *) owner)->is_off;
}

static bool run_is_in_call(void *owner)
{
	return false;
}

static uint64_t run_charge(
	void *owner, hp_off_cpu_state state, hp_off_cpu_when when, bool is_own, uint64_t open_ns)
{
	off_cpu_run *run = owner;
	uint64_t taken_ns = run->most_ns == 0 ? open_ns : MIN(open_ns, run->most_ns);

	run->count++;
	run->state = state;
	run->when = when;
	run->is_own = is_own;
	run->last_ns = taken_ns;
	run->charged_ns[state] += taken_ns;

	return taken_ns;
}

static const hp_off_cpu_sink run_sink = {run_keep, run_is_off, run_is_in_call, run_charge};

/* Its life is 5 s of 7 s so far: only what is of now on counts. */
static void run_begin(off_cpu_run *run)
{
	memset(run, 0, sizeof(*run));
	memset(&kernel, 0, sizeof(kernel));
	kernel.schedule = (hp_sample_schedule){.waited_ns = 300 * OFF_CPU_MS, .switches = 50};
	run->now_ns = 7000 * OFF_CPU_MS;
	run->cpu_ns = kernel.cpu_ns = 5000 * OFF_CPU_MS;
	hp_off_cpu_init(&run->off, &run_sink, run);
	run->off.random.state = 1;
	run->off.interval_ns = OFF_CPU_MS;
	run->off.most_delay_ns = 100 * OFF_CPU_MS;
	hp_off_cpu_begin(&run->off, run->now_ns, run->cpu_ns);
}

static void run_runs(off_cpu_run *run, uint64_t ns)
{
	run->now_ns += ns;
	run->cpu_ns += ns;
	kernel.cpu_ns = run->cpu_ns;
}

static void run_sleeps(off_cpu_run *run, uint64_t ns)
{
	run->now_ns += ns;
	kernel.schedule.switches++;
}

/* It is ready all that time; the kernel says so when it runs again. */
static void run_waits(off_cpu_run *run, uint64_t ns)
{
	run->now_ns += ns;
	kernel.schedule.waited_ns += ns;
	kernel.schedule.switches++;
}

static void run_look(off_cpu_run *run, bool is_off)
{
	run->is_off = is_off;
	hp_off_cpu_look(&run->off, run->now_ns, run->cpu_ns);
}

static void run_leave(off_cpu_run *run)
{
	hp_off_cpu_leave(&run->off, run->now_ns, run->cpu_ns);
}

static void run_flush(off_cpu_run *run)
{
	hp_off_cpu_flush(&run->off, run->now_ns, run->cpu_ns, kernel.schedule);
}

static int64_t run_open_ns(const off_cpu_run *run)
{
	return hp_off_cpu_open_ns(&run->off, run->now_ns, run->cpu_ns);
}

static hp_off_cpu_rest run_rest(const off_cpu_run *run)
{
	return hp_off_cpu_rest_of(&run->off, run->now_ns, run->cpu_ns);
}

#define CHECK_SAMPLE(run, number, of_state, of_when, ns) \
 do { \
  CHECK_INT((run).count, number); \
  CHECK_INT((run).state, of_state); \
  CHECK_INT((run).when, of_when); \
  CHECK_INT((run).last_ns, ns); \
 } while (0)

static void off_cpu_opens_what_is_not_cpu_time(void)
{
	off_cpu_run run;

	run_begin(&run);
	CHECK_INT(run_open_ns(&run), 0);
	run_runs(&run, 500);
	CHECK_INT(run_open_ns(&run), 0);
	run_sleeps(&run, 300);
	CHECK_INT(run_open_ns(&run), 300);
	/* A pause of 200 does not count: the thread ran for 50 of it and waited for 20. */
	kernel.schedule.waited_ns += 20;
	run.now_ns += 200;
	run.cpu_ns += 50;
	hp_off_cpu_pause(&run.off, 200, 50, 20);
	CHECK_INT(run_open_ns(&run), 300);
	run_waits(&run, 40);
	run_flush(&run);
	CHECK_INT(run_open_ns(&run), 340);
	CHECK_INT(run_rest(&run).waited_ns, 40);
	CHECK_INT(run_rest(&run).asleep_ns, 300);
	hp_off_cpu_take(&run.off, 100);
	CHECK_INT(run_open_ns(&run), 240);
	CHECK_INT(run_rest(&run).asleep_ns, 200);
	hp_off_cpu_take_waits(&run.off, 30);
	CHECK_INT(run_rest(&run).waited_ns, 10);
	hp_off_cpu_owe(&run.off, (hp_off_cpu_rest){.asleep_ns = 7, .waited_ns = 5});
	CHECK_INT(run_rest(&run).asleep_ns, 207);
	CHECK_INT(run_rest(&run).waited_ns, 15);
	CHECK_INT(run_open_ns(&run), 222);
	hp_off_cpu_enter(&run.off, run.now_ns, run.cpu_ns, kernel.schedule);
	CHECK_INT(run_open_ns(&run), 0);
	CHECK_INT(run_rest(&run).waited_ns, 0);
	CHECK_INT(run.count, 0);
}

static void off_cpu_charges_a_sleep_from_end_to_end(void)
{
	off_cpu_run run;

	run_begin(&run);
	run_runs(&run, OFF_CPU_MS);
	run.now_ns += OFF_CPU_MS / 4;
	run_look(&run, true);
	CHECK_INT(run.count, 0);
	/* Alone since the last look: all of the time is its. */
	run.now_ns += 3 * OFF_CPU_MS;
	run_look(&run, true);
	CHECK_SAMPLE(run, 1, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_NOW, 3250000);
	run.now_ns += 40 * OFF_CPU_MS;
	run_look(&run, true);
	CHECK_SAMPLE(run, 2, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_STILL, 40 * OFF_CPU_MS);
	run_sleeps(&run, 2 * OFF_CPU_MS);
	run_runs(&run, 1000);
	run_leave(&run);
	CHECK_SAMPLE(run, 3, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_PAST, 2 * OFF_CPU_MS);
	CHECK_INT(run_open_ns(&run), 0);
	/* Left already. */
	run_leave(&run);
	run_flush(&run);
	CHECK_INT(run.count, 3);
}

static void off_cpu_charges_half_of_what_is_among_others(void)
{
	off_cpu_run run;

	run_begin(&run);
	run_sleeps(&run, OFF_CPU_MS);
	run_runs(&run, 1000);
	run_sleeps(&run, 3 * OFF_CPU_MS);
	run_look(&run, true);
	/* It slept twice since the last look: this sleep began in the middle, in the mean. */
	CHECK_SAMPLE(run, 1, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_NOW, (4 * OFF_CPU_MS + 1000) / 2);
	CHECK_INT(run.off.aside_ns, 4 * OFF_CPU_MS - (4 * OFF_CPU_MS + 1000) / 2);
	run_runs(&run, 1000);
	run_sleeps(&run, 2 * OFF_CPU_MS);
	run_sleeps(&run, 2 * OFF_CPU_MS);
	run_look(&run, true);
	/* Its end likewise, and then the head of another one. */
	CHECK_INT(run.charged_ns[HP_OFF_CPU_ASLEEP] + (uint64_t) run_open_ns(&run), 8 * OFF_CPU_MS);
	CHECK_INT(run.when, HP_OFF_CPU_NOW);
}

static void off_cpu_knows_the_mean_of_unseen_sleeps(void)
{
	off_cpu_run run;

	run_begin(&run);
	for (int i = 0; i < 70; i++) {
		run_sleeps(&run, 2 * OFF_CPU_MS);
	}
	run_look(&run, false);
	CHECK_INT(run.off.unseen, 35);
	CHECK_INT(run.off.unseen_ns, 70 * OFF_CPU_MS);
	run_runs(&run, 1000);
	hp_off_cpu_enter(&run.off, run.now_ns, run.cpu_ns, kernel.schedule);
	run_sleeps(&run, 3 * OFF_CPU_MS);
	run_runs(&run, 1000);
	run.now_ns += 4 * OFF_CPU_MS;
	run_look(&run, true);
	/* The request began since, and slept once before, for 2 ms as all others: more than half of the
	 * 7 ms is of this sleep. */
	CHECK_SAMPLE(run, 1, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_NOW, 5 * OFF_CPU_MS);
	CHECK_INT(run_open_ns(&run), 2 * OFF_CPU_MS);
}

static void off_cpu_charges_waits_for_a_cpu(void)
{
	off_cpu_run run;

	run_begin(&run);
	kernel.is_runnable = true;
	run.now_ns += 2 * OFF_CPU_MS;
	run_look(&run, true);
	CHECK(run.off.was_waiting);
	CHECK_INT(run.count, 0);
	run_waits(&run, 3 * OFF_CPU_MS);
	kernel.schedule.waited_ns += 2 * OFF_CPU_MS; /* those before the look as well */
	run_runs(&run, 1000);
	run_flush(&run);
	CHECK_SAMPLE(run, 1, HP_OFF_CPU_WAITING, HP_OFF_CPU_PAST, 5 * OFF_CPU_MS);
	CHECK(!run.is_own);
	CHECK_INT(run_open_ns(&run), 0);
	CHECK_INT(run_rest(&run).waited_ns, 0);
}

static void off_cpu_charges_the_wait_behind_a_sleep(void)
{
	off_cpu_run run;

	run_begin(&run);
	run.now_ns += 2 * OFF_CPU_MS;
	run_look(&run, true);
	run.now_ns += OFF_CPU_MS;
	run_waits(&run, 3 * OFF_CPU_MS);
	run_runs(&run, 2 * OFF_CPU_MS);
	run_flush(&run);
	/* It ran for long, but was put on a CPU once: all is of this place. */
	CHECK_INT(run.count, 3);
	CHECK_INT(run.charged_ns[HP_OFF_CPU_ASLEEP], 3 * OFF_CPU_MS);
	CHECK_INT(run.charged_ns[HP_OFF_CPU_WAITING], 3 * OFF_CPU_MS);
	CHECK_INT(run_open_ns(&run), 0);
	/* Twice, and it ran for long: the wait may be another one's. */
	run_begin(&run);
	run.now_ns += 2 * OFF_CPU_MS;
	run_look(&run, true);
	run_waits(&run, 2 * OFF_CPU_MS);
	run_waits(&run, 2 * OFF_CPU_MS);
	run_runs(&run, 2 * OFF_CPU_MS);
	run_flush(&run);
	CHECK_INT(run.charged_ns[HP_OFF_CPU_WAITING], 0);
	CHECK_INT(run_rest(&run).waited_ns, 4 * OFF_CPU_MS);
	/* Not for long: one of the two is its. */
	run_begin(&run);
	run.now_ns += 2 * OFF_CPU_MS;
	run_look(&run, true);
	run_waits(&run, 2 * OFF_CPU_MS);
	run_waits(&run, 2 * OFF_CPU_MS);
	run_runs(&run, 1000);
	run_flush(&run);
	CHECK_INT(run.charged_ns[HP_OFF_CPU_WAITING], 2 * OFF_CPU_MS);
}

static void off_cpu_leaves_little_time_open(void)
{
	off_cpu_run run;

	run_begin(&run);
	run.now_ns += OFF_CPU_MS / 2 - 1;
	run_look(&run, true);
	CHECK(!run.off.was_off);
	CHECK_INT(run.count, 0);
	run.now_ns++;
	run_look(&run, true);
	CHECK_SAMPLE(run, 1, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_NOW, OFF_CPU_MS / 2);
	/* Of an interval an eighth is the least, asleep or waiting. */
	run.now_ns += OFF_CPU_MS / 8 - 1;
	run_waits(&run, OFF_CPU_MS / 8 - 1);
	run_flush(&run);
	CHECK_INT(run.count, 1);
	for (int i = 0; i < 2; i++) {
		run_begin(&run);
		run.now_ns += OFF_CPU_MS;
		run_look(&run, true);
		run.now_ns += i == 0 ? OFF_CPU_MS / 8 : 0;
		run_waits(&run, i == 0 ? 0 : OFF_CPU_MS / 8);
		run_flush(&run);
		CHECK_SAMPLE(run, 2, i == 0 ? HP_OFF_CPU_ASLEEP : HP_OFF_CPU_WAITING, HP_OFF_CPU_PAST,
			OFF_CPU_MS / 8);
	}
}

static void off_cpu_finds_waits_that_no_look_saw(void)
{
	off_cpu_run run;

	run_begin(&run);
	run_waits(&run, 4 * OFF_CPU_MS - 1);
	CHECK_INT(hp_off_cpu_unseen_waits_ns(&run.off, run.now_ns, run.cpu_ns), 0);
	run_waits(&run, 1);
	CHECK_INT(hp_off_cpu_unseen_waits_ns(&run.off, run.now_ns, run.cpu_ns), 4 * OFF_CPU_MS);
	hp_off_cpu_take_waits(&run.off, 4 * OFF_CPU_MS);
	CHECK_INT(hp_off_cpu_unseen_waits_ns(&run.off, run.now_ns, run.cpu_ns), 0);
	CHECK_INT(run_open_ns(&run), 0);
	/* Asleep is no wait for a CPU. */
	run_sleeps(&run, 9 * OFF_CPU_MS);
	CHECK_INT(hp_off_cpu_unseen_waits_ns(&run.off, run.now_ns, run.cpu_ns), 0);
	/* What is long is charged, and here to what it slept in. */
	run_waits(&run, 5 * OFF_CPU_MS);
	run_look(&run, false);
	CHECK_SAMPLE(run, 1, HP_OFF_CPU_WAITING, HP_OFF_CPU_UNSEEN, 5 * OFF_CPU_MS);
	CHECK(!run.is_own);
	CHECK_INT(run_open_ns(&run), 9 * OFF_CPU_MS);
	CHECK_INT(run.off.aside_ns, 9 * OFF_CPU_MS);
}

static void off_cpu_stops_no_longer_than_what_is_open(void)
{
	off_cpu_run run;

	run_begin(&run);
	run_sleeps(&run, 5 * OFF_CPU_MS);
	hp_off_cpu_stopped(&run.off, run.now_ns, run.cpu_ns, 2 * OFF_CPU_MS);
	CHECK_SAMPLE(run, 1, HP_OFF_CPU_STOPPED, HP_OFF_CPU_PAST, 2 * OFF_CPU_MS);
	CHECK(run.is_own);
	CHECK_INT(run_open_ns(&run), 3 * OFF_CPU_MS);
	hp_off_cpu_stopped(&run.off, run.now_ns, run.cpu_ns, 9 * OFF_CPU_MS);
	CHECK_SAMPLE(run, 2, HP_OFF_CPU_STOPPED, HP_OFF_CPU_PAST, 3 * OFF_CPU_MS);
	hp_off_cpu_stopped(&run.off, run.now_ns, run.cpu_ns, 9 * OFF_CPU_MS);
	CHECK_INT(run.count, 2);
	CHECK_INT(run_open_ns(&run), 0);
}

static void off_cpu_pays_brief_sleeps_for_unseen_ones(void)
{
	off_cpu_run run;

	run_begin(&run);
	hp_off_cpu_owe(&run.off, (hp_off_cpu_rest){.asleep_ns = 10 * OFF_CPU_MS});
	CHECK_INT(run.off.aside_ns, 10 * OFF_CPU_MS);
	run.now_ns += OFF_CPU_MS / 4;
	run_look(&run, true);
	/* A sleep of a quarter of an interval so far; it stands for an interval of others, of 5
	 * intervals set aside 6 times as many: 1 + 10 / 2. */
	CHECK_SAMPLE(run, 1, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_NOW, OFF_CPU_MS / 4);
	kernel.schedule.switches++;
	run_runs(&run, 1000);
	run_leave(&run);
	CHECK_SAMPLE(run, 2, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_UNSEEN, OFF_CPU_MS * 3 / 4 * 6);
	CHECK_INT(run.off.aside_ns, 10 * OFF_CPU_MS - OFF_CPU_MS * 3 / 4 * 6);
	CHECK_INT(run_open_ns(&run), run.off.aside_ns);
}

/* The example of docs/weights.md, "An example", in microseconds. */
static void off_cpu_weighs_the_example_of_the_document(void)
{
	const uint64_t us = OFF_CPU_MS / 1000;
	off_cpu_run run;

	run_begin(&run);
	run_runs(&run, 2000 * us);
	/* A sleep of 5 ms, seen at 0.6 and 1.7 ms. */
	run.now_ns += 600 * us;
	run_look(&run, true);
	CHECK_SAMPLE(run, 1, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_NOW, 600 * us);
	run.now_ns += 1100 * us;
	run_look(&run, true);
	CHECK_SAMPLE(run, 2, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_STILL, 1100 * us);
	run_sleeps(&run, 3300 * us);
	run_runs(&run, 200 * us);
	run_look(&run, false);
	CHECK_SAMPLE(run, 3, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_PAST, 3300 * us);
	/* Two sleeps of 0.3 ms that no look sees. */
	run_runs(&run, 1000 * us);
	run_sleeps(&run, 300 * us);
	run_runs(&run, 100 * us);
	run_sleeps(&run, 300 * us);
	run_runs(&run, 100 * us);
	run_look(&run, false);
	CHECK_INT(run.count, 3);
	CHECK_INT(run.off.aside_ns, 600 * us);
	/* One of 0.5 ms that a look sees. */
	run.now_ns += 200 * us;
	run_look(&run, true);
	CHECK_SAMPLE(run, 4, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_NOW, 200 * us);
	run_sleeps(&run, 300 * us);
	run_runs(&run, 100 * us);
	run_look(&run, false);
	CHECK_SAMPLE(run, 6, HP_OFF_CPU_ASLEEP, HP_OFF_CPU_UNSEEN, 600 * us);
	CHECK_INT(run.charged_ns[HP_OFF_CPU_ASLEEP], 6100 * us);
	CHECK_INT(run_open_ns(&run), 0);
}

/* A thread that slept waits for a CPU in what it slept in. One that did not was preempted. */
static void off_cpu_tells_who_waited_unseen(void)
{
	off_cpu_run run;

	for (int slept = 0; slept < 2; slept++) {
		run_begin(&run);
		run_sleeps(&run, slept * OFF_CPU_MS);
		run_waits(&run, 5 * OFF_CPU_MS);
		run_runs(&run, 1000);
		run_look(&run, false);
		CHECK_SAMPLE(run, 1, HP_OFF_CPU_WAITING, HP_OFF_CPU_UNSEEN, 5 * OFF_CPU_MS);
		CHECK_INT(run.is_own, !slept);
		CHECK_INT(run.off.woken_ns, 0);
	}
}

/* Time that was charged, paused, taken or is open always adds up to the time that went by. */
static void off_cpu_loses_no_time(void)
{
	for (int round = 0; round < 50; round++) {
		uint64_t before_ns, paused_ns = 0, outside_cpu_ns = 0;
		int64_t taken_ns = 0;
		off_cpu_run run;

		run_begin(&run);
		before_ns = run.now_ns - run.cpu_ns;
		run.most_ns = any(2) * OFF_CPU_MS;
		for (int step = 0; step < 200; step++) {
			uint64_t ns = any(5000000), open_ns;
			hp_off_cpu_rest rest;

			kernel.is_runnable = any(3) == 0;
			switch (any(9)) {
				case 0:
					run_runs(&run, ns);
					break;
				case 1:
					run_sleeps(&run, ns);
					break;
				case 2:
					run_waits(&run, ns);
					break;
				case 3:
					run_leave(&run);
					break;
				case 4:
					run_flush(&run);
					break;
				case 5:
					run.now_ns += ns;
					run.cpu_ns += ns / 2;
					kernel.schedule.waited_ns += ns / 4;
					hp_off_cpu_pause(&run.off, ns, ns / 2, ns / 4);
					paused_ns += ns;
					outside_cpu_ns += ns / 2;
					break;
				case 6:
					hp_off_cpu_stopped(&run.off, run.now_ns, run.cpu_ns, ns / 8);
					break;
				case 7:
					open_ns = (uint64_t) MAX(0, run_open_ns(&run)) / 2;
					hp_off_cpu_take(&run.off, (int64_t) open_ns);
					taken_ns += (int64_t) open_ns;
					break;
				default:
					run_look(&run, any(2) == 0);
					break;
			}
			kernel.cpu_ns = run.cpu_ns;
			rest = run_rest(&run);
			CHECK_INT((int64_t) (run.charged_ns[0] + run.charged_ns[1] + run.charged_ns[2]) +
					taken_ns + run_open_ns(&run),
				run.now_ns - run.cpu_ns - before_ns - (paused_ns - outside_cpu_ns));
			CHECK_INT(rest.asleep_ns + rest.waited_ns, run_open_ns(&run));
			CHECK(run_open_ns(&run) >= 0);
		}
	}
}

static void off_cpu_looks_at_random_moments(void)
{
	uint64_t least_ns = UINT64_MAX, most_ns = 0;
	off_cpu_run run;
	double sum_ns = 0;

	run_begin(&run);
	for (int i = 0; i < 4000; i++) {
		uint64_t delay_ns = hp_off_cpu_delay_ns(&run.off, 0);

		least_ns = MIN(least_ns, delay_ns);
		most_ns = MAX(most_ns, delay_ns);
		sum_ns += (double) delay_ns;
	}
	CHECK(least_ns >= OFF_CPU_MS / 2 && least_ns < OFF_CPU_MS / 2 + OFF_CPU_MS / 100);
	CHECK(most_ns <= OFF_CPU_MS * 3 / 2 && most_ns > OFF_CPU_MS * 3 / 2 - OFF_CPU_MS / 100);
	CHECK_NEAR(sum_ns / 4000, OFF_CPU_MS, 20000);
	for (uint32_t i = 0; i < 6; i++) {
		static const uint32_t expected[] = {2, 4, 8, 8, 8, 8};

		run_runs(&run, OFF_CPU_MS);
		run_look(&run, false);
		CHECK_INT(run.off.backoff, expected[i]);
	}
	/* The next look is after an eighth of the wait so far, and at most 100 ms later. */
	run.now_ns += OFF_CPU_MS;
	run_look(&run, true);
	CHECK_INT(run.off.backoff, 1);
	for (uint32_t i = 0; i < 4; i++) {
		static const uint64_t waits_ms[] = {80, 400, 4000, 40000}, mean_ms[] = {10, 60, 100, 100};

		run.now_ns += waits_ms[i] * OFF_CPU_MS;
		run_look(&run, true);
		sum_ns = 0;
		for (int j = 0; j < 1000; j++) {
			sum_ns += (double) hp_off_cpu_delay_ns(&run.off, 0) / 1000;
		}
		CHECK_NEAR(sum_ns / OFF_CPU_MS, mean_ms[i], 0.03 * (double) mean_ms[i]);
	}
}

/* A pause after a look is a bound of the delay that is drawn, not of another one. */
static void off_cpu_looks_no_earlier_than_that(void)
{
	off_cpu_run run;

	run_begin(&run);
	for (int i = 0; i < 1000; i++) {
		CHECK(hp_off_cpu_delay_ns(&run.off, OFF_CPU_MS) >= OFF_CPU_MS);
	}
}

/* source */

static void source_rounds_what_is_due(void)
{
	static const struct {
		uint64_t now_ns;
		uint64_t due;
	} known[] = {{700, 0}, {1000, 0}, {1499, 0}, {1500, 1}, {2499, 1}, {2500, 2}, {11000, 10}};
	hp_sample_event event = {.interval_ns = 1000};

	hp_sample_source_take(&event, 1000);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		CHECK_INT(hp_sample_source_due(&event, known[i].now_ns), known[i].due);
	}
	CHECK_INT(hp_sample_source_open_ns(&event, 700), -300);
	CHECK_INT(hp_sample_source_open_ns(&event, 1700), 700);
}

static void source_aims_at_random_moments(void)
{
	hp_sample_event event = {.interval_ns = 16000, .random = {1}};

	for (uint32_t ticks = 1; ticks <= 4; ticks++) {
		uint64_t least_ns = UINT64_MAX, most_ns = 0;
		double sum_ns = 0;

		hp_sample_source_take(&event, 5000);
		for (int i = 0; i < 10000; i++) {
			uint64_t delay_ns = hp_sample_source_delay_ns(&event, ticks, 5000);

			least_ns = MIN(least_ns, delay_ns);
			most_ns = MAX(most_ns, delay_ns);
			sum_ns += (double) delay_ns;
		}
		/* From half an interval before to half of one after, without a sixteenth at each end. */
		CHECK_NEAR(least_ns, (ticks * 16000 - 7000) / ticks, 20);
		CHECK_NEAR(most_ns, (ticks * 16000 + 7000) / ticks, 20);
		CHECK_NEAR(sum_ns / 10000, 16000, 150);
	}
}

static void source_delays_late_ones_by_an_interval(void)
{
	hp_sample_event event = {.interval_ns = 16000, .random = {1}};

	for (int i = 0; i < 1000; i++) {
		/* Never less than a sixteenth; what is over is due after an interval. */
		uint64_t delay_ns = hp_sample_source_delay_ns(&event, 1, any(40000));

		CHECK(delay_ns >= 1000 && delay_ns <= 23000);
		CHECK_INT(hp_sample_source_delay_ns(&event, 1, 23000), 16000);
	}
}

static zend_result source_result;

static zend_result source_enabled(hp_sample_event *event)
{
	return source_result;
}

static void source_is_there_if_it_is_permitted(void)
{
	const hp_sample_source source = {.enable = source_enabled}, none = {0};
	hp_sample_event event = {0};

	source_result = FAILURE;
	CHECK_INT(hp_sample_source_enable(&event, &source), FAILURE);
	CHECK(event.source == NULL);
	source_result = SUCCESS;
	CHECK_INT(hp_sample_source_enable(&event, &none), FAILURE);
	CHECK(event.source == NULL);
	CHECK_INT(hp_sample_source_enable(&event, &source), SUCCESS);
	CHECK(event.source == &source);
}

/* due */

/* The example of docs/weights.md: each tick is at a multiple of 0.1 ms of CPU time. */
static void due_weighs_the_example_of_the_document(void)
{
	const struct {
		uint64_t at;
		uint64_t weight;
	} ticks[] = {{9, 10}, {22, 10}, {28, 10}, {31, 0}, {58, 10}, {63, 20}};
	const uint64_t unit_ns = OFF_CPU_MS / 10, most_ns = OFF_CPU_MS / 2 * 3 - 1;
	hp_sampler sampler = {.interval_ns = OFF_CPU_MS, .setup = {.grain_ns = OFF_CPU_MS}};

	for (size_t i = 0; i < 6; i++) {
		/* The last one follows ticks that were left out in a cooldown. */
		uint64_t weight_ns =
			hp_due_ns(&sampler, ticks[i].at * unit_ns, i == 5 ? UINT64_MAX : most_ns);

		CHECK_INT(weight_ns, ticks[i].weight * unit_ns);
		hp_sample_source_take(&sampler.cpu, hp_sample_source_taken_ns(&sampler.cpu) + weight_ns);
	}
	CHECK_INT(hp_sampler_open_ns(&sampler, 63 * unit_ns), 3 * (int64_t) unit_ns);
	sampler.setup.grain_ns = 1; /* a ring's */
	CHECK_INT(hp_due_ns(&sampler, 69 * unit_ns, most_ns), 9 * unit_ns);
}

/* Looks may run two intervals ahead of the clock, and no further. */
static void due_takes_of_looks_what_is_open(void)
{
	const int64_t interval_ns = OFF_CPU_MS;
	hp_sampler sampler = {.interval_ns = OFF_CPU_MS, .setup = {.grain_ns = 1}};
	uint32_t all = 0, found = 0;

	sampler.helper.pace.intervals = 1;
	CHECK_INT(hp_due_ahead_ns(&sampler), 2 * interval_ns);
	CHECK_INT(hp_due_found_ns(&sampler, OFF_CPU_MS, 0), OFF_CPU_MS);
	CHECK_INT(hp_due_found_ns(&sampler, 9 * OFF_CPU_MS, interval_ns), 3 * OFF_CPU_MS);
	CHECK_INT(hp_due_found_ns(&sampler, OFF_CPU_MS, -interval_ns / 2 * 3), OFF_CPU_MS / 2);
	CHECK_INT(hp_due_found_ns(&sampler, OFF_CPU_MS, -2 * interval_ns), 0);
	/* As far behind, one in eight takes all that is open. */
	for (int i = 0; i < 8000; i++) {
		uint64_t taken_ns = hp_due_found_ns(&sampler, OFF_CPU_MS, 5 * interval_ns);

		all += taken_ns == 5 * OFF_CPU_MS;
		found += taken_ns == OFF_CPU_MS;
	}
	CHECK_INT(all + found, 8000);
	CHECK(all > 800 && all < 1200);
}

static void due_is_late_behind_a_tick_of_perf(void)
{
	static const hp_sample_source perf = {.name = "perf"};
	hp_sampler sampler = {.interval_ns = 1000, .cpu = {.source = &perf}};

	memset(&kernel, 0, sizeof(kernel));
	CHECK(hp_due_is_late(&sampler, 1500) && !hp_due_is_late(&sampler, 1499));
	kernel.has_no_aim = true;
	CHECK(hp_due_is_late(&sampler, 1250) && !hp_due_is_late(&sampler, 1249));
	hp_sample_source_take(&sampler.cpu, 7000);
	CHECK(hp_due_is_late(&sampler, 8250) && !hp_due_is_late(&sampler, 8249));
	sampler.thread.has_skipped = true;
	CHECK(!hp_due_is_late(&sampler, 9000));
	sampler.thread.has_skipped = false;
	sampler.cpu.source = &hp_sample_source_timer;
	CHECK(!hp_due_is_late(&sampler, 9000));
	sampler.cpu.source = NULL;
	CHECK(!hp_due_is_late(&sampler, 9000));
	memset(&kernel, 0, sizeof(kernel));
}

/* Each condition alone leaves the samples to ticks. */
static void due_has_finer_looks_unless_one_thing_forbids_them(void)
{
	static const hp_sample_source perf = {.name = "perf"};
	hp_sample_thread thread = {.has_cpu_clock = true};
	hp_sampler sampler;

	for (int which = 0; which <= 8; which++) {
		sampler = (hp_sampler){.interval_ns = 1000, .cpu = {.thread = &thread}};
		sampler.cpu.source = which == 1 ? &perf : &hp_sample_source_timer;
		sampler.setup.needs_own_samples = which == 2;
		sampler.setup.has_safe_points_only = which == 3;
		sampler.locked.walk.can_read = which != 4;
		thread.has_cpu_clock = which != 5;
		sampler.helper.pace.is_left_to_ticks = which == 6;
		sampler.locked.mean_depth_ns = which == 7 ? HP_DUE_DEEP_NS : HP_DUE_DEEP_NS - 1;
		kernel.has_ticks_only = which == 8;
		CHECK_INT(hp_due_has_finer_looks(&sampler) ? which : -1, which == 0 ? 0 : -1);
		sampler.helper.window.is_unsure = true;
		CHECK_INT(hp_due_has_finer_looks(&sampler) ? which : -1, which <= 1 ? which : -1);
	}
	kernel.has_ticks_only = false;
}

static void due_needs_a_safe_point_if_no_tick_comes(void)
{
	static const hp_sample_source perf = {.name = "perf"};
	hp_sample_thread thread = {.has_cpu_clock = true};
	hp_sampler sampler = {.interval_ns = 1000,
		.cpu = {.thread = &thread, .source = &perf, .is_armed = true, .seen_ns = 50}};
	const uint64_t silent_ns = 50 + 2000 + HP_SAMPLER_CHECK_NS;

	sampler.locked.walk.can_read = true;
	CHECK(!hp_due_is_silent(&sampler, silent_ns) && hp_due_is_silent(&sampler, silent_ns + 1));
	CHECK(!hp_due_needs_safe_point(&sampler, silent_ns));
	CHECK(hp_due_needs_safe_point(&sampler, silent_ns + 1));
	sampler.cpu.source = &hp_sample_source_timer; /* looks are finer */
	CHECK(hp_due_needs_safe_point(&sampler, silent_ns));
	sampler.cpu.source = &perf;
	sampler.cpu.is_armed = false;
	CHECK(hp_due_needs_safe_point(&sampler, silent_ns));
	sampler.cpu.is_armed = true;
	sampler.cpu.source = NULL;
	CHECK(hp_due_needs_safe_point(&sampler, silent_ns));
}

/* charge */

/* The owner of samples, which takes them unless it is full. */
typedef struct charge_run {
	hp_sampler sampler;
	hp_sampler_account account;
	bool is_full;
	uint64_t added_ns;
	uint64_t past_ns; /* of the stack before */
} charge_run;

static uint64_t charge_add(void *owner, const hp_sampler_sample *sample)
{
	charge_run *run = owner;

	run->added_ns += run->is_full ? 0 : sample->time_ns;
	run->past_ns += run->is_full || !sample->is_past ? 0 : sample->time_ns;

	return run->is_full ? 0 : sample->time_ns;
}

static hp_sampler_account *charge_account(void *owner)
{
	return &((charge_run *) owner)->account;
}

/* Returns the time that was added for a sample of this much CPU time. */
static uint64_t charge_sample(charge_run *run, uint64_t time_ns)
{
	const hp_sampler_sample sample = {.is_own = true, .time_ns = time_ns};
	uint64_t before_ns = run->added_ns;

	CHECK(hp_charge_add_own(&run->sampler, &sample) == !run->is_full);

	return run->added_ns - before_ns;
}

/* Earlier requests of this kind may have been charged more than they used. Then samples are
 * smaller until that is made up for, and what is left of it waits for the next one. */
static void charge_makes_up_for_earlier_requests(void)
{
	static const hp_sampler_sink sink = {.add = charge_add, .account = charge_account};
	charge_run run = {.sampler = {.setup = {.sink = &sink}}, .account = {.cpu_ns = -2500}};

	run.sampler.setup.owner = &run;
	hp_charge_settle(&run.sampler);
	CHECK_INT(run.account.cpu_ns, 0);
	CHECK_INT(charge_sample(&run, 1000), 0);
	CHECK_INT(charge_sample(&run, 1000), 0);
	CHECK_INT(charge_sample(&run, 1000), 500);
	CHECK_INT(charge_sample(&run, 1000), 1000);
	/* Too little was charged: the next sample has all of it. */
	run.account.cpu_ns = 300;
	hp_charge_settle(&run.sampler);
	run.is_full = true;
	CHECK_INT(charge_sample(&run, 1000), 0);
	run.is_full = false;
	CHECK_INT(charge_sample(&run, 1000), 1300);
	CHECK_INT(charge_sample(&run, 1000), 1000);
	/* Each sample that was taken has its own CPU time, whatever is owed. */
	CHECK_INT(hp_sample_source_taken_ns(&run.sampler.cpu), 6000);
}

/* Returns how much of a sample's time goes to the stack before, at an interval of 1000 ns. */
static uint64_t charge_skipped(bool has_skipped, bool is_full, uint64_t grain_ns, uint64_t time_ns)
{
	static const hp_sampler_sink sink = {.add = charge_add};
	charge_run run = {.sampler = {.interval_ns = 1000,
						  .setup = {.sink = &sink, .grain_ns = grain_ns},
						  .thread = {.has_skipped = has_skipped}},
		.is_full = is_full};
	hp_sampler_sample sample = {.is_own = true, .time_ns = time_ns};

	run.sampler.setup.owner = &run;
	charge_share_skipped(&run.sampler, &sample);
	CHECK_INT(sample.time_ns, time_ns - run.past_ns);
	CHECK_INT(run.added_ns, run.past_ns);
	CHECK_INT(hp_sample_source_taken_ns(&run.sampler.cpu), run.past_ns);

	return run.past_ns;
}

static void charge_shares_what_was_skipped(void)
{
	CHECK_INT(charge_skipped(true, false, 1, 3000), 1000);
	CHECK_INT(charge_skipped(false, false, 1, 3000), 0);
	CHECK_INT(charge_skipped(true, false, 1, 1000), 0);
	CHECK_INT(charge_skipped(true, false, 1, 1001), 0);
	CHECK_INT(charge_skipped(true, false, 1, 1002), 1);
	/* In whole grains. */
	CHECK_INT(charge_skipped(true, false, 1000, 2000), 1000);
	CHECK_INT(charge_skipped(true, false, 1000, 4000), 2000);
	CHECK_INT(charge_skipped(true, true, 1, 3000), 0);
}

/* naps */

static bool naps_keep(void *owner, bool is_own, uint32_t count)
{
	return true;
}

/* Naps until the next look, which always finds all of their CPU time due. Returns the time that it
 * adds. */
static uint64_t naps_look(charge_run *run, uint64_t ran_ns)
{
	uint64_t before_ns = run->added_ns;

	kernel.cpu_ns += ran_ns;
	kernel.schedule.switches += 1000;
	CHECK(hp_naps_watch(&run->sampler, kernel.cpu_ns, true));
	run->sampler.locked.found.looked_cpu_ns = kernel.cpu_ns;

	return run->added_ns - before_ns;
}

/* The time of a look's naps is added once, whether the look before it saw naps or not. */
static void naps_have_their_time_once(void)
{
	static const hp_sampler_sink sink = {.keep = naps_keep, .add = charge_add};
	charge_run run = {.sampler = {.interval_ns = OFF_CPU_MS,
						  .setup = {.sink = &sink, .grain_ns = 1},
						  .helper = {.has_one_cpu = true}}};

	run.sampler.setup.owner = &run;
	run.sampler.helper.pace.is_napping = true;
	run.sampler.locked.found.switches = 1;
	memset(&kernel, 0, sizeof(kernel));
	kernel.schedule.switches = 1;
	CHECK_INT(naps_look(&run, OFF_CPU_MS), OFF_CPU_MS);
	CHECK_INT(naps_look(&run, OFF_CPU_MS), OFF_CPU_MS);
	CHECK_INT(naps_look(&run, 2 * OFF_CPU_MS), 2 * OFF_CPU_MS);
}

/* account */

static void account_adds_each_part(void)
{
	hp_sampler_account sum = {.cpu_ns = 1, .off = {.asleep_ns = 20, .waited_ns = 300}};
	const hp_sampler_account more = {.cpu_ns = -5, .off = {.asleep_ns = 60, .waited_ns = 700}};

	hp_sampler_account_add(&sum, &more);
	CHECK_INT(sum.cpu_ns, -4);
	CHECK_INT(sum.off.asleep_ns, 80);
	CHECK_INT(sum.off.waited_ns, 1000);
}

/* tick */

static void tick_takes_what_stops_the_clock_longest(void)
{
	static const uint64_t taken_ns[TICK_TIMES] = {1000, 7000, 3000, 2000, 6000, 5000, 4000};
	uint64_t numbers[] = {3, UINT64_MAX, 0, 7, 7, 1};
	uint64_t began_ns;

	qsort(numbers, 6, sizeof(*numbers), tick_compare);
	CHECK(numbers[0] == 0 && numbers[1] == 1 && numbers[2] == 3 && numbers[3] == 7 &&
		numbers[4] == 7 && numbers[5] == UINT64_MAX);
	memset(&kernel, 0, sizeof(kernel));
	CHECK_INT(tick_longest_ns(TICK_MOST_NS), 100);
	/* A period, and as long as it was interrupted. */
	CHECK_INT(kernel.clock_ns, 100 + TICK_PERIOD_NS + 100);
	began_ns = kernel.clock_ns;
	CHECK_INT(tick_longest_ns(5000), 100);
	CHECK_INT(kernel.clock_ns, began_ns + 100 + 5000);
	CHECK_INT(tick_typical_ns(), 100);
	memset(&kernel, 0, sizeof(kernel));
	kernel.taken_ns = taken_ns;
	kernel.taken_count = TICK_TIMES;
	kernel.next_ns = 50000;
	CHECK_INT(tick_typical_ns(), 5100);
	CHECK_INT(kernel.taken_count, 0);
	/* No thread can be made: perf is not permitted. */
	CHECK(hp_sample_tick_ns() == HP_SAMPLE_NO_TICK);
	CHECK(hp_sample_tick_ns() == HP_SAMPLE_NO_TICK);
}

/* A measurement counts once, however it compares. */
static void tick_takes_the_least_measurement(void)
{
	uint64_t taken_ns[TICK_MEASURES * TICK_TIMES];

	for (size_t i = 0; i < TICK_MEASURES * TICK_TIMES; i++) {
		static const uint64_t of_measure[TICK_MEASURES] = {13000, 12000, 15000};

		taken_ns[i] = of_measure[i / TICK_TIMES];
	}
	memset(&kernel, 0, sizeof(kernel));
	kernel.taken_ns = taken_ns;
	kernel.taken_count = TICK_MEASURES * TICK_TIMES;
	kernel.next_ns = 50000;
	CHECK_INT(tick_least_ns(), 12100);
	CHECK_INT(kernel.taken_count, 0);
}

/* store */

/* The node of the path of these functions, the outermost first. */
static uint32_t store_path_of(hp_sample_store *store, const char *path)
{
	uint32_t count = (uint32_t) strlen(path);

	for (uint32_t i = 0; i < count; i++) {
		store->frames[i] = (hp_sample_frame){(uint32_t) path[count - 1 - i], 1};
	}

	return hp_sample_store_path(store, count);
}

static void store_has_one_node_for_a_path(void)
{
	hp_sample_store store;
	uint32_t ab, abc, abd;

	hp_sample_store_init(&store);
	CHECK_INT(hp_sample_store_path(&store, 0), HP_SAMPLE_ROOT);
	abc = store_path_of(&store, "abc");
	CHECK_INT(store.nodes.count, 1 + 3);
	CHECK_INT(store.steps_count, 3);
	abd = store_path_of(&store, "abd");
	ab = store_path_of(&store, "ab");
	CHECK_INT(store.nodes.count, 1 + 4);
	CHECK_INT(store.nodes.rows[abc].parent, ab);
	CHECK_INT(store.nodes.rows[abd].parent, ab);
	CHECK_INT(store.nodes.rows[store.nodes.rows[ab].parent].parent, HP_SAMPLE_ROOT);
	CHECK_INT(store_path_of(&store, "abc"), abc);
	CHECK_INT(hp_sample_store_child(&store, ab, 'c') == abc, false); /* it has no line */
	CHECK_INT(store_path_of(&store, "ba") == ab, false);
	CHECK_INT(store.nodes.count, 1 + 4 + 1 + 2);
	hp_sample_store_free(&store);
}

/* By the last path, and by the tree, which has more frames than that keeps. */
static void store_finds_deep_paths_again(void)
{
	char path[3][301] = {{0}};
	uint32_t nodes[3];
	hp_sample_store store;

	hp_sample_store_init(&store);
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 300; j++) {
			path[i][j] = (char) ('a' + (j == 100 * i ? 1 : 0));
		}
		nodes[i] = store_path_of(&store, path[i]);
	}
	CHECK_INT(store.nodes.count, 1 + 300 + 300 + 200);
	CHECK_INT(store.steps_count, HP_SAMPLE_STEPS);
	for (int i = 0; i < 30; i++) {
		uint32_t which = (uint32_t) any(3);

		CHECK_INT(store_path_of(&store, path[which]), nodes[which]);
	}
	hp_sample_store_free(&store);
}

static void store_says_how_much_room_it_lacks(void)
{
	hp_sample_store store;
	uint32_t nodes;

	hp_sample_store_init(&store);
	CHECK(!hp_sample_store_wants_room(&store));
	for (uint32_t i = 0; i < 20000; i++) {
		store.frames[i] = (hp_sample_frame){i, 0};
	}
	CHECK_INT(hp_sample_store_path(&store, 20000), HP_SAMPLE_NONE);
	nodes = store.nodes.count;
	CHECK_INT(nodes, store.nodes.size - 1);
	CHECK_INT(store.nodes_wanted, 20000 - (nodes - 1));
	CHECK(hp_sample_store_wants_room(&store));
	hp_sample_store_grow(&store);
	CHECK(hp_sample_store_path(&store, 20000) != HP_SAMPLE_NONE);
	CHECK_INT(store.nodes.count, 20001);
	hp_sample_store_free(&store);
}

static void store_wants_room_for_any_half_full_part(void)
{
	hp_sample_store store;
	uint32_t *counts[] = {
		&store.functions.count, &store.texts.count, &store.nodes.count, &store.records.count};
	const uint32_t *sizes[] = {
		&store.functions.size, &store.texts.size, &store.nodes.size, &store.records.size};

	hp_sample_store_init(&store);
	for (int i = 0; i < 4; i++) {
		uint32_t before = *counts[i];

		*counts[i] = *sizes[i] / 2;
		CHECK(!hp_sample_store_wants_room(&store));
		*counts[i] += 1;
		CHECK(hp_sample_store_wants_room(&store));
		*counts[i] = before;
	}
	store.functions.count = store.functions.size - 1;
	CHECK_INT(
		hp_sample_store_add_function(&store, &(hp_sample_function){.key = 1}), HP_SAMPLE_NONE);
	store.functions.count--;
	CHECK_INT(hp_sample_store_add_function(&store, &(hp_sample_function){.key = 1}),
		store.functions.size - 2);
	hp_sample_store_free(&store);
}

static void store_drops_the_last_functions(void)
{
	hp_sample_store store;
	uint32_t one, two, texts;

	hp_sample_store_init(&store);
	one = hp_sample_store_label(&store, HP_SAMPLE_WAIT, "one");
	texts = store.texts.count;
	two = hp_sample_store_label(&store, HP_SAMPLE_WAIT, "two");
	CHECK_INT(one, 0);
	CHECK_INT(two, 1);
	CHECK_INT(store.texts.count, 6);
	CHECK_BYTES(store.texts.rows + store.functions.rows[two].text, 3, "two");
	CHECK_INT(hp_sample_store_label(&store, HP_SAMPLE_WAIT, "one"), one);
	CHECK_INT(hp_sample_store_label(&store, HP_SAMPLE_USER, "one"), 2);
	hp_sample_store_drop_functions(&store, 1);
	CHECK_INT(store.functions.count, 1);
	CHECK_INT(store.texts.count, texts);
	CHECK_INT(hp_sample_store_label(&store, HP_SAMPLE_WAIT, "one"), one);
	CHECK_INT(hp_sample_store_label(&store, HP_SAMPLE_WAIT, "two"), two);
	CHECK(hp_sample_store_text_room(&store, STORE_TEXTS) == NULL);
	CHECK_INT(store.texts_wanted, STORE_TEXTS);
	hp_sample_store_free(&store);
}

static void store_adds_to_the_last_record_when_full(void)
{
	hp_sample_record record = {.time_us = 5, .weight = 1, .node = 3, .depth = 9}, other = record;
	uint64_t weight = 0, samples = 0;
	hp_sample_store store;

	hp_sample_store_init(&store);
	while (store.records.count < store.records.size) {
		CHECK_INT(hp_sample_store_add(&store, &record), SUCCESS);
		samples++;
	}
	record.time_us = 8;
	record.weight = 40;
	CHECK_INT(hp_sample_store_add(&store, &record), SUCCESS);
	other.node = 4;
	CHECK_INT(hp_sample_store_add(&store, &other), FAILURE);
	other = record;
	other.is_off_cpu = true;
	CHECK_INT(hp_sample_store_add(&store, &other), FAILURE);
	for (uint32_t i = 0; i < store.records.count; i++) {
		weight += store.records.rows[i].weight;
	}
	CHECK_INT(weight, samples + 40);
	CHECK_INT(store.records.rows[store.records.count - 1].time_us, 8);
	hp_sample_store_free(&store);
}

/* place */

/* Adds a sample at that moment, in intervals of 1000 us since 1970. */
static void place_add(hp_sample_store *store, int64_t moment, uint64_t weight)
{
	hp_sample_record record = {.time_us = moment * 1000 + 1, .weight = weight};

	hp_sample_store_add(store, &record);
}

static void place_fills_the_time_before_with_what_is_charged_later(void)
{
	hp_sample_grid grid = {1000, true, true};
	hp_sample_store store;
	int64_t firsts[4];

	hp_sample_store_init(&store);
	place_add(&store, 104, 4);
	place_add(&store, 120, 1); /* what ran after a sleep of 15 */
	place_add(&store, 121, 15); /* the sleep, charged at the next look */
	place_add(&store, 130, 2); /* 129 and 130, behind a gap */
	hp_sample_place(&store, &grid, firsts);
	CHECK_INT(firsts[0], 102); /* the lag of one is closed */
	CHECK_INT(firsts[1], 106);
	CHECK_INT(firsts[2], 107);
	CHECK_INT(firsts[3], 129);
	hp_sample_store_free(&store);
}

static void place_closes_a_short_lag_by_the_wall_clock_only(void)
{
	hp_sample_grid grid = {1000, true, true};
	hp_sample_store store;
	int64_t firsts[3];

	hp_sample_store_init(&store);
	place_add(&store, 101, 1);
	place_add(&store, 104, 1);
	place_add(&store, 108, 1);
	hp_sample_place(&store, &grid, firsts);
	CHECK_INT(firsts[0], 103);
	CHECK_INT(firsts[1], 104);
	CHECK_INT(firsts[2], 108);
	grid.is_wall = false;
	hp_sample_place(&store, &grid, firsts);
	CHECK_INT(firsts[0], 101);
	CHECK_INT(firsts[1], 104);
	hp_sample_store_free(&store);
}

static void place_leaves_out_what_has_no_time(void)
{
	hp_sample_grid grid = {1000, true, true};
	hp_sample_record custom = {.time_us = 102000, .weight = 1, .is_custom = true};
	hp_sample_record event = {.time_us = 102000, .weight = 1, .event = 1};
	int64_t firsts[4] = {-1, -1, -1, -1};
	hp_sample_store store;

	hp_sample_store_init(&store);
	place_add(&store, 102, 1);
	hp_sample_store_add(&store, &custom);
	hp_sample_store_add(&store, &event);
	place_add(&store, 103, 1);
	hp_sample_place(&store, &grid, firsts);
	CHECK_INT(firsts[0], 102);
	CHECK_INT(firsts[1], -1);
	CHECK_INT(firsts[2], -1);
	CHECK_INT(firsts[3], 103);
	hp_sample_store_free(&store);
}

static const unit sampler_units[] = {
	UNIT(wait_socket_reads_addresses_as_the_command_does),
	UNIT(off_cpu_opens_what_is_not_cpu_time),
	UNIT(off_cpu_charges_a_sleep_from_end_to_end),
	UNIT(off_cpu_charges_half_of_what_is_among_others),
	UNIT(off_cpu_knows_the_mean_of_unseen_sleeps),
	UNIT(off_cpu_charges_waits_for_a_cpu),
	UNIT(off_cpu_charges_the_wait_behind_a_sleep),
	UNIT(off_cpu_leaves_little_time_open),
	UNIT(off_cpu_finds_waits_that_no_look_saw),
	UNIT(off_cpu_stops_no_longer_than_what_is_open),
	UNIT(off_cpu_pays_brief_sleeps_for_unseen_ones),
	UNIT(off_cpu_tells_who_waited_unseen),
	UNIT(off_cpu_weighs_the_example_of_the_document),
	UNIT(off_cpu_loses_no_time),
	UNIT(off_cpu_looks_at_random_moments),
	UNIT(off_cpu_looks_no_earlier_than_that),
	UNIT(source_rounds_what_is_due),
	UNIT(source_aims_at_random_moments),
	UNIT(source_delays_late_ones_by_an_interval),
	UNIT(source_is_there_if_it_is_permitted),
	UNIT(due_weighs_the_example_of_the_document),
	UNIT(due_takes_of_looks_what_is_open),
	UNIT(due_is_late_behind_a_tick_of_perf),
	UNIT(due_has_finer_looks_unless_one_thing_forbids_them),
	UNIT(due_needs_a_safe_point_if_no_tick_comes),
	UNIT(charge_makes_up_for_earlier_requests),
	UNIT(charge_shares_what_was_skipped),
	UNIT(naps_have_their_time_once),
	UNIT(account_adds_each_part),
	UNIT(tick_takes_what_stops_the_clock_longest),
	UNIT(tick_takes_the_least_measurement),
	UNIT(store_has_one_node_for_a_path),
	UNIT(store_finds_deep_paths_again),
	UNIT(store_says_how_much_room_it_lacks),
	UNIT(store_wants_room_for_any_half_full_part),
	UNIT(store_drops_the_last_functions),
	UNIT(store_adds_to_the_last_record_when_full),
	UNIT(place_fills_the_time_before_with_what_is_charged_later),
	UNIT(place_closes_a_short_lag_by_the_wall_clock_only),
	UNIT(place_leaves_out_what_has_no_time),
};
