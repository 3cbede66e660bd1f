#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/address_map.h"

#ifndef PHP_WIN32
# include <sys/mman.h>
# ifndef MAP_ANONYMOUS
#  define MAP_ANONYMOUS MAP_ANON
# endif
#endif

#define MAP_FIRST_SIZE ((size_t) 4096)

void *hp_address_map_memory(size_t size_bytes)
{
#ifdef PHP_WIN32
	return calloc(1, size_bytes);
#else
	void *memory =
		mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
#endif
}

void hp_address_map_release(void *memory, size_t size_bytes)
{
	if (memory == NULL) {
		return;
	}
#ifdef PHP_WIN32
	free(memory);
#else
	munmap(memory, size_bytes);
#endif
}

bool hp_address_map_grow(void **memory, size_t *count, size_t wanted, size_t item_bytes)
{
	size_t size = MAX(*count * 2, MAP_FIRST_SIZE);
	void *larger;

	if (wanted <= *count) {
		return true;
	}
	while (size < wanted) {
		size *= 2;
	}
	larger = hp_address_map_memory(size * item_bytes);
	if (larger == NULL) {
		return false;
	}
	if (*memory != NULL) {
		memcpy(larger, *memory, *count * item_bytes);
		hp_address_map_release(*memory, *count * item_bytes);
	}
	*memory = larger;
	*count = size;

	return true;
}

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

	larger.slots = hp_address_map_memory(larger.size * sizeof(hp_heap_slot));
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
	hp_address_map_release(map->slots, map->size * sizeof(hp_heap_slot));
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
