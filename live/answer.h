/* answer.h: what readers want from the thread of PHP, and its answers: a snapshot of the memory,
 * the variables of open calls, and requests to profile. */
#ifndef HP_LIVE_ANSWER_H
#define HP_LIVE_ANSWER_H

#include "base/compat.h"
#include "live/format.h"

#ifdef HP_LIVE_HAS_RINGS

struct hp_live_helper;
struct hp_live_thread;

/* Set in MINIT by request/, which can save a snapshot. Called at a safe point when a reader wants a
 * snapshot of the memory. Returns false if it is refused. */
extern HP_HIDDEN bool (*hp_live_answer_snapshot)(const zend_execute_data *from);

/* A reader's request for the variables of open calls, to be written as NAME.locals in the
 * folder. */
typedef struct hp_live_locals_question {
	int folder;
	const char *name;
	uint64_t request; /* the number of the current request in this process */
} hp_live_locals_question;

/* Set in MINIT by request/, which knows how much may be shown. Called at a safe point when a reader
 * wants variables, if xhprof.live_allow has "locals". */
extern HP_HIDDEN void (*hp_live_answer_locals)(
	const hp_live_locals_question *question, const zend_execute_data *from);

/* Call it in the helper thread: it notes what readers want, and requests a safe point. */
void hp_live_answer_ask(struct hp_live_helper *helper);

/* Call it at a safe point of the thread of PHP: it answers. */
void hp_live_answer_give(struct hp_live_thread *thread, const zend_execute_data *execute_data);

/* Removes variables that no reader has taken. Normally the reader removes them, unless it has ended
 * meanwhile. */
void hp_live_answer_forget_locals(struct hp_live_thread *thread);

/* Call the first when a request begins. If a reader asked to profile the next requests with a
 * matching URI, it returns the pattern, with "*" and "?"; "" is for all URIs. NULL: no reader
 * asked. The pattern is valid until the next request. Call the second if this request matches. */
const char *hp_live_answer_armed(struct hp_live_thread *thread);
void hp_live_answer_take_armed(struct hp_live_thread *thread);

#else
# define hp_live_answer_armed(thread) ((void) (thread), (const char *) NULL)
# define hp_live_answer_take_armed(thread) ((void) (thread))
#endif

#endif /* HP_LIVE_ANSWER_H */
