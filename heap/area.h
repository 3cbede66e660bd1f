/* area.h: memory where the engine and extensions keep variables. Pointers in it to PHP's heap are
 * roots. */
#ifndef HP_HEAP_AREA_H
#define HP_HEAP_AREA_H

#include "base/compat.h"

typedef struct hp_heap_area {
	const char *start;
	size_t bytes;
	const char *kind; /* kind and name of the roots in this area */
	const char *name;
} hp_heap_area;

/* The most areas; others are left out. */
#define HP_HEAP_AREAS 512

typedef struct hp_heap_areas {
	hp_heap_area all[HP_HEAP_AREAS];
	size_t count;
} hp_heap_areas;

/* Finds the areas of this thread, and sets *areas. Call it before a fork: it takes the lock of the
 * system's loader. */
void hp_heap_area_find(hp_heap_areas *areas);

#endif /* HP_HEAP_AREA_H */
