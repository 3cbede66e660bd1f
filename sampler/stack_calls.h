/* stack_calls.h: whether each frame of a thread that ran while it was read may have called the next
 * one. */
#ifndef HP_SAMPLER_STACK_CALLS_H
#define HP_SAMPLER_STACK_CALLS_H

#include "sampler/stack_walker.h"

#ifdef __linux__

/* True if each of the innermost frames may have called the next. Frames up to join are checked, and
 * some more: a frame that seems to be still there may have been left and entered again. */
bool hp_stack_calls_are_possible(hp_stack_walk *walk, uint32_t join);

#endif

#endif /* HP_SAMPLER_STACK_CALLS_H */
