/* regions.h: memory that holds no value. */
#ifndef HP_HEAP_REGIONS_H
#define HP_HEAP_REGIONS_H

#include "heap/walk.h"

/* Claims memory that holds no value, by purpose. Call it after all values are recorded. */
void hp_heap_regions_claim(hp_heap_walk *walk);

/* Records the regions, including the blocks that hp_heap_reach_visit() found for them. */
void hp_heap_regions_record(hp_heap_walk *walk);

#endif /* HP_HEAP_REGIONS_H */
