/* leave.h: lets a request leave opcache, so that the "ex" hook sees its calls where the JIT may
 * run.
 *
 * JIT code bypasses zend_execute_ex, and crashes if that is swapped. A request that has not loaded
 * anything from opcache yet switches opcache off for itself: its files are then compiled anew, and
 * the JIT never compiles that code. A request that has loaded something is refused.
 *
 * Opcache caches the file of auto_prepend_file and the main script like any other file. If one of
 * them names xhprof_enable(), it is compiled outside of opcache in each request, so that it can
 * call that function.
 *
 * Does nothing unless hp_hook_leave_startup() was called. */
#ifndef HP_HOOK_LEAVE_H
#define HP_HOOK_LEAVE_H

#include "base/compat.h"

/* The state of a thread's request. */
typedef struct hp_leave {
	bool has_left; /* it has left opcache */
	bool has_cached_code; /* it has code from opcache */
	bool is_counted; /* counted among the threads whose requests have left opcache to be profiled */
	HashTable *silent; /* names of files that do not name xhprof_enable(); NULL: none is known */
} hp_leave;

/* In MINIT; when all modules have started, and opcache has not; in MSHUTDOWN. */
void hp_hook_leave_startup(void);
void hp_hook_leave_post_startup(void);
void hp_hook_leave_shutdown(void);

/* At the begin and at the end of a request. */
void hp_hook_leave_begin(hp_leave *leave);
void hp_hook_leave_end(hp_leave *leave);

/* Leaves opcache for the rest of the request, if it has not left yet. Returns NULL, or the reason
 * in English why it cannot. */
const char *hp_hook_leave(hp_leave *leave);

/* Does the same for a run of lines with the "observer" hook if the JIT may run: JIT code does not
 * check for interrupts at the begin of a call. */
const char *hp_hook_leave_for_lines(hp_leave *leave);

/* Returns the reason why the request cannot leave opcache for lines, as far as it is known in
 * advance; NULL if it can, or need not. */
const char *hp_hook_leave_lines_refusal(const hp_leave *leave);

/* True if requests leave opcache before their calls are seen. Opcache's code then stays as the
 * compiler makes it. */
bool hp_hook_leave_is_in_force(void);

/* True if opcache compiles the code that is being compiled now: it then stays as it is. */
bool hp_hook_leave_spares(void);

/* In GINIT, and at the end of a thread or of the process. */
void hp_hook_leave_thread_begin(void);
void hp_hook_leave_free(hp_leave *leave);

#endif /* HP_HOOK_LEAVE_H */
