/* sampler.h: samples of a thread's stack into its ring, switched on and off at any moment by a helper
 * thread.
 *
 * CPU time is sampled by signals in the thread itself, or at safe points where no signal may or can
 * arrive; time that the thread is not running is sampled by looks of the helper thread: see sample/off_cpu.h. Both write to the
 * ring at once, under one lock. At long intervals, and of threads that switch often, each look arms the signal for a
 * single tick, as it costs at each switch while it is armed. Functions are known by address for one request only. */
#ifndef HP_LIVE_SAMPLER_H
#define HP_LIVE_SAMPLER_H

#include "live/ring.h"

#include "sample/off_cpu.h"
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
	hp_off_cpu off;
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
	bool is_sparse; /* single ticks */
	bool is_expected; /* the time of the next look is drawn */
	uint64_t next_look_ns;
	uint64_t switches; /* of the thread, so far */
	uint64_t switch_ns; /* what perf costs at them, or would cost */
	uint64_t attached_ns; /* its cost so far */
	uint64_t began_ns; /* the request */
	uint64_t began_cpu_ns;
	uint64_t ended_ns; /* the one before */
	uint64_t ended_cpu_ns;
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

/* A request of the thread begins, its method, URI or tags have changed, it ends: then its record is written. With the
 * lock. */
void hp_live_sampler_begin(hp_live_sampler *sampler);
void hp_live_sampler_rename(hp_live_sampler *sampler);
void hp_live_sampler_end(hp_live_sampler *sampler, int32_t status);

/* Makes the engine come to a safe point soon. From any thread. */
void hp_live_sampler_ask_interrupt(const hp_live_sampler *sampler);

/* Between two instructions of the thread. */
void hp_live_sampler_safe_point(hp_live_sampler *sampler, const zend_execute_data *execute_data);

/* From here on: in the helper thread alone. */

void hp_live_sampler_enable(hp_live_sampler *sampler, hp_live_clock clock, uint64_t interval_ns);
void hp_live_sampler_disable(hp_live_sampler *sampler);
void hp_live_sampler_set_interval(hp_live_sampler *sampler, uint64_t interval_ns);

/* Single ticks, or one after each interval of CPU time. Nothing changes where perf is not permitted: what takes its
 * place costs nothing at switches. */
void hp_live_sampler_set_sparse(hp_live_sampler *sampler, bool is_sparse);

/* The longest time between two looks at a thread that waits in one place, unless the interval is longer. */
void hp_live_sampler_set_patience(hp_live_sampler *sampler, uint64_t patience_ns);

/* Accounts for the switches of the thread until now. */
void hp_live_sampler_count_switches(hp_live_sampler *sampler);

/* Where its samples of CPU time come from. */
hp_live_source hp_live_sampler_source(const hp_live_sampler *sampler);

/* Readers ask for dumps, but not for samples. */
void hp_live_sampler_set_for_dumps(hp_live_sampler *sampler, bool is_for_dumps);

/* Records of this moment with HP_LIVE_DUMP; the next look or sample writes them. */
void hp_live_sampler_dump(hp_live_sampler *sampler, uint32_t dumps, uint64_t now_ns);

/* The thread's CPU time; and its time in requests so far, of the wall clock. */
uint64_t hp_live_sampler_cpu_ns(const hp_live_sampler *sampler);
uint64_t hp_live_sampler_busy_ns(hp_live_sampler *sampler, uint64_t now_ns);

/* Looks at the thread, which may wait. Returns the time until the next look; UINT64_MAX: when the next
 * request begins, as there was none for long. */
uint64_t hp_live_sampler_look(hp_live_sampler *sampler);

#endif /* HP_LIVE_SAMPLER_H */
