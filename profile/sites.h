/* sites.h: allocations by pair, or in a tree by call path, sorted. */
#ifndef HP_PROFILE_SITES_H
#define HP_PROFILE_SITES_H

#include "profile/profile.h"

typedef enum hp_profile_alloc_order {
	HP_PROFILE_ALLOC_LIVE,
	HP_PROFILE_ALLOC_TOTAL,
	HP_PROFILE_ALLOC_COUNT,
	HP_PROFILE_ALLOC_PEAK,
	HP_PROFILE_ALLOC_TEMPORARY
} hp_profile_alloc_order;

/* Returns FAILURE if the name is unknown. */
zend_result hp_profile_alloc_order_of(hp_profile_alloc_order *order, const zend_string *name);

typedef struct hp_profile_site {
	uint32_t number; /* number of the node in a tree, else of the pair */
	const hp_alloc_counts *allocs;
} hp_profile_site;

/* Returns the number of sites with allocations, and the sites in *sites, the greatest first. The
 * caller frees *sites with pefree(, true). */
uint32_t hp_profile_alloc_sites(
	const hp_profile *profile, hp_profile_alloc_order order, hp_profile_site **sites);

/* Returns each node's allocations, callees included, by number. The caller frees them with pefree(,
 * true). */
hp_alloc_counts *hp_profile_alloc_inclusive(const hp_profile *profile);

#endif /* HP_PROFILE_SITES_H */
