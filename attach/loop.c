#include "attach/loop.h"

#include "attach/guard.h"

#include "base/descriptor.h"
#include "sampler/source.h"

#ifdef __linux__

# include <poll.h>
# include <stdlib.h>
# include <sys/epoll.h>
# include <unistd.h>

/* The loop sleeps at least this long, and at least as long as it has just used a CPU. */
# define LOOP_LEAST_SLEEP_NS 50000u

/* The time between two checks for leases that have expired. */
# define LOOP_HEAR_NS 50000000u

/* A thread that is left behind for longer is given up for lost. */
# define LOOP_TIMEOUT_NS UINT64_C(3000000000)

/* The most messages that are taken in one turn. */
# define LOOP_MESSAGES 64

typedef struct hp_attach_loop {
	hp_attach_guard guard;
	hp_attach_writer **writers; /* a copy of the caller's array */
	size_t count;
	struct hp_attach_walk *walk;
	int messages; /* an epoll of the FIFOs of all writers */
	uint64_t for_ns; /* how long to look, from the moment when the thread runs */
	uint64_t until_ns;
	uint64_t heard_ns;
	bool is_left; /* the thread was left behind, and returns at once */
} hp_attach_loop;

static zend_result loop_watch(hp_attach_loop *loop)
{
	loop->messages = hp_descriptor_open_epoll();
	for (size_t i = 0; i < loop->count && loop->messages >= 0; i++) {
		struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = loop->writers[i]}};

		if (epoll_ctl(loop->messages, EPOLL_CTL_ADD, loop->writers[i]->files.control.number,
				&event) != 0) {
			return FAILURE;
		}
	}

	return loop->messages >= 0 ? SUCCESS : FAILURE;
}

/* Tells the guard which writer the loop may block on from here on; NULL for none. Returns false if
 * this thread was left behind: another loop may use the writers by now. */
static bool loop_enter(hp_attach_loop *loop, const hp_attach_writer *writer)
{
	loop->is_left = loop->is_left || !hp_attach_guard_enter(&loop->guard, writer);

	return !loop->is_left;
}

static void loop_hear(hp_attach_loop *loop, uint64_t now_ns)
{
	struct epoll_event events[LOOP_MESSAGES];
	int count = epoll_wait(loop->messages, events, LOOP_MESSAGES, 0);

	for (int i = 0; i < count && loop_enter(loop, events[i].data.ptr); i++) {
		hp_attach_writer_hear(events[i].data.ptr, true, now_ns);
	}
	loop_enter(loop, NULL);
}

static void loop_forget(hp_attach_loop *loop, uint64_t now_ns)
{
	for (size_t i = 0; i < loop->count && loop_enter(loop, loop->writers[i]); i++) {
		hp_attach_writer_hear(loop->writers[i], false, now_ns);
	}
	loop->heard_ns = now_ns;
	loop_enter(loop, NULL);
}

static void loop_look(hp_attach_loop *loop, uint64_t now_ns)
{
	for (size_t i = 0; i < loop->count && loop_enter(loop, loop->writers[i]); i++) {
		if (!loop->writers[i]->is_over && hp_attach_writer_is_due(loop->writers[i], now_ns)) {
			hp_attach_writer_look(loop->writers[i], loop->walk, now_ns);
		}
	}
	loop_enter(loop, NULL);
}

static uint64_t loop_next_ns(const hp_attach_loop *loop)
{
	uint64_t next_ns = MIN(loop->until_ns, loop->heard_ns + LOOP_HEAR_NS);

	for (size_t i = 0; i < loop->count; i++) {
		if (!loop->writers[i]->is_over) {
			next_ns = MIN(next_ns, loop->writers[i]->due_ns);
		}
	}

	return next_ns;
}

/* Sleeps until the next look. Returns whether there is a message: 0 or 1; -1: a signal came. */
static int loop_sleep(const hp_attach_loop *loop, uint64_t least_ns)
{
	uint64_t next_ns = loop_next_ns(loop), now_ns = hp_live_ring_now_ns(),
			 sleep_ns = MAX(least_ns, next_ns > now_ns ? next_ns - now_ns : 0);
	struct timespec time = {(time_t) (sleep_ns / 1000000000), (long) (sleep_ns % 1000000000)};
	struct pollfd messages = {.fd = loop->messages, .events = POLLIN};

	return ppoll(&messages, 1, &time, NULL);
}

static void loop_turn(void *context)
{
	hp_attach_loop *loop = context;
	uint64_t now_ns = hp_live_ring_now_ns();
	int has_message = 1;

	loop->until_ns = now_ns + loop->for_ns;
	while (now_ns < loop->until_ns && !hp_attach_guard_is_interrupted(&loop->guard)) {
		uint64_t cpu_ns = hp_sample_source_clock_ns(CLOCK_THREAD_CPUTIME_ID);

		if (has_message != 0) {
			loop_hear(loop, now_ns);
		}
		if (now_ns - loop->heard_ns >= LOOP_HEAR_NS) {
			loop_forget(loop, now_ns);
		}
		loop_look(loop, now_ns);
		if (loop->is_left) {
			return;
		}
		cpu_ns = hp_sample_source_clock_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_ns;
		has_message = loop_sleep(loop, MAX(LOOP_LEAST_SLEEP_NS, cpu_ns));
		now_ns = hp_live_ring_now_ns();
	}
}

static void loop_free(hp_attach_loop *loop)
{
	free(loop->walk);
	free(loop->writers);
	if (loop->messages >= 0) {
		close(loop->messages);
	}
	free(loop);
}

static hp_attach_loop *loop_new(hp_attach_writer *const *writers, size_t count, uint64_t for_ns)
{
	hp_attach_loop *loop = calloc(1, sizeof(*loop));

	if (loop == NULL) {
		return NULL;
	}
	loop->messages = -1;
	loop->walk = hp_attach_walk_new();
	loop->writers = calloc(count + 1, sizeof(*loop->writers));
	if (loop->walk == NULL || loop->writers == NULL) {
		loop_free(loop);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		loop->writers[i] = writers[i];
	}
	loop->count = count;
	loop->for_ns = for_ns;

	return loop;
}

void hp_attach_loop_run(hp_attach_writer *const *writers, size_t count, uint64_t for_ns)
{
	hp_attach_loop *loop = loop_new(writers, count, for_ns);
	hp_attach_guard *guard;

	if (loop == NULL) {
		return;
	}
	guard = &loop->guard;
	hp_attach_guard_init(guard, loop_turn, loop, NULL);
	if (loop_watch(loop) == SUCCESS) {
		hp_attach_guard_run(&guard, 1, HP_ATTACH_LOOK_SLICES);
	}
	for (size_t i = 0; i < count && guard->blocked != NULL; i++) {
		if (writers[i] == guard->blocked) {
			writers[i]->left = loop;
			writers[i]->left_ns = 0;
		}
	}
	if (guard->blocked == NULL) {
		loop_free(loop);
	}
}

bool hp_attach_loop_take_back(hp_attach_writer *writer, uint64_t for_ns)
{
	if (writer->left != NULL && hp_attach_guard_is_over(&writer->left->guard)) {
		loop_free(writer->left);
		writer->left = NULL;
	} else if (writer->left != NULL) {
		/* The time of loops is counted, because this process may have been stopped meanwhile. */
		writer->left_ns += for_ns;
		writer->is_blocked = writer->left_ns > LOOP_TIMEOUT_NS;
	}

	return writer->left == NULL;
}

#endif
