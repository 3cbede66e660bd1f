/* visit.h: records the nodes that are not recorded yet, each by its kind. */
#ifndef HP_HEAP_VISIT_H
#define HP_HEAP_VISIT_H

#include "heap/walk.h"

/* Visits all tasks, including those that this adds. */
void hp_heap_visit_tasks(hp_heap_walk *walk);

#endif /* HP_HEAP_VISIT_H */
