/* frameless.h: sees calls of internal functions that have no frame, for the "ex" hook. */
#ifndef HP_HOOK_FRAMELESS_H
#define HP_HOOK_FRAMELESS_H

#include "base/compat.h"

/* Copy the table of frameless calls once, replace it by ours, and restore it. */
#if PHP_VERSION_ID >= 80400
void hp_hook_frameless_copy(void);
void hp_hook_frameless_patch(void);
void hp_hook_frameless_unpatch(void);
void hp_hook_frameless_shutdown(void);
uint32_t hp_hook_frameless_count(void);

/* Returns the number in the first half of the table for a number that the compiler found. Only in a
 * build with threads. */
uint32_t hp_hook_frameless_number(uint32_t number);
#else
# define hp_hook_frameless_copy() ((void) 0)
# define hp_hook_frameless_patch() ((void) 0)
# define hp_hook_frameless_unpatch() ((void) 0)
# define hp_hook_frameless_shutdown() ((void) 0)
# define hp_hook_frameless_count() ((uint32_t) 0)
#endif

#endif /* HP_HOOK_FRAMELESS_H */
