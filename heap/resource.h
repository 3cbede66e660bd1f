/* resource.h: records a resource, and edges to values that it holds. */
#ifndef HP_HEAP_RESOURCE_H
#define HP_HEAP_RESOURCE_H

#include "heap/walk.h"

void hp_heap_resource_visit(hp_heap_walk *walk, const hp_heap_task *task);

#endif /* HP_HEAP_RESOURCE_H */
