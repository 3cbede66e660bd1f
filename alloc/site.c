#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "alloc/site.h"

#define ACCOUNT_FIRST_SLOTS 1024u

void hp_site_init(hp_sites *sites)
{
	memset(sites, 0, sizeof(*sites));
	sites->mask = ACCOUNT_FIRST_SLOTS - 1;
	sites->slots = pecalloc(ACCOUNT_FIRST_SLOTS, sizeof(*sites->slots), true);
	sites->size = ACCOUNT_FIRST_SLOTS / 2;
	sites->rows = safe_pemalloc(sites->size, sizeof(*sites->rows), 0, true);
	sites->peak_number = 1; /* the start, when nobody held anything */
}

void hp_site_free(hp_sites *sites)
{
	if (sites->slots != NULL) {
		pefree(sites->slots, true);
		pefree(sites->rows, true);
	}
	memset(sites, 0, sizeof(*sites));
}

static hp_site_slot *site_slot(const hp_sites *sites, const void *key)
{
	uint64_t hash = (uint64_t) (uintptr_t) key * UINT64_C(0x9E3779B97F4A7C15);
	uint32_t at = (uint32_t) (hash >> 32) & sites->mask;

	while (sites->slots[at].key != NULL && sites->slots[at].key != key) {
		at = (at + 1) & sites->mask;
	}

	return &sites->slots[at];
}

static void site_grow(hp_sites *sites)
{
	hp_site_slot *old = sites->slots;
	size_t size = (size_t) sites->mask + 1;

	sites->slots = pecalloc(2 * size, sizeof(*sites->slots), true);
	sites->mask = (uint32_t) (2 * size - 1);
	for (size_t i = 0; i < size; i++) {
		if (old[i].key != NULL) {
			*site_slot(sites, old[i].key) = old[i];
		}
	}
	pefree(old, true);
	sites->size = sites->mask / 2 + 1;
	sites->rows = safe_perealloc(sites->rows, sites->size, sizeof(*sites->rows), 0, true);
}

uint32_t hp_site_find_slow(hp_sites *sites, const void *key)
{
	const hp_site_slot *slot = site_slot(sites, key);

	if (slot->key == NULL) {
		return HP_SITE_NONE;
	}
	*hp_site_cached(sites, key) = *slot;

	return slot->site;
}

uint32_t hp_site_add(hp_sites *sites, const void *key, void *owner)
{
	hp_site_slot *slot;
	hp_site *site;

	if (sites->count == sites->size) {
		site_grow(sites);
	}
	site = &sites->rows[sites->count];
	memset(site, 0, sizeof(*site));
	site->owner = owner;
	slot = site_slot(sites, key);
	slot->key = key;
	slot->site = sites->count++;
	*hp_site_cached(sites, key) = *slot;

	return slot->site;
}

uint64_t hp_site_at_peak(const hp_sites *sites, const hp_site *site)
{
	return site->peak_number == sites->peak_number ? site->peak_bytes
												   : site->alloc_bytes - site->freed_bytes;
}
