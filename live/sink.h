/* sink.h: the samples of a thread in its ring, and a record of each of its requests.
 *
 * sampler/sampler.h takes the samples; a helper thread switches it on and off at any moment. Functions are known by
 * address for one request only. */
#ifndef HP_LIVE_SINK_H
#define HP_LIVE_SINK_H

#include "live/account.h"
#include "live/context.h"
#include "live/ring.h"

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

typedef struct hp_live_sink {
	hp_sampler sampler;
	hp_live_ring *ring;
	const hp_live_context *context; /* of its thread */
	hp_live_slot *slot; /* of the request; changes under the sampler's lock */
	bool has_store;
	hp_sample_store store; /* the functions of this request */
	uint32_t *numbers; /* in the ring, plus one, by index in the store; 0: not looked up */
	uint32_t numbers_size;
	bool has_new_request; /* no record names it so far */
	hp_live_clock clock;
	hp_live_accounts accounts;
	hp_sampler_account *account; /* of the request; NULL: not looked up */
	uint32_t dumps; /* that are wanted */
	uint64_t dump_until_ns;
	hp_live_frames kept[2]; /* of the last look from beside, and of the last sample in the thread */
	uint64_t began_ns; /* the request */
	uint64_t began_cpu_ns;
	uint64_t busy_ns; /* in requests that are over */
} hp_live_sink;

/* In the thread that is to be sampled. All stays where it is until the end. */
void hp_live_sink_init(
	hp_live_sink *sink, hp_live_ring *ring, hp_live_slot *slot, const hp_live_context *context);
void hp_live_sink_free(hp_live_sink *sink);

/* A request of the thread begins, its method, URI or tags have changed, it ends: then its record is written. With the
 * lock. */
void hp_live_sink_begin(hp_live_sink *sink);
void hp_live_sink_rename(hp_live_sink *sink);
void hp_live_sink_end(hp_live_sink *sink, int32_t status);

/* Call it before tags change to those of another piece of work: time that has no sample yet belongs to the tags so far.
 * With the lock. */
void hp_live_sink_turn(hp_live_sink *sink);

/* From here on: in the helper thread alone. */

void hp_live_sink_enable(hp_live_sink *sink, hp_live_clock clock, uint64_t interval_ns);

/* Readers ask for dumps, but not for samples. */
void hp_live_sink_set_for_dumps(hp_live_sink *sink, bool is_for_dumps);

/* Records of this moment with HP_LIVE_DUMP; the next look or sample writes them. */
void hp_live_sink_dump(hp_live_sink *sink, uint32_t dumps, uint64_t now_ns);

/* The thread's time in requests so far, of the wall clock. */
uint64_t hp_live_sink_busy_ns(hp_live_sink *sink, uint64_t now_ns);

/* As hp_sampler_look(). */
uint64_t hp_live_sink_look(hp_live_sink *sink);

#endif

#endif /* HP_LIVE_SINK_H */
