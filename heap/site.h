/* site.h: the allocation sites of blocks, from the allocation profile. */
#ifndef HP_HEAP_SITE_H
#define HP_HEAP_SITE_H

#include "heap/walk.h"

/* The sites of the running profile; both functions are NULL unless it records allocations. */
hp_heap_sites hp_heap_site_current(void);

#endif /* HP_HEAP_SITE_H */
