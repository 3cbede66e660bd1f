#include "heap/address_map.h"

#include "base/pages.h"

typedef struct map_row {
	const void *address; /* NULL: free */
	uint32_t number;
} map_row;

static const hp_table_kind map_kind = {
	.row_bytes = sizeof(map_row),
	.first_rows = 8192,
	.allocate = hp_pages_take,
	.release = hp_pages_release,
};

void hp_address_map_free(hp_address_map *map)
{
	hp_table_free(map, &map_kind);
}

uint32_t *hp_address_map_place(hp_address_map *map, const void *address)
{
	map_row *row = hp_table_add(map, &map_kind, &address);

	if (row == NULL) {
		return NULL;
	}
	row->address = address;

	return &row->number;
}

uint32_t hp_address_map_find(const hp_address_map *map, const void *address)
{
	const map_row *row = hp_table_find(map, &map_kind, &address);

	return row == NULL ? 0 : row->number;
}
