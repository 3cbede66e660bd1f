/* site.h: the allocation sites of blocks, from the allocation profile. */
#ifndef HP_HEAP_SITE_H
#define HP_HEAP_SITE_H

#include "heap/walk.h"

/* Those of the running profile; without one that records allocations both functions are NULL. */
hp_heap_sites hp_heap_site_current(void);

#endif /* HP_HEAP_SITE_H */
