/* site.h: what was allocated by whom, and what of it is still there.
 *
 * Everything is charged to whoever allocated the block, its giving back too: what is alive and what
 * was freed add up to what was allocated in each account.
 *
 * When the memory in use reached its highest mark, an account held what it holds since its last
 * change before that moment. So nothing is copied at a mark: its number is kept with the account, and
 * the first change after a newer one keeps what was held until then. */
#ifndef HP_ALLOC_SITE_H
#define HP_ALLOC_SITE_H

#include "base/compat.h"

typedef struct hp_site {
	uint64_t allocs; /* blocks */
	uint64_t frees;
	uint64_t alloc_bytes;
	uint64_t freed_bytes;
	uint64_t peak_bytes; /* held at the mark of that number */
	uint64_t peak_number;
	uint64_t temporary; /* blocks that were freed right away */
	void *owner; /* whose it is: up to the user of the table */
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
	hp_site *rows;
	uint32_t count;
	uint32_t size;
	hp_site_slot *slots; /* open addressing, at most half full; account plus one */
	uint32_t mask;
	/* of all */
	int64_t change_bytes; /* since the start, of the memory in use */
	int64_t peak_bytes; /* its highest mark */
	uint64_t peak_number; /* how many marks there were */
} hp_sites;

/* An empty table; all zeros is what hp_site_free() leaves and takes. */
void hp_site_init(hp_sites *sites);
void hp_site_free(hp_sites *sites);

/* The account of a key, or NONE; and a new one for a key that has none. The keys are not looked
 * into. */
uint32_t hp_site_find_slow(hp_sites *sites, const void *key);
uint32_t hp_site_add(hp_sites *sites, const void *key, void *owner);

/* What an account held at the highest mark. */
uint64_t hp_site_at_peak(const hp_sites *sites, const hp_site *site);

static zend_always_inline hp_site_slot *hp_site_cached(hp_sites *sites, const void *key)
{
	uint64_t hash = (uint64_t) (uintptr_t) key * UINT64_C(0x9E3779B97F4A7C15);

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
