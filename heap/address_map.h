/* address_map.h: numbers by address, in the memory of a snapshot. */
#ifndef HP_HEAP_ADDRESS_MAP_H
#define HP_HEAP_ADDRESS_MAP_H

#include "base/table.h"

/* All zeros is an empty map. */
typedef hp_table hp_address_map;

void hp_address_map_free(hp_address_map *map);

/* Returns where the map keeps the number of an address, which is 0 if the address is new. NULL: out
 * of memory. The pointer is valid until the next call. */
uint32_t *hp_address_map_place(hp_address_map *map, const void *address);

/* The number of the address; 0: it has none. */
uint32_t hp_address_map_find(const hp_address_map *map, const void *address);

#endif /* HP_HEAP_ADDRESS_MAP_H */
