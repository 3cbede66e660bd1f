/* thread.h: a thread of PHP that can be looked into from outside: its files, its ring, its request of now.
 *
 * The files are made at the thread's first request, and removed when the thread ends. A forked child gets
 * its own at its next safe point. */
#ifndef HP_LIVE_THREAD_H
#define HP_LIVE_THREAD_H

#include "live/format.h"
#include "php_xhprof.h"

#ifdef __linux__
# define HP_LIVE_HAS_RINGS 1
#endif

/* How others see a request: with method "cli" it is a command. Both valid during the call. */
typedef struct hp_live_request {
	const char *method;
	const char *uri;
	const hp_live_trace *trace;
	bool has_texts; /* names of waits may have statements and URLs, without values */
} hp_live_request;

struct hp_live_tags;
struct hp_live_thread;

#ifdef HP_LIVE_HAS_RINGS

/* In GINIT: the state of this thread; the module's settings. And in GSHUTDOWN: ends and frees it. */
struct hp_live_thread *hp_live_thread_new(const php_xhprof_settings *settings);
void hp_live_thread_free(struct hp_live_thread *thread);

/* In MINIT of a module that stays loaded. */
void hp_live_thread_startup(void);

/* In MSHUTDOWN, before settings go: the master of a server removes what workers left that it has ended. */
void hp_live_thread_sweep(const struct hp_live_thread *thread);

/* Set in MINIT by request/, which can save it: called at a safe point when a reader wants a snapshot of the memory.
 * False: it is refused. */
extern HP_HIDDEN bool (*hp_live_thread_snapshot)(const zend_execute_data *from);

/* A reader wants the variables of open calls, as NAME.locals below the folder. */
typedef struct hp_live_locals_question {
	int folder;
	const char *name;
	uint64_t request; /* its number in this process */
} hp_live_locals_question;

/* Set in MINIT by request/, which knows how much may be shown: called at a safe point, if xhprof.live_allow has "locals". */
extern HP_HIDDEN void (*hp_live_thread_locals)(
	const hp_live_locals_question *question, const zend_execute_data *from);

/* In RINIT. */
void hp_live_thread_begin(struct hp_live_thread *thread, const hp_live_request *request);

/* In RSHUTDOWN, and after all RSHUTDOWNs: its addresses say nothing any more. The status is that of HTTP, or the exit
 * status of a command; INT_MIN: not known. */
void hp_live_thread_shutdown(struct hp_live_thread *thread);
void hp_live_thread_end(struct hp_live_thread *thread, int status);

/* While the fatal error of memory_limit is raised in this thread. */
void hp_live_thread_out_of_memory(void);

/* A pattern with "*" and "?" for URIs, "" for all: a reader wants the next requests whose URI matches
 * profiled. Valid until the next request; NULL: none. And: one of them is. */
const char *hp_live_thread_armed(struct hp_live_thread *thread);
void hp_live_thread_take_armed(struct hp_live_thread *thread);

/* When the program has changed its tags. */
void hp_live_thread_tag(struct hp_live_thread *thread, const struct hp_live_tags *tags);

/* When the program has changed its trace: it is that of all samples from now on. */
void hp_live_thread_trace(struct hp_live_thread *thread, const hp_live_trace *trace);

/* Fills in "live" of xhprof_info(). */
void hp_live_thread_info(const struct hp_live_thread *thread, zval *info);

#else /* no shared memory whose room is certain, and no /proc */
# define hp_live_thread_new(settings) ((void) (settings), (struct hp_live_thread *) NULL)
# define hp_live_thread_free(thread) ((void) (thread))
# define hp_live_thread_startup() ((void) 0)
# define hp_live_thread_sweep(thread) ((void) (thread))
# define hp_live_thread_begin(thread, request) ((void) (thread), (void) (request))
# define hp_live_thread_shutdown(thread) ((void) (thread))
# define hp_live_thread_end(thread, status) ((void) (thread), (void) (status))
# define hp_live_thread_out_of_memory() ((void) 0)
# define hp_live_thread_armed(thread) ((void) (thread), (const char *) NULL)
# define hp_live_thread_take_armed(thread) ((void) (thread))
# define hp_live_thread_tag(thread, tags) ((void) (thread), (void) (tags))
# define hp_live_thread_trace(thread, trace) ((void) (thread), (void) (trace))
# define hp_live_thread_info(thread, info) ZVAL_NULL(info)
#endif

#endif /* HP_LIVE_THREAD_H */
