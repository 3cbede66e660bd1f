/* site.h: allocation sites: how much each has allocated, and how much of that is live.
 *
 * A site is charged for the blocks it allocates and for their release, whoever frees them: in each
 * site, live bytes and freed bytes add up to allocated bytes.
 *
 * Nothing is copied at a peak of the memory in use: peaks are numbered, each site keeps the number
 * of the last peak it has seen, and its first change after a newer peak first saves the bytes it
 * held until then. */
#ifndef HP_ALLOC_SITE_H
#define HP_ALLOC_SITE_H

#include "base/table.h"

typedef struct hp_site {
	uint64_t allocs, frees; /* blocks */
	uint64_t alloc_bytes, freed_bytes;
	uint64_t peak_bytes, peak_number; /* bytes held at the peak of that number */
	uint64_t temporary; /* blocks that were freed right away */
	void *owner; /* for the user of the table */
} hp_site;

typedef struct hp_site_slot {
	const void *key;
	uint32_t site;
} hp_site_slot;

#define HP_SITE_NONE UINT32_MAX
#define HP_SITE_CACHE 256u
#define HP_SITE_CACHE_BITS 8

typedef struct hp_sites {
	hp_site_slot cache[HP_SITE_CACHE];
	hp_site *rows; /* owned */
	uint32_t count;
	uint32_t size; /* the number of rows that there is room for */
	hp_table slots; /* of hp_site_slot */
	/* of all sites */
	int64_t change_bytes; /* since the start, of the memory in use */
	int64_t peak_bytes; /* its peak */
	uint64_t peak_number; /* how many peaks there were */
} hp_sites;

/* Makes it empty. hp_site_free() leaves and takes all zeros. */
void hp_site_init(hp_sites *sites);
void hp_site_free(hp_sites *sites);

/* The site of a key, or HP_SITE_NONE; and a new site for a key without one. A key is not NULL, and
 * never dereferenced. */
uint32_t hp_site_find_slow(hp_sites *sites, const void *key);
uint32_t hp_site_add(hp_sites *sites, const void *key, void *owner);

/* The bytes a site held at the highest peak. */
uint64_t hp_site_at_peak(const hp_sites *sites, const hp_site *site);

static zend_always_inline hp_site_slot *hp_site_cached(hp_sites *sites, const void *key)
{
	uint64_t hash = (uint64_t) (uintptr_t) key * HP_TABLE_GOLDEN;

	return &sites->cache[hash >> (64 - HP_SITE_CACHE_BITS)];
}

static zend_always_inline uint32_t hp_site_find(hp_sites *sites, const void *key)
{
	const hp_site_slot *cached = hp_site_cached(sites, key);

	return EXPECTED(cached->key == key) ? cached->site : hp_site_find_slow(sites, key);
}

static zend_always_inline void hp_site_touch(const hp_sites *sites, hp_site *site)
{
	if (site->peak_number != sites->peak_number) {
		site->peak_number = sites->peak_number;
		site->peak_bytes = site->alloc_bytes - site->freed_bytes;
	}
}

static zend_always_inline void hp_site_charge(
	hp_sites *sites, uint32_t number, uint64_t blocks, uint64_t bytes)
{
	hp_site *site = &sites->rows[number];

	hp_site_touch(sites, site);
	site->allocs += blocks;
	site->alloc_bytes += bytes;
	sites->change_bytes += (int64_t) bytes;
	if (sites->change_bytes > sites->peak_bytes) {
		sites->peak_bytes = sites->change_bytes;
		sites->peak_number++;
	}
}

static zend_always_inline void hp_site_discharge(
	hp_sites *sites, uint32_t number, uint64_t blocks, uint64_t bytes, bool is_temporary)
{
	hp_site *site = &sites->rows[number];

	hp_site_touch(sites, site);
	site->frees += blocks;
	site->freed_bytes += bytes;
	if (is_temporary) {
		site->temporary++;
	}
	sites->change_bytes -= (int64_t) bytes;
}

#endif /* HP_ALLOC_SITE_H */
