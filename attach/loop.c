/* For ppoll(). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "attach/loop.h"

#include "base/descriptor.h"

#ifdef __linux__

#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

/* The loop sleeps at least so long, and at least as long as it worked. */
#define LOOP_LEAST_SLEEP_NS 50000u

/* Readers that want nothing more are seen so often. */
#define LOOP_HEAR_NS 50000000u

/* Messages that are taken in one turn. */
#define LOOP_MESSAGES 64

typedef struct attach_loop {
	hp_attach_writer *const *writers;
	size_t count;
	struct hp_attach_walk *walk;
	int messages; /* an epoll of all writers' */
	uint64_t until_ns;
	uint64_t heard_ns;
} attach_loop;

static zend_result loop_watch(attach_loop *loop)
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

static void loop_hear(attach_loop *loop, uint64_t now_ns)
{
	struct epoll_event events[LOOP_MESSAGES];
	int count = epoll_wait(loop->messages, events, LOOP_MESSAGES, 0);

	for (int i = 0; i < count; i++) {
		hp_attach_writer_hear(events[i].data.ptr, true, now_ns);
	}
}

static void loop_forget(attach_loop *loop, uint64_t now_ns)
{
	for (size_t i = 0; i < loop->count; i++) {
		hp_attach_writer_hear(loop->writers[i], false, now_ns);
	}
	loop->heard_ns = now_ns;
}

static void loop_look(const attach_loop *loop, uint64_t now_ns)
{
	for (size_t i = 0; i < loop->count; i++) {
		if (!loop->writers[i]->is_over && hp_attach_writer_is_due(loop->writers[i], now_ns)) {
			hp_attach_writer_look(loop->writers[i], loop->walk, now_ns);
		}
	}
}

static uint64_t loop_next_ns(const attach_loop *loop)
{
	uint64_t next_ns = MIN(loop->until_ns, loop->heard_ns + LOOP_HEAR_NS);

	for (size_t i = 0; i < loop->count; i++) {
		if (!loop->writers[i]->is_over) {
			next_ns = MIN(next_ns, loop->writers[i]->due_ns);
		}
	}

	return next_ns;
}

/* Returns whether there is a message: 0 or 1; -1: a signal came. */
static int loop_sleep(const attach_loop *loop, uint64_t least_ns)
{
	uint64_t next_ns = loop_next_ns(loop), now_ns = hp_live_ring_now_ns(),
			 sleep_ns = MAX(least_ns, next_ns > now_ns ? next_ns - now_ns : 0);
	struct timespec time = {(time_t) (sleep_ns / 1000000000), (long) (sleep_ns % 1000000000)};
	struct pollfd messages = {.fd = loop->messages, .events = POLLIN};

	return ppoll(&messages, 1, &time, NULL);
}

static void loop_turn(attach_loop *loop)
{
	uint64_t now_ns = hp_live_ring_now_ns();
	int has_message = 1;

	while (has_message >= 0 && now_ns < loop->until_ns) {
		if (has_message) {
			loop_hear(loop, now_ns);
		}
		if (now_ns - loop->heard_ns >= LOOP_HEAR_NS) {
			loop_forget(loop, now_ns);
		}
		loop_look(loop, now_ns);
		has_message = loop_sleep(loop, MAX(LOOP_LEAST_SLEEP_NS, hp_live_ring_now_ns() - now_ns));
		now_ns = hp_live_ring_now_ns();
	}
}

void hp_attach_loop_run(hp_attach_writer *const *writers, size_t count, uint64_t for_ns)
{
	attach_loop loop = {.writers = writers,
		.count = count,
		.walk = hp_attach_walk_new(),
		.until_ns = hp_live_ring_now_ns() + for_ns};

	if (loop_watch(&loop) == SUCCESS && loop.walk != NULL) {
		loop_turn(&loop);
	}
	free(loop.walk);
	if (loop.messages >= 0) {
		close(loop.messages);
	}
}

#endif
