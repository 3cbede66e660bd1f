#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "profile/allocs.h"

#include "trace/tree.h"

#include "Zend/zend_sort.h"

static hp_allocs_table *alloc_table(hp_profile *profile)
{
	return profile->metrics & HP_RUN_TREE ? &profile->node_allocs : &profile->pair_allocs;
}

/* The number of the node or pair that an edge is. */
static uint32_t alloc_number(hp_profile *profile, const hp_edge *edge)
{
	const hp_node *parent = edge->parent, *child = edge->child;
	const hp_profile_pair *pair;

	if (profile->metrics & HP_RUN_TREE) {
		return hp_tree_path_of_node(child)->number;
	}
	pair = hp_profile_pair_of(profile,
		parent == NULL ? HP_PROFILE_NONE : hp_profile_symbol_number(profile, parent->symbol),
		parent == NULL ? 0 : parent->level, hp_profile_symbol_number(profile, child->symbol),
		child->level);

	return (uint32_t) (pair - profile->pairs);
}

static hp_allocs alloc_of_account(const hp_sites *sites, const hp_site *site)
{
	hp_allocs allocs = {
		(int64_t) site->allocs,
		(int64_t) site->frees,
		(int64_t) site->alloc_bytes,
		(int64_t) site->freed_bytes,
		(int64_t) hp_site_at_peak(sites, site),
		(int64_t) site->temporary,
	};

	return allocs;
}

void hp_profile_alloc_take(hp_profile *profile, const hp_live *live)
{
	const hp_sites *sites = &live->sites;

	if (live->mode == HP_LIVE_OFF) {
		return;
	}
	profile->metrics |= HP_METRIC_ALLOC;
	for (uint32_t i = 0; i < sites->count; i++) {
		hp_allocs allocs = alloc_of_account(sites, &sites->rows[i]);
		hp_allocs *sum =
			hp_profile_allocs_of(alloc_table(profile), alloc_number(profile, sites->rows[i].owner));

		hp_allocs_add(sum, &allocs);
		sum->peak_bytes += allocs.peak_bytes;
	}
	profile->alloc_totals = (hp_alloc_totals){
		.interval_bytes = (int64_t) live->interval_bytes,
		.change_bytes = sites->change_bytes,
		.peak_bytes = sites->peak_bytes,
		.outside_frees = (int64_t) live->outside_frees,
		.outside_bytes = (int64_t) live->outside_bytes,
		.lost = (int64_t) live->lost,
	};
}

static void alloc_add_totals(hp_alloc_totals *sum, const hp_alloc_totals *more)
{
	sum->interval_bytes = MAX(sum->interval_bytes, more->interval_bytes);
	sum->change_bytes = hp_allocs_sum(sum->change_bytes, more->change_bytes);
	sum->peak_bytes = MAX(sum->peak_bytes, more->peak_bytes);
	sum->outside_frees = hp_allocs_sum(sum->outside_frees, more->outside_frees);
	sum->outside_bytes = hp_allocs_sum(sum->outside_bytes, more->outside_bytes);
	sum->lost = hp_allocs_sum(sum->lost, more->lost);
}

/* Of several runs, the mark is that of the run which had the highest. */
void hp_profile_alloc_add(hp_profile *profile, const hp_profile *other, const uint32_t *map)
{
	hp_allocs_table *table = alloc_table(profile);
	const hp_allocs_table *from =
		profile->metrics & HP_RUN_TREE ? &other->node_allocs : &other->pair_allocs;
	bool is_higher = other->alloc_totals.peak_bytes > profile->alloc_totals.peak_bytes;

	if ((profile->metrics & HP_METRIC_ALLOC) == 0) {
		return;
	}
	for (uint32_t i = 0; is_higher && i < table->count; i++) {
		table->rows[i].peak_bytes = 0;
	}
	for (uint32_t i = 0; i < from->count; i++) {
		hp_allocs *sum = hp_profile_allocs_of(table, map[i]);

		hp_allocs_add(sum, &from->rows[i]);
		if (is_higher) {
			sum->peak_bytes = hp_allocs_sum(sum->peak_bytes, from->rows[i].peak_bytes);
		}
	}
	alloc_add_totals(&profile->alloc_totals, &other->alloc_totals);
}

void hp_profile_alloc_add_to(hp_profile *profile, uint32_t pair, const hp_allocs *allocs)
{
	hp_allocs *sum = hp_profile_allocs_of(&profile->pair_allocs, pair);

	hp_allocs_add(sum, allocs);
	sum->peak_bytes = hp_allocs_sum(sum->peak_bytes, allocs->peak_bytes);
}

void hp_profile_alloc_move_last(hp_profile *profile, uint32_t pair)
{
	hp_allocs_table *table = &profile->pair_allocs;
	uint32_t last = profile->pairs_count - 1;
	hp_allocs moved;

	if (table->count == 0 || pair == last) {
		return;
	}
	hp_profile_allocs_of(table, last);
	moved = table->rows[pair];
	memmove(&table->rows[pair], &table->rows[pair + 1], (last - pair) * sizeof(moved));
	table->rows[last] = moved;
}

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

static int64_t alloc_value(const hp_allocs *allocs, hp_profile_alloc_order order)
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

/* While sites are sorted: what by, and their place, so that equal ones keep it. */
typedef struct alloc_sorted {
	int64_t value;
	hp_profile_site site;
} alloc_sorted;

static int alloc_compare(const void *left, const void *right)
{
	const alloc_sorted *a = left, *b = right;

	if (a->value != b->value) {
		return a->value < b->value ? 1 : -1;
	}

	return a->site.number < b->site.number ? -1 : a->site.number > b->site.number;
}

static void alloc_swap(void *left, void *right)
{
	alloc_sorted *a = left, *b = right, kept = *a;

	*a = *b;
	*b = kept;
}

uint32_t hp_profile_alloc_sites(
	const hp_profile *profile, hp_profile_alloc_order order, hp_profile_site **sites)
{
	const hp_allocs_table *table =
		profile->metrics & HP_RUN_TREE ? &profile->node_allocs : &profile->pair_allocs;
	alloc_sorted *sorted = safe_pemalloc(table->count + 1, sizeof(*sorted), 0, true);
	uint32_t count = 0;

	for (uint32_t i = 0; i < table->count; i++) {
		if (table->rows[i].allocs != 0) {
			sorted[count].value = alloc_value(&table->rows[i], order);
			sorted[count].site.number = i;
			sorted[count++].site.allocs = &table->rows[i];
		}
	}
	zend_sort(sorted, count, sizeof(*sorted), alloc_compare, alloc_swap);
	*sites = safe_pemalloc(count + 1, sizeof(**sites), 0, true);
	for (uint32_t i = 0; i < count; i++) {
		(*sites)[i] = sorted[i].site;
	}
	pefree(sorted, true);

	return count;
}

hp_allocs *hp_profile_alloc_inclusive(const hp_profile *profile)
{
	hp_allocs *sums = safe_pemalloc(profile->nodes_count + 1, sizeof(*sums), 0, true);

	for (uint32_t i = 0; i < profile->nodes_count; i++) {
		sums[i] = *hp_profile_allocs(&profile->node_allocs, i);
	}
	/* Callers stand before their callees. */
	for (uint32_t i = profile->nodes_count; i-- > 1;) {
		hp_allocs *parent = &sums[profile->nodes[i].parent];

		hp_allocs_add(parent, &sums[i]);
		parent->peak_bytes = hp_allocs_sum(parent->peak_bytes, sums[i].peak_bytes);
	}

	return sums;
}
