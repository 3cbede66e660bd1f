/* internal.h: calls of internal functions, for the "ex" hook. */
#ifndef HP_HOOK_INTERNAL_H
#define HP_HOOK_INTERNAL_H

#include "hook/state.h"

/* Prepares in MINIT. */
void hp_hook_internal_startup(void);
void hp_hook_internal_shutdown(void);

/* Chooses the handler for a work; nothing is patched. */
void hp_hook_internal_choose(uint32_t work);

/* True if the handler in use is made for the work of that kind, hp_hook_internal_execute is made
 * for it too or for any work, and no extension was ever seen to call one of our handlers. Under the
 * lock. */
bool hp_hook_internal_is_made(size_t kind);

/* Replace the handlers of the thread's internal functions by ours, and restore them. Under the
 * lock. */
void hp_hook_internal_patch(void);
void hp_hook_internal_unpatch(void);

/* Make room for the thread's symbols of internal functions, and free them at the end of a request.
 * Call the first after hp_hook_internal_patch(), which numbers the functions. */
void hp_hook_internal_prepare(hp_hook_state *state);
void hp_hook_internal_deactivate(hp_hook_state *state);

/* The value of zend_execute_internal while profiling; `next` is the value before. */
extern HP_HIDDEN void (*hp_hook_internal_execute)(
	zend_execute_data *execute_data, zval *return_value);
extern HP_HIDDEN void (*const hp_hook_internal_executes[])(
	zend_execute_data *execute_data, zval *return_value);
extern HP_HIDDEN void (*hp_hook_internal_next)(zend_execute_data *execute_data, zval *return_value);

/* True for the closure of a missing or inaccessible method. It leads to __call() and is no call
 * itself. */
bool hp_hook_internal_is_magic(const zend_function *function);

#endif /* HP_HOOK_INTERNAL_H */
