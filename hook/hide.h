/* hide.h: hides the "ex" hook's pointers while the engine compiles. */
#ifndef HP_HOOK_HIDE_H
#define HP_HOOK_HIDE_H

#include "base/compat.h"

/* Hide the hook from the compiler while the pointers are swapped. With threads they do nothing: one
 * thread's compiler must not take the pointers away from the others. */
#ifndef ZTS
void hp_hook_hide_start(void);
void hp_hook_hide_leave(void); /* ends hiding, as the pointers are about to be swapped back */
void hp_hook_hide_stop(void);
#else
# define hp_hook_hide_start() ((void) 0)
# define hp_hook_hide_leave() ((void) 0)
# define hp_hook_hide_stop() ((void) 0)
#endif

#endif /* HP_HOOK_HIDE_H */
