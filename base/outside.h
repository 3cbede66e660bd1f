/* outside.h: says what internal functions do outside of the process: what a call may wait for, and
 * whether it changes something that others can see. */
#ifndef HP_BASE_OUTSIDE_H
#define HP_BASE_OUTSIDE_H

#include "base/compat.h"

/* Returns the kind of thing that a call of the function may wait for: "sleep", "lock", "child",
 * "database", "network", "event", "session" or "stream"; NULL: none is known. */
const char *hp_outside_wait(const char *name);

/* True if a call of the function changes files or asks for a change elsewhere. A function that
 * sends SQL does so only if the SQL does, which the name does not tell. */
bool hp_outside_is_change(const char *name);

#endif /* HP_BASE_OUTSIDE_H */
