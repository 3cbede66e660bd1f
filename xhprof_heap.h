/* xhprof_heap.h: the end of a request that took a heap snapshot. */
#ifndef XHPROF_HEAP_H
#define XHPROF_HEAP_H

#include "php_xhprof.h"

/* Waits for a forked snapshot writer that is our child. */
void php_xhprof_heap_deactivate(void);

#endif /* XHPROF_HEAP_H */
