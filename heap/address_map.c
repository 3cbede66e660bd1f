#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/address_map.h"

#include "heap/memory.h"

#define MAP_FIRST_SIZE ((size_t) 4096)

/* Multiplied by the golden ratio: the upper half depends on all bits of the address. */
static size_t map_start(const hp_address_map *map, uintptr_t address)
{
	return (size_t) (((uint64_t) address * UINT64_C(0x9e3779b97f4a7c15)) >> 24) & (map->size - 1);
}

static hp_heap_slot *map_slot(const hp_address_map *map, uintptr_t address)
{
	size_t at = map_start(map, address);

	while (map->slots[at].address != 0 && map->slots[at].address != address) {
		at = (at + 1) & (map->size - 1);
	}

	return &map->slots[at];
}

static bool map_enlarge(hp_address_map *map)
{
	hp_address_map larger = {NULL, map->size == 0 ? MAP_FIRST_SIZE : map->size * 2, map->used};

	larger.slots = hp_heap_memory_take(larger.size * sizeof(hp_heap_slot));
	if (larger.slots == NULL) {
		return false;
	}
	for (size_t i = 0; i < map->size; i++) {
		if (map->slots[i].address != 0) {
			*map_slot(&larger, map->slots[i].address) = map->slots[i];
		}
	}
	hp_address_map_free(map);
	*map = larger;

	return true;
}

void hp_address_map_free(hp_address_map *map)
{
	hp_heap_memory_release(map->slots, map->size * sizeof(hp_heap_slot));
	memset(map, 0, sizeof(*map));
}

uint32_t *hp_address_map_place(hp_address_map *map, const void *address)
{
	hp_heap_slot *slot;

	if (UNEXPECTED(map->used * 8 >= map->size * 5) && !map_enlarge(map)) {
		return NULL;
	}
	slot = map_slot(map, (uintptr_t) address);
	if (slot->address == 0) {
		slot->address = (uintptr_t) address;
		map->used++;
	}

	return &slot->value;
}

uint32_t hp_address_map_find(const hp_address_map *map, const void *address)
{
	return map->size == 0 ? 0 : map_slot(map, (uintptr_t) address)->value;
}
