/* leave.h: lets a request leave opcache, so that the "ex" hook sees its calls where the JIT may run.
 *
 * JIT code bypasses zend_execute_ex, and crashes if it is swapped. A request that has loaded nothing from
 * opcache yet switches it off for itself: then the compiler makes its files' code anew, which the
 * JIT never compiles. A request that has loaded something is refused.
 *
 * Opcache keeps the file of auto_prepend_file and the main script like any other. One that names xhprof_enable() is
 * compiled outside of opcache in each request, so that it may call that.
 *
 * Does nothing unless hp_hook_leave_startup() was called. */
#ifndef HP_HOOK_LEAVE_H
#define HP_HOOK_LEAVE_H

#include "base/compat.h"

/* A thread's, of its request. */
typedef struct hp_leave {
	bool has_left; /* it has left opcache */
	bool has_cached_code; /* it has code from opcache */
	bool is_counted; /* among the threads whose requests have left opcache to be profiled */
	HashTable *silent; /* files that do not name xhprof_enable(), by name; NULL: none is known */
} hp_leave;

/* In MINIT; when all modules have started, and opcache has not; in MSHUTDOWN. */
void hp_hook_leave_startup(void);
void hp_hook_leave_post_startup(void);
void hp_hook_leave_shutdown(void);

/* At the begin and at the end of a request. */
void hp_hook_leave_begin(hp_leave *leave);
void hp_hook_leave_end(hp_leave *leave);

/* Leaves opcache for the rest of the request, if it has not yet. NULL, or the reason why it cannot, in English. */
const char *hp_hook_leave(hp_leave *leave);

/* The same for a run of lines with the "observer" hook, where the JIT may run: JIT code looks for no interrupts where a
 * call begins. */
const char *hp_hook_leave_for_lines(hp_leave *leave);

/* Why the request cannot leave opcache for that, as far as it is known before; NULL: it can, or need not. */
const char *hp_hook_leave_lines_refusal(const hp_leave *leave);

/* True where a request whose calls are seen runs no code of opcache: that code stays as the compiler makes it. */
bool hp_hook_leave_is_in_force(void);

/* True for the code that is being compiled if opcache compiles it: it stays as it is. */
bool hp_hook_leave_spares(void);

/* In GINIT, and at the end of a thread or of the process. */
void hp_hook_leave_thread_begin(void);
void hp_hook_leave_free(hp_leave *leave);

#endif /* HP_HOOK_LEAVE_H */
