#include "hook/ex_pointer.h"

#include "base/lock.h"

void (*hp_hook_ex_execute)(zend_execute_data *execute_data);
void (*hp_hook_ex_next)(zend_execute_data *execute_data);

/* Number of threads that profile. Guarded by the lock, like all below. */
static uint32_t pointer_users = 0;

/* Number of threads that are deep on their C stack, and how often one became so. */
static uint32_t pointer_natives = 0;
static uint64_t pointer_times_native = 0;

/* An extension that took the pointer over while we had it has our hook in its chain. Then our hook
 * stays there and passes calls on: if we took the pointer again, the two would call each other
 * forever. */
static bool pointer_is_in_chain = false;
static bool pointer_was_taken = false;

static hp_lock pointer_lock = HP_LOCK_FREE;

void hp_hook_ex_lock(void)
{
	hp_lock_take_of_threads(&pointer_lock);
}

void hp_hook_ex_unlock(void)
{
	hp_lock_release_of_threads(&pointer_lock);
}

bool hp_hook_ex_add_user(void)
{
	return pointer_users++ == 0;
}

bool hp_hook_ex_drop_user(void)
{
	return --pointer_users == 0;
}

void hp_hook_ex_swap(void (*execute)(zend_execute_data *execute_data))
{
	if (pointer_is_in_chain && zend_execute_ex != execute_ex) {
		return;
	}
	hp_hook_ex_execute = execute;
	HP_SHARED_WRITE(&hp_hook_ex_next, zend_execute_ex);
	/* Not while another thread is deep on its C stack, as each of its calls would go deeper. */
	if (pointer_natives == 0) {
		HP_SHARED_WRITE(&zend_execute_ex, hp_hook_ex_execute);
	}
	pointer_is_in_chain = true;
}

void hp_hook_ex_swap_back(void)
{
	if (zend_execute_ex == hp_hook_ex_execute) {
		HP_SHARED_WRITE(&zend_execute_ex, hp_hook_ex_next);
	}
	pointer_is_in_chain = zend_execute_ex != hp_hook_ex_next;
	pointer_was_taken |= pointer_is_in_chain;
}

bool hp_hook_ex_was_taken(void)
{
	return pointer_was_taken;
}

void hp_hook_ex_point(void)
{
	if (pointer_users == 0) {
		return;
	}
	if (pointer_natives > 0 && zend_execute_ex == hp_hook_ex_execute) {
		HP_SHARED_WRITE(&zend_execute_ex, hp_hook_ex_next);
	} else if (pointer_natives == 0 && zend_execute_ex == hp_hook_ex_next) {
		HP_SHARED_WRITE(&zend_execute_ex, hp_hook_ex_execute);
	}
}

void hp_hook_ex_set_native(hp_hook_state *state, bool is_native)
{
	if (state->is_native == is_native) {
		return;
	}
	state->is_native = is_native;
	hp_hook_ex_lock();
	if (is_native) {
		state->times_native++;
		pointer_times_native++;
		pointer_natives++;
	} else {
		pointer_natives--;
	}
	hp_hook_ex_point();
	hp_hook_ex_unlock();
}

void hp_hook_ex_note_others(hp_hook_state *state)
{
	state->others_native = pointer_times_native - pointer_natives - state->times_native;
}

uint64_t hp_hook_ex_others_since(const hp_hook_state *state)
{
	return pointer_times_native - state->times_native - state->others_native;
}
