/* within.h: records the engine's own work as a call: compiling a file or an eval(), the garbage
 * collector. */
#ifndef HP_HOOK_WITHIN_H
#define HP_HOOK_WITHIN_H

#include "base/bailout.h"
#include "trace/tracer.h"

/* Calls `work` and records it as a call of the symbol by the running function. It is not recorded
 * if the symbol is NULL or no run is open. A fatal error also ends the call, and then continues. */
void hp_hook_within(hp_symbol *symbol, hp_bailout_function work, void *context);

#endif /* HP_HOOK_WITHIN_H */
