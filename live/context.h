/* context.h: OpenTelemetry's contexts of a process and its threads, which profilers of a host read from outside. A tracer may
 * publish them: then a ring has the tracer's trace. Else we do: method, path and tag "route" of the request, and its trace.
 *
 * The formats are those of OTEP 4719 and 4947. */
#ifndef HP_LIVE_CONTEXT_H
#define HP_LIVE_CONTEXT_H

#include "live/format.h"

#include <stdbool.h>

/* A record with its attributes has no more, as readers want it. */
#define HP_LIVE_CONTEXT_BYTES 640

/* A thread has one. All zeros: there is none. */
typedef struct hp_live_context {
	const void *const *theirs; /* the variable of a tracer, in the thread */
	const void **ours; /* or that of our own library */
	uint16_t record[HP_LIVE_CONTEXT_BYTES / 2];
} hp_live_context;

/* In the thread, once the process's modules are there. The process's context is published with its first thread. */
void hp_live_context_open(hp_live_context *context);

/* In the thread: a request begins, or is another one from now on; and ends. */
void hp_live_context_set(hp_live_context *context, const hp_live_slot *slot);
void hp_live_context_clear(hp_live_context *context);

/* The trace that the tracer of the thread is in; false: none. From any thread, also in a signal handler. */
bool hp_live_context_read(const hp_live_context *context, hp_live_trace *trace);

#endif /* HP_LIVE_CONTEXT_H */
