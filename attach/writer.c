#include "attach/writer.h"

#include "base/random.h"
#include "live/peer.h"
#include "profile/sources.h"
#include "sampler/store.h"

#ifdef __linux__

# include <sys/resource.h>
# include <unistd.h>

/* The time between two readings of how much memory is used. */
# define WRITER_MEMORY_NS 100000000u

/* A read that slept for this long was blocked by something that the process was doing, such as
 * fork(). If it has several threads, it is not known which of them did it. */
# define WRITER_KEPT_NS 100000u

/* The time between two looks while nobody samples: readers show state and request even then. */
# define WRITER_IDLE_NS 500000000u

/* A look is taken early if it is due within one part in this many of the interval. */
# define WRITER_SOON 4

/* Samples of CPU time are ahead of the thread's clock by at most this time, or this many intervals,
 * whichever is longer. The kernel updates the clock at its ticks, mostly every 4 ms. */
# define WRITER_AHEAD_NS UINT64_C(10000000)
# define WRITER_AHEAD_INTERVALS 2

/* A thread counts as running during a look if it ran for at least this part of it. It cannot run
 * for all of it: to read its counter, the kernel stops it for a moment. */
# define WRITER_RAN 0.25

/* After WRITER_SLEEPS looks in a row that found the thread asleep, the interval is WRITER_RARER
 * times as long. No sample is lost: because the kernel counts a thread's turns on a CPU, it is
 * known to have slept throughout. */
# define WRITER_SLEEPS 16
# define WRITER_RARER 4

/* Each look in a row that spends its budget doubles the interval, at most this many times, so that
 * one process cannot keep its reader from the others. */
# define WRITER_MOST_SPENT 10u

static const uint32_t writer_allowed = 1u << HP_LIVE_ASK | 1u << HP_LIVE_DUMP_NOW |
	1u << HP_LIVE_LOCALS_NOW | 1u << HP_LIVE_MAY_SET_BUDGET;

static void writer_identify(hp_attach_writer *writer)
{
	const hp_attach_process *process = &writer->process;
	hp_live_header *header = writer->ring.header;

	header->pid = (uint32_t) process->pid;
	header->tid = (uint32_t) process->tid;
	header->pid_namespace = hp_live_peer_namespace();
	header->start_ticks = process->start_ticks;
	header->php_version = process->php;
	header->uid = process->uid;
	header->allowed = writer_allowed;
	header->is_from_outside = 1;
	header->taken_by = HP_LIVE_OUTSIDE;
	header->why = HP_WHY_NO_RING;
	snprintf(header->sapi, sizeof(header->sapi), "%s", process->sapi);
	snprintf(header->pool, sizeof(header->pool), "%s", process->pool);
}

zend_result hp_attach_writer_open(
	hp_attach_writer *writer, const hp_attach_process *process, const char *folder, char *error)
{
	const char *why = NULL;

	memset(writer, 0, sizeof(*writer));
	writer->process = *process;
	writer->files = (hp_live_files){.folder = HP_DESCRIPTOR_NONE,
		.control = HP_DESCRIPTOR_NONE,
		.data = -1,
		.tid = process->tid,
		.start_ticks = process->start_ticks};
	writer->clock.schedstat = writer->clock.stat = -1;
	writer->waits.call = writer->waits.process.file = HP_DESCRIPTOR_NONE;
	if (hp_attach_functions_init(&writer->functions) == FAILURE ||
		hp_live_files_create(&writer->files, process->pid, folder,
			hp_live_ring_file_bytes(HP_ATTACH_RING_BYTES), &why) == FAILURE ||
		hp_live_ring_map(&writer->ring, writer->files.data, HP_ATTACH_RING_BYTES) == FAILURE) {
		snprintf(error, HP_ATTACH_ERROR_BYTES, "no ring could be made in %s: %s", folder,
			why == NULL ? "no memory" : why);
		hp_attach_writer_close(writer);
		return FAILURE;
	}
	hp_attach_clock_open(&writer->clock, &writer->process);
	hp_wait_open(&writer->waits, process->pid, process->tid, false);
	writer->control.allowed = writer_allowed;
	writer_identify(writer);
	hp_live_ring_publish(&writer->ring);

	return SUCCESS;
}

void hp_attach_writer_close(hp_attach_writer *writer)
{
	hp_attach_clock_close(&writer->clock);
	hp_wait_close(&writer->waits);
	hp_attach_functions_free(&writer->functions);
	hp_live_ring_unmap(&writer->ring);
	if (writer->files.folder.number >= 0) {
		hp_live_files_remove(&writer->files);
	}
}

static void writer_read_control(hp_attach_writer *writer, uint64_t now_ns)
{
	char bytes[16 * sizeof(hp_live_message)];
	ssize_t count = read(writer->files.control.number, bytes, sizeof(bytes));

	if (count > 0 && hp_live_control_read(&writer->control, bytes, (size_t) count, now_ns) > 0) {
		writer->control.refused++; /* each message is written whole */
	}
}

static void writer_publish(hp_attach_writer *writer, const hp_live_wish *wish, uint64_t now_ns)
{
	hp_live_header *header = writer->ring.header;

	if (wish->is_on && !writer->wish.is_on) {
		HP_SHARED_WRITE(&header->on_ns, now_ns);
		writer->looked_ns = 0;
		writer->has_new_request = true;
		writer->due_ns = 0;
		writer->sleeps = 0;
	} else if (!wish->is_on) {
		hp_attach_clock_end_count(&writer->clock);
	}
	writer->wish = *wish;
	HP_SHARED_WRITE(&header->clock, (uint32_t) wish->clock);
	HP_SHARED_WRITE(&header->readers, wish->readers);
	HP_SHARED_WRITE(&header->asked_ns, wish->is_on ? wish->interval_ns : 0);
	HP_SHARED_WRITE(&header->interval_ns, wish->is_on ? wish->interval_ns : 0);
	HP_SHARED_WRITE(&header->until_ns, wish->until_ns);
	HP_SHARED_WRITE(&header->refused, writer->control.refused);
	HP_SHARED_WRITE(
		&header->source, (uint32_t) (wish->is_on ? HP_LIVE_OUTSIDE : HP_LIVE_NO_SOURCE));
	HP_SHARED_WRITE(&header->is_on, (uint32_t) wish->is_on);
}

static void writer_write(
	hp_attach_writer *writer, uint32_t wait, uint32_t flags, uint64_t weight_ns)
{
	if (writer->has_new_request) {
		hp_live_ring_reserve_request(
			&writer->ring, HP_LIVE_REQUEST, sizeof(hp_live_record), &writer->slot);
		hp_live_ring_commit(&writer->ring);
		writer->has_new_request = false;
	}
	hp_live_ring_write_sample(
		&writer->ring, writer->slot.request, &writer->stack.frames, wait, flags, weight_ns);
}

static uint32_t writer_wait(hp_attach_writer *writer, const char *name)
{
	hp_live_function wanted = {.kind = HP_SAMPLE_WAIT};

	if (name == NULL) {
		return 0;
	}
	wanted.name_length = (uint16_t) strlen(name);

	return hp_live_ring_function(&writer->ring, &wanted, name);
}

/* Returns the ring's function for what the thread waits in at a sample; 0: it does not wait, or
 * that is not known. */
static uint32_t writer_wait_of(hp_attach_writer *writer, uint32_t flags)
{
	if ((flags & HP_LIVE_WAITS_FOR_CPU) != 0) {
		return writer_wait(writer, HP_PROFILE_WAIT_FOR_CPU);
	}

	return (flags & HP_LIVE_OFF_CPU) != 0 ? writer->wait : 0;
}

/* Converts a time in seconds that was read from the process, and may be any bytes. Returns now
 * unless the time is in the past. */
static uint64_t writer_began_us(double time, uint64_t now_us)
{
	return time > 0 && time * 1e6 < (double) now_us ? (uint64_t) (time * 1e6) : now_us;
}

/* Begins a request. Its start is the time that PHP recorded, if the program asked PHP for it.
 * Otherwise it is the time at which the request was first seen. */
static void writer_begin_request(hp_attach_writer *writer, uint64_t now_ns)
{
	const hp_attach_request *request = &writer->request;
	uint64_t now_us = (uint64_t) hp_sample_source_unix_us();
	uint64_t began_us = writer_began_us(request->time, now_us);
	hp_live_slot *slot = &writer->slot;

	if ((now_us - began_us) * 1000 > now_ns) {
		began_us = now_us;
	}
	slot->request++;
	slot->began_unix_us = began_us;
	slot->began_ns = now_ns - (now_us - began_us) * 1000;
	memcpy(slot->method, request->method_text, sizeof(slot->method));
	memcpy(slot->uri, request->uri_text, sizeof(slot->uri));
	slot->state = HP_LIVE_RUNNING;
	hp_live_ring_set_slot(&writer->ring, slot);
	writer->has_new_request = true;
}

/* Reads how much memory PHP uses, as memory_get_usage() says. */
static void writer_read_memory(hp_attach_writer *writer)
{
	const hp_attach_process *process = &writer->process;
	uintptr_t heap;
	size_t bytes[2] = {0, 0};

	if (process->heap != 0 && hp_attach_read(process->memory, process->heap, &heap, sizeof(heap)) &&
		hp_attach_read(
			process->memory, heap + process->layout->heap_size, &bytes[0], sizeof(bytes[0])) &&
		hp_attach_read(
			process->memory, heap + process->layout->heap_peak, &bytes[1], sizeof(bytes[1]))) {
		HP_SHARED_WRITE(&writer->ring.header->slot.memory_bytes, bytes[0]);
		HP_SHARED_WRITE(&writer->ring.header->slot.peak_bytes, bytes[1]);
		writer->slot.memory_bytes = bytes[0];
		writer->slot.peak_bytes = bytes[1];
	}
}

static void writer_set_state(hp_attach_writer *writer, hp_live_state state)
{
	if (writer->slot.state != (uint32_t) state) {
		writer->slot.state = (uint32_t) state;
		hp_live_ring_set_state(&writer->ring, &writer->slot);
	}
}

/* Names what the thread sleeps in. If it has run meanwhile, it may sleep in something else by then:
 * the name is not used. */
static void writer_name_wait(hp_attach_writer *writer)
{
	uint32_t wait = writer_wait(writer, hp_wait_name(&writer->waits));

	if (hp_attach_clock_look(&writer->clock).has_run) {
		writer->is_known = false;
		wait = 0;
	}
	writer->wait = wait;
}

/* Returns true if the wait for a child is to be named again, because the child may have executed
 * another program meanwhile. This is done ever more rarely. */
static bool writer_is_other_wait(const hp_attach_writer *writer)
{
	return writer->waits.process.is_child && writer->wait != 0 &&
		(writer->sleeps & (writer->sleeps - 1)) == 0 && writer->sleeps < WRITER_SLEEPS;
}

/* Counts the looks that spent their budget. Such a look tells nothing about the process. */
static void writer_count_spent(hp_attach_writer *writer, hp_attach_outcome *outcome)
{
	if (writer->process.memory->left == 0) {
		writer->spent = MIN(writer->spent + 1, WRITER_MOST_SPENT);
		*outcome = HP_ATTACH_TORN;
		writer->is_known = false;
	} else {
		writer->spent = 0;
	}
}

/* Returns how often this thread has slept so far. */
static long writer_naps(void)
{
	struct rusage usage = {.ru_nvcsw = 0};

	getrusage(RUSAGE_THREAD, &usage);

	return usage.ru_nvcsw;
}

/* Reads request and stack. *is_new is set if another request runs than before. *kept_ns is set to
 * the end of what kept the reading waiting, if something did. */
static hp_attach_outcome writer_read_now(hp_attach_writer *writer, struct hp_attach_walk *walk,
	const hp_attach_moment *moment, bool *is_new, uint64_t *kept_ns)
{
	uint64_t began_ns = hp_live_ring_now_ns(), ended_ns;
	long naps = writer_naps();
	hp_attach_outcome outcome;

	*is_new = hp_attach_request_read(&writer->request, &writer->process);
	outcome = hp_attach_stack_read(
		&writer->stack, walk, &writer->functions, &writer->process, &writer->ring);
	ended_ns = hp_live_ring_now_ns();
	if (outcome == HP_ATTACH_STACK && !moment->is_asleep && !writer->process.is_zts &&
		ended_ns - began_ns >= WRITER_KEPT_NS && writer_naps() != naps) {
		hp_attach_stack_doubt(walk, &writer->functions, &writer->ring);
		*kept_ns = ended_ns;
	}

	return outcome;
}

/* Gets the current stack, or that of the last look if the thread has not run since. Returns false
 * if there is none. */
static bool writer_read_stack(hp_attach_writer *writer, struct hp_attach_walk *walk,
	const hp_attach_moment *moment, uint64_t now_ns, uint64_t *kept_ns)
{
	hp_attach_outcome outcome = HP_ATTACH_STACK;

	if (moment->is_gone) {
		outcome = HP_ATTACH_GONE;
	} else if (moment->has_run || !writer->is_known) {
		bool is_new;

		outcome = writer_read_now(writer, walk, moment, &is_new, kept_ns);
		writer->is_known = outcome != HP_ATTACH_TORN;
		writer->wait = 0;
		if (outcome == HP_ATTACH_STACK && moment->is_asleep) {
			writer_name_wait(writer);
		}
		if (now_ns >= writer->memory_ns) {
			writer->memory_ns = now_ns + WRITER_MEMORY_NS;
			writer_read_memory(writer);
		}
		if (outcome == HP_ATTACH_STACK && (is_new || writer->slot.state != HP_LIVE_RUNNING)) {
			writer_begin_request(writer, now_ns);
		}
	} else if (writer_is_other_wait(writer)) {
		writer_name_wait(writer);
	}
	writer_count_spent(writer, &outcome);
	if (outcome == HP_ATTACH_GONE) {
		writer->is_over = !hp_attach_process_is_same(&writer->process);
		writer_set_state(
			writer, writer->is_over ? HP_LIVE_ENDED : (hp_live_state) writer->slot.state);
	} else if (outcome == HP_ATTACH_IDLE) {
		writer->stack.frames.count = 0;
		writer_set_state(writer, HP_LIVE_IDLE);
	} else if (outcome == HP_ATTACH_TORN) {
		HP_SHARED_COUNT(&writer->ring.header->late);
	}

	return outcome == HP_ATTACH_STACK && writer->stack.frames.count > 0;
}

/* The result of a look. */
typedef struct writer_view {
	hp_attach_moment moment;
	bool has_stack;
	double part; /* the part of the look for which the thread has run; -1: not known */
} writer_view;

/* Returns the time that a look stands for if it finds the thread on a CPU: the time since the last
 * look. It is longer while samples account for less CPU time than the thread's clock shows, because
 * short requests pass between two looks. By the wall clock that applies only to processes that are
 * idle between requests, because for others the looks account for all time. By the CPU clock the
 * time is at most what that clock shows, plus a lead. */
static uint64_t writer_found_ns(const hp_attach_writer *writer, uint64_t wall_ns)
{
	bool is_wall = writer->wish.clock == HP_LIVE_WALL;
	int64_t ahead_ns =
		(int64_t) MAX(WRITER_AHEAD_NS, WRITER_AHEAD_INTERVALS * writer->wish.interval_ns);
	int64_t open_ns = (int64_t) (writer->clock.cpu_ns - writer->taken_ns);
	double found_ns;

	if (writer->clock.cpu_ns == 0 || (is_wall && !writer->has_idled)) {
		return wall_ns;
	}
	found_ns = (double) wall_ns * MAX(1, (double) open_ns / (double) ahead_ns);
	found_ns = MAX(0, MIN(found_ns, (double) (open_ns + ahead_ns)));

	return is_wall ? MAX(wall_ns, (uint64_t) found_ns) : (uint64_t) found_ns;
}

/* Returns true if the time since the last look was a wait for a CPU. For that, the kernel must
 * report waits without a sample for at least half of that time. Also the thread must have had no
 * CPU while its stack was read, as far as that is known: the exact clock is opened only for threads
 * that wait. */
static bool writer_waited(hp_attach_writer *writer, const writer_view *view, uint64_t time_ns)
{
	int64_t open_ns = (int64_t) (writer->clock.delay_ns - writer->waited_ns);

	if (view->moment.is_asleep || open_ns <= 0 || open_ns < (int64_t) time_ns / 2) {
		return false;
	}
	hp_attach_clock_count(&writer->clock, &writer->process);
	if (view->part >= WRITER_RAN) {
		return false;
	}
	writer->waited_ns += time_ns;

	return true;
}

/* Writes a sample for all time since the last look. Looks come at random moments, so that they find
 * each stack for as much of the time as it lasts. */
static void writer_sample(hp_attach_writer *writer, const writer_view *view, uint64_t now_ns)
{
	uint64_t time_ns = writer->looked_ns == 0 ? 0 : now_ns - writer->looked_ns;
	bool has_waited, has_cpu;
	uint32_t flags;

	if (writer->looked_ns == 0) {
		writer->taken_ns = writer->clock.cpu_ns;
		writer->waited_ns = writer->clock.delay_ns;
		writer->has_idled = false;
	}
	has_waited = writer_waited(writer, view, time_ns);
	has_cpu = !view->moment.is_asleep && !has_waited;
	if (view->has_stack && has_cpu && time_ns > 0) {
		time_ns = writer_found_ns(writer, time_ns);
		writer->taken_ns += time_ns;
	}
	flags = (has_cpu ? 0 : HP_LIVE_OFF_CPU) | (has_waited ? HP_LIVE_WAITS_FOR_CPU : 0) |
		(view->moment.has_run ? 0 : HP_LIVE_REPEATED);
	writer->has_idled = writer->has_idled || writer->slot.state == HP_LIVE_IDLE;
	writer->looked_ns = now_ns;
	if (view->has_stack && time_ns > 0 && (has_cpu || writer->wish.clock == HP_LIVE_WALL)) {
		writer_write(writer, writer_wait_of(writer, flags), flags, time_ns);
	}
}

static void writer_answer(hp_attach_writer *writer, const writer_view *view)
{
	hp_live_header *header = writer->ring.header;
	uint32_t flags = HP_LIVE_DUMP | (view->moment.is_asleep ? HP_LIVE_OFF_CPU : 0);

	if (!view->has_stack) {
		writer->stack.frames.count = 0;
	}
	writer_write(writer, view->has_stack ? writer_wait_of(writer, flags) : 0, flags, 0);
	HP_SHARED_WRITE(&header->dumps, header->dumps + writer->control.dumps);
	writer->control.dumps = 0;
}

static uint64_t writer_interval_ns(const hp_attach_writer *writer)
{
	if (!writer->wish.is_on) {
		return WRITER_IDLE_NS;
	}

	return (writer->wish.interval_ns << writer->spent) *
		(writer->sleeps < WRITER_SLEEPS ? 1 : WRITER_RARER);
}

/* The thread woke between two looks. Counts half of the extra gap as sleep, so that sparse and
 * normal looks agree on average. */
static void writer_end_sleep(hp_attach_writer *writer, uint64_t now_ns)
{
	uint64_t usual_ns = writer->wish.interval_ns, asleep_ns;

	if (writer->sleeps >= WRITER_SLEEPS && writer->looked_ns != 0 &&
		now_ns - writer->looked_ns > usual_ns) {
		asleep_ns = (now_ns - writer->looked_ns - usual_ns) / 2;
		if (writer->wish.is_on && writer->wish.clock == HP_LIVE_WALL && writer->is_known &&
			writer->stack.frames.count > 0) {
			writer_write(writer, writer->wait, HP_LIVE_OFF_CPU | HP_LIVE_REPEATED, asleep_ns);
		}
		writer->looked_ns += asleep_ns;
	}
	writer->sleeps = 0;
}

static void writer_answer_locals(hp_attach_writer *writer)
{
	hp_locals_file file;

	writer->control.wants_locals = false;
	writer->process.memory->left = HP_ATTACH_LOOK_BUDGET;
	if (hp_locals_file_begin(&file, writer->slot.request, writer->locals) == FAILURE) {
		return;
	}
	if (writer->locals == HP_LIVE_LOCALS_NOTHING) {
		hp_locals_file_end(&file, 0);
	} else if (!hp_attach_locals_read(&file, &writer->process)) {
		hp_locals_file_free(&file);
		if (hp_locals_file_begin(&file, writer->slot.request, HP_LIVE_LOCALS_MISSED) == FAILURE) {
			return;
		}
		hp_locals_file_end(&file, 0);
	}
	hp_locals_file_publish(&file, writer->files.folder.number, writer->files.name);
	hp_locals_file_free(&file);
}

void hp_attach_writer_hear(hp_attach_writer *writer, bool has_message, uint64_t now_ns)
{
	hp_live_wish wish;

	if (has_message) {
		writer_read_control(writer, now_ns);
	}
	if (writer->control.wants_locals) {
		writer_answer_locals(writer);
	}
	wish = hp_live_control_wish(&writer->control, now_ns);
	writer_publish(writer, &wish, now_ns);
}

/* Returns a random delay of half to one and a half times the interval, so that looks do not
 * run in step with a periodic program. All processes of one turn get the same delay, so that the
 * next turn looks at them together again. */
static uint64_t writer_delay_ns(const hp_attach_writer *writer, uint64_t turn_ns)
{
	return hp_random_around(&(hp_random){turn_ns}, writer_interval_ns(writer));
}

/* A look may be early only because of other processes, so its moment does not depend on what this
 * one does. */
bool hp_attach_writer_is_due(const hp_attach_writer *writer, uint64_t now_ns)
{
	return writer->control.dumps > 0 ||
		now_ns + writer_interval_ns(writer) / WRITER_SOON >= writer->due_ns;
}

/* Returns the part of the time since began_ns for which the thread has run. Its exact clock showed
 * cpu_ns then. -1: there is no such clock. */
static double writer_part(const hp_attach_writer *writer, uint64_t began_ns, uint64_t cpu_ns)
{
	uint64_t ran_ns = hp_attach_clock_cpu_ns(&writer->clock) - cpu_ns;
	uint64_t passed_ns = hp_live_ring_now_ns() - began_ns;

	return cpu_ns == 0 ? -1 : MIN(1, (double) ran_ns / (double) MAX(1, passed_ns));
}

void hp_attach_writer_look(hp_attach_writer *writer, struct hp_attach_walk *walk, uint64_t turn_ns)
{
	uint64_t now_ns = hp_live_ring_now_ns(), kept_ns = 0;
	uint64_t cpu_ns = hp_attach_clock_cpu_ns(&writer->clock);
	writer_view view = {.moment = hp_attach_clock_look(&writer->clock)};

	writer->process.memory->left = HP_ATTACH_LOOK_BUDGET;
	if (view.moment.has_run) {
		writer_end_sleep(writer, now_ns);
	} else {
		writer->sleeps = MIN(writer->sleeps + 1, WRITER_SLEEPS);
	}
	view.has_stack = writer_read_stack(writer, walk, &view.moment, now_ns, &kept_ns);
	view.part = writer_part(writer, now_ns, cpu_ns);
	/* Looks that were due while the reading was kept waiting would have found the same stack. */
	writer->due_ns = turn_ns + writer_delay_ns(writer, turn_ns);
	while (writer->due_ns < kept_ns) {
		now_ns = writer->due_ns;
		writer->due_ns += writer_delay_ns(writer, now_ns);
	}
	if (writer->wish.is_on) {
		writer_sample(writer, &view, now_ns);
	}
	if (writer->control.dumps > 0) {
		writer_answer(writer, &view);
	}
}

#endif
