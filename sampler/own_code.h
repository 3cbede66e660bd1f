/* own_code.h: whether a signal has interrupted this module. A sample of the profiler's own work is none of the
 * function that happens to be on top of the stack. */
#ifndef HP_SAMPLER_OWN_CODE_H
#define HP_SAMPLER_OWN_CODE_H

#include "base/compat.h"

/* In MINIT; and when all modules are loaded. */
void hp_own_code_startup(void);
void hp_own_code_post_startup(void);

/* Calls of this thread are recorded from now on, or no more. */
void hp_own_code_watch(bool is_recording);

/* In a signal handler, context its third argument or NULL: true if the thread was in the code of this module, or in
 * a function of a system library that this module had called. False where that cannot be known, and while no calls are
 * recorded: what is left of this module's work then belongs to who asks for it. */
bool hp_own_code_is_running(const void *context);

/* Its name in a stack. */
zend_string *hp_own_code_name(void);

/* True for a PHP function of this module, whose time is its own. */
bool hp_own_code_has(const zend_function *function);

#endif /* HP_SAMPLER_OWN_CODE_H */
