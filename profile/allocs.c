#include "profile/allocs.h"

const hp_alloc_counts *hp_profile_allocs(const hp_allocs_table *table, uint32_t number)
{
	static const hp_alloc_counts nothing = {0, 0, 0, 0, 0, 0};

	return number < table->count ? &table->rows[number] : &nothing;
}

hp_alloc_counts *hp_profile_allocs_of(hp_allocs_table *table, uint32_t number)
{
	while (table->count <= number) {
		memset(hp_vector_add(table), 0, sizeof(*table->rows));
	}

	return &table->rows[number];
}

void hp_profile_allocs_add(hp_allocs_table *table, uint32_t number, const hp_alloc_counts *allocs)
{
	hp_alloc_counts *sum = hp_profile_allocs_of(table, number);

	hp_allocs_add(sum, allocs);
	sum->peak_bytes = hp_wrap_sum(sum->peak_bytes, allocs->peak_bytes);
}

void hp_profile_allocs_merge(
	hp_allocs_table *table, const hp_allocs_table *other, const uint32_t *map, bool is_higher)
{
	for (uint32_t i = 0; is_higher && i < table->count; i++) {
		table->rows[i].peak_bytes = 0;
	}
	for (uint32_t i = 0; i < other->count; i++) {
		hp_alloc_counts more = other->rows[i];

		more.peak_bytes = is_higher ? more.peak_bytes : 0;
		hp_profile_allocs_add(table, map[i], &more);
	}
}

void hp_profile_allocs_merge_totals(hp_alloc_run *sum, const hp_alloc_run *more)
{
	sum->interval_bytes = MAX(sum->interval_bytes, more->interval_bytes);
	sum->change_bytes = hp_wrap_sum(sum->change_bytes, more->change_bytes);
	sum->peak_bytes = MAX(sum->peak_bytes, more->peak_bytes);
	sum->outside_frees = hp_wrap_sum(sum->outside_frees, more->outside_frees);
	sum->outside_bytes = hp_wrap_sum(sum->outside_bytes, more->outside_bytes);
	sum->lost = hp_wrap_sum(sum->lost, more->lost);
}

void hp_profile_allocs_free(hp_allocs_table *table)
{
	hp_vector_release(table->rows);
}
