/* regions.h: memory that holds no value. */
#ifndef HP_HEAP_REGIONS_H
#define HP_HEAP_REGIONS_H

#include "heap/walk.h"

/* Records memory that holds no value, by purpose. Comes last. */
void hp_heap_regions_record(hp_heap_walk *walk);

#endif /* HP_HEAP_REGIONS_H */
