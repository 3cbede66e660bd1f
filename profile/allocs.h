/* allocs.h: the part of a profile that says who allocated what. */
#ifndef HP_PROFILE_ALLOCS_H
#define HP_PROFILE_ALLOCS_H

#include "alloc/live.h"
#include "profile/profile.h"

/* Puts what a ledger holds into the profile of its graph, before that is finished. */
void hp_profile_alloc_take(hp_profile *profile, const hp_live *live);

/* Adds what another profile holds. The maps give the numbers that the other's have here: of nodes in
 * a tree, else of pairs. */
void hp_profile_alloc_add(hp_profile *profile, const hp_profile *other, const uint32_t *map);

/* Adds to the row of a pair. */
void hp_profile_alloc_add_to(hp_profile *profile, uint32_t pair, const hp_allocs *allocs);

/* The pair of that number becomes the last. */
void hp_profile_alloc_move_last(hp_profile *profile, uint32_t pair);

typedef enum hp_profile_alloc_order {
	HP_PROFILE_ALLOC_LIVE,
	HP_PROFILE_ALLOC_TOTAL,
	HP_PROFILE_ALLOC_COUNT,
	HP_PROFILE_ALLOC_PEAK,
	HP_PROFILE_ALLOC_TEMPORARY
} hp_profile_alloc_order;

/* FAILURE if there is no such order. */
zend_result hp_profile_alloc_order_of(hp_profile_alloc_order *order, const zend_string *name);

typedef struct hp_profile_site {
	uint32_t number; /* of the node in a tree, else of the pair */
	const hp_allocs *allocs;
} hp_profile_site;

/* Whoever allocated anything, the greatest first. The caller frees *sites by pefree(, true). */
uint32_t hp_profile_alloc_sites(
	const hp_profile *profile, hp_profile_alloc_order order, hp_profile_site **sites);

/* With callees: of nodes, by number. The caller frees it by pefree(, true). */
hp_allocs *hp_profile_alloc_inclusive(const hp_profile *profile);

#endif /* HP_PROFILE_ALLOCS_H */
