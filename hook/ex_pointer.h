/* ex_pointer.h: zend_execute_ex, which the "ex" hook swaps while any thread profiles. */
#ifndef HP_HOOK_EX_POINTER_H
#define HP_HOOK_EX_POINTER_H

#include "hook/state.h"

/* The value of zend_execute_ex while profiling, and the value before. Hooks read the latter without
 * the lock, as other threads may be in them at any time. */
extern HP_HIDDEN void (*hp_hook_ex_execute)(zend_execute_data *execute_data);
extern HP_HIDDEN void (*hp_hook_ex_next)(zend_execute_data *execute_data);

/* Guard changes of state that threads share. Do nothing in a build without threads. */
void hp_hook_ex_lock(void);
void hp_hook_ex_unlock(void);

/* Count the threads that profile. The first returns true for the first thread, the second for the
 * last. Under the lock. */
bool hp_hook_ex_add_user(void);
bool hp_hook_ex_drop_user(void);

/* Replace the pointer by ours, and restore it. Under the lock. */
void hp_hook_ex_swap(void (*execute)(zend_execute_data *execute_data));
void hp_hook_ex_swap_back(void);

/* True if another extension was ever seen to have our hook in its chain. Under the lock. */
bool hp_hook_ex_was_taken(void);

/* Installs the pointer that is due: the engine's own while any thread is deep on its C stack. Under
 * the lock. */
void hp_hook_ex_point(void);

/* is_native: this thread is deep on its C stack, and our hook must not recurse on it. Takes the
 * lock. */
void hp_hook_ex_set_native(hp_hook_state *state, bool is_native);

/* Calls of this thread are also not recorded while another thread is deep on its C stack. These
 * note how often that happened when a run begins, and count how often it happened since. Under the
 * lock. */
void hp_hook_ex_note_others(hp_hook_state *state);
uint64_t hp_hook_ex_others_since(const hp_hook_state *state);

#endif /* HP_HOOK_EX_POINTER_H */
