/* outside.h: says what internal functions do outside of the process: what a call may wait for,
 * whether it changes something that others can see, and what its part in a query is. */
#ifndef HP_BASE_OUTSIDE_H
#define HP_BASE_OUTSIDE_H

#include "base/compat.h"

/* Returns the kind of thing that a call of the function may wait for: "sleep", "lock", "child",
 * "database", "network", "event", "session" or "stream"; NULL: none is known. */
const char *hp_outside_wait(const char *name);

/* True if a call of the function changes files or asks for a change elsewhere. A function that
 * sends SQL does so only if the SQL does, which the name does not tell. */
bool hp_outside_is_change(const char *name);

/* True if a call of the function takes what it reads from a queue: the next call reads something
 * else. */
bool hp_outside_takes(const char *name);

/* True if the function prepares or sends an SQL statement, or reads its result. Functions that
 * connect, or begin or end transactions, do not count. */
bool hp_outside_handles_statement(const char *name);

/* True if one call sends, or awaits, many requests that were added before. */
bool hp_outside_serves_many(const char *name);

#endif /* HP_BASE_OUTSIDE_H */
