#include "alloc/site.h"

#include "base/vector.h"

static const hp_table_kind site_slots = {.row_bytes = sizeof(hp_site_slot), .first_rows = 1024};

void hp_site_init(hp_sites *sites)
{
	memset(sites, 0, sizeof(*sites));
	sites->peak_number = 1; /* the start, when nothing was held */
}

void hp_site_free(hp_sites *sites)
{
	hp_table_free(&sites->slots, &site_slots);
	hp_vector_release(sites->rows);
	memset(sites, 0, sizeof(*sites));
}

uint32_t hp_site_find_slow(hp_sites *sites, const void *key)
{
	const hp_site_slot *slot = hp_table_find(&sites->slots, &site_slots, &key);

	if (slot == NULL) {
		return HP_SITE_NONE;
	}
	*hp_site_cached(sites, key) = *slot;

	return slot->site;
}

uint32_t hp_site_add(hp_sites *sites, const void *key, void *owner)
{
	hp_site_slot *slot = hp_table_add(&sites->slots, &site_slots, &key);

	*slot = (hp_site_slot){key, sites->count};
	*hp_site_cached(sites, key) = *slot;
	if (sites->count == sites->size) {
		sites->rows = hp_vector_grow(sites->rows, &sites->size, sites->count, 1, sizeof(hp_site));
	}
	sites->rows[sites->count] = (hp_site){.owner = owner};

	return sites->count++;
}

uint64_t hp_site_at_peak(const hp_sites *sites, const hp_site *site)
{
	return site->peak_number == sites->peak_number ? site->peak_bytes
												   : site->alloc_bytes - site->freed_bytes;
}
