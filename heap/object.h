/* object.h: records an object, and edges to its properties and to what its class holds. */
#ifndef HP_HEAP_OBJECT_H
#define HP_HEAP_OBJECT_H

#include "heap/walk.h"

void hp_heap_object_visit(hp_heap_walk *walk, const hp_heap_task *task);

#endif /* HP_HEAP_OBJECT_H */
