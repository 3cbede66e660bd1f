#include "profile/sites.h"

static const char *const alloc_orders[] = {
	[HP_PROFILE_ALLOC_LIVE] = "live",
	[HP_PROFILE_ALLOC_TOTAL] = "total",
	[HP_PROFILE_ALLOC_COUNT] = "count",
	[HP_PROFILE_ALLOC_PEAK] = "peak",
	[HP_PROFILE_ALLOC_TEMPORARY] = "temporary",
};

zend_result hp_profile_alloc_order_of(hp_profile_alloc_order *order, const zend_string *name)
{
	for (uint32_t i = 0; i < sizeof(alloc_orders) / sizeof(alloc_orders[0]); i++) {
		if (zend_string_equals_cstr(name, alloc_orders[i], strlen(alloc_orders[i]))) {
			*order = (hp_profile_alloc_order) i;
			return SUCCESS;
		}
	}

	return FAILURE;
}

static int64_t alloc_value(const hp_alloc_counts *allocs, hp_profile_alloc_order order)
{
	switch (order) {
		case HP_PROFILE_ALLOC_LIVE:
			return hp_allocs_live_bytes(allocs);
		case HP_PROFILE_ALLOC_TOTAL:
			return allocs->alloc_bytes;
		case HP_PROFILE_ALLOC_COUNT:
			return allocs->allocs;
		case HP_PROFILE_ALLOC_PEAK:
			return allocs->peak_bytes;
		default:
			return allocs->temporary;
	}
}

/* A site and its sort key. Equal ones keep their order. */
typedef struct alloc_sorted {
	int64_t value;
	hp_profile_site site;
} alloc_sorted;

static int alloc_compare(const void *left, const void *right)
{
	const alloc_sorted *a = left, *b = right;

	return hp_vector_order(b->value, a->value, a->site.number, b->site.number);
}

uint32_t hp_profile_alloc_sites(
	const hp_profile *profile, hp_profile_alloc_order order, hp_profile_site **sites)
{
	const hp_allocs_table *table =
		profile->features & HP_PROFILE_TREE ? &profile->allocated.nodes : &profile->allocated.pairs;
	alloc_sorted *sorted = safe_pemalloc(table->count + 1, sizeof(*sorted), 0, true);
	uint32_t count = 0;

	for (uint32_t i = 0; i < table->count; i++) {
		if (table->rows[i].allocs != 0) {
			sorted[count].value = alloc_value(&table->rows[i], order);
			sorted[count].site.number = i;
			sorted[count++].site.allocs = &table->rows[i];
		}
	}
	hp_vector_sort(sorted, count, sizeof(*sorted), alloc_compare);
	*sites = safe_pemalloc(count + 1, sizeof(**sites), 0, true);
	for (uint32_t i = 0; i < count; i++) {
		(*sites)[i] = sorted[i].site;
	}
	pefree(sorted, true);

	return count;
}

hp_alloc_counts *hp_profile_alloc_inclusive(const hp_profile *profile)
{
	hp_alloc_counts *sums = safe_pemalloc(profile->nodes.count + 1, sizeof(*sums), 0, true);

	for (uint32_t i = 0; i < profile->nodes.count; i++) {
		sums[i] = *hp_profile_allocs(&profile->allocated.nodes, i);
	}
	/* Callers come before their callees. */
	for (uint32_t i = profile->nodes.count; i-- > 1;) {
		hp_alloc_counts *parent = &sums[profile->nodes.rows[i].parent];

		hp_allocs_add(parent, &sums[i]);
		parent->peak_bytes = hp_wrap_sum(parent->peak_bytes, sums[i].peak_bytes);
	}

	return sums;
}
