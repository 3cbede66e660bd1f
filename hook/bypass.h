/* bypass.h: lets a profiled request bypass opcache where the JIT may run.
 *
 * The problem: JIT code calls functions without zend_execute_ex, and crashes if that pointer is
 * swapped, so the "ex" hook cannot see its calls. The code may go when the JIT asks for the pointer
 * at run time, or with the "ex" hook.
 *
 * A request that has not loaded anything from opcache yet switches opcache off for itself: its
 * files are then compiled anew, and the JIT never compiles that code. A request that has loaded
 * something is refused.
 *
 * Opcache caches the file of auto_prepend_file and the main script like any other file. If one of
 * them names xhprof_enable(), it is compiled outside of opcache in each request, so that it can
 * call that function.
 *
 * Does nothing unless hp_hook_bypass_startup() was called. */
#ifndef HP_HOOK_BYPASS_H
#define HP_HOOK_BYPASS_H

#include "base/compat.h"

/* The state of a thread's request. */
typedef struct hp_bypass {
	bool is_bypassing; /* it has switched opcache off for itself */
	bool has_cached_code; /* it has code from opcache */
	bool is_counted; /* counted among the threads whose requests bypass opcache to be profiled */
	HashTable *silent; /* names of files that do not name xhprof_enable(); NULL: none is known */
} hp_bypass;

/* In MINIT; when all modules have started, and opcache has not; in MSHUTDOWN. */
void hp_hook_bypass_startup(void);
void hp_hook_bypass_post_startup(void);
void hp_hook_bypass_shutdown(void);

/* At the begin of a request, before a run, and at its end. */
void hp_hook_bypass_activate(void);
void hp_hook_bypass_deactivate(hp_bypass *bypass);

/* Bypasses opcache for the rest of the request, unless it does so already. Returns NULL, or the
 * reason in English why it cannot. */
const char *hp_hook_bypass(hp_bypass *bypass);

/* Does the same for a run of lines with the "observer" hook if the JIT may run: JIT code does not
 * check for interrupts at the begin of a call. */
const char *hp_hook_bypass_for_lines(hp_bypass *bypass);

/* Returns the reason why the request cannot bypass opcache for lines, as far as it is known in
 * advance; NULL if it can, or need not. */
const char *hp_hook_bypass_lines_refusal(const hp_bypass *bypass);

/* True if requests bypass opcache before their calls are seen. Opcache's code then stays as the
 * compiler makes it. */
bool hp_hook_bypass_is_in_force(void);

/* True if opcache compiles the code that is being compiled now: it then stays as it is. */
bool hp_hook_bypass_spares(void);

/* In GINIT, and at the end of a thread or of the process. */
void hp_hook_bypass_add_thread(void);
void hp_hook_bypass_free(hp_bypass *bypass);

#endif /* HP_HOOK_BYPASS_H */
