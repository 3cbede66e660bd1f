#include "profile/errors.h"

#include <math.h>

int64_t hp_profile_error(const hp_errors_table *table, uint32_t number)
{
	return number < table->count ? table->rows[number].wall_ns : 0;
}

hp_error *hp_profile_error_of(hp_errors_table *table, uint32_t number)
{
	while (table->count <= number) {
		hp_vector_add(table)->wall_ns = 0;
	}

	return &table->rows[number];
}

int64_t hp_profile_errors_sum(int64_t wall_ns, double more_ns)
{
	return (int64_t) MIN(ceil(hypot((double) wall_ns, more_ns)), 9e18);
}

void hp_profile_errors_add(hp_errors_table *table, uint32_t number, double more_ns)
{
	hp_error *error = hp_profile_error_of(table, number);

	error->wall_ns = hp_profile_errors_sum(error->wall_ns, more_ns);
}

void hp_profile_errors_move_last(hp_errors_table *table, uint32_t number, uint32_t last)
{
	hp_error moved;

	if (table->count == 0 || number == last) {
		return;
	}
	hp_profile_error_of(table, last);
	moved = table->rows[number];
	memmove(&table->rows[number], &table->rows[number + 1], (last - number) * sizeof(moved));
	table->rows[last] = moved;
}
