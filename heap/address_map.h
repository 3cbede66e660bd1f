/* address_map.h: numbers by address, in the memory of a snapshot. */
#ifndef HP_HEAP_ADDRESS_MAP_H
#define HP_HEAP_ADDRESS_MAP_H

#include "base/compat.h"

typedef struct hp_heap_slot {
	uintptr_t address; /* 0: free */
	uint32_t value;
} hp_heap_slot;

/* All zeros is an empty map. */
typedef struct hp_address_map {
	hp_heap_slot *slots;
	size_t size; /* a power of two */
	size_t used;
} hp_address_map;

void hp_address_map_free(hp_address_map *map);

/* The place of the address's number, which is 0 if the address is new. NULL: no memory. Valid until
 * the next call. */
uint32_t *hp_address_map_place(hp_address_map *map, const void *address);

/* The address's number; 0: none. */
uint32_t hp_address_map_find(const hp_address_map *map, const void *address);

#endif /* HP_HEAP_ADDRESS_MAP_H */
