/* stack_running.h: reads the stack of a thread that keeps running, from another thread. */
#ifndef HP_SAMPLER_STACK_RUNNING_H
#define HP_SAMPLER_STACK_RUNNING_H

#include "sampler/stack_walker.h"

/* Puts the stack at one moment of the call, innermost first, into the store's frames, and returns
 * their count. HP_SAMPLE_NONE: no room, or the stack is inconsistent. *is_running says whether the
 * thread was on a CPU then. The innermost frames come from one copy, made right after the pointer
 * to the first; the outer ones are the same before and after. The line is that of the last
 * instruction that the engine has saved. It saves none that cannot fail. */
uint32_t hp_stack_running_walk(
	hp_stack_walk *walk, const hp_sample_thread *thread, bool *is_running);

/* Busy-waits for a random time below most_ns, between two attempts to read the stack of a thread
 * that runs. An attempt mostly fails because the thread was between two functions. Another one
 * right after it would find the longer function too often. */
void hp_stack_running_wait(hp_random *random, uint32_t most_ns);

#endif /* HP_SAMPLER_STACK_RUNNING_H */
