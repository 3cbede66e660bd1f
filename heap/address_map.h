/* address_map.h: what a snapshot of the heap remembers while it is made.
 *
 * The memory comes from the system: not from ZendMM, which is looked at, and not from malloc(), of
 * which another thread may hold a lock that nobody would release in a forked process. */
#ifndef HP_HEAP_ADDRESS_MAP_H
#define HP_HEAP_ADDRESS_MAP_H

#include "base/compat.h"

/* Zeroed memory; NULL if there is none. The size must be the same in both. */
void *hp_address_map_memory(size_t size_bytes);
void hp_address_map_release(void *memory, size_t size_bytes);

/* As much of it as is wanted, at least doubled if it must grow; false, and as it was, if there is
 * no memory. */
bool hp_address_map_grow(void **memory, size_t *count, size_t wanted, size_t item_bytes);

typedef struct hp_heap_slot {
	uintptr_t address; /* 0: free */
	uint32_t value;
} hp_heap_slot;

/* Numbers by address. All zeros is an empty one. */
typedef struct hp_address_map {
	hp_heap_slot *slots;
	size_t size; /* a power of two */
	size_t used;
} hp_address_map;

void hp_address_map_free(hp_address_map *map);

/* Where the address's number is, 0 if it is new; NULL if there is no memory. Valid until the next
 * call. */
uint32_t *hp_address_map_place(hp_address_map *map, const void *address);

/* The address's number; 0 if it has none. */
uint32_t hp_address_map_find(const hp_address_map *map, const void *address);

#endif /* HP_HEAP_ADDRESS_MAP_H */
