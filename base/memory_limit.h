/* memory_limit.h: lets our own work take more memory than the program has left.
 *
 * Some versions of PHP, such as 8.2.36, raise the error of memory_limit only when the allocating
 * function returns. Once the limit is hit, much of the engine does nothing and fails without a
 * reason: JSON, serialize(), calls of functions. If a shutdown function, a destructor or an output
 * callback hit the limit, that lasts until the request ends. */
#ifndef HP_BASE_MEMORY_LIMIT_H
#define HP_BASE_MEMORY_LIMIT_H

#include "base/compat.h"

typedef struct hp_memory_limit {
#ifdef ZEND_HAS_OOM
	zend_oom_info error; /* the program's error */
#else
	char unused;
#endif
} hp_memory_limit;

/* Sets a limit, and sets an error of the program aside, so that the engine works as usual. Must not
 * be nested. */
void hp_memory_limit_lift(hp_memory_limit *before, size_t bytes);

/* Restores both. The limit stays above memory_limit only if our work has left that much memory in
 * use. An error of the work is not the program's and is dropped. */
void hp_memory_limit_restore(const hp_memory_limit *before);

/* True while such an error is pending: the engine's functions may have failed because of it. */
bool hp_memory_limit_has_error(void);

#endif /* HP_BASE_MEMORY_LIMIT_H */
