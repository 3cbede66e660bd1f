/* context.h: the OpenTelemetry contexts of a process and its threads, which host-wide profilers
 * read from outside. If a tracer publishes them, the ring takes over the tracer's trace. Otherwise
 * we publish them: method, path and tag "route" of the request, and its trace.
 *
 * The formats are those of OTEP 4719 and 4947. */
#ifndef HP_LIVE_CONTEXT_H
#define HP_LIVE_CONTEXT_H

#include "base/compat.h"
#include "live/format.h"

/* The size of a record with its attributes. Readers accept no more. */
#define HP_LIVE_CONTEXT_BYTES 640

/* Each thread has one. All zeros: there is no context. */
typedef struct hp_live_context {
	const void *const *theirs; /* the tracer's variable in this thread; NULL: none */
	const void **ours; /* our own library's variable; NULL: none */
	uint16_t record[HP_LIVE_CONTEXT_BYTES / 2];
} hp_live_context;

/* Call it in the thread, once the modules of the process are loaded. The first thread publishes the
 * context of the process. */
void hp_live_context_open(hp_live_context *context);

/* Call them in the thread: when a request begins or its description changes, and when it ends. */
void hp_live_context_set(hp_live_context *context, const hp_live_slot *slot);
void hp_live_context_clear(hp_live_context *context);

/* Reads the trace that the thread's tracer is in. Returns false if there is none. May be called in
 * any thread, and in a signal handler. */
bool hp_live_context_read(const hp_live_context *context, hp_live_trace *trace);

#endif /* HP_LIVE_CONTEXT_H */
