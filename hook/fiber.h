/* fiber.h: follows switches between fibers. */
#ifndef HP_HOOK_FIBER_H
#define HP_HOOK_FIBER_H

#include "trace/tracer.h"

/* In MINIT. */
void hp_hook_fiber_startup(void);

/* Call it when the program continues in another fiber. The context is that fiber's, and is never
 * dereferenced. is_over says that the fiber before has ended. */
void hp_hook_fiber_switch(const void *to, bool is_over);

/* When a run begins: adds the running fiber and those that resumed it. */
void hp_hook_fiber_add_all(hp_tracer *tracer);

/* True if the engine's current frames are those of the tracer's stack. */
bool hp_hook_fiber_has_frames(hp_tracer *tracer);

#endif /* HP_HOOK_FIBER_H */
