/* writer.h: the ring of a process that has no module of ours, written by this one from outside, so that whoever reads
 * rings reads it likewise. See live/format.h. */
#ifndef HP_ATTACH_WRITER_H
#define HP_ATTACH_WRITER_H

#include "attach/clock.h"
#include "attach/locals.h"
#include "attach/request.h"
#include "attach/stack.h"

#include "base/random.h"
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
	uint32_t wait; /* the ring's function for what it sleeps in; 0: not known */
	hp_live_files files;
	hp_live_ring ring;
	hp_live_slot slot;
	hp_live_control control;
	hp_live_wish wish;
	hp_live_locals_level locals; /* how much of variables is shown */
	hp_random random;
	bool is_known; /* its stack, unless it has run since */
	uint32_t sleeps; /* looks in a row that found it asleep as before */
	uint32_t spent; /* looks in a row that spent their budget */
	bool has_new_request; /* no record names it so far */
	bool is_over; /* the process is gone */
	struct hp_attach_loop
		*left; /* whose thread it blocks, and which alone may use this; NULL: none */
	uint64_t left_ns; /* the time of loops at other processes since then */
	bool is_blocked; /* it is given up for that */
	uint64_t memory_ns; /* likewise how much memory it uses */
	uint64_t due_ns; /* the next look */
	uint64_t looked_ns; /* the last look of this sampling; 0: none */
	uint64_t taken_ns; /* so much of the thread's CPU time is in samples, */
	uint64_t waited_ns; /* and of its waits for a CPU, by the kernel's clocks */
	bool has_idled; /* between two requests, since this sampling began */
} hp_attach_writer;

/* Makes the ring in that folder. FAILURE: error, of HP_ATTACH_ERROR_BYTES, says what lacks. */
zend_result hp_attach_writer_open(
	hp_attach_writer *writer, const hp_attach_process *process, const char *folder, char *error);

/* Removes the files of the ring. */
void hp_attach_writer_close(hp_attach_writer *writer);

/* Reads what readers ask for, if there is a message, and ends what they no longer do. */
void hp_attach_writer_hear(hp_attach_writer *writer, bool has_message, uint64_t now_ns);

/* True: a look is due, or so soon that it is taken now: a wake-up costs more than one. */
bool hp_attach_writer_is_due(const hp_attach_writer *writer, uint64_t now_ns);

/* Looks at it in the turn that began then, and writes what readers want to know. */
void hp_attach_writer_look(hp_attach_writer *writer, struct hp_attach_walk *walk, uint64_t turn_ns);

#endif

#endif /* HP_ATTACH_WRITER_H */
