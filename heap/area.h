/* area.h: where the engine and extensions keep variables: their pointers to PHP's heap are roots. */
#ifndef HP_HEAP_AREA_H
#define HP_HEAP_AREA_H

#include "base/compat.h"

typedef struct hp_heap_area {
	const char *start;
	size_t bytes;
	const char *kind; /* of the roots in it, and their name */
	const char *name;
} hp_heap_area;

/* More are left out. */
#define HP_HEAP_AREAS 512

typedef struct hp_heap_areas {
	hp_heap_area all[HP_HEAP_AREAS];
	size_t count;
} hp_heap_areas;

/* Finds the areas of this thread. Call it before a fork: it takes the lock of the system's loader. */
void hp_heap_area_find(hp_heap_areas *areas);

#endif /* HP_HEAP_AREA_H */
