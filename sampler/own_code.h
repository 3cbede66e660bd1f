/* own_code.h: detects signals that interrupted this module. A sample of the profiler's own work
 * does not belong to the function that happens to be on top of the stack. */
#ifndef HP_SAMPLER_OWN_CODE_H
#define HP_SAMPLER_OWN_CODE_H

#include "base/compat.h"

/* hp_own_code_startup() is called in MINIT, hp_own_code_post_startup() when all modules are
 * loaded. */
void hp_own_code_startup(void);
void hp_own_code_post_startup(void);

/* Sets whether calls of this thread are recorded from now on. */
void hp_own_code_watch(bool is_recording);

/* Called in a signal handler, with its third argument or NULL. Returns true if the thread was in
 * the code of this module, or in a function of a system library that this module had called.
 * Returns false where this cannot be known, and while no calls are recorded: the little work that
 * this module then does belongs to the function that asked for it. */
bool hp_own_code_is_running(const void *context);

/* The profiler's name in a stack: an interned string. */
zend_string *hp_own_code_name(void);

/* True for a PHP function of this module: its time already counts as the profiler's. */
bool hp_own_code_has(const zend_function *function);

#endif /* HP_SAMPLER_OWN_CODE_H */
