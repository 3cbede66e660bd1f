/* thread_state.h: the state of one thread of PHP, for thread.c and answer.c alone. */
#ifndef HP_LIVE_THREAD_STATE_H
#define HP_LIVE_THREAD_STATE_H

#include "live/context.h"
#include "live/helper.h"
#include "live/mark.h"
#include "php_xhprof.h"

#ifdef HP_LIVE_HAS_RINGS

/* The state of one thread of PHP. It owns all members but the settings. The helper thread uses some
 * of them, too, from thread_start() of thread.c until hp_live_helper_stop(). "The lock" is the one
 * in sink.sampler. It is not taken while there is no ring, because then there is no helper. */
typedef struct hp_live_thread {
	const php_xhprof_settings *settings; /* the module's */

	/* Used by the helper, too: the first only read, the next three with the lock. The helper itself
	 * is set up here before it starts, and belongs to its own thread then. */
	hp_live_files files;
	hp_live_ring ring;
	hp_live_slot slot; /* our own slot; readers see a copy */
	hp_live_sink sink;
	hp_live_helper helper;

	/* Written by the helper with the lock, for this thread to answer. It clears the first without
	 * the lock, and the others with it; it reads all of them without it, too. */
	bool wants_snapshot;
	bool wants_locals;
	uint64_t locals_until_ns; /* until when the reader waits for variables, by the ring's clock */
	uint32_t armed; /* how many of the next requests are to be profiled */
	char armed_uri[HP_LIVE_URI_BYTES]; /* their pattern; read with the lock only */

	/* Used by this thread alone. */
	hp_live_mark_sums marks; /* written with the lock */
	hp_live_context context; /* the sink also reads the trace of a tracer by it, in any thread */
	bool was_tagged; /* the request has, or had, tags */
	bool has_marks; /* this thread watches exceptions and takes marks */
	bool has_locals; /* variables were written, and nobody is known to have removed the file */
	/* the peak when the request began, which is that of a worker's earlier jobs */
	uint64_t began_peak_bytes;
	char taken_uri[HP_LIVE_URI_BYTES]; /* a copy of armed_uri, for callers without the lock */
	const char
		*error; /* error_text: why there is no ring; NULL: there is one, or none was wanted */
	char error_text[256];
	bool has_tried; /* to make a ring: a failure is not repeated with each request */
	bool is_of_parent; /* this process is a forked child: nothing here is its own */
} hp_live_thread;

static inline bool hp_live_thread_has_ring(const hp_live_thread *thread)
{
	return thread->ring.header != NULL && !thread->is_of_parent;
}

#endif

#endif /* HP_LIVE_THREAD_STATE_H */
