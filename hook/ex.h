/* ex.h: sees calls by swapping the engine's pointers. hook/ex sees user functions, hook/internal internal ones,
 * hook/opcode keeps calls where both see them, hook/hide hides them from the compiler, and hook/step sees calls that are
 * too deep for the C stack. */
#ifndef HP_HOOK_EX_H
#define HP_HOOK_EX_H

#include "hook/state.h"

extern const hp_hook hp_hook_ex;

#endif /* HP_HOOK_EX_H */
