/* hide.h: hides the "ex" hook's pointers while the engine compiles.
 *
 * The problem: while zend_execute_internal is set, the compiler makes slower code (no DO_ICALL,
 * frameless or computed calls), and opcache would keep it for other requests. The code may go when
 * no supported PHP's compiler asks for that pointer, or with the "ex" hook. */
#ifndef HP_HOOK_HIDE_H
#define HP_HOOK_HIDE_H

#include "base/compat.h"

/* Start and stop to hide the hook from the compiler. hp_hook_hide_show() swaps hidden pointers back
 * at once. With threads they do nothing: one thread's compiler must not take the pointers away from
 * the others. */
#ifndef ZTS
void hp_hook_hide_start(void);
void hp_hook_hide_show(void);
void hp_hook_hide_stop(void);
#else
# define hp_hook_hide_start() ((void) 0)
# define hp_hook_hide_show() ((void) 0)
# define hp_hook_hide_stop() ((void) 0)
#endif

#endif /* HP_HOOK_HIDE_H */
