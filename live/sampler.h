/* sampler.h: samples of a thread's stack into its ring, switched on and off at any moment by a helper
 * thread.
 *
 * CPU time is sampled by signals in the thread itself, or at safe points where no signal may or can
 * arrive; time that the thread is not running is sampled by looks of the helper thread. Both write to the
 * ring at once, under one lock. At long intervals, and of threads that switch often, single samples are
 * taken instead: sparse.h. Functions are known by address for one request only. */
#ifndef HP_LIVE_SAMPLER_H
#define HP_LIVE_SAMPLER_H

#include "live/ring.h"

#include "sample/source.h"
#include "sample/stack_walk.h"

/* A stack by the ring's numbers, the innermost frame first. */
typedef struct hp_live_stack {
	uint32_t count;
	bool is_cut;
	struct {
		uint32_t function;
		uint32_t line;
	} frames[HP_LIVE_MAX_FRAMES];
} hp_live_stack;

typedef struct hp_live_sampler {
	hp_live_ring *ring;
	const hp_live_slot *slot; /* of the request; changes under the lock */
	bool has_store;
	hp_sample_store store; /* the functions of this request */
	uint32_t *numbers; /* in the ring, plus one, by index in the store; 0: not looked up */
	uint32_t numbers_size;
	hp_stack_walk walk;
	hp_sample_event cpu; /* ticks by CPU time; without a source: safe points only */
	hp_sample_event off; /* never armed: the thread's states */
	hp_random random;
	bool is_locked;
	bool is_on;
	bool is_in_request;
	bool has_new_request; /* no record names it so far */
	hp_live_clock clock;
	uint64_t interval_ns;
	bool is_for_dumps; /* nobody asks for samples */
	uint32_t dumps; /* that are wanted */
	uint64_t dump_until_ns;
	hp_live_stack stack; /* of the last sample in the thread */
	hp_live_stack asleep; /* of the helper's last look that found it off the CPU */
	bool is_sparse;
	bool is_expected; /* sparse: the time of the next look is drawn */
	uint64_t next_look_ns;
	uint64_t charged_ns; /* samples account for CPU time up to here */
	int64_t asleep_ns; /* and for time asleep, and waiting for a CPU, up to here on their clocks */
	uint64_t waited_ns;
	uint64_t outside_cpu_ns; /* CPU time outside of requests */
	uint64_t ended_cpu_ns; /* at the end of the last one */
	uint64_t break_weight; /* of the break since then, if it is measured; else 0 */
	uint64_t breaks; /* that were measured */
	uint64_t breaks_counted; /* in the cost */
	uint64_t switches; /* of the thread, so far */
	uint64_t switch_ns; /* what perf costs at them, or would cost */
	uint64_t attached_ns; /* its cost so far, and that of breaks measured */
	bool was_off; /* at the helper's last look: asleep */
	bool was_waiting; /* or waiting for a CPU */
	uint64_t off_since_ns; /* seen in that place */
	uint64_t look_ns;
	uint64_t look_cpu_ns;
	uint64_t
		asleep_taken_ns; /* samples account for the time up to here, asleep and waiting for a CPU */
	uint64_t waited_taken_ns;
	uint32_t backoff; /* intervals to the next look */
	uint64_t began_ns; /* the request */
	uint64_t ended_ns; /* the one before, while sampling was on */
	uint64_t busy_ns; /* in requests that are over */
	uint64_t watched_ns; /* the handler, last time */
	uint64_t handler_ns;
} hp_live_sampler;

/* In the thread that is to be sampled. All stays where it is until the end. */
void hp_live_sampler_init(hp_live_sampler *sampler, hp_live_ring *ring, const hp_live_slot *slot);
void hp_live_sampler_free(hp_live_sampler *sampler);

/* In a forked child, after hp_live_sampler_lock() before the fork. */
void hp_live_sampler_forget(hp_live_sampler *sampler);

/* Around a change of the slot; not in a signal handler. */
void hp_live_sampler_lock(hp_live_sampler *sampler);
void hp_live_sampler_unlock(hp_live_sampler *sampler);

/* A request of the thread begins, its method, URI or tags have changed, it ends. With the lock. */
void hp_live_sampler_begin(hp_live_sampler *sampler);
void hp_live_sampler_rename(hp_live_sampler *sampler);
void hp_live_sampler_end(hp_live_sampler *sampler);

/* Makes the engine come to a safe point soon. From any thread. */
void hp_live_sampler_ask_interrupt(const hp_live_sampler *sampler);

/* Between two instructions of the thread. */
void hp_live_sampler_safe_point(hp_live_sampler *sampler, const zend_execute_data *execute_data);

/* From here on: in the helper thread alone. */

void hp_live_sampler_enable(hp_live_sampler *sampler, hp_live_clock clock, uint64_t interval_ns);
void hp_live_sampler_disable(hp_live_sampler *sampler);
void hp_live_sampler_set_interval(hp_live_sampler *sampler, uint64_t interval_ns);

/* Accounts for the switches of the thread until now. */
void hp_live_sampler_count_switches(hp_live_sampler *sampler);

/* Where its samples of CPU time come from. */
hp_live_source hp_live_sampler_source(const hp_live_sampler *sampler);

/* Records of this moment with HP_LIVE_DUMP; the next look or sample writes them. */
void hp_live_sampler_dump(hp_live_sampler *sampler, uint32_t dumps, uint64_t now_ns);

/* The thread's CPU time; and its time in requests so far, of the wall clock. */
uint64_t hp_live_sampler_cpu_ns(const hp_live_sampler *sampler);
uint64_t hp_live_sampler_busy_ns(hp_live_sampler *sampler, uint64_t now_ns);

/* Looks at the thread, which may wait. Returns the time until the next look; UINT64_MAX: when the next
 * request begins, as there was none for long. */
uint64_t hp_live_sampler_look(hp_live_sampler *sampler);

/* For sparse.c. */

/* Arms the source of CPU time, whose clock begins anew; and takes it away. */
void hp_live_sampler_attach(hp_live_sampler *sampler);
void hp_live_sampler_detach(hp_live_sampler *sampler);

/* Asks the thread for a sample at a safe point, if it needs that. True: it does. */
bool hp_live_sampler_watch(hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns);

/* With the lock: the stack of the thread, in "asleep", if it does not run. False: it does, or the stack
 * cannot be read. */
bool hp_live_sampler_walk_other(hp_live_sampler *sampler, uint64_t cpu_ns);

/* With the lock: a sample. */
void hp_live_sampler_write(
	hp_live_sampler *sampler, const hp_live_stack *stack, uint32_t flags, uint64_t weight_ns);

/* With the lock; allocates. False: no memory. */
bool hp_live_sampler_make_room(hp_live_sampler *sampler);

/* With the lock: the time until the next look, at a random moment of the interval, so that looks never run
 * in step with a periodic program. */
uint64_t hp_live_sampler_delay_ns(hp_live_sampler *sampler);

/* Between two requests; UINT64_MAX as above. */
uint64_t hp_live_sampler_idle_delay_ns(hp_live_sampler *sampler);

#endif /* HP_LIVE_SAMPLER_H */
