/* sink.h: writes the samples of a thread into its ring, and a record of each of its requests.
 *
 * sampler/sampler.h takes the samples; a helper thread switches it on and off at any moment.
 * Functions are known by address during one request only. */
#ifndef HP_LIVE_SINK_H
#define HP_LIVE_SINK_H

#include "live/account.h"
#include "live/context.h"
#include "live/ring.h"

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Part of the state of a thread of PHP, which owns ring, context and slot. The thread, its signal
 * handler and the helper use all of it with the sampler's lock, unless a member says otherwise. */
typedef struct hp_live_sink {
	hp_sampler sampler;
	hp_live_ring *ring;
	const hp_live_context *context;
	hp_live_slot *slot; /* of the current request */
	bool has_store; /* `store` has been made, and is to be freed */
	hp_sample_store store; /* the functions of this request */
	/* by index in the store: the number in the ring plus one; 0: not looked up */
	uint32_t *numbers; /* owned; grown by the helper, as the handler must not allocate */
	uint32_t numbers_size;
	bool has_new_request; /* no record names the request so far */
	hp_live_clock clock; /* the clock that samples are taken by; the helper's alone */
	hp_live_accounts accounts;
	hp_sampler_account *account; /* of the current request; NULL: not looked up */
	uint32_t dumps; /* how many dumps are pending; read without the lock, too */
	uint64_t dump_until_ns; /* when they are given up, by the ring's clock */
	/* stacks: [false] of the last look by the helper, [true] of the last sample in the thread */
	hp_live_frames kept[2];
	uint64_t began_ns; /* when the request began, by the ring's clock */
	uint64_t began_cpu_ns; /* the thread's CPU time then */
	uint64_t busy_ns; /* the time in requests that have ended */
} hp_live_sink;

/* Call it in the thread that is to be sampled. The sink and the arguments must not move until the
 * end. */
void hp_live_sink_init(
	hp_live_sink *sink, hp_live_ring *ring, hp_live_slot *slot, const hp_live_context *context);
void hp_live_sink_free(hp_live_sink *sink);

/* With the lock: a request of the thread begins; its method, URI or tags have changed; it ends, and
 * its record is written. */
void hp_live_sink_begin(hp_live_sink *sink);
void hp_live_sink_rename(hp_live_sink *sink);
void hp_live_sink_end(hp_live_sink *sink, int32_t status);

/* With the lock: call it before tags change to those of another piece of work. Time that has no
 * sample yet belongs to the old tags. */
void hp_live_sink_turn(hp_live_sink *sink);

/* All functions below run in the helper thread only. */

void hp_live_sink_enable(hp_live_sink *sink, hp_live_clock clock, uint64_t interval_ns);

/* Tells whether readers ask for dumps, but not for samples. */
void hp_live_sink_set_for_dumps(hp_live_sink *sink, bool is_for_dumps);

/* Requests records of this moment with HP_LIVE_DUMP. The next look or sample writes them. */
void hp_live_sink_dump(hp_live_sink *sink, uint32_t dumps, uint64_t now_ns);

/* Returns how long the thread has been in requests so far, in nanoseconds of the wall clock. */
uint64_t hp_live_sink_busy_ns(hp_live_sink *sink, uint64_t now_ns);

/* Looks at the thread. Returns the same as hp_look(). */
uint64_t hp_live_sink_look(hp_live_sink *sink);

#endif

#endif /* HP_LIVE_SINK_H */
