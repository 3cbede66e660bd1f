/* xhprof_heap.h: what outlives the call of xhprof_heap_snapshot(). */
#ifndef XHPROF_HEAP_H
#define XHPROF_HEAP_H

#include "php_xhprof.h"

/* At the end of a request: waits for the process that still writes a snapshot, if that is our child. */
void php_xhprof_heap_forget(void);

#endif /* XHPROF_HEAP_H */
