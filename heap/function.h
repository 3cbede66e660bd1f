/* function.h: xhprof_heap_snapshot(), and what outlives its call. */
#ifndef HP_HEAP_FUNCTION_H
#define HP_HEAP_FUNCTION_H

#include "base/compat.h"

PHP_FUNCTION(xhprof_heap_snapshot);

/* At the end of a request: waits for a snapshot writer that is our child. */
void hp_heap_function_deactivate(void);

#endif /* HP_HEAP_FUNCTION_H */
