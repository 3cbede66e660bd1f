/* ex.h: sees calls by swapping the engine's pointers. hook/ex sees calls of user functions,
 * hook/internal those of internal functions. hook/opcode makes compiled code call where both see
 * it, hook/hide hides them from the compiler, and hook/segment runs calls that are too deep for the
 * C stack on another one. */
#ifndef HP_HOOK_EX_H
#define HP_HOOK_EX_H

#include "hook/state.h"

extern const hp_hook hp_hook_ex;

#endif /* HP_HOOK_EX_H */
