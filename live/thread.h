/* thread.h: makes a thread of PHP visible from outside: its files, its ring, and its current
 * request.
 *
 * The files are made at the thread's first request, and removed when the thread ends. A forked
 * child gets its own at its next safe point. */
#ifndef HP_LIVE_THREAD_H
#define HP_LIVE_THREAD_H

#include "base/compat.h"
#include "live/format.h"
#include "php_xhprof.h"

/* How readers see a request. The method "cli" means a command. All pointers need to be valid only
 * during the call. */
typedef struct hp_live_request {
	const char *method;
	const char *uri;
	const hp_live_trace *trace;
	bool has_texts; /* names of waits may contain statements and URLs, without values */
} hp_live_request;

struct hp_live_tags;
struct hp_live_thread;

#ifdef HP_LIVE_HAS_RINGS

/* Call the first in GINIT: it returns the state of this thread; settings are the module's. Call the
 * second in GSHUTDOWN: it ends and frees the state. */
struct hp_live_thread *hp_live_thread_new(const php_xhprof_settings *settings);
void hp_live_thread_free(struct hp_live_thread *thread);

/* Call it in MINIT of a module that stays loaded. */
void hp_live_thread_startup(void);

/* Call it in MSHUTDOWN, before the settings are freed: the master of a server removes the files of
 * workers that it has ended. */
void hp_live_thread_sweep(const struct hp_live_thread *thread);

/* Call it in RINIT. */
void hp_live_thread_begin(struct hp_live_thread *thread, const hp_live_request *request);

/* Call the first in RSHUTDOWN, and the second after all RSHUTDOWNs, when addresses of the request
 * mean nothing any more. status is that of HTTP, or the exit status of a command; INT_MIN: not
 * known. */
void hp_live_thread_shutdown(struct hp_live_thread *thread);
void hp_live_thread_end(struct hp_live_thread *thread, int status);

/* Call it while the fatal error of memory_limit is raised in this thread. */
void hp_live_thread_out_of_memory(void);

/* Call it when the program has changed its tags. */
void hp_live_thread_tag(struct hp_live_thread *thread, const struct hp_live_tags *tags);

/* Call it when the program has changed its trace. All samples from now on belong to that trace. */
void hp_live_thread_trace(struct hp_live_thread *thread, const hp_live_trace *trace);

/* Fills in "live" of xhprof_info(). */
void hp_live_thread_info(const struct hp_live_thread *thread, zval *info);

#else /* other systems have no /proc, and no shared memory that can be allocated for certain */
# define hp_live_thread_new(settings) ((void) (settings), (struct hp_live_thread *) NULL)
# define hp_live_thread_free(thread) ((void) (thread))
# define hp_live_thread_startup() ((void) 0)
# define hp_live_thread_sweep(thread) ((void) (thread))
# define hp_live_thread_begin(thread, request) ((void) (thread), (void) (request))
# define hp_live_thread_shutdown(thread) ((void) (thread))
# define hp_live_thread_end(thread, status) ((void) (thread), (void) (status))
# define hp_live_thread_out_of_memory() ((void) 0)
# define hp_live_thread_tag(thread, tags) ((void) (thread), (void) (tags))
# define hp_live_thread_trace(thread, trace) ((void) (thread), (void) (trace))
# define hp_live_thread_info(thread, info) ZVAL_NULL(info)
#endif

#endif /* HP_LIVE_THREAD_H */
