/* visit.h: records the nodes that wait, by their kind. */
#ifndef HP_HEAP_VISIT_H
#define HP_HEAP_VISIT_H

#include "heap/walk.h"

/* Visits all tasks that wait. */
void hp_heap_visit_tasks(hp_heap_walk *walk);

#endif /* HP_HEAP_VISIT_H */
