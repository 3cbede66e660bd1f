/* memory_limit.h: work of ours that may take more memory than the program has left.
 *
 * Some PHPs raise the error of memory_limit only when the function that allocates returns, as 8.2.36 does. From then
 * on, and until the request ends if a shutdown function, a destructor or an output callback ran into it, much of the
 * engine does nothing and fails without a reason: JSON, serialize(), calls of functions. */
#ifndef HP_BASE_MEMORY_LIMIT_H
#define HP_BASE_MEMORY_LIMIT_H

#include "base/compat.h"

typedef struct hp_memory_limit {
#ifdef ZEND_HAS_OOM
	zend_oom_info error; /* the program's */
#else
	char unused;
#endif
} hp_memory_limit;

/* Sets the limit, and an error of the program's own aside, so that the engine works as ever. Never two in one another. */
void hp_memory_limit_lift(hp_memory_limit *before, size_t bytes);

/* Puts both back. The limit stays above memory_limit only where our work has left that much in use. False: the work
 * has exceeded its limit, too. That error is not the program's, and is dropped. */
bool hp_memory_limit_restore(const hp_memory_limit *before);

/* True while such an error is there: the engine's functions may have failed because of it. */
bool hp_memory_limit_has_error(void);

#endif /* HP_BASE_MEMORY_LIMIT_H */
