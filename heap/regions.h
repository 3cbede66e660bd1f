/* regions.h: memory that holds no value. */
#ifndef HP_HEAP_REGIONS_H
#define HP_HEAP_REGIONS_H

#include "heap/walk.h"

/* Claims memory that holds no value, by purpose. Comes after all values. */
void hp_heap_regions_claim(hp_heap_walk *walk);

/* Records the regions, with what was found by a search of them. */
void hp_heap_regions_record(hp_heap_walk *walk);

#endif /* HP_HEAP_REGIONS_H */
