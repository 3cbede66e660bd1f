/* writer.h: writes the ring of a process that does not have our module, from outside, so that all
 * readers of rings can read it. See live/format.h. */
#ifndef HP_ATTACH_WRITER_H
#define HP_ATTACH_WRITER_H

#include "attach/clock.h"
#include "attach/locals.h"
#include "attach/request.h"
#include "attach/stack.h"

#include "live/control.h"
#include "live/files.h"
#include "sampler/wait.h"

#ifdef __linux__

# define HP_ATTACH_RING_BYTES ((uint64_t) 1 << 20)

typedef struct hp_attach_writer {
	hp_attach_process process;
	hp_attach_functions functions;
	hp_attach_stack stack;
	hp_attach_request request;
	hp_attach_clock clock;
	hp_wait waits;
	uint32_t wait; /* the ring's function for what the thread sleeps in; 0: not known */
	hp_live_files files;
	hp_live_ring ring;
	hp_live_slot slot;
	hp_live_control control;
	hp_live_wish wish;
	hp_live_locals_level locals; /* how much of variables is shown */
	bool is_known; /* the stack is known, unless the thread has run since */
	uint32_t sleeps; /* looks in a row that found the thread asleep as before */
	uint32_t spent; /* looks in a row that spent their budget */
	bool has_new_request; /* no record names the request so far */
	bool is_over; /* the process is gone */
	/* the loop whose thread is blocked in it: only that loop may use it; NULL: none */
	struct hp_attach_loop *left;
	uint64_t left_ns; /* the time of loops over other processes since then */
	bool is_blocked; /* it has blocked its reader for too long, and is given up */
	uint64_t memory_ns; /* when to read again how much memory is used */
	uint64_t due_ns; /* when the next look is due */
	uint64_t looked_ns; /* when the last look of this sampling was; 0: none */
	uint64_t taken_ns; /* up to here samples account for the CPU time, by the kernel's clock */
	uint64_t waited_ns; /* the same for the time of waiting for a CPU */
	bool has_idled; /* it was between two requests, since this sampling began */
} hp_attach_writer;

/* Makes the ring in that folder. FAILURE: error, of HP_ATTACH_ERROR_BYTES, says why. */
zend_result hp_attach_writer_open(
	hp_attach_writer *writer, const hp_attach_process *process, const char *folder, char *error);

/* Removes the files of the ring. */
void hp_attach_writer_close(hp_attach_writer *writer);

/* Reads messages of readers, if has_message, answers a request for variables, and ends leases that
 * have expired. */
void hp_attach_writer_hear(hp_attach_writer *writer, bool has_message, uint64_t now_ns);

/* Returns true if a look is due, or so soon that it is taken now: another wake-up would cost more
 * than a look. */
bool hp_attach_writer_is_due(const hp_attach_writer *writer, uint64_t now_ns);

/* Looks at the process, and writes the samples and dumps that readers asked for. turn_ns is the
 * time at which this turn of the loop began. */
void hp_attach_writer_look(hp_attach_writer *writer, struct hp_attach_walk *walk, uint64_t turn_ns);

#endif

#endif /* HP_ATTACH_WRITER_H */
