/* leave.h: lets a request leave opcache, so that the "ex" hook sees its calls where the JIT may run.
 *
 * JIT code bypasses zend_execute_ex, and crashes if it is swapped. A request that has loaded nothing from
 * opcache yet switches it off for itself: then the compiler makes its files' code anew, which the
 * JIT never compiles. A request that has loaded something is refused.
 *
 * Opcache keeps the file of auto_prepend_file like any other. If it calls xhprof_enable(), it is compiled
 * outside of opcache in each request.
 *
 * Does nothing unless hp_hook_leave_startup() was called. */
#ifndef HP_HOOK_LEAVE_H
#define HP_HOOK_LEAVE_H

#include "base/compat.h"

/* A thread's, of its request. */
typedef struct hp_leave {
	bool has_left; /* it has left opcache */
	bool has_cached_code; /* it has code from opcache */
	bool is_prepending; /* the file of auto_prepend_file is being compiled outside of opcache */
	bool calls_us; /* that file has the name of xhprof_enable() */
	bool is_counted; /* among the threads whose requests have left opcache to be profiled */
	char *
		cached_prepend; /* the file of auto_prepend_file, if it does not; NULL: unknown. From strdup() */
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

/* Looks at code that was compiled. True: opcache compiles it, and it stays as it is. */
bool hp_hook_leave_spares(const zend_op_array *code);

/* In GINIT, and at the end of a thread or of the process. */
void hp_hook_leave_thread_begin(void);
void hp_hook_leave_free(hp_leave *leave);

#endif /* HP_HOOK_LEAVE_H */
